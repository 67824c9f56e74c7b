"""What runs inside a domain: how long it takes to boot, whether it obeys its power button, its agent.

A domain makes one `Guest` each time it starts, from the profile that `Host.guests` chooses for it, and tells
it of its power; the guest tells the domain what it does by itself.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """

    boot_s: float = 0.05
    shutdown_s: float = 0.05
    obeys_power_button: bool = True
    has_agent: bool = True


class GuestOwner(Protocol):
    """What a domain hears from its guest."""

    def guest_booted(self) -> None:
        """The guest is up, and has asked for its addresses."""

    def guest_agent_changed(self, *, connected: bool) -> None:
        """The agent's channel was opened or closed from inside."""

    def guest_powered_off(self) -> None:
        """The guest has shut itself down."""

    def guest_rebooted(self) -> None:
        """The guest has reset itself; it boots."""


class Guest:
    """One run of a guest, from power-on to off; while it is frozen nothing in it goes on."""

    __slots__ = (
        "_frozen",
        "_next",
        "_owner",
        "_timeline",
        "_waiting",
        "agent_connected",
        "has_channel",
        "phase",
        "profile",
    )

    def __init__(
        self, owner: GuestOwner, timeline: Timeline, profile: GuestProfile, *, has_channel: bool
    ) -> None:
        self.profile = profile
        self.phase = GuestPhase.OFF
        self.agent_connected = False
        self.has_channel = has_channel
        self._owner = owner
        self._timeline = timeline
        self._frozen = False
        self._next: Appointment | None = None
        self._waiting: Callable[[], None] | None = None

    @property
    def agent_expected(self) -> bool:
        """Whether an agent is, or will be, connected."""
        return self.has_channel and self.profile.has_agent

    def power_on(self, *, frozen: bool = False) -> None:
        """Begin to boot; frozen, once it is thawed."""
        self._frozen = frozen
        self.phase = GuestPhase.BOOTING
        self._later(self.profile.boot_s, self._booted)

    def power_off(self) -> None:
        """Stop at once; the owner is not told."""
        self._forget()
        self.phase = GuestPhase.OFF
        self.agent_connected = False

    def reset(self) -> None:
        """Boot again at once, as by the reset button."""
        self._forget()
        self._disconnect()
        self.power_on(frozen=self._frozen)

    def press_power_button(self, *, reboot: bool = False) -> None:
        """Ask it to shut down, or to reboot; one that still boots, or does not obey, takes no notice."""
        if self.phase is GuestPhase.UP and self.profile.obeys_power_button:
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
        self._owner.guest_booted()
        if self.agent_expected:
            self.agent_connected = True
            self._owner.guest_agent_changed(connected=True)

    def _down(self) -> None:
        self._disconnect()
        self.phase = GuestPhase.OFF
        self._owner.guest_powered_off()

    def _down_to_boot(self) -> None:
        self._disconnect()
        self.power_on()
        self._owner.guest_rebooted()

    def _disconnect(self) -> None:
        if self.agent_connected:
            self.agent_connected = False
            self._owner.guest_agent_changed(connected=False)

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
