"""SSH public keys and host certificates as bytes: their fields, fingerprints and bounds. Pure.

Only what a decision about a host key needs; signatures are not checked here.

Source: RFC 4253 section 6.6 (ssh-rsa, ssh-dss), RFC 5656 section 3.1 (ECDSA), RFC 8709 section 4 (Ed25519),
OpenSSH's PROTOCOL.u2f (sk keys) and PROTOCOL.certkeys (certificates).
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

__all__ = [
    "CERTIFICATE_SUFFIX",
    "KNOWN_KEY_TYPES",
    "HostCertificate",
    "SshKeyError",
    "check_public_key",
    "fingerprint",
    "key_type",
    "parse_certificate",
    "plain_blob",
]

CERTIFICATE_SUFFIX = "-cert-v01@openssh.com"

_FIELDS = {
    "ssh-rsa": 2,
    "ssh-dss": 4,
    "ssh-ed25519": 1,
    "ecdsa-sha2-nistp256": 2,
    "ecdsa-sha2-nistp384": 2,
    "ecdsa-sha2-nistp521": 2,
    "sk-ssh-ed25519@openssh.com": 2,
    "sk-ecdsa-sha2-nistp256@openssh.com": 3,
}
"""How many strings follow the type in a public key of each type."""

KNOWN_KEY_TYPES = frozenset(_FIELDS)
"""The types of plain keys whose layout is known here."""

_CERTIFICATE_TYPES = {
    "sk-ssh-ed25519-cert-v01@openssh.com": "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256-cert-v01@openssh.com": "sk-ecdsa-sha2-nistp256@openssh.com",
    **{name + CERTIFICATE_SUFFIX: name for name in _FIELDS if "@" not in name},
}
_HOST = 2
_WEAK_SIGNATURES = ("ssh-rsa", "ssh-dss")
_MAX_PRINCIPALS = 256
"""OpenSSH's SSHKEY_CERT_MAX_PRINCIPALS."""


class SshKeyError(ValueError):
    """Bytes that are not a public key; never leaves the modules of ring 1."""


class _Fields:
    """A cursor over the fields of a blob."""

    __slots__ = ("_data", "_position")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    def number(self, size: int) -> int:
        end = self._position + size
        if end > len(self._data):
            raise SshKeyError("it ends inside a number")
        value = int.from_bytes(self._data[self._position : end], "big")
        self._position = end
        return value

    def string(self) -> bytes:
        size = self.number(4)
        end = self._position + size
        if end > len(self._data):
            raise SshKeyError("it ends inside a field")
        value = self._data[self._position : end]
        self._position = end
        return value

    @property
    def position(self) -> int:
        return self._position

    @property
    def at_end(self) -> bool:
        return self._position == len(self._data)


def key_type(blob: bytes) -> str:
    """Return the type that a key or a certificate says it has.

    Raises:
        SshKeyError: it does not begin with a printable name.
    """
    name = _Fields(blob).string()
    if not name or not all(0x20 < byte < 0x7F for byte in name):
        raise SshKeyError("it does not begin with the name of a key type")
    return name.decode("ascii")


def check_public_key(blob: bytes) -> str:
    """Return the type of a whole public key or certificate; types unknown here pass unlooked-at.

    Raises:
        SshKeyError: it is cut short, or has more than its type allows.
    """
    name = key_type(blob)
    if name in _CERTIFICATE_TYPES:
        parse_certificate(blob)
    elif name in _FIELDS:
        fields = _Fields(blob)
        fields.string()
        _key_fields(fields, name)
        if not fields.at_end:
            raise SshKeyError("it has more than a key of its type")
    return name


def _key_fields(fields: _Fields, name: str) -> None:
    for index in range(_FIELDS[name]):
        value = fields.string()
        if not value or (name.endswith("ssh-ed25519") and index == 0 and len(value) != 32):
            raise SshKeyError("a field of it has an impossible length")


