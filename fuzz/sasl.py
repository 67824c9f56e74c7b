"""Whatever a daemon says, it is an AuthenticationError unless it knows the password, which it never sees.

The input is a byte that chooses the daemon, its list of mechanisms, and its messages: flags, length, text.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING

from fuzz.choices import Choices
from purevirt.errors import AuthenticationError, LibvirtError, libvirt_error
from purevirt.rpc.auth.credentials import Counterpart, Credentials, SignIn
from purevirt.rpc.auth.sasl import authenticate_sasl
from purevirt.rpc.gen import procedures, remote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.step import Step

_NONCE = "ournonce"
_PASSWORD = "pässword-hunter2"  # noqa: S105 - not one
_DENIED = libvirt_error(code=45, domain=7, message="authentication failed", level=2)
_DAEMONS = (
    Counterpart("/run/sock", "unix", is_verified=True),
    Counterpart("host:16514", "tls", is_verified=True),
    Counterpart("host:16514", "tls", is_verified=False),
    Counterpart("host:16509", "tcp", is_verified=False),
)
_WANTED = (None, "SCRAM-SHA-256", "scram-sha-1", "PLAIN", "EXTERNAL", "GSSAPI", "SCRAM-SHA-256-PLUS", "X")
_COMPLETE, _NIL, _OUR_NONCE, _DENY = 1, 2, 4, 8


class _Daemon:
    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self.mechanism = ""
        self.heard: list[bytes] = []

    def answer(self, step: Step) -> object:
        if callable(step):
            if isinstance(step, partial) and step.func is hashlib.pbkdf2_hmac:
                # as many rounds as the daemon asks for, which are bounded, would only take time
                digest, password, salt, _rounds = step.args
                return hashlib.pbkdf2_hmac(digest, password, salt, 1)
            return step()
        spec, args = step
        if spec is procedures.AUTH_SASL_INIT:
            return remote.AuthSaslInitRet(mechlist=self._text(self._choices.take(self._choices.byte())))
        assert isinstance(args, remote.AuthSaslStartArgs | remote.AuthSaslStepArgs)
        if isinstance(args, remote.AuthSaslStartArgs):
            self.mechanism = args.mech
        self.heard.append(bytes(args.data))
        if not self._choices.more:
            return _DENIED
        flags = self._choices.byte()
        said = self._choices.take(self._choices.byte())
        if flags & _DENY:
            return _DENIED
        if flags & _OUR_NONCE:
            said = f"r={_NONCE}".encode() + said
        kind = (
            remote.AuthSaslStartRet if isinstance(args, remote.AuthSaslStartArgs) else remote.AuthSaslStepRet
        )
        return kind(complete=flags & _COMPLETE, nil=flags & _NIL, data=said)

    @staticmethod
    def _text(data: bytes) -> str:
        return data.decode("utf-8", "surrogateescape")


def check(data: bytes) -> None:
    """Authenticate to the daemon that the input plays."""
    choices = Choices(data)
    mode = choices.byte()
    counterpart, wanted = _DAEMONS[mode & 3], _WANTED[mode >> 2 & 7]
    credentials = Credentials("älice", _PASSWORD, "bob" if mode & 32 else None)
    daemon = _Daemon(choices)
    steps = authenticate_sasl(counterpart, wanted, SignIn(_NONCE, credentials))
    try:
        step = next(steps)
        while True:
            answer = daemon.answer(step)
            step = steps.throw(answer) if isinstance(answer, LibvirtError) else steps.send(answer)
    except StopIteration:
        assert daemon.mechanism in ("PLAIN", "EXTERNAL"), "a daemon without the password was believed"
    except (AuthenticationError, LibvirtError) as error:
        assert _PASSWORD not in str(error), "an error shows the password"
    told = any(_PASSWORD.encode() in message for message in daemon.heard)
    assert not told or (daemon.mechanism == "PLAIN" and counterpart.is_verified), "the password was sent"


def seeds() -> Iterator[bytes]:
    """Yield conversations of every mechanism."""

    def message(flags: int, said: bytes) -> bytes:
        return bytes((flags, len(said))) + said

    first = message(_OUR_NONCE, b"theirs,s=c2FsdA==,i=4096")
    finals = [message(0, b"v=AAAA"), message(_COMPLETE, b"v=AAAA"), message(0, b"e=invalid-proof")]
    lists = [b"SCRAM-SHA-256", b"SCRAM-SHA-1 SCRAM-SHA-512,PLAIN", b"GSSAPI DIGEST-MD5", b"", b"EXTERNAL"]
    for number, listed in enumerate(lists):
        for final in finals:
            yield bytes((number & 3, len(listed))) + listed + first + final
    plain, external = b"PLAIN", b"EXTERNAL"
    for mode in range(4):
        yield bytes((mode, len(plain))) + plain + message(_COMPLETE | _NIL, b"")
        yield bytes((mode, len(external))) + external + message(_COMPLETE, b"")
    scram = bytes((0, 13)) + lists[0]
    yield scram + message(_OUR_NONCE, b",s=c2FsdA==,i=4096") + finals[0]
    yield scram + message(_OUR_NONCE, b"x,s=c2FsdA==,i=1") + finals[0]
    yield scram + message(0, b"m=ext,r=x,s=,i=4096")
    yield scram + message(_NIL, b"")
    yield scram + message(_DENY, b"") + first + message(_DENY, b"")
