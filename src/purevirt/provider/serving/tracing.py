"""OpenTelemetry traces, where the extra `[otel]` is installed and an endpoint is configured.

Configured by OpenTelemetry's own variables: OTEL_EXPORTER_OTLP_ENDPOINT (or ..._TRACES_ENDPOINT) switches it
on, OTEL_SERVICE_NAME and the others mean what they mean everywhere. A span stands for one call, with method,
status code and request id; nothing of a request or a reply is in it.
Source: OpenTelemetry specification, "OTLP exporter configuration"; W3C Trace Context (traceparent).
"""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, Final

import grpc
import structlog

from purevirt import __version__
from purevirt.provider.serving.interceptors import WrappingInterceptor, code_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

    from purevirt.provider.serving.interceptors import Behaviour, Context

ENDPOINT_VARIABLES: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
SERVICE_NAME: Final = "purevirt-provider"
# For the last spans, within the ten seconds that an end may take.
FLUSH_S: Final = 1.0
_CARRIERS: Final = ("traceparent", "tracestate")
# What the caller is to blame for is no error of the server's span.
_SERVER_ERRORS: Final = (
    "UNKNOWN",
    "DEADLINE_EXCEEDED",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
)

log = structlog.get_logger(__name__)


class Tracing:
    """A tracer with its exporter, which sends in a thread of its own from a bounded queue."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self.interceptor = TraceInterceptor(provider.get_tracer("purevirt.provider", __version__))

    async def close(self) -> None:
        """Send what is left, for at most FLUSH_S: a collector that is down must not hold up an end."""
        flushing = threading.Thread(target=self._provider.shutdown, daemon=True, name="purevirt-traces")
        flushing.start()
        await asyncio.to_thread(flushing.join, FLUSH_S)


def tracing_of(environ: Mapping[str, str]) -> Tracing | None:
    """Return the tracing that the environment asks for, or None; a missing package is a line in the log."""
    if not any(environ.get(name) for name in ENDPOINT_VARIABLES):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 - an extra
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an extra
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 - an extra
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        log.warning("no traces", missing=error.name, cure="pip install 'purevirt[otel]'")
        return None
    name = environ.get("OTEL_SERVICE_NAME") or SERVICE_NAME
    resource = Resource.create({"service.name": name, "service.version": __version__})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Tracing(provider)


class TraceInterceptor(WrappingInterceptor):
    """Makes a span of every call; the outermost interceptor, so that the code is the one that is sent."""

    def __init__(self, tracer: Tracer) -> None:
        super().__init__()
        self._tracer = tracer

    def around(self, method: str, inner: Behaviour) -> Behaviour:
        """Return `inner` within a span."""
        from opentelemetry import propagate, trace  # noqa: PLC0415 - an extra

        async def behave(request: Any, context: Context) -> Any:
            carrier = {
                key: value
                for key, value in context.invocation_metadata() or ()
                if key in _CARRIERS and isinstance(value, str)
            }
            with self._tracer.start_as_current_span(
                method,
                context=propagate.extract(carrier),
                kind=trace.SpanKind.SERVER,
                attributes={"rpc.system": "grpc", "rpc.method": method},
                # An exception's text could hold what was in the request.
                record_exception=False,
                set_status_on_exception=False,
            ) as span:
                structlog.contextvars.bind_contextvars(trace_id=f"{span.get_span_context().trace_id:032x}")
                code = grpc.StatusCode.CANCELLED.name
                try:
                    reply = await inner(request, context)
                    code = code_of(context)
                except grpc.aio.AbortError:
                    code = code_of(context)
                    raise
                finally:
                    span.set_attribute("rpc.grpc.status_code", grpc.StatusCode[code].value[0])
                    bound = structlog.contextvars.get_contextvars()
                    for key in ("request_id", "machine", "operation"):
                        if key in bound:
                            span.set_attribute(f"purevirt.{key}", str(bound[key]))
                    if code in _SERVER_ERRORS:
                        span.set_status(trace.StatusCode.ERROR, code)
                return reply

        return behave
