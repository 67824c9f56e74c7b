"""A real sshd for a host: a login there sees the host's sockets and names, on a port of the machine."""

import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from tests.lab.accounts import PASSWORD
from tests.lab.errors import LabError
from tests.lab.inside import descendants, inside, outer_pid
from tests.lab.openssh import Verdict, openssh_verdict, ssh_run, strict_options, write_askpass
from tests.lab.parts import Part, uri
from tests.lab.pidhandle import PidHandle
from tests.lab.process import run, tail, wait_until

if TYPE_CHECKING:
    from tests.lab.sshkeys import HostCertificate, KeyType, SshKeys

_SSHD: Final = "/usr/sbin/sshd"
_READY_S: Final = 20.0
# With PAM, which alone makes sshd ask by keyboard-interactive; nothing of the machine's own rules is in it.
_PAM: Final = (
    "auth required pam_unix.so nodelay\naccount required pam_unix.so\nsession required pam_permit.so\n"
)


@dataclass(frozen=True, slots=True)
class Ssh:
    """The wish for an sshd; root may always log in by key.

    Args:
        host_keys: The kinds of host key it has.
        certificate: The certificate it shows for the ed25519 host key.
        max_startups: sshd's MaxStartups; `1:100:1` drops all but one connection that has not logged in.
        streamlocal: Whether unix sockets may be forwarded.
        tcp_forwarding: Whether TCP connections may be.
        password: Whether it takes the password of `tests.lab.accounts`.
        keyboard_interactive: Whether it asks for that password by keyboard-interactive.
        address: Where it listens: 127.0.0.1 or ::1.
        options: Lines of sshd_config by keyword, in place of those there are.
    """

    host_keys: "Sequence[KeyType]" = ("ed25519", "rsa", "ecdsa")
    certificate: "HostCertificate | None" = None
    max_startups: str = "100:30:200"
    streamlocal: bool = True
    tcp_forwarding: bool = True
    password: bool = False
    keyboard_interactive: bool = False
    address: str = "127.0.0.1"
    options: Mapping[str, str] = field(default_factory=dict)

    def lay(self, folder: Path, name: str) -> "SshAccess":
        """Return the part; keys are made and the port is taken now."""
        # Imported late: it costs as much as a plain host's start, which does without.
        from tests.lab.sshkeys import SshKeys

        own = folder / "ssh"
        (own / "run").mkdir(parents=True)
        return SshAccess(self, own, SshKeys(own))


