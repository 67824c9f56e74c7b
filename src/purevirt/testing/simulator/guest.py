"""What runs inside a domain: how long it takes to boot, whether it obeys its power button, its agent.

A domain makes one `Guest` each time it starts, from the profile that `Host.guests` chooses for it, and tells
it of its power; the guest tells the domain what it does by itself.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from purevirt.testing.simulator.agent.system import GuestOs, GuestSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from purevirt.testing.simulator.agent.files import GuestFiles
    from purevirt.testing.simulator.agent.program import Program
    from purevirt.testing.simulator.timeline import Appointment, Timeline

__all__ = ["Guest", "GuestOwner", "GuestPhase", "GuestProfile"]


class GuestPhase(enum.Enum):
    """Where a guest is in its life."""

    BOOTING = "booting"
    UP = "up"
    GOING_DOWN = "going down"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestProfile:
    """How a guest behaves.

    Attributes:
        boot_s: from power-on until its agent is connected and it obeys its power button, in seconds.
        shutdown_s: from the power button until it is off, or boots again.
        obeys_power_button: whether it does so at all.
        has_agent: whether an agent runs in it, provided that the domain has a channel for one.
        answer_s: how long its agent takes for an answer, in seconds; infinite for one that hangs.
        programs: what can be run in it, by path, besides the few tools that every guest has.
        files: what is on its disk when the domain is started for the first time, by path.
        disk_bytes: how much fits on its disk; None is no bound.
        host_name: what it calls itself; None for the domain's name.
        os: its operating system.
        users: whose passwords can be set.
        blocked_commands: what its agent was told not to do.
        agent_commands: commands of its agent besides, or in the place of, the usual ones: from the arguments
            to the result. One that raises OSError, or `AgentRefusal`, is refused with its text.
    """

    boot_s: float = 0.05
    shutdown_s: float = 0.05
    obeys_power_button: bool = True
    has_agent: bool = True
    answer_s: float = 0.0
    programs: Mapping[str, Program] = field(default_factory=lambda: _NOTHING)
    files: Mapping[str, bytes] = field(default_factory=lambda: _NOTHING)
    disk_bytes: int | None = None
    host_name: str | None = None
    os: GuestOs = field(default_factory=GuestOs)
    users: frozenset[str] = frozenset(("root",))
    blocked_commands: frozenset[str] = frozenset()
    agent_commands: Mapping[str, Callable[[dict[str, Any]], object]] = field(default_factory=lambda: _NOTHING)


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class GuestOwner(Protocol):
    """What a guest asks of its domain, and what the domain hears from it."""

    @property
    def name(self) -> str:
        """The domain's name."""

    def guest_files(self, profile: GuestProfile) -> GuestFiles:
        """The disk, which stays when the guest is off; made by its profile when it is not there yet."""

    def wall_clock(self) -> float:
        """Seconds since 1970."""

    def vcpu_count(self) -> int:
        """How many processors it has."""

    def interfaces(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """Its interfaces: the MAC address, and the addresses that were given to it with their prefixes."""

    def guest_booted(self) -> None:
        """The guest is up, and has asked for its addresses."""

    def guest_agent_changed(self, *, connected: bool) -> None:
        """The agent's channel was opened or closed from inside."""

    def guest_powered_off(self) -> None:
        """The guest has shut itself down."""

    def guest_rebooted(self) -> None:
        """The guest has reset itself; it boots."""


class Guest:
    """One run of a guest, from power-on to off; while it is frozen nothing in it goes on.

    Attributes:
        owner: its domain.
        profile: how it behaves.
        phase: where it is in its life.
        agent_connected: whether its agent is there to be asked.
        agent_is_broken: libvirt has given its agent up, until it boots again.
        answer_s: see `GuestProfile`; may be changed while it runs.
        has_channel: the domain has a channel for an agent.
    """

    __slots__ = (
        "_frozen",
        "_next",
        "_system",
        "_timeline",
        "_waiting",
        "agent_connected",
        "agent_is_broken",
        "answer_s",
        "has_channel",
        "owner",
        "phase",
        "profile",
    )

    def __init__(
        self, owner: GuestOwner, timeline: Timeline, profile: GuestProfile, *, has_channel: bool
    ) -> None:
        self.profile = profile
        self.phase = GuestPhase.OFF
        self.agent_connected = False
        self.agent_is_broken = False
        self.answer_s = profile.answer_s
        self.has_channel = has_channel
        self.owner = owner
        self._system: GuestSystem | None = None
        self._timeline = timeline
        self._frozen = False
        self._next: Appointment | None = None
        self._waiting: Callable[[], None] | None = None

    @property
    def agent_expected(self) -> bool:
        """Whether an agent is, or will be, connected."""
        return self.has_channel and self.profile.has_agent

    @property
    def system(self) -> GuestSystem:
        """What is inside; made when it is first asked for."""
        if self._system is None:
            profile = self.profile
            self._system = GuestSystem(
                host_name=profile.host_name or self.owner.name,
                os=profile.os,
                files=self.owner.guest_files(profile),
                programs=profile.programs,
                timeline=self._timeline,
            )
        return self._system

    def stop_agent(self) -> None:
        """Let the agent end, as when its service fails: what it had started ends with it."""
        self._disconnect()
        self._end_system()

    def start_agent(self) -> None:
        """Let the agent begin, in a guest that is up and has none running."""
        if self.phase is GuestPhase.UP and self.has_channel and not self.agent_connected:
            self.agent_is_broken = False
            self.agent_connected = True
            self.owner.guest_agent_changed(connected=True)

    def power_on(self, *, frozen: bool = False) -> None:
        """Begin to boot; frozen, once it is thawed."""
        self._frozen = frozen
        self.phase = GuestPhase.BOOTING
        self._later(self.profile.boot_s, self._booted)

    def power_off(self) -> None:
        """Stop at once; the owner is not told."""
        self._forget()
        self._end_system()
        self.phase = GuestPhase.OFF
        self.agent_connected = False

    def reset(self) -> None:
        """Boot again at once, as by the reset button."""
        self._forget()
        self._disconnect()
        self._end_system()
        self.power_on(frozen=self._frozen)

    def press_power_button(self, *, reboot: bool = False) -> None:
        """Ask it to shut down, or to reboot; one that still boots, or does not obey, takes no notice."""
        if self.profile.obeys_power_button:
            self.shut_down(reboot=reboot)

    def shut_down(self, *, reboot: bool = False) -> None:
        """Begin to go down, or to boot again, as when its agent is told to."""
        if self.phase is GuestPhase.UP:
            self.phase = GuestPhase.GOING_DOWN
            self._later(self.profile.shutdown_s, self._down_to_boot if reboot else self._down)

    def freeze(self) -> None:
        """Stop time in the guest: its processors are paused."""
        self._frozen = True

    def thaw(self) -> None:
        """Let time go on; what became due meanwhile happens now."""
        self._frozen = False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._later(0.0, waiting)

    def _booted(self) -> None:
        self.phase = GuestPhase.UP
        self.owner.guest_booted()
        if self.agent_expected:
            self.agent_connected = True
            self.owner.guest_agent_changed(connected=True)

    def _down(self) -> None:
        self._disconnect()
        self._end_system()
        self.phase = GuestPhase.OFF
        self.owner.guest_powered_off()

    def _down_to_boot(self) -> None:
        self._disconnect()
        self._end_system()
        self.power_on()
        self.owner.guest_rebooted()

    def _end_system(self) -> None:
        if self._system is not None:
            self._system.processes.end_all()
            self._system = None

    def _disconnect(self) -> None:
        self.agent_is_broken = False
        if self.agent_connected:
            self.agent_connected = False
            self.owner.guest_agent_changed(connected=False)

    def _later(self, delay_s: float, action: Callable[[], None]) -> None:
        self._forget()
        self._next = self._timeline.after(delay_s, lambda: self._due(action))

    def _due(self, action: Callable[[], None]) -> None:
        if self._frozen:
            self._waiting = action
        else:
            action()

    def _forget(self) -> None:
        self._waiting = None
        if self._next is not None:
            self._next.cancel()
            self._next = None
