"""Three hosts, by unix socket, TLS and SSH, and trouble: `python -m tests.provider_e2e.three_hosts`.

All machines live through all states at once, twice: undisturbed, and while the second host's libvirtd is
killed and the third host's network is a black hole. What FAILED is repaired as an operator does; then every
host must be as it was. Printed is how long each kind of transition took on each host, and what failed why.
"""

import argparse
import asyncio
import http.client
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.testing import FaultProxy
from tests.lab import LabHost, Ssh, Tls
from tests.lab.image import ensure_image
from tests.provider_e2e.process import STATES, ProviderProcess, running_provider

UNIX, TLS, SSH = "by-unix", "by-tls", "by-ssh"
KINDS = ("create", "configure", "drain", "delete")
_LIMIT_S = 400.0
_KEPT = ("nvram", "save", "snapshot", "checkpoint", "dump", "ram")
_S = STATES
_ENDS = (
    _S.MACHINE_STATE_IDLE,
    _S.MACHINE_STATE_CONFIGURED,
    _S.MACHINE_STATE_IDLE,
    _S.MACHINE_STATE_SPECULATIVE,
)


class Way:
    """A proxy in front of a TCP port, on an event loop of its own."""

    def __init__(self, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy")
        self._thread.start()
        self.proxy = FaultProxy(("127.0.0.1", 0), ("127.0.0.1", port))
        self._do(self.proxy.start())

    def black_hole(self, on: bool) -> None:
        """Let nothing through, or again."""
        self._loop.call_soon_threadsafe(self.proxy.hold if on else self.proxy.release)

    def close(self) -> None:
        """End all connections."""
        self._do(self.proxy.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(30)


@dataclass
class Trouble:
    """What happens on the way, each once: when a machine of its zone begins to configure."""

    hosts: "Mapping[str, LabHost]"
    way: Way
    black_hole_s: float
    done: set[str] = field(default_factory=set)
    _ends_s: float | None = None
    _restarting: threading.Thread | None = None

    def watch(self, zone: str, state: int) -> None:
        """Look at a machine, and make trouble."""
        if self._ends_s is not None and time.monotonic() >= self._ends_s:
            self.end()
        if state != STATES.MACHINE_STATE_CONFIGURING or zone in self.done:
            return
        self.done.add(zone)
        if zone == TLS:
            # Beside the looking, whose times are to be those of the machines.
            self._restarting = threading.Thread(target=lambda: self.hosts[TLS].restart(kill=True))
            self._restarting.start()
        elif zone == SSH:
            self.way.black_hole(True)
            self._ends_s = time.monotonic() + self.black_hole_s

    def end(self) -> None:
        """Let the third host be seen again."""
        self._ends_s = None
        self.way.black_hole(False)

    def settle(self) -> None:
        """Return when all hosts are there again."""
        self.end()
        if self._restarting is not None:
            self._restarting.join()


@dataclass
class Life:
    """One machine's way through all states."""

    id: str
    zone: str
    step: int = -1
    began_s: float = 0.0
    failure: str = ""
    took_s: dict[str, float] = field(default_factory=dict)


class Fleet:
    """Drives all machines at once, as a shard does: by asking for what comes next, and by List."""

    def __init__(self, provider: ProviderProcess, trouble: Trouble | None) -> None:
        self.provider = provider
        self.trouble = trouble
        self.lives = {
            life.id: life
            for zone in provider.zones
            for index in range(provider.count)
            for life in [Life(provider.machine_id(zone, index), zone)]
        }

    def live(self) -> list[Life]:
        """Bring all machines from SPECULATIVE through all states and back; return how that went."""
        deadline = time.monotonic() + _LIMIT_S
        open_lives = dict(self.lives)
        for life in open_lives.values():
            self._next(life)
        while open_lives:
            assert time.monotonic() < deadline, [vars(life) for life in open_lives.values()]
            for machine in self.provider.stub.List(pb.ListFilter(), timeout=30).machines:
                if self.trouble is not None:
                    self.trouble.watch(machine.zone, machine.state)
                found = open_lives.get(machine.id)
                if found is not None and self._advance(found, machine):
                    del open_lives[machine.id]
            time.sleep(0.05)
        if self.trouble is not None:
            self.trouble.settle()
        for life in self.lives.values():
            if life.failure:
                self._repair(life.id)
        return list(self.lives.values())

    def _advance(self, life: Life, machine: pb.Machine) -> bool:
        """Take note of a machine; return whether its way has ended."""
        if machine.state == STATES.MACHINE_STATE_FAILED:
            life.failure = f"{KINDS[life.step]}: {machine.last_error}"
            return True
        if machine.state != _ENDS[life.step]:
            return False
        life.took_s[KINDS[life.step]] = time.monotonic() - life.began_s
        if life.step + 1 == len(KINDS):
            return True
        self._next(life)
        return False

    def _next(self, life: Life) -> None:
        """Ask for the next operation."""
        life.step += 1
        life.began_s = time.monotonic()
        stub, machine = self.provider.stub, life.id
        calls: list[Callable[[], pb.TransitionAck]] = [
            lambda: stub.Create(pb.CreateRequest(machine_id=machine), timeout=30),
            lambda: stub.Configure(
                pb.ConfigureRequest(machine_id=machine, cluster_id="c", bootstrap_blob=bytes(100_000)),
                timeout=30,
            ),
            lambda: stub.Drain(pb.DrainRequest(machine_id=machine, grace_period_seconds=20), timeout=30),
            lambda: stub.Delete(pb.DeleteRequest(machine_id=machine), timeout=30),
        ]
        calls[life.step]()

    def _repair(self, machine: str) -> None:
        """Free a FAILED machine as an operator does, until its host is there to be freed of it."""
        deadline = time.monotonic() + _LIMIT_S
        while True:
            connection = http.client.HTTPConnection("localhost")
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.connect(str(self.provider.folder / "admin"))
            connection.request("POST", f"/machines/{quote(machine, safe='')}/repair")
            status = connection.getresponse().status
            connection.close()
            state = self.provider.stub.Get(pb.MachineRef(id=machine), timeout=30).state
            while status == http.HTTPStatus.ACCEPTED and state == STATES.MACHINE_STATE_DELETING:
                time.sleep(0.1)
                state = self.provider.stub.Get(pb.MachineRef(id=machine), timeout=30).state
            if state == STATES.MACHINE_STATE_SPECULATIVE:
                return
            assert time.monotonic() < deadline, machine
            time.sleep(1)


def contents(host: LabHost) -> tuple[set[str], set[str], set[str]]:
    """Return a host's domains, what is in its pool, and what libvirt keeps of guests beside that."""
    kept = {
        str(path) for name in _KEPT for path in (host.folder / "lib").rglob(f"{name}/**/*") if path.is_file()
    }
    return (
        set(host.virsh("list", "--all", "--name").split()),
        {path.name for path in host.pool_path.iterdir()},
        kept,
    )


@contextmanager
def three_hosts(image: Path) -> Iterator[tuple[dict[str, LabHost], dict[str, str], Way]]:
    """Start the hosts; give them and their URIs by zone, and the way to the third."""
    with ExitStack() as stack:
        hosts = {
            UNIX: stack.enter_context(LabHost("one")),
            TLS: stack.enter_context(LabHost("two", tls=Tls())),
            SSH: stack.enter_context(LabHost("three", ssh=Ssh())),
        }
        for host in hosts.values():
            host.prepare(image)
        ssh = hosts[SSH].ssh
        way = Way(ssh.port)
        stack.callback(way.close)
        port = way.proxy.port
        known_hosts = ssh.write_known_hosts(ssh.known_hosts_text(names=[f"[127.0.0.1]:{port}"]), "by-proxy")
        uris = {
            UNIX: hosts[UNIX].uri,
            TLS: hosts[TLS].tls_uri(),
            SSH: ssh.uri(known_hosts=known_hosts).replace(f":{ssh.port}/", f":{port}/"),
        }
        yield hosts, uris, way


def live_on_three_hosts(folder: Path, image: Path, per_host: int, black_hole_s: float | None) -> list[Life]:
    """Run the fleet once; `black_hole_s` None leaves it alone.

    Raises:
        AssertionError: a host is not as it was, or a machine did not come to an end.
    """
    with three_hosts(image) as (hosts, uris, way):
        before = {zone: contents(host) for zone, host in hosts.items()}
        trouble = None if black_hole_s is None else Trouble(hosts, way, black_hole_s)
        arguments = [f"--admin-socket={folder / 'admin'}"]
        with running_provider(folder, uris, count=per_host, arguments=arguments) as provider:
            lives = Fleet(provider, trouble).live()
            assert provider.stop() == 0
        assert {zone: contents(host) for zone, host in hosts.items()} == before
    return lives


def medians(lives: list[Life], zone: str) -> dict[str, float]:
    """Return how long each kind took on a host, in seconds."""
    there = [life for life in lives if life.zone == zone]
    took = {kind: [life.took_s[kind] for life in there if kind in life.took_s] for kind in KINDS}
    return {kind: statistics.median(times) for kind, times in took.items() if times}


def main() -> int:
    """Run it twice, and print the two beside each other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--per-host", type=int, default=4)
    parser.add_argument("--black-hole", type=float, default=60.0, metavar="SECONDS")
    given = parser.parse_args()
    image = ensure_image()
    runs = []
    for black_hole_s in (None, given.black_hole):
        with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
            runs.append(live_on_three_hosts(Path(folder), image, given.per_host, black_hole_s))
    calm, troubled = runs
    for zone in (UNIX, TLS, SSH):
        first, second = medians(calm, zone), medians(troubled, zone)
        for kind in KINDS:
            one, other = first.get(kind, float("nan")), second.get(kind, float("nan"))
            print(f"{zone:8} {kind:10} {one:7.2f} s {other:7.2f} s  {other / one:5.2f}")  # noqa: T201 - a program
    for life in troubled:
        if life.failure:
            print(f"{life.id}: {life.failure}")  # noqa: T201 - as above
    print("all hosts are as they were")  # noqa: T201 - as above
    return 0


if __name__ == "__main__":
    sys.exit(main())
