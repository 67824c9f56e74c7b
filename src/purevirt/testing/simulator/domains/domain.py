"""One domain: what it is defined as, whether it runs, and what comes of what its guest does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.agent.files import GuestFiles
from purevirt.testing.simulator.domains.live import make_live
from purevirt.testing.simulator.guest import Guest
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.definition import Definition
    from purevirt.testing.simulator.domains.moments import Moments
    from purevirt.testing.simulator.guest import GuestProfile
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["Domain"]

_State = enums.DomainState
_Event = enums.DomainEventType
_AGENT_CHANNEL = "org.qemu.guest_agent.0"


class Domain:
    """A domain of the host.

    Attributes:
        config: what it is when it starts next; for a transient domain what it was started as.
        live: the tree of the running domain, or None.
        id: its number while it runs, otherwise -1.
        state, reason: virDomainState, and the reason that belongs to it.
        is_persistent: it stays when it stops.
        guest: the run of what is inside, or None.
        started_at: when it was started, by the host's clock.
        saved_state: the state that a managed save kept, or None.
        owner: the client with whose connection it ends.
        snapshots, checkpoints: made when there is the first.
    """

    __slots__ = (
        "_files", "_host", "autostart", "checkpoints", "config", "cpu_ns", "guest", "id", "is_persistent",
        "is_updated", "live", "owner", "reason", "running_since", "saved_state", "snapshots", "started_at",
        "state",
    )  # fmt: skip

    def __init__(self, host: Host, config: Definition, *, is_persistent: bool) -> None:
        self._host = host
        self.config = config
        self.live: Node | None = None
        self.id = -1
        self.state = int(_State.SHUTOFF)
        self.reason = 0
        self.is_persistent = is_persistent
        self.is_updated = False
        self.autostart = False
        self.guest: Guest | None = None
        self.started_at = 0.0
        self.running_since = 0.0
        self.cpu_ns = 0
        self.saved_state: int | None = None
        self.owner: Client | None = None
        self.snapshots: Moments | None = None
        self.checkpoints: Moments | None = None
        self._files: GuestFiles | None = None

    def __repr__(self) -> str:
        return f"<Domain {self.name} {self.id}>"

    @property
    def name(self) -> str:
        """Its name."""
        return self.config.name

    @property
    def uuid(self) -> bytes:
        """Its UUID, 16 bytes."""
        return self.config.uuid

    @property
    def is_active(self) -> bool:
        """Whether it runs, or is paused."""
        return self.id >= 0

    @property
    def root(self) -> Node:
        """The tree of what there is now: of the running domain, or of its definition."""
        return self.live if self.live is not None else self.config.root

    @property
    def seen(self) -> Node:
        """The same for looking only; see `Definition.seen`."""
        return self.live if self.live is not None else self.config.seen

    def wire(self) -> remote.Domain:
        """Return what clients know it by."""
        return remote.Domain(self.name, self.uuid, self.id)

    def require_active(self, domain: ErrorDomain = ErrorDomain.DOMAIN) -> None:
        """Refuse what needs a running domain.

        Raises:
            SimulatedError: it does not run.
        """
        if not self.is_active:
            raise SimulatedError(ErrorNumber.OPERATION_INVALID, domain, "domain is not running")

    # power

    def start(self, *, paused: bool, owner: Client | None = None) -> None:
        """Start, from its managed save if it has one.

        Raises:
            SimulatedError: something that it needs is not there.
        """
        self._host.check_resources(self.config.root)
        # a test's own function, which may fail: then nothing has begun
        profile = self._host.guest_profile(self.name)
        saved, self.saved_state = self.saved_state, None
        self.id = self._host.domains.take_id(self)
        self.live = make_live(self.config.root, self.name, self.id)
        self._host.complete_live(self.live)
        self.owner = owner
        self.started_at = self._host.timeline.now
        self.cpu_ns = 0
        self.guest = Guest(self, self._host.timeline, profile, has_channel=self._has_agent_channel())
        is_paused = paused or saved == _State.PAUSED
        if saved is None:
            self._set(_State.RUNNING, enums.DomainRunningReason.BOOTED)
            detail = int(enums.DomainEventStartedDetailType.BOOTED)
        else:
            self._set(_State.RUNNING, enums.DomainRunningReason.RESTORED)
            detail = int(enums.DomainEventStartedDetailType.RESTORED)
        if is_paused:
            # a domain that is started paused has not been running; one that was saved so says why it is
            reason = (
                enums.DomainPausedReason.MIGRATION if saved is not None else enums.DomainPausedReason.USER
            )
            self._set(_State.PAUSED, reason)
            self.tell_lifecycle(_Event.STARTED, detail)
            why = enums.DomainEventSuspendedDetailType
            self.tell_lifecycle(_Event.SUSPENDED, why.PAUSED if paused else why.RESTORED)
            self.guest.power_on(frozen=True)
        elif saved is None:
            self.tell_lifecycle(_Event.RESUMED, enums.DomainEventResumedDetailType.UNPAUSED)
            self.tell_lifecycle(_Event.STARTED, detail)
            self.guest.power_on()
        else:
            self.tell_lifecycle(_Event.STARTED, detail)
            self.tell_lifecycle(_Event.RESUMED, enums.DomainEventResumedDetailType.FROM_SNAPSHOT)
            self.guest.power_on()

    def stop(self, reason: int, detail: int) -> None:
        """Stop at once.

        Args:
            reason: virDomainShutoffReason.
            detail: of the event, virDomainEventStoppedDetailType.
        """
        if self.guest is not None:
            self.guest.power_off()
        self._host.lines.hang_up(self.uuid)
        self._count_cpu()
        self._host.domains.give_id_back(self)
        self.id = -1
        self.live = None
        self.guest = None
        self.owner = None
        self._set(_State.SHUTOFF, reason)
        self.tell_lifecycle(_Event.STOPPED, detail)
        if not self.is_persistent:
            self._host.domains.remove(self)

    def lose_power(self) -> None:
        """Be off, as when the host loses its power; nobody is told."""
        if self.guest is not None:
            self.guest.power_off()
        self.id = -1
        self.live = None
        self.guest = None
        self.owner = None
        self._set(_State.SHUTOFF, enums.DomainShutoffReason.UNKNOWN)

    def suspend(self) -> None:
        """Pause; a second time changes nothing."""
        if self.state != _State.PAUSED:
            self._count_cpu()
            if self.guest is not None:
                self.guest.freeze()
            self._set(_State.PAUSED, enums.DomainPausedReason.USER)
            self.tell_lifecycle(_Event.SUSPENDED, enums.DomainEventSuspendedDetailType.PAUSED)

    def resume(self) -> None:
        """Go on."""
        self._set(_State.RUNNING, enums.DomainRunningReason.UNPAUSED)
        self.tell_lifecycle(_Event.RESUMED, enums.DomainEventResumedDetailType.UNPAUSED)
        if self.guest is not None:
            self.guest.thaw()

    def reset(self) -> None:
        """Press the reset button."""
        if self.guest is not None:
            self.guest.reset()
        self.tell_reboot()

    def _set(self, state: int, reason: int) -> None:
        self.state = int(state)
        self.reason = int(reason)
        self.running_since = self._host.timeline.now

    def _count_cpu(self) -> None:
        self.cpu_ns = self.cpu_time_ns()

    def cpu_time_ns(self) -> int:
        """Return how long its processors have worked: a tenth of the time, as those of an idle guest."""
        if self.state != _State.RUNNING:
            return self.cpu_ns
        return self.cpu_ns + int((self._host.timeline.now - self.running_since) * 1e8)

    # what its guest asks

    def guest_files(self, profile: GuestProfile) -> GuestFiles:
        """Return its disk as the guest sees it, made when it is first asked for."""
        if self._files is None:
            self._files = GuestFiles(profile.files, profile.disk_bytes)
        return self._files

    def wall_clock(self) -> float:
        """Return seconds since 1970."""
        return self._host.wall_clock()

    def vcpu_count(self) -> int:
        """Return how many processors it has."""
        vcpu = self.seen.find("vcpu")
        return 1 if vcpu is None else int(vcpu.get("current") or vcpu.text)

    def interfaces(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return its interfaces' MAC addresses, and which addresses its networks have given them."""
        return self._host.networks.addresses(self)

    # what its guest does

    def guest_booted(self) -> None:
        """Let the networks give the guest its addresses."""
        assert self.live is not None
        self._host.networks.lease_addresses(self)

    def guest_agent_changed(self, *, connected: bool) -> None:
        """Note the state of the agent's channel, and tell."""
        assert self.live is not None
        state = "connected" if connected else "disconnected"
        for target in self.live.find_all("devices/channel/target"):
            if target.get("name") == _AGENT_CHANNEL:
                target.attributes["state"] = state
        reason = enums.ConnectDomainEventAgentLifecycleReason.CHANNEL
        states = enums.ConnectDomainEventAgentLifecycleState
        number = states.CONNECTED if connected else states.DISCONNECTED
        self.tell(
            enums.DomainEventID.AGENT_LIFECYCLE,
            procedures.DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE,
            lambda ident: remote.DomainEventCallbackAgentLifecycleMsg(ident, self.wire(), number, reason),
        )

    def guest_powered_off(self) -> None:
        """Do what on_poweroff says."""
        self.tell_lifecycle(_Event.SHUTDOWN, enums.DomainEventShutdownDetailType.GUEST)
        if self._on("on_poweroff") == "restart" and self.guest is not None:
            self.tell_reboot()
            self.guest.power_on()
            return
        self.stop(enums.DomainShutoffReason.SHUTDOWN, enums.DomainEventStoppedDetailType.SHUTDOWN)

    def guest_rebooted(self) -> None:
        """Do what on_reboot says."""
        self.tell_reboot()
        if self._on("on_reboot") == "destroy":
            self.stop(enums.DomainShutoffReason.SHUTDOWN, enums.DomainEventStoppedDetailType.SHUTDOWN)

    def _on(self, tag: str) -> str | None:
        return self.seen.find_text(tag)

    def _has_agent_channel(self) -> bool:
        targets = self.config.seen.find_all("devices/channel/target")
        return any(one.get("name") == _AGENT_CHANNEL for one in targets)

    # events

    def tell(
        self,
        event_id: int,
        spec: AnyProcedure,
        message: Callable[[int], XdrType],
        legacy: tuple[AnyProcedure, Callable[[], XdrType]] | None = None,
    ) -> None:
        """Tell all who have registered for an event of this domain."""
        self._host.events.domain.emit(event_id, self.uuid, spec, message, legacy)

    def tell_lifecycle(self, event: int, detail: int) -> None:
        """Tell of its life: virDomainEventType, and the detail that belongs to it."""
        body = remote.DomainEventLifecycleMsg(self.wire(), int(event), int(detail))
        self.tell(
            enums.DomainEventID.LIFECYCLE,
            procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE,
            lambda ident: remote.DomainEventCallbackLifecycleMsg(ident, body),
            (procedures.DOMAIN_EVENT_LIFECYCLE, lambda: body),
        )

    def tell_reboot(self) -> None:
        """Tell that the guest boots again."""
        body = remote.DomainEventRebootMsg(self.wire())
        self.tell(
            enums.DomainEventID.REBOOT,
            procedures.DOMAIN_EVENT_CALLBACK_REBOOT,
            lambda ident: remote.DomainEventCallbackRebootMsg(ident, body),
            (procedures.DOMAIN_EVENT_REBOOT, lambda: body),
        )
