"""Authenticating to a libvirt daemon: what it asks for, and how that is given. Pure.

A daemon lists its kinds in the order it likes them, and the first is taken, as libvirt's own client does,
unless the URI says otherwise (``auth=``). For polkit nothing is sent but a call without arguments: the daemon
asks polkit about the process at the other end of its socket.

Source: remoteAuthenticate in src/remote/remote_driver.c; remoteDispatchAuthPolkit in
src/remote/remote_daemon_dispatch.c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import LibvirtError, UnsupportedProcedure
from purevirt.rpc.auth.credentials import Counterpart
from purevirt.rpc.dialling.plan import ExtPlan, TcpPlan, TlsPlan, UnixPlan
from purevirt.rpc.gen import procedures
from purevirt.rpc.gen import remote as wire
from purevirt.rpc.gen.error_codes import ErrorNumber
from purevirt.rpc.step import expect

if TYPE_CHECKING:
    from purevirt.rpc.auth.credentials import SignIn
    from purevirt.rpc.dialling.plan import ConnectPlan
    from purevirt.rpc.step import Steps

__all__ = ["authenticate"]

_NAMES = {0: "none", 1: "sasl", 2: "polkit"}
_MAX_SHOWN = 8
"""Kinds that an error lists; there are three."""


def authenticate(plan: ConnectPlan, endpoint: str, *, readonly: bool, sign_in: SignIn) -> Steps[None]:
    """Authenticate as the daemon, or the plan, will have it.

    Args:
        plan: what the URI asks for.
        endpoint: what was dialled.
        readonly: whether it is the read-only socket, for which polkit is asked for less.
        sign_in: what SASL needs.

    Raises:
        AuthenticationError: the daemon wants what we cannot give, or refuses us.
    """
    daemon = _counterpart(plan, endpoint)
    try:
        reply = yield procedures.AUTH_LIST, None
    except UnsupportedProcedure:
        offered = [0]  # daemons from before authentication existed do not know the procedure
    else:
        offered = [int(kind) for kind in expect(wire.AuthListRet, reply).types] or [0]
    names = [_NAMES.get(kind, str(kind)) for kind in offered]
    kind, _, mechanism = (plan.auth or names[0]).partition(".")
    if kind not in names:
        listing = ", ".join(names[:_MAX_SHOWN])
        raise daemon.error(kind, f"the URI asks for auth={plan.auth}, the daemon offers {listing}")
    if kind == "sasl":
        # brings what hashes passwords, which most connections do without
        from purevirt.rpc.auth.sasl import authenticate_sasl  # noqa: PLC0415 - loaded by who needs it

        yield from authenticate_sasl(daemon, mechanism or None, sign_in)
    elif kind == "polkit":
        yield from _authenticate_polkit(daemon, readonly=readonly)
    elif kind != "none":
        raise daemon.error(
            kind,
            f"the daemon asks for {kind} authentication, which this client cannot give; "
            "it can give polkit, sasl, or none",
        )


def _counterpart(plan: ConnectPlan, endpoint: str) -> Counterpart:
    dial = plan.dial
    host = "localhost" if dial is None or isinstance(dial, UnixPlan | ExtPlan) else dial.host
    if isinstance(dial, UnixPlan):
        is_verified = True
    elif isinstance(dial, TlsPlan):
        is_verified = dial.verify
    elif dial is None or isinstance(dial, ExtPlan | TcpPlan):
        is_verified = False
    else:
        is_verified = dial.verify != "ignore"
    return Counterpart(
        endpoint=endpoint,
        transport=plan.transport,
        host=host,
        authfile=plan.authfile,
        is_encrypted=not isinstance(dial, TcpPlan),
        is_verified=is_verified,
    )


def _authenticate_polkit(daemon: Counterpart, *, readonly: bool) -> Steps[None]:
    try:
        yield procedures.AUTH_POLKIT, None
    except LibvirtError as error:
        action = f"org.libvirt.unix.{'monitor' if readonly else 'manage'}"
        rule = f"a rule in /etc/polkit-1/rules.d that answers YES to {action}"
        if error.code == ErrorNumber.AUTH_UNAVAILABLE:
            text = (
                f"it would have to ask a person, and no agent of theirs runs; write {rule}, or run pkttyagent"
            )
        elif error.code == ErrorNumber.AUTH_CANCELLED:
            text = "the person who was asked gave up"
        else:
            text = f"its rules do not let this process do {action}; write {rule} for this user"
            if not readonly:
                text += ", or ask for a readonly connection"
        raise daemon.error("polkit", f"polkit refused this process: {error.message}; {text}") from error
