"""Opening connections, and what the RPC layer says before any driver is asked."""

import asyncio
from collections.abc import Iterable

import pytest

from purevirt.rpc import xdr
from purevirt.rpc.framing import Frame, FrameReader, encode_frame
from purevirt.rpc.gen import procedures as p
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.net import MessageError
from purevirt.rpc.procedure import AnyProcedure
from purevirt.rpc.xdr import XdrType
from tests.simulator.contract.daemon import Daemon

_REMOTE, _KEEPALIVE = remote.REMOTE_PROGRAM, 0x6B656570
_CALL, _REPLY, _MESSAGE, _STREAM, _HOLE = 0, 1, 2, 3, 6


def call(spec: AnyProcedure, serial: int, args: XdrType | None = None, *, status: int = 0) -> bytes:
    """Return a call's bytes."""
    payload = b"" if args is None else xdr.encode(args)
    return encode_frame(spec.program, 1, spec.number, _CALL, serial, status, payload)


def opening(name: str | None = "qemu:///system", serial: int = 1) -> bytes:
    """Return CONNECT_OPEN."""
    return call(p.CONNECT_OPEN, serial, remote.ConnectOpenArgs(name=name, flags=0))


HOSTNAME = call(p.CONNECT_GET_HOSTNAME, 99)


async def said(daemon: Daemon, *messages: bytes, answers: int) -> list[Frame]:
    """Return so many answers, or fewer if the connection ends; calls wait for the one before."""
    reader, writer = await asyncio.open_unix_connection(daemon.socket)
    frames = FrameReader()
    found: list[Frame] = []
    try:
        async with asyncio.timeout(10):
            for message in messages:
                writer.write(message)
            while len(found) < answers and (data := await reader.read(65536)):
                found += frames.feed(data)
    finally:
        writer.close()
        await writer.wait_closed()
    return sorted(found, key=lambda frame: frame.serial)


async def opened(daemon: Daemon, *messages: bytes, answers: int) -> list[Frame]:
    """Return answers of an open connection, without the one to its opening."""
    reader, writer = await asyncio.open_unix_connection(daemon.socket)
    frames = FrameReader()
    found: list[Frame] = []
    try:
        async with asyncio.timeout(10):
            writer.write(opening())
            while not frames.feed(await reader.read(65536)):
                pass
            writer.writelines(messages)
            while len(found) < answers and (data := await reader.read(65536)):
                found += frames.feed(data)
    finally:
        writer.close()
        await writer.wait_closed()
    return sorted(found, key=lambda frame: frame.serial)


def error(frame: Frame) -> MessageError:
    """Return what an error answer says."""
    assert frame.status == 1
    return xdr.decode(MessageError, frame.payload)[0]


def errors(frames: Iterable[Frame]) -> list[tuple[int, int, str | None]]:
    """Return the errors of answers that are all errors."""
    return [(one.code, one.domain, one.message) for one in map(error, frames)]


async def test_authentication_is_none(daemon: Daemon) -> None:
    """AUTH_LIST has one entry, NONE, and is answered before anything is opened."""
    (frame,) = await said(daemon, call(p.AUTH_LIST, 1), answers=1)
    assert xdr.decode(remote.AuthListRet, frame.payload)[0].types == [remote.AuthType.NONE]


