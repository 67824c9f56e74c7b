"""OpenSSH's known_hosts files: bytes to entries, and the entries that are about one server. Pure.

The rules are those of sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT", as OpenSSH 9.2 carries them out: a line
counts when its list of patterns matches the lower-case name that was dialled, which is ``[name]:port`` for
ports other than 22. Where nothing is known for ``[name]:port``, the entries for ``name`` count. There are
no address ranges, no brackets expressions, and an entry for an address says nothing of a name.

Two things are stricter than OpenSSH. A revocation counts under every name the server could be listed by:
with the port, without it, and by its address. And a line that wants to revoke but cannot be read makes its
whole file unusable, where OpenSSH would carry on without it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from purevirt.errors import KnownHostsMalformed
from purevirt.rpc.ssh.key import SshKeyError, check_public_key, plain_blob

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "SSH_PORT",
    "KnownHost",
    "KnownHosts",
    "ServerKeys",
    "SkippedLine",
    "host_form",
    "known_hosts_line",
    "look_up",
    "parse_known_hosts",
]

SSH_PORT = 22

Marker = Literal["", "cert-authority", "revoked"]

_MARKERS: dict[bytes, Marker] = {b"@cert-authority": "cert-authority", b"@revoked": "revoked"}
_BLANKS = b" \t"
_SALT_BYTES = 20
_NO_PATTERN = frozenset(b"*?,|! \t")


@dataclass(frozen=True, slots=True)
class KnownHost:
    """One usable line.

    Attributes:
        marker: what the line says of its key: empty if it is the host's own.
        patterns: the field of host names, as it is written.
        key_type: the type of the key.
        blob: the key, in SSH's binary form.
        file, line: where it stands, from 1.
    """

    marker: Marker
    patterns: bytes
    key_type: str
    blob: bytes
    file: str
    line: int

    def matches(self, name: bytes) -> bool:
        """Return whether the line is about `name`, which must be in lower case."""
        if self.patterns.startswith(b"|"):
            return _hash_matches(self.patterns, name)
        found = False
        for item in self.patterns.lower().split(b","):
            if item.startswith(b"!"):
                if _glob(item[1:], name):
                    return False
            elif _glob(item, name):
                found = True
        return found


@dataclass(frozen=True, slots=True)
class SkippedLine:
    """A line that says nothing, because it cannot be read."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: skipped: {self.reason}"


@dataclass(frozen=True, slots=True)
class KnownHosts:
    """All that the files say.

    Attributes:
        files: the files, in order.
        entries: their usable lines.
        skipped: their unusable ones, which the caller should log.
    """

    files: tuple[str, ...] = ()
    entries: tuple[KnownHost, ...] = ()
    skipped: tuple[SkippedLine, ...] = ()

    def __add__(self, other: KnownHosts) -> KnownHosts:
        return KnownHosts(
            self.files + other.files, self.entries + other.entries, self.skipped + other.skipped
        )


@dataclass(frozen=True, slots=True)
class ServerKeys:
    """What is known of one server.

    Attributes:
        host: its name in lower case.
        port: its port.
        files: the files that were searched.
        trusted, authorities: the entries for the name as it was dialled.
        trusted_without_port, authorities_without_port: those for the name alone, which count where the
            others say nothing; empty for port 22.
        revoked: the keys that may not be used by it, under any of its names.
    """

    host: str
    port: int
    files: tuple[str, ...]
    trusted: tuple[KnownHost, ...]
    authorities: tuple[KnownHost, ...]
    trusted_without_port: tuple[KnownHost, ...]
    authorities_without_port: tuple[KnownHost, ...]
    revoked: tuple[KnownHost, ...]

    @property
    def name(self) -> str:
        """The server's name as known_hosts files write it."""
        return host_form(self.host, self.port)


def host_form(host: str, port: int) -> str:
    """Return how known_hosts files write a server: the bare name for port 22, else ``[name]:port``."""
    return host if port == SSH_PORT else f"[{host}]:{port}"


def parse_known_hosts(data: bytes, file: str, *, host: str = "", port: int = 0) -> KnownHosts:
    """Return the entries of one file.

    Lines end with a newline only; any byte may stand in a comment. Lines that cannot be read are returned
    as `skipped`.

    Args:
        data: what the file holds.
        file: its name, for errors.
        host: the server it is read for, for errors.
        port: its port, for errors.

    Raises:
        KnownHostsMalformed: a line revokes something, but not in a way that can be carried out.
    """
    entries: list[KnownHost] = []
    skipped: list[SkippedLine] = []
    for number, raw in enumerate(data.split(b"\n"), start=1):
        line = raw.strip(b" \t\r")
        if not line or line.startswith(b"#"):
            continue
        try:
            entries.append(_parse_line(line, file, number))
        except SshKeyError as error:
            if _means_to_revoke(line):
                raise KnownHostsMalformed(
                    f"{file}:{number}: a revocation that cannot be read ({error}), so that the whole file is "
                    "refused; correct or remove that line",
                    host=host,
                    port=port,
                    file=file,
                    line=number,
                ) from None
            skipped.append(SkippedLine(file, number, str(error)))
    return KnownHosts((file,), tuple(entries), tuple(skipped))


