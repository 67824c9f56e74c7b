"""Both clients over unix, TLS and SSH, while a proxy does to their bytes what it can."""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import pytest

from purevirt.errors import ConnectError, ConnectionLost, DecodeError, PurevirtError
from purevirt.testing import Ending, FaultProxy, Faults
from tests.lab import LabHost
from tests.rpc.adversity.leftovers import Leftovers, nothing_left
from tests.rpc.adversity.route import TRANSPORTS, through
from tests.rpc.adversity.scenario import CLIENTS, Scenario
from tests.rpc.peer import PATIENCE_S

pytestmark = pytest.mark.lab

SEED = int(os.environ.get("PUREVIRT_ADVERSITY_SEED", "1"))
SMALL, LARGE = 2_000, 150_000
PATIENT = {"keepalive_interval_s": PATIENCE_S}
IMPATIENT = {"keepalive_interval_s": 0.15, "keepalive_count": 2, "timeout_s": 1.0}
"""A silent daemon is given up after 0.45 s: far less than a test waits before it fails."""

HARMLESS = {
    "delay": Faults(delay_s=(0.0, 0.004)),
    "split": Faults(split_bytes=1),
    "coalesce": Faults(coalesce_bytes=1 << 16, coalesce_s=0.004),
}
_whole: dict[tuple[str, str], tuple[int, int]] = {}


async def expected(host: LabHost, size: int) -> list[object]:
    """Return the answers without a proxy."""
    run = Scenario(host.uri, size, PATIENT)
    async with asyncio.timeout(PATIENCE_S):
        await CLIENTS["asyncio"](run)
    assert run.answers[-1] == "deleted"
    return run.answers


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("fault", HARMLESS)
async def test_harmless(host: LabHost, tmp_path: Path, fault: str, transport: str, client: str) -> None:
    """P1, P2: late, in single bytes or many messages at once: the answers are the same."""
    answers = await expected(host, SMALL)
    before = Leftovers.now()
    faults = HARMLESS[fault]
    async with through(host, transport, tmp_path, to_target=faults, to_client=faults, seed=SEED) as (_, uri):
        run = Scenario(uri, SMALL, PATIENT)
        async with asyncio.timeout(2 * PATIENCE_S):
            await CLIENTS[client](run)
    assert run.answers == answers
    await nothing_left(before)


async def whole(host: LabHost, transport: str, client: str, folder: Path) -> tuple[int, int]:
    """Return how many bytes a run that nothing disturbs has in each direction."""
    if (transport, client) not in _whole:
        async with through(host, transport, folder) as (proxy, uri):
            async with asyncio.timeout(PATIENCE_S):
                await CLIENTS[client](Scenario(uri, LARGE, PATIENT))
            _whole[transport, client] = proxy.bytes_to_target, proxy.bytes_to_client
    return _whole[transport, client]


async def ended(client: str, run: Scenario, proxy: FaultProxy) -> PurevirtError | None:
    """Return how a run ended, which it must do by itself."""
    task = asyncio.create_task(CLIENTS[client](run))
    done, _ = await asyncio.wait([task], timeout=PATIENCE_S)
    if not done:
        await proxy.cut()
        await asyncio.wait([task], timeout=PATIENCE_S)
    assert done, f"nobody was told; {len(run.answers)} answers had come"
    return outcome(task)


def outcome(task: "asyncio.Task[None]") -> PurevirtError | None:
    """Return a run's error; one that is not documented is the test's failure."""
    try:
        task.result()
    except PurevirtError as error:
        return error
    return None


def somewhere(rng: random.Random, total: int) -> int:
    """Return an offset: most bytes are the streams', but what is before them has more to go wrong."""
    return rng.randrange(min(total, rng.choice((300, 3_000, 9_000, total))))


HARMFUL: dict[str, dict[str, Any]] = {
    **{ending.value: {"ending": ending} for ending in Ending},
    "garble": {},
}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("fault", HARMFUL)
async def test_harmful(host: LabHost, tmp_path: Path, fault: str, transport: str, client: str) -> None:
    """P7, K6, S23: at any byte, in either direction: a documented error within the bound of keepalive, every
    waiter told, no wrong answer, and nothing left; a run that was over before it was hit is right."""
    if fault == "garble" and transport == "unix":
        await garbled_without_protection(host, tmp_path, client)
        return
    answers = await expected(host, LARGE)
    totals = await whole(host, transport, client, tmp_path)
    rng = random.Random(f"{SEED}/{fault}/{transport}/{client}")
    for direction, total in zip(("to_target", "to_client"), totals, strict=True):
        at = somewhere(rng, total)
        faults = Faults(garble_at=(at,)) if fault == "garble" else Faults(ending_at=at, **HARMFUL[fault])
        before = Leftovers.now()
        async with through(host, transport, tmp_path, seed=SEED, **{direction: faults}) as (proxy, uri):
            run = Scenario(uri, LARGE, IMPATIENT)
            try:
                error = await ended(client, run, proxy)
                assert error is None or isinstance(error, ConnectError | ConnectionLost)
                assert run.answers == answers[: len(run.answers)]
                assert error is not None or len(run.answers) == len(answers)
            except BaseException as failure:
                failure.add_note(f"seed {SEED}: {direction} {faults}, {len(run.answers)} answers")
                raise
        await nothing_left(before)


async def garbled_without_protection(host: LabHost, folder: Path, client: str) -> None:
    """A unix socket protects no byte, so that another answer may be one too, and a length that grew is
    waited for; but nothing other than an answer or an error comes of it, and the end releases everybody."""
    _, total = await whole(host, "unix", client, folder)
    rng = random.Random(f"{SEED}/garbled/{client}")
    for _ in range(8):
        at = somewhere(rng, total)
        before = Leftovers.now()
        async with through(host, "unix", folder, to_client=Faults(garble_at=(at,)), seed=SEED) as (
            proxy,
            uri,
        ):
            run = Scenario(uri, LARGE, IMPATIENT)
            task = asyncio.create_task(CLIENTS[client](run))
            done, _ = await asyncio.wait([task], timeout=0.7)
            if not done:
                await proxy.cut()
                done, _ = await asyncio.wait([task], timeout=PATIENCE_S)
            try:
                assert done, "nobody was told"
                error = outcome(task)
                assert not isinstance(error, DecodeError) or error.path
            except BaseException as failure:
                failure.add_note(
                    f"seed {SEED}: byte {at} of what the daemon sends, {len(run.answers)} answers"
                )
                raise
        await nothing_left(before)
