"""PV-FENCE: what is not strictly newer is refused, and nothing else is refused as that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.conformance.calls import KINDS, UNFENCED, Code, S, Token
from tests.conformance.registry import OWN, SHARDS, check

if TYPE_CHECKING:
    import grpc

    from tests.conformance.target import Shard, Target

NOWHERE = "conformance/no-such-machine"
MAX = 2**63 - 1


def codes(shard: Shard, machine_id: str, *tokens: tuple[int, int]) -> list[grpc.StatusCode]:
    """Return how Creates with these tokens are answered; epochs are counted from the shard's."""
    return [shard.ask("create", machine_id, shard.token(*token)).code for token in tokens]


@check("PV-FENCE-01")
def test_the_same_token_again_is_refused(target: Target) -> None:
    """For every operation, retries included, and nothing is applied."""
    shard, machine_id = target.shard(), target.take_one()
    token = shard.next()
    shard.do("create", machine_id, token)
    shard.until(machine_id, S.MACHINE_STATE_IDLE)
    for kind in KINDS:
        shard.refused(kind, machine_id, Code.FAILED_PRECONDITION, token=token)


@check("PV-FENCE-02")
def test_lower_sequence_is_refused(target: Target) -> None:
    """Within an epoch the sequence decides."""
    shard, machine_id = target.shard(), target.take_one()
    assert codes(shard, machine_id, (0, 7), (0, 6), (0, 0), (0, 8)) == [
        Code.OK,
        Code.FAILED_PRECONDITION,
        Code.FAILED_PRECONDITION,
        Code.OK,
    ]


@check("PV-FENCE-03")
def test_lower_epoch_is_refused_with_any_sequence(target: Target) -> None:
    """The epoch comes first."""
    shard, machine_id = target.shard(), target.take_one()
    assert codes(shard, machine_id, (0, 1), (-1, MAX), (-1, 2), (0, 2)) == [
        Code.OK,
        Code.FAILED_PRECONDITION,
        Code.FAILED_PRECONDITION,
        Code.OK,
    ]


@check("PV-FENCE-04")
def test_higher_epoch_is_newer_with_any_sequence(target: Target) -> None:
    """Also with sequence 0."""
    shard, machine_id = target.shard(), target.take_one()
    assert codes(shard, machine_id, (0, 900), (1, 0), (0, 901), (2, 3), (1, 4)) == [
        Code.OK,
        Code.OK,
        Code.FAILED_PRECONDITION,
        Code.OK,
        Code.FAILED_PRECONDITION,
    ]


@check("PV-FENCE-05")
def test_mark_moves_where_the_position_is_wrong(target: Target) -> None:
    """A token that passed is used up, though its operation was refused."""
    shard, machine_id = target.shard(), target.take_one()
    token = shard.next()
    assert shard.ask("drain", machine_id, token).code is Code.INTERNAL
    assert shard.ask("create", machine_id, token).code is Code.FAILED_PRECONDITION


@check("PV-FENCE-06")
def test_fence_comes_before_whether_the_machine_exists(target: Target) -> None:
    """For an unknown machine a new token is NOT_FOUND, and the same one again is fenced."""
    shard = target.shard()
    for kind in KINDS:
        token = shard.next()
        assert shard.ask(kind, NOWHERE, token).code is Code.NOT_FOUND
        assert shard.ask(kind, NOWHERE, token).code is Code.FAILED_PRECONDITION


@check("PV-FENCE-07")
def test_mark_moves_with_a_retry(target: Target) -> None:
    """A retry with a newer token is answered, and uses that token up."""
    shard, machine_id = target.shard(), target.take_one()
    first = shard.do("create", machine_id).operation_id
    shard.until(machine_id, S.MACHINE_STATE_IDLE)
    token = shard.next()
    assert shard.do("create", machine_id, token).operation_id == first
    assert shard.ask("delete", machine_id, token).code is Code.FAILED_PRECONDITION


@check("PV-FENCE-08")
def test_refused_token_moves_nothing(target: Target) -> None:
    """A stale token leaves the mark where it was: what is below it stays refused, what is above it passes."""
    shard, machine_id = target.shard(), target.take_one()
    assert codes(shard, machine_id, (0, 9), (0, 3), (0, 4), (0, 9), (0, 10)) == [
        Code.OK,
        *[Code.FAILED_PRECONDITION] * 3,
        Code.OK,
    ]


@check("PV-FENCE-09")
def test_marks_are_per_machine(target: Target) -> None:
    """One shard sends for different machines out of order."""
    shard = target.shard()
    first, second = target.take(2)
    assert codes(shard, first, (0, 50)) == [Code.OK]
    assert codes(shard, second, (0, 1), (0, 1)) == [Code.OK, Code.FAILED_PRECONDITION]
    assert codes(shard, first, (0, 49)) == [Code.FAILED_PRECONDITION]


