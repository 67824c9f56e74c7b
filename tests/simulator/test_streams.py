"""How a stream ends, seen from both sides: the coroutine that serves it, and the client (CASES 4.3)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

import purevirt
from purevirt import Connection
from purevirt.errors import ConnectionLost, LibvirtError
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import DropConnection, Host, SimulatedError
from purevirt.testing.simulator.client import Client
from purevirt.testing.simulator.registry import Streamed
from purevirt.testing.simulator.wire.stream import Data, Finish, ServerStream

_VOLUME = remote.StorageVol(pool="p", name="v", key="k")
Serve = Callable[[ServerStream], Awaitable[None]]
_FULL = SimulatedError(ErrorNumber.SYSTEM_ERROR, ErrorDomain.STREAMS, "No space left on device", errno=28)


@pytest.fixture
async def sim() -> AsyncIterator[SimulatedLibvirtd]:
    """A daemon."""
    async with SimulatedLibvirtd() as running:
        yield running


@pytest.fixture
async def conn(sim: SimulatedLibvirtd) -> AsyncIterator[Connection]:
    """A client in memory."""
    async with await purevirt.connect_stream(sim.open_memory(), "qemu:///system") as connection:
        yield connection


def uploads(sim: SimulatedLibvirtd, serve: Serve) -> None:
    """Have uploads served so."""

    def handle(host: Host, client: Client, args: remote.StorageVolUploadArgs) -> Streamed[None]:
        return Streamed(None, serve)

    sim.registry.override(procedures.STORAGE_VOL_UPLOAD, handle)


def downloads(sim: SimulatedLibvirtd, serve: Serve) -> None:
    """Have downloads served so."""

    def handle(host: Host, client: Client, args: remote.StorageVolDownloadArgs) -> Streamed[None]:
        return Streamed(None, serve)

    sim.registry.override(procedures.STORAGE_VOL_DOWNLOAD, handle)


async def _received(stream: ServerStream, into: list[bytes]) -> None:
    while not isinstance(packet := await stream.receive(), Finish):
        assert isinstance(packet, Data)
        into.append(packet.data)


async def test_upload_ends_well(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """What was sent has come when the finish is confirmed (CASES S1)."""
    got: list[bytes] = []
    uploads(sim, lambda stream: _received(stream, got))
    content = bytes(range(256)) * 8000
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, _VOLUME, 0, len(content))
        await stream.write(content)
        await stream.finish()
    assert b"".join(got) == content
    assert max(map(len, got)) == 262_120


async def test_download_ends_well(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """The coroutine returns, the client sees the end, finishes and is confirmed (CASES S4)."""
    content = bytes(range(256)) * 8000

    async def serve(stream: ServerStream) -> None:
        await stream.send(content)

    downloads(sim, serve)
    got = bytearray()
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, _VOLUME, 0, 0)
        async for data in stream:
            got += data
    assert got == content
    assert await conn.connect_get_type() == "QEMU"


async def test_upload_fails_while_the_client_writes(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """The error comes unasked, and the writer gets it (CASES S7)."""

    async def serve(stream: ServerStream) -> None:
        await stream.receive()
        raise _FULL

    uploads(sim, serve)

    async def upload() -> None:
        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, _VOLUME, 0, 0)
            while True:
                await stream.write(bytes(100_000))

    with pytest.raises(LibvirtError, match="No space left on device") as caught:
        await upload()
    assert (caught.value.code, caught.value.int1) == (38, 28)
    assert await conn.connect_get_type() == "QEMU"


async def test_client_aborts_a_download(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """Whoever serves it is cancelled, and the connection goes on (CASES S6)."""
    cancelled = asyncio.Event()

    async def serve(stream: ServerStream) -> None:
        try:
            while True:
                await stream.send(bytes(262_120))
        finally:
            cancelled.set()

    downloads(sim, serve)
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, _VOLUME, 0, 0)
        await stream.read()
        await stream.abort()
    async with asyncio.timeout(10):
        await cancelled.wait()
    assert await conn.connect_get_type() == "QEMU"


async def test_daemon_hangs_up_in_a_download(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """CASES S23."""

    async def serve(stream: ServerStream) -> None:
        await stream.send(b"some")
        raise DropConnection

    downloads(sim, serve)
    stream = conn.stream()
    await conn.storage_vol_download(stream, _VOLUME, 0, 0)
    assert await stream.read() == b"some"
    with pytest.raises(ConnectionLost):
        await stream.read()


async def test_stream_vanishes(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """A finish gets no answer, and every other call does."""
    gone = asyncio.Event()

    async def serve(stream: ServerStream) -> None:
        stream.vanish()
        gone.set()

    uploads(sim, serve)
    stream = conn.stream()
    await conn.storage_vol_upload(stream, _VOLUME, 0, 0)
    await gone.wait()
    finishing = asyncio.create_task(stream.finish())
    assert await conn.connect_get_type() == "QEMU"
    assert not finishing.done()
    finishing.cancel()
    await asyncio.gather(finishing, return_exceptions=True)


async def test_client_that_does_not_read_holds_the_daemon_back(
    sim: SimulatedLibvirtd, conn: Connection
) -> None:
    """What a download sends ahead is bounded by the connection."""
    sent = 0
    stalled = asyncio.Event()

    async def serve(stream: ServerStream) -> None:
        nonlocal sent
        while sent < 100 << 20:
            sent += 262_120
            await stream.send(bytes(262_120))
        stalled.set()

    downloads(sim, serve)
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, _VOLUME, 0, 0)
        await stream.read()
        for _ in range(1000):
            await asyncio.sleep(0)
        assert sent < 16 << 20
        assert not stalled.is_set()
        await stream.abort()


async def test_nothing_is_carried_out_before_an_aborted_stream_has_let_go(
    sim: SimulatedLibvirtd, conn: Connection
) -> None:
    """What comes right behind the abort finds free what the stream held."""
    done: list[str] = []

    async def serve(stream: ServerStream) -> None:
        try:
            await stream.receive()
        finally:
            for _ in range(3):
                await asyncio.sleep(0)
            done.append("let go")

    def answer(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
        done.append("called")
        return remote.ConnectGetHostnameRet(hostname="here")

    uploads(sim, serve)
    sim.registry.override(procedures.CONNECT_GET_HOSTNAME, answer)
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, _VOLUME, 0, 0)
        await asyncio.gather(stream.abort(), conn.connect_get_hostname(), conn.connect_get_hostname())
    assert done == ["let go", "called", "called"]


@pytest.mark.parametrize("turns", range(4))
async def test_a_stream_that_opens_as_its_client_goes_lets_go(
    sim: SimulatedLibvirtd, conn: Connection, turns: int
) -> None:
    """Whenever that is: what its call took is given back by who serves it, so that it has to begin."""
    left: list[str] = []

    async def serve(stream: ServerStream) -> None:
        try:
            await stream.receive()
        finally:
            left.append("let go")

    uploads(sim, serve)
    fault = sim.faults.stall("STORAGE_VOL_UPLOAD")
    stream = conn.stream()
    opening = asyncio.ensure_future(conn.storage_vol_upload(stream, _VOLUME, 0, 0))
    async with await purevirt.connect(sim.uri) as other:
        while not fault.count:
            await other.connect_get_hostname()
    fault.end()
    for _ in range(turns):
        await asyncio.sleep(0)
    await sim.stop()
    assert left == ["let go"]
    await asyncio.wait([opening])
    await sim.start()
