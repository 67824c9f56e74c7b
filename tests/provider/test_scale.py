"""What a call costs does not grow with the fleet, counted in what is touched and not in seconds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from purevirt.provider.core.cursor import DeltaCursor
from purevirt.provider.core.inventory import FEW, Inventory
from purevirt.provider.core.model import Kind, Machine, MachineState
from tests.provider.fakes import bench, machine, slot
from tests.provider.stores import ScriptedStore

if TYPE_CHECKING:
    from collections.abc import Iterator

S = MachineState
LARGE = FEW * 2


class Counted(list[Machine]):
    """A list of machines that counts how often one is looked at."""

    looks = 0

    def __getitem__(self, index: Any) -> Any:
        type(self).looks += 1
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[Machine]:
        raise AssertionError("the fleet was walked")


def fleet(count: int) -> Inventory:
    """An inventory of `count` machines that counts who is looked at from now on."""
    made = Inventory(lambda one: one.id.encode(), [machine(number) for number in range(count)])
    made._machines = Counted(made._machines)
    Counted.looks = 0
    return made


@pytest.mark.parametrize("slots", [8, 2000])
async def test_mutation_writes_and_encodes_what_it_changes(slots: int) -> None:
    """A Create is two rows in two commits and two encodings, in a small fleet as in a large one."""
    encoded: Counter[str] = Counter()

    def encode(one: Machine) -> bytes:
        encoded[one.id] += 1
        return one.id.encode()

    store = ScriptedStore()
    async with bench(store, slots=slots, encode=encode) as b:
        encoded.clear()
        b.inventory._machines = Counted(b.inventory._machines)
        Counted.looks = 0
        await b.run(Kind.CREATE, 3)
        assert [[one.id for one in delta.machines] for delta in store.deltas] == [[slot(3).id]] * 2
        assert encoded == {slot(3).id: 2}
        assert Counted.looks <= 10


@pytest.mark.parametrize("count", [8, LARGE])
def test_delta_looks_at_what_changed(count: int) -> None:
    """A delta of one machine looks at one, an empty one at none."""
    of = fleet(count)
    since = of.head
    assert list(of.page(frozenset(), 0, DeltaCursor(since)).chunks) == []
    assert Counted.looks == 0
    of.put(machine(5, state=S.CREATING))
    Counted.looks = 0
    assert list(of.page(frozenset(), 0, DeltaCursor(since)).chunks) == [slot(5).id.encode()]
    assert Counted.looks == 1


def test_full_list_copies_and_looks_at_nothing() -> None:
    """All machines are the chunks as they are kept: what is left to do is to join them."""
    of = fleet(LARGE)
    assert of.page(frozenset(), 0, None).chunks is of._chunks
    assert Counted.looks == 0


@pytest.mark.parametrize("count", [100, LARGE])
def test_page_looks_at_what_it_holds(count: int) -> None:
    """A page of ten looks at ten machines, wherever it begins; one of a rare state at the rare ones."""
    of = fleet(count)
    for _ in range(5):
        assert len(of.page(frozenset(), 10, None).chunks) == 10
    assert Counted.looks == 50
    of.put(machine(7, state=S.IDLE))
    Counted.looks = 0
    assert len(of.page(frozenset({S.IDLE}), 10, None).chunks) == 1
    assert Counted.looks <= 2
