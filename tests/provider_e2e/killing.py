"""kill -9 of the provider at random moments of real operations: `python -m tests.provider_e2e.killing 200`.

Each round brings a machine to where an operation starts, asks for it, and kills the provider at a moment that
the seed chose. The restarted one must know what it has answered; an operator's repair frees what FAILED; then
the host must hold exactly what the machines at rest stand for. All the while virsh, which knows nothing of
us, listens to the host's lifecycle events: of one machine there must never be two domains.
"""

import argparse
import http.client
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from purevirt.provider.libvirt import names
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost
from tests.lab.image import ensure_image
from tests.provider_e2e.process import STATES, ProviderProcess, running_provider

ZONE = "kills"
SLOTS = 3
KINDS = ("create", "configure", "drain", "delete")
# How long after the answer an operation is killed at most, in seconds: a little longer than it takes.
SPANS_S = {"create": 1.5, "configure": 6.0, "drain": 2.0, "delete": 1.2}
_EVENT = re.compile(r"'lifecycle' for domain '([^']*)': (\w+)")
_READY_S = 30.0


@dataclass
class Witness:
    """What virsh heard: which domains there were, and whether two of them were one machine."""

    path: Path
    machines: dict[str, str] = field(default_factory=dict)

    def owner(self, operation_id: str, machine_id: str) -> None:
        """Note whose domain the operation makes."""
        self.machines[names.domain_name(operation_id)] = machine_id

    def twins(self) -> tuple[int, list[str]]:
        """Return how many domains were defined, and a line for each that was one too many."""
        alive: dict[str, set[str]] = {}
        defined, found = 0, []
        for name, what in _EVENT.findall(self.path.read_text()):
            machine = self.machines.get(name, f"nobody's: {name}")
            if what == "Undefined":
                alive.setdefault(machine, set()).discard(name)
            elif what == "Defined":
                defined += name not in alive.setdefault(machine, set())
                alive[machine].add(name)
                if len(alive[machine]) > 1 or name not in self.machines:
                    found.append(f"{machine}: {sorted(alive[machine])}")
        return defined, found


@contextmanager
def witness(host: LabHost, folder: Path) -> Iterator[Witness]:
    """Listen to a host's lifecycle events for the length of the block."""
    path = folder / "events"
    with path.open("wb") as out:
        command = ["stdbuf", "-oL", "virsh", "-c", host.uri, "event", "--event", "lifecycle", "--loop"]
        listening = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
    try:
        _hears(host, path)
        yield Witness(path)
    finally:
        listening.terminate()
        listening.wait()


def _hears(host: LabHost, path: Path) -> None:
    """Return once the listener hears what happens on the host."""
    deadline = time.monotonic() + _READY_S
    while "probe" not in path.read_text():
        assert time.monotonic() < deadline, path.read_text()
        host.virsh("define", "/dev/stdin", stdin=host.domain_xml("probe"))
        host.virsh("undefine", "probe")
    path.write_text("")


