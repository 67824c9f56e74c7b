"""The sockets a host listens on, opened by the lab and handed to libvirtd.

libvirtd takes over listening sockets by the protocol of systemd's socket activation and tells what each is
for by its unit name. Opening them here has three effects: a TCP port is one of the machine although the
host has a network namespace of its own; a client may connect before libvirtd is ready; a restart of
libvirtd loses no port. What is not handed over does not exist: libvirtd then ignores `listen_tls`,
`unix_sock_dir` and the like.
"""

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_BACKLOG: Final = 128


class Listener(Protocol):
    """One listening socket of a host."""

    @property
    def unit(self) -> str:
        """The unit name that tells libvirtd what the socket is for, such as `libvirtd-tls.socket`."""
        ...

    def open(self, run_folder: Path) -> socket.socket:
        """Return the bound and listening socket."""
        ...


@dataclass(frozen=True, slots=True)
class UnixListener:
    """A unix socket in the host's run folder.

    Args:
        unit: See `Listener`.
        file: The socket's file name.
        mode: Its permissions.
    """

    unit: str
    file: str
    mode: int = 0o700

    def open(self, run_folder: Path) -> socket.socket:
        """Return the socket; the path must be shorter than 108 bytes."""
        path = run_folder / self.file
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listening.bind(str(path))
            path.chmod(self.mode)
            listening.listen(_BACKLOG)
        except OSError:
            listening.close()
            raise
        return listening


@dataclass(frozen=True, slots=True)
class TcpListener:
    """A TCP socket on a loopback address.

    Args:
        unit: See `Listener`.
        port: 0 means any free one; `LabHost.tcp_port` says which.
        address: 127.0.0.1 or ::1.
    """

    unit: str
    port: int = 0
    address: str = "127.0.0.1"

    def open(self, run_folder: Path) -> socket.socket:
        """Return the socket."""
        family = socket.AF_INET6 if ":" in self.address else socket.AF_INET
        return socket.create_server((self.address, self.port), family=family, backlog=_BACKLOG)


DEFAULT_LISTENERS: Final[tuple[Listener, ...]] = (
    UnixListener("libvirtd.socket", "libvirt-sock"),
    UnixListener("libvirtd-ro.socket", "libvirt-sock-ro"),
    UnixListener("libvirtd-admin.socket", "libvirt-admin-sock"),
)
