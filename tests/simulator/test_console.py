"""What answers at a simulated console: the login shell, and programs of a test's own."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc import xdr
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.framing import encode_frame
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.remote import Domain
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator.terminals.console import Terminal

GUEST = """<domain type='kvm'><name>guest</name><memory unit='MiB'>32</memory><os><type>hvm</type></os>
<devices><serial type='pty'/><channel type='unix'><target type='virtio' name='org.example'/></channel>
<video><model type='vga'/></video></devices></domain>"""


@pytest.fixture
async def sim() -> AsyncIterator[SimulatedLibvirtd]:
    """The daemon."""
    async with SimulatedLibvirtd() as daemon:
        yield daemon


@pytest.fixture
async def conn(sim: SimulatedLibvirtd) -> AsyncIterator[Connection]:
    """A connection to it."""
    async with await purevirt.connect(sim.uri) as connection:
        yield connection


@pytest.fixture
async def guest(conn: Connection) -> Domain:
    """A running domain."""
    return await conn.domain_create_xml(GUEST)


async def until(stream: Stream, end: bytes) -> bytes:
    """Return what is shown up to and with `end`."""
    shown = b""
    while not shown.endswith(end):
        piece = await stream.read()
        assert isinstance(piece, bytes), shown
        assert piece, shown
        shown += piece
    return shown


async def test_login_shell(conn: Connection, guest: Domain) -> None:
    """A name, a password that is not shown, words that it knows and others, corrections, and logging out."""
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, guest, None)
        await until(stream, b"guest login: ")
        await stream.write(b"rooX\x7ft\r")
        assert await until(stream, b"Password: ") == b"rooX\b \bt\r\nPassword: "
        await stream.write(b"secret\r")
        assert await until(stream, b"root@guest# ") == b"\r\nroot@guest# "
        for line, answer in (
            (b"echo a  b", b"a  b"),
            (b"whoami", b"root"),
            (b"halt", b"sh: halt: not found"),
        ):
            await stream.write(line + b"\r")
            assert await until(stream, b"# ") == line + b"\r\n" + answer + b"\r\nroot@guest# "
        await stream.write(b"half\x03\r\x04")
        await until(stream, b"guest login: ")
        await stream.finish()


async def test_a_program_of_ones_own(sim: SimulatedLibvirtd, conn: Connection, guest: Domain) -> None:
    """It gets the bytes as they come, is started again when it returns, and knows whose console it is."""
    runs = []

    async def program(terminal: Terminal) -> None:
        runs.append((terminal.domain_name, terminal.device))
        await terminal.write(b"<" + await terminal.read() + b">")

    sim.host.lines.console = lambda _name: program
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, guest, None)
        for piece in (b"one", b"\x00\xff"):
            await stream.write(piece)
            assert await until(stream, b">") == b"<" + piece + b">"
        await stream.finish()
    assert runs == [("guest", "serial0")] * 3


async def test_a_channel(sim: SimulatedLibvirtd, conn: Connection, guest: Domain) -> None:
    """The program is chosen by the channel's name; it ends when the client goes."""
    ended = []

    async def program(terminal: Terminal) -> None:
        try:
            await terminal.write(terminal.device.encode())
            await terminal.read()
        finally:
            ended.append(terminal.device)

    sim.host.lines.channel = lambda _domain, _name: program
    async with conn.stream() as stream:
        await conn.domain_open_channel(stream, guest, None)
        assert await until(stream, b"e") == b"org.example"
        await stream.finish()
    assert ended == ["org.example"]
    assert len(sim.host.lines) == 0


async def test_a_program_that_fails(sim: SimulatedLibvirtd, conn: Connection, guest: Domain) -> None:
    """A bug in a test's own program is not hidden: the client is hung up on, and the daemon reports it."""

    async def program(_terminal: Terminal) -> None:
        raise RuntimeError("a bug")

    sim.host.lines.console = lambda _name: program
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, guest, None)
        with pytest.raises(ConnectionError):
            await stream.read()
    assert [str(error) for error in sim._site.failures] == ["a bug"]
    sim._site.failures.clear()


async def test_a_screen_of_ones_own(sim: SimulatedLibvirtd, conn: Connection, guest: Domain) -> None:
    """A PPM picture is announced as one."""
    picture = b"P6 1 1 255\n\0\0\0"
    sim.host.lines.screen = lambda _name: picture
    async with conn.stream() as stream:
        assert await conn.domain_screenshot(stream, guest, 0) == "image/x-portable-pixmap"
        assert b"".join([piece async for piece in stream]) == picture


async def test_a_console_that_is_given_up_at_once(
    sim: SimulatedLibvirtd, conn: Connection, guest: Domain
) -> None:
    """Opened and aborted in one breath, it is free for the next."""
    program, number = remote.REMOTE_PROGRAM, procedures.DOMAIN_OPEN_CONSOLE.number
    opening = xdr.encode(remote.ConnectOpenArgs("qemu:///system", 0))
    wanted = xdr.encode(remote.DomainOpenConsoleArgs(guest, None, 0))
    _, writer = await asyncio.open_unix_connection(str(sim.socket))
    writer.write(
        encode_frame(program, 1, procedures.CONNECT_OPEN.number, 0, 1, 0, opening)
        + encode_frame(program, 1, number, 0, 2, 0, wanted)
        + encode_frame(program, 1, number, 3, 2, 1, b"")
    )
    while sim.client_count < 2:
        await conn.connect_get_hostname()
    await conn.connect_get_hostname()
    assert len(sim.host.lines) == 0
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, guest, None)
        await until(stream, b"guest login: ")
    writer.transport.abort()
