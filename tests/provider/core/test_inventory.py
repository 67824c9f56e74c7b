"""Paging, deltas and cursors of the inventory, against a model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.core import inventory as module
from purevirt.provider.core.cursor import Cursor, CursorSeal, DeltaCursor, WalkCursor
from purevirt.provider.core.inventory import Inventory, Page
from purevirt.provider.core.model import Machine, MachineState
from tests.provider.fakes import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

S = MachineState
ALL: frozenset[MachineState] = frozenset()


def name(one: Machine) -> bytes:
    """Stand for the serialized machine: number and state."""
    return f"{int(one.slot.id[-3:])}:{one.state.name}".encode()


def fleet(count: int) -> Inventory:
    """`count` SPECULATIVE machines."""
    return Inventory(name, [machine(number) for number in range(count)])


def numbers(page: Page) -> list[int]:
    """The machines of a page by number."""
    return [int(chunk.split(b":")[0]) for chunk in page.chunks]


def walk(
    of: Inventory,
    limit: int,
    start: Cursor | None,
    *,
    states: frozenset[MachineState] = ALL,
    between: Callable[[], object] = lambda: None,
) -> Iterator[tuple[list[int], Cursor]]:
    """Follow a capped answer until an empty page, letting `between` act after each page."""
    page = of.page(states, limit, start)
    while page.chunks:
        yield numbers(page), page.cursor
        between()
        page = of.page(states, limit, page.cursor)
    yield [], page.cursor


def test_full_list_is_in_stable_order_whatever_changes() -> None:
    """An uncapped List keeps its order over changes."""
    of = fleet(5)
    of.put(machine(1, state=S.CREATING))
    of.put(machine(0, state=S.CREATING))
    assert numbers(of.page(ALL, 0, None)) == [0, 1, 2, 3, 4]


def test_delta_holds_exactly_what_changed_since() -> None:
    """A cursor leads to the machines changed after it, each once, in its newest form."""
    of = fleet(5)
    cursor = of.page(ALL, 0, None).cursor
    assert of.page(ALL, 0, cursor).chunks == []
    assert of.page(ALL, 0, cursor).cursor == cursor
    for state in (S.CREATING, S.FAILED):
        of.put(machine(3, state=state))
    of.put(machine(1, state=S.CREATING))
    page = of.page(ALL, 0, cursor)
    assert sorted(page.chunks) == [b"1:CREATING", b"3:FAILED"]
    assert of.page(ALL, 0, page.cursor).chunks == []


def test_states_are_a_union_and_follow_changes() -> None:
    """The filter reads the present state, in full answers and deltas alike."""
    of = fleet(4)
    cursor = of.page(ALL, 0, None).cursor
    of.put(machine(1, state=S.CREATING))
    of.put(machine(2, state=S.FAILED))
    assert numbers(of.page(frozenset({S.CREATING, S.FAILED}), 0, None)) == [1, 2]
    assert numbers(of.page(frozenset({S.SPECULATIVE}), 0, None)) == [0, 3]
    assert numbers(of.page(frozenset({S.FAILED}), 0, cursor)) == [2]
    assert numbers(of.page(frozenset({S.UNSPECIFIED}), 0, None)) == []


@given(
    count=st.integers(0, 12),
    limit=st.integers(1, 5),
    turns=st.integers(0, 12),
    few=st.sampled_from([0, 3, 4096]),
    script=st.lists(
        st.tuples(st.integers(0, 14), st.sampled_from([S.CREATING, S.SPECULATIVE, S.IDLE])), max_size=30
    ),
)
def test_walk_meets_every_machine_once_while_they_change(
    count: int, limit: int, turns: int, few: int, script: list[tuple[int, MachineState]]
) -> None:
    """A full walk from any rotation, with changes and additions between pages, and the delta after it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW", few)
        of = fleet(count)
        for _ in range(turns):
            of.page(ALL, 1, None)
        changes = iter(script)
        changed: set[int] = set()

        def mutate() -> None:
            step = next(changes, None)
            if step is not None:
                of.put(machine(step[0], state=step[1], host_ref="h"))
                changed.add(step[0])

        met: list[int] = []
        cursor: Cursor | None = None
        # A short first page is complete and hands out a delta at once; the walk proper starts from a full
        # one.
        for page, following in walk(of, limit, None, between=mutate):
            if cursor is not None and isinstance(cursor, DeltaCursor):
                break
            met += page
            cursor = following
        assert len(met) == len(set(met))
        assert set(met) >= set(range(count))
        assert isinstance(cursor, DeltaCursor)
        after = numbers(of.page(ALL, 0, cursor))
        assert set(after) <= changed | set(range(count, 15))
        assert {number for number in changed if number not in met} <= set(after)
        newest = {int(chunk.split(b":")[0]): chunk for chunk in of.page(ALL, 0, None).chunks}
        assert set(newest) == set(met) | set(after)


