"""What no client sends that means well: the simulator says no, as libvirtd does, and none of it is a failure.

A handler that fails is raised when the daemon is closed, so that each test's end is an assertion too.
"""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Awaitable
from xml.etree import ElementTree as ET

import pytest

import purevirt
from purevirt import Connection
from purevirt.errors import LibvirtError
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.error_codes import ErrorDomain
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import Exit, GuestProfile, ProgramRun, populate
from purevirt.testing.simulator.storage.qcow2_data import Qcow2Writer
from tests.simulator.clock import Clock
from tests.simulator.contract.storage.descriptions import MIB, volume_xml
from tests.simulator.contract.storage.refusals import refusal, unsupported


def fails(_run: ProgramRun) -> Exit:
    """A program with a slip in it."""
    raise ValueError("a slip")


def fails_at_its_end(_run: ProgramRun) -> Exit:
    """Another one."""

    def at_end() -> None:
        raise ValueError("a late slip")

    return Exit(after_s=1, at_end=at_end)


@pytest.fixture
def clock() -> Clock:
    """The host's."""
    return Clock()


@pytest.fixture
async def sim(clock: Clock) -> AsyncIterator[SimulatedLibvirtd]:
    """A daemon with a guest that is up."""
    async with SimulatedLibvirtd(clock=clock) as sim:
        programs = {"/opt/fails": fails, "/opt/fails-late": fails_at_its_end}
        sim.host.guest_profile = lambda _name: GuestProfile(boot_s=0, programs=programs)
        populate(sim.host, 1, running=1)
        sim.host.timeline.run_due()
        yield sim


@pytest.fixture
async def conn(sim: SimulatedLibvirtd) -> AsyncIterator[Connection]:
    """A connection to it."""
    async with await purevirt.connect(sim.uri) as connection:
        yield connection


# numbers


@pytest.mark.parametrize("text", ["\u00b2", "9" * 5000, "18446744073709551616", "-1", "0x10"])
async def test_numbers_that_are_none(conn: Connection, text: str) -> None:
    """In the words for what is no number: digits of other scripts, and more of them than a number has."""
    pool = await conn.storage_pool_lookup_by_name("default")

    def domain(memory: str, vcpu: str) -> str:
        os = "<os><type>hvm</type></os>"
        return f"<domain type='qemu'><name>m</name><memory>{memory}</memory><vcpu>{vcpu}</vcpu>{os}</domain>"

    async def said(call: Awaitable[object]) -> str | None:
        return (await refusal(call)).message

    detail = f"Invalid value '{text}' for element or attribute './memory[1]'"
    assert await said(conn.domain_define_xml(domain(text, "1"))) == f"XML error: {detail}"
    detail = "maximum vcpus count must be an integer"
    assert await said(conn.domain_define_xml(domain("1024", text))) == f"XML error: {detail}"
    volume = f"<volume><name>v</name><capacity>{text}</capacity></volume>"
    assert await said(conn.storage_vol_create_xml(pool, volume)) == "XML error: malformed capacity element"
    if text != "-1":
        owner = f"<target><permissions><owner>{text}</owner></permissions></target>"
        call = conn.storage_vol_create_xml(pool, volume_xml("v", MIB, owner))
        assert await said(call) == "XML error: malformed owner element"


@pytest.mark.parametrize(("number", "unit"), [("99", "EiB"), ("18446744073709551615", "K")])
async def test_sizes_beyond_64_bits(conn: Connection, number: str, unit: str) -> None:
    """A number that fits, in units in which it does not."""
    pool = await conn.storage_pool_lookup_by_name("default")
    volume = f"<volume><name>v</name><capacity unit='{unit}'>{number}</capacity></volume>"
    found = await refusal(conn.storage_vol_create_xml(pool, volume))
    assert (found.code, found.domain) == (82, ErrorDomain.NONE)
    assert found.message == f"numerical overflow: value too large: {number}{unit}"


async def test_numbers_with_zeros_before_them(conn: Connection) -> None:
    """They are as large as without."""
    pool = await conn.storage_pool_lookup_by_name("default")
    volume = f"<volume><name>v</name><capacity>{'0' * 5000}4096</capacity></volume>"
    made = await conn.storage_vol_create_xml(pool, volume)
    assert (await conn.storage_vol_get_info(made)).capacity == 4096