def fingerprint(blob: bytes) -> str:
    """Return ``SHA256:`` and the unpadded base64 that ssh-keygen shows; of a certificate, its key's."""
    digest = hashlib.sha256(plain_blob(blob)).digest()
    return "SHA256:" + base64.b64encode(digest).decode("ascii").rstrip("=")


def plain_blob(blob: bytes) -> bytes:
    """Return the public key inside a certificate, and anything else as it is."""
    try:
        return parse_certificate(blob).key_blob
    except SshKeyError:
        return blob


@dataclass(frozen=True, slots=True)
class HostCertificate:
    """What a host certificate says; whether it is signed is another question.

    Attributes:
        key_blob: the host's public key.
        ca_blob: the public key of the authority.
        key_id: the authority's name for it, for people.
        principals: the host names it is for.
        valid_after, valid_before: seconds since 1970; the second is not included.
        certificate_type: 1 for users, 2 for hosts.
        critical: whether it has critical options; none is defined for hosts.
        signature_type: the algorithm of the authority's signature.
    """

    key_blob: bytes
    ca_blob: bytes
    key_id: str
    principals: tuple[str, ...]
    valid_after: int
    valid_before: int
    certificate_type: int
    critical: bool
    signature_type: str

    def fault(self, host: str, now_s: float) -> str | None:
        """Return why this certificate does not vouch for `host` (lower case) at `now_s`, or None.

        A certificate without principals is for any name at all; it vouches for none here.
        """
        if self.certificate_type != _HOST:
            return "it is not a host certificate"
        if self.signature_type in _WEAK_SIGNATURES:
            return f"it is signed by {self.signature_type}, which is too weak"
        if self.critical:
            return "it has critical options, which are unknown"
        if not self.principals:
            return "it names no principal, so it would be good for every host"
        if host not in self.principals:
            return f"it is for {', '.join(map(ascii, self.principals[:4]))}, not for {host}"
        if now_s < self.valid_after:
            return "it is not valid yet"
        if now_s >= self.valid_before:
            return "it has expired"
        return None


def parse_certificate(blob: bytes) -> HostCertificate:
    """Return what a certificate says.

    Raises:
        SshKeyError: it is not one, or is malformed.
    """
    name = key_type(blob)
    plain = _CERTIFICATE_TYPES.get(name)
    if plain is None:
        raise SshKeyError(f"{name} is not a certificate")
    fields = _Fields(blob)
    fields.string()
    fields.string()  # the nonce
    start = fields.position
    _key_fields(fields, plain)
    encoded = plain.encode("ascii")
    key_blob = len(encoded).to_bytes(4, "big") + encoded + blob[start : fields.position]
    fields.number(8)  # the serial
    certificate_type = fields.number(4)
    key_id = fields.string().decode("utf-8", "replace")
    principals = _strings(fields.string())
    valid_after, valid_before = fields.number(8), fields.number(8)
    critical = fields.string()
    fields.string()  # extensions
    fields.string()  # reserved
    ca_blob, signature = fields.string(), fields.string()
    if not fields.at_end:
        raise SshKeyError("it has more than a certificate of its type")
    if key_type(ca_blob) in _CERTIFICATE_TYPES:
        raise SshKeyError("it is signed by a certificate, which cannot be")
    return HostCertificate(
        key_blob=key_blob,
        ca_blob=ca_blob,
        key_id=key_id,
        principals=principals,
        valid_after=valid_after,
        valid_before=valid_before,
        certificate_type=certificate_type,
        critical=bool(critical),
        signature_type=key_type(signature),
    )


def _strings(data: bytes) -> tuple[str, ...]:
    fields = _Fields(data)
    found: list[str] = []
    while not fields.at_end:
        if len(found) >= _MAX_PRINCIPALS:
            raise SshKeyError(f"it has more than {_MAX_PRINCIPALS} principals")
        found.append(fields.string().decode("utf-8", "surrogateescape"))
    return tuple(found)
