"""The first process inside a host's namespaces: lays its mounts, keeps libvirtd running, reaps orphans.

Started by `LabHost` as a script of its own, so it imports nothing of the lab; `SPEC`, a JSON object with
the fields of `Spec`, is its only argument. Being process 1 of a pid namespace, its end is the end of
everything in the host at once, and its mounts and network go with it.

It ends by itself in two cases: libvirtd will not start, or the lifeline, a pipe whose other end is held by
the process that started the host, is closed. The second is how a host ends whose owner was killed; nobody
else can tidy up then, so it also removes the host's folder.
"""

import fcntl
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# A daemon that fails sooner than this after its start never worked.
_SOON_S: Final = 2.0
_MAX_FAILED_STARTS: Final = 3
_FIRST_ACTIVATION_FD: Final = 3
_OUT_OF_THE_WAY_FD: Final = 100


@dataclass(frozen=True, slots=True)
class Spec:
    """What a host is made of."""

    name: str
    folder: str
    probe_cache: str
    listen_fds: list[int]
    units: list[str]
    lifeline_fd: int | None
    hide_kvm: bool
    binds: dict[str, str]  # what is seen, by the path at which it is seen
    before: list[list[str]]  # programs run to their end before libvirtd starts


def _run(*argv: str) -> None:
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL)


def _lay_mounts(spec: Spec) -> None:
    """Make the machine's libvirt folders the host's own, in this mount namespace."""
    folder = spec.folder
    _run("ip", "link", "set", "lo", "up")
    # /sys/class/net shows the network namespace of whoever mounted sysfs; only that part may be replaced,
    # since a fresh /sys would lack what is mounted below it.
    _run("mount", "-t", "sysfs", "sysfs", f"{folder}/sys")
    _run("mount", "--rbind", f"{folder}/sys/class/net", "/sys/class/net")
    _run("umount", "--lazy", f"{folder}/sys")
    binds = {
        "/etc/hosts": f"{folder}/etc/hosts",
        "/etc/libvirt": f"{folder}/etc",
        "/var/lib/libvirt": f"{folder}/lib",
        "/run/libvirt": f"{folder}/run",
        "/var/log/libvirt": f"{folder}/log",
        "/var/cache/libvirt": spec.probe_cache,
        **spec.binds,
    }
    for target, source in binds.items():
        if Path(source).is_dir():
            Path(target).mkdir(parents=True, exist_ok=True)
        _run("mount", "--bind", source, target)
    if spec.hide_kvm and Path("/dev/kvm").exists():
        # A read-only regular file is not accessible as KVM even for root. /dev/null would be, and libvirtd
        # would then take its record of what QEMU can do for outdated and probe again at every turn.
        _run("mount", "--bind", f"{folder}/etc/hosts", "/dev/kvm")
        _run("mount", "-o", "remount,bind,ro", "/dev/kvm")


def _start_daemon(spec: Spec) -> int:
    """Return the pid of a new libvirtd that has been handed the listening sockets."""
    pid = os.fork()
    if pid:
        return pid
    try:
        lifted = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY_FD) for fd in spec.listen_fds]
        for place, fd in enumerate(lifted, start=_FIRST_ACTIVATION_FD):
            os.dup2(fd, place, inheritable=True)
        handed_over = {
            "LISTEN_FDS": str(len(lifted)),
            "LISTEN_FDNAMES": ":".join(spec.units),
            "LISTEN_PID": str(os.getpid()),
        }
        config = f"{spec.folder}/etc/libvirtd.conf"
        argv = ["libvirtd", "--config", config, "--pid-file", f"{spec.folder}/libvirtd.pid"]
        os.execvpe("libvirtd", argv, {**os.environ, **handed_over})
    finally:
        os._exit(127)


def _reap() -> dict[int, int]:
    """Return the pids and wait statuses of all children that have ended."""
    ended: dict[int, int] = {}
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return ended
            ended[pid] = status
    except ChildProcessError:
        return ended


def _end_all(spec: Spec) -> None:
    """End every other process of the host and remove its folder: nobody is left to do it."""
    os.kill(-1, signal.SIGKILL)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        shutil.rmtree(spec.folder, ignore_errors=True)


def _supervise(spec: Spec) -> int:
    """Keep libvirtd running; return the exit status once that is over."""
    wake_up, woken = socket.socketpair()
    wake_up.setblocking(False)
    woken.setblocking(False)
    signal.set_wakeup_fd(woken.fileno())
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    waiting = selectors.DefaultSelector()
    waiting.register(wake_up, selectors.EVENT_READ)
    if spec.lifeline_fd is not None:
        waiting.register(spec.lifeline_fd, selectors.EVENT_READ)
    failed_starts = 0
    daemon = _start_daemon(spec)
    started_at = time.monotonic()
    while True:
        for key, _ in waiting.select():
            if key.fileobj is not wake_up:
                _end_all(spec)
                return 0
            wake_up.recv(4096)
        status = _reap().get(daemon)
        if status is None:
            continue
        soon = time.monotonic() - started_at < _SOON_S
        failed_starts = failed_starts + 1 if soon and os.WIFEXITED(status) and os.WEXITSTATUS(status) else 0
        if failed_starts == _MAX_FAILED_STARTS:
            sys.stderr.write(f"libvirtd does not start: wait status {status:#x}\n")
            return 1
        daemon = _start_daemon(spec)
        started_at = time.monotonic()


def main() -> int:
    """Run the host described by the first argument; return the exit status."""
    if os.getpid() != 1:
        # Elsewhere "all other processes" would be the machine's.
        sys.stderr.write("only to be started as the first process of a pid namespace, by LabHost\n")
        return 2
    spec = Spec(**json.loads(sys.argv[1]))
    for fd in spec.listen_fds if spec.lifeline_fd is None else [*spec.listen_fds, spec.lifeline_fd]:
        os.set_inheritable(fd, False)
    socket.sethostname(spec.name)
    _lay_mounts(spec)
    for argv in spec.before:
        _run(*argv)
    return _supervise(spec)


if __name__ == "__main__":
    sys.exit(main())
