"""When to ask a silent peer whether it lives, and when to give it up. Pure: time comes in.

Source: src/rpc/virkeepaliveprotocol.x, src/rpc/virkeepalive.c.
"""

from __future__ import annotations

import enum

__all__ = ["KEEPALIVE_PROGRAM", "KEEPALIVE_VERSION", "Keepalive", "KeepaliveAction", "KeepaliveProcedure"]

KEEPALIVE_PROGRAM = 0x6B656570
KEEPALIVE_VERSION = 1


class KeepaliveProcedure(enum.IntEnum):
    """Procedures of the keepalive program; both travel as MESSAGE, serial 0, without payload."""

    PING = 1
    PONG = 2


class KeepaliveAction(enum.Enum):
    """What is due."""

    NOTHING = "nothing"
    PING = "ping"
    GIVE_UP = "give up"


class Keepalive:
    """Counts the intervals in which nothing came.

    A ping is due after each silent interval; after `count` unanswered pings and one more interval the
    peer is given up: interval x (count + 1) in all. One call to `poll` counts one interval at most, so a
    process that was suspended for an hour asks once, and then judges by the answer.
    """

    __slots__ = ("_count", "_deadline", "_interval_s", "_unanswered")

    def __init__(self, interval_s: float, count: int, now: float) -> None:
        self._interval_s = interval_s
        self._count = count
        self._unanswered = 0
        self._deadline = now + interval_s

    def received(self, now: float) -> None:
        """Note that something came from the peer: anything proves that it lives, a part of a message too.

        libvirt's own client counts whole messages only, and so gives up a daemon whose answer of many MiB
        takes longer than its patience on a slow line. A peer that dribbles for ever is not found out here:
        it ends with the largest message (limits.py), and a call with its caller's timeout.
        """
        self._unanswered = 0
        self._deadline = now + self._interval_s

    @property
    def deadline(self) -> float | None:
        """When `poll` wants to be called; None when keepalive is off."""
        return self._deadline if self._interval_s > 0 else None

    @property
    def patience_s(self) -> float:
        """How long a peer may be silent."""
        return self._interval_s * (self._count + 1)

    def poll(self, now: float) -> KeepaliveAction:
        """Return what is due at `now`, and count it as done."""
        if self._interval_s <= 0 or now < self._deadline:
            return KeepaliveAction.NOTHING
        if self._unanswered >= self._count:
            return KeepaliveAction.GIVE_UP
        self._unanswered += 1
        self._deadline = now + self._interval_s
        return KeepaliveAction.PING
