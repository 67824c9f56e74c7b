"""The gRPC listener's certificate, key and CA bundle: read together, and checked against each other.

Errors name the flag and the file, and never show what is in it.
Source: libvirt-provider contract, flags `--tls-*`; RFC 5280, section 4.1.2.5 (validity).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from purevirt.provider.errors import ConfigError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping
    from pathlib import Path

# A bundle of every public CA has 200 kB.
MAX_PEM_BYTES: Final = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class TlsFiles:
    """Where the listener's PEM files are. With `ca`, clients have to show a certificate issued by it."""

    cert: Path
    key: Path
    ca: Path | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Certificates:
    """One coherent set, as PEM.

    Attributes:
        chain: the listener's certificate, and those between it and its CA, if any.
        key: the certificate's private key.
        ca: the certificates that may have issued the clients'.
        expiry_s: seconds since the epoch at which the listener's certificate (`server`) and the CA that lasts
            longest (`ca`) expire.
    """

    chain: bytes
    key: bytes
    ca: bytes | None
    expiry_s: Mapping[str, float]


def read_certificates(files: TlsFiles, now: dt.datetime) -> Certificates:
    """Return what the files hold at the moment; blocks.

    Args:
        files: where to read.
        now: the time that the certificates have to be valid at, with a time zone.

    Raises:
        ConfigError: a file cannot be read or used, the key is another certificate's, or a certificate has
            expired.
    """
    chain = _read(files.cert, "--tls-cert")
    leaf = _certificates(chain, f"--tls-cert {files.cert}")[0]
    key = _read(files.key, "--tls-key")
    if _public_key_of(key, f"--tls-key {files.key}") != leaf.public_key().public_bytes(
        Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    ):
        raise ConfigError(
            f"--tls-key {files.key}: does not belong to the certificate in --tls-cert {files.cert}; "
            "give the pair that was issued together"
        )
    _check_validity(leaf, f"--tls-cert {files.cert}", now)
    expiry_s = {"server": leaf.not_valid_after_utc.timestamp()}
    ca = None
    if files.ca is not None:
        ca = _read(files.ca, "--tls-ca")
        # An old CA beside its successor is how CAs are renewed; only the last one may not have expired.
        longest = max(_certificates(ca, f"--tls-ca {files.ca}"), key=lambda one: one.not_valid_after_utc)
        _check_validity(longest, f"--tls-ca {files.ca}", now)
        expiry_s["ca"] = longest.not_valid_after_utc.timestamp()
    return Certificates(chain, key, ca, expiry_s)


def _read(path: Path, flag: str) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_PEM_BYTES + 1)
    except (OSError, ValueError) as error:
        # ValueError: a NUL in the path.
        reason = getattr(error, "strerror", None) or "not a path"
        raise ConfigError(f"{flag} {path}: cannot be read ({reason}); name a PEM file") from None
    if len(content) > MAX_PEM_BYTES:
        raise ConfigError(f"{flag} {path}: is larger than {MAX_PEM_BYTES} bytes, as no PEM file is")
    return content


def _certificates(pem: bytes, where: str) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError:
        raise ConfigError(f"{where}: holds no certificate in PEM, or a broken one; issue it anew") from None


def _public_key_of(pem: bytes, where: str) -> bytes:
    """Return the public half of a private key, in DER."""
    try:
        key = load_pem_private_key(pem, password=None)
    except TypeError:
        raise ConfigError(
            f"{where}: is encrypted, and a server has nobody to ask; store it without a passphrase, mode 0600"
        ) from None
    except (ValueError, UnsupportedAlgorithm):
        raise ConfigError(f"{where}: holds no private key in PEM; name the certificate's key") from None
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _check_validity(certificate: x509.Certificate, where: str, now: dt.datetime) -> None:
    if certificate.not_valid_after_utc < now:
        raise ConfigError(f"{where}: expired {certificate.not_valid_after_utc:%Y-%m-%d %H:%M} UTC; renew it")
    if certificate.not_valid_before_utc > now:
        raise ConfigError(
            f"{where}: is not valid before {certificate.not_valid_before_utc:%Y-%m-%d %H:%M} UTC; "
            "set the clock, or wait"
        )
