"""/metrics, /healthz and /readyz over HTTP/1.1: GET, one request per connection, bounded in size and time.

Small on purpose: three fixed answers need no framework, and whatever else comes gets a 4xx and a closed door.
Source: libvirt-provider contract, "Signals".
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_REQUEST_BYTES: Final = 8192
REQUEST_TIMEOUT_S: Final = 10.0
# A scraper and some probes. Beyond, the oldest is hung up on: whoever asks is answered in milliseconds, and
# whoever holds connections open without asking must not keep a probe from finding the process alive.
MAX_CONNECTIONS: Final = 64

_REASONS: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    503: "Service Unavailable",
}


@dataclass(frozen=True, slots=True)
class Page:
    """One answer."""

    status: int
    content: bytes
    content_type: str = "text/plain; charset=utf-8"


class HttpServer:
    """Serves fixed paths. `pages` maps a path to what makes its page, called on the event loop."""

    def __init__(self, pages: dict[str, Callable[[], Page]]) -> None:
        self._pages = pages
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._server: asyncio.Server | None = None

    async def start(self, host: str | None, port: int) -> int:
        """Listen on `host` (None: everywhere) and return the port, which is a free one where `port` is 0.

        Raises:
            OSError: the address cannot be listened on.
        """
        self._server = await asyncio.start_server(self._serve, host, port, limit=MAX_REQUEST_BYTES)
        bound: int = self._server.sockets[0].getsockname()[1]
        return bound

    async def close(self) -> None:
        """Stop listening, and hang up on whoever has not asked or not been answered yet."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in self._connections.values():
            writer.transport.abort()
        if self._connections:
            await asyncio.wait(self._connections)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        task = asyncio.current_task()
        assert task is not None
        if len(self._connections) >= MAX_CONNECTIONS:
            oldest = next(iter(self._connections))
            self._connections.pop(oldest).transport.abort()
        self._connections[task] = writer
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                page, body = await self._answer(reader)
                writer.write(_encode(page, body=body))
                await writer.drain()
        except (OSError, TimeoutError):
            # The client went away or was too slow; there is nobody to tell.
            pass
        finally:
            self._connections.pop(task, None)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[Page, bool]:
        """Return the page that the request asks for, and whether its body is wanted."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return Page(400, b"not an HTTP request\n"), True
        parts = head.split(b"\r\n", 1)[0].split(b" ")
        if len(parts) != 3 or not parts[2].startswith(b"HTTP/1."):
            return Page(400, b"not an HTTP request\n"), True
        method, target = parts[0], parts[1].split(b"?", 1)[0].decode("ascii", "replace")
        if method not in (b"GET", b"HEAD"):
            return Page(405, b"only GET\n"), True
        make = self._pages.get(target)
        return (Page(404, b"no such page\n") if make is None else make()), method == b"GET"


def _encode(page: Page, *, body: bool) -> bytes:
    """Return the response; a HEAD gets no body."""
    head = (
        f"HTTP/1.1 {page.status} {_REASONS[page.status]}\r\nContent-Type: {page.content_type}\r\n"
        f"Content-Length: {len(page.content)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + (page.content if body else b"")
