"""Each fault of the proxy, by itself and seen from both sides."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from purevirt.testing import Address, Ending, FaultProxy, Faults

BULK = random.Random(11).randbytes(200_000)
PATIENCE_S = 20.0


class Far:
    """Where the proxy leads."""

    def __init__(self) -> None:
        self.address: Address = ""
        self.writers: list[asyncio.StreamWriter] = []
        self._came: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        self._came.put_nowait((reader, writer))

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await self._came.get()


@pytest.fixture(params=["unix", "tcp"])
async def far(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Far]:
    far = Far()
    if request.param == "unix":
        server = await asyncio.start_unix_server(far.accept, tmp_path / "far")
        far.address = tmp_path / "far"
    else:
        server = await asyncio.start_server(far.accept, "127.0.0.1", 0)
        far.address = server.sockets[0].getsockname()[:2]
    async with asyncio.timeout(PATIENCE_S):
        yield far
        for writer in far.writers:
            await closed(writer)
    server.close()


class Joined:
    """A client and a daemon, with the proxy between them."""

    def __init__(self, proxy: FaultProxy) -> None:
        self.proxy = proxy
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter
        self.far_reader: asyncio.StreamReader
        self.far_writer: asyncio.StreamWriter


@contextlib.asynccontextmanager
async def joined(far: Far, tmp_path: Path, **faults: Any) -> AsyncIterator[Joined]:
    """Connect the two; at the end nothing may be left of the proxy."""
    before = asyncio.all_tasks()
    listen: Address = ("127.0.0.1", 0) if isinstance(far.address, tuple) else tmp_path / "near"
    async with FaultProxy(listen, far.address, **faults) as proxy:
        both = Joined(proxy)
        if isinstance(listen, tuple):
            both.reader, both.writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        else:
            both.reader, both.writer = await asyncio.open_unix_connection(listen)
        both.far_reader, both.far_writer = await far.connection()
        yield both
        await closed(both.writer)
    assert proxy.open_count == 0
    assert asyncio.all_tasks() <= before
    assert not (tmp_path / "near").exists()


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def send(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


async def until_the_end(reader: asyncio.StreamReader) -> bytes:
    """Return all that comes, however it ends."""
    data = b""
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(65536):
            data += piece
    return data


async def test_no_fault(far: Far, tmp_path: Path) -> None:
    """Everything arrives both ways, and the end of each side by itself."""
    async with joined(far, tmp_path) as both:
        sending = asyncio.create_task(send(both.writer, BULK))
        assert await both.far_reader.readexactly(len(BULK)) == BULK
        await sending
        both.writer.write_eof()
        assert await both.far_reader.read() == b""
        await send(both.far_writer, b"last words")
        both.far_writer.close()
        assert await both.reader.read() == b"last words"
        assert (both.proxy.bytes_to_target, both.proxy.bytes_to_client) == (len(BULK), 10)
        assert both.proxy.accepted_count == 1


async def test_split(far: Far, tmp_path: Path) -> None:
    """One byte at a time, in order; the other direction as it came."""
    async with joined(far, tmp_path, to_target=Faults(split_bytes=1)) as both:
        await send(both.writer, BULK[:500])
        pieces: list[bytes] = []
        while len(b"".join(pieces)) < 500:
            pieces.append(await both.far_reader.read(65536))
        assert b"".join(pieces) == BULK[:500]
        assert len(pieces) > 50
        await send(both.far_writer, BULK[:500])
        assert await both.reader.read(65536) == BULK[:500]


async def test_coalesce(far: Far, tmp_path: Path) -> None:
    """What is sent bit by bit arrives at once; what is less than was waited for arrives too."""
    async with joined(far, tmp_path, to_target=Faults(coalesce_bytes=300, coalesce_s=PATIENCE_S)) as both:
        for start in range(0, 300, 10):
            await send(both.writer, BULK[start : start + 10])
            await asyncio.sleep(0)
        assert await both.far_reader.read(65536) == BULK[:300]
        await send(both.writer, b"short")
        both.writer.write_eof()
        assert await both.far_reader.read() == b"short"
    async with joined(far, tmp_path, to_client=Faults(coalesce_bytes=300)) as both:
        await send(both.far_writer, b"short")
        assert await both.reader.readexactly(5) == b"short"


async def test_delay(far: Far, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece waits for a time between the two, by the seed; the order stays."""
    slept: list[float] = []
    sleep = asyncio.sleep

    async def noted(delay_s: float) -> None:
        if delay_s:
            slept.append(delay_s)
        await sleep(0)

    monkeypatch.setattr("purevirt.testing.fault_proxy.asyncio.sleep", noted)
    faults = Faults(delay_s=(1.0, 3.0), split_bytes=10)
    rounds = []
    for seed in (1, 1, 2):
        slept.clear()
        async with joined(far, tmp_path, to_client=faults, seed=seed) as both:
            await send(both.far_writer, BULK[:100])
            assert await both.reader.readexactly(100) == BULK[:100]
        rounds.append([*slept])
        assert all(1.0 <= one <= 3.0 for one in slept)
        assert len({*slept}) == 10
    assert rounds[0] == rounds[1] != rounds[2]


