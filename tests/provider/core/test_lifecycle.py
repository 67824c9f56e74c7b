"""The table of edges and the pure functions over it."""

from __future__ import annotations

from itertools import product

import pytest

from purevirt.provider.core.fencing import Mark, Token
from purevirt.provider.core.lifecycle import (
    EDGES,
    HOLDINGS,
    UNDER_WAY,
    Accepted,
    By,
    Command,
    Decision,
    Failed,
    Refused,
    Repeated,
    Succeeded,
    complete,
    decide,
    failed,
    operation_under_way,
    restart,
    timeout,
)
from purevirt.provider.core.model import (
    MAX_BLOB_BYTES,
    MAX_ID_BYTES,
    MAX_LAST_ERROR_CHARS,
    MAX_METADATA_BYTES,
    MAX_METADATA_KEYS,
    Kind,
    Machine,
    MachineState,
    machine_problem,
)
from purevirt.provider.errors import (
    DeleteUnsupported,
    Fenced,
    InvalidRequest,
    InvalidTransition,
    MachineNotFound,
)
from purevirt.provider.secret import Secret
from tests.provider.fakes import command, machine_of, slot

S = MachineState
STATES = [state for state in MachineState if state is not S.UNSPECIFIED]
# Written out by hand from the contract, so that a slip in the table is seen: which (state, kind) is accepted,
# which repeats an operation on record, all others are out of position.
ACCEPTS = {
    (S.SPECULATIVE, Kind.CREATE): S.CREATING,
    (S.IDLE, Kind.CONFIGURE): S.CONFIGURING,
    (S.CONFIGURED, Kind.DRAIN): S.DRAINING,
    (S.IDLE, Kind.DELETE): S.DELETING,
}
REPEATS = {
    (S.CREATING, Kind.CREATE),
    (S.IDLE, Kind.CREATE),
    (S.CONFIGURING, Kind.CONFIGURE),
    (S.CONFIGURED, Kind.CONFIGURE),
    (S.DRAINING, Kind.DRAIN),
    (S.IDLE, Kind.DRAIN),
    (S.DELETING, Kind.DELETE),
    (S.SPECULATIVE, Kind.DELETE),
}
ON_RECORD = {kind: f"old-{kind}" for kind in Kind}


def judge(
    given: Command, one: Machine | None, mark: Mark | None = None, *, deletable: bool = True
) -> Decision:
    """Decide with an id that is new."""
    return decide(given, one, mark, operation_id="new", deletable=deletable)


@pytest.mark.parametrize(("state", "kind"), list(product(STATES, Kind)))
def test_decide_without_record_accepts_only_the_start_of_an_edge(state: MachineState, kind: Kind) -> None:
    """Every state x command, with no operation on record: accepted at the start of the edge, else refused."""
    one = machine_of(state)
    outcome = judge(command(kind), one).outcome
    if (state, kind) in ACCEPTS:
        assert isinstance(outcome, Accepted)
        assert outcome.operation_id == "new"
        assert outcome.machine.state is ACCEPTS[state, kind]
        assert outcome.machine.operations[kind] == "new"
        assert machine_problem(outcome.machine) is None
    else:
        assert isinstance(outcome, Refused)
        assert isinstance(outcome.error, InvalidTransition)


@pytest.mark.parametrize(("state", "kind"), list(product(STATES, Kind)))
def test_decide_with_record_repeats_in_and_on_the_way_to_the_target(state: MachineState, kind: Kind) -> None:
    """Every state x command, with an operation of each kind on record: the old id wherever it leads there."""
    one = machine_of(state, ON_RECORD)
    outcome = judge(command(kind), one).outcome
    if (state, kind) in REPEATS:
        assert outcome == Repeated(one, f"old-{kind}")
    elif (state, kind) in ACCEPTS:
        assert isinstance(outcome, Accepted)
    else:
        assert isinstance(outcome, Refused)
        assert isinstance(outcome.error, InvalidTransition)


@pytest.mark.parametrize("kind", Kind)
def test_decide_on_failed_machine_refuses_everything_and_names_the_state(kind: Kind) -> None:
    """FAILED is terminal: no command is accepted or repeated, whatever is on record."""
    outcome = judge(command(kind), machine_of(S.FAILED, ON_RECORD)).outcome
    assert isinstance(outcome, Refused)
    assert "FAILED" in str(outcome.error)


def test_decide_fences_before_it_says_whether_the_machine_exists() -> None:
    """A stale token is Fenced for an unknown machine and for one out of position, and moves no mark."""
    token = Token("s1", 3, 7)
    for one in (None, machine_of(S.DRAINING)):
        decision = judge(command(Kind.CREATE, token=token), one, Mark(3, 7))
        assert isinstance(decision.outcome, Refused)
        assert isinstance(decision.outcome.error, Fenced)
        assert decision.mark is None


