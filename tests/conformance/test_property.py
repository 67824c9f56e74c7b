"""PV-PROP: anything at all, against an oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.conformance.calls import KINDS, UNFENCED, Fields, Kind
from tests.conformance.oracle import Oracle
from tests.conformance.registry import SHARDS, check

if TYPE_CHECKING:
    from tests.conformance.target import Target

PROFILE = settings(
    max_examples=40,
    deadline=None,
    database=None,
    derandomize=True,
    # An example is short, and whoever looks at a provider wants the first one that fails.
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
MACHINES = 2


class Step(NamedTuple):
    """A request: whose, for which machine (MACHINES: one that there is not), of what kind, how numbered."""

    shard: int
    machine: int
    kind: Kind
    epoch: int
    sequence: int
    cluster: str


CLOSE_TOKENS = st.builds(
    Step,
    st.integers(0, 1),
    st.integers(0, MACHINES),
    st.sampled_from(KINDS),
    st.integers(0, 2),
    st.integers(0, 3),
    st.just("c1"),
)
# Sequence -1: the next one of that shard, in the newest epoch; -2: no token at all.
MOSTLY_NEWER = st.builds(
    Step,
    st.integers(0, 1),
    st.sampled_from((0, 0, 0, 1)),
    st.sampled_from(KINDS),
    st.just(0),
    st.sampled_from((-1, -1, -1, -2, 1)),
    st.sampled_from(("c1", "c1", "c2")),
)


def play(target: Target, steps: list[Step]) -> None:
    """Play steps on machines of their own, one after the other, and compare every answer and every state."""
    shards = [target.shard(), target.shard()]
    machines = target.take(MACHINES)
    nowhere = f"conformance/{shards[0].id}"
    oracle = Oracle(machines)
    if not target.own:
        # It may have lived before, and a Delete on record can be repeated.
        for machine_id in machines:
            shards[0].idle(machine_id)
            oracle.machines[machine_id].operations["delete"] = shards[0].do("delete", machine_id).operation_id
            shards[0].rest(machine_id)
        shards = [target.shard(), target.shard()]
    for step in steps:
        shard, machine_id = shards[step.shard], [*machines, nowhere][step.machine]
        token = shard.token(step.epoch, step.sequence)
        if step.sequence == -1:
            token = shard.next()
        elif step.sequence < 0:
            token = UNFENCED
        expected = oracle.expect(step.kind, machine_id, token, step.cluster)
        answered = shard.ask(step.kind, machine_id, token, Fields(cluster=step.cluster))
        if oracle.learn(step.kind, machine_id, step.cluster, expected, answered):
            shard.rest(machine_id)
        for one, known in oracle.machines.items():
            found = shard.get(one)
            assert (found.state, found.cluster) == (known.state, known.cluster), (step, found)
    target.give_back()


@check("PV-PROP-01", needs=SHARDS)
def test_fences_are_the_oracles(target: Target) -> None:
    """Two shards, two machines and one that there is not, tokens that are close to each other."""

    @PROFILE
    @given(st.lists(CLOSE_TOKENS, min_size=4, max_size=14))
    def run(steps: list[Step]) -> None:
        play(target, steps)

    run()


@check("PV-PROP-02", needs=SHARDS)
def test_lives_are_the_oracles(target: Target) -> None:
    """Operations in any order, retries, other clusters, stale tokens and none."""

    @PROFILE
    @given(st.lists(MOSTLY_NEWER, min_size=4, max_size=18))
    def run(steps: list[Step]) -> None:
        play(target, steps)

    run()
