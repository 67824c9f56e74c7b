"""The HTTP listener by itself: what it turns away, and that it goes on."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from purevirt.provider.serving.http import MAX_CONNECTIONS
from tests.provider.client import http, page, provider, settings


async def test_pages_hang_up_on_the_oldest_of_more_connections_than_they_can_hold() -> None:
    """Connections that ask for nothing are bounded, and keep no probe from finding the process alive."""
    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        port = p.server.http_port
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MAX_CONNECTIONS)]
        assert await http(port, page("/healthz")) == (200, "ok\n")
        (oldest, gone), *others = idle
        with contextlib.suppress(ConnectionResetError):
            assert await oldest.read() == b""
        gone.close()
        for answer, asking in others:
            asking.write(page("/healthz"))
            assert (await answer.read()).endswith(b"ok\n")
            asking.close()
        assert await http(port, page("/healthz")) == (200, "ok\n")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (page("/"), 404),
        (page("/metrics?x=1"), 200),
        (b"POST /metrics HTTP/1.1\r\n\r\n", 405),
        (b"HEAD /healthz HTTP/1.0\r\n\r\n", 200),
        (b"\x16\x03\x01 tls\r\n\r\n", 400),
        (b"GET /" + b"x" * 20000 + b"\r\n", 400),
    ],
)
async def test_http_answers_bad_requests_and_goes_on(request_: bytes, status: int) -> None:
    """Whatever is sent gets an answer of its own, and the next request is served."""
    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        found, body = await http(p.server.http_port, request_)
        assert found == status
        assert not request_.startswith(b"HEAD") or body == ""
        assert (await http(p.server.http_port, page("/healthz")))[0] == 200
