"""Certificates for TLS hosts and clients: good ones, and those that a peer has to refuse."""

import datetime as dt
import ipaddress
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

ClientPurpose = Literal[
    "good",
    "stranger",
    "expired",
    "outsider",
    "wrong-usage",
    "encrypted",
    "no-certificate",
    "other-ca",
    "revoking",
    "not-revoking",
]
"""Which client folder: see `Pki.client`."""

ServerPurpose = Literal["good", "expired", "wrong-name", "name-in-cn", "stranger", "wrong-usage"]
"""Which server folder: see `Pki.server`."""

PASSPHRASE: Final = "lab pass phrase"

_DAY: Final = dt.timedelta(days=1)
_NAMES: Final = (
    x509.DNSName("localhost"),
    x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
    x509.IPAddress(ipaddress.ip_address("::1")),
)


class _Signed:
    """A certificate and its key."""

    def __init__(
        self,
        common_name: str,
        *,
        issuer: "_Signed | None" = None,
        names: Sequence[x509.GeneralName] = (),
        usage: x509.ObjectIdentifier | None = None,
        expired: bool = False,
    ) -> None:
        now = dt.datetime.now(dt.UTC)
        is_ca = usage is None
        self.certificate: x509.Certificate
        self.key = ec.generate_private_key(ec.SECP256R1())
        own = x509.Name(
            [
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "lab"),
                x509.NameAttribute(NameOID.COMMON_NAME, common_name),
            ]
        )
        signer = issuer or self
        builder = (
            x509.CertificateBuilder()
            .subject_name(own)
            .issuer_name(own if issuer is None else issuer.certificate.subject)
            .public_key(self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - 3 * _DAY)
            .not_valid_after(now - _DAY if expired else now + 30 * _DAY)
            .add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), critical=True)
            .add_extension(_key_usage(is_ca=is_ca), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key()), critical=False
            )
        )
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        if usage is not None:
            builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
        self.certificate = builder.sign(signer.key, hashes.SHA256())

    def certificate_pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    def key_pem(self, *, passphrase: str | None = None) -> bytes:
        encryption: serialization.KeySerializationEncryption = serialization.NoEncryption()
        if passphrase is not None:
            encryption = serialization.BestAvailableEncryption(passphrase.encode())
        encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        return self.key.private_bytes(encoding, form, encryption)


def _key_usage(*, is_ca: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not is_ca,
        content_commitment=False,
        # Of no use to an EC key, but libvirtd refuses a certificate without it.
        key_encipherment=not is_ca,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=is_ca,
        crl_sign=is_ca,
        encipher_only=False,
        decipher_only=False,
    )


class Pki:
    """A certificate authority, a stranger to it, and folders of certificates by purpose.

    Keys are EC P-256. A folder is made when it is first asked for, in about two milliseconds; the same
    instance may serve several hosts.

    Args:
        folder: Where the folders are made.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ca = _Signed("lab CA")
        self._stranger = _Signed("stranger CA")
        self._good_server = self._make_server("good")

    @property
    def ca_path(self) -> Path:
        """The certificate of the lab's own CA, alone in its folder's `cacert.pem`."""
        return self.client("no-certificate") / "cacert.pem"

    def client(self, purpose: ClientPurpose = "good") -> Path:
        """Return a folder laid out for libvirt's `pkipath`: cacert.pem, clientcert.pem, clientkey.pem.

        Args:
            purpose: `good`; `stranger` (issued by another CA, trusts the lab's); `expired`; `outsider` (a DN
                that `Tls` does not let in); `wrong-usage` (a server's, which libvirtd lets in); `encrypted`
                (its key needs `PASSPHRASE`); `no-certificate` (cacert.pem alone); `other-ca` (good, but
                trusts the stranger's CA alone); `revoking` and `not-revoking` (good, with a cacrl.pem that
                revokes the good server certificate, or another one).
        """
        folder = self._folder / f"client-{purpose}"
        if folder.is_dir():
            return folder
        parts = {"cacert.pem": (self._stranger if purpose == "other-ca" else self._ca).certificate_pem()}
        if purpose != "no-certificate":
            server_like = purpose == "wrong-usage"
            signed = _Signed(
                "lab outsider" if purpose == "outsider" else "lab client",
                issuer=self._stranger if purpose == "stranger" else self._ca,
                usage=ExtendedKeyUsageOID.SERVER_AUTH if server_like else ExtendedKeyUsageOID.CLIENT_AUTH,
                expired=purpose == "expired",
            )
            parts["clientcert.pem"] = signed.certificate_pem()
            parts["clientkey.pem"] = signed.key_pem(passphrase=PASSPHRASE if purpose == "encrypted" else None)
        if purpose in {"revoking", "not-revoking"}:
            serial = self._good_server.certificate.serial_number
            parts["cacrl.pem"] = self._crl(serial if purpose == "revoking" else serial + 1)
        return _written(folder, parts)

    def server(self, purpose: ServerPurpose = "good") -> Path:
        """Return a folder with cacert.pem, servercert.pem and serverkey.pem for libvirtd.

        Args:
            purpose: `good` (localhost, 127.0.0.1 and ::1); `expired`; `wrong-name` (elsewhere.example);
                `name-in-cn` (localhost as the common name, no alternative names); `stranger` (issued by
                another CA); `wrong-usage` (a client's certificate).
        """
        folder = self._folder / f"server-{purpose}"
        if folder.is_dir():
            return folder
        signed = self._good_server if purpose == "good" else self._make_server(purpose)
        parts = {
            # What clients are checked against, whoever issued the server's own certificate.
            "cacert.pem": self._ca.certificate_pem(),
            "servercert.pem": signed.certificate_pem(),
            "serverkey.pem": signed.key_pem(),
        }
        return _written(folder, parts)

    def _make_server(self, purpose: ServerPurpose) -> _Signed:
        names: Sequence[x509.GeneralName] = _NAMES
        if purpose == "wrong-name":
            names = (x509.DNSName("elsewhere.example"),)
        elif purpose == "name-in-cn":
            names = ()
        client_like = purpose == "wrong-usage"
        return _Signed(
            "localhost" if purpose == "name-in-cn" else "lab server",
            issuer=self._stranger if purpose == "stranger" else self._ca,
            names=names,
            usage=ExtendedKeyUsageOID.CLIENT_AUTH if client_like else ExtendedKeyUsageOID.SERVER_AUTH,
            expired=purpose == "expired",
        )

    def _crl(self, serial: int) -> bytes:
        now = dt.datetime.now(dt.UTC)
        revoked = (
            x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(now - 2 * _DAY).build()
        )
        crl = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(self._ca.certificate.subject)
            .last_update(now - _DAY)
            .next_update(now + 30 * _DAY)
            .add_revoked_certificate(revoked)
            .add_extension(x509.CRLNumber(1), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._ca.key.public_key()), critical=False
            )
            .sign(self._ca.key, hashes.SHA256())
        )
        return crl.public_bytes(serialization.Encoding.PEM)


def _written(folder: Path, parts: dict[str, bytes]) -> Path:
    """Return the folder with the files in it; keys are readable by their owner alone."""
    folder.mkdir(parents=True)
    for name, content in parts.items():
        path = folder / name
        path.touch(0o600 if name.endswith("key.pem") else 0o644)
        path.write_bytes(content)
    return folder
