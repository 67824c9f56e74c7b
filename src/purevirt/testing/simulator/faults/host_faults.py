"""What goes wrong on a simulated host, as a test or a demonstration wants it: scriptable, and by chance.

    sim.faults.delay("DOMAIN_*", lambda chance: chance.expovariate(1 / 0.02))
    sim.faults.refuse(SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.QEMU), "DOMAIN_CREATE*", times=2)
    lost = sim.faults.drop(procedures.STORAGE_VOL_CREATE_XML, executed=True)
    sim.faults.cut(after_bytes=1000, times=1)
    sim.faults.storage.fail_writes(errno=errno.ENOSPC)

All chance comes from the daemon's seed. A restart of the daemon is its `stop` and `start`, a reboot of its
host is `SimulatedLibvirtd.reboot_host`.
"""

from __future__ import annotations

import math
import random
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Protocol

from purevirt.testing.simulator.faults.call_faults import CallFault, Delay, Drop, Refusal, Stall, Which
from purevirt.testing.simulator.faults.checks import check_calls, check_error
from purevirt.testing.simulator.faults.wire_faults import WireFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.faults.call_faults import Chance
    from purevirt.testing.simulator.faults.wire_faults import Direction
    from purevirt.testing.simulator.guest import Guest
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.faults import StorageFaults
    from purevirt.testing.simulator.wire.failure import SimulatedError

__all__ = ["CallGate", "HostFaults"]

_GARBAGE_BYTES = 32


class CallGate(Protocol):
    """Asked around each handler, and about each piece that goes over the wire.

    Attributes:
        is_open: nothing would happen: the call is carried out in the same turn of the event loop.
        wire: what happens to the bytes themselves.
    """

    @property
    def is_open(self) -> bool: ...  # noqa: D102 - see the class

    @property
    def wire(self) -> Sequence[WireFault]: ...  # noqa: D102 - see the class

    async def before(self, client: Client, spec: AnyProcedure, args: object) -> bool:
        """Return when the call may be carried out, at once or later; tell whether its answer may be sent.

        Raises:
            SimulatedError: it is refused so.
            DropConnection: the client's connection is closed instead.
        """


