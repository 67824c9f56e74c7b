"""SASL with a libvirt daemon: which mechanism, and the calls that carry it. Pure.

The daemon lists its mechanisms (AUTH_SASL_INIT); the strongest of them that we have is taken, or the one
that the URI names (``auth=sasl.SCRAM-SHA-256``). Its messages go to and fro in AUTH_SASL_START and
AUTH_SASL_STEP. Each says whether there is a message at all (`nil`), for no message and an empty one are two
things in SASL. The daemon says when it is content (`complete`); we look at what it sent with that all the
same, since with SCRAM that is where the daemon shows that it knows the password.

None of our mechanisms has a security layer, i.e. encrypts what follows, so nothing on the connection changes
afterwards. Daemons that are reached by a unix socket or TLS do not ask for one: over TLS they count its
encryption instead, which is a matter of their own SASL library, nothing of it is on the wire. Over plain TCP
there would have to be one, so SASL is refused there before anything about the user has been sent.

A daemon's SASL library compares the bytes that the password was set with, where SCRAM's standard has both
sides prepare them (SASLprep). For the few names and passwords to which that makes a difference, the
standard's form is tried first, and if the daemon refuses it the bytes as they are.

Source: RFC 4422, 5802, 4616; remoteAuthSASL in src/remote/remote_driver.c.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from purevirt.errors import AuthenticationError, DaemonUnproven, LibvirtError
from purevirt.rpc.auth.credentials import find_credentials
from purevirt.rpc.auth.sasl_fault import SaslFault
from purevirt.rpc.auth.sasl_prep import saslprep
from purevirt.rpc.auth.sasl_scram import scram
from purevirt.rpc.gen import procedures
from purevirt.rpc.gen import remote as wire
from purevirt.rpc.step import expect

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from purevirt.rpc.auth.credentials import Counterpart, Credentials, SignIn
    from purevirt.rpc.step import LocalWork, Steps

    Conversation = Generator[bytes | LocalWork, object, None]

__all__ = ["MAX_DATA_BYTES", "MECHANISMS", "authenticate_sasl", "choose_mechanism"]

MAX_DATA_BYTES = 65536
"""What one message may have (REMOTE_AUTH_SASL_DATA_MAX in src/remote/remote_protocol.x)."""

_DIGESTS = {
    "SCRAM-SHA-512": "sha512",
    "SCRAM-SHA-384": "sha384",
    "SCRAM-SHA-256": "sha256",
    "SCRAM-SHA-224": "sha224",
    "SCRAM-SHA-1": "sha1",
}
MECHANISMS = (*_DIGESTS, "PLAIN", "EXTERNAL")
"""What we have, the one to be preferred first. EXTERNAL is last: it shows the daemon nothing but what it
knows already, and daemons that also ask for a password mean it."""

_REASONS = {
    "ANONYMOUS": "it authenticates nobody",
    "CRAM-MD5": "it is obsolete, and does not show who the daemon is",
    "DIGEST-MD5": "it is obsolete (RFC 6331), and its security layer is not implemented",
    "GSS-SPNEGO": "Kerberos and its security layer are not implemented",
    "GSSAPI": "Kerberos and its security layer are not implemented",
    "LOGIN": "it is obsolete",
    "NTLM": "it is obsolete",
}
_NAME = re.compile(r"[A-Z0-9_-]{1,20}")
_MAX_OFFERED = 64


def authenticate_sasl(daemon: Counterpart, wanted: str | None, sign_in: SignIn) -> Steps[None]:
    """Authenticate by SASL.

    Args:
        daemon: to which.
        wanted: the mechanism that the URI insists on, in any case, or None.
        sign_in: what to do it with.

    Raises:
        AuthenticationError: there is no mechanism in common, or nothing to authenticate with, or the daemon
            refused.
        DaemonUnproven: the daemon let us in without having shown that it knows the password.
    """
    mechanism = choose_mechanism(daemon, (yield from _offer(daemon)), wanted)
    label = f"sasl.{mechanism}"
    if mechanism == "EXTERNAL":
        yield from _talk(daemon, mechanism, _external())
        return
    credentials = yield from find_credentials(daemon, mechanism, sign_in)
    refusal: AuthenticationError | None = None
    for conversation in _conversations(mechanism, credentials, sign_in.nonce):
        try:
            if refusal is not None:
                # the daemon has forgotten what it had offered
                yield procedures.AUTH_SASL_INIT, None
            yield from _talk(daemon, mechanism, conversation)
        except LibvirtError as error:
            refusal = daemon.error(
                label,
                f"the daemon refused the user {credentials.username!r} by {mechanism}: wrong password, "
                f"unknown user, or a user that its configuration does not allow: {error.message}",
            )
            refusal.__cause__ = error
        else:
            return
    assert refusal is not None
    raise refusal


def choose_mechanism(daemon: Counterpart, offered: Iterable[str], wanted: str | None) -> str:
    """Return the mechanism to use: the URI's, or the first of `MECHANISMS` that the daemon has.

    Raises:
        AuthenticationError: there is none that will do; says of each why.
    """
    listed = [*offered]
    listing = ", ".join(listed) or "nothing that is a name"
    if wanted is not None:
        name = wanted.upper()
        label = f"sasl.{name}"
        reason = _reason(daemon, name)
        if reason:
            raise daemon.error(label, f"the URI asks for auth=sasl.{name}, which cannot be done: {reason}")
        if name not in listed:
            raise daemon.error(
                label,
                f"the URI asks for auth=sasl.{name}, the daemon has {listing}; name one of these, or none",
            )
        return name
    for name in MECHANISMS:
        if name in listed and not _reason(daemon, name):
            return name
    reasons = "; ".join(f"{name}: {_reason(daemon, name)}" for name in listed) or listing
    raise daemon.error(
        "sasl",
        "none of the daemon's SASL mechanisms can be used here; let it offer SCRAM-SHA-256 "
        f"(mech_list in /etc/sasl2/libvirt.conf). {reasons}",
    )


def _reason(daemon: Counterpart, mechanism: str) -> str:
    """Return why a mechanism cannot be used; empty if it can."""
    if mechanism in MECHANISMS:
        if not daemon.is_encrypted:
            return "over plain TCP it would have to encrypt, which it does not; use TLS or SSH"
        if mechanism == "PLAIN" and not daemon.is_verified:
            return "it would tell the password to a daemon that is not verified, or to who listens"
        return ""
    if mechanism.endswith("-PLUS"):
        return "channel binding is not implemented"
    return _REASONS.get(mechanism, "it is not known")


def _offer(daemon: Counterpart) -> Steps[list[str]]:
    """Return the daemon's mechanisms."""
    try:
        reply = yield procedures.AUTH_SASL_INIT, None
    except LibvirtError as error:
        cure = "let it offer SCRAM-SHA-256 (mech_list in /etc/sasl2/libvirt.conf)"
        if not daemon.is_encrypted:
            cure = "over plain TCP it offers only what encrypts by itself; use TLS or SSH"
        raise daemon.error(
            "sasl", f"the daemon has no SASL mechanism for us: {error.message}; {cure}"
        ) from error
    names = re.split(r"[ ,]+", expect(wire.AuthSaslInitRet, reply).mechlist.upper())
    return [name for name in names if _NAME.fullmatch(name)][:_MAX_OFFERED]


