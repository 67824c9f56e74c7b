"""OpenSSH's own client, as the oracle: what it thinks of a host key, and a login with it."""

import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.lab.errors import LabError
from tests.lab.process import run, system_environment, tail, wait_until

_SSH_S: Final = 30.0
_REFUSED: Final = ("Host key verification failed.", "no matching host key type found")
_LET_IN_SO_FAR: Final = "Permission denied ("


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `ssh` said of a host key.

    Args:
        accepted: Whether it went on to log in.
        stderr: What it wrote.
    """

    accepted: bool
    stderr: str


def strict_options(known_hosts: Path, *, agent: bool = False) -> list[str]:
    """Return the options of an `ssh` that reads no configuration and trusts one file alone.

    Args:
        known_hosts: That file.
        agent: Whether keys of an agent may be used, beside those that are named.
    """
    options = {
        "StrictHostKeyChecking": "yes",
        "BatchMode": "yes",
        "UserKnownHostsFile": f'"{known_hosts}"',
        "GlobalKnownHostsFile": "/dev/null",
        "UpdateHostKeys": "no",
        "IdentitiesOnly": "no" if agent else "yes",
    }
    return ["-F", "none", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]


def openssh_verdict(
    known_hosts: str | bytes | None,
    host: str,
    port: int,
    *,
    reached_at: tuple[str, int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Verdict:
    """Return whether `ssh` takes a server's host key, given what is in known_hosts.

    Args:
        known_hosts: The file's content; None means that there is no such file.
        host: The name or address that the key has to belong to.
        port: The port that it has to belong to.
        reached_at: The address and port that are dialled instead, through a proxy command.
        options: Further options, such as HostKeyAlgorithms.

    Raises:
        LabError: It ended for another reason than the host key; the message has what it said.
    """
    with tempfile.TemporaryDirectory(prefix="pv-ssh-") as folder:
        file = Path(folder, "known_hosts")
        if known_hosts is not None:
            file.write_bytes(known_hosts if isinstance(known_hosts, bytes) else known_hosts.encode())
        # No login follows: being asked for one means that the key was taken.
        argv = ["ssh", *strict_options(file), "-o", "PreferredAuthentications=none", "-p", str(port)]
        if reached_at is not None:
            argv += ["-o", f"ProxyCommand=nc {reached_at[0]} {reached_at[1]}"]
        for name, value in (options or {}).items():
            argv += ["-o", f"{name}={value}"]
        done = ssh_run([*argv, f"root@{host}", "true"])
    said = done.stderr.decode(errors="replace")
    if done.returncode == 0 or _LET_IN_SO_FAR in said:
        return Verdict(accepted=True, stderr=said)
    if any(refusal in said for refusal in _REFUSED):
        return Verdict(accepted=False, stderr=said)
    raise LabError(f"ssh to {host} port {port}: no verdict on the host key: {said.strip()}")


def ssh_run(
    argv: Sequence[str | Path], *, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Return how an `ssh` command ended.

    Raises:
        LabError: It ran for more than 30 s.
    """
    try:
        return subprocess.run(
            [str(word) for word in argv],
            input=stdin,
            capture_output=True,
            timeout=_SSH_S,
            env=system_environment(environment),
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise LabError(f"{argv[0]}: not done after {_SSH_S:g} s") from error


def write_askpass(path: Path, secret: str) -> dict[str, str]:
    """Write a script that tells a password or passphrase; return the environment in which `ssh` asks it."""
    path.touch(0o700)
    path.write_text(f"#!/bin/sh\nprintf '%s\\n' {shlex.quote(secret)}\n")
    return {"SSH_ASKPASS": str(path), "SSH_ASKPASS_REQUIRE": "force"}


@contextmanager
def ssh_agent(*keys: Path) -> Iterator[Path]:
    """Run an ssh-agent that holds keys without passphrase; what is given is its socket."""
    with tempfile.TemporaryDirectory(prefix="pv-agent-") as folder:
        path, log = Path(folder, "sock"), Path(folder, "log")
        with (
            log.open("wb") as output,
            subprocess.Popen(["ssh-agent", "-D", "-a", path], stdout=output, stderr=output) as agent,
        ):
            try:
                wait_until(
                    lambda: None if path.is_socket() else "no socket",
                    what="ssh-agent",
                    timeout_s=_SSH_S,
                    interval_s=0.01,
                    explain=lambda: tail(log),
                )
                if keys:
                    environment = {"SSH_AUTH_SOCK": str(path)}
                    run(["ssh-add", "-q", *keys], timeout_s=_SSH_S, environment=environment)
                yield path
            finally:
                agent.terminate()