@pytest.mark.parametrize("one", [None, machine_of(S.DRAINING), machine_of(S.IDLE, ON_RECORD)])
def test_decide_moves_the_mark_where_the_operation_fails_or_repeats(one: Machine | None) -> None:
    """A token that passes moves the mark for an unknown machine, a wrong position and a repeat alike."""
    decision = judge(command(Kind.CREATE, token=Token("s1", 3, 8)), one, Mark(3, 7))
    assert decision.mark == Mark(3, 8)
    assert not isinstance(decision.outcome, Accepted)


def test_decide_on_unknown_machine_is_not_found() -> None:
    """Unfenced, an unknown machine is NOT_FOUND."""
    decision = judge(command(Kind.DRAIN), None)
    assert isinstance(decision.outcome, Refused)
    assert isinstance(decision.outcome.error, MachineNotFound)


MALFORMED = {
    "no machine": Command(kind=Kind.CREATE, machine_id=""),
    "negative grace": command(Kind.DRAIN, grace_s=-1),
    "negative epoch": command(Kind.CREATE, token=Token("s1", -1, 0)),
    "negative sequence": command(Kind.CREATE, token=Token("s1", 0, -1)),
    "long machine": Command(kind=Kind.CREATE, machine_id="é" * (MAX_ID_BYTES // 2 + 1)),
    "long cluster": command(Kind.CONFIGURE, cluster_id="c" * (MAX_ID_BYTES + 1)),
    "long shard": command(Kind.CREATE, token=Token("s" * (MAX_ID_BYTES + 1), 1, 1)),
    "large blob": command(Kind.CONFIGURE, blob=Secret(b"x" * (MAX_BLOB_BYTES + 1))),
    "large metadata": command(Kind.CONFIGURE, metadata={"k": "v" * MAX_METADATA_BYTES}),
    "many keys": command(Kind.CONFIGURE, metadata={str(n): "" for n in range(MAX_METADATA_KEYS + 1)}),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_decide_rejects_malformed_requests_before_the_fence(name: str) -> None:
    """Each malformed request is InvalidRequest, even with a stale token or no machine, and moves no mark."""
    decision = judge(MALFORMED[name], None, Mark(9, 9))
    assert isinstance(decision.outcome, Refused)
    assert isinstance(decision.outcome.error, InvalidRequest)
    assert decision.mark is None


def test_decide_accepts_blob_and_metadata_at_their_caps() -> None:
    """The documented caps themselves are served."""
    given = command(
        Kind.CONFIGURE, blob=Secret(b"x" * MAX_BLOB_BYTES), metadata={"k": "v" * (MAX_METADATA_BYTES - 1)}
    )
    outcome = judge(given, machine_of(S.IDLE)).outcome
    assert isinstance(outcome, Accepted)
    assert outcome.machine.metadata == given.metadata


def test_decide_negative_token_without_shard_is_fenced_not_malformed() -> None:
    """Negative numbers are malformed only together with a shard id; otherwise they are an ordinary token."""
    given = command(Kind.CREATE, token=Token.of("", -1, 0))
    assert isinstance(judge(given, machine_of(S.SPECULATIVE)).outcome, Accepted)
    assert isinstance(judge(given, machine_of(S.SPECULATIVE), Mark(0, 0)).outcome, Refused)


def test_decide_delete_on_bare_metal_is_unsupported_before_any_other_check() -> None:
    """The pool's answer comes before shape and fence, and no mark moves."""
    for given in (command(Kind.DELETE, token=Token("s1", 1, 1)), Command(kind=Kind.DELETE, machine_id="")):
        decision = judge(given, None, Mark(9, 9), deletable=False)
        assert isinstance(decision.outcome, Refused)
        assert isinstance(decision.outcome.error, DeleteUnsupported)
        assert decision.mark is None


def test_decide_configure_for_another_cluster_is_no_repeat() -> None:
    """Of two conflicting Configures one wins: the other one is refused, not answered with the winner's id."""
    for state in (S.CONFIGURING, S.CONFIGURED):
        one = machine_of(state, ON_RECORD)
        assert isinstance(judge(command(Kind.CONFIGURE, cluster_id="c1"), one).outcome, Repeated)
        outcome = judge(command(Kind.CONFIGURE, cluster_id="c2"), one).outcome
        assert isinstance(outcome, Refused)
        assert isinstance(outcome.error, InvalidTransition)


def test_decide_configure_without_cluster_is_malformed_at_the_accept_step() -> None:
    """An empty cluster id is refused where it would be accepted, after fence, found and position."""
    empty = command(Kind.CONFIGURE, cluster_id="", token=Token("s1", 1, 1))
    refused = [judge(empty, one).outcome for one in (None, machine_of(S.SPECULATIVE), machine_of(S.IDLE))]
    kinds = [type(outcome.error) for outcome in refused if isinstance(outcome, Refused)]
    assert kinds == [MachineNotFound, InvalidTransition, InvalidRequest]


def test_create_begins_a_new_life_and_forgets_the_ids_of_the_last() -> None:
    """An IDLE machine repeats a Drain only if that drain happened in this life."""
    outcome = judge(command(Kind.CREATE), machine_of(S.SPECULATIVE, ON_RECORD)).outcome
    assert isinstance(outcome, Accepted)
    idle = complete(outcome.machine, "new", Succeeded("host-1"))
    assert idle is not None
    assert isinstance(judge(command(Kind.DRAIN), idle).outcome, Refused)
    assert judge(command(Kind.CREATE), idle).outcome == Repeated(idle, "new")


def test_create_on_a_machine_that_is_gone_is_not_found() -> None:
    """A slot without an offering cannot be created again, while its Delete still repeats."""
    gone = Machine(slot=slot(), retired=True, operations=ON_RECORD)
    create, delete = judge(command(Kind.CREATE), gone).outcome, judge(command(Kind.DELETE), gone).outcome
    assert isinstance(create, Refused)
    assert isinstance(create.error, MachineNotFound)
    assert delete == Repeated(gone, "old-delete")


def test_configure_binds_and_drain_unbinds_together() -> None:
    """Cluster and metadata appear with CONFIGURING, stay through DRAINING, and go together."""
    outcome = judge(command(Kind.CONFIGURE, metadata={"a": "b"}), machine_of(S.IDLE)).outcome
    assert isinstance(outcome, Accepted)
    configuring = outcome.machine
    assert (configuring.cluster, dict(configuring.metadata)) == ("c1", {"a": "b"})
    configured = complete(configuring, "new", Succeeded())
    assert configured is not None
    draining = judge(command(Kind.DRAIN), configured).outcome
    assert isinstance(draining, Accepted)
    assert (draining.machine.cluster, dict(draining.machine.metadata)) == ("c1", {"a": "b"})
    idle = complete(draining.machine, "new", Succeeded())
    assert idle is not None
    assert (idle.state, idle.host_ref, idle.cluster, dict(idle.metadata)) == (S.IDLE, "host-0", None, {})


def test_delete_clears_host_and_binding() -> None:
    """After Delete nothing of the host is left in the record."""
    deleting = machine_of(S.DELETING, {Kind.DELETE: "op"})
    gone = complete(deleting, "op", Succeeded())
    assert gone is not None
    assert (gone.state, gone.host_ref, gone.cluster) == (S.SPECULATIVE, None, None)


@pytest.mark.parametrize(("state", "outcome"), list(product(STATES, [Succeeded("h"), Failed("broke")])))
def test_complete_counts_only_for_the_operation_under_way(
    state: MachineState, outcome: Succeeded | Failed
) -> None:
    """Every state x outcome: applied for the id of the operation under way, discarded for any other."""
    one = machine_of(state, ON_RECORD)
    assert complete(one, "another", outcome) is None
    edge = UNDER_WAY.get(state)
    for kind in Kind:
        ended = complete(one, f"old-{kind}", outcome)
        if edge is None or edge.kind is not kind:
            assert ended is None
        else:
            assert ended is not None
            assert ended.state is (edge.end if isinstance(outcome, Succeeded) else S.FAILED)
            assert machine_problem(ended) is None


@pytest.mark.parametrize("ref", [None, "", "x" * (MAX_ID_BYTES + 1)])
def test_complete_of_create_without_usable_host_fails(ref: str | None) -> None:
    """A Create that names no host cannot become IDLE, which must have one."""
    ended = complete(machine_of(S.CREATING, {Kind.CREATE: "op"}), "op", Succeeded(ref))
    assert ended is not None
    assert ended.state is S.FAILED


@pytest.mark.parametrize("state", STATES)
def test_timeout_fails_only_the_operation_under_way_and_says_which(state: MachineState) -> None:
    """Every state: FAILED with kind, limit and id where that operation is under way, else nothing."""
    one = machine_of(state, ON_RECORD)
    running = operation_under_way(one)
    assert timeout(one, "another", 90) is None
    if running is None:
        assert all(timeout(one, name, 90) is None for name in ON_RECORD.values())
        return
    ended = timeout(one, running, 90)
    assert ended is not None
    assert ended.state is S.FAILED
    assert ended.last_error == f"{UNDER_WAY[state].kind} timed out after 90 s (operation {running})"


@pytest.mark.parametrize("state", STATES)
def test_restart_fails_what_was_under_way_and_leaves_the_rest(state: MachineState) -> None:
    """Every state: transitional ones become FAILED and say so, all others stay as they are, verbatim."""
    one = machine_of(state, ON_RECORD)
    after = restart(one)
    if state in UNDER_WAY:
        assert after.state is S.FAILED
        assert after.last_error.startswith(f"{UNDER_WAY[state].kind} was interrupted by a restart")
        assert (after.cluster, after.host_ref) == (one.cluster, one.host_ref)
        assert machine_problem(after) is None
    else:
        assert after is one


def test_failed_makes_text_that_can_be_encoded() -> None:
    """A lone surrogate in a reason must not make a machine that nobody can write down."""
    assert failed(machine_of(S.CREATING), "no \udcff route").last_error == "no ? route"


def test_failed_makes_one_bounded_line() -> None:
    """last_error is one line of bounded length and never empty."""
    assert failed(machine_of(S.CREATING), "a\n b\t\x0bc").last_error == "a b c"
    assert failed(machine_of(S.CREATING), " \n").last_error
    assert len(failed(machine_of(S.CREATING), "x" * 99999).last_error) == MAX_LAST_ERROR_CHARS


def test_edges_form_the_documented_cycle() -> None:
    """Each transitional state is of one kind; a shard's edges start where others end, and none in FAILED."""
    assert {edge.through: edge.kind for edge in EDGES} == {
        S.CREATING: Kind.CREATE,
        S.CONFIGURING: Kind.CONFIGURE,
        S.DRAINING: Kind.DRAIN,
        S.DELETING: Kind.DELETE,
    }
    shards = [edge for edge in EDGES if edge.by is By.SHARD]
    assert sorted(edge.kind for edge in shards) == sorted(Kind)
    assert {edge.start for edge in shards} == {edge.end for edge in EDGES} == set(HOLDINGS)
    assert [edge.start for edge in EDGES if edge.by is By.OPERATOR] == [S.FAILED]


@pytest.mark.parametrize("state", STATES)
def test_repair_starts_at_failed_only_and_frees_the_slot(state: MachineState) -> None:
    """An operator's Delete leads from FAILED to an empty SPECULATIVE, and from nowhere else."""
    one = machine_of(state, ON_RECORD)
    outcome = judge(
        Command(kind=Kind.DELETE, by=By.OPERATOR, machine_id=one.id), one, deletable=False
    ).outcome
    if state is not S.FAILED:
        assert isinstance(outcome, Refused)
        assert isinstance(outcome.error, InvalidTransition)
        assert "repair starts at FAILED" in str(outcome.error)
        return
    assert isinstance(outcome, Accepted)
    assert (outcome.machine.state, outcome.machine.last_error) == (S.DELETING, "")
    freed = complete(outcome.machine, "new", Succeeded())
    assert freed is not None
    assert machine_problem(freed) is None
    assert (freed.state, freed.host_ref, freed.cluster, freed.metadata) == (S.SPECULATIVE, None, None, {})
    again = complete(outcome.machine, "new", Failed("still there"))
    assert again is not None
    assert (again.state, again.last_error, again.host_ref) == (S.FAILED, "still there", one.host_ref)


@pytest.mark.parametrize("state", HOLDINGS)
def test_each_edge_ends_with_what_its_end_holds(state: MachineState) -> None:
    """Host and binding after an edge are those of `HOLDINGS`, cluster and metadata together."""
    for edge in EDGES:
        if edge.end is state:
            ended = complete(machine_of(edge.through, {edge.kind: "op"}), "op", Succeeded("host-0"))
            assert ended is not None
            assert (ended.host_ref is not None) == HOLDINGS[state].host
            assert (ended.cluster is not None) == bool(ended.metadata) == HOLDINGS[state].binding


def test_binding_that_the_fleet_has_no_room_for_is_refused_by_field() -> None:
    """What would make a full List too large for one answer is an INVALID_ARGUMENT, and moves the mark."""
    given = command(Kind.CONFIGURE, metadata={"k": "x" * 99}, token=Token("s", 1, 1))
    one = machine_of(S.IDLE)
    fits = decide(given, one, None, operation_id="new", deletable=True, room_bytes=100)
    assert isinstance(fits.outcome, Accepted)
    decision = decide(given, one, None, operation_id="new", deletable=True, room_bytes=99)
    assert isinstance(decision.outcome, Refused)
    assert isinstance(decision.outcome.error, InvalidRequest)
    assert str(decision.outcome.error).startswith("shard_metadata: 100 bytes do not fit")
    assert decision.mark == Mark(1, 1)


def test_command_repr_shows_neither_blob_nor_metadata() -> None:
    """A command that reaches a log line gives nothing away."""
    shown = repr(command(Kind.CONFIGURE, blob=Secret(b"canary"), metadata={"key": "canary"}))
    assert "canary" not in shown
    assert "6 bytes" in shown