class HostFaults:
    """The faults of one daemon and its host; none at first.

    Every method but those about agents returns the fault, which counts how often it has happened and can be
    ended. Which calls it happens to is said by `procedure`, `when`, `skip`, `times` and `probability`: see
    `purevirt.testing.simulator.faults.call_faults.Which`. What can never happen, such as a fault of a
    procedure that there is not, is a ValueError at once.

    Attributes:
        storage: those of the host's disks.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._chance = random.Random(f"{host.seed}/faults")  # noqa: S311 - to be repeated, not to be secret
        self._calls: list[CallFault] = []
        self._wire: list[WireFault] = []

    def __repr__(self) -> str:
        return f"<HostFaults {[*self._calls, *self._wire]} {self.storage!r}>"

    @property
    def storage(self) -> StorageFaults:
        """Those of the host's disks."""
        return self._host.storage.faults

    def clear(self) -> None:
        """End all of them, those of the disks too; agents are left as they are."""
        for call_fault in tuple(self._calls):
            call_fault.end()
        for wire_fault in tuple(self._wire):
            wire_fault.end()
        self.storage.clear()

    # calls

    def delay(
        self,
        procedure: str | AnyProcedure,
        seconds: Chance,
        *,
        when: Callable[[Any], bool] | None = None,
        skip: int = 0,
        times: int | None = None,
        probability: float = 1.0,
    ) -> CallFault:
        """Let calls take so many seconds longer; a function draws each one's."""
        if not callable(seconds) and not seconds >= 0:
            raise ValueError(f"seconds={seconds}: it is 0 or more, or a function that draws them")
        return Delay(self._calls, _which(procedure, when, skip, times, probability), seconds)

    def stall(
        self,
        procedure: str | AnyProcedure,
        *,
        when: Callable[[Any], bool] | None = None,
        skip: int = 0,
        times: int | None = None,
        probability: float = 1.0,
    ) -> CallFault:
        """Hold calls until the fault is ended; each holds one of its client's places meanwhile."""
        return Stall(self._calls, _which(procedure, when, skip, times, probability))

    def refuse(
        self,
        error: SimulatedError,
        procedure: str | AnyProcedure = "*",
        *,
        when: Callable[[Any], bool] | None = None,
        skip: int = 0,
        times: int | None = None,
        probability: float = 1.0,
    ) -> CallFault:
        """Refuse calls with an error."""
        check_error(error)
        return Refusal(self._calls, _which(procedure, when, skip, times, probability), error)

    def drop(
        self,
        procedure: str | AnyProcedure = "*",
        *,
        executed: bool = False,
        when: Callable[[Any], bool] | None = None,
        skip: int = 0,
        times: int | None = None,
        probability: float = 1.0,
    ) -> CallFault:
        """Close the connection of who calls; `executed` carries the call out, and loses the answer only."""
        return Drop(self._calls, _which(procedure, when, skip, times, probability), executed=executed)

    # the wire

    def cut(
        self, *, after_bytes: int, direction: Direction = "to_client", times: int | None = None
    ) -> WireFault:
        """Close a connection when exactly so many bytes have gone in a direction.

        Args:
            after_bytes: counted from now on, or from when the connection is opened; for each connection.
            direction: of the bytes.
            times: how many connections; None is all.
        """
        return WireFault(self._wire, direction, after_bytes, garbage=None, times=times)

    def garble(
        self,
        *,
        after_bytes: int,
        garbage: bytes | None = None,
        direction: Direction = "to_client",
        times: int | None = None,
    ) -> WireFault:
        """Put other bytes in the place of those after the n-th, once for each connection; else as `cut`."""
        if garbage is None:
            garbage = self._chance.randbytes(_GARBAGE_BYTES)
        return WireFault(self._wire, direction, after_bytes, garbage=garbage, times=times)

    # agents

    def stop_agents(self, domain: str = "*") -> int:
        """Let the agents of running domains end, by a pattern of names; return of how many."""
        guests = [guest for guest in self._guests(domain) if guest.agent_connected]
        for guest in guests:
            guest.stop_agent()
        return len(guests)

    def start_agents(self, domain: str = "*") -> None:
        """Let stopped ones begin again."""
        for guest in self._guests(domain):
            guest.start_agent()

    def hang_agents(self, domain: str = "*", answer_s: float = math.inf) -> None:
        """Let agents of running domains take so long for each answer; 0 makes them well again."""
        for guest in self._guests(domain):
            guest.answer_s = answer_s

    def _guests(self, pattern: str) -> Iterator[Guest]:
        for domain in tuple(self._host.domains.active):
            if domain.guest is not None and fnmatchcase(domain.name, pattern):
                yield domain.guest

    # for the daemon

    @property
    def is_open(self) -> bool:
        """See `CallGate`."""
        return not self._calls

    @property
    def wire(self) -> Sequence[WireFault]:
        """See `CallGate`."""
        return self._wire

    async def before(
        self,
        client: Client,  # noqa: ARG002 - the gate's signature
        spec: AnyProcedure,
        args: object,
    ) -> bool:
        """See `CallGate`; what delays happens before what refuses."""
        struck = [fault for fault in tuple(self._calls) if fault.strikes(self._chance, spec, args)]
        may_answer = True
        for fault in sorted(struck, key=lambda one: isinstance(one, Refusal | Drop)):
            may_answer = await fault.happen(self._chance) and may_answer
        return may_answer


def _which(
    procedure: str | AnyProcedure,
    when: Callable[[Any], bool] | None,
    skip: int,
    times: int | None,
    probability: float,
) -> Which:
    check_calls(procedure, skip=skip, times=times, probability=probability)
    return Which(procedure, when, skip, times, probability)
