"""A host's libvirtd reached over TLS and over plain TCP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.lab.errors import LabError
from tests.lab.listeners import Listener, TcpListener
from tests.lab.parts import Part, uri
from tests.lab.settings import Setting

if TYPE_CHECKING:
    from tests.lab.pki import ClientPurpose, Pki, ServerPurpose

ALLOWED_DN: Final = "O=lab,CN=lab client"
"""The subject of the good client certificates, as libvirtd writes it."""

_TLS_UNIT: Final = "libvirtd-tls.socket"
_TCP_UNIT: Final = "libvirtd-tcp.socket"


@dataclass(frozen=True, slots=True)
class Tls:
    """The wish for a TLS listener.

    Args:
        server: Which certificate libvirtd shows; see `Pki.server`.
        allowed_dns: Whom it lets in; the default is `ALLOWED_DN`, None is everybody
            with a certificate of the lab's CA.
        priority: A GnuTLS priority, such as `NORMAL:-VERS-TLS1.3`; None is libvirt's default.
        pki: The certificates, when they are shared by hosts; None makes the host's own.
        address: Where it listens: 127.0.0.1 or ::1.
    """

    server: "ServerPurpose" = "good"
    allowed_dns: Sequence[str] | None = (ALLOWED_DN,)
    priority: str | None = None
    pki: "Pki | None" = None
    address: str = "127.0.0.1"

    def lay(self, folder: Path, name: str) -> "TlsAccess":
        """Return the part; certificates are made now."""
        # Imported late: it costs as much as a plain host's start, which does without.
        from tests.lab.pki import Pki

        return TlsAccess(self, self.pki or Pki(folder / "pki"))


class TlsAccess(Part):
    """The TLS listener of a host."""

    def __init__(self, plan: Tls, pki: "Pki") -> None:
        self._plan = plan
        self._port: int | None = None
        self.pki = pki

    def settings(self) -> Mapping[str, Setting]:
        """Return the certificates' places and who is let in."""
        files = self.pki.server(self._plan.server)
        settings: dict[str, Setting] = {
            "auth_tls": "none",
            "key_file": f"{files}/serverkey.pem",
            "cert_file": f"{files}/servercert.pem",
            "ca_file": f"{files}/cacert.pem",
            # Otherwise libvirtd would not start with the certificates that a client has to refuse.
            "tls_no_sanity_certificate": int(self._plan.server != "good"),
        }
        if self._plan.allowed_dns is not None:
            settings["tls_allowed_dn_list"] = tuple(self._plan.allowed_dns)
        if self._plan.priority is not None:
            settings["tls_priority"] = self._plan.priority
        return settings

    def listeners(self) -> Sequence[Listener]:
        """Return the one listener."""
        return (TcpListener(_TLS_UNIT, address=self._plan.address),)

    def ports(self, ports: Mapping[str, int]) -> None:
        """Learn the port."""
        self._port = ports[_TLS_UNIT]

    @property
    def port(self) -> int:
        """The TCP port."""
        return _known(self._port)

    def uri(
        self,
        *,
        pkipath: "Path | ClientPurpose | None" = "good",
        host: str = "localhost",
        driver: str = "qemu",
        path: str = "/system",
        **parameters: str | Path | None,
    ) -> str:
        """Return a URI.

        Args:
            pkipath: A folder, or the purpose of a folder of `Pki.client`; None leaves it out.
            host: The name or address that is dialled and that the certificate is held against.
            driver: The driver; `test` goes with the path `/default`.
            path: The driver's path.
            parameters: Further parameters.
        """
        folder = self.pki.client(pkipath) if isinstance(pkipath, str) else pkipath
        authority = f"{_bracketed(host)}:{self.port}"
        return uri(f"{driver}+tls", authority, path, {"pkipath": folder, **parameters})


@dataclass(frozen=True, slots=True)
class Tcp:
    """The wish for a plain TCP listener on 127.0.0.1, without authentication unless the host has SASL."""

    def lay(self, folder: Path, name: str) -> "TcpAccess":
        """Return the part."""
        return TcpAccess()


class TcpAccess(Part):
    """The plain TCP listener of a host."""

    def __init__(self) -> None:
        self._port: int | None = None

    def settings(self) -> Mapping[str, Setting]:
        """Return that nobody is asked."""
        return {"auth_tcp": "none"}

    def listeners(self) -> Sequence[Listener]:
        """Return the one listener."""
        return (TcpListener(_TCP_UNIT),)

    def ports(self, ports: Mapping[str, int]) -> None:
        """Learn the port."""
        self._port = ports[_TCP_UNIT]

    @property
    def port(self) -> int:
        """The TCP port."""
        return _known(self._port)

    def uri(
        self,
        *,
        host: str = "127.0.0.1",
        driver: str = "qemu",
        path: str = "/system",
        **parameters: str | Path | None,
    ) -> str:
        """Return a URI; the arguments are those of `TlsAccess.uri`."""
        return uri(f"{driver}+tcp", f"{_bracketed(host)}:{self.port}", path, parameters)


def _known(port: int | None) -> int:
    if port is None:
        raise LabError("the port is not known before the host starts; call start() first")
    return port


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
