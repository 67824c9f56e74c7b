"""A libvirt host of the lab: libvirtd in namespaces of its own."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Final, Self

from tests.lab.access import Reachable
from tests.lab.accounts import Accounts
from tests.lab.errors import LabError
from tests.lab.guests import GOLDEN, NETWORK, POOL, Inhabited
from tests.lab.inside import inside
from tests.lab.listeners import DEFAULT_LISTENERS, Listener
from tests.lab.locations import RUN_PARENT, RUN_PREFIX, cache_folder, checked_name
from tests.lab.network import Tcp, Tls
from tests.lab.parts import uri
from tests.lab.pidhandle import PidHandle, children, command_name, end_namespace
from tests.lab.polkit import Polkit
from tests.lab.process import run, system_environment, tail, wait_until
from tests.lab.sasl import Sasl
from tests.lab.settings import DAEMON_SETTINGS, QEMU_SETTINGS, Setting, render
from tests.lab.ssh import Ssh
from tests.lab.supervisor import Spec

__all__ = ["GOLDEN", "NETWORK", "POOL", "LabHost"]

_SUPERVISOR: Final = Path(__file__).with_name("supervisor.py")
_NAMESPACES: Final = ("--mount", "--uts", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")
_READY_S: Final = 30.0
_GONE_S: Final = 20.0


class LabHost(Reachable, Inhabited):
    """One libvirt host, to be used as a context manager or with `start` and `stop`.

    All methods block; a coroutine calls them through `asyncio.to_thread`. Everything the host leaves on
    disk is in `folder`, which `stop` removes. Several hosts do not see each other: the names of their
    domains, pools and networks, and their networks' addresses, may be the same.

    Args:
        name: Its host name; need not be unique.
        settings: Added to libvirtd.conf.
        qemu_settings: Added to qemu.conf.
        listeners: The sockets libvirtd gets; the first two of `DEFAULT_LISTENERS` should be among them.
        hide_kvm: Whether the host looks like one without KVM, so that it is the same on every machine.
        detached: Whether it outlives this process; otherwise it ends with it, even if this process is killed.
        tls: Whether it listens for TLS, and how.
        tcp: Whether it listens for plain TCP.
        ssh: Whether it has an sshd, and how it is set up.
        sasl: Whether libvirtd asks for a name and password, and where.
        polkit: Whether libvirtd asks polkit about whoever comes by the unix socket; it excludes SASL there.
    """

    def __init__(
        self,
        name: str = "lab",
        *,
        settings: Mapping[str, Setting] | None = None,
        qemu_settings: Mapping[str, Setting] | None = None,
        listeners: Sequence[Listener] = DEFAULT_LISTENERS,
        hide_kvm: bool = True,
        detached: bool = False,
        tls: Tls | None = None,
        tcp: Tcp | None = None,
        ssh: Ssh | None = None,
        sasl: Sasl | None = None,
        polkit: Polkit | None = None,
    ) -> None:
        # SASL comes after the listeners, whose settings it changes.
        super().__init__(Accounts() if ssh or polkit else None, tls, tcp, ssh, sasl, polkit)
        self.name = checked_name(name)
        self.uuid = uuid.uuid4()
        self._settings = dict(settings or {})
        self._qemu_settings = dict(qemu_settings or {})
        self._listeners = tuple(listeners)
        self._hide_kvm = hide_kvm
        self._detached = detached
        self._folder: Path | None = None
        self._launcher: subprocess.Popen[bytes] | None = None
        self._init_pid = 0
        self._lifeline: int | None = None
        self._tcp_ports: dict[str, int] = {}

    @property
    def folder(self) -> Path:
        """The run folder, below /tmp; it exists from `start` to `stop`."""
        if self._folder is None:
            raise LabError(f"host {self.name}: not started; call start() first")
        return self._folder

    @property
    def socket_path(self) -> Path:
        """libvirtd's read-write socket; the path is shorter than 40 bytes."""
        return self.folder / "run" / "libvirt-sock"

    @property
    def uri(self) -> str:
        """The URI of the QEMU driver over the unix socket, with every permission."""
        return self.unix_uri()

    @property
    def test_uri(self) -> str:
        """The URI of the test driver; what is changed there lasts while any connection to it is open."""
        return self.unix_uri(driver="test", path="/default")

    def _own_uri(self) -> str:
        """Return `uri` with what libvirtd asks for on the unix socket."""
        return uri("qemu+unix", "", "/system", {"socket": self.socket_path, **self._unix_parameters()})

    def unix_uri(
        self, *, driver: str = "qemu", path: str = "/system", **parameters: str | Path | None
    ) -> str:
        """Return a URI over the unix socket, with further parameters."""
        return uri(f"{driver}+unix", "", path, {"socket": self.socket_path, **parameters})

    @property
    def pool_path(self) -> Path:
        """The folder of the storage pool `default`."""
        return self.folder / "pool"

    @property
    def log_path(self) -> Path:
        """The folder of libvirtd's log; guests' logs and consoles are in its `qemu`."""
        return self.folder / "log"

    @property
    def init_pid(self) -> int:
        """The pid, as the machine sees it, of the first process inside the host."""
        return self._init_pid

    def tcp_port(self, unit: str) -> int:
        """Return the port of a `TcpListener`, given its unit name."""
        return self._tcp_ports[unit]

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def start(self) -> Self:
        """Start the host and return it once libvirtd answers.

        Raises:
            LabError: libvirtd does not start; the message has the end of its log. Nothing is left behind.
        """
        if self._folder is not None:
            raise LabError(f"host {self.name}: already started in {self._folder}")
        self._folder = Path(tempfile.mkdtemp(prefix=RUN_PREFIX, dir=RUN_PARENT))
        atexit.register(self._stop_at_exit)
        try:
            self._lay_folder()
            self._launch()
            try:
                self.virsh("hostname", timeout_s=_READY_S)
            except LabError as error:
                what = f"host {self.name}: libvirtd does not answer"
                raise LabError(f"{what}: {error}\n{self.log_tail()}") from error
            self._init_pid = self._first_process()
            for part in self._parts:
                part.started(self._init_pid)
        except BaseException:
            self.stop()
            raise
        return self

    def _lay_folder(self) -> None:
        for part in ("etc/qemu/networks", "lib/images", "run", "log/qemu", "pool", "sys"):
            (self.folder / part).mkdir(parents=True)
        self._lay_parts(self.folder)
        etc = self.folder / "etc"
        (etc / "hosts").write_text(f"127.0.0.1 localhost {self.name}\n::1 localhost\n")
        (etc / "qemu.conf").write_text(render({**QEMU_SETTINGS, **self._qemu_settings}))
        own = {"host_uuid": str(self.uuid), "log_outputs": f"3:file:{self.log_path}/libvirtd.log"}
        added = {name: value for part in self._parts for name, value in part.settings().items()}
        (etc / "libvirtd.conf").write_text(render({**DAEMON_SETTINGS, **own, **added, **self._settings}))

    def _launch(self) -> None:
        """Start the namespaces' first process and hand it the listening sockets and the lifeline."""
        probe_cache = cache_folder() / "libvirt"
        probe_cache.mkdir(exist_ok=True)
        listeners = [*self._listeners, *(listener for part in self._parts for listener in part.listeners())]
        opened = [listener.open(self.folder / "run") for listener in listeners]
        lifeline: int | None = None
        try:
            if not self._detached:
                lifeline, self._lifeline = os.pipe()
            for listener, listening in zip(listeners, opened, strict=True):
                address: object = listening.getsockname()
                if isinstance(address, tuple):
                    self._tcp_ports[listener.unit] = address[1]
            for part in self._parts:
                part.ports(self._tcp_ports)
            fds = [listening.fileno() for listening in opened]
            spec = Spec(
                name=self.name,
                folder=str(self.folder),
                probe_cache=str(probe_cache),
                listen_fds=fds,
                units=[listener.unit for listener in listeners],
                lifeline_fd=lifeline,
                hide_kvm=self._hide_kvm,
                binds=dict(self._part_binds()),
                before=[list(argv) for part in self._parts for argv in part.before()],
            )
            # No site packages inside: the supervisor needs none, and starts twice as fast.
            inner = [sys.executable, "-I", "-S", str(_SUPERVISOR), json.dumps(asdict(spec))]
            with (self.log_path / "supervisor.log").open("wb") as log:
                self._launcher = self._spawn(inner, log, fds if lifeline is None else [*fds, lifeline])
        finally:
            for listening in opened:
                listening.close()
            if lifeline is not None:
                os.close(lifeline)

    def _spawn(self, inner: Sequence[str], log: IO[bytes], fds: Sequence[int]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                ["unshare", *_NAMESPACES, "--propagation", "private", *inner],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=system_environment(),
                pass_fds=fds,
                # Ctrl-C is for the tests' process, which then ends its hosts in order.
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise LabError("unshare: no such program; the lab needs Linux with util-linux") from error

    def _running_launcher(self) -> subprocess.Popen[bytes]:
        if self._launcher is None or self._launcher.poll() is not None:
            raise LabError(f"host {self.name}: not running\n{self.log_tail()}")
        return self._launcher

    def _first_process(self) -> int:
        """Return the pid of the first process inside; it is there a moment after the launcher."""
        if not self._init_pid:
            wait_until(
                lambda: None if children(self._running_launcher().pid) else "not forked yet",
                what=f"host {self.name}: the first process",
                timeout_s=_READY_S,
                interval_s=0.002,
            )
            self._init_pid = children(self._running_launcher().pid)[0]
        return self._init_pid

    def _stop_at_exit(self) -> None:
        if not self._detached:
            self.stop()

    def stop(self, *, purge: bool = True) -> None:
        """End libvirtd, the guests and all else of the host at once; does nothing if it is not running.

        Args:
            purge: Whether its folder is removed; its logs are in there.

        Raises:
            LabError: It is not gone after 20 s.
        """
        atexit.unregister(self._stop_at_exit)
        launcher, self._launcher = self._launcher, None
        if launcher is not None:
            for init_pid in children(launcher.pid):
                end_namespace(init_pid)
            launcher.kill()
            launcher.wait(_GONE_S)
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None
        self._init_pid = 0
        self._stop_parts()
        if purge and self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def daemon_pid(self) -> int:
        """Return libvirtd's pid as the machine sees it.

        Raises:
            LabError: It is not running.
        """
        self._running_launcher()
        for pid in children(self._init_pid):
            if command_name(pid) == "libvirtd":
                return pid
        raise LabError(f"host {self.name}: libvirtd is not running\n{self.log_tail()}")

    def restart(self, *, kill: bool = False) -> None:
        """End libvirtd alone and return once its successor answers; guests live on.

        Their agents are connected a moment later: use `wait_agent` again.

        Args:
            kill: Whether it is killed, as if it had crashed, or told to end.

        Raises:
            LabError: It does not end, or does not come back.
        """
        with PidHandle(self.daemon_pid()) as daemon:
            daemon.send(signal.SIGKILL if kill else signal.SIGTERM)
            if not daemon.wait(_READY_S):
                raise LabError(f"host {self.name}: libvirtd did not end in {_READY_S:g} s\n{self.log_tail()}")
        self.virsh("hostname", timeout_s=_READY_S)

    def signal_daemon(self, number: signal.Signals) -> None:
        """Send libvirtd a signal, such as SIGSTOP for a daemon that does not answer, and SIGCONT after it."""
        with PidHandle(self.daemon_pid()) as daemon:
            daemon.send(number)

    def log_tail(self) -> str:
        """Return the ends of the host's logs."""
        logs = [self.log_path / name for name in ("supervisor.log", "libvirtd.log")]
        return "\n".join(tail(log) for log in (*logs, *(log for part in self._parts for log in part.logs())))

    def virsh(self, *arguments: str | Path, stdin: str = "", timeout_s: float = 60.0) -> str:
        """Return what virsh prints when connected to this host's QEMU driver.

        Args:
            arguments: virsh's command and its arguments.
            stdin: What it reads; a command that wants a file takes `/dev/stdin`.
            timeout_s: How long it may take.

        Raises:
            LabError: It failed; the message has what it said.
        """
        argv = ["virsh", "-q", "-c", self._own_uri(), *(str(word) for word in arguments)]
        if any(part.inside_only for part in self._parts):
            argv = inside(self._first_process(), argv)
        return run(argv, timeout_s=timeout_s, stdin=stdin.encode()).decode()
