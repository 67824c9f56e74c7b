"""Traces: sent to a collector as it is configured everywhere, or not at all."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import grpc
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from structlog.testing import capture_logs

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.server import ProviderServer
from purevirt.provider.serving.service import SERVICE
from purevirt.provider.serving.tracing import tracing_of
from tests.provider.client import DEADLINE_S, UNKNOWN, Client, machine_id, refused, settings
from tests.provider.fakes import FakeBackend

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import pytest
    from opentelemetry.proto.trace.v1.trace_pb2 import Span

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
BLOB = b"canary-blob-31aa"


@asynccontextmanager
async def collector(port_of: list[int]) -> AsyncIterator[asyncio.Queue[ExportTraceServiceRequest]]:
    """Serve an OTLP collector over HTTP, and put what it gets into a queue."""
    got: asyncio.Queue[ExportTraceServiceRequest] = asyncio.Queue()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(head.partition("content-length:")[2].partition("\r\n")[0])
        got.put_nowait(ExportTraceServiceRequest.FromString(await reader.readexactly(size)))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    port_of.append(server.sockets[0].getsockname()[1])
    async with server:
        yield got


def attributes(span: Span) -> dict[str, str | int]:
    """Return a span's attributes."""
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


async def test_every_call_is_a_span_with_its_code_and_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Method, status code, request id and operation; the caller's trace is continued; nothing of a blob."""
    port: list[int] = []
    async with collector(port) as got:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port[0]}")
        tracing = tracing_of({"OTEL_EXPORTER_OTLP_ENDPOINT": "given"})
        assert tracing is not None
        server = ProviderServer(settings(), FakeBackend(), tracing=tracing)
        await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            create = channel.unary_unary(
                f"/{SERVICE}/Create",
                request_serializer=pb.CreateRequest.SerializeToString,
                response_deserializer=pb.TransitionAck.FromString,
            )
            metadata = (("traceparent", PARENT), ("x-request-id", "r-1"))
            ack = await create(
                pb.CreateRequest(machine_id=machine_id()), metadata=metadata, timeout=DEADLINE_S
            )
            await refused(
                Client(channel).configure(pb.ConfigureRequest(machine_id=UNKNOWN, bootstrap_blob=BLOB))
            )
        await server.close()
        sent = await got.get()
        spans = [span for part in sent.resource_spans for scope in part.scope_spans for span in scope.spans]
        while len(spans) < 2:
            more = await got.get()
            spans += more.resource_spans[0].scope_spans[0].spans
    by_name = {span.name: span for span in spans}
    assert set(by_name) == {"Create", "Configure"}
    assert by_name["Create"].trace_id.hex() == PARENT.split("-")[1]
    assert by_name["Create"].parent_span_id.hex() == PARENT.split("-")[2]
    made = attributes(by_name["Create"])
    assert made["purevirt.request_id"] == "r-1"
    assert (made["purevirt.machine"], made["purevirt.operation"]) == (machine_id(), ack.operation_id)
    assert attributes(by_name["Configure"])["rpc.grpc.status_code"] == grpc.StatusCode.NOT_FOUND.value[0]
    assert not by_name["Configure"].status.code
    assert BLOB not in sent.SerializeToString()
    resource = {one.key: one.value.string_value for one in sent.resource_spans[0].resource.attributes}
    assert resource["service.name"] == "purevirt-provider"


def test_nothing_is_traced_unless_it_is_asked_for() -> None:
    """Without an endpoint there is no tracer, and OpenTelemetry is not even imported."""
    assert tracing_of({}) is None
    assert tracing_of({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}) is None


def test_a_missing_package_is_a_line_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The provider serves without traces, and says what to install."""
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with capture_logs() as lines:
        assert tracing_of({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1"}) is None
    assert lines[0]["cure"] == "pip install 'purevirt[otel]'"


async def test_a_request_id_comes_back_and_a_strange_one_is_replaced() -> None:
    """The caller's where it is short and plain, in the log and in the trailing metadata, in refusals too."""
    server = ProviderServer(settings(), FakeBackend())
    with capture_logs() as lines:
        await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            for sent, plain in (("r-1", True), ("x" * 65, False), ("a b", False), ("", False)):
                call = channel.unary_unary(
                    f"/{SERVICE}/Get",
                    request_serializer=pb.MachineRef.SerializeToString,
                    response_deserializer=pb.Machine.FromString,
                )(pb.MachineRef(id=machine_id() if sent else "?"), metadata=(("x-request-id", sent),))
                await call.code()
                back = dict(await call.trailing_metadata())["x-request-id"]
                assert (back == sent) is plain
                assert len(back) <= 64
        await server.close()
    assert [line["method"] for line in lines if line["event"] == "call"] == ["Get"] * 4