@given(
    before=st.lists(st.integers(0, 9), max_size=10),
    between=st.lists(st.integers(0, 9), max_size=10),
    limit=st.integers(1, 4),
    few=st.sampled_from([0, 3, 4096]),
)
def test_capped_delta_walk_meets_every_changed_machine_once(
    before: list[int], between: list[int], limit: int, few: int
) -> None:
    """A delta in pages: what had changed at its start is met once, also if it changes again meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW", few)
        of = fleet(10)
        start = of.page(ALL, 0, None).cursor
        for number in before:
            of.put(machine(number, state=S.CREATING))
        steps = iter(between)

        def mutate() -> None:
            number = next(steps, None)
            if number is not None:
                of.put(machine(number, state=S.FAILED))

        met: list[int] = []
        cursor: Cursor = start
        for page, following in walk(of, limit, start, between=mutate):
            if isinstance(cursor, DeltaCursor) and cursor != start:
                break
            met += page
            cursor = following
        assert len(met) == len(set(met))
        assert set(met) >= set(before)


def test_callers_who_each_ask_for_one_get_different_ones() -> None:
    """A capped List without a cursor moves on with every call, and comes around."""
    of = fleet(3)
    of.put(machine(1, state=S.CREATING))
    free = frozenset({S.SPECULATIVE})
    assert [numbers(of.page(free, 1, None)) for _ in range(4)] == [[0], [2], [0], [2]]


def test_capped_page_that_holds_everything_moves_on_and_is_complete() -> None:
    """A cap that is not reached gives the whole fleet and a delta cursor, from another start each time."""
    of = fleet(3)
    first, second = of.page(ALL, 10, None), of.page(ALL, 10, None)
    assert (numbers(first), numbers(second)) == ([0, 1, 2], [1, 2, 0])
    assert isinstance(first.cursor, DeltaCursor)
    of.put(machine(2, state=S.CREATING))
    assert numbers(of.page(ALL, 10, first.cursor)) == [2]


def test_uncapped_continuation_returns_the_rest() -> None:
    """A walk that goes on without a cap ends with one page, and an empty one after it."""
    of = fleet(7)
    page = of.page(ALL, 2, None)
    rest = of.page(ALL, 0, page.cursor)
    assert numbers(page) + numbers(rest) == list(range(7))
    last = of.page(ALL, 0, rest.cursor)
    assert last.chunks == []
    assert last.cursor == DeltaCursor(of.head)


def test_machine_that_is_gone_leaves_full_answers_and_stays_in_deltas() -> None:
    """A client that held it for live learns from the delta that it is not."""
    of = fleet(1)
    retired = replace(machine(5, state=S.IDLE, host_ref="h"), retired=True)
    of.put(retired)
    cursor = of.page(ALL, 0, None).cursor
    of.put(replace(retired, state=S.SPECULATIVE, host_ref=None))
    assert numbers(of.page(ALL, 0, None)) == [0]
    assert of.page(ALL, 0, cursor).chunks == [b"5:SPECULATIVE"]


def test_counts_by_zone_follow_changes() -> None:
    """What metrics read is kept current."""
    of = fleet(3)
    of.put(machine(1, state=S.CREATING))
    assert (of.by_zone(S.SPECULATIVE), of.by_zone(S.CREATING)) == ({"a": 2}, {"a": 1})
    of.put(machine(1, state=S.FAILED))
    assert (of.by_zone(S.CREATING), of.by_zone(S.FAILED)) == ({"a": 0}, {"a": 1})


CURSORS = st.builds(DeltaCursor, st.integers(0, 2**64 - 1)) | st.builds(
    WalkCursor,
    since=st.integers(0, 2**64 - 1),
    head=st.integers(0, 2**64 - 1),
    start=st.integers(0, 2**64 - 1),
    position=st.integers(0, 2**64 - 1),
    wrapped=st.booleans(),
)


@given(CURSORS, st.binary(min_size=1, max_size=3), st.data())
def test_seal_opens_exactly_what_it_sealed(cursor: Cursor, extra: bytes, data: st.DataObject) -> None:
    """Bytes added in front or behind, cut, or flipped, and other processes' cursors, open to None."""
    seal = CursorSeal()
    sealed = seal.seal(cursor)
    assert seal.open(sealed) == cursor
    assert seal.seal(cursor) == sealed
    assert seal.open(sealed + extra) is None
    assert seal.open(extra + sealed) is None
    assert seal.open(sealed[: data.draw(st.integers(0, len(sealed) - 1))]) is None
    flipped = bytearray(sealed)
    flipped[data.draw(st.integers(0, len(sealed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert seal.open(bytes(flipped)) is None
    assert CursorSeal().open(sealed) is None


@given(st.binary(max_size=80))
def test_seal_refuses_garbage(garbage: bytes) -> None:
    """Any bytes that were not sealed here are foreign."""
    assert CursorSeal().open(garbage) is None


@pytest.mark.parametrize("limit", [3, 100])
@pytest.mark.parametrize("page_bytes", [1, 9, 10, 35, 1000])
def test_page_never_outgrows_its_bytes_and_the_walk_is_whole(
    monkeypatch: pytest.MonkeyPatch, limit: int, page_bytes: int
) -> None:
    """Pages of large machines are shorter than the cap, never empty, and miss and repeat none."""
    monkeypatch.setattr(module, "MAX_PAGE_BYTES", page_bytes)
    sizes = [4, 1, 10, 30, 2, 2, 9]
    of = Inventory(
        lambda one: b"%d:" % int(one.id[-3:]) + b"x" * (sizes[int(one.id[-3:])] - 2),
        [machine(number) for number in range(len(sizes))],
    )
    for start in (None, DeltaCursor(0), DeltaCursor(2)):
        met: list[int] = []
        for page, _ in walk(of, limit, start):
            assert len(page) <= limit
            assert len(page) <= 1 or sum(sizes[number] for number in page) <= page_bytes
            met += page
        assert sorted(met) == (list(range(2, 7)) if start == DeltaCursor(2) else list(range(7)))


def test_whole_fleet_is_never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A List without a cap holds everything, however large: what it left out would be taken for gone."""
    monkeypatch.setattr(module, "MAX_PAGE_BYTES", 1)
    assert numbers(fleet(5).page(ALL, 0, None)) == list(range(5))


def test_size_follows_changes() -> None:
    """The size is that of the chunks as they are now."""
    of = Inventory(lambda one: b"x" * (1 + len(one.last_error)), [machine(0), machine(1)])
    of.put(machine(1, state=S.FAILED, last_error="abc"))
    of.put(machine(2))
    assert of.size_bytes == 1 + 4 + 1
    of.put(machine(1))
    assert of.size_bytes == 3
