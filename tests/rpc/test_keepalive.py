"""When a silent peer is asked, and when it is given up."""

import pytest

from purevirt.rpc.gen import keepalive as generated
from purevirt.rpc.keepalive import (
    KEEPALIVE_PROGRAM,
    KEEPALIVE_VERSION,
    Keepalive,
    KeepaliveAction,
    KeepaliveProcedure,
)

NOTHING, PING, GIVE_UP = KeepaliveAction.NOTHING, KeepaliveAction.PING, KeepaliveAction.GIVE_UP


def test_constants_are_the_protocol_files() -> None:
    """K1: program, version and procedures are those of virkeepaliveprotocol.x."""
    assert generated.KEEPALIVE_PROGRAM == KEEPALIVE_PROGRAM
    assert generated.KEEPALIVE_PROTOCOL_VERSION == KEEPALIVE_VERSION
    assert [(one.name, int(one)) for one in KeepaliveProcedure] == [
        (one.name, int(one)) for one in generated.Procedure
    ]


def test_nothing_before_the_deadline_and_a_ping_at_it() -> None:
    """The boundary belongs to the next interval."""
    keepalive = Keepalive(5.0, 5, 100.0)
    assert keepalive.deadline == 105.0
    assert keepalive.poll(104.999) is NOTHING
    assert keepalive.poll(105.0) is PING
    assert keepalive.deadline == 110.0
    assert keepalive.poll(105.0) is NOTHING


@pytest.mark.parametrize(("interval_s", "count", "end_s"), [(2.0, 2, 6.0), (5.0, 5, 30.0), (1.0, 0, 1.0)])
def test_given_up_after_interval_times_count_plus_one(interval_s: float, count: int, end_s: float) -> None:
    """K4, K6: a peer that never answers is asked `count` times, and given up at exactly this time."""
    keepalive = Keepalive(interval_s, count, 0.0)
    assert keepalive.patience_s == end_s
    asked = []
    while (action := keepalive.poll(keepalive.deadline or 0.0)) is PING:
        asked.append(keepalive.deadline)
    assert action is GIVE_UP
    assert len(asked) == count
    assert keepalive.deadline == end_s


def test_anything_received_starts_anew() -> None:
    """K4: one packet, whatever it is, gives a peer all its patience back."""
    keepalive = Keepalive(1.0, 2, 0.0)
    assert keepalive.poll(1.0) is PING
    assert keepalive.poll(2.0) is PING
    keepalive.received(2.5)
    assert keepalive.deadline == 3.5
    assert keepalive.poll(3.0) is NOTHING
    assert [keepalive.poll(now) for now in (3.5, 4.5, 5.5)] == [PING, PING, GIVE_UP]


def test_a_suspended_process_asks_once() -> None:
    """K7: after an hour away there is one ping and then a whole interval for the answer, not a verdict."""
    keepalive = Keepalive(5.0, 1, 0.0)
    assert keepalive.poll(3600.0) is PING
    assert keepalive.poll(3600.0) is NOTHING
    assert keepalive.deadline == 3605.0
    assert keepalive.poll(3605.0) is GIVE_UP


@pytest.mark.parametrize("interval_s", [0.0, -1.0])
def test_off(interval_s: float) -> None:
    """Without an interval nothing is ever due."""
    keepalive = Keepalive(interval_s, 5, 0.0)
    assert keepalive.deadline is None
    assert keepalive.poll(1e9) is NOTHING
    keepalive.received(1e9)
    assert keepalive.deadline is None
