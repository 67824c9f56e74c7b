"""What the simulator's parts promise, and no other test would miss: bounds, ends, and what is freed."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import purevirt
from purevirt import Connection
from purevirt.errors import LibvirtError, PurevirtError, SystemCallError
from purevirt.rpc import xdr
from purevirt.rpc.framing import FrameReader, encode_frame
from purevirt.rpc.gen import procedures, remote
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import GuestProfile, SimulatedError, populate
from purevirt.testing.simulator.agent import commands
from purevirt.testing.simulator.guest import GuestPhase
from purevirt.testing.simulator.storage.files import HostFiles
from purevirt.testing.simulator.storage.qcow2 import HEADER_MAX_BYTES, Qcow2Header, empty_image, parse_header
from purevirt.testing.simulator.storage.qcow2_data import Qcow2Layer, Qcow2Writer
from purevirt.testing.simulator.wire.session import ServerSession
from purevirt.testing.simulator.wire.session_events import CallArrived, StreamArrived
from tests.simulator.clock import Clock
from tests.simulator.contract.storage.descriptions import MIB, pool_xml, volume_xml

BLOCK = 4096


@pytest.fixture
def clock() -> Clock:
    """The host's."""
    return Clock()


@pytest.fixture
async def sim(clock: Clock) -> AsyncIterator[SimulatedLibvirtd]:
    """A daemon with a guest that boots."""
    async with SimulatedLibvirtd(clock=clock) as sim:
        sim.host.guest_profile = lambda _name: GuestProfile(boot_s=10)
        populate(sim.host, 1, running=1, name=lambda _number: "guest")
        yield sim


@pytest.fixture
async def conn(sim: SimulatedLibvirtd) -> AsyncIterator[Connection]:
    """A connection to it."""
    async with await purevirt.connect(sim.uri) as connection:
        yield connection


@pytest.fixture
async def pool(conn: Connection) -> remote.StoragePool:
    """The pool that every simulated host has."""
    return await conn.storage_pool_lookup_by_name("default")


# the wire


def test_second_stream_on_a_serial_outlives_the_first() -> None:
    """A client that uses a serial again has lost the first stream; its end is not the second's."""
    session = ServerSession()
    spec = procedures.STORAGE_VOL_UPLOAD
    ports = []
    for _ in range(2):
        session.receive_data(encode_frame(spec.program, 1, spec.number, 0, 5, 0, b""), 0.0)
        event = session.next_event()
        assert isinstance(event, CallArrived)
        session.reply(event.call, b"")
        ports.append(session.open_stream(event.call, sparse=False))
        session.all_written()
    first, second = ports
    session.stream_fail(first, SimulatedError(1, 0, "x"))  # type: ignore[arg-type] # numbers do
    assert len(FrameReader().feed(session.data_to_send())) == 3
    session.receive_data(encode_frame(spec.program, 1, spec.number, 3, 5, 2, b"data"), 0.0)
    assert session.next_event() == StreamArrived(second)