@check("PV-FENCE-10", needs=SHARDS)
def test_marks_are_per_shard(target: Target) -> None:
    """A machine that changes to another shard is that one's with its first token, however low."""
    old, new, machine_id = target.shard(), target.shard(), target.take_one()
    old.do("create", machine_id, old.token(100, 100))
    old.until(machine_id, S.MACHINE_STATE_IDLE)
    new.do("configure", machine_id, Token(new.id, 0, 1))
    new.until(machine_id, S.MACHINE_STATE_CONFIGURED)
    assert new.ask("drain", machine_id, Token(new.id, 0, 1)).code is Code.FAILED_PRECONDITION
    assert old.ask("drain", machine_id, old.token(100, 100)).code is Code.FAILED_PRECONDITION


@check("PV-FENCE-11")
def test_zombie_is_shut_out(target: Target) -> None:
    """Once its successor has spoken, nothing of the old epoch is applied, whatever it numbers it."""
    zombie, machine_id = target.shard(), target.take_one()
    zombie.configured(machine_id)
    zombie.do("configure", machine_id, zombie.token(1, 0))
    for kind in KINDS:
        zombie.refused(kind, machine_id, Code.FAILED_PRECONDITION)
        zombie.refused(kind, machine_id, Code.FAILED_PRECONDITION, token=zombie.token(0, MAX))
    zombie.do("drain", machine_id, zombie.token(1, 1))
    zombie.until(machine_id, S.MACHINE_STATE_IDLE)


@check("PV-FENCE-12", needs=SHARDS)
def test_unfenced_passes_and_moves_no_mark(target: Target) -> None:
    """All three fields unset: accepted after any token, again and again, and before any token."""
    shard, machine_id = target.shard(), target.take_one()
    shard.do("create", machine_id, shard.token(9, 9))
    shard.until(machine_id, S.MACHINE_STATE_IDLE)
    first = shard.do("create", machine_id, UNFENCED)
    assert shard.do("create", machine_id, UNFENCED).operation_id == first.operation_id
    shard.do("create", machine_id, shard.token(9, 10))


@check("PV-FENCE-13", needs=OWN)
def test_one_field_is_enough_to_be_fenced(target: Target) -> None:
    """A shard_id with two zeros is a token; an epoch or a sequence without a shard_id is one, too."""
    shard, other = target.shard(), target.shard()
    for first, higher in (
        (Token(shard.id, 0, 0), Token(shard.id, 0, 1)),
        (Token("", 1, 0), Token("", 1, 1)),
        (Token("", 0, 1), Token("", 0, 2)),
    ):
        machine_id = target.take_one()
        other.do("create", machine_id)
        assert shard.ask("create", machine_id, first).code is Code.OK, first
        assert shard.ask("create", machine_id, first).code is Code.FAILED_PRECONDITION, first
        assert shard.ask("create", machine_id, higher).code is Code.OK, first


@check("PV-FENCE-14", needs=SHARDS)
def test_int64_maxima_work(target: Target) -> None:
    """The largest pair is the newest there is; no number is cut on the way."""
    shard, machine_id = target.shard(), target.take_one()
    pairs = [(MAX - 1, MAX), (2**32, 0), (MAX, 0), (MAX, 2**32), (MAX, MAX - 1), (MAX, MAX), (MAX, MAX)]
    given = [shard.ask("create", machine_id, Token(shard.id, *pair)).code for pair in pairs]
    passed, fenced = Code.OK, Code.FAILED_PRECONDITION
    assert given == [passed, fenced, passed, passed, passed, passed, fenced]


@check("PV-FENCE-15", needs=SHARDS)
def test_first_contact_sets_the_mark(target: Target) -> None:
    """Whatever it is, and for an operation that is refused as well."""
    shard, machine_id = target.shard(), target.take_one()
    assert shard.ask("drain", machine_id, Token(shard.id, 41, 7)).code is Code.INTERNAL
    assert shard.ask("create", machine_id, Token(shard.id, 41, 6)).code is Code.FAILED_PRECONDITION
    assert shard.ask("create", machine_id, Token(shard.id, 40, 8)).code is Code.FAILED_PRECONDITION
    assert shard.ask("create", machine_id, Token(shard.id, 41, 8)).code is Code.OK


@check("PV-FENCE-16", needs=SHARDS)
def test_shard_ids_are_compared_exactly(target: Target) -> None:
    """Case, blanks and what follows a NUL make another shard."""
    shard, machine_id = target.shard(), target.take_one()
    for name in (shard.id, shard.id.upper(), f"{shard.id} ", f"{shard.id}\0", f"{shard.id}\0x"):
        token = Token(name, 1, 1)
        assert shard.ask("create", machine_id, token).code is Code.OK, name
        assert shard.ask("create", machine_id, token).code is Code.FAILED_PRECONDITION, name


@check("PV-FENCE-17")
def test_reads_are_never_fenced(target: Target) -> None:
    """A shard that is shut out can still look."""
    shard, machine_id = target.shard(), target.take_one()
    shard.do("create", machine_id, shard.token(1, 0))
    assert shard.ask("create", machine_id).code is Code.FAILED_PRECONDITION
    assert shard.get(machine_id).id == machine_id
    assert machine_id in {machine.id for machine in target.calls.list().machines}