@pytest.mark.parametrize(
    ("spec", "args", "text"),
    [
        (p.CONNECT_GET_HOSTNAME, None, "hypervisor connection not open"),
        (p.NODE_GET_INFO, None, "hypervisor connection not open"),
        (p.CONNECT_GET_URI, None, "hypervisor connection not open"),
        (p.DOMAIN_LOOKUP_BY_NAME, remote.DomainLookupByNameArgs(name="x"), "hypervisor connection not open"),
        (p.CONNECT_SUPPORTS_FEATURE, remote.ConnectSupportsFeatureArgs(14), "hypervisor connection not open"),
        (p.CONNECT_REGISTER_CLOSE_CALLBACK, None, "hypervisor connection not open"),
        (p.NETWORK_LOOKUP_BY_NAME, remote.NetworkLookupByNameArgs(name="x"), "connection not open"),
        (p.STORAGE_POOL_LOOKUP_BY_NAME, remote.StoragePoolLookupByNameArgs(name="x"), "connection not open"),
        (p.SECRET_LOOKUP_BY_UUID, remote.SecretLookupByUuidArgs(uuid=bytes(16)), "connection not open"),
        (p.NODE_DEVICE_LOOKUP_BY_NAME, remote.NodeDeviceLookupByNameArgs(name="x"), "connection not open"),
        (p.CONNECT_NUM_OF_SECRETS, None, "connection not open"),
        (p.NODE_NUM_OF_DEVICES, remote.NodeNumOfDevicesArgs(cap=None), "connection not open"),
    ],
    ids=lambda value: value.name if hasattr(value, "number") else None,
)
async def test_nothing_works_before_opening(
    daemon: Daemon, spec: AnyProcedure, args: XdrType | None, text: str
) -> None:
    """Each driver says in its words that nothing is open."""
    assert errors(await said(daemon, call(spec, 1, args), answers=1)) == [(1, 7, f"internal error: {text}")]


async def test_keepalive_feature_needs_no_opening(daemon: Daemon) -> None:
    """Feature 10 may be asked for first, as C clients do."""
    frames = await said(
        daemon, call(p.CONNECT_SUPPORTS_FEATURE, 1, remote.ConnectSupportsFeatureArgs(10)), answers=1
    )
    assert [(frame.status, frame.payload) for frame in frames] == [(0, b"\0\0\0\1")]


@pytest.mark.parametrize("name", ["", "qemu:///system", "qemu:///system?x=y"])
async def test_opening_names_that_work(daemon: Daemon, name: str) -> None:
    """An empty name lets the daemon choose; the URI is what was opened, verbatim."""
    first = (await said(daemon, opening(name), answers=1))[0]
    assert first.status == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("foo:///x", (5, 0, "no connection driver available for foo:///x")),
        ("xen:///", (5, 0, "no connection driver available for xen:///")),
        ("qemu:///foo", (1, 0, "internal error: unexpected qemu URI path '/foo', try qemu:///system")),
        (None, (1, 7, "internal error: connection not open")),
    ],
)
async def test_opening_names_that_do_not(
    daemon: Daemon, name: str | None, expected: tuple[int, int, str]
) -> None:
    """No driver, no such path, no name at all: each has its own error (CASES U20 for the last)."""
    assert errors(await said(daemon, opening(name), answers=1)) == [expected]


async def test_second_opening_is_refused(daemon: Daemon) -> None:
    """A connection is opened once."""
    found = await opened(daemon, opening(serial=2), answers=1)
    assert errors(found) == [(1, 7, "internal error: connection already open")]


@pytest.mark.parametrize("number", [9999, -1, 0, 107])
async def test_unknown_procedure(daemon: Daemon, number: int) -> None:
    """A procedure that there is not, and one that is an event, are unknown; the call is echoed (CASES E4)."""
    (frame,) = await opened(daemon, encode_frame(_REMOTE, 1, number, _CALL, 7, 0), answers=1)
    assert (frame.procedure, frame.type, frame.serial) == (number, _REPLY, 7)
    found = error(frame)
    assert (found.code, found.domain, found.message) == (39, 7, f"unknown procedure: {number}")


