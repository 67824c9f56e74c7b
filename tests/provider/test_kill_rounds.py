"""kill -9 under load: a few rounds of what `tests.provider.kill_rounds` runs by the thousand."""

from tests.provider import kill_rounds


async def test_kill_minus_nine_under_load_loses_nothing_that_was_answered() -> None:
    """Tokens, operation ids, bindings, metadata, machines: all outlive every kill, and nothing is stuck."""
    done = await kill_rounds.run(6, 20261129)
    assert done.calls.total() > 100
    assert done.found["MACHINE_STATE_FAILED"] > 0
