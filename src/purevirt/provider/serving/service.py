"""The CapacityProvider service: requests in, commands to the engine, answers and status codes out.

Replies are bytes that are serialized already, so that a full List is a join; hence the handlers are
registered here by hand instead of through the generated servicer.
Source: capacity-provider contract, sections 1, 2 and 5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError

from purevirt.provider.core.backend import BackendError, ClaimedElsewhere
from purevirt.provider.core.lifecycle import check_shape
from purevirt.provider.errors import (
    ConfigError,
    DeleteUnsupported,
    Fenced,
    IdentityRejected,
    InvalidRequest,
    InvalidTransition,
    MachineNotFound,
    ProviderError,
    StoreError,
    Unavailable,
)
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving import convert
from purevirt.provider.serving.identity import IdentityPolicy, check_identity, check_reader

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from google.protobuf.message import Message

    from purevirt.provider.core.cursor import CursorSeal
    from purevirt.provider.core.engine import Engine
    from purevirt.provider.core.inventory import Inventory
    from purevirt.provider.core.lifecycle import Command

SERVICE: Final = "bigfleet.v1alpha1.CapacityProvider"

# Every error that can be raised on purpose has its code here, and FAILED_PRECONDITION stands for a fenced
# token alone: operators alert on it.
STATUS_CODES: Final[Mapping[type[ProviderError], grpc.StatusCode]] = {
    InvalidRequest: grpc.StatusCode.INVALID_ARGUMENT,
    IdentityRejected: grpc.StatusCode.PERMISSION_DENIED,
    Fenced: grpc.StatusCode.FAILED_PRECONDITION,
    MachineNotFound: grpc.StatusCode.NOT_FOUND,
    InvalidTransition: grpc.StatusCode.INTERNAL,
    DeleteUnsupported: grpc.StatusCode.UNIMPLEMENTED,
    Unavailable: grpc.StatusCode.UNAVAILABLE,
    StoreError: grpc.StatusCode.UNAVAILABLE,
    # No call raises these; they are here so that the table is total.
    BackendError: grpc.StatusCode.INTERNAL,
    ClaimedElsewhere: grpc.StatusCode.INTERNAL,
    ConfigError: grpc.StatusCode.INTERNAL,
    ProviderError: grpc.StatusCode.INTERNAL,
}

UNEXPECTED: Final = "an unexpected error in the provider; its log has the type"

MAX_LOGGED_ID_CHARS: Final = 256

log = structlog.get_logger(__name__)


def status_code(kind: type[ProviderError]) -> grpc.StatusCode:
    """Return the code of an error class: its own, or that of the nearest class it derives from."""
    return next(STATUS_CODES[base] for base in kind.__mro__ if base in STATUS_CODES)


Request = TypeVar("Request", bound="Message")
# Only the type stubs know the class's parameters.
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


def _parsed(kind: type[Request], content: bytes) -> Request:
    try:
        return kind.FromString(content)
    except DecodeError:
        # Without protobuf's own text, which may quote the content.
        raise InvalidRequest(f"the request is not a {kind.DESCRIPTOR.name}, or its text not UTF-8") from None


class CapacityProviderService:
    """The six calls, over an engine and the inventory that it writes. What they raise is a `ProviderError`.

    Args:
        inventory: the machines, which is also the attribute of that name.
        identity: whether a client's certificate has to speak for the shard that it names.
        on_rejected: called for each request that was refused for its sender's certificate.
    """

    def __init__(
        self,
        *,
        engine: Engine,
        inventory: Inventory,
        encoder: convert.MachineEncoder,
        seal: CursorSeal,
        identity: IdentityPolicy = "auto",
        on_rejected: Callable[[], None] = lambda: None,
    ) -> None:
        self._engine = engine
        self.inventory = inventory
        self._encoder = encoder
        self._seal = seal
        self._identity: IdentityPolicy = identity
        self._on_rejected = on_rejected

    def handler(self) -> grpc.GenericRpcHandler:
        """Return what a server registers to serve `SERVICE`."""
        methods: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            "Create": self._mutation(pb.CreateRequest, convert.create_command),
            "Configure": self._mutation(pb.ConfigureRequest, convert.configure_command),
            "Drain": self._mutation(pb.DrainRequest, convert.drain_command),
            "Delete": self._mutation(pb.DeleteRequest, convert.delete_command),
            "Get": self._read(pb.MachineRef, self.get),
            "List": self._read(pb.ListFilter, self.list),
        }
        return grpc.method_handlers_generic_handler(SERVICE, methods)

    async def submit(self, command: Command) -> bytes:
        """Return the serialized TransitionAck of `command`.

        Raises:
            ProviderError: the refusal.
        """
        ack = await self._engine.submit(command)
        structlog.contextvars.bind_contextvars(operation=ack.operation_id)
        return self._encoder.ack(ack)

    async def get(self, request: pb.MachineRef) -> bytes:
        """Return the serialized Machine.

        Raises:
            MachineNotFound: no machine has that id.
        """
        machine = self.inventory.get(request.id)
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
        page = self.inventory.page(convert.states(request), request.max_results, cursor)
        return convert.machine_list(page.chunks, self._seal.seal(page.cursor))

    def _mutation(
        self, message: type[Request], command_of: Callable[[Request], Command]
    ) -> grpc.RpcMethodHandler[bytes, bytes]:
        """Return the handler of a mutating call."""

        async def behave(content: bytes, context: Context) -> bytes:
            command = command_of(_parsed(message, content))
            shard_id = "" if command.token is None else command.token.shard_id
            structlog.contextvars.bind_contextvars(
                machine=command.machine_id[:MAX_LOGGED_ID_CHARS], shard=shard_id[:MAX_LOGGED_ID_CHARS]
            )
            try:
                check_identity(self._identity, context.auth_context(), shard_id)
            except IdentityRejected:
                # The order of checks: what is malformed whoever sends it is told so first.
                check_shape(command)
                self._on_rejected()
                raise
            return await self.submit(command)

        return _handler(behave)

    def _read(
        self, message: type[Request], call: Callable[[Request], Awaitable[bytes]]
    ) -> grpc.RpcMethodHandler[bytes, bytes]:
        """Return the handler of a call that changes nothing."""

        async def behave(content: bytes, context: Context) -> bytes:
            request = _parsed(message, content)
            try:
                check_reader(self._identity, context.auth_context())
            except IdentityRejected:
                self._on_rejected()
                raise
            return await call(request)

        return _handler(behave)


def _handler(
    behave: Callable[[bytes, Context], Awaitable[bytes]],
) -> grpc.RpcMethodHandler[bytes, bytes]:
    """Return a handler of bytes.

    The request comes as its bytes: what gRPC would say of one that cannot be parsed is UNKNOWN, and a
    traceback on standard error.
    """
    return grpc.unary_unary_rpc_method_handler(behave, request_deserializer=bytes, response_serializer=bytes)
