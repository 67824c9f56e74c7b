"""What a domain's state means for the machine that it is. Pure.

Source: libvirt's public enumerations virDomainState, virDomainShutoffReason and virDomainPausedReason.
"""

from __future__ import annotations

from typing import NamedTuple

from purevirt.rpc.gen.enums import DomainPausedReason, DomainShutoffReason, DomainState

OFF = frozenset({DomainState.SHUTOFF, DomainState.CRASHED})
USABLE = frozenset({DomainState.RUNNING, DomainState.BLOCKED})

_LASTING = {
    DomainPausedReason.IOERROR: "an I/O error; is its storage full or gone?",
    DomainPausedReason.WATCHDOG: "its watchdog",
    DomainPausedReason.CRASHED: "a crash of the guest",
    DomainPausedReason.POSTCOPY_FAILED: "a migration that failed half-way",
    DomainPausedReason.API_ERROR: "an error of libvirt's",
}
"""Pauses that end when somebody acts. All others are somebody's doing, or pass: a migration, a snapshot."""

_WHY_OFF = {
    DomainShutoffReason.SHUTDOWN: "shut down",
    DomainShutoffReason.DESTROYED: "destroyed",
    DomainShutoffReason.CRASHED: "crashed",
    DomainShutoffReason.MIGRATED: "migrated to another host",
    DomainShutoffReason.SAVED: "saved to disk",
    DomainShutoffReason.FAILED: "failed to start",
    DomainShutoffReason.FROM_SNAPSHOT: "reverted to a snapshot that is off",
    DomainShutoffReason.DAEMON: "its process was gone when libvirtd looked",
}


class Condition(NamedTuple):
    """See the fields of those names of `purevirt.provider.core.backend.ObservedMachine`."""

    running: bool
    off: bool = False
    trouble: str = ""


def condition(state: int, reason: int) -> Condition:
    """Return what it is like for a machine that its domain is in `state`, for `reason`."""
    if state in USABLE:
        return Condition(running=True)
    if state == DomainState.SHUTOFF:
        why = _WHY_OFF[DomainShutoffReason(reason)] if reason in _WHY_OFF else f"reason {reason}"
        # Started here again, it would run twice on one disk.
        elsewhere = reason == DomainShutoffReason.MIGRATED
        return Condition(running=False, off=not elsewhere, trouble=f"it is off ({why})")
    if state == DomainState.CRASHED:
        return Condition(running=False, off=True, trouble="it is off (the guest panicked)")
    if state == DomainState.PAUSED and reason in _LASTING:
        return Condition(running=False, trouble=f"it is paused after {_LASTING[DomainPausedReason(reason)]}")
    return Condition(running=False)
