"""Credentials to the context of one TLS connection.

Everything is read anew for each connection, so that what was renewed on disk is used. All of it blocks: a
coroutine calls it through `asyncio.to_thread`.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import pwd
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from purevirt.errors import CertificateRefused, CertificateUntrusted, TlsCredentialsError, TlsError
from purevirt.rpc.dialling.plan import endpoint_of
from purevirt.rpc.dialling.tls_credentials import TlsCredentials, locate_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.dialling.plan import TlsPlan

__all__ = ["KeyIsEncrypted", "TlsMaterial", "make_context", "read_material", "refusal", "tls_error"]

_MAX_FILE_BYTES = 16 << 20
"""A bundle of every public CA has 200 kB; the rest is room for revocations."""

_OTHER_PROTOCOL = frozenset(
    {"WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"}
)
_REFUSALS = frozenset(
    {
        "SSLV3_ALERT_BAD_CERTIFICATE",
        "SSLV3_ALERT_CERTIFICATE_EXPIRED",
        "SSLV3_ALERT_CERTIFICATE_REVOKED",
        "SSLV3_ALERT_CERTIFICATE_UNKNOWN",
        "SSLV3_ALERT_HANDSHAKE_FAILURE",
        "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE",
        "TLSV13_ALERT_CERTIFICATE_REQUIRED",
        "TLSV1_ALERT_ACCESS_DENIED",
        "TLSV1_ALERT_UNKNOWN_CA",
    }
)
"""Alerts by which a server that checks during the handshake, unlike libvirtd, refuses a certificate."""


class KeyIsEncrypted(TlsCredentialsError):
    """The key needs a passphrase, and none was given."""


@dataclass(frozen=True, slots=True, repr=False)
class TlsMaterial:
    """PEM, and what errors call it.

    Attributes:
        ca, crl, certificate, key: the PEM; None where there is none.
        names: what each is called, by attribute: a file's path where it is from one.
        passphrase: of the key.
    """

    ca: bytes
    crl: bytes | None
    certificate: bytes | None
    key: bytes | None
    names: dict[str, str]
    passphrase: str | bytes | None


def read_material(plan: TlsPlan, credentials: TlsCredentials | None) -> TlsMaterial:
    """Return what `credentials` hold, or what is in the files that the plan means.

    Raises:
        TlsCredentialsError: a file is missing or cannot be read, or the URI names one although all are in
            memory.
    """
    endpoint = endpoint_of(plan)
    given = credentials or TlsCredentials()
    if given.ca is not None:
        if plan.pkipath is not None:
            raise TlsCredentialsError(
                f"{endpoint}: the URI has pkipath={plan.pkipath}, and the certificates are in memory; leave "
                "out one of them",
                endpoint=endpoint,
                file=plan.pkipath,
            )
        return TlsMaterial(
            ca=_bytes(given.ca),
            crl=None if given.crl is None else _bytes(given.crl),
            certificate=None if given.certificate is None else _bytes(given.certificate),
            key=None if given.key is None else _bytes(given.key),
            names={name: f"TlsCredentials.{name}" for name in ("ca", "crl", "certificate", "key")},
            passphrase=given.passphrase,
        )
    files = locate_files(
        plan.pkipath,
        home=_home(),
        uid=os.geteuid(),
        endpoint=endpoint,
        exists=lambda path: os.access(path, os.F_OK),
    )
    names = {
        "ca": files.ca,
        "crl": files.crl or "",
        "certificate": files.certificate or "",
        "key": files.key or "",
    }
    return TlsMaterial(
        ca=_read(endpoint, files.ca),
        crl=None if files.crl is None else _read(endpoint, files.crl),
        certificate=None if files.certificate is None else _read(endpoint, files.certificate),
        key=None if files.key is None else _read(endpoint, files.key),
        names=names,
        passphrase=given.passphrase,
    )


def make_context(plan: TlsPlan, material: TlsMaterial) -> ssl.SSLContext:
    """Return the context.

    TLS is 1.2 at least. A name that is only the certificate's common name counts where it has no
    alternative names, as with GnuTLS. With revocations the daemon's certificate has to be covered by them.

    Args:
        plan: whom to connect to.
        material: what with.

    Raises:
        KeyIsEncrypted: the passphrase is missing.
        TlsCredentialsError: a part cannot be used.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # GnuTLS takes any certificate in the file as an anchor, also one that is not a root
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    if not plan.verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    _load_trusted(context, plan, material, "ca", material.ca)
    if material.crl is not None:
        _load_trusted(context, plan, material, "crl", material.crl)
        context.verify_flags |= ssl.VERIFY_CRL_CHECK_LEAF
    if material.certificate is not None and material.key is not None:
        _load_own(context, plan, material)
    return context


def _load_trusted(
    context: ssl.SSLContext, plan: TlsPlan, material: TlsMaterial, part: str, pem: bytes
) -> None:
    try:
        with _as_file(pem) as path:
            context.load_verify_locations(cafile=path)
    except ssl.SSLError as error:
        kind = "certificates" if part == "ca" else "revocations"
        raise _unusable(plan, material.names[part], f"no {kind} in PEM ({_reason(error)})") from None


