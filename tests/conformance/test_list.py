"""PV-LIST: filters, caps, deltas and cursors."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tests.conformance.calls import Fields, S
from tests.conformance.registry import OWN, check
from tests.conformance.target import IN_BETWEEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
    from tests.conformance.target import Target

AT_REST = (
    S.MACHINE_STATE_SPECULATIVE,
    S.MACHINE_STATE_IDLE,
    S.MACHINE_STATE_CONFIGURED,
    S.MACHINE_STATE_FAILED,
)


def ids(found: pb.MachineList) -> list[str]:
    """Return the ids of an answer, in its order."""
    return [machine.id for machine in found.machines]


def walk(
    target: Target, cap: int, since: bytes = b"", states: tuple[pb.MachineState, ...] = ()
) -> Iterable[list[str]]:
    """Yield the pages of a walk up to the empty one."""
    page = target.calls.list(cap=cap, since=since, states=states)
    most = len(target.calls.list().machines) + 1
    while page.machines:
        most -= 1
        assert most, "the walk does not end"
        assert len(page.machines) <= cap
        yield ids(page)
        page = target.calls.list(cap=cap, since=page.revision, states=states)


@check("PV-LIST-01")
def test_filter_is_a_union(target: Target) -> None:
    """Each machine is in the answers that name its state; no state named means all."""
    shard = target.shard()
    free, idle, bound = target.take(3)
    shard.idle(idle)
    shard.configured(bound)
    target.settle()
    of = {state: set(ids(target.calls.list(states=(state,)))) for state in AT_REST}
    assert free in of[S.MACHINE_STATE_SPECULATIVE]
    assert idle in of[S.MACHINE_STATE_IDLE]
    assert bound in of[S.MACHINE_STATE_CONFIGURED]
    both = (S.MACHINE_STATE_IDLE, S.MACHINE_STATE_CONFIGURED)
    assert set(ids(target.calls.list(states=both))) == of[both[0]] | of[both[1]]
    assert set(ids(target.calls.list())) == set().union(*of.values())
    assert sum(len(one) for one in of.values()) == len(target.calls.list().machines)
    for machine in target.calls.list(states=both).machines:
        assert machine.state in both


@check("PV-LIST-02")
def test_cap_caps_and_zero_does_not(target: Target) -> None:
    """Exactly as many as asked for, where there are as many."""
    everything = set(ids(target.calls.list()))
    for cap in (1, 2, 7):
        page = ids(target.calls.list(cap=cap))
        assert len(page) == len(set(page)) == cap
        assert set(page) <= everything
    assert set(ids(target.calls.list(cap=len(everything) + 5))) == everything
    assert set(ids(target.calls.list(cap=0))) == everything


@check("PV-LIST-03")
def test_delta_holds_what_changed(target: Target) -> None:
    """As it is now, once, and nothing else."""
    shard = target.shard()
    changed = sorted(target.take(3))
    target.settle()
    since = target.calls.list().revision
    for machine_id in changed:
        shard.configured(machine_id, Fields(metadata={"of": machine_id}))
    delta = target.calls.list(since=since)
    assert sorted(ids(delta)) == changed
    for machine in delta.machines:
        assert machine == shard.get(machine.id)
        assert dict(machine.shard_metadata) == {"of": machine.id}
    assert ids(target.calls.list(since=delta.revision)) == []


@check("PV-LIST-04")
def test_nothing_changed_is_an_empty_delta(target: Target) -> None:
    """Under the same revision, and reads and refusals are no changes."""
    shard, machine_id = target.shard(), target.take_one()
    target.settle()
    since = target.calls.list().revision
    shard.ask("drain", machine_id)
    shard.get(machine_id)
    for _ in range(2):
        delta = target.calls.list(since=since)
        assert (ids(delta), delta.revision) == ([], since)


@check("PV-LIST-05")
def test_each_step_of_a_transition_is_a_change(target: Target) -> None:
    """A client of deltas sees the machine in IDLE, whether it saw it in CREATING or not."""
    shard, machine_id = target.shard(), target.take_one()
    since = target.calls.list().revision
    shard.do("create", machine_id)
    met: list[pb.MachineState] = []
    at_rest = False
    while S.MACHINE_STATE_IDLE not in met:
        assert not at_rest, "the end of the transition is in no delta"
        at_rest = shard.get(machine_id).state == S.MACHINE_STATE_IDLE
        delta = target.calls.list(since=since)
        met += [machine.state for machine in delta.machines if machine.id == machine_id]
        since = delta.revision
    assert met in ([S.MACHINE_STATE_IDLE], [S.MACHINE_STATE_CREATING, S.MACHINE_STATE_IDLE])


@check("PV-LIST-06")
def test_garbage_is_a_full_list(target: Target) -> None:
    """A cursor that nobody handed out degrades, and is never an error."""
    everything = set(ids(target.calls.list()))
    for garbage in (b"\0", b"garbage", bytes(8), bytes(33), b"\xff" * 50, bytes(100_000), b"1", b"0"):
        assert set(ids(target.calls.list(since=garbage))) == everything, garbage


@check("PV-LIST-07")
def test_cursor_is_recognised_exactly(target: Target) -> None:
    """One byte more in front or behind, one less, or one bit changed anywhere: a full list."""
    full = target.calls.list()
    everything = set(ids(full))
    right = full.revision
    assert ids(target.calls.list(since=right)) == []
    wrong = [
        right + b"\0",
        b"\0" + right,
        right[1:],
        right[:-1],
        right + right,
        right + b" ",
        right.swapcase(),
    ]
    wrong += [right[:at] + bytes([right[at] ^ 1 << at % 8]) + right[at + 1 :] for at in range(len(right))]
    for one in wrong:
        if one != right:
            assert set(ids(target.calls.list(since=one))) == everything, one


@check("PV-LIST-08")
def test_walk_meets_every_machine_once(target: Target) -> None:
    """Whatever the cap, up to an empty page; so does a walk through some states."""
    everything = sorted(ids(target.calls.list()))
    for cap in (len(everything) // 7 + 1, len(everything) - 1, len(everything), len(everything) + 1):
        assert sorted(chain.from_iterable(walk(target, cap))) == everything, cap
    states = (S.MACHINE_STATE_SPECULATIVE,)
    target.settle()
    assert sorted(chain.from_iterable(walk(target, 50, states=states))) == sorted(
        ids(target.calls.list(states=states))
    )


@check("PV-LIST-09")
def test_walk_is_whole_while_machines_change(target: Target) -> None:
    """Mutations between its pages cost it no machine and give it none twice."""
    shard = target.shard()
    changing = target.take(6)
    everything = sorted(ids(target.calls.list()))
    met: list[str] = []
    for number, page in enumerate(walk(target, len(everything) // 6 + 1)):
        met += page
        shard.do("create", changing[number % len(changing)])
    assert sorted(met) == everything


@check("PV-LIST-10")
def test_delta_after_a_walk_begins_where_the_walk_began(target: Target) -> None:
    """What changed while it went on is in the delta of its last cursor."""
    shard = target.shard()
    early, late = target.take(2)
    target.settle()
    count = len(target.calls.list().machines)
    page = target.calls.list(cap=count // 2 + 1)
    shard.idle(early)
    pages = 0
    while page.machines:
        pages += 1
        assert pages < 4, "the walk does not end"
        page = target.calls.list(cap=count // 2 + 1, since=page.revision)
    shard.idle(late)
    assert {early, late} <= set(ids(target.calls.list(since=page.revision)))


@check("PV-LIST-11")
def test_capped_delta_is_walked_whole(target: Target) -> None:
    """Every changed machine once, and no other, though one changes again meanwhile."""
    shard = target.shard()
    changed = target.take(7)
    target.settle()
    since = target.calls.list().revision
    for machine_id in changed:
        shard.idle(machine_id)
    met: list[str] = []
    for page in walk(target, 3, since=since):
        if not met:
            shard.do("configure", changed[-1])
        met += page
    assert sorted(met) == sorted(changed)


@check("PV-LIST-12")
def test_capped_lists_without_a_cursor_move_on(target: Target) -> None:
    """Callers who each ask for one free slot get different ones, as long as there are any."""
    states = (S.MACHINE_STATE_SPECULATIVE,)
    target.settle()
    free = len(target.calls.list(states=states).machines)
    asked = min(free, 60)
    met = [ids(target.calls.list(states=states, cap=1))[0] for _ in range(asked)]
    assert len(set(met)) == asked


@check("PV-LIST-13")
def test_full_list_has_a_stable_order(target: Target) -> None:
    """Whatever changes in between."""
    shard, machine_id = target.shard(), target.take(3)[1]
    before = ids(target.calls.list())
    shard.configured(machine_id)
    assert ids(target.calls.list()) == before


@check("PV-LIST-14")
def test_filters_hold_in_deltas(target: Target) -> None:
    """What changed into another state than those asked for is not in the answer."""
    shard = target.shard()
    idle, bound = target.take(2)
    since = target.calls.list().revision
    shard.idle(idle)
    shard.configured(bound)
    target.settle()
    only = target.calls.list(since=since, states=(S.MACHINE_STATE_IDLE,))
    assert idle in ids(only)
    assert bound not in ids(only)
    assert not [one for one in target.calls.list(states=tuple(IN_BETWEEN)).machines if one.id == idle]


@check("PV-LIST-15")
def test_unknown_states_are_not_all_states(target: Target) -> None:
    """A filter of states that no machine is in is answered with none."""
    for number in (0, 99):
        content = bytes((0x08, number))
        answered = target.calls.raw("List", content)
        assert not type(target.calls.list()).FromString(answered).machines


@check("PV-LIST-16", needs=OWN)
def test_delta_is_no_longer_than_what_changed(target: Target) -> None:
    """An empty one is a cursor and nothing else."""
    target.settle()
    since = target.calls.list().revision
    content = b"\x2a" + bytes([len(since)]) + since
    assert len(target.calls.raw("List", content)) < 100