def _conversations(mechanism: str, credentials: Credentials, nonce: str) -> Iterable[Conversation]:
    """Return the conversations to try, in order."""
    as_given = (credentials.username, credentials.password, credentials.act_as)
    if mechanism == "PLAIN":
        # RFC 4616 leaves the preparation to the server
        return [_plain(*as_given)]
    prepared = tuple(None if text is None else saslprep(text) or text for text in as_given)
    digest = _DIGESTS[mechanism]
    # a nonce is used once
    return [
        scram(digest, username or "", password or "", act_as, nonce + "2" * turn)
        for turn, (username, password, act_as) in enumerate(dict.fromkeys((prepared, as_given)))
    ]


def _plain(username: str, password: str, act_as: str | None) -> Conversation:
    data = yield "\0".join((act_as or "", username, password)).encode()
    if data:
        raise SaslFault("it sent a message where PLAIN has none")


def _external() -> Conversation:
    # empty, not nothing: the daemon takes whom the transport says we are
    data = yield b""
    if data:
        raise SaslFault("it sent a message where EXTERNAL has none")


def _talk(daemon: Counterpart, mechanism: str, conversation: Conversation) -> Steps[None]:
    """Carry a conversation to its end; what is wrong with it is an error about the daemon."""
    try:
        yield from _exchange(mechanism, conversation)
    except SaslFault as fault:
        kind = DaemonUnproven if fault.is_impostor else AuthenticationError
        raise kind(
            f"{daemon.endpoint}: {mechanism} with the daemon failed: {fault}",
            endpoint=daemon.endpoint,
            mechanism=f"sasl.{mechanism}",
            transport=daemon.transport,
        ) from None


def _exchange(mechanism: str, conversation: Conversation) -> Steps[None]:
    outgoing = yield from _next_message(conversation, None)
    start = wire.AuthSaslStartArgs(mechanism, nil=int(outgoing is None), data=outgoing or b"")
    reply = yield procedures.AUTH_SASL_START, start
    said: wire.AuthSaslStartRet | wire.AuthSaslStepRet = expect(wire.AuthSaslStartRet, reply)
    while outgoing is not None:
        outgoing = yield from _next_message(conversation, None if said.nil else said.data)
        if said.complete:
            if outgoing is not None:
                raise SaslFault(
                    "it let us in before it had shown that it knows the password", is_impostor=True
                )
            return
        step = wire.AuthSaslStepArgs(nil=int(outgoing is None), data=outgoing or b"")
        said = expect(wire.AuthSaslStepRet, (yield procedures.AUTH_SASL_STEP, step))
    if not said.complete:
        raise SaslFault("it does not come to an end")


def _next_message(conversation: Conversation, said: object) -> Steps[bytes | None]:
    """Return what the conversation has to say to what was said, or None if it is over."""
    try:
        step = conversation.send(said)
        while not isinstance(step, bytes):
            step = conversation.send((yield step))
    except StopIteration:
        return None
    if len(step) > MAX_DATA_BYTES:
        raise SaslFault(
            f"the name and the password are too long for it: {len(step)} bytes of {MAX_DATA_BYTES}"
        )
    return step
