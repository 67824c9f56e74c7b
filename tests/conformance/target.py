"""What the checks are run on: an address and, where it is a process of ours, a hand on that."""

from __future__ import annotations

import secrets
import threading
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import grpc

from tests.conformance.calls import OPTIONS, PLAIN, Answer, Calls, Code, Fields, Kind, S, Token

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
    from tests.conformance.spawner import OwnProcess

PATIENCE_S: Final = 60.0
PAUSE_S: Final = 0.003
FAULT_LABEL: Final = "conformance.fault/create"
PATHS: Final[dict[Kind, tuple[pb.MachineState, pb.MachineState, pb.MachineState]]] = {
    "create": (S.MACHINE_STATE_SPECULATIVE, S.MACHINE_STATE_CREATING, S.MACHINE_STATE_IDLE),
    "configure": (S.MACHINE_STATE_IDLE, S.MACHINE_STATE_CONFIGURING, S.MACHINE_STATE_CONFIGURED),
    "drain": (S.MACHINE_STATE_CONFIGURED, S.MACHINE_STATE_DRAINING, S.MACHINE_STATE_IDLE),
    "delete": (S.MACHINE_STATE_IDLE, S.MACHINE_STATE_DELETING, S.MACHINE_STATE_SPECULATIVE),
}
IN_BETWEEN: Final = frozenset(through for _, through, _ in PATHS.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """How the target is reached. `shard_id` is the one that its certificate speaks for; empty: any."""

    address: str
    ca: bytes | None = None
    key: bytes | None = None
    cert: bytes | None = None
    server_name: str = ""
    shard_id: str = ""

    def channel(self) -> grpc.Channel:
        """Open a channel with a connection of its own."""
        if self.ca is None:
            return grpc.insecure_channel(self.address, options=OPTIONS)
        named = (("grpc.ssl_target_name_override", self.server_name),) if self.server_name else ()
        credentials = grpc.ssl_channel_credentials(self.ca, self.key, self.cert)
        return grpc.secure_channel(self.address, credentials, options=(*OPTIONS, *named))


class Target:
    """A provider to check.

    Args:
        access: how it is reached.
        process: the process, where it is one of ours.
        patience_s: for how long a state is waited for.
    """

    def __init__(
        self, access: Access, process: OwnProcess | None = None, patience_s: float = PATIENCE_S
    ) -> None:
        self.access = access
        self._process = process
        self.patience_s = patience_s
        self._taken: set[str] = set()
        self._taking = threading.Lock()
        self._open = ExitStack()
        self.calls = self.connect()

    def connect(self) -> Calls:
        """Return calls over a connection of their own, which is closed with the target."""
        return Calls(self._open.enter_context(self.access.channel()))

    def close(self) -> None:
        """Close all connections."""
        self._open.close()

    def crash(self) -> None:
        """Kill a process of ours, start it again, and connect anew."""
        self.process.kill()
        self.access = self.process.start()
        self._open.close()
        self._open = ExitStack()
        self.calls = self.connect()

    @property
    def own(self) -> bool:
        """Whether it is a process of ours, and its machines are unused."""
        return self._process is not None

    @property
    def process(self) -> OwnProcess:
        """The process of a target of ours."""
        assert self._process is not None, "this check needs a target of its own"
        return self._process

    def shard(self, name: str = "") -> Shard:
        """Return a shard that nobody knows, or one of that name; a certificate's shard is in a new epoch."""
        if self.access.shard_id and not name:
            return Shard(self, self.access.shard_id, time.time_ns())
        return Shard(self, name or f"shard-{secrets.token_hex(6)}", 5)

    def settle(self) -> None:
        """Return once nothing is under way any more."""
        shard = self.shard()
        for machine in self.calls.list(states=tuple(IN_BETWEEN)).machines:
            shard.rest(machine.id)

    def take(self, count: int = 1) -> list[str]:
        """Return the ids of free machines that nobody else works on; on a process of ours, unused ones."""
        free = self.calls.list(states=(S.MACHINE_STATE_SPECULATIVE,)).machines
        with self._taking:
            found = [
                machine.id
                for machine in free
                if machine.id not in self._taken and FAULT_LABEL not in machine.labels
            ][:count]
            self._taken.update(found)
        assert len(found) == count, f"the target has too few free machines: {count} are needed"
        return found

    def take_broken(self) -> str:
        """Return the id of a free slot whose Create fails."""
        free = self.calls.list(states=(S.MACHINE_STATE_SPECULATIVE,)).machines
        with self._taking:
            found = next(
                machine.id
                for machine in free
                if machine.id not in self._taken and machine.labels.get(FAULT_LABEL) == "error"
            )
            self._taken.add(found)
        return found

    def take_one(self) -> str:
        """Return the id of one such machine."""
        return self.take()[0]

    def give_back(self) -> None:
        """Make what was taken SPECULATIVE again; a process of ours has slots enough, and ends soon."""
        if self.own:
            return
        shard = self.shard()
        for machine_id in self._taken:
            machine = shard.rest(machine_id)
            if machine.state == S.MACHINE_STATE_CONFIGURED:
                shard.finish("drain", machine_id)
            if machine.state in (S.MACHINE_STATE_CONFIGURED, S.MACHINE_STATE_IDLE):
                # Bare metal stays IDLE.
                answered = shard.ask("delete", machine_id)
                assert answered.code in (Code.OK, Code.UNIMPLEMENTED), answered
                shard.rest(machine_id)
        self._taken.clear()

    @contextmanager
    def held(self, machine_id: str) -> Iterator[None]:
        """Let the work on a machine not go on while the block lasts."""
        mark = self.process.hold / quote(machine_id, safe="")
        mark.touch()
        try:
            yield
        finally:
            mark.unlink()


class Shard:
    """A shard: it numbers what it sends, from `epoch` on."""

    def __init__(self, target: Target, shard_id: str, epoch: int) -> None:
        self._target = target
        self.id = shard_id
        self.epoch = epoch
        self._sequence = 0

    @property
    def _calls(self) -> Calls:
        # The target's own, which may have been restarted.
        return self._target.calls

    def token(self, epoch: int = 0, sequence: int = 0) -> Token:
        """Return a token of this shard: its epoch and that many more, and exactly that sequence number."""
        return Token(self.id, self.epoch + epoch, sequence)

    def next(self) -> Token:
        """Return a token that is newer than all before."""
        self._sequence += 1
        return Token(self.id, self.epoch, self._sequence)

    def ask(self, kind: Kind, machine_id: str, token: Token | None = None, fields: Fields = PLAIN) -> Answer:
        """Return how a call is answered."""
        return self._calls.ask(kind, machine_id, token or self.next(), fields)

    def do(
        self, kind: Kind, machine_id: str, token: Token | None = None, fields: Fields = PLAIN
    ) -> pb.TransitionAck:
        """Return the acknowledgement of a call that is accepted."""
        given = self.ask(kind, machine_id, token, fields)
        assert given.ack is not None, f"{kind} of {machine_id}: {given.code} {given.text}"
        return given.ack

    def get(self, machine_id: str) -> pb.Machine:
        """Return a machine."""
        return self._calls.get(machine_id)

    def until(self, machine_id: str, state: pb.MachineState) -> pb.Machine:
        """Return a machine once it is in `state`; where it comes to rest in another one, the check fails."""
        deadline_s = time.monotonic() + self._target.patience_s
        while True:
            found = self.get(machine_id)
            if found.state == state:
                return found
            where = f"{machine_id} is {S.Name(found.state)} ({found.last_error}), not {S.Name(state)}"
            assert found.state in IN_BETWEEN, where
            assert time.monotonic() < deadline_s, where
            time.sleep(PAUSE_S)

    def rest(self, machine_id: str) -> pb.Machine:
        """Return a machine once it is in the middle of nothing."""
        deadline_s = time.monotonic() + self._target.patience_s
        while True:
            found = self.get(machine_id)
            if found.state not in IN_BETWEEN:
                return found
            assert time.monotonic() < deadline_s, f"{machine_id} stays {S.Name(found.state)}"
            time.sleep(PAUSE_S)

    def finish(self, kind: Kind, machine_id: str, fields: Fields = PLAIN) -> pb.Machine:
        """Do an operation, and return the machine at its end."""
        self.do(kind, machine_id, fields=fields)
        return self.until(machine_id, PATHS[kind][2])

    def idle(self, machine_id: str) -> pb.Machine:
        """Bring a SPECULATIVE machine to IDLE."""
        return self.finish("create", machine_id)

    def configured(self, machine_id: str, fields: Fields = PLAIN) -> pb.Machine:
        """Bring a SPECULATIVE machine to CONFIGURED."""
        self.idle(machine_id)
        return self.finish("configure", machine_id, fields)

    def refused(self, kind: Kind, machine_id: str, code: grpc.StatusCode, **how: Any) -> Answer:
        """Return the refusal of a call, which has that code, and changes nothing of the machine."""
        with self.unchanged(machine_id) as before:
            given = self.ask(kind, machine_id, **how)
            state = S.Name(before.state)
            assert given.code is code, f"{kind} in {state}: {given.code}, not {code}: {given.text}"
        return given

    @contextmanager
    def unchanged(self, machine_id: str) -> Iterator[pb.Machine]:
        """What is done in the block changes nothing of the machine, and puts it into no delta."""
        since = self._calls.list().revision
        before = self.get(machine_id)
        yield before
        assert self.get(machine_id) == before
        assert machine_id not in {one.id for one in self._calls.list(since=since).machines}