async def test_garble_at(far: Far, tmp_path: Path) -> None:
    """The bytes that were named are changed, and no others, wherever pieces begin."""
    offsets = (0, 99, 100, 199_999)
    async with joined(far, tmp_path, to_target=Faults(garble_at=offsets)) as both:
        await send(both.writer, BULK[:50])
        first = await both.far_reader.readexactly(50)
        sending = asyncio.create_task(send(both.writer, BULK[50:]))
        data = first + await both.far_reader.readexactly(len(BULK) - 50)
        await sending
    assert tuple(at for at, (a, b) in enumerate(zip(data, BULK, strict=True)) if a != b) == offsets


async def test_garble_by_chance(far: Far, tmp_path: Path) -> None:
    """About as many bytes as were asked for, the same ones for the same seed however they are cut."""
    seen = []
    for seed, split in ((1, 0), (1, 777), (2, 0)):
        faults = Faults(garble_probability=0.001, split_bytes=split)
        async with joined(far, tmp_path, to_client=faults, seed=seed) as both:
            sending = asyncio.create_task(send(both.far_writer, BULK))
            seen.append(await both.reader.readexactly(len(BULK)))
            await sending
    assert seen[0] == seen[1] != seen[2]
    changed = sum(a != b for a, b in zip(seen[0], BULK, strict=True))
    assert 140 < changed < 260
    async with joined(far, tmp_path, to_target=Faults(garble_probability=1)) as both:
        await send(both.writer, BULK[:100])
        data = await both.far_reader.readexactly(100)
        assert all(a != b for a, b in zip(data, BULK[:100], strict=True))


async def test_close(far: Far, tmp_path: Path) -> None:
    """So many bytes arrive, then both sides see the end."""
    async with joined(far, tmp_path, to_target=Faults(ending=Ending.CLOSE, ending_at=1234)) as both:
        await send(both.writer, BULK[:5000])
        assert await until_the_end(both.far_reader) == BULK[:1234]
        assert await until_the_end(both.reader) == b""


async def test_reset(far: Far, tmp_path: Path) -> None:
    """Over TCP both sides get a reset; over a unix socket an end."""
    async with joined(far, tmp_path, to_client=Faults(ending=Ending.RESET)) as both:
        if isinstance(far.address, tuple):
            with pytest.raises(ConnectionResetError):
                await both.reader.read()
            with pytest.raises(ConnectionResetError):
                await both.far_reader.read()
        else:
            assert await until_the_end(both.reader) == await until_the_end(both.far_reader) == b""


async def test_half_close(far: Far, tmp_path: Path) -> None:
    """The receiver sees the end, and can still be heard; what the sender says later is dropped."""
    async with joined(far, tmp_path, to_target=Faults(ending=Ending.HALF_CLOSE, ending_at=10)) as both:
        await send(both.writer, BULK)
        assert await both.far_reader.read() == BULK[:10]
        await send(both.far_writer, b"heard")
        assert await both.reader.readexactly(5) == b"heard"
        await send(both.writer, BULK)
        assert both.proxy.bytes_to_target == 10


async def test_swallow(far: Far, tmp_path: Path) -> None:
    """Any amount is taken and does not arrive; the other direction goes on; the sender's end is the end."""
    async with joined(far, tmp_path, to_client=Faults(ending=Ending.SWALLOW, ending_at=3)) as both:
        await send(both.far_writer, BULK)
        await send(both.far_writer, BULK * 50)
        assert await both.reader.readexactly(3) == BULK[:3]
        await send(both.writer, b"heard")
        assert await both.far_reader.readexactly(5) == b"heard"
        both.far_writer.close()
        assert await until_the_end(both.reader) == b""


