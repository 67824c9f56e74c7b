"""Any file and any presented key give a HostKeyError or the entry that holds the key, never a revoked one.

The input is a byte that chooses what is dialled and presented, a blob where that is not one of our own, and
the file.
"""

from __future__ import annotations

import base64
import struct
from typing import TYPE_CHECKING

from fuzz.choices import Choices
from purevirt.errors import HostKeyError
from purevirt.rpc.ssh.host_key_policy import host_key_algorithms, judge
from purevirt.rpc.ssh.key import SshKeyError, parse_certificate, plain_blob
from purevirt.rpc.ssh.known_hosts import known_hosts_line, look_up, parse_known_hosts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.ssh.known_hosts import KnownHost

_NOW_S = 1_700_000_000.0
_HOSTS = (("host", 22), ("host", 2222), ("10.0.0.1", 22), ("fe80::1", 22), ("höst.example", 22), ("", 1))
_OURS = 64
_SIGNED = 128


def _string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def _ed25519(fill: int) -> bytes:
    return _string(b"ssh-ed25519") + _string(bytes([fill]) * 32)


_KEY, _CA = _ed25519(7), _ed25519(9)
_CERTIFICATE = b"".join(
    (
        _string(b"ssh-ed25519-cert-v01@openssh.com"),
        _string(bytes(32)),
        _string(bytes([7]) * 32),
        struct.pack(">QI", 1, 2),
        _string(b"id"),
        _string(_string(b"host") + _string("höst.example".encode())),
        struct.pack(">QQ", 0, 2**64 - 1),
        _string(b""),
        _string(b""),
        _string(b""),
        _string(_CA),
        _string(_string(b"ssh-ed25519") + _string(bytes(64))),
    )
)


def check(data: bytes) -> None:
    """Read the file, look the host up, and judge the key."""
    choices = Choices(data)
    mode = choices.byte()
    host, port = _HOSTS[mode % len(_HOSTS)]
    if mode & _OURS:
        presented = choices.take(int.from_bytes(choices.take(2)) % 1024)
    else:
        presented = _CERTIFICATE if mode & _SIGNED else _KEY
    text = choices.rest()
    entry = _verdict(text, host, port, presented, signed=bool(mode & _SIGNED))
    if entry is not None:
        assert entry.marker != "revoked"
        _must_vouch(entry, presented)
    try:
        blob = plain_blob(presented)
        revocation = b"\n@revoked * " + known_hosts_line("host", port, blob).partition(b" ")[2]
    except SshKeyError:
        return
    assert _verdict(text + revocation, host, port, presented, signed=True) is None, "a revoked key passed"


def _verdict(text: bytes, host: str, port: int, presented: bytes, *, signed: bool) -> KnownHost | None:
    try:
        keys = look_up(parse_known_hosts(text, "file", host=host, port=port), host, port, ("10.0.0.1",))
        host_key_algorithms(keys)
        return judge(keys, presented, now_s=_NOW_S, signed=signed)
    except HostKeyError as error:
        assert "\n" not in str(error)
        return None


def _must_vouch(entry: KnownHost, presented: bytes) -> None:
    if entry.marker == "cert-authority":
        assert entry.blob == parse_certificate(presented).ca_blob, "another authority's certificate passed"
    else:
        assert entry.blob in (presented, plain_blob(presented)), "another key passed"


def seeds() -> Iterator[bytes]:
    """Yield files of every kind of line."""
    key = b"ssh-ed25519 " + base64.b64encode(_KEY)
    authority = b"ssh-ed25519 " + base64.b64encode(_CA)
    salted = b"|1|" + base64.b64encode(bytes(20)) + b"|" + base64.b64encode(bytes(range(20)))
    texts = [
        b"host " + key,
        b"host,10.0.0.1 " + key + b" comment\r\n# note\n\n",
        b"[host]:2222 " + key,
        b"[host]:* " + authority,
        b"*,!host " + key,
        b"h?st " + authority,
        salted + b" " + key,
        b"@cert-authority *.example,host " + authority,
        b"@revoked * " + key,
        b"@revoked host " + authority + b"\nhost " + key,
        b"@revoked host " + key[:-3],
        b"@rev\0oked host x",
        b"@unknown host " + key,
        b"host ssh-rsa AAAA",
        b"host",
        b"\t@cert-authority\t*\t" + authority,
        "höst.example ".encode() + key,
    ]
    for number, text in enumerate(texts):
        yield bytes([number % 6]) + text
        yield bytes([number % 6 + 128 - 128 % 6]) + text
    for presented in (_KEY, _CERTIFICATE, _KEY[:-1], b""):
        yield bytes([66]) + struct.pack(">H", len(presented)) + presented + texts[0]
