"""Why there is no connection."""

from __future__ import annotations

from purevirt.errors.base import PurevirtError

__all__ = [
    "AuthFileError",
    "AuthenticationError",
    "CertificateRefused",
    "CertificateUntrusted",
    "ConnectError",
    "DaemonUnproven",
    "HostKeyChanged",
    "HostKeyError",
    "HostKeyRevoked",
    "HostKeyUnknown",
    "KnownHostsMalformed",
    "KnownHostsMissing",
    "TlsCredentialsError",
    "TlsError",
    "UriError",
]


class UriError(PurevirtError, ValueError):
    """A libvirt URI that cannot be used; the message names the part and the cure."""


class ConnectError(PurevirtError, OSError):
    """No connection could be made.

    Attributes:
        endpoint: what was dialled, e.g. a socket's path, or host and port.
        transport: ``unix``, ``tcp``, ``tls``, ``ssh`` or ``ext``; empty for a stream that was handed over.
    """

    def __init__(self, message: str, *, endpoint: str, transport: str = "") -> None:
        super().__init__(message)
        self.endpoint = endpoint
        self.transport = transport


class AuthenticationError(ConnectError):
    """The daemon asks for authentication that we could not give, or it refused it.

    Attributes:
        mechanism: ``none``, ``polkit``, ``sasl``, ``sasl.`` and the mechanism once one is chosen, e.g.
            ``sasl.SCRAM-SHA-256``, the number of an unknown one, or ``ssh`` where it was the SSH server that
            did not let us in.
    """

    def __init__(self, message: str, *, endpoint: str, mechanism: str, transport: str = "") -> None:
        super().__init__(message, endpoint=endpoint, transport=transport)
        self.mechanism = mechanism


class AuthFileError(AuthenticationError):
    """libvirt's file of credentials (auth.conf) cannot be read, or is not one.

    Attributes:
        file: its path.
        line: the line at fault, from 1; 0 if it is the whole file.
    """

    def __init__(
        self, message: str, *, endpoint: str, mechanism: str, transport: str = "", file: str, line: int
    ) -> None:
        super().__init__(message, endpoint=endpoint, mechanism=mechanism, transport=transport)
        self.file = file
        self.line = line


class DaemonUnproven(AuthenticationError):
    """The daemon did not show that it knows the password: it is not the daemon that it says it is.

    Unlike a wrong password of ours, which the daemon refuses, this may be an attack: somebody answers in the
    daemon's place. Nothing was sent from which the password could be read; a weak one could be guessed.
    """


class TlsError(ConnectError):
    """No connection could be made because of TLS."""

    def __init__(self, message: str, *, endpoint: str) -> None:
        super().__init__(message, endpoint=endpoint, transport="tls")


class TlsCredentialsError(TlsError):
    """What we need for TLS is missing or cannot be used; no connection was made.

    Attributes:
        file: the file at fault, or what stands for it where it is in memory.
    """

    def __init__(self, message: str, *, endpoint: str, file: str) -> None:
        super().__init__(message, endpoint=endpoint)
        self.file = file


class CertificateUntrusted(TlsError):
    """The daemon's certificate does not show that it is the daemon which was asked for.

    Attributes:
        reason: what is wrong with it: OpenSSL's words.
        code: OpenSSL's number for it, one of its X509_V_ERR constants.
    """

    def __init__(self, message: str, *, endpoint: str, reason: str, code: int) -> None:
        super().__init__(message, endpoint=endpoint)
        self.reason = reason
        self.code = code


class CertificateRefused(TlsError):
    """The daemon hung up after TLS was set up: it does not accept our certificate, or our address."""


class HostKeyError(ConnectError):
    """An SSH server was not shown to be the one that was asked for; nothing secret was sent to it.

    Attributes:
        host, port: the server that was dialled.
        file, line: the entry of a file of known hosts that decided it, or the file to which one would
            belong; empty and 0 where there is none.
        key_type: type of the key that the server has, e.g. ``ssh-ed25519``; empty if none was asked for.
        fingerprint: of that key, as ``SHA256:`` and unpadded base64; empty if none was asked for.
    """

    def __init__(
        self,
        message: str,
        *,
        host: str,
        port: int,
        file: str = "",
        line: int = 0,
        key_type: str = "",
        fingerprint: str = "",
    ) -> None:
        endpoint = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        super().__init__(message, endpoint=endpoint, transport="ssh")
        self.host = host
        self.port = port
        self.file = file
        self.line = line
        self.key_type = key_type
        self.fingerprint = fingerprint


class HostKeyUnknown(HostKeyError):
    """No entry for the server's name has a key to compare with: it was never met, or has another name."""


class HostKeyChanged(HostKeyError):
    """The server's key is not the one that is known for its name: it was re-installed, or is another."""


class HostKeyRevoked(HostKeyError):
    """The server's key, or the authority that vouches for it, is marked as revoked."""


class KnownHostsMissing(HostKeyError):
    """There is no file of known hosts, or one that cannot be read; no connection was made."""


class KnownHostsMalformed(HostKeyError):
    """A file of known hosts revokes something that cannot be made out, so nothing in it can be relied on."""
