"""What surrounds every call: a request id, a count, a log line, and an answer for what nobody planned for.

A request id comes from the caller's `x-request-id` where that is short and plain, else it is made up; it is
in every line that is logged while the call lasts, and goes back in the trailing metadata.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import secrets
import time
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import grpc
import structlog

from purevirt.provider.errors import ProviderError
from purevirt.provider.serving.service import SERVICE, UNEXPECTED, status_code

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from purevirt.provider.core.signals import Observer

REQUEST_ID: Final = "x-request-id"
UNKNOWN_METHOD: Final = "unknown"

# Watchers of health, and readers of reflection: an eighth of the calls that are served at a time, so that
# callers who let them lie take no place from those that have work.
MAX_STREAMS: Final = 256

_PLAIN_ID: Final = re.compile(r"[A-Za-z0-9._:/+=-]{1,64}")
_NAMES: Final = {code.value[0]: code.name for code in grpc.StatusCode}
# What an operator is to see unasked: a fenced shard, a rejected identity, a bug, a disk that fails.
_LOUD: Final = ("FAILED_PRECONDITION", "PERMISSION_DENIED", "INTERNAL", "UNAVAILABLE", "UNKNOWN")

# Only the type stubs know these classes' parameters.
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Behaviour: TypeAlias = "Callable[[Any, Context], Awaitable[Any]]"

log = structlog.get_logger(__name__)


class WrappingInterceptor(grpc.aio.ServerInterceptor):
    """Puts `around` around every method that is served, of whatever kind."""

    def __init__(self) -> None:
        # Bounded by the methods that are served: only those have a handler.
        self._wrapped: dict[str, Handler] = {}

    @abstractmethod
    def around(self, method: str, inner: Behaviour) -> Behaviour:
        """Return what is called instead of `inner`; `method` is what metrics and logs call it."""

    def unserved(self) -> None:
        """Note a call of a method that nobody serves."""

    def bounded(self, method: str, behave: Behaviour) -> Behaviour:
        """Return what is called for a method of streams, which last for as long as their caller likes."""
        del method
        return behave

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Return the handler that does what the real one does, with `around` around it."""
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is not None:
            return wrapped
        handler = await continuation(handler_call_details)
        if handler is None:
            self.unserved()
            return None
        self._wrapped[method] = self._wrap(label_of(method), handler)
        return self._wrapped[method]

    def _wrap(self, name: str, handler: Handler) -> Handler:
        makers: dict[tuple[bool, bool], tuple[Callable[..., Any], Any]] = {
            (False, False): (grpc.unary_unary_rpc_method_handler, handler.unary_unary),
            (False, True): (grpc.unary_stream_rpc_method_handler, handler.unary_stream),
            (True, False): (grpc.stream_unary_rpc_method_handler, handler.stream_unary),
            (True, True): (grpc.stream_stream_rpc_method_handler, handler.stream_stream),
        }
        make, inner = makers[handler.request_streaming, handler.response_streaming]
        if inspect.isasyncgenfunction(inner):
            inner = _as_writer(inner)
        behave = self.around(name, inner)
        if handler.request_streaming or handler.response_streaming:
            behave = self.bounded(name, behave)
        return cast("Handler", make(behave, handler.request_deserializer, handler.response_serializer))


class CallInterceptor(WrappingInterceptor):
    """Counts and logs calls, and turns what they raise into status codes."""

    def __init__(self, observer: Observer) -> None:
        super().__init__()
        self._observer = observer
        self._streams = 0

    def bounded(self, method: str, behave: Behaviour) -> Behaviour:
        """Return `behave` for at most MAX_STREAMS callers at a time."""

        async def admit(request: Any, context: Context) -> Any:
            if self._streams >= MAX_STREAMS:
                code = grpc.StatusCode.RESOURCE_EXHAUSTED
                self._observer.called(method, code.name, 0.0)
                await context.abort(code, f"there are {MAX_STREAMS} streams already; close some")
            self._streams += 1
            try:
                return await behave(request, context)
            finally:
                self._streams -= 1

        return admit

    def unserved(self) -> None:
        """Count the call."""
        self._observer.called(UNKNOWN_METHOD, grpc.StatusCode.UNIMPLEMENTED.name, 0.0)

    def around(self, method: str, inner: Behaviour) -> Behaviour:
        """Return `inner` between a beginning and an end."""

        async def behave(request: Any, context: Context) -> Any:
            started_s = time.monotonic()
            request_id = _request_id(context)
            structlog.contextvars.bind_contextvars(request_id=request_id)
            context.set_trailing_metadata(((REQUEST_ID, request_id),))
            code, details, reply = grpc.StatusCode.OK.name, "", None
            try:
                reply = await inner(request, context)
            except asyncio.CancelledError:
                self._end(method, grpc.StatusCode.CANCELLED.name, started_s)
                raise
            except grpc.aio.AbortError:
                # What the health service answers with for a name that it does not know.
                self._end(method, code_of(context), started_s)
                raise
            except ProviderError as error:
                code, details = status_code(type(error)).name, str(error)
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets a code and no traceback
                self._observer.unexpected(method)
                # Its type alone: a text or a traceback could show what was in the request.
                log.error("unexpected exception", where=method, type=type(error).__name__)  # noqa: TRY400 - see above
                code, details = grpc.StatusCode.INTERNAL.name, UNEXPECTED
            self._end(method, code, started_s, details)
            if code != grpc.StatusCode.OK.name:
                await context.abort(grpc.StatusCode[code], details, ((REQUEST_ID, request_id),))
            return reply

        return behave

    def _end(self, name: str, code: str, started_s: float, details: str = "") -> None:
        elapsed_s = time.monotonic() - started_s
        self._observer.called(name, code, elapsed_s)
        if code in _LOUD:
            log.warning("call refused", method=name, code=code, reason=details, elapsed_s=round(elapsed_s, 6))
        else:
            log.debug("call", method=name, code=code, reason=details, elapsed_s=round(elapsed_s, 6))


def label_of(method: str) -> str:
    """Return what metrics and logs call the method: ours by its name alone, others in full."""
    return method.removeprefix(f"/{SERVICE}/").removeprefix("/")


def _as_writer(
    inner: Callable[[Any, Context], AsyncIterator[Any]],
) -> Callable[[Any, Context], Awaitable[None]]:
    """Return a coroutine function that writes what an asynchronous generator function yields."""

    async def write(request: Any, context: Context) -> None:
        async for reply in inner(request, context):
            await context.write(reply)

    return write


def _request_id(context: Context) -> str:
    for key, value in context.invocation_metadata() or ():
        if key == REQUEST_ID and isinstance(value, str) and _PLAIN_ID.fullmatch(value):
            return value
    return secrets.token_hex(8)


def code_of(context: Context) -> str:
    """Return the name of the status code that a call has got, OK where it has none yet."""
    # Its number, once a call is aborted, whatever the type stubs say.
    code: object = context.code()
    if isinstance(code, grpc.StatusCode):
        return code.name
    return _NAMES.get(code if isinstance(code, int) else 0, grpc.StatusCode.UNKNOWN.name)
