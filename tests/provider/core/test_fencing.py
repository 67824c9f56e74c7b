"""Fencing against an oracle, biased to the boundary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.core.fencing import Mark, MarkKey, Token, advance
from purevirt.provider.errors import Fenced

MAX = 2**63 - 1
NUMBERS = st.sampled_from([0, 1, 2, 3, MAX - 1, MAX]) | st.integers(0, MAX)


@given(
    st.lists(
        st.tuples(st.sampled_from(["s1", "s2"]), st.sampled_from(["m1", "m2"]), NUMBERS, NUMBERS), max_size=60
    )
)
def test_advance_accepts_exactly_what_is_newer_for_that_shard_and_machine(
    stream: list[tuple[str, str, int, int]],
) -> None:
    """Over any stream: accepted exactly if greater than the maximum accepted before, per (shard, machine)."""
    marks: dict[MarkKey, Mark] = {}
    accepted: list[tuple[str, str, int, int]] = []
    for shard, name, epoch, sequence in stream:
        before = [entry for entry in accepted if entry[:2] == (shard, name)]
        newer = all(epoch > old[2] or (epoch == old[2] and sequence > old[3]) for old in before)
        key = MarkKey(shard, name)
        token = Token.of(shard, epoch, sequence)
        assert token is not None
        if newer:
            marks[key] = advance(marks.get(key), token)
            assert marks[key] == Mark(epoch, sequence)
            accepted.append((shard, name, epoch, sequence))
        else:
            with pytest.raises(Fenced, match="send a newer token"):
                advance(marks.get(key), token)


def test_higher_epoch_is_newer_with_any_sequence() -> None:
    """The epoch decides first, so a new leader may count from zero."""
    assert advance(Mark(1, MAX), Token("s1", 2, 0)) == Mark(2, 0)
    with pytest.raises(Fenced):
        advance(Mark(2, 0), Token("s1", 1, MAX))


def test_token_is_absent_only_if_all_three_fields_are_unset() -> None:
    """Any one field makes the request fenced."""
    assert Token.of("", 0, 0) is None
    for fields in (("s1", 0, 0), ("", 1, 0), ("", 0, 1)):
        assert Token.of(*fields) == Token(*fields)