async def test_error_has_all_fields(daemon: Daemon) -> None:
    """Level, format, detail and numbers are those of libvirt (CASES E2)."""
    lookup = call(p.DOMAIN_LOOKUP_BY_NAME, 2, remote.DomainLookupByNameArgs(name="nobody-is-called-so"))
    (frame,) = await opened(daemon, lookup, answers=1)
    found = error(frame)
    detail = "no domain with matching name 'nobody-is-called-so'"
    assert found == MessageError(
        code=42,
        domain=10,
        message=f"Domain not found: {detail}",
        level=2,
        dom=None,
        str1="Domain not found: %s",
        str2=detail,
        str3=None,
        int1=-1,
        int2=-1,
        net=None,
    )


@pytest.mark.parametrize(
    ("program", "version", "text"),
    [
        (0xDEADBEEF, 1, "Cannot find program -559038737 version 1"),
        (_REMOTE, 2, "Cannot find program 536903814 version 2"),
        (0x06900690, 1, "Cannot find program 110102160 version 1"),
        (_KEEPALIVE, 1, "Cannot find program 1801807216 version 1"),
    ],
)
async def test_unknown_program_is_echoed(daemon: Daemon, program: int, version: int, text: str) -> None:
    """A call to a program that there is not is answered in that program's name."""
    (frame,) = await opened(daemon, encode_frame(program, version, 1, _CALL, 3, 0), answers=1)
    assert (frame.program, frame.version) == (program, version)
    assert errors([frame]) == [(39, 7, text)]


@pytest.mark.parametrize(("status", "shown"), [(1, "1"), (2, "2"), (-3, "4294967293")])
async def test_call_with_another_status_is_refused(daemon: Daemon, status: int, shown: str) -> None:
    """Only OK is a call's status."""
    found = await opened(daemon, call(p.CONNECT_GET_HOSTNAME, 2, status=status), answers=1)
    assert errors(found) == [(39, 7, f"Unexpected message status {shown}")]


@pytest.mark.parametrize("kind", [_REPLY, _MESSAGE, _STREAM, _HOLE, 9])
async def test_other_messages_are_swallowed(daemon: Daemon, kind: int) -> None:
    """What makes no sense from a client is dropped, and the call behind it answered."""
    odd = encode_frame(_REMOTE, 1, p.CONNECT_GET_HOSTNAME.number, kind, 5, 0)
    assert [frame.serial for frame in await opened(daemon, odd, HOSTNAME, answers=1)] == [99]


async def test_short_payload_is_refused(daemon: Daemon) -> None:
    """A payload that ends too early is one error, and surplus bytes are none."""
    number = p.DOMAIN_LOOKUP_BY_NAME.number
    short = encode_frame(_REMOTE, 1, number, _CALL, 2, 0, b"\0\0\0\5ab")
    surplus = encode_frame(_REMOTE, 1, p.CONNECT_GET_HOSTNAME.number, _CALL, 3, 0, b"xxxx")
    refusal, answer = await opened(daemon, short, surplus, answers=2)
    assert errors([refusal]) == [(39, 7, "Unable to decode message payload")]
    assert answer.status == 0


@pytest.mark.parametrize("serial", [0, 0xFFFF_FFFF])
async def test_any_serial_is_echoed(daemon: Daemon, serial: int) -> None:
    """Serials are the client's business (CASES P17)."""
    (frame,) = await opened(daemon, call(p.CONNECT_GET_HOSTNAME, serial), answers=1)
    assert frame.serial == serial


async def test_close_is_answered_and_closes(daemon: Daemon) -> None:
    """CONNECT_CLOSE gets its answer, and what comes behind it none."""
    found = await opened(daemon, call(p.CONNECT_CLOSE, 2), answers=2)
    assert [(frame.serial, frame.status) for frame in found] == [(2, 0)]


async def test_ping_is_answered_before_opening(daemon: Daemon) -> None:
    """A PONG is a MESSAGE of serial 0 without payload (CASES K1, K2)."""
    found = await said(daemon, encode_frame(_KEEPALIVE, 1, 1, _MESSAGE, 0, 0), answers=1)
    assert found == [Frame(_KEEPALIVE, 1, 2, _MESSAGE, 0, 0, b"")]