def look_up(known: KnownHosts, host: str, port: int, addresses: Iterable[str] = ()) -> ServerKeys:
    """Return what is known of the server `host` at `port`.

    Args:
        known: what the files say.
        host: the name or address that was dialled, in any case.
        port: its port.
        addresses: where the name led; they count for revocations only.
    """
    host = host.lower()
    name, bare = _encoded(host_form(host, port)), _encoded(host)
    names = {name, bare}
    for address in addresses:
        names |= {_encoded(host_form(address.lower(), port)), _encoded(address.lower())}

    def entries(marker: Marker, wanted: bytes) -> tuple[KnownHost, ...]:
        return tuple(entry for entry in known.entries if entry.marker == marker and entry.matches(wanted))

    fallback = name != bare
    return ServerKeys(
        host=host,
        port=port,
        files=known.files,
        trusted=entries("", name),
        authorities=entries("cert-authority", name),
        trusted_without_port=entries("", bare) if fallback else (),
        authorities_without_port=entries("cert-authority", bare) if fallback else (),
        revoked=tuple(
            entry
            for entry in known.entries
            if entry.marker == "revoked" and any(entry.matches(wanted) for wanted in names)
        ),
    )


def known_hosts_line(host: str, port: int, blob: bytes) -> bytes:
    """Return the line, without its newline, that makes `blob` the key of a server.

    Raises:
        SshKeyError: `host` cannot be written in such a file, or `blob` is not a key.
    """
    name = _encoded(host_form(host.lower(), port))
    if not host or any(byte < 0x21 or byte == 0x7F or byte in _NO_PATTERN for byte in name):
        raise SshKeyError(f"the name {host!r} cannot be written in a file of known hosts")
    return b"%b %b %b" % (name, check_public_key(blob).encode("ascii"), base64.b64encode(blob))


def _encoded(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _parse_line(line: bytes, file: str, number: int) -> KnownHost:
    if b"\0" in line:
        raise SshKeyError("it has a NUL in it")
    marker: Marker = ""
    if line.startswith(b"@"):
        word, line = _word(line)
        if word not in _MARKERS:
            raise SshKeyError(f"unknown marker {_shown(word)}")
        if line.startswith(b"@"):
            raise SshKeyError("more than one marker")
        marker = _MARKERS[word]
    patterns, line = _word(line)
    if patterns.startswith(b"|"):
        _check_hash(patterns)
    kind, line = _word(line)
    encoded, _ = _word(line)
    if not encoded or kind.startswith(b"#"):
        raise SshKeyError("it has no key")
    try:
        blob = binascii.a2b_base64(encoded.rstrip(b"\r"), strict_mode=True)
    except binascii.Error:
        raise SshKeyError("its key is not base64") from None
    try:
        found = check_public_key(blob)
    except SshKeyError as error:
        raise SshKeyError(f"its key is malformed: {error}") from None
    if found.encode("ascii") != kind:
        raise SshKeyError(f"its key is a {found}, not a {_shown(kind)}")
    # what is revoked is a key, even where a certificate of it is written
    return KnownHost(marker, patterns, found, plain_blob(blob) if marker == "revoked" else blob, file, number)


def _word(line: bytes) -> tuple[bytes, bytes]:
    """Return the first word, and the rest without the blanks before it."""
    for index, byte in enumerate(line):
        if byte in _BLANKS:
            return line[:index], line[index:].lstrip(_BLANKS)
    return line, b""


def _shown(word: bytes) -> str:
    return ascii(word[:40].decode("latin-1"))


def _means_to_revoke(line: bytes) -> bool:
    """Return whether a line that cannot be read looks like a revocation, however mangled."""
    first, rest = _word(line.replace(b"\0", b"").lower())
    return b"@rev" in first or rest.startswith(b"@rev")


def _check_hash(patterns: bytes) -> None:
    parts = patterns.split(b"|")
    if len(parts) != 4 or parts[1] != b"1":
        raise SshKeyError("its hashed name is not of the form |1|salt|hash")
    for part in parts[2:]:
        try:
            value = binascii.a2b_base64(part, strict_mode=True)
        except binascii.Error:
            value = b""
        if len(value) != _SALT_BYTES or base64.b64encode(value) != part:
            raise SshKeyError("its hashed name is malformed")


def _hash_matches(patterns: bytes, name: bytes) -> bool:
    _, _, salt, expected = patterns.split(b"|")
    digest = hmac.digest(binascii.a2b_base64(salt), name, hashlib.sha1)
    return hmac.compare_digest(digest, binascii.a2b_base64(expected))


def _glob(pattern: bytes, text: bytes) -> bool:
    """Return whether ``*`` and ``?`` in `pattern` make it `text`, in time bounded by their product."""
    position, index, star, mark = 0, 0, -1, 0
    while index < len(text):
        if position < len(pattern) and pattern[position] == 0x2A:
            star, mark = position, index
            position += 1
        elif position < len(pattern) and (pattern[position] in (0x3F, text[index])):
            position += 1
            index += 1
        elif star >= 0:
            position = star + 1
            mark += 1
            index = mark
        else:
            return False
    return not pattern[position:].strip(b"*")
