"""A private OpenSSH server and its keys, for one test or one module."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from tests.lab.pidhandle import children

SSHD: Final = "/usr/sbin/sshd"
_PRIVILEGE_FOLDER: Final = Path("/run/sshd")
_STOP_S: Final = 10.0


def keygen(path: Path, kind: str = "ed25519", *, passphrase: str = "", extra: tuple[str, ...] = ()) -> Path:
    """Make a key pair, and return the private key's path."""
    subprocess.run(
        ["ssh-keygen", "-q", "-t", kind, "-N", passphrase, "-C", "", "-f", str(path), *extra],
        check=True,
        capture_output=True,
    )
    return path


def public(path: Path) -> str:
    """Return the two words of a private key's public half: type and base64."""
    return " ".join(path.with_name(path.name + ".pub").read_text().split()[:2])


def certify(ca: Path, key: Path, *, principals: str = "", host: bool = True, validity: str = "") -> Path:
    """Sign the public half of `key`, and return the certificate's path."""
    command = ["ssh-keygen", "-q", "-s", str(ca), "-I", "test"]
    command += ["-h"] if host else []
    command += ["-n", principals] if principals else []
    command += ["-V", validity] if validity else []
    subprocess.run([*command, str(key.with_name(key.name + ".pub"))], check=True, capture_output=True)
    return key.with_name(key.name + "-cert.pub")


@dataclass(frozen=True)
class Keys:
    """Key files that tests share."""

    folder: Path

    @property
    def host(self) -> Path:
        return self.folder / "host"

    @property
    def client(self) -> Path:
        return self.folder / "client"

    @property
    def stranger(self) -> Path:
        """A key that no server takes, and that no host has."""
        return self.folder / "stranger"

    def make(self) -> Self:
        for path in (self.host, self.client, self.stranger):
            keygen(path)
        return self


class Sshd:
    """An sshd on 127.0.0.1, to be used as a context manager.

    Args:
        keys: its host key, and the client key it takes.
        options: added to its configuration; an option given here replaces the default.
        host_keys: instead of the one of `keys`.
    """

    def __init__(
        self, keys: Keys, options: Mapping[str, str] | None = None, host_keys: tuple[Path, ...] = ()
    ) -> None:
        self.keys = keys
        self.port = 0
        self._options = dict(options or {})
        self._host_keys = host_keys or (keys.host,)
        self._folder = Path(tempfile.mkdtemp(prefix="pv-sshd-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._pump: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")

    def known_hosts(self, host: str = "127.0.0.1") -> bytes:
        """Return the line that a client needs."""
        return f"[{host}]:{self.port} {public(self._host_keys[0])}\n".encode()

    def config(self) -> Path:
        """Write the configuration, and return its path."""
        authorized = self._folder / "authorized_keys"
        if not authorized.exists():
            authorized.write_text(public(self.keys.client) + "\n")
        settings = {
            "ListenAddress": f"127.0.0.1:{self.port or 22}",
            "PidFile": "none",
            "UsePAM": "no",
            "StrictModes": "no",
            "PermitRootLogin": "yes",
            "PasswordAuthentication": "no",
            "KbdInteractiveAuthentication": "no",
            "AuthorizedKeysFile": str(authorized),
            "LogLevel": "VERBOSE",
            **self._options,
        }
        lines = [f"{name} {value}" for name, value in settings.items()]
        lines += [f"HostKey {path}" for path in self._host_keys]
        path = self._folder / "sshd_config"
        path.write_text("\n".join(lines) + "\n")
        return path

    def authorize(self, line: str) -> None:
        """Let the owner of one more key in; `line` may begin with options."""
        with (self._folder / "authorized_keys").open("a") as opened:
            opened.write(line + "\n")

    def __enter__(self) -> Self:
        if os.geteuid() == 0:
            _PRIVILEGE_FOLDER.mkdir(mode=0o755, exist_ok=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        process = subprocess.Popen(
            [SSHD, "-D", "-e", "-f", str(self.config())], stderr=subprocess.PIPE, start_new_session=True
        )
        self._process = process
        assert process.stderr is not None
        said = b""
        for line in process.stderr:
            said += line
            if b"Server listening on" in line:
                break
        else:
            self.stop()
            raise AssertionError(f"sshd does not start: {said.decode(errors='replace')}")
        # the rest of what it says must not fill the pipe
        log = (self._folder / "log").open("wb")
        self._pump = subprocess.Popen(["cat"], stdin=process.stderr, stdout=log, start_new_session=True)
        log.close()
        process.stderr.close()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Kill it, with all processes that serve connections."""
        if self._process is not None:
            self.kill_all()
            self._process.wait(_STOP_S)
            self._process = None
        if self._pump is not None:
            self._pump.wait(_STOP_S)
            self._pump = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def sessions(self) -> list[int]:
        """Return the pids of the processes that serve connections, and of what runs in them."""
        assert self._process is not None
        return _descendants(self._process.pid)

    def kill_all(self) -> None:
        """Kill the listener and every process below it at once."""
        assert self._process is not None
        for pid in [*_descendants(self._process.pid), self._process.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue


def _descendants(pid: int) -> list[int]:
    found = []
    for child in children(pid):
        found += [child, *_descendants(child)]
    return found
