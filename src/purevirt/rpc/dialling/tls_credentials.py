"""What TLS is given: certificates and keys in memory, or the files that libvirt's clients look for. Pure.

Source: virNetTLSContextLocateCredentials in src/rpc/virnettlscontext.c.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from purevirt.errors import TlsCredentialsError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["TlsCredentials", "TlsFiles", "locate_files"]

_CA = "cacert.pem"
_CRL = "cacrl.pem"
_CERTIFICATE = "clientcert.pem"
_KEY = "clientkey.pem"
_SYSTEM_CA_FOLDER = "/etc/pki/CA"
_SYSTEM_FOLDER = "/etc/pki/libvirt"


@dataclass(frozen=True, slots=True)
class TlsCredentials:
    """Certificates and keys that are in memory, as PEM; and what opens an encrypted key.

    With `ca` all of them are these, and no file is looked for. Without it only the passphrase is: the rest
    is in files.

    Attributes:
        ca: the certificates that may have issued the daemon's.
        certificate: ours, followed by those between it and the daemon's CA, if any.
        key: the certificate's.
        crl: revocations; the daemon's certificate has to be covered by one.
        passphrase: of the key, whether it is in memory or in a file.
    """

    ca: str | bytes | None = None
    certificate: str | bytes | None = None
    key: str | bytes | None = None
    crl: str | bytes | None = None
    passphrase: str | bytes | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("TlsCredentials: a certificate and its key belong together; give both or none")
        if self.ca is None and (self.certificate is not None or self.crl is not None):
            raise ValueError("TlsCredentials: without ca everything is in files; give ca too")

    def __repr__(self) -> str:
        names = ("ca", "certificate", "key", "crl", "passphrase")
        given = ", ".join(f"{name}=..." for name in names if getattr(self, name) is not None)
        return f"TlsCredentials({given})"


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Where the parts are; None where there is none."""

    ca: str
    crl: str | None
    certificate: str | None
    key: str | None


def locate_files(
    pkipath: str | None, *, home: str | None, uid: int, endpoint: str, exists: Callable[[str], bool]
) -> TlsFiles:
    """Return the files to use.

    With `pkipath` all of them are there, the revocations excepted. Without it each is the user's own, in
    ``~/.pki/libvirt``, or else the system's, in ``/etc/pki``; certificate and key are taken as a pair. Root
    has no files of its own, and a client without a certificate may be one that the daemon lets in.

    Args:
        pkipath: what the URI says.
        home: the user's home directory, if there is one.
        uid: the effective user.
        endpoint: the daemon's, for errors.
        exists: whether there is a file at a path.

    Raises:
        TlsCredentialsError: a file is missing; the message names it.
    """
    if pkipath is not None:
        ca, certificate, key = (f"{pkipath}/{name}" for name in (_CA, _CERTIFICATE, _KEY))
        for file in (ca, certificate, key):
            if not exists(file):
                raise TlsCredentialsError(
                    f"{endpoint}: {file} does not exist; pkipath is to have {_CA}, {_CERTIFICATE} and {_KEY}",
                    endpoint=endpoint,
                    file=file,
                )
        return TlsFiles(ca, _if_there(exists, f"{pkipath}/{_CRL}"), certificate, key)
    own = f"{home}/.pki/libvirt" if home and uid != 0 else None
    cas, crls = [f"{_SYSTEM_CA_FOLDER}/{_CA}"], [f"{_SYSTEM_CA_FOLDER}/{_CRL}"]
    pairs = [(f"{_SYSTEM_FOLDER}/{_CERTIFICATE}", f"{_SYSTEM_FOLDER}/private/{_KEY}")]
    if own is not None:
        cas.insert(0, f"{own}/{_CA}")
        crls.insert(0, f"{own}/{_CRL}")
        pairs.insert(0, (f"{own}/{_CERTIFICATE}", f"{own}/{_KEY}"))
    found = _if_there(exists, *cas)
    if found is None:
        raise TlsCredentialsError(
            f"{endpoint}: no certificate of a CA to check the daemon's by: tried {' and '.join(cas)}; put it "
            "there, or name a folder (pkipath=)",
            endpoint=endpoint,
            file=cas[-1],
        )
    pair = next((pair for pair in pairs if all(exists(file) for file in pair)), (None, None))
    return TlsFiles(found, _if_there(exists, *crls), *pair)


def _if_there(exists: Callable[[str], bool], *files: str) -> str | None:
    return next((file for file in files if exists(file)), None)
