"""Streams of the blocking client as files, for the library's own tools."""

import gc
import io
import shutil
import threading
from collections.abc import Iterator

import pytest

import purevirt.sync
from purevirt.errors import LocalProtocolError, PurevirtError, SystemCallError
from purevirt.rpc.codec import ServerEvent
from purevirt.sync import Connection, Stream
from tests.rpc import wire
from tests.rpc.peer import Link, PeerThread
from tests.rpc.streams.test_aio_streams import giving, statuses
from tests.rpc.streams.test_aio_transfer import content
from tests.rpc.test_sync_calls import interrupt_once
from tests.rpc.wire import Message

PIECE = bytes(range(256)) * 1000


@pytest.fixture
def conn(peer_beside: PeerThread) -> Iterator[Connection]:
    """A connection to the peer."""
    with purevirt.sync.connect(peer_beside.peer.uri) as made:
        yield made


def downloading(conn: Connection, flags: int = 0) -> Stream:
    """Return a stream that downloads."""
    stream = conn.stream()
    conn.storage_vol_download(stream, wire.VOLUME, 0, 0, flags)
    return stream


def uploading(conn: Connection, length: int = 0) -> Stream:
    """Return a stream that uploads."""
    stream = conn.stream()
    conn.storage_vol_upload(stream, wire.VOLUME, 0, length)
    return stream


def ends(peer_beside: PeerThread) -> list[int]:
    """Return the statuses of how the one stream was ended by us."""
    link = peer_beside.peer.links[0]
    (call,) = link.calls(wire.UPLOAD) or link.calls(wire.DOWNLOAD) or link.calls(wire.CONSOLE)
    return [status for status in statuses(link, call.serial) if status != wire.CONTINUE]


def copy_and_fail(target: io.RawIOBase) -> None:
    """Write half, then raise."""
    target.write(b"half")
    raise ZeroDivisionError


def test_copying_from_a_stream(peer_beside: PeerThread, conn: Connection) -> None:
    """S4: copyfileobj gets every byte, in pieces of its own; the end of the file is a confirmed end."""
    peer_beside.peer.on(wire.DOWNLOAD, giving(PIECE, b"x", PIECE, b""))
    target = io.BytesIO()
    with downloading(conn).file() as source:
        shutil.copyfileobj(source, target, 1000)
        assert ends(peer_beside) == [wire.OK]
        assert source.read(10) == b""
        assert (source.readable(), source.writable(), source.seekable()) == (True, False, False)
    assert target.getvalue() == PIECE + b"x" + PIECE
    assert ends(peer_beside) == [wire.OK]


def test_copying_to_a_stream(peer_beside: PeerThread, conn: Connection) -> None:
    """S1: copyfileobj sends every byte, and leaving the block finishes the transfer."""
    with uploading(conn).file() as target:
        shutil.copyfileobj(io.BytesIO(PIECE * 3), target, 100_000)
        assert (target.readable(), target.writable()) == (False, True)
        with pytest.raises(io.UnsupportedOperation):
            target.fileno()
    assert content(peer_beside.peer.link) == PIECE * 3
    assert ends(peer_beside) == [wire.OK]
    assert target.closed


def test_buffered_reading(peer_beside: PeerThread, conn: Connection) -> None:
    """Lines, peeks and exact counts, across pieces; closing before the end aborts, S6."""
    peer_beside.peer.on(wire.DOWNLOAD, giving(b"first\nsec", b"ond\n", b"third\n" * 1000))
    with io.BufferedReader(downloading(conn).file(), 16) as source:
        assert source.readline() == b"first\n"
        assert source.readline() == b"second\n"
        assert source.read(9) == b"third\nthi"
    assert ends(peer_beside) == [wire.ERROR]
    assert conn.connect_get_hostname() == "peer"


def test_holes_are_zeros(peer_beside: PeerThread, conn: Connection) -> None:
    """S13: a sparse stream reads as the file that it is, also into a buffer of other than bytes."""
    peer_beside.peer.on(wire.DOWNLOAD, giving(b"ab", 100_000, b"cd", 5, b""))
    with downloading(conn, 1).file() as source:
        words = memoryview(bytearray(8)).cast("I")
        assert source.readinto(words) == 2
        assert source.readinto(bytearray()) == 0
        assert source.readall() == bytes(100_000) + b"cd" + bytes(5)
    assert bytes(words) == b"ab" + bytes(6)


