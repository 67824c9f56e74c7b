"""The CapacityProvider service: requests in, commands to the engine, answers and status codes out.

Replies are bytes that are serialized already, so that a full List is a join; hence the handlers are
registered here by hand instead of through the generated servicer.
Source: capacity-provider contract, sections 1, 2 and 5.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError

from purevirt.provider import convert
from purevirt.provider.backend import BackendError
from purevirt.provider.errors import (
    ConfigError,
    DeleteUnsupported,
    Fenced,
    InvalidRequest,
    InvalidTransition,
    MachineNotFound,
    ProviderError,
    StoreError,
    Unavailable,
)
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from google.protobuf.message import Message

    from purevirt.provider.cursor import CursorSeal
    from purevirt.provider.engine import Engine
    from purevirt.provider.inventory import Inventory
    from purevirt.provider.lifecycle import Command
    from purevirt.provider.signals import Observer

SERVICE: Final = "bigfleet.v1alpha1.CapacityProvider"

# Every error that can be raised on purpose has its code here, and FAILED_PRECONDITION stands for a fenced
# token alone: operators alert on it.
STATUS_CODES: Final[Mapping[type[ProviderError], grpc.StatusCode]] = {
    InvalidRequest: grpc.StatusCode.INVALID_ARGUMENT,
    Fenced: grpc.StatusCode.FAILED_PRECONDITION,
    MachineNotFound: grpc.StatusCode.NOT_FOUND,
    InvalidTransition: grpc.StatusCode.INTERNAL,
    DeleteUnsupported: grpc.StatusCode.UNIMPLEMENTED,
    Unavailable: grpc.StatusCode.UNAVAILABLE,
    StoreError: grpc.StatusCode.UNAVAILABLE,
    # No call raises these; they are here so that the table is total.
    BackendError: grpc.StatusCode.INTERNAL,
    ConfigError: grpc.StatusCode.INTERNAL,
    ProviderError: grpc.StatusCode.INTERNAL,
}

UNEXPECTED: Final = "an unexpected error in the provider; its log has the type"

log = structlog.get_logger(__name__)


def status_code(kind: type[ProviderError]) -> grpc.StatusCode:
    """Return the code of an error class: its own, or that of the nearest class it derives from."""
    return next(STATUS_CODES[base] for base in kind.__mro__ if base in STATUS_CODES)


Request = TypeVar("Request", bound="Message")


def _parsed(kind: type[Request], content: bytes) -> Request:
    try:
        return kind.FromString(content)
    except DecodeError:
        # Without protobuf's own text, which may quote the content.
        raise InvalidRequest(f"the request is not a {kind.DESCRIPTOR.name}, or its text not UTF-8") from None


class CapacityProviderService:
    """The six calls, over an engine and the inventory that it writes."""

    def __init__(
        self,
        *,
        engine: Engine,
        inventory: Inventory,
        encoder: convert.MachineEncoder,
        seal: CursorSeal,
        observer: Observer,
    ) -> None:
        self._engine = engine
        self._inventory = inventory
        self._encoder = encoder
        self._seal = seal
        self._observer = observer

    def handler(self) -> grpc.GenericRpcHandler:
        """Return what a server registers to serve `SERVICE`."""
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            "Create": self._mutation("Create", pb.CreateRequest, convert.create_command),
            "Configure": self._mutation("Configure", pb.ConfigureRequest, convert.configure_command),
            "Drain": self._mutation("Drain", pb.DrainRequest, convert.drain_command),
            "Delete": self._mutation("Delete", pb.DeleteRequest, convert.delete_command),
            "Get": self._method("Get", pb.MachineRef, self.get),
            "List": self._method("List", pb.ListFilter, self.list),
        }
        return grpc.method_handlers_generic_handler(SERVICE, methods)

    async def submit(self, command: Command) -> bytes:
        """Return the serialized TransitionAck of `command`.

        Raises:
            ProviderError: the refusal.
        """
        return self._encoder.ack(await self._engine.submit(command))

    async def get(self, request: pb.MachineRef) -> bytes:
        """Return the serialized Machine.

        Raises:
            MachineNotFound: no machine has that id.
        """
        machine = self._inventory.get(request.id)
        if machine is None:
            raise MachineNotFound(f"no machine {request.id[:256]!r}")
        return self._encoder.message(machine).SerializeToString()

    async def list(self, request: pb.ListFilter) -> bytes:
        """Return the serialized MachineList: the fleet, a page of it, or what changed.

        Raises:
            InvalidRequest: the cap is negative.
        """
        if request.max_results < 0:
            raise InvalidRequest(f"max_results: must be 0 or more, got {request.max_results}")
        cursor = self._seal.open(request.since_revision)
        page = self._inventory.page(convert.states(request), request.max_results, cursor)
        return convert.machine_list(page.chunks, self._seal.seal(page.cursor))

    def _mutation(
        self, name: str, message: type[Request], command_of: Callable[[Request], Command]
    ) -> grpc.RpcMethodHandler[bytes, bytes]:
        """Return the handler of a mutating call."""

        async def call(request: Request) -> bytes:
            return await self.submit(command_of(request))

        return self._method(name, message, call)

    def _method(
        self, name: str, message: type[Request], call: Callable[[Request], Awaitable[bytes]]
    ) -> grpc.RpcMethodHandler[bytes, bytes]:
        """Return the handler of `call`: errors become status codes, outcomes are counted."""

        async def behave(request: bytes, context: grpc.aio.ServicerContext[Any, Any]) -> bytes:
            started_s = time.monotonic()
            code, details, reply = grpc.StatusCode.OK, "", b""
            try:
                reply = await call(_parsed(message, request))
            except asyncio.CancelledError:
                self._observer.called(name, grpc.StatusCode.CANCELLED.name, time.monotonic() - started_s)
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets a code and no traceback
                code, details = self._status(name, error)
            self._observer.called(name, code.name, time.monotonic() - started_s)
            if code is not grpc.StatusCode.OK:
                await context.abort(code, details)
            return reply

        # The request comes as its bytes: what gRPC would say of one that cannot be parsed is UNKNOWN, and a
        # traceback on standard error.
        return grpc.unary_unary_rpc_method_handler(
            behave, request_deserializer=bytes, response_serializer=bytes
        )

    def _status(self, name: str, error: Exception) -> tuple[grpc.StatusCode, str]:
        """Return the code and the text for what a call raised."""
        if isinstance(error, ProviderError):
            return status_code(type(error)), str(error)
        self._observer.unexpected(name)
        log.error("unexpected exception", where=name, type=type(error).__name__)
        return grpc.StatusCode.INTERNAL, UNEXPECTED