async def test_stall(far: Far, tmp_path: Path) -> None:
    """The sender is held up after a bounded amount; the other direction goes on."""
    async with joined(far, tmp_path, to_target=Faults(ending=Ending.STALL, ending_at=3)) as both:
        sending = asyncio.create_task(send(both.writer, BULK * 100))
        assert await both.far_reader.readexactly(3) == BULK[:3]
        await send(both.far_writer, b"heard")
        assert await both.reader.readexactly(5) == b"heard"
        assert not sending.done()
        await both.proxy.cut()
        with pytest.raises(ConnectionError):
            await sending


async def test_a_receiver_that_does_not_read_holds_the_sender(far: Far, tmp_path: Path) -> None:
    """What the proxy holds is bounded, and nothing is lost."""
    data = BULK * 200
    async with joined(far, tmp_path) as both:
        both.far_reader._transport.pause_reading()  # type: ignore[attr-defined] # where it stops reading
        sending = asyncio.create_task(send(both.writer, data))
        (writers,) = both.proxy._links.values()
        while len(writers) < 2 or not writers[1].transport.get_write_buffer_size():  # noqa: ASYNC110 - no event
            await asyncio.sleep(0)
        assert writers[1].transport.get_write_buffer_size() <= 1 << 18
        assert not sending.done()
        both.far_reader._transport.resume_reading()  # type: ignore[attr-defined] # as above
        assert await both.far_reader.readexactly(len(data)) == data
        await sending


async def test_hold_and_release(far: Far, tmp_path: Path) -> None:
    """Nothing passes meanwhile, and nothing is lost."""
    async with joined(far, tmp_path) as both:
        both.proxy.hold()
        await send(both.writer, b"question")
        await send(both.far_writer, b"answer")
        for _ in range(50):
            await asyncio.sleep(0)
        assert (both.proxy.bytes_to_target, both.proxy.bytes_to_client) == (0, 0)
        both.proxy.release()
        assert await both.far_reader.readexactly(8) == b"question"
        assert await both.reader.readexactly(6) == b"answer"


async def test_cut(far: Far, tmp_path: Path) -> None:
    """All connections end at once, the next one is carried, with the faults of its time."""
    async with joined(far, tmp_path) as both:
        both.proxy.to_target = Faults(ending=Ending.CLOSE)
        await send(both.writer, b"x")
        assert await both.far_reader.readexactly(1) == b"x"
        await both.proxy.cut()
        assert both.proxy.open_count == 0
        assert await until_the_end(both.reader) == await until_the_end(both.far_reader) == b""
        if isinstance(far.address, tuple):
            reader, writer = await asyncio.open_connection("127.0.0.1", both.proxy.port)
        else:
            reader, writer = await asyncio.open_unix_connection(tmp_path / "near")
        assert await until_the_end(reader) == b""
        assert both.proxy.accepted_count == 2
        await closed(writer)


@pytest.mark.parametrize("target", ["nothing", ("127.0.0.1", 1)])
async def test_nobody_there(tmp_path: Path, target: str | tuple[str, int]) -> None:
    """A client of a daemon that is not there is hung up on."""
    if isinstance(target, str):
        target = str(tmp_path / target)
    async with FaultProxy(tmp_path / "near", target) as proxy:
        reader, writer = await asyncio.open_unix_connection(tmp_path / "near")
        assert await until_the_end(reader) == b""
        await closed(writer)
        with pytest.raises(RuntimeError, match="does not listen at a TCP port"):
            _ = proxy.port
    await proxy.close()


async def test_what_it_looks_like(tmp_path: Path) -> None:
    """It says where it stands, and has no port before it listens."""
    proxy = FaultProxy(("127.0.0.1", 0), str(tmp_path / "far"))
    assert repr(proxy) == f"<FaultProxy ('127.0.0.1', 0) to {str(tmp_path / 'far')!r}, 0 open>"
    with pytest.raises(RuntimeError):
        _ = proxy.port
    await proxy.close()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"delay_s": (2.0, 1.0)}, r"delay_s=\(2\.0, 1\.0\)"),
        ({"delay_s": (-1.0, 1.0)}, "delay_s"),
        ({"garble_probability": 1.5}, r"garble_probability=1\.5"),
        ({"garble_at": (3, -1)}, "garble_at"),
        ({"split_bytes": -1}, "split_bytes=-1"),
        ({"coalesce_s": -1.0}, r"coalesce_s=-1\.0"),
        ({"ending_at": -1}, "ending_at=-1"),
    ],
)
def test_wrong_faults_are_refused(wrong: dict[str, Any], words: str) -> None:
    """By the name of what is wrong."""
    with pytest.raises(ValueError, match=words):
        Faults(**wrong)