def _load_own(context: ssl.SSLContext, plan: TlsPlan, material: TlsMaterial) -> None:
    asked = False
    key_name = material.names["key"]

    def passphrase() -> str | bytes:
        nonlocal asked
        asked = True
        if material.passphrase is None:
            # without this OpenSSL would ask on the terminal
            endpoint = endpoint_of(plan)
            raise KeyIsEncrypted(
                f"{endpoint}: {key_name}: the key is encrypted; give its passphrase, or a callback (ask=)",
                endpoint=endpoint,
                file=key_name,
            )
        return material.passphrase

    assert material.certificate is not None
    assert material.key is not None
    try:
        with _as_file(material.certificate) as certificate, _as_file(material.key) as key:
            context.load_cert_chain(certificate, key, passphrase)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            text = f"the key does not belong to the certificate {material.names['certificate']}"
        elif asked:
            text = "the key cannot be decrypted; its passphrase is another one"
        else:
            text = (
                f"not a key in PEM, or {material.names['certificate']} is no certificate ({_reason(error)})"
            )
        raise _unusable(plan, key_name, text) from None


def tls_error(plan: TlsPlan, material: TlsMaterial, error: OSError) -> TlsError:
    """Return what it means that TLS could not be set up."""
    endpoint = endpoint_of(plan)
    if isinstance(error, ssl.SSLError) and error.reason in _REFUSALS:
        return refusal(plan, material)
    if isinstance(error, ssl.SSLCertVerificationError):
        return CertificateUntrusted(
            f"{endpoint}: the daemon's certificate is not accepted: {error.verify_message}; it has to be for "
            f"{plan.host}, issued by our CA, and valid now",
            endpoint=endpoint,
            reason=error.verify_message,
            code=error.verify_code,
        )
    hung_up = isinstance(
        error, ConnectionResetError | ConnectionAbortedError | BrokenPipeError | ssl.SSLEOFError
    )
    if isinstance(error, ssl.SSLError) and error.reason in _OTHER_PROTOCOL:
        text = "no TLS is spoken there; is this the port for plain text, or for something else?"
    elif hung_up:
        text = "it hung up before TLS was set up; is this the port for plain text, or for something else?"
    else:
        text = f"TLS failed: {_reason(error) if isinstance(error, ssl.SSLError) else error}"
    return TlsError(f"{endpoint}: {text}", endpoint=endpoint)


def refusal(plan: TlsPlan, material: TlsMaterial) -> CertificateRefused:
    """Return the error for a daemon that hung up instead of giving its verdict."""
    endpoint = endpoint_of(plan)
    return CertificateRefused(
        f"{endpoint}: the daemon refused our certificate or our address: {_own_certificate(material)}; its "
        "log says why",
        endpoint=endpoint,
    )


def _own_certificate(material: TlsMaterial) -> str:
    if material.certificate is None:
        return "we sent no certificate, and it may want one"
    # only here, where the connection is lost anyway, is the time spent to import it
    from cryptography import x509  # noqa: PLC0415 - loaded by who needs it

    certificate = x509.load_pem_x509_certificates(material.certificate)[0]
    subject = ",".join(part.rfc4514_string() for part in certificate.subject.rdns)
    until = certificate.not_valid_after_utc
    sent = f"we sent {material.names['certificate']}, subject {subject}"
    if until < dt.datetime.now(dt.UTC):
        return f"{sent}, which expired {until:%Y-%m-%d %H:%M} UTC"
    return f"{sent} (is its issuer the daemon's CA, and its subject in tls_allowed_dn_list?)"


def _unusable(plan: TlsPlan, file: str, text: str) -> TlsCredentialsError:
    endpoint = endpoint_of(plan)
    return TlsCredentialsError(f"{endpoint}: {file}: {text}", endpoint=endpoint, file=file)


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or "unknown").replace("_", " ").lower()


def _home() -> str | None:
    home = os.environ.get("HOME")
    if not home:
        with contextlib.suppress(KeyError):  # as in a container, whose user is only a number
            home = pwd.getpwuid(os.geteuid()).pw_dir
    return home


def _bytes(pem: str | bytes) -> bytes:
    return pem.encode("ascii", "replace") if isinstance(pem, str) else pem


def _read(endpoint: str, file: str) -> bytes:
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(_MAX_FILE_BYTES + 1)
    except OSError as error:
        text = f"cannot be read: {error.strerror or error}"
        raise TlsCredentialsError(f"{endpoint}: {file} {text}", endpoint=endpoint, file=file) from None
    if len(data) > _MAX_FILE_BYTES:
        text = f"is larger than {_MAX_FILE_BYTES} bytes, which no file of certificates is"
        raise TlsCredentialsError(f"{endpoint}: {file} {text}", endpoint=endpoint, file=file)
    return data


@contextlib.contextmanager
def _as_file(pem: bytes) -> Iterator[str]:
    """Give a path that has `pem`, since Python takes nothing else for OpenSSL; on Linux it is on no disk."""
    with contextlib.ExitStack() as stack:
        path = ""
        if hasattr(os, "memfd_create"):
            fd = os.memfd_create("purevirt-pem", os.MFD_CLOEXEC)
            stack.callback(os.close, fd)
            path = f"/proc/self/fd/{fd}"
        if Path(path or "/nowhere").exists():
            os.write(fd, pem)
        else:
            file = stack.enter_context(tempfile.NamedTemporaryFile())
            file.write(pem)
            file.flush()
            path = file.name
        yield path
