"""A host's further ways in: what was asked for, and where it is once the host runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tests.lab.errors import LabError
from tests.lab.network import TcpAccess, TlsAccess
from tests.lab.parts import Part, Plan
from tests.lab.polkit import PolkitPart
from tests.lab.sasl import SaslPart
from tests.lab.ssh import SshAccess

if TYPE_CHECKING:
    from tests.lab.pki import ClientPurpose, Pki

_Kind = TypeVar("_Kind", bound=Part)


class Reachable:
    """A host with parts.

    Args:
        plans: The parts wished for; None stands for no wish.
    """

    name: str

    def __init__(self, *plans: Plan | None) -> None:
        self._plans = [plan for plan in plans if plan is not None]
        self._parts: list[Part] = []

    def _lay_parts(self, folder: Path) -> None:
        # One by one: what a later part is made of may stand in an earlier one.
        for plan in self._plans:
            self._parts.append(plan.lay(folder, self.name))

    def _stop_parts(self) -> None:
        parts, self._parts = self._parts, []
        for part in parts:
            part.stopped()

    def _part(self, kind: type[_Kind], wish: str) -> _Kind:
        for part in self._parts:
            if isinstance(part, kind):
                return part
        raise LabError(f"host {self.name}: has none; start it with LabHost({wish})")

    @property
    def tls(self) -> TlsAccess:
        """The TLS listener."""
        return self._part(TlsAccess, "tls=Tls()")

    @property
    def pki(self) -> "Pki":
        """The certificates of the TLS listener and its clients."""
        return self.tls.pki

    @property
    def tcp(self) -> TcpAccess:
        """The plain TCP listener."""
        return self._part(TcpAccess, "tcp=Tcp()")

    @property
    def ssh(self) -> SshAccess:
        """The sshd."""
        return self._part(SshAccess, "ssh=Ssh()")

    @property
    def sasl(self) -> SaslPart:
        """The SASL set-up."""
        return self._part(SaslPart, "sasl=Sasl()")

    @property
    def polkit(self) -> PolkitPart:
        """The polkit set-up, and the unprivileged user."""
        return self._part(PolkitPart, "polkit=Polkit()")

    def tls_uri(
        self,
        pkipath: "Path | ClientPurpose | None" = "good",
        *,
        host: str = "localhost",
        driver: str = "qemu",
        path: str = "/system",
        **parameters: str | Path | None,
    ) -> str:
        """Return a URI of this host over TLS; the arguments are those of `TlsAccess.uri`."""
        return self.tls.uri(pkipath=pkipath, host=host, driver=driver, path=path, **parameters)

    def tcp_uri(
        self,
        *,
        host: str = "127.0.0.1",
        driver: str = "qemu",
        path: str = "/system",
        **parameters: str | Path | None,
    ) -> str:
        """Return a URI of this host over plain TCP; the arguments are those of `TcpAccess.uri`."""
        return self.tcp.uri(host=host, driver=driver, path=path, **parameters)

    def ssh_uri(
        self,
        *,
        user: str | None = "root",
        host: str | None = None,
        driver: str = "qemu",
        path: str = "/system",
        keyfile: Path | None = None,
        known_hosts: Path | None = None,
        **parameters: str | Path | None,
    ) -> str:
        """Return a URI of this host over ssh; the arguments are those of `SshAccess.uri`."""
        return self.ssh.uri(
            user=user,
            host=host,
            driver=driver,
            path=path,
            keyfile=keyfile,
            known_hosts=known_hosts,
            **parameters,
        )

    def _part_binds(self) -> Mapping[str, str]:
        return {target: source for part in self._parts for target, source in part.binds().items()}

    def _unix_parameters(self) -> Mapping[str, Path]:
        return {name: value for part in self._parts for name, value in part.unix_parameters().items()}