# images


def image(
    *, name: bytes = b"", bits: int = 16, l1_count: int = 2, l1_at: int = 1 << 16, tables: dict[int, int]
) -> bytes:
    """Return a qcow2 image of 1 GiB in a file of 256 KiB, with these entries at these places."""
    head = struct.pack(
        ">4sIQIIQIIQQIIQ",
        b"QFI\xfb", 3, 200 if name else 0, len(name), bits, 1 << 30, 0, l1_count, l1_at, 0, 0, 0, 0,
    )  # fmt: skip
    made = bytearray((head + struct.pack(">QQQII", 0, 0, 0, 4, 104)).ljust(200, b"\0") + name)
    made.extend(bytes((1 << 18) - len(made)))
    for place, entry in tables.items():
        struct.pack_into(">Q", made, place, entry)
    return bytes(made)


async def received(conn: Connection, content: bytes) -> tuple[remote.StoragePool, remote.StorageVol]:
    """Return the pool and a volume of it with this content, which the daemon has looked at."""
    pool = await conn.storage_pool_lookup_by_name("default")
    volume = await conn.storage_vol_create_xml(pool, volume_xml("image", len(content)))
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, 0, 0)
        await stream.write(content)
        await stream.finish()
    await conn.storage_pool_refresh(pool)
    return pool, volume


@pytest.mark.parametrize(("name", "shown"), [(b"base\0more", "base"), (b"\0base", None)])
async def test_a_backing_name_ends_with_a_zero(conn: Connection, name: bytes, shown: str | None) -> None:
    """As for whoever reads it in C; no path has one in it."""
    _, volume = await received(conn, image(name=name, tables={}))
    described = ET.fromstring(await conn.storage_vol_get_xml_desc(volume))
    found = described.findtext("backingStore/path")
    assert found == (None if shown is None else volume.key.removesuffix("image") + shown)
    assert described.findtext("capacity") == str(1 << 30)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (image(l1_count=(1 << 32) - 1, tables={}), "Active L1 table offset invalid, or too large"),
        (image(l1_at=(1 << 64) - 8, tables={}), "Active L1 table offset invalid, or too large"),
        (
            image(l1_count=8, tables={(1 << 16) + 8 * place: 1 << 17 for place in range(8)}),
            "L2 tables overlap",
        ),
    ],
    ids=["many", "far", "one table for all"],
)
async def test_images_whose_tables_make_no_sense(conn: Connection, content: bytes, reason: str) -> None:
    """They are not copied, and nothing is allocated for them."""
    pool, volume = await received(conn, content)
    found = await refusal(conn.storage_vol_create_xml_from(pool, volume_xml("copy", None), volume))
    assert found == unsupported(f"volume 'image': {reason}")
    assert await conn.storage_pool_list_volumes(pool, 10) == ["image"]


async def test_a_compressed_cluster_that_is_damaged(conn: Connection) -> None:
    """An error of input and output, and no copy."""
    compressed = (1 << 62) | (2 << 54) | 200_000
    entry = {1 << 16: 1 << 17, 1 << 17: compressed, 200_000: (1 << 64) - 1}
    pool, volume = await received(conn, image(tables=entry))
    found = await refusal(conn.storage_vol_create_xml_from(pool, volume_xml("copy", None), volume))
    assert found.message is not None
    assert "Input/output error" in found.message
    assert await conn.storage_pool_list_volumes(pool, 10) == ["image"]


