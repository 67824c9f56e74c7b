"""What the engine asks of the thing that has machines: five coroutines.

How the engine uses a backend
-----------------------------
Life cycle. The server holds the backend open with `async with backend:` around everything else.
`__aenter__` returns without waiting for hosts: a host that is down at start-up is retried in the background
and reported by `describe`. `__aenter__` raises `BackendError` only for what no retry can heal. `__aexit__`
runs after the last coroutine below has ended or been cancelled, and takes at most 2 s.

Calls. `create`, `configure`, `drain` and `delete` are started after the transition is durable and has been
answered, each in its own task. Per machine there is at most one at a time, with one exception: after a
timeout the task is cancelled, but a task that ignores its cancellation may still run; the machine is then
FAILED, so that no other call for it follows before that one has ended. An operator's repair of a FAILED
machine is a `delete`; it may find anything, also nothing, and `host_ref` may be None then. Different machines
run concurrently without a bound: the backend
applies its own limits per host. `describe` runs at start-up and once per reconcile interval, never twice at a
time, and concurrently with the other four.

Zones. A backend of several hosts is a `ZonedBackend` too: its zones are then observed one by one, each at its
own pace, so that one that hangs delays no other, and sooner than the interval where a host tells of a change.
`describe` is not called then.

Claims. A `ClaimingBackend` keeps two providers from working with the same ids on one host. It is told who
this provider is before the first look; a look at a zone that another one holds raises `ClaimedElsewhere`.

Retries. The engine never calls twice with the same operation id, but a process killed in the middle
leaves work half done, and the next `create` of that machine carries a new operation id. So `create` and
`delete` converge: what exists already is adopted, what is gone already is success.

Errors. A coroutine that returns has succeeded. `BackendError` fails the transition, and its message becomes
the machine's `last_error` word for word: one line that is safe to show to everybody (no credential,
no byte of a blob, no key path). Any other exception fails the transition with a fixed text, is logged by type
only, and counted as an unexpected one. `describe` raises only when it can say nothing about any zone.

Cancellation. A timeout or a shutdown cancels the task. The backend then lets go of its host (a call in flight
may still be executed there), takes back what it can, and re-raises `CancelledError`; a shutdown waits 4.5 s
for that. What is left stays, to be adopted or reaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from purevirt.provider.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.provider.secret import Secret


class BackendError(ProviderError):
    """The backend could not do what was asked; the message is shown as the machine's `last_error`."""


class ClaimedElsewhere(BackendError):
    """Another provider works with the same machine ids on a host; the message names it and the cure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendMachine:
    """What a backend is told of a machine.

    `host_ref` is what `create` returned for it (None before). `cluster` is the cluster it is bound to while
    CONFIGURING, CONFIGURED or DRAINING. `vcpu` and `memory_mib` are the size of its instance type; both are 0
    for a machine that was found on a host and has no slot, which is never created.
    """

    id: str
    instance_type: str
    zone: str
    vcpu: int
    memory_mib: int
    host_ref: str | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedMachine:
    """One host resource (a domain) that carries a machine id of ours.

    `running` is true only for one that can be used: not for shut off, crashed, or paused on an I/O error.
    `trouble` says on one safe line why it cannot, where that lasts until somebody acts; it is empty while it
    runs, while what keeps it passes by itself, and while somebody has paused it. `off` tells that it has no
    guest, so that it can be started as if it were new.
    `cluster` is None where it is bound to none. `vcpu` and `memory_mib` are 0 where they are not known.
    """

    machine_id: str
    zone: str
    host_ref: str
    running: bool
    off: bool = False
    trouble: str = ""
    cluster: str | None = None
    vcpu: int = 0
    memory_mib: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedZone:
    """How much `describe` could say about one zone.

    `up`: the host answers. `complete`: every domain of the host was examined; one whose metadata could not
    be read for any reason other than having none makes the zone incomplete, since it may be anyone's.
    A machine of a zone that is not complete, and that was not observed, is left exactly as it is.
    `detail` is one safe line for /readyz and the log where the zone is not up or not complete, else empty.
    """

    name: str
    up: bool
    complete: bool
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The answer of `describe`: every tagged machine of every zone that answered, and all zones."""

    machines: Sequence[ObservedMachine]
    zones: Sequence[ObservedZone]


class Backend(Protocol):
    """Where machines come from. See the module's text for when and how each coroutine is called."""

    async def create(self, machine: BackendMachine, operation_id: str) -> str:
        """Bring up the host of `machine`, or adopt the one that carries its id; return its reference.

        The reference is a non-empty string of at most 1,024 characters that names the host for an operator
        (the domain's name). It returns once the host is running.

        Raises:
            BackendError: it could not; what this call made has been removed again.
        """
        ...

    async def configure(
        self, machine: BackendMachine, cluster_id: str, blob: Secret, operation_id: str
    ) -> None:
        """Run the bootstrap hook with `blob`; return when the node is ready (hook exit 0, then the probe).

        The binding is recorded on the host last. The caller bounds the time.

        Raises:
            BackendError: the hook never ran, or failed (exit code, tail of stderr, nothing of the blob).
        """
        ...

    async def drain(self, machine: BackendMachine, grace_s: int, operation_id: str) -> None:
        """Empty the node within `grace_s` seconds (0 or more) and remove the binding from the host.

        Raises:
            BackendError: the drain is not complete; the binding is still recorded.
        """
        ...

    async def delete(self, machine: BackendMachine, operation_id: str) -> None:
        """Remove the host of `machine` and all that was made for it. Already gone is success.

        Raises:
            BackendError: something of it is left.
        """
        ...

    async def describe(self) -> Observation:
        """Look at all zones at once. A zone that does not answer delays the others by at most its own bound.

        Raises:
            BackendError: nothing at all can be said; everything is kept as it is.
        """
        ...


@runtime_checkable
class ZonedBackend(Protocol):
    """A backend whose zones can be observed one by one."""

    @property
    def zones(self) -> Sequence[str]:
        """Return the names of all zones."""
        ...

    async def describe_zone(self, zone: str) -> Observation:
        """Look at one zone; the answer is of that one only, and says so where it does not answer.

        Never twice at a time for one zone.

        Raises:
            ClaimedElsewhere: another provider holds it.
        """
        ...

    async def changed(self, zone: str) -> None:
        """Return once there is a reason to look at a zone that was not there at the last look.

        It may be cancelled at any time, and loses nothing by that.
        """
        ...


@runtime_checkable
class ClaimingBackend(Protocol):
    """A backend that keeps hosts for one provider."""

    def claim_as(self, identity: str) -> None:
        """Say who claims the hosts, before the first look: the same for all processes of one state."""
        ...
