"""PV-RACE: sixty-four connections at one machine."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import grpc

from tests.conformance.calls import Code, Fields, S, answer
from tests.conformance.registry import OWN, SHARDS, check

if TYPE_CHECKING:
    from tests.conformance.calls import Answer, Calls, Kind, Token
    from tests.conformance.target import Target

CONNECTIONS = 64


def connections(target: Target) -> list[Calls]:
    """Return calls over as many connections, all of them open."""
    found = [target.connect() for _ in range(CONNECTIONS)]
    for ready in [grpc.channel_ready_future(one.channel) for one in found]:
        ready.result(timeout=target.patience_s)
    return found


def at_once(target: Target, machine_id: str, requests: list[tuple[Kind, Token, Fields]]) -> list[Answer]:
    """Send each request over a connection of its own, all at once; return the answers in the same order.

    Whatever the provider does about each of them, it is busy with others when they come.
    """
    stranger, everyone = target.shard(), connections(target)
    others = [target.calls.begin("drain", f"conformance/{machine_id}", stranger.next()) for _ in range(16)]
    begun = [
        one.begin(kind, machine_id, token, fields)
        for one, (kind, token, fields) in zip(everyone, requests, strict=True)
    ]
    answers = [answer(future) for future in begun]
    assert {answer(future).code for future in others} <= {Code.NOT_FOUND, Code.FAILED_PRECONDITION}
    return answers


@check("PV-RACE-01")
def test_identical_creates_are_one_operation(target: Target) -> None:
    """All are answered, with one id, whichever tokens they carry: those that lost are fenced."""
    shard, machine_id = target.shard(), target.take_one()
    tokens = [shard.next() for _ in range(CONNECTIONS)]
    random.Random(1).shuffle(tokens)
    given = at_once(target, machine_id, [("create", token, Fields()) for token in tokens])
    assert {one.code for one in given} <= {Code.OK, Code.FAILED_PRECONDITION}
    assert len({one.operation for one in given if one.ack}) == 1
    # The newest token is never the one that loses, and it is the mark now.
    newest = max(tokens)
    assert given[tokens.index(newest)].code is Code.OK
    assert shard.ask("create", machine_id, newest).code is Code.FAILED_PRECONDITION
    assert shard.until(machine_id, S.MACHINE_STATE_IDLE).host.ref


@check("PV-RACE-02", needs=SHARDS)
def test_creates_of_many_shards_are_one_operation(target: Target) -> None:
    """Sixty-four shards, one token each: all answered, one id, one host."""
    machine_id = target.take_one()
    tokens = [target.shard().next() for _ in range(CONNECTIONS)]
    given = at_once(target, machine_id, [("create", token, Fields()) for token in tokens])
    assert {one.code for one in given} == {Code.OK}
    assert len({one.operation for one in given}) == 1
    target.shard().until(machine_id, S.MACHINE_STATE_IDLE)


@check("PV-RACE-03")
def test_one_token_passes_once(target: Target) -> None:
    """Of sixty-four requests with the same token one is applied."""
    shard, machine_id = target.shard(), target.take_one()
    token = shard.next()
    given = at_once(target, machine_id, [("create", token, Fields())] * CONNECTIONS)
    assert Counter(one.code for one in given) == {Code.OK: 1, Code.FAILED_PRECONDITION: CONNECTIONS - 1}


@check("PV-RACE-04", needs=SHARDS)
def test_of_conflicting_bindings_one_wins(target: Target) -> None:
    """Eight clusters race for a machine: all that were answered are for the one that it is bound to."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    given = at_once(
        target,
        machine_id,
        [
            (
                "configure",
                target.shard().next(),
                Fields(cluster=f"c{number % 8}", metadata={"n": str(number % 8)}),
            )
            for number in range(CONNECTIONS)
        ],
    )
    winner = shard.until(machine_id, S.MACHINE_STATE_CONFIGURED)
    acks = [one.ack for one in given if one.ack is not None]
    assert len(acks) == CONNECTIONS // 8
    assert len({ack.operation_id for ack in acks}) == 1
    for ack in acks:
        assert (ack.machine.cluster, ack.machine.shard_metadata["n"]) == (winner.cluster, winner.cluster[1:])
    assert {one.code for one in given if one.ack is None} == {Code.INTERNAL}


@check("PV-RACE-05", needs=OWN)
def test_of_conflicting_kinds_one_wins(target: Target) -> None:
    """Configure and Delete race for an IDLE machine: one kind is answered, with one id."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    kinds: list[Kind] = ["configure", "delete"] * (CONNECTIONS // 2)
    with target.held(machine_id):
        given = at_once(target, machine_id, [(kind, target.shard().next(), Fields()) for kind in kinds])
    won = {kind for kind, one in zip(kinds, given, strict=True) if one.ack}
    assert len(won) == 1
    assert len({one.operation for one in given if one.ack}) == 1
    assert sum(one.code is Code.OK for one in given) == CONNECTIONS // 2
    assert sum(one.code is Code.INTERNAL for one in given) == CONNECTIONS // 2
    shard.rest(machine_id)


@check("PV-RACE-06")
def test_callers_who_ask_for_one_slot_each_get_their_own(target: Target) -> None:
    """Sixteen at once ask for one free slot each: nobody gets what another one got."""
    calls = connections(target)[:16]
    target.settle()
    with ThreadPoolExecutor(len(calls)) as pool:
        pages = list(pool.map(lambda one: one.list(states=(S.MACHINE_STATE_SPECULATIVE,), cap=1), calls))
    assert len({page.machines[0].id for page in pages}) == len(calls)


@check("PV-RACE-07", on="fleet")
def test_many_callers_lead_whole_lives_at_once(target: Target) -> None:
    """Sixty-four connections, a machine each, all four operations: each is served, with ids of its own."""
    calls, machines = connections(target), target.take(CONNECTIONS)
    shard, met = target.shard(), set[str]()
    for kind in ("create", "configure", "drain", "delete"):
        begun = [
            one.begin(kind, machine_id, shard.next()) for one, machine_id in zip(calls, machines, strict=True)
        ]
        given = [answer(future) for future in begun]
        assert {one.code for one in given} == {Code.OK}
        met |= {one.operation for one in given}
        for machine_id in machines:
            shard.rest(machine_id)
    assert len(met) == 4 * CONNECTIONS
    assert {shard.get(machine_id).state for machine_id in machines} == {S.MACHINE_STATE_SPECULATIVE}