async def test_nothing_is_kept_of_clients_that_are_gone(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """Neither of their registrations nor by faults: a daemon sees many in its life."""
    fault = sim.faults.cut(after_bytes=1 << 40)
    for _ in range(3):
        async with await purevirt.connect(sim.uri) as other:
            await other.connect_domain_event_callback_register_any(0, None)
    while sim.client_count > 1:
        await conn.connect_get_hostname()
    await conn.connect_get_hostname()
    assert sim.host.events.domain._by_client == {}
    assert len(fault._passed) == 1


async def test_garbage_comes_once_for_each_connection(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """Though it may come to any number of them: what is behind it is left alone."""
    # as long as it is, it changes nothing: the first bytes of a message of 28 bytes or more are zeros
    fault = sim.faults.garble(after_bytes=0, garbage=b"\0\0")
    for _ in range(5):
        await conn.connect_get_hostname()
    assert fault.count == 1


async def test_a_cut_comes_with_the_last_byte(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """An answer whose end it is still arrives; nothing else has to come for the end."""
    await conn.connect_get_hostname()
    spec = procedures.CONNECT_GET_HOSTNAME
    answer = xdr.encode(remote.ConnectGetHostnameRet(hostname=sim.host.machine.hostname))
    length = len(encode_frame(spec.program, 1, spec.number, 1, 1, 0, answer))
    fault = sim.faults.cut(after_bytes=length, times=1)
    assert await conn.connect_get_hostname() == sim.host.machine.hostname
    assert fault.count == 1
    async with await purevirt.connect(sim.uri) as other:
        while sim.client_count > 1:
            await other.connect_get_hostname()


async def test_what_delays_comes_before_what_refuses(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """In whichever order they were asked for."""
    drawn: list[object] = []

    def draw(chance: object) -> float:
        drawn.append(chance)
        return 0.0

    fault = sim.faults.refuse(SimulatedError(2, 10), "CONNECT_GET_HOSTNAME")  # type: ignore[arg-type] # as above
    sim.faults.delay("CONNECT_GET_HOSTNAME", draw)
    with pytest.raises(LibvirtError):
        await conn.connect_get_hostname()
    assert (fault.count, len(drawn)) == (1, 1)


async def test_a_daemon_that_is_stopped_has_no_alarm(sim: SimulatedLibvirtd) -> None:
    """The host's time stands still for it, and its guests go on when it is started."""

    def is_armed() -> bool:
        return sim._alarm is not None

    assert is_armed()
    await sim.stop()
    assert not is_armed()
    await sim.start()
    assert is_armed()


async def test_read_only_connections_see_no_secrets(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """They may look at what there is, and not at what it keeps."""
    secret = await conn.secret_define_xml("<secret><usage type='volume'><volume>/v</volume></usage></secret>")
    await conn.secret_set_value(secret, b"hidden")
    async with await purevirt.connect(sim.uri, readonly=True) as looker:
        assert await looker.connect_num_of_secrets() == 1
        with pytest.raises(LibvirtError, match="read only access prevents virSecretGetValue"):
            await looker.secret_get_value(secret, 0)


# documents


async def test_documents_that_grow_are_refused(conn: Connection) -> None:
    """One that declares entities, used or not, and one that is too deep; those below are taken."""
    name = "<domain type='qemu'><name>x</name><memory>1</memory><os><type>hvm</type></os>{}</domain>"
    bomb = "<!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'>]>" + name.format("")
    with pytest.raises(LibvirtError, match="Detected an entity declaration"):
        await conn.domain_define_xml(bomb)
    deep = "<metadata>" + "<a>" * 199 + "</a>" * 199 + "</metadata>"
    with pytest.raises(LibvirtError, match="Excessive depth in document"):
        await conn.domain_define_xml(name.format(deep))
    fits = deep.replace("<a><a>", "<a>", 1).replace("</a></a>", "</a>", 1)
    assert (await conn.domain_define_xml(name.format(fits))).name == "x"


# files


@pytest.mark.parametrize(
    "path", ["/../../../../escape/v", "/a/../../escape", "../x", "/images/../../x", "//.."]
)
def test_no_path_leads_out_of_the_hosts_folder(path: str) -> None:
    """However it is written, it is a file beneath the folder, with no way up left in it."""
    files = HostFiles()
    try:
        for one in (path, f"{files.folder}{path}", f"{files.folder}/..{path}"):
            real = files.real(one)
            assert Path(str(real)).resolve().is_relative_to(files.folder.resolve())
            assert ".." not in real.parts
    finally:
        files.close()


async def test_what_a_file_has_reserved_goes_with_it(conn: Connection, pool: remote.StoragePool) -> None:
    """The next of its name takes nothing."""
    full = await conn.storage_vol_create_xml(pool, volume_xml("v", MIB))
    assert (await conn.storage_vol_get_info(full)).allocation == MIB
    await conn.storage_vol_delete(full)
    sparse = volume_xml("v", MIB, "<allocation>0</allocation>")
    empty = await conn.storage_vol_create_xml(pool, sparse)
    assert (await conn.storage_vol_get_info(empty)).allocation == 0


async def test_less_than_a_block_is_no_space(
    sim: SimulatedLibvirtd, conn: Connection, pool: remote.StoragePool
) -> None:
    """A file system gives away whole ones."""
    sparse = volume_xml("v", MIB, "<allocation>0</allocation>")
    volume = await conn.storage_vol_create_xml(pool, sparse)
    files = sim.host.storage.files
    files.capacity = files.recount("/").used + BLOCK - 1

    async def upload() -> None:
        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, volume, 0, 0)
            await stream.write(b"x")
            await stream.finish()

    with pytest.raises(SystemCallError, match="No space left on device"):
        await upload()
    files.capacity += 1
    await upload()


async def test_a_copy_between_pools_leaves_both_free(conn: Connection, pool: remote.StoragePool) -> None:
    """Neither is said to have jobs once it has ended."""
    other = await conn.storage_pool_create_xml(pool_xml("other", "/other"), 1)
    source = await conn.storage_vol_create_xml(pool, volume_xml("source"))
    await conn.storage_vol_create_xml_from(other, volume_xml("copy", None), source)
    await conn.storage_pool_refresh(pool)
    await conn.storage_pool_destroy(pool)
    await conn.storage_pool_destroy(other)


class Memory:
    """A file of an image, in memory."""

    def __init__(self) -> None:
        self.data = bytearray()

    @property
    def size(self) -> int:
        return len(self.data)

    def read(self, offset: int, length: int) -> bytes:
        return bytes(self.data[offset : offset + length])

    def write(self, offset: int, data: bytes) -> None:
        self.data.extend(bytes(max(0, offset + len(data) - len(self.data))))
        self.data[offset : offset + len(data)] = data

    def data_from(self, offset: int) -> tuple[int, int] | None:
        return (offset, self.size) if offset < self.size else None


def test_images_of_many_tables() -> None:
    """Their reader keeps few of them in memory; their writer counts the use of each cluster."""
    file = Memory()
    pieces, length = empty_image(Qcow2Header(version=3, size=300 << 15, cluster_bits=9))
    for offset, piece in pieces:
        file.write(offset, piece)
    file.write(length, b"")
    header = parse_header(file.read(0, HEADER_MAX_BYTES))
    assert header is not None
    writer = Qcow2Writer(file, header)
    for number in range(300):
        writer.put(number << 15, number.to_bytes(2, "big"))
    writer.finish()
    layer = Qcow2Layer(file, header)
    for number in range(300):
        assert layer.read(number << 15, 2) == number.to_bytes(2, "big")
        assert len(layer._tables) <= 256
    table = int.from_bytes(file.read(48, 8), "big")
    counted = 0
    for place in range(0, 512, 8):
        block = int.from_bytes(file.read(table + place, 8), "big")
        counted += sum(file.read(block, 512)[1::2]) if block else 0
    assert counted == -(-file.size // 512)


# guests


async def test_a_guest_that_is_paused_while_it_boots(
    sim: SimulatedLibvirtd, conn: Connection, clock: Clock
) -> None:
    """It is up once it goes on, and not before."""
    domain = await conn.domain_lookup_by_name("guest")

    def phase() -> GuestPhase:
        found = sim.host.domains.find("guest")
        assert found is not None
        assert found.guest is not None
        return found.guest.phase

    await conn.domain_suspend(domain)
    clock.now = 10.0
    sim.host.timeline.run_due()
    assert phase() is GuestPhase.BOOTING
    await conn.domain_resume(domain)
    sim.host.timeline.run_due()
    assert phase() is GuestPhase.UP


async def test_an_agent_keeps_so_much_of_an_output(
    sim: SimulatedLibvirtd, conn: Connection, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is beyond it is cut off, and said to be."""
    monkeypatch.setattr(commands, "MAX_OUTPUT_BYTES", 4)
    clock.now = 10.0
    sim.host.timeline.run_due()
    domain = await conn.domain_lookup_by_name("guest")
    for text, data, is_cut in (("abcd", b"abcd", False), ("abcde", b"abcd", True)):
        end = await purevirt.guest_exec(conn, domain, "sh", ["-c", f"echo -n {text}"])
        assert (end.stdout, end.is_truncated) == (data, is_cut)


async def test_nothing_is_due_for_who_does_not_wait_any_more(
    sim: SimulatedLibvirtd, conn: Connection, clock: Clock
) -> None:
    """An agent that takes its time, and a client that goes."""
    clock.now = 10.0
    sim.host.timeline.run_due()
    sim.faults.hang_agents("*", 1000)
    request = json.dumps({"execute": "guest-ping"})
    async with await purevirt.connect(sim.uri) as other:
        domain = await other.domain_lookup_by_name("guest")
        asked = asyncio.ensure_future(other.qemu_domain_agent_command(domain, request, 2000, 0))
        while sim.host.timeline.next_due() is None:
            await conn.connect_get_hostname()
    with pytest.raises(PurevirtError):
        await asked
    while sim.client_count > 1:
        await conn.connect_get_hostname()
    await conn.connect_get_hostname()
    assert sim.host.timeline.next_due() is None
