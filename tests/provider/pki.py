"""A small PKI in a folder: CAs, servers, shards, and everything that can be wrong with them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Issued:
    """A certificate and its key, as PEM."""

    cert: bytes
    key: bytes

    def write(self, folder: Path, name: str) -> tuple[Path, Path]:
        """Write NAME.pem and NAME.key, and return their paths."""
        cert, key = folder / f"{name}.pem", folder / f"{name}.key"
        cert.write_bytes(self.cert)
        key.write_bytes(self.key)
        return cert, key


class Authority:
    """A CA that issues whatever it is asked for."""

    def __init__(self, name: str, *, lifetime: tuple[dt.timedelta, dt.timedelta] = (-DAY, DAY)) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self._certificate = self._sign(self._name, self._key, [], lifetime, ca=True)

    @property
    def pem(self) -> bytes:
        """The CA's own certificate."""
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    @property
    def key_pem(self) -> bytes:
        """The CA's private key."""
        return _key_pem(self._key)

    def server(self, *, lifetime: tuple[dt.timedelta, dt.timedelta] = (-DAY, DAY)) -> Issued:
        """Issue a certificate for localhost."""
        return self._issue("server", [x509.DNSName("localhost")], lifetime)

    def client(
        self,
        *uris: str,
        others: Sequence[x509.GeneralName] = (),
        lifetime: tuple[dt.timedelta, dt.timedelta] = (-DAY, DAY),
    ) -> Issued:
        """Issue a certificate with these URI names."""
        return self._issue("client", [*map(x509.UniformResourceIdentifier, uris), *others], lifetime)

    def _issue(
        self, name: str, names: Sequence[x509.GeneralName], lifetime: tuple[dt.timedelta, dt.timedelta]
    ) -> Issued:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        made = self._sign(subject, key, names, lifetime, ca=False)
        return Issued(made.public_bytes(serialization.Encoding.PEM), _key_pem(key))

    def _sign(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        names: Sequence[x509.GeneralName],
        lifetime: tuple[dt.timedelta, dt.timedelta],
        *,
        ca: bool,
    ) -> x509.Certificate:
        now = dt.datetime.now(dt.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + lifetime[0])
            .not_valid_after(now + lifetime[1])
            .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
            .add_extension(_usage(ca=ca), critical=True)
        )
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self._key, hashes.SHA256())


def _usage(*, ca: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not ca,
        key_cert_sign=ca,
        crl_sign=ca,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


EXPIRED = (-2 * DAY, -DAY)
FUTURE = (DAY, 2 * DAY)


@cache
def authority() -> Authority:
    """Return the CA that the tests share."""
    return Authority("ca")
