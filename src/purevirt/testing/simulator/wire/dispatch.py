"""From a call to its answer: is it simulated, may it be called now, what does it say, what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from purevirt.errors import DecodeError, EncodeError
from purevirt.rpc import xdr
from purevirt.rpc.gen import procedures
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Streamed
from purevirt.testing.simulator.wire.access import check_readonly
from purevirt.testing.simulator.wire.failure import SimulatedError, rpc_error

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.registry import AnyHandler, Registry, StreamServer
    from purevirt.testing.simulator.wire.session_events import IncomingCall

__all__ = ["Answered", "Prepared", "encode_answer", "prepare"]

_BEFORE_OPEN = frozenset(
    (
        procedures.AUTH_LIST,
        procedures.CONNECT_OPEN,
        procedures.CONNECT_CLOSE,
        procedures.CONNECT_SUPPORTS_FEATURE,
    )
)


class Prepared(NamedTuple):
    """A call that is ready to be carried out."""

    spec: AnyProcedure
    handler: AnyHandler
    args: XdrType | None

    def run(self, host: Host, client: Client) -> object:
        """Return the handler's answer, or an awaitable of it."""
        answer: object = self.handler(host, client, self.args)
        return answer


class Answered(NamedTuple):
    """What goes back: the encoded reply, and who serves the stream that the call opens, if it does."""

    payload: bytes
    serve: StreamServer | None
    sparse: bool


def prepare(registry: Registry, client: Client, call: IncomingCall) -> Prepared:
    """Return a call decoded, with its handler.

    Raises:
        SimulatedError: it is not simulated, does not decode, or comes before the connection was opened.
    """
    spec = call.spec
    handler = registry.get(spec)
    if handler is None:
        raise rpc_error(f"unknown procedure: {spec.number}")
    args: XdrType | None = None
    if spec.args is not None:
        try:
            args, _ = xdr.decode(spec.args, call.frame.payload)
        except DecodeError:
            raise rpc_error("Unable to decode message payload") from None
    if client.uri is None and spec not in _BEFORE_OPEN:
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, _not_open(spec))
    if client.readonly:
        check_readonly(spec)
    return Prepared(spec, handler, args)


def _not_open(spec: AnyProcedure) -> str:
    """Return the words for a call before CONNECT_OPEN: those of other drivers than QEMU's are shorter."""
    _, _, rest = spec.name.partition("_PROC_")
    others = ("INTERFACE", "NETWORK", "NODE_DEVICE", "NWFILTER", "SECRET", "STORAGE")
    about = (
        rest.removeprefix("CONNECT_LIST_ALL_").removeprefix("CONNECT_NUM_OF_").removeprefix("CONNECT_LIST_")
    )
    is_other = about.startswith(others) or rest in ("NODE_NUM_OF_DEVICES", "NODE_LIST_DEVICES")
    return "connection not open" if is_other else "hypervisor connection not open"


def encode_answer(prepared: Prepared, answer: object) -> Answered:
    """Return a handler's answer in the form that goes over the wire.

    Raises:
        SimulatedError: it breaks a bound of the protocol, which libvirtd reports in these words.
    """
    spec = prepared.spec
    serve: StreamServer | None = None
    if isinstance(answer, Streamed):
        serve = answer.serve
        answer = answer.reply
    sparse = bool(spec.sparse_flag and getattr(prepared.args, "flags", 0) & spec.sparse_flag)
    if spec.ret is None:
        return Answered(b"", serve, sparse)
    if not isinstance(answer, spec.ret):
        raise TypeError(f"{spec.name}: the handler returned {type(answer).__name__}, not {spec.ret.__name__}")
    try:
        return Answered(xdr.encode(answer), serve, sparse)
    except EncodeError:
        raise rpc_error("Unable to encode message payload") from None
