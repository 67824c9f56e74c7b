"""What takes several calls, written once for both clients. Pure.

A recipe is a generator: it yields what is to be done next, and is sent the outcome, or thrown the error. Each
client follows it in its own way (`follow` in rpc.aio and rpc.sync).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec
    from purevirt.rpc.xdr import XdrType  # named in the bounds below, as text

__all__ = ["CLEAN_UP_S", "Bound", "MakeCall", "NextEvent", "Pause", "Recipe", "Subscribe", "call"]

ArgsT = TypeVar("ArgsT", bound="XdrType | None")
RetT = TypeVar("RetT", bound="XdrType | None")
T = TypeVar("T")

CLEAN_UP_S = 10.0
"""What a recipe that has failed or was interrupted may take to undo what it has begun."""


class MakeCall(NamedTuple):
    """Make a call; the outcome is its reply."""

    spec: AnyProcedure
    args: Any


class Pause(NamedTuple):
    """Wait."""

    seconds: float


class Bound(NamedTuple):
    """Have all that follows done within `seconds`, or throw TimeoutError; None is for ever."""

    seconds: float | None


class Subscribe(NamedTuple):
    """Subscribe to events, until the recipe ends; once for each recipe."""

    topic: Topic[Any]


class NextEvent(NamedTuple):
    """Wait for an event or a marker; the outcome is None if none came within `timeout_s`."""

    timeout_s: float | None


Step: TypeAlias = MakeCall | Pause | Bound | Subscribe | NextEvent
Recipe: TypeAlias = Generator[Step, Any, T]


def call(spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> Recipe[RetT]:
    """Make one call and return its reply."""
    reply: RetT = yield MakeCall(spec, args)
    return reply