@dataclass
class Rounds:
    """Kills one provider again and again."""

    host: LabHost
    provider: ProviderProcess
    watching: Witness
    chance: random.Random
    counts: dict[str, int] = field(default_factory=dict)

    def round(self, number: int) -> str:
        """Kill one operation; return what came of it."""
        machine = self.provider.machine_id(ZONE, self.chance.randrange(SLOTS))
        kind = KINDS[number % len(KINDS)]
        self._reach(machine, kind)
        self._ask(machine, kind)
        time.sleep(self.chance.uniform(0, SPANS_S[kind]))
        self.provider.kill()
        self.provider.start()
        state = self._state(machine)
        assert state in _AFTER[kind], f"{kind}: {STATES.Name(state)}"
        if state == STATES.MACHINE_STATE_FAILED:
            self._repair(machine)
        self._check_host()
        outcome = f"{kind} {'failed' if state == STATES.MACHINE_STATE_FAILED else 'ended'}"
        self.counts[outcome] = self.counts.get(outcome, 0) + 1
        return outcome

    def settle(self) -> None:
        """Give all machines back, and see that nothing is left."""
        for index in range(SLOTS):
            self._reach(self.provider.machine_id(ZONE, index), "create")
        self._check_host()

    def _reach(self, machine: str, kind: str) -> None:
        """Bring a machine to where an operation starts, undisturbed."""
        while (step := _ON_THE_WAY[kind].get(self._state(machine))) is not None:
            self._ask(machine, step)
            self.provider.wait_for(machine, _ENDS[step])

    def _state(self, machine: str) -> int:
        found: int = self.provider.stub.Get(pb.MachineRef(id=machine), timeout=30).state
        return found

    def _ask(self, machine: str, kind: str) -> None:
        """Ask for an operation."""
        stub = self.provider.stub
        calls: dict[str, Callable[[], pb.TransitionAck]] = {
            "create": lambda: stub.Create(pb.CreateRequest(machine_id=machine), timeout=30),
            "configure": lambda: stub.Configure(
                pb.ConfigureRequest(machine_id=machine, cluster_id="c", bootstrap_blob=b"blob"), timeout=30
            ),
            "drain": lambda: stub.Drain(
                pb.DrainRequest(machine_id=machine, grace_period_seconds=10), timeout=30
            ),
            "delete": lambda: stub.Delete(pb.DeleteRequest(machine_id=machine), timeout=30),
        }
        ack = calls[kind]()
        if kind == "create":
            self.watching.owner(ack.operation_id, machine)

    def _repair(self, machine: str) -> None:
        """Free a FAILED machine as an operator does."""
        connection = http.client.HTTPConnection("localhost")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(admin_socket(self.provider.folder)))
        connection.request("POST", f"/machines/{quote(machine, safe='')}/repair")
        answer = connection.getresponse()
        assert answer.status == 202, answer.read()
        connection.close()
        self.provider.wait_for(machine, STATES.MACHINE_STATE_SPECULATIVE)

    def _check_host(self) -> None:
        """Hold the host to what the machines at rest stand for: no domain and no volume more or less."""
        domains, volumes = set(), {"golden.qcow2"}
        for machine in self.provider.stub.List(pb.ListFilter(), timeout=30).machines:
            if machine.state in (STATES.MACHINE_STATE_IDLE, STATES.MACHINE_STATE_CONFIGURED):
                domains.add(machine.host.ref)
                volumes |= {names.overlay_name(machine.id), names.seed_name(machine.id)}
        self.host.virsh("pool-refresh", "default")
        listed = self.host.virsh("vol-list", "default").splitlines()
        assert set(self.host.virsh("list", "--all", "--name").split()) == domains
        assert {line.split()[0] for line in listed if line.strip()} == volumes


def admin_socket(folder: Path) -> Path:
    """Return where the provider of a folder takes an operator's orders."""
    return folder / "admin"


_S = STATES
Steps = Mapping[int, str]
_ENDS = {
    "create": _S.MACHINE_STATE_IDLE,
    "configure": _S.MACHINE_STATE_CONFIGURED,
    "drain": _S.MACHINE_STATE_IDLE,
    "delete": _S.MACHINE_STATE_SPECULATIVE,
}
# What leads from each state at rest towards the start of an operation.
_TO_IDLE: Steps = {_S.MACHINE_STATE_SPECULATIVE: "create", _S.MACHINE_STATE_CONFIGURED: "drain"}
_ON_THE_WAY: Mapping[str, Steps] = {
    "create": {_S.MACHINE_STATE_IDLE: "delete", _S.MACHINE_STATE_CONFIGURED: "drain"},
    "configure": _TO_IDLE,
    "drain": {_S.MACHINE_STATE_SPECULATIVE: "create", _S.MACHINE_STATE_IDLE: "configure"},
    "delete": _TO_IDLE,
}
_AFTER = {kind: (_S.MACHINE_STATE_FAILED, end) for kind, end in _ENDS.items()}


def kill_at_random(folder: Path, rounds: int, seed: int, image: Path, *, told: bool = False) -> Rounds:
    """Run so many rounds on a host of their own.

    Raises:
        AssertionError: something was forgotten, left, or there twice; with the seed and the round.
    """
    with LabHost("kills") as host:
        host.prepare(image)
        arguments = [f"--admin-socket={admin_socket(folder)}"]
        with (
            witness(host, folder) as watching,
            running_provider(folder, {ZONE: host.uri}, count=SLOTS, arguments=arguments) as provider,
        ):
            made = Rounds(host, provider, watching, random.Random(seed))
            for number in range(rounds):
                try:
                    outcome = made.round(number)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}, round {number}: {error}") from error
                if told:
                    print(f"{number + 1}/{rounds} {outcome}", flush=True)  # noqa: T201 - a program for a person
            made.settle()
            _, twins = watching.twins()
            assert twins == [], f"seed {seed}: {twins}"
            return made


def main() -> int:
    """Run the rounds that the command line asks for, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)  # noqa: T201 - a program for a person
    with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        made = kill_at_random(Path(folder), given.rounds, given.seed, ensure_image(), told=True)
        defined, _ = made.watching.twins()
        print(f"{made.counts}; {defined} domains defined, never two of one machine")  # noqa: T201 - as above
    return 0


if __name__ == "__main__":
    sys.exit(main())
