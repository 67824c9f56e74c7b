"""Consoles, channels and screenshots of domains, on the real daemon and on the simulated one."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import purevirt
from purevirt import Connection
from purevirt.errors import OperationFailed
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import Domain
from tests.simulator.contract.daemon import NO_QEMU, Daemon
from tests.simulator.contract.storage.refusals import STREAMS, Refusal, bad_flags, refusal, refused, worded

pytestmark = pytest.mark.qemu(NO_QEMU)

QEMU = ErrorDomain.QEMU
FORCE = 1
GUEST = """<domain type='qemu'><name>{}</name><memory unit='MiB'>32</memory>
<os><type arch='x86_64' machine='pc'>hvm</type></os><devices>{}</devices></domain>"""
DEVICES = """<serial type='pty'/><console type='pty'/>
<channel type='unix'><target type='virtio' name='org.example.first'/></channel>
<channel type='unix'><target type='virtio' name='org.example.second'/></channel>
<graphics type='vnc' port='-1'/><video><model type='vga'/></video>"""


def internal(text: str) -> Refusal:
    """Return the error for what is not there."""
    return worded(ErrorNumber.INTERNAL_ERROR, "internal error", text, QEMU)


@pytest.fixture
async def guest(daemon: Daemon, conn: Connection) -> AsyncIterator[Domain]:
    """A running domain with a console, two channels and a screen; nothing runs in it."""
    domain = await conn.domain_define_xml(GUEST.format(daemon.name("terminal"), DEVICES))
    yield await conn.domain_create_with_flags(domain)
    if await conn.domain_is_active(domain):
        await conn.domain_destroy(domain)
    await conn.domain_undefine(domain)


async def console(conn: Connection, domain: Domain, name: str | None = None, flags: int = 0) -> Stream:
    """Return an open console; it is aborted."""
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, domain, name, flags)
    return stream


async def channel(conn: Connection, domain: Domain, name: str | None = None, flags: int = 0) -> Stream:
    """Return an open channel; it is aborted."""
    async with conn.stream() as stream:
        await conn.domain_open_channel(stream, domain, name, flags)
    return stream


async def rest(stream: Stream) -> bytes:
    """Return all that still comes."""
    return b"".join([piece async for piece in stream])


async def test_domains_that_do_not_run(daemon: Daemon, conn: Connection) -> None:
    """None of the three is to be had."""
    domain = await conn.domain_define_xml(GUEST.format(daemon.name("off"), DEVICES))
    text = "domain is not running"
    expected = worded(
        ErrorNumber.OPERATION_INVALID, "Requested operation is not valid", text, ErrorDomain.DOMAIN
    )
    async with conn.stream() as stream:
        assert await refusal(conn.domain_screenshot(stream, domain, 0)) == expected
    assert await refusal(console(conn, domain)) == expected
    assert await refusal(channel(conn, domain)) == expected
    await conn.domain_undefine(domain)


async def test_domains_without_devices(daemon: Daemon, conn: Connection) -> None:
    """The error names the device that was asked for, or C's way of saying none."""
    nothing = "<video><model type='none'/></video>"
    domain = await conn.domain_create_xml(GUEST.format(daemon.name("bare"), nothing))
    assert await refusal(console(conn, domain)) == internal("cannot find character device <null>")
    assert await refusal(console(conn, domain, "serial0")) == internal("cannot find character device serial0")
    assert await refusal(channel(conn, domain)) == internal("cannot find channel <null>")
    assert await refusal(channel(conn, domain, "x")) == internal("cannot find channel x")
    async with conn.stream() as stream:
        text = "unable to execute QEMU command 'screendump': There is no console to take a screendump from"
        assert await refusal(conn.domain_screenshot(stream, domain, 0)) == internal(text)
    await conn.domain_destroy(domain)


async def test_names_and_flags(conn: Connection, guest: Domain) -> None:
    """Devices go by alias, channels by name too; unknown flags are refused by function."""
    for name in (None, "serial0"):
        await console(conn, guest, name)
    for name in (None, "org.example.second", "channel0"):
        await channel(conn, guest, name)
    assert await refusal(console(conn, guest, "zz")) == internal("cannot find character device zz")
    assert await refusal(channel(conn, guest, "zz")) == internal("cannot find channel zz")
    assert await refusal(console(conn, guest, None, 8)) == bad_flags(8, "qemuDomainOpenConsole", QEMU)
    assert await refusal(channel(conn, guest, None, 8)) == bad_flags(8, "qemuDomainOpenChannel", QEMU)


async def test_one_client_at_a_console(conn: Connection, guest: Domain) -> None:
    """A second one is refused, unless it takes it: the first is told so (S25)."""
    text = "Active console session exists for this domain"
    async with conn.stream() as first:
        await conn.domain_open_console(first, guest, None)
        busy = worded(ErrorNumber.OPERATION_FAILED, "operation failed", text, QEMU)
        assert await refusal(console(conn, guest, "serial0")) == busy
        await console(conn, guest, None, FORCE)
        lost = refused(ErrorNumber.RPC, STREAMS, "stream had I/O failure")
        assert await refusal(rest(first)) == lost
    await console(conn, guest)


async def test_one_client_at_a_channel(conn: Connection, guest: Domain) -> None:
    """The same for channels, each for itself."""
    text = "Active channel stream exists for this domain"
    async with conn.stream() as first:
        await conn.domain_open_channel(first, guest, "org.example.first")
        busy = worded(ErrorNumber.OPERATION_FAILED, "operation failed", text, QEMU)
        assert await refusal(channel(conn, guest, "org.example.first")) == busy
        await channel(conn, guest, "org.example.second")
        await first.abort()
    await channel(conn, guest, "org.example.first")


async def test_a_domain_that_stops(conn: Connection, guest: Domain) -> None:
    """The console ends as a file does, and its finish is confirmed."""
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, guest, None)
        await conn.domain_destroy(guest)
        async with asyncio.timeout(20):
            await rest(stream)
            await stream.finish()
    assert await conn.domain_is_active(guest) == 0


async def test_a_client_that_goes(daemon: Daemon, conn: Connection, guest: Domain) -> None:
    """Its console is free again once its connection is closed."""
    other = await purevirt.connect(daemon.uri)
    stream = other.stream()
    await stream.__aenter__()
    await other.domain_open_console(stream, guest, None)
    await other.close()
    async with asyncio.timeout(20):
        while True:
            try:
                await console(conn, guest)
            except OperationFailed:
                continue
            break


async def test_typing_at_a_console(conn: Connection, guest: Domain) -> None:
    """S25: the stream takes bytes of any value; a finish is confirmed."""
    async with conn.stream() as stream:
        await conn.domain_open_console(stream, guest, None)
        await stream.write(bytes(range(256)))
        await stream.finish()
    assert await conn.connect_get_hostname()


async def test_screenshot(conn: Connection, guest: Domain) -> None:
    """S26: the type in the reply, the picture in the stream; a screen that there is not is refused."""
    async with conn.stream() as stream:
        mime = await conn.domain_screenshot(stream, guest, 0)
        picture = await rest(stream)
    assert mime == "image/png"
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert picture.endswith(b"IEND\xaeB`\x82")
    text = "no such screen ID"
    invalid = worded(ErrorNumber.OPERATION_INVALID, "Requested operation is not valid", text, QEMU)
    async with conn.stream() as stream:
        assert await refusal(conn.domain_screenshot(stream, guest, 1)) == invalid
    async with conn.stream() as stream:
        call = conn.domain_screenshot(stream, guest, 0, 1)
        assert await refusal(call) == bad_flags(1, "qemuDomainScreenshot", QEMU)