class SshAccess(Part):
    """The sshd of a host.

    Attributes:
        keys: The keys of host and clients.
        port: The TCP port; it stays the same over `restart`.
        known_hosts_path: A file with the host keys it had at first, under 127.0.0.1, ::1 and localhost.
        log_path: sshd's log.
    """

    def __init__(self, plan: Ssh, folder: Path, keys: "SshKeys") -> None:
        self._plan = plan
        self._folder = folder
        self._init_pid = 0
        self.keys = keys
        self.log_path = folder / "sshd.log"
        # Bound but not listening: nobody else is given this port, while sshd, which sets SO_REUSEADDR as
        # Python does here, may bind it.
        self._reserved = socket.socket(socket.AF_INET6 if ":" in plan.address else socket.AF_INET)
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind((plan.address, 0))
        self.port: int = self._reserved.getsockname()[1]
        (folder / "authorized_keys").write_text(keys.authorized_keys())
        (folder / "pam").write_text(_PAM)
        self.known_hosts_path = self.write_known_hosts(self.known_hosts_text())

    @property
    def address(self) -> str:
        """The address it listens on."""
        return self._plan.address

    def binds(self) -> Mapping[str, str]:
        """Return sshd's empty folder and its PAM rules."""
        return {"/run/sshd": str(self._folder / "run"), "/etc/pam.d/sshd": str(self._folder / "pam")}

    def logs(self) -> Sequence[Path]:
        """Return sshd's log."""
        return (self.log_path,)

    def started(self, init_pid: int) -> None:
        """Start sshd and return once it listens."""
        self._init_pid = init_pid
        self.start()

    def stopped(self) -> None:
        """Give the port back."""
        self._reserved.close()

    def start(self) -> None:
        """Start sshd and return once it listens.

        Raises:
            LabError: It does not; the message has the end of its log.
        """
        config = self._folder / "sshd_config"
        config.write_text(self._config())
        self._pid_file.unlink(missing_ok=True)
        run(inside(self._init_pid, [_SSHD, "-f", config, "-E", self.log_path]), timeout_s=_READY_S)
        wait_until(
            # It is written after sshd listens.
            lambda: None if self._pid_file.exists() and self._pid_file.read_text() else "not listening",
            what=f"sshd on port {self.port}",
            timeout_s=_READY_S,
            interval_s=0.005,
            explain=lambda: tail(self.log_path),
        )

    def stop(self) -> None:
        """End sshd and all its sessions; connections are refused from then on."""
        master = self._master()
        _end([master, *descendants(master)])

    def restart(self, plan: Ssh | None = None, *, new_keys: bool = False) -> None:
        """End sshd and all its sessions, and start it anew on the same port.

        Args:
            plan: How it is from now on; its address does not count.
            new_keys: Whether its host keys are others from now on; `known_hosts_path` keeps the old ones.
        """
        self.stop()
        if plan is not None:
            self._plan = replace(plan, address=self._plan.address)
        if new_keys:
            self.keys.rotate()
        self.start()

    def end_sessions(self) -> int:
        """Kill the sessions there are, as if their connections broke; return how many processes it were."""
        sessions = descendants(self._master())
        _end(sessions)
        return len(sessions)

    def known_hosts_text(self, *kinds: "KeyType", names: Sequence[str] | None = None) -> str:
        """Return lines for the host keys of now.

        Args:
            kinds: Which; none means all.
            names: Names as they stand in the file; None means those of this machine with the port.
        """
        hosts = names or [f"[{name}]:{self.port}" for name in ("127.0.0.1", "::1", "localhost")]
        marked = ",".join(hosts)
        return "".join(f"{marked} {self.keys.host_public(kind)}\n" for kind in kinds or self._plan.host_keys)

    def write_known_hosts(self, content: str | bytes, name: str = "known_hosts") -> Path:
        """Return a file with a content, in the host's folder."""
        path = self._folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def uri(
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
        """Return a URI.

        Args:
            user: Who logs in; None leaves it out.
            host: What is dialled; None is the address.
            driver: The driver; `test` goes with the path `/default`.
            path: The driver's path.
            keyfile: The client's key; None is the authorised one.
            known_hosts: The file of host keys; None is `known_hosts_path`.
            parameters: Further parameters, such as `proxy`; one that is None is left out.
        """
        target = host or self.address
        login = f"{user}@" if user else ""
        authority = f"{login}[{target}]" if ":" in target else f"{login}{target}"
        given: dict[str, str | Path | None] = {
            "keyfile": keyfile or self.keys.client,
            "known_hosts": known_hosts or self.known_hosts_path,
            **parameters,
        }
        return uri(f"{driver}+ssh", f"{authority}:{self.port}", path, given)

    def virsh_uri(
        self,
        *,
        keyfile: Path | None = None,
        driver: str = "qemu",
        path: str = "/system",
        **parameters: str | Path | None,
    ) -> str:
        """Return a URI for virsh, whose ssh ignores `known_hosts`: it runs a script that brings them."""
        script = self._folder / "ssh"
        script.touch(0o755)
        options = " ".join(f"'{word}'" for word in strict_options(self.known_hosts_path))
        script.write_text(f'#!/bin/sh\nexec ssh {options} "$@"\n')
        given = {"keyfile": keyfile or self.keys.client, "command": script, **parameters}
        return uri(f"{driver}+ssh", f"root@{self.address}:{self.port}", path, given)

    def command(
        self, *options: str, user: str = "root", key: Path | None = None, agent: bool = False
    ) -> list[str]:
        """Return the `ssh` command line that logs in, without anything to run.

        Args:
            options: Further options of `ssh`; the first value of an option counts.
            user: Who logs in.
            key: The client's key; None is the authorised one.
            agent: Whether keys come from an agent, and from no file.
        """
        strict = strict_options(self.known_hosts_path, agent=agent)
        identity = [] if agent else ["-i", str(key or self.keys.client)]
        return ["ssh", *options, *strict, *identity, "-p", str(self.port), "-l", user, self.address]

    def login(
        self,
        *argv: str,
        user: str = "root",
        key: Path | None = None,
        method: Literal["publickey", "password", "keyboard-interactive"] = "publickey",
        secret: str = PASSWORD,
    ) -> subprocess.CompletedProcess[bytes]:
        """Return how a command ended that OpenSSH's client ran on the host.

        Args:
            argv: The command, for the shell there.
            user: Who logs in.
            key: The client's key; None is the authorised one.
            method: How it logs in.
            secret: The password, or the key's passphrase.
        """
        environment = write_askpass(self._folder / "askpass", secret)
        options = ["-o", "BatchMode=no", "-o", "NumberOfPasswordPrompts=1"]
        options += ["-o", f"PreferredAuthentications={method}"]
        return ssh_run([*self.command(*options, user=user, key=key), "--", *argv], environment=environment)

    def verdict(
        self,
        known_hosts: str | bytes | None,
        host: str | None = None,
        port: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
    ) -> Verdict:
        """Return whether OpenSSH's client takes this host's key for that of `host` and `port`.

        Args:
            known_hosts: The content of known_hosts; None means that there is no such file.
            host: A name or address; it need not exist. None is the address.
            port: A port; None is the one there is.
            options: Further options of `ssh`.

        Raises:
            LabError: It ended for another reason than the host key.
        """
        here = (self.address, self.port)
        named = (host or self.address, port or self.port)
        return openssh_verdict(
            known_hosts, *named, reached_at=None if named == here else here, options=options
        )

    @property
    def _pid_file(self) -> Path:
        return self._folder / "run" / "sshd.pid"

    def _master(self) -> int:
        inner = int(self._pid_file.read_text()) if self._pid_file.exists() else -1
        pid = outer_pid(self._init_pid, inner)
        if pid is None:
            raise LabError(f"sshd on port {self.port}: not running\n{tail(self.log_path)}")
        return pid

    def _config(self) -> str:
        plan, keys = self._plan, self.keys
        asks = plan.password or plan.keyboard_interactive
        lines = {
            "Port": str(self.port),
            "ListenAddress": plan.address,
            "AuthorizedKeysFile": str(self._folder / "authorized_keys"),
            "PidFile": str(self._pid_file),
            "PermitRootLogin": "yes" if asks else "prohibit-password",
            "PasswordAuthentication": _yes(plan.password),
            "KbdInteractiveAuthentication": _yes(plan.keyboard_interactive),
            "UsePAM": _yes(plan.keyboard_interactive),
            # sshd wants no folder above authorized_keys that others may write to; /tmp is one.
            "StrictModes": "no",
            "UseDNS": "no",
            "PrintMotd": "no",
            "PrintLastLog": "no",
            "AllowTcpForwarding": _yes(plan.tcp_forwarding),
            "AllowStreamLocalForwarding": _yes(plan.streamlocal),
            "MaxStartups": plan.max_startups,
            "MaxSessions": "50",
            "LogLevel": "VERBOSE",
            **plan.options,
        }
        files = [f"HostKey {keys.host_path(kind)}" for kind in plan.host_keys]
        if plan.certificate is not None:
            files.append(f"HostCertificate {keys.certify(plan.certificate)}")
        return "\n".join([*files, *(f"{name} {value}" for name, value in lines.items())]) + "\n"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _end(pids: Sequence[int]) -> None:
    """Kill processes and return when they are gone; one that has ended already is as well."""
    for pid in pids:
        try:
            with PidHandle(pid) as process:
                process.send(signal.SIGKILL)
                if not process.wait(_READY_S):
                    raise LabError(f"process {pid}: still there after {_READY_S:g} s")
        except ProcessLookupError:
            continue