def test_an_exception_aborts(peer_beside: PeerThread, conn: Connection) -> None:
    """Half a transfer never looks whole, and the exception is the block's own."""
    with pytest.raises(ZeroDivisionError), uploading(conn).file() as target:
        copy_and_fail(target)
    assert ends(peer_beside) == [wire.ERROR]


def test_closing_is_not_finishing(peer_beside: PeerThread, conn: Connection) -> None:
    """What was written and not finished is aborted, and that is said; once only."""
    target = uploading(conn).file()
    buffered = io.BufferedWriter(target)
    buffered.write(b"data")
    with pytest.raises(LocalProtocolError, match=r"closed before finish\(\)"):
        buffered.close()
    assert ends(peer_beside) == [wire.ERROR]
    target.close()
    for use in (lambda: target.write(b"x"), lambda: target.readinto(bytearray(1)), target.__enter__):
        with pytest.raises(ValueError, match="closed file"):
            use()


def test_finishing_a_buffered_writer(peer_beside: PeerThread, conn: Connection) -> None:
    """Flush, finish, close: a whole transfer; arrays are bytes."""
    target = uploading(conn).file()
    with io.BufferedWriter(target) as buffered:
        buffered.write(memoryview(b"12345678").cast("I"))
        buffered.flush()
        target.finish()
    assert content(peer_beside.peer.link) == b"12345678"
    assert ends(peer_beside) == [wire.OK]


def test_nothing_written(peer_beside: PeerThread, conn: Connection) -> None:
    """Closing a stream that was not written to is an abort, and no mistake."""
    uploading(conn).file().close()
    assert ends(peer_beside) == [wire.ERROR]


def test_a_failed_stream_is_told_once(peer_beside: PeerThread, conn: Connection) -> None:
    """S7, S8: the daemon's error is what the block raises, from the write or from the end; no second one."""

    async def full(link: Link, message: Message) -> None:
        if message.status == wire.CONTINUE:
            payload = wire.error_payload(38, "No space left on device")
            kind = (message.program, message.procedure, wire.STREAM)
            await link.send(wire.pack(*kind, message.serial, wire.ERROR, payload))

    peer_beside.peer.on_stream(full)
    target = uploading(conn).file()
    with pytest.raises(SystemCallError, match="No space"), target:
        target.write(b"x")
    assert target.closed
    assert conn.connect_get_hostname() == "peer"


async def fail_at_data(link: Link, message: Message) -> None:
    """Fail the stream at its first data, and answer nothing else."""
    if message.status == wire.CONTINUE:
        await link.send(wire.stream_error(wire.UPLOAD, message.serial))


def test_a_failure_that_no_write_has_told(peer_beside: PeerThread, conn: Connection) -> None:
    """S7: it came after the last write, and finish() was forgotten: closing tells, once; it is no success."""
    peer_beside.peer.on_stream(fail_at_data)
    stream = uploading(conn)
    target = io.BufferedWriter(stream.file())
    target.write(b"x")
    target.flush()
    while not stream.is_over:
        conn.connect_get_hostname()
    with pytest.raises(SystemCallError, match="disk full"):
        target.close()
    target.close()
    assert target.closed


def test_a_failure_that_a_write_has_told(peer_beside: PeerThread, conn: Connection) -> None:
    """Told by the write, it is not told again by closing; nor is what the writer gave up itself."""
    peer_beside.peer.on_stream(fail_at_data)
    stream = uploading(conn)
    target = stream.file()
    target.write(b"x")
    while not stream.is_over:
        conn.connect_get_hostname()
    with pytest.raises(SystemCallError, match="disk full"):
        target.write(b"y")
    target.close()
    peer_beside.peer.on_stream(confirm)
    with uploading(conn) as stream:
        target = stream.file()
        target.write(b"x")
    target.close()
    with uploading(conn) as stream:
        target = stream.file()
        target.write(b"x")
        stream.finish()
    target.close()


async def confirm(link: Link, message: Message) -> None:
    """Confirm an end."""
    if message.status != wire.CONTINUE:
        await link.send(wire.confirm(wire.UPLOAD, message.serial))


