"""What happens to calls of a simulated daemon: delays, stalls, refusals, lost connections."""

from __future__ import annotations

import asyncio
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from purevirt.testing.simulator.wire.failure import DropConnection

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.testing.simulator.wire.failure import SimulatedError

__all__ = ["CallFault", "Chance", "Delay", "Drop", "Refusal", "Stall", "Which"]

Chance: TypeAlias = "float | Callable[[random.Random], float]"
"""A number, or a function that draws one."""


class Which(NamedTuple):
    """Which calls something happens to.

    Attributes:
        procedure: by procedure, or by a pattern as a shell's over the wire's names, such as ``DOMAIN_*``.
        when: given the call's decoded arguments; None is always.
        skip: how many that match are let through first.
        times: how often it happens; None is without end.
        probability: of each that matches.
    """

    procedure: str | AnyProcedure
    when: Callable[[Any], bool] | None
    skip: int
    times: int | None
    probability: float


class CallFault:
    """Something that happens to calls; `end` takes it back.

    Attributes:
        count: how often it has happened.
    """

    def __init__(self, faults: list[CallFault], which: Which) -> None:
        self.count = 0
        self._faults = faults
        self._which = which
        self._skipped = 0
        faults.append(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._which.procedure}, {self.count} times>"

    def end(self) -> None:
        """Let it happen no more; what it holds up goes on."""
        self._retire()

    def strikes(self, chance: random.Random, spec: AnyProcedure, args: object) -> bool:
        """Tell whether it happens to this call, and count it."""
        which = self._which
        if self._is_spent():
            return False
        if isinstance(which.procedure, str):
            if not fnmatchcase(spec.name.partition("_PROC_")[2], which.procedure):
                return False
        elif spec is not which.procedure:
            return False
        if which.when is not None and not which.when(args):
            return False
        if self._skipped < which.skip:
            self._skipped += 1
            return False
        if which.probability < 1 and chance.random() >= which.probability:
            return False
        self.count += 1
        if self._is_spent():
            self._spend()
        return True

    async def happen(self, chance: random.Random) -> bool:
        """Do it; tell whether the call's answer may still be sent.

        Raises:
            SimulatedError: the call is refused so.
            DropConnection: the client's connection is closed instead.
        """
        raise NotImplementedError

    def _is_spent(self) -> bool:
        return self._which.times is not None and self.count >= self._which.times

    def _spend(self) -> None:
        """It has happened as often as it was to."""
        self._retire()

    def _retire(self) -> None:
        if self in self._faults:
            self._faults.remove(self)


class Delay(CallFault):
    """Takes its time."""

    def __init__(self, faults: list[CallFault], which: Which, seconds: Chance) -> None:
        super().__init__(faults, which)
        self._seconds = seconds

    async def happen(self, chance: random.Random) -> bool:
        """Wait."""
        seconds = self._seconds(chance) if callable(self._seconds) else self._seconds
        await asyncio.sleep(max(0.0, seconds))
        return True


class Stall(CallFault):
    """Holds calls until it is ended."""

    def __init__(self, faults: list[CallFault], which: Which) -> None:
        super().__init__(faults, which)
        self._is_over = asyncio.Event()

    def end(self) -> None:
        """Let go of what is held, and hold nothing more."""
        self._is_over.set()
        super().end()

    def _spend(self) -> None:
        """Stay, to be ended: what it holds is held until then."""

    async def happen(self, chance: random.Random) -> bool:  # noqa: ARG002 - only delays draw
        """Wait for the end."""
        await self._is_over.wait()
        return True


class Refusal(CallFault):
    """Refuses calls."""

    def __init__(self, faults: list[CallFault], which: Which, error: SimulatedError) -> None:
        super().__init__(faults, which)
        self._error = error

    async def happen(self, chance: random.Random) -> bool:  # noqa: ARG002 - only delays draw
        """Raise the error."""
        raise self._error


class Drop(CallFault):
    """Closes the connection of who calls, before the call is carried out or after it."""

    def __init__(self, faults: list[CallFault], which: Which, *, executed: bool) -> None:
        super().__init__(faults, which)
        self._is_executed = executed

    async def happen(self, chance: random.Random) -> bool:  # noqa: ARG002 - only delays draw
        """Lose the connection now, or with the answer."""
        if self._is_executed:
            return False
        raise DropConnection
