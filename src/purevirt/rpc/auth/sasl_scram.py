"""SCRAM: both sides show that they know a password, and neither says it. Pure.

Without channel binding, which libvirt's daemons do not do over TLS.

The server says how often the password is to be hashed. Too few rounds would make what an impostor gets to
see cheap to guess from, and are refused below RFC 7677's minimum; too many would let anybody who answers
keep this process busy, and are refused above `MAX_ITERATIONS`.

Source: RFC 5802; RFC 7677 for SHA-256.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from functools import partial
from typing import TYPE_CHECKING

from purevirt.rpc.auth.sasl_fault import SaslFault
from purevirt.rpc.step import expect

if TYPE_CHECKING:
    from collections.abc import Generator

    from purevirt.rpc.step import LocalWork

__all__ = ["MAX_ITERATIONS", "MIN_ITERATIONS", "scram"]

MIN_ITERATIONS = 4096
MAX_ITERATIONS = 1_000_000
"""About half a second of one core; libvirt's daemons (Cyrus SASL) ask for 4,096 unless told otherwise."""

_PRINTABLE = re.compile(rb"[\x21-\x2b\x2d-\x7e]+")
_NUMBER = re.compile(rb"[1-9][0-9]{0,9}")
_WORD = re.compile(rb"[a-z-]{1,40}")


def scram(
    digest: str, username: str, password: str, act_as: str | None, nonce: str
) -> Generator[bytes | LocalWork, object, None]:
    """Converse by SCRAM: yield what the server is to get, be sent what it says; bytes, or None for nothing.

    What is yielded besides is work to be done, whose result is to be sent. At the end the server has shown
    that it knows the password, too.

    Args:
        digest: of `hashlib`, e.g. ``sha256``.
        username: prepared, if it is to be; so are the next two.
        password: see there.
        act_as: whom to act as, or None for the user itself.
        nonce: ours: printable ASCII without a comma, never used before.

    Raises:
        SaslFault: the server broke a rule, or did not show that it knows the password.
    """
    header = f"n,{'' if act_as is None else f'a={_name(act_as)}'},".encode()
    first = f"n={_name(username)},r={nonce}".encode()
    challenge = yield header + first
    server_first = _said(challenge)
    server_nonce, salt, iterations = _parse_first(server_first, nonce.encode())

    derive = partial(hashlib.pbkdf2_hmac, digest, password.encode(), salt, iterations)
    salted = expect(bytes, (yield derive))
    client_key = hmac.digest(salted, b"Client Key", digest)
    stored_key = hashlib.new(digest, client_key).digest()
    last = b"c=" + base64.b64encode(header) + b",r=" + server_nonce
    signed = b",".join((first, server_first, last))
    signature = hmac.digest(stored_key, signed, digest)
    proof = bytes(ours ^ theirs for ours, theirs in zip(client_key, signature, strict=True))
    answer = yield last + b",p=" + base64.b64encode(proof)

    server_key = hmac.digest(salted, b"Server Key", digest)
    expected = hmac.digest(server_key, signed, digest)
    if not hmac.compare_digest(_parse_final(_said(answer)), expected):
        raise SaslFault(
            "its signature is wrong: it does not know the password, it is not the daemon that it says it is",
            is_impostor=True,
        )


def _name(text: str) -> str:
    return text.replace("=", "=3D").replace(",", "=2C")


def _said(message: object) -> bytes:
    if message is None:
        raise SaslFault("it sent nothing where SCRAM has a message")
    return expect(bytes, message)


def _parse_first(message: bytes, nonce: bytes) -> tuple[bytes, bytes, int]:
    fields = message.split(b",")
    if fields[0].startswith(b"m="):
        raise SaslFault("it insists on an extension of SCRAM, and there is none that is known")
    if len(fields) < len("rsi"):
        raise SaslFault("its first message lacks a nonce, a salt or a count of rounds")
    server_nonce = _value(fields[0], b"r")
    if not server_nonce.startswith(nonce) or not _PRINTABLE.fullmatch(server_nonce[len(nonce) :]):
        raise SaslFault("its nonce does not go on from ours: it answers somebody else, or is not printable")
    salt = _base64(_value(fields[1], b"s"), "salt")
    count = _value(fields[2], b"i")
    if not _NUMBER.fullmatch(count):
        raise SaslFault("its count of rounds is not a number")
    iterations = int(count)
    if not MIN_ITERATIONS <= iterations <= MAX_ITERATIONS:
        raise SaslFault(
            f"it asks for {iterations} rounds of hashing, {MIN_ITERATIONS} to {MAX_ITERATIONS} are done; "
            "let the daemon's administrator set another count"
        )
    return server_nonce, salt, iterations


def _parse_final(message: bytes) -> bytes:
    field = message.split(b",")[0]
    if field.startswith(b"e="):
        word = field[2:]
        reason = word.decode("ascii") if _WORD.fullmatch(word) else "for a reason that is not a word"
        raise SaslFault(f"it refused: {reason}")
    return _base64(_value(field, b"v"), "signature")


def _value(field: bytes, letter: bytes) -> bytes:
    if not field.startswith(letter + b"="):
        raise SaslFault(f"its message has no {letter.decode()}= where it belongs")
    return field[2:]


def _base64(text: bytes, what: str) -> bytes:
    try:
        value = base64.b64decode(text, validate=True)
    except binascii.Error:
        value = b""
    # the decoder of the standard library lets some texts pass that no encoder makes
    if not value or base64.b64encode(value) != text:
        raise SaslFault(f"its {what} is empty, or is not base64")
    return value
