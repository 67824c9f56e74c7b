"""The daemon's starts and ends, when they meet each other or are cut short."""

import asyncio
import gc
import os
from pathlib import Path

import pytest

import purevirt
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import server_context
from tests.lab.pki import Pki


async def _left() -> tuple[int, int]:
    gc.collect()
    return len(asyncio.all_tasks()), len(await asyncio.to_thread(os.listdir, "/proc/self/fd"))


@pytest.mark.parametrize("turns", range(8))
async def test_a_start_that_is_cancelled(turns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it happens: nobody listens any more, and no folder, socket or task stays."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def run(sim: SimulatedLibvirtd) -> None:
        async with sim:
            await asyncio.Event().wait()

    before = await _left()
    task = asyncio.create_task(run(SimulatedLibvirtd()))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await _left() == before
    # a task that was cancelled before it began has not entered the context that removes the disks
    assert turns == 0 or await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


@pytest.mark.parametrize("turns", range(1, 8))
async def test_an_end_in_the_middle_of_a_start(turns: int, tmp_path: Path) -> None:
    """Whenever it comes: nobody listens any more, by TLS neither."""
    folder = Pki(tmp_path).server()
    sim = SimulatedLibvirtd(
        tmp_path / "sock", tls=server_context(folder / "servercert.pem", folder / "serverkey.pem")
    )
    before = await _left()
    start = asyncio.create_task(sim.start())
    for _ in range(turns):
        await asyncio.sleep(0)
    await sim.stop()
    await start
    with pytest.raises(RuntimeError, match="does not listen for TLS"):
        _ = sim.tls_port
    del start
    assert await _left() == before


async def test_ends_that_meet() -> None:
    """One end is another's too: who comes first starts it again, and nobody's end is that start's."""
    async with SimulatedLibvirtd() as sim:
        clients = [await purevirt.connect(sim.uri) for _ in range(3)]
        first, second, third = await asyncio.gather(
            sim.reboot_host(), sim.reboot_host(), sim.stop(), return_exceptions=True
        )
        assert first is third is None
        assert isinstance(second, RuntimeError)
        assert "is running already" in str(second)
        async with await purevirt.connect(sim.uri) as conn:
            assert await conn.connect_get_type() == "QEMU"
        for client in clients:
            await client.close()


async def test_a_path_of_any_bytes(tmp_path: Path) -> None:
    """The URI has the bytes of the path, whatever they are in any encoding."""
    async with SimulatedLibvirtd(os.fsencode(tmp_path).decode() + "/\udcff ?#%") as sim:
        assert sim.uri == f"qemu+unix:///system?socket={tmp_path}/%FF%20%3F%23%25"
