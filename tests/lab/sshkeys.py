"""Keys and certificates for sshd and its clients."""

import datetime as dt
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from tests.lab.process import run

KeyType = Literal["ed25519", "rsa", "ecdsa"]
PrivateKey = ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey

PASSPHRASE: Final = "lab pass phrase"

_RSA_BITS: Final = 2048
_KEYGEN_S: Final = 30.0
_DAY: Final = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class HostCertificate:
    """The wish for a certificate of the ed25519 host key, signed by the host's own CA.

    Args:
        principals: The names it is good for; none means any name.
        expired: Whether its time is over.
        for_users: Whether it is a certificate for users, which no host may show.
    """

    principals: Sequence[str] = ("127.0.0.1", "localhost")
    expired: bool = False
    for_users: bool = False


class SshKeys:
    """The keys of a host and of its clients, each in a file, the public one beside it as `.pub`.

    The RSA keys are shared by all hosts of a run until `rotate`, since making one takes 0.1 s.

    Args:
        folder: Where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.client = self._write("client_ed25519", ed25519.Ed25519PrivateKey.generate())
        self.client_rsa = self._write("client_rsa", _shared_rsa("client"))
        self.stranger = self._write("stranger_ed25519", ed25519.Ed25519PrivateKey.generate())
        self.encrypted = folder / "encrypted_ed25519"
        self.encrypted_pkcs8 = self._write(
            "encrypted_ecdsa", ec.generate_private_key(ec.SECP256R1()), passphrase=PASSPHRASE
        )
        # One round of its key derivation is enough for a passphrase that everybody knows.
        keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-a", "1", "-C", "lab", "-N", PASSPHRASE]
        run([*keygen, "-f", self.encrypted], timeout_s=_KEYGEN_S)
        self._ca = ed25519.Ed25519PrivateKey.generate()
        self._host: dict[KeyType, PrivateKey] = {"rsa": _shared_rsa("host")}
        self._make_host_keys(("ed25519", "ecdsa"))
        self._write_host_key("rsa")

    def authorized_keys(self) -> str:
        """Return the lines for `client`, `client_rsa`, `encrypted` and `encrypted_pkcs8`."""
        keys = (self.client, self.client_rsa, self.encrypted, self.encrypted_pkcs8)
        return "".join(key.with_name(f"{key.name}.pub").read_text() for key in keys)

    def host_path(self, kind: KeyType) -> Path:
        """Return the file of a host key."""
        return self._folder / f"host_{kind}"

    def host_public(self, kind: KeyType) -> str:
        """Return a host key's type and base64, as they stand in known_hosts."""
        return _public(self._host[kind])

    def ca_public(self) -> str:
        """Return the key that signs the host certificates, for a line with `@cert-authority`."""
        return _public(self._ca)

    def rotate(self) -> None:
        """Make all host keys anew."""
        self._make_host_keys(("ed25519", "ecdsa", "rsa"))

    def certify(self, wish: HostCertificate) -> Path:
        """Return the file of a new certificate of the ed25519 host key."""
        now = dt.datetime.now(dt.UTC)
        sort = serialization.SSHCertificateType
        public = self._host["ed25519"].public_key()
        builder = (
            serialization.SSHCertificateBuilder()
            .public_key(public)
            .type(sort.USER if wish.for_users else sort.HOST)
            .key_id(b"lab host")
            .valid_after((now - 3 * _DAY).timestamp())
            .valid_before((now - _DAY if wish.expired else now + 30 * _DAY).timestamp())
        )
        if wish.principals:
            builder = builder.valid_principals([name.encode() for name in wish.principals])
        else:
            builder = builder.valid_for_all_principals()  # type: ignore[no-untyped-call]  # cryptography left out its annotation
        path = self._folder / "host_ed25519-cert.pub"
        path.write_bytes(builder.sign(self._ca).public_bytes() + b" lab\n")
        return path

    def _make_host_keys(self, kinds: Sequence[KeyType]) -> None:
        for kind in kinds:
            self._host[kind] = _made(kind)
            self._write_host_key(kind)

    def _write_host_key(self, kind: KeyType) -> None:
        self._write(self.host_path(kind).name, self._host[kind])

    def _write(self, name: str, key: PrivateKey, *, passphrase: str | None = None) -> Path:
        """Return the file of a key: in OpenSSH's format, or in encrypted PKCS#8."""
        form, encryption = serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
        path = self._folder / name
        path.touch(0o600)
        if passphrase is None:
            path.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, encryption))
        else:
            path.write_bytes(
                key.private_bytes(
                    serialization.Encoding.PEM,
                    serialization.PrivateFormat.PKCS8,
                    serialization.BestAvailableEncryption(passphrase.encode()),
                )
            )
        path.with_name(f"{name}.pub").write_text(f"{_public(key)} lab\n")
        return path


def _made(kind: KeyType) -> PrivateKey:
    if kind == "ed25519":
        return ed25519.Ed25519PrivateKey.generate()
    if kind == "rsa":
        return rsa.generate_private_key(65537, _RSA_BITS)
    return ec.generate_private_key(ec.SECP256R1())


@functools.cache
def _shared_rsa(_use: str) -> PrivateKey:
    return _made("rsa")


def _public(key: PrivateKey) -> str:
    encoding, form = serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH
    return key.public_key().public_bytes(encoding, form).decode()