def test_an_interrupt_while_finishing(peer_beside: PeerThread, conn: Connection) -> None:
    """Ctrl-C while the end is not confirmed stays a Ctrl-C, which no handler of errors takes for its own."""
    ended: list[tuple[Link, Message]] = []

    async def hold(link: Link, message: Message) -> None:
        if message.status == wire.OK:
            ended.append((link, message))

    async def confirm_late() -> None:
        link, message = ended[0]
        await confirm(link, message)

    def waits() -> bool:
        return bool(ended) and conn._wire._reading

    def confirm_once_interrupted() -> None:
        interrupter.join()
        peer_beside.run(confirm_late())

    peer_beside.peer.on_stream(hold)
    target = uploading(conn).file()
    interrupter = interrupt_once(waits)
    confirmer = threading.Thread(target=confirm_once_interrupted)
    confirmer.start()
    with pytest.raises(KeyboardInterrupt), target:
        target.write(b"x")
    confirmer.join()
    assert target.closed
    assert conn.connect_get_hostname() == "peer"


def test_both_ways(peer_beside: PeerThread, conn: Connection) -> None:
    """S25: a console reads and writes bytes, 0xff among them; leaving it hangs up, which is no mistake."""
    peer = peer_beside.peer

    async def echo(link: Link, message: Message) -> None:
        if message.status == wire.CONTINUE:
            await link.send(wire.packet(wire.CONSOLE, message.serial, message.payload))
        else:
            await link.send(
                wire.pack(message.program, message.procedure, wire.STREAM, message.serial, wire.OK)
            )

    peer.on_stream(echo)
    stream = conn.stream()
    conn.domain_open_console(stream, wire.DOMAIN, None, 0)
    with stream.file() as console:
        assert (console.readable(), console.writable()) == (True, True)
        assert console.write(b"\xffhello") == 6
        assert console.read(100) == b"\xffhello"
    assert ends(peer_beside) == [wire.ERROR]


def test_not_opened_yet(conn: Connection) -> None:
    """There is a file once a call has taken the stream."""
    with pytest.raises(LocalProtocolError, match="not open"):
        conn.stream().file()


def test_a_forgotten_file_waits_for_nobody(peer_beside: PeerThread, conn: Connection) -> None:
    """Collected without being closed: nothing is sent, on whichever thread that happens."""
    target = uploading(conn).file()
    target.write(b"x")
    shown = repr(target)
    del target
    gc.collect()
    assert conn.connect_get_hostname() == "peer"
    assert ends(peer_beside) == []
    assert shown.startswith("<StreamFile of <Stream ")


class Collecting:
    """A sink of events at whose first event the garbage is collected, as it may be at any moment."""

    def push(self, _event: ServerEvent) -> None:
        """Collect."""
        gc.collect()

    def end(self, error: PurevirtError) -> None:
        """Do nothing."""


def test_a_buffered_file_that_is_collected_at_the_worst_moment(
    peer_beside: PeerThread, conn: Connection
) -> None:
    """Its finalizer closes it, which waits for the daemon, in the middle of what has just been read: what
    comes meanwhile is delivered after what came before."""
    peer = peer_beside.peer

    async def more_at_the_abort(link: Link, message: Message) -> None:
        if message.status == wire.ERROR and message.serial == forgotten.serial:
            late = wire.packet(wire.DOWNLOAD, kept.serial, b"third")
            await link.send(late, wire.confirm(wire.DOWNLOAD, message.serial))
        elif message.status != wire.CONTINUE:
            await link.send(wire.confirm(wire.DOWNLOAD, message.serial))

    peer.on_stream(more_at_the_abort)
    cycle: list[object] = [io.BufferedReader(downloading(conn).file())]
    stream = downloading(conn)
    forgotten, kept = peer.links[0].calls(wire.DOWNLOAD)
    conn.attach(Collecting())
    gc.disable()
    try:
        cycle.append(cycle)
        del cycle
        first, second = (wire.packet(wire.DOWNLOAD, kept.serial, data) for data in (b"first", b"second"))
        peer_beside.run(peer.links[0].send(first + wire.lifecycle(1, callback_id=1) + second))
        assert [stream.read() for _ in range(3)] == [b"first", b"second", b"third"]
    finally:
        gc.enable()
    assert ends_of(peer.links[0], forgotten.serial) == [wire.ERROR]
    stream.abort()


def ends_of(link: Link, serial: int) -> list[int]:
    """Return the statuses of how we ended a stream."""
    return [status for status in statuses(link, serial) if status != wire.CONTINUE]
