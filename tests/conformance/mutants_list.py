"""Broken lists and cursors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from purevirt.provider.core import inventory
from purevirt.provider.core.cursor import Cursor, CursorSeal, DeltaCursor, WalkCursor
from purevirt.provider.core.engine import Ack, Engine
from purevirt.provider.core.inventory import Inventory, Page
from purevirt.provider.core.model import Machine, MachineState
from purevirt.provider.errors import InvalidRequest, ProviderError
from purevirt.provider.serving import convert
from tests.conformance.broken import mutant, put, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.core.lifecycle import Command

States = frozenset[MachineState]


def pages(change: Callable[[Inventory, Callable[..., Page], States, int, Cursor | None], Page]) -> None:
    """Answer Lists in another way; what is given can ask for the right answer."""

    def make(right: Any) -> Any:
        def page(self: Inventory, states: States, limit: int, cursor: Cursor | None) -> Page:
            return change(self, right, states, limit, cursor)

        return page

    wrap(Inventory, "page", make)


@mutant("PV-LIST-01")
def filters_know_one_state() -> None:
    wrap(convert, "states", lambda right: lambda message: frozenset(sorted(right(message))[:1]))


@mutant("PV-LIST-15")
def unknown_states_are_all_states() -> None:
    wrap(convert, "states", lambda right: lambda message: right(message) - {MachineState.UNSPECIFIED})


@mutant("PV-LIST-14")
def deltas_are_not_filtered() -> None:
    pages(
        lambda self, right, states, limit, cursor: right(
            self, frozenset() if isinstance(cursor, DeltaCursor) else states, limit, cursor
        )
    )


@mutant("PV-LIST-02", "PV-WIRE-03")
def caps_are_one_short() -> None:
    pages(lambda self, right, states, limit, cursor: right(self, states, limit and max(limit - 1, 1), cursor))


@mutant("PV-FLEET-01")
def no_cap_is_a_cap_of_a_thousand() -> None:
    pages(lambda self, right, states, limit, cursor: right(self, states, limit or 1000, cursor))


@mutant("PV-LIST-04", "PV-LIST-03", "PV-LIST-16", "PV-FLEET-02")
def deltas_are_full_lists() -> None:
    pages(
        lambda self, right, states, limit, cursor: right(
            self, states, limit, None if isinstance(cursor, DeltaCursor) else cursor
        )
    )


@mutant("PV-LIST-03")
def deltas_forget_a_change() -> None:
    def make(right: Any) -> Any:
        def few(self: Inventory, since: int, states: States) -> list[int] | None:
            found: list[int] | None = right(self, since, states)
            return found[1:] if found and since else found

        return few

    wrap(Inventory, "_few", make)


@mutant("PV-LIST-05")
def ends_are_no_changes() -> None:
    def make(right: Any) -> Any:
        def put(self: Inventory, machine: Machine) -> None:
            right(self, machine)
            if machine.state is MachineState.IDLE:
                self._revisions[self._ordinals[machine.id]] = 0

        return put

    wrap(Inventory, "put", make)


@mutant("PV-LIFE-05", "PV-LIST-04")
def refusals_are_changes() -> None:
    def make(right: Any) -> Any:
        async def submit(self: Any, command: Command) -> Ack:
            try:
                ack: Ack = await right(self, command)
            except ProviderError:
                machine = self._inventory.get(command.machine_id)
                if machine is not None:
                    self._inventory.put(machine)
                raise
            return ack

        return submit

    wrap(Engine, "submit", make)


@mutant("PV-LIST-13")
def full_lists_are_in_the_order_of_change() -> None:
    def change(self: Inventory, right: Any, states: States, limit: int, cursor: Cursor | None) -> Page:
        found: Page = right(self, states, limit, cursor)
        if limit or cursor or states:
            return found
        return Page([self._chunks[ordinal] for ordinal in self._changes], found.cursor)

    pages(change)


def opens(change: Callable[[Callable[[bytes], Cursor | None], bytes], Cursor | None]) -> None:
    """Recognise other cursors."""

    def make(right: Any) -> Any:
        return lambda self, sealed: change(lambda given: right(self, given), sealed)

    wrap(CursorSeal, "open", make)


@mutant("PV-LIST-06", "PV-LIST-07", "PV-DUR-05")
def garbage_is_an_error() -> None:
    def change(right: Callable[[bytes], Cursor | None], sealed: bytes) -> Cursor | None:
        found = right(sealed)
        if sealed and found is None:
            raise InvalidRequest("since_revision: is none of ours")
        return found

    opens(change)


@mutant("PV-LIST-07")
def cursors_are_trimmed() -> None:
    opens(lambda right, sealed: right(sealed) or right(sealed.strip(b"\0 ")))


@mutant("PV-LIST-07")
def cursors_are_not_sealed() -> None:
    put(CursorSeal, "_hash", lambda *_: bytes(16))


@mutant("PV-DUR-05")
def cursors_outlive_the_process() -> None:
    def make(right: Any) -> Any:
        def init(self: Any) -> None:
            right(self)
            self._key = bytes(32)

        return init

    wrap(CursorSeal, "__init__", make)


def follows(change: Callable[[WalkCursor], WalkCursor]) -> None:
    """Go on with walks elsewhere."""

    def make(right: Any) -> Any:
        def take(self: Inventory, states: States, limit: int, walk: WalkCursor) -> Any:
            taken, following = right(self, states, limit, walk)
            return taken, None if following is None else change(following)

        return take

    wrap(Inventory, "_take", make)


@mutant("PV-LIST-08", "PV-LIST-11")
def walks_leave_one_out() -> None:
    follows(lambda walk: replace(walk, position=walk.position + 1))


@mutant("PV-LIST-08", "PV-FLEET-03")
def walks_meet_one_twice() -> None:
    follows(lambda walk: replace(walk, position=max(walk.position - 1, 0)))


@mutant("PV-LIST-09", "PV-FLEET-03")
def walks_begin_again_after_a_change() -> None:
    def make(right: Any) -> Any:
        def walk(self: Inventory, states: States, limit: int, cursor: WalkCursor) -> Page:
            if cursor.head != self.head:
                cursor = replace(cursor, position=cursor.start, wrapped=False, head=self.head)
            found: Page = right(self, states, limit, cursor)
            return found

        return walk

    wrap(Inventory, "_walk", make)


@mutant("PV-LIST-10")
def walks_forget_their_beginning() -> None:
    def make(right: Any) -> Any:
        def walk(self: Inventory, states: States, limit: int, cursor: WalkCursor) -> Page:
            found: Page = right(self, states, limit, cursor)
            return found if found.chunks else Page([], DeltaCursor(self.head))

        return walk

    wrap(Inventory, "_walk", make)


@mutant("PV-LIST-12", "PV-RACE-06", "PV-FLEET-04")
def capped_lists_begin_at_one_place() -> None:
    def change(self: Inventory, right: Any, states: States, limit: int, cursor: Cursor | None) -> Page:
        self._offset = 0
        found: Page = right(self, states, limit, cursor)
        return found

    pages(change)


@mutant("PV-FLEET-05")
def caps_come_before_filters() -> None:
    def change(self: Inventory, right: Any, states: States, limit: int, cursor: Cursor | None) -> Page:
        found: Page = right(self, frozenset() if limit else states, limit, cursor)
        if not (limit and states):
            return found
        wanted = {self._chunks[ordinal] for state in states for ordinal in self._by_state[state]}
        return Page([chunk for chunk in found.chunks if chunk in wanted], found.cursor)

    pages(change)


@mutant("PV-LIMIT-08")
def answers_have_four_mebibytes() -> None:
    put(inventory, "MAX_PAGE_BYTES", 4 << 20)
    pages(lambda self, right, states, limit, cursor: right(self, states, limit or len(self) + 1, cursor))
