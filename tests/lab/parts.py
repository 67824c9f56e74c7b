"""What a host may have beyond a plain libvirtd: the shape of each such part."""

import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from tests.lab.listeners import Listener
from tests.lab.settings import Setting


class Part:
    """Something added to one host, from before its start to its end; the defaults add nothing.

    Attributes:
        inside_only: Whether libvirtd answers only to processes that it can see.
    """

    inside_only: bool = False

    def settings(self) -> Mapping[str, Setting]:
        """Return what is added to libvirtd.conf."""
        return {}

    def listeners(self) -> Sequence[Listener]:
        """Return the sockets that libvirtd gets."""
        return ()

    def binds(self) -> Mapping[str, str]:
        """Return what is seen inside the host, by the path at which it is seen there."""
        return {}

    def before(self) -> Sequence[Sequence[str]]:
        """Return the programs that are run inside the host, one after the other, before libvirtd starts."""
        return ()

    def unix_parameters(self) -> Mapping[str, Path]:
        """Return the URI parameters without which nobody gets in by the unix socket."""
        return {}

    def ports(self, ports: Mapping[str, int]) -> None:
        """Learn the TCP ports of the host's listeners, by unit name."""

    def started(self, init_pid: int) -> None:
        """Start what needs a running host, given the pid of its first process."""

    def stopped(self) -> None:
        """Let go of what is held; the host's processes have ended."""

    def logs(self) -> Sequence[Path]:
        """Return log files whose ends explain a failure."""
        return ()


class Plan(Protocol):
    """The wish for a part, which may be used for several hosts."""

    def lay(self, folder: Path, name: str) -> Part:
        """Return the part after writing its files into a host's folder.

        Args:
            folder: The host's run folder.
            name: Its host name.
        """
        ...


def uri(scheme: str, authority: str, path: str, parameters: Mapping[str, str | Path | None]) -> str:
    """Return a libvirt URI; a parameter whose value is None is left out."""
    present = {name: str(value) for name, value in parameters.items() if value is not None}
    query = urllib.parse.urlencode(present, safe="/:", quote_via=urllib.parse.quote)
    return f"{scheme}://{authority}{path}" + (f"?{query}" if query else "")