async def test_tables_for_more_than_there_is_space(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not written first: those of an exbibyte are terabytes."""

    def preallocate(_writer: Qcow2Writer, size: int) -> int:
        raise AssertionError(f"tables for {size} bytes")

    monkeypatch.setattr(Qcow2Writer, "preallocate", preallocate)
    pool = await conn.storage_pool_lookup_by_name("default")
    more = "<target><format type='qcow2'/><clusterSize>2097152</clusterSize></target>"
    found = await refusal(conn.storage_vol_create_xml(pool, volume_xml("v", 1 << 60, more), 1))
    assert found.message is not None
    assert "No space left on device" in found.message
    assert await conn.storage_pool_list_volumes(pool, 10) == []


async def test_a_copy_that_is_to_be_a_folder(conn: Connection) -> None:
    """It is a file, as libvirtd makes it."""
    pool, volume = await received(conn, b"content!" * 64)
    wanted = volume_xml("copy", None, "<target><format type='dir'/></target>")
    copy = await conn.storage_vol_create_xml_from(pool, wanted, volume)
    assert (await conn.storage_vol_get_info(copy)).type == 0
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, copy, 0, 0)
        assert b"".join([piece async for piece in stream]) == b"content!" * 64


# devices


_DISK = "<disk type='{type}' device='cdrom'><target dev='sda' bus='sata'/><readonly/></disk>"


async def test_a_change_that_is_refused_changes_nothing(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """The device that was to be changed is still there."""
    domain = await conn.domain_lookup_by_name("domain-00000")
    await conn.domain_attach_device_flags(domain, _DISK.format(type="file"), 2)
    before = await conn.domain_get_xml_desc(domain, 2)
    assert "sda" in before
    with pytest.raises(LibvirtError):
        await conn.domain_update_device_flags(domain, _DISK.format(type="nonsense"), 2)
    assert await conn.domain_get_xml_desc(domain, 2) == before


async def test_a_disk_without_a_target(conn: Connection) -> None:
    """Attached, changed or detached, it is none."""
    domain = await conn.domain_lookup_by_name("domain-00000")
    for call in (
        conn.domain_attach_device_flags,
        conn.domain_update_device_flags,
        conn.domain_detach_device_flags,
    ):
        for xml in ("<disk type='file'/>", "<disk type='file'><target bus='sata'/></disk>"):
            found = await refusal(call(domain, xml, 2))
            assert (found.code, found.domain) == (20, ErrorDomain.DOMAIN)


async def test_a_domain_that_is_renamed_and_reverted(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """It is what it was, under the name that it has now; and nothing is left of the other."""
    domain = await conn.domain_lookup_by_name("domain-00000")
    snapshot = await conn.domain_snapshot_create_xml(
        domain, "<domainsnapshot><name>s</name></domainsnapshot>"
    )
    await conn.domain_destroy(domain)
    await conn.domain_rename(domain, "renamed")
    await conn.domain_revert_to_snapshot(snapshot)
    assert [one.name for one in (await conn.connect_list_all_domains(1)).domains] == ["renamed"]
    found = sim.host.domains.find("renamed")
    assert found is not None
    assert found.root.find_text("name") == "renamed"
    await conn.domain_destroy(domain)
    await conn.domain_undefine_flags(domain, 2)
    assert sim.host.domains.find("renamed") is None


# agents


async def asked(conn: Connection, text: str) -> str:
    """Return what an agent answers to a text."""
    domain = await conn.domain_lookup_by_name("domain-00000")
    answer = await conn.qemu_domain_agent_command(domain, text, 5, 0)
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"execute":"\\ud800"}', '{"execute":"guest-ping","id":"\udcff"}', "{" + "9" * 5000],
    ids=["deep", "half a pair", "no text", "long"],
)
async def test_what_is_no_json(conn: Connection, text: str) -> None:
    """It never gets to the agent, which is asked on."""
    with pytest.raises(LibvirtError, match="cannot parse json"):
        await asked(conn, text)
    assert json.loads(await asked(conn, '{"execute":"guest-ping"}')) == {"return": {}}


async def test_a_hole_in_a_file_of_a_guest(conn: Connection) -> None:
    """It is memory here, so that there is a bound to it."""

    async def run(command: str, **arguments: object) -> object:
        return json.loads(await asked(conn, json.dumps({"execute": command, "arguments": arguments})))

    opened = await run("guest-file-open", path="/root/x", mode="w")
    assert isinstance(opened, dict)
    handle = opened["return"]
    for place in (1 << 30, 1 << 62, 1 << 70):
        await run("guest-file-seek", handle=handle, offset=place, whence="set")
        with pytest.raises(LibvirtError, match="File too large"):
            await run("guest-file-write", handle=handle, **{"buf-b64": "YQ=="})
    await run("guest-file-seek", handle=handle, offset=3, whence="set")
    await run("guest-file-write", handle=handle, **{"buf-b64": "YQ=="})
    await run("guest-file-close", handle=handle)
    opened = await run("guest-file-open", path="/root/x")
    assert isinstance(opened, dict)
    found = await run("guest-file-read", handle=opened["return"])
    assert found == {"return": {"count": 4, "buf-b64": "AAAAYQ==", "eof": True}}


async def test_files_of_a_guest_that_nobody_closes(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """An agent has so many, and has place again when one is closed."""
    domain = await conn.domain_lookup_by_name("domain-00000")
    found = sim.host.domains.find("domain-00000")
    assert found is not None
    assert found.guest is not None
    files = found.guest.system.open_files
    handles = [files.open("/root/x", "w") for _ in range(1000)]
    with pytest.raises(LibvirtError, match="Too many open files"):
        await purevirt.agent_command(conn, domain, "guest-file-open", {"path": "/root/x"})
    files.close(handles[0])
    assert await purevirt.agent_command(conn, domain, "guest-file-open", {"path": "/root/x"})


async def test_a_password_that_is_no_text(conn: Connection) -> None:
    """It is taken, as by an agent that does not look."""
    domain = await conn.domain_lookup_by_name("domain-00000")
    await conn.domain_set_user_password(domain, "root", "\udcff", 0)


# what a test itself brings, and what is wrong with it


async def test_what_is_held_as_often_as_it_was_to_be_is_let_go(
    sim: SimulatedLibvirtd, conn: Connection
) -> None:
    """A stall that holds no more calls is still there to be ended, with all others."""
    has_come = asyncio.Event()

    def comes(_args: object) -> bool:
        has_come.set()
        return True

    fault = sim.faults.stall("CONNECT_GET_HOSTNAME", when=comes, times=1)
    held = asyncio.ensure_future(conn.connect_get_hostname())
    await has_come.wait()
    assert await conn.connect_get_hostname()
    assert not held.done()
    sim.faults.clear()
    assert await held
    assert (fault.count, sim.faults.is_open) == (1, True)


@pytest.fixture
async def faulty(sim: SimulatedLibvirtd) -> AsyncIterator[SimulatedLibvirtd]:
    """The daemon; what its handlers failed with is taken from it at the end."""
    yield sim
    sim._site.failures.clear()


async def test_a_program_that_fails_is_the_tests_to_know(faulty: SimulatedLibvirtd, conn: Connection) -> None:
    """It is a failure of the simulator's, raised at its end, whatever it raises: no word of an agent."""
    text = '{"execute":"guest-exec","arguments":{"path":"/opt/fails"}}'
    with pytest.raises(LibvirtError, match="handler of QEMU_PROC_DOMAIN_AGENT_COMMAND failed"):
        await asked(conn, text)
    assert [str(one) for one in faulty._site.failures] == ["a slip"]


async def test_what_fails_in_time_holds_nothing_up(
    faulty: SimulatedLibvirtd, conn: Connection, clock: Clock
) -> None:
    """What is due behind it still comes."""
    done: list[int] = []
    await asked(conn, '{"execute":"guest-exec","arguments":{"path":"/opt/fails-late"}}')
    faulty.host.timeline.after(2, lambda: done.append(1))
    clock.now = 1.0
    faulty._run_due()
    assert [str(one) for one in faulty._site.failures] == ["a late slip"]
    assert faulty._alarm is not None
    clock.now = 2.0
    faulty._run_due()
    assert done == [1]


async def test_an_end_that_fails_is_an_end(
    faulty: SimulatedLibvirtd, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The daemon can be stopped, and what failed is told."""

    def slip(_client: object) -> None:
        raise ValueError("a slip")

    monkeypatch.setattr(faulty.host, "client_gone", slip)
    await conn.close()
    await faulty.stop()
    assert [str(one) for one in faulty._site.failures] == ["a slip"]


async def test_a_profile_that_fails_starts_nothing(faulty: SimulatedLibvirtd, conn: Connection) -> None:
    """The domain is as off as before."""
    host = faulty.host
    populate(host, 1, name=lambda _number: "other")
    domain = await conn.domain_lookup_by_name("other")
    working = host.guest_profile

    def slip(_name: str) -> GuestProfile:
        raise ValueError("a slip")

    host.guest_profile = slip
    with pytest.raises(LibvirtError, match="a slip"):
        await conn.domain_create(domain)
    assert (await conn.domain_get_state(domain)).state == 5
    host.guest_profile = working
    await conn.domain_create(domain)
    assert (await conn.domain_get_state(domain)).state == 1
