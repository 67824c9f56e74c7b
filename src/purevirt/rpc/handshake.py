"""What has to be said to a daemon before the first call of the user's. Pure.

The steps are a generator, so that the asyncio client and the blocking one run the same ones: it yields a
procedure and its arguments, and is sent the decoded reply or thrown the error.

Order, as libvirt's own client has it: AUTH_LIST, authentication, the keepalive feature (asking for it is
what makes the daemon send its own pings), CONNECT_OPEN, the URI if the daemon chose it, then the features
of events.

Source: doRemoteOpen in src/remote/remote_driver.c; virDrvFeature in src/libvirt_internal.h.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from purevirt.errors import AuthenticationError, InternalError, LibvirtError, RpcError
from purevirt.rpc.gen import procedures
from purevirt.rpc.gen import remote as wire

if TYPE_CHECKING:
    from collections.abc import Generator

    from purevirt.rpc.dial_plan import ConnectPlan
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType

    Step = tuple[AnyProcedure, XdrType | None]

__all__ = ["Feature", "Greeting", "handshake"]


class Feature(enum.IntEnum):
    """Abilities of a daemon that a client asks for (virDrvFeature)."""

    PROGRAM_KEEPALIVE = 10
    REMOTE_EVENT_CALLBACK = 14
    REMOTE_CLOSE_CALLBACK = 15


T = TypeVar("T")

_CONNECT_RO = 1
_AUTH_NAMES = {0: "none", 1: "sasl", 2: "polkit"}


@dataclass(frozen=True, slots=True)
class Greeting:
    """What the daemon said of itself.

    Attributes:
        uri: the URI that it opened.
        features: what it can do, of those asked for.
    """

    uri: str
    features: frozenset[Feature]


def handshake(
    plan: ConnectPlan, endpoint: str, *, readonly: bool, keepalive: bool
) -> Generator[Step, XdrType | None, Greeting]:
    """Yield each step's procedure and arguments; return the daemon's greeting.

    Raises:
        AuthenticationError: the daemon wants what we cannot give, or refuses us.
        LibvirtError: it refuses to open the URI.
    """
    yield from _authenticate(plan, endpoint)
    features = set()
    if keepalive and (yield from _supports(Feature.PROGRAM_KEEPALIVE)):
        features.add(Feature.PROGRAM_KEEPALIVE)
    flags = _CONNECT_RO if readonly else 0
    yield procedures.CONNECT_OPEN, wire.ConnectOpenArgs(name=plan.remote_name, flags=flags)
    uri = plan.remote_name
    if not uri:
        reply = yield procedures.CONNECT_GET_URI, None
        uri = _expect(wire.ConnectGetUriRet, reply).uri
    for feature in (Feature.REMOTE_EVENT_CALLBACK, Feature.REMOTE_CLOSE_CALLBACK):
        if (yield from _supports(feature)):
            features.add(feature)
    return Greeting(uri=uri, features=frozenset(features))


def _supports(feature: Feature) -> Generator[Step, XdrType | None, bool]:
    args = wire.ConnectSupportsFeatureArgs(feature=int(feature))
    reply = yield procedures.CONNECT_SUPPORTS_FEATURE, args
    return _expect(wire.ConnectSupportsFeatureRet, reply).supported != 0


def _authenticate(plan: ConnectPlan, endpoint: str) -> Generator[Step, XdrType | None, None]:
    try:
        reply = yield procedures.AUTH_LIST, None
    except RpcError:
        offered = [0]  # daemons from before authentication existed do not know the procedure
    else:
        offered = [int(kind) for kind in _expect(wire.AuthListRet, reply).types] or [0]
    names = [_AUTH_NAMES.get(kind, str(kind)) for kind in offered]
    chosen = plan.auth or names[0]
    if chosen not in names:
        raise AuthenticationError(
            f"{endpoint}: the URI asks for auth={chosen}, the daemon offers {', '.join(names)}",
            endpoint=endpoint,
            mechanism=chosen,
            transport=plan.transport,
        )
    if chosen == "none":
        return
    if chosen != "polkit":
        raise AuthenticationError(
            f"{endpoint}: the daemon asks for {chosen} authentication, which this client cannot give; "
            "it can give polkit, or none",
            endpoint=endpoint,
            mechanism=chosen,
            transport=plan.transport,
        )
    try:
        yield procedures.AUTH_POLKIT, None
    except LibvirtError as error:
        raise AuthenticationError(
            f"{endpoint}: polkit refused this process: {error.message}",
            endpoint=endpoint,
            mechanism=chosen,
            transport=plan.transport,
        ) from error


def _expect(kind: type[T], reply: XdrType | None) -> T:
    if not isinstance(reply, kind):
        raise InternalError(f"the shell answered with {type(reply).__name__} instead of {kind.__name__}")
    return reply
