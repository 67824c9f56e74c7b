"""What has to be said to a daemon before the first call of the user's. Pure.

The steps are a generator (`purevirt.rpc.step`), so that the asyncio client and the blocking one run the same
ones.

Order, as libvirt's own client has it: AUTH_LIST, authentication, the keepalive feature (asking for it is
what makes the daemon send its own pings), CONNECT_OPEN, the URI if the daemon chose it, then the features
of events.

Source: doRemoteOpen in src/remote/remote_driver.c; virDrvFeature in src/libvirt_internal.h.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from purevirt.rpc.auth.exchange import authenticate
from purevirt.rpc.gen import procedures
from purevirt.rpc.gen import remote as wire
from purevirt.rpc.step import expect

if TYPE_CHECKING:
    from purevirt.rpc.auth.credentials import SignIn
    from purevirt.rpc.dialling.plan import ConnectPlan
    from purevirt.rpc.step import Steps

__all__ = ["Feature", "Greeting", "handshake"]


class Feature(enum.IntEnum):
    """Abilities of a daemon that a client asks for (virDrvFeature)."""

    PROGRAM_KEEPALIVE = 10
    REMOTE_EVENT_CALLBACK = 14
    REMOTE_CLOSE_CALLBACK = 15


_CONNECT_RO = 1


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
    plan: ConnectPlan, endpoint: str, *, readonly: bool, keepalive: bool, sign_in: SignIn
) -> Steps[Greeting]:
    """Return the daemon's greeting.

    Args:
        plan: what the URI asks for.
        endpoint: what was dialled.
        readonly: ask for a read-only connection.
        keepalive: let the daemon send its own pings.
        sign_in: what to authenticate with.

    Raises:
        AuthenticationError: the daemon wants what we cannot give, or refuses us.
        LibvirtError: it refuses to open the URI.
    """
    yield from authenticate(plan, endpoint, readonly=readonly, sign_in=sign_in)
    features = set()
    if keepalive and (yield from _supports(Feature.PROGRAM_KEEPALIVE)):
        features.add(Feature.PROGRAM_KEEPALIVE)
    flags = _CONNECT_RO if readonly else 0
    yield procedures.CONNECT_OPEN, wire.ConnectOpenArgs(name=plan.remote_name, flags=flags)
    uri = plan.remote_name
    if not uri:
        reply = yield procedures.CONNECT_GET_URI, None
        uri = expect(wire.ConnectGetUriRet, reply).uri
    for feature in (Feature.REMOTE_EVENT_CALLBACK, Feature.REMOTE_CLOSE_CALLBACK):
        if (yield from _supports(feature)):
            features.add(feature)
    return Greeting(uri=uri, features=frozenset(features))


def _supports(feature: Feature) -> Steps[bool]:
    args = wire.ConnectSupportsFeatureArgs(feature=int(feature))
    reply = yield procedures.CONNECT_SUPPORTS_FEATURE, args
    return expect(wire.ConnectSupportsFeatureRet, reply).supported != 0
