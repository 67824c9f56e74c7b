"""Snapshots and checkpoints: what libvirt remembers of a domain."""

from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums
from purevirt.rpc.gen.remote import Domain, DomainCheckpoint, DomainSnapshot
from tests.simulator.contract.daemon import NO_FOLDERS, Daemon, defined, refused, text

pytestmark = pytest.mark.qemu(NO_FOLDERS)

_WRONG = "Requested operation is not valid: "
_ONLY_FULL = "snapshot creation is supported only during full system snapshots"
_SNAPSHOTS_METADATA, _CHECKPOINTS_METADATA = 2, 16


def snapshot(name: str, more: str = "") -> str:
    """Return a description of a snapshot."""
    return f"<domainsnapshot><name>{name}</name>{more}</domainsnapshot>"


def checkpoint(name: str) -> str:
    """Return a description of a checkpoint."""
    return f"<domaincheckpoint><name>{name}</name></domaincheckpoint>"


@pytest.fixture
async def domain(conn: Connection, daemon: Daemon, tmp_path: Path) -> AsyncIterator[Domain]:
    """A domain with one disk of 1 MiB, which a pool of the test's own holds."""
    name = daemon.name("pool")
    pool = await conn.storage_pool_create_xml(
        f"<pool type='dir'><name>{name}</name><target><path>{tmp_path}</path></target></pool>", 1
    )
    target = "<target><format type='qcow2'/><compat>1.1</compat></target>"
    volume = await conn.storage_vol_create_xml(
        pool, f"<volume><name>disk</name><capacity>1048576</capacity>{target}</volume>"
    )
    disk = (
        f"<devices><disk type='file'><driver name='qemu' type='qcow2'/><source file='{volume.key}'/>"
        "<target dev='vda' bus='virtio'/></disk></devices>"
    )
    made = await defined(conn, daemon, disk)
    yield made
    there = [one for one in (await conn.connect_list_all_domains(1)).domains if one.name == made.name]
    if there and await conn.domain_is_active(made):
        await conn.domain_destroy(made)
    if there:
        await conn.domain_undefine_flags(made, 1 | _SNAPSHOTS_METADATA | _CHECKPOINTS_METADATA)
    await conn.storage_vol_delete(volume)
    await conn.storage_pool_destroy(pool)


async def test_no_snapshots(conn: Connection, domain: Domain) -> None:
    """Nothing to list, to find, or to be current."""
    assert await conn.domain_snapshot_num(domain) == 0
    assert (await conn.domain_list_all_snapshots(domain)).snapshots == []
    assert await conn.domain_has_current_snapshot(domain) == 0
    missing = "Domain snapshot not found: "
    nothing = (72, 10, missing + "the domain does not have a current snapshot")
    assert await refused(conn.domain_snapshot_current(domain)) == nothing
    unknown = (72, 10, missing + "no domain snapshot with matching name 's'")
    assert await refused(conn.domain_snapshot_lookup_by_name(domain, "s")) == unknown


async def test_snapshots_grow(conn: Connection, domain: Domain) -> None:
    """Each grows from the current one; deleting one of them lets the next grow from its parent."""
    one = await conn.domain_snapshot_create_xml(domain, snapshot("one", "<description>d</description>"))
    two = await conn.domain_snapshot_create_xml(domain, snapshot("two"))
    three = await conn.domain_snapshot_create_xml(domain, snapshot("three"))
    assert (one, two) == (DomainSnapshot("one", domain), DomainSnapshot("two", domain))
    assert sorted(await conn.domain_snapshot_list_names(domain, 10)) == ["one", "three", "two"]
    assert await conn.domain_snapshot_get_parent(two) == one
    orphan = (72, 10, "Domain snapshot not found: snapshot 'one' does not have a parent")
    assert await refused(conn.domain_snapshot_get_parent(one)) == orphan
    assert await conn.domain_snapshot_current(domain) == three
    assert [await conn.domain_snapshot_is_current(each) for each in (one, two, three)] == [0, 0, 1]
    assert await conn.domain_snapshot_has_metadata(one) == 1
    assert await conn.domain_snapshot_num_children(one) == 1
    assert await conn.domain_snapshot_num_children(one, 1) == 2
    assert await conn.domain_snapshot_list_children_names(one, 10) == ["two"]
    lists = enums.DomainSnapshotListFlags
    for flag, names in ((lists.ROOTS, ["one"]), (lists.LEAVES, ["three"]), (lists.NO_LEAVES, ["one", "two"])):
        found = (await conn.domain_list_all_snapshots(domain, 1, int(flag))).snapshots
        assert sorted(each.name for each in found) == names
    has = int(enums.ConnectListAllDomainsFlags.HAS_SNAPSHOT)
    assert domain in (await conn.connect_list_all_domains(1, has)).domains
    await conn.domain_snapshot_delete(two)
    assert await conn.domain_snapshot_get_parent(three) == one
    await conn.domain_revert_to_snapshot(one)
    assert await conn.domain_snapshot_current(domain) == one
    await conn.domain_snapshot_delete(one, 1)
    assert await conn.domain_snapshot_num(domain) == 0


async def test_snapshot_is_described(conn: Connection, domain: Domain) -> None:
    """Its parts in their order, and the domain as it was defined then."""
    parent = await conn.domain_snapshot_create_xml(domain, snapshot("one", "<description>d</description>"))
    child = await conn.domain_snapshot_create_xml(domain, snapshot("two"))
    for which, tags in (
        (parent, ["name", "description", "state", "creationTime", "memory", "disks", "domain"]),
        (child, ["name", "state", "parent", "creationTime", "memory", "disks", "domain"]),
    ):
        root = ET.fromstring(await conn.domain_snapshot_get_xml_desc(which))
        assert [each.tag for each in root] == tags
        assert root.findtext("state") == "shutoff"
        disk = root.find("disks/disk")
        assert disk is not None
        assert disk.attrib == {"name": "vda", "snapshot": "internal"}
        assert root.findtext("domain/uuid") == text(domain)
    assert root.findtext("parent/name") == "one"


async def test_snapshots_hold_a_definition(conn: Connection, domain: Domain) -> None:
    """A domain with snapshots is undefined with their metadata, or not at all."""
    await conn.domain_snapshot_create_xml(domain, snapshot("one"))
    held = (55, 10, _WRONG + "cannot delete inactive domain with 1 snapshots")
    assert await refused(conn.domain_undefine(domain)) == held
    assert await refused(conn.domain_undefine_flags(domain, 1)) == held


async def test_snapshot_is_refused(conn: Connection, daemon: Daemon, domain: Domain) -> None:
    """A name twice, a bad one, broken XML, another root, nothing to remember."""
    await conn.domain_snapshot_create_xml(domain, snapshot("one"))
    diskless = await defined(conn, daemon)
    for where, xml, *expected in (
        (domain, snapshot("one"), 9, 20, "operation failed: domain moment one already exists"),
        (domain, snapshot("a/b"), 35, 10, "invalid snapshot name 'a/b': name can't contain '/'"),
        (domain, "<foo/>", 27, 5, "XML error: expecting root element of 'domainsnapshot', not 'foo'"),
        (
            domain,
            "<x",
            35,
            35,
            "(domain_snapshot):1: Couldn't find end of Start Tag x line 1\n<x\n--^",
        ),
        (diskless, snapshot("x"), 67, 10, "unsupported configuration: nothing selected for snapshot"),
    ):
        assert await refused(conn.domain_snapshot_create_xml(where, xml)) == tuple(expected)


async def test_checkpoints(conn: Connection, domain: Domain) -> None:
    """They need a domain that runs, grow from each other, and are forgotten one by one."""
    missing = "Domain checkpoint not found: "
    inactive = (84, 10, "Operation not supported: cannot create checkpoint for inactive domain")
    assert await refused(conn.domain_checkpoint_create_xml(domain, checkpoint("one"))) == inactive
    unknown = (103, 10, missing + "no domain checkpoint with matching name 'one'")
    assert await refused(conn.domain_checkpoint_lookup_by_name(domain, "one")) == unknown
    running = await conn.domain_create_with_flags(domain, 1)
    one = await conn.domain_checkpoint_create_xml(running, checkpoint("one"))
    two = await conn.domain_checkpoint_create_xml(running, checkpoint("two"))
    assert one == DomainCheckpoint("one", running)
    assert await conn.domain_checkpoint_lookup_by_name(running, "one") == one
    assert await conn.domain_checkpoint_get_parent(two) == one
    orphan = (103, 10, missing + "checkpoint 'one' does not have a parent")
    assert await refused(conn.domain_checkpoint_get_parent(one)) == orphan
    taken = (9, 20, "operation failed: domain moment two already exists")
    assert await refused(conn.domain_checkpoint_create_xml(running, checkpoint("two"))) == taken
    found = await conn.domain_checkpoint_list_all_children(one, 1)
    assert found.checkpoints == [two]
    assert (await conn.domain_list_all_checkpoints(running, 1, 1)).checkpoints == [one]
    assert (await conn.domain_list_all_checkpoints(running)).ret == 2
    root = ET.fromstring(await conn.domain_checkpoint_get_xml_desc(two))
    assert [each.tag for each in root] == ["name", "parent", "creationTime", "disks", "domain"]
    disk = root.find("disks/disk")
    assert disk is not None
    assert disk.attrib == {"name": "vda", "checkpoint": "bitmap", "bitmap": "two"}
    assert ET.fromstring(await conn.domain_checkpoint_get_xml_desc(two, 2)).find("domain") is None
    await conn.domain_checkpoint_delete(two)
    await conn.domain_checkpoint_delete(one, 2)
    assert (await conn.domain_list_all_checkpoints(running)).checkpoints == []


async def test_snapshots_by_what_they_hold(conn: Connection, domain: Domain) -> None:
    """Lists of those of a domain that was off, in its own disks; flags of a pair that are both set."""
    for name in ("first", "second"):
        await conn.domain_snapshot_create_xml(domain, snapshot(name))
    flags = enums.DomainSnapshotListFlags
    for wanted, count in (
        (flags.INACTIVE, 2),
        (flags.ACTIVE, 0),
        (flags.DISK_ONLY, 0),
        (flags.DISK_ONLY | flags.INACTIVE, 2),
        (flags.INTERNAL, 2),
        (flags.EXTERNAL, 0),
        (flags.INTERNAL | flags.EXTERNAL, 2),
        (flags.LEAVES, 1),
        (flags.NO_LEAVES, 1),
        (flags.LEAVES | flags.NO_LEAVES, 0),
    ):
        assert await conn.domain_snapshot_num(domain, int(wanted)) == count, wanted


async def test_snapshots_by_flags_that_do_not_fit(conn: Connection, domain: Domain) -> None:
    """Each is refused for what is missing, and nothing is kept."""
    create, prefix = enums.DomainSnapshotCreateFlags, "VIR_DOMAIN_SNAPSHOT_"
    for flag, refusal in (
        (create.REDEFINE, (1, 35, "internal error: missing creationTime from existing snapshot")),
        (
            create.CURRENT,
            (8, 35, f"Flag '{prefix}CREATE_REDEFINE' is required by flag '{prefix}CREATE_CURRENT'"),
        ),
        (
            create.QUIESCE,
            (8, 10, f"Flag '{prefix}CREATE_DISK_ONLY' is required by flag '{prefix}CREATE_QUIESCE'"),
        ),
        (
            create.LIVE,
            (
                84,
                10,
                f"Operation not supported: live {_ONLY_FULL}",
            ),
        ),
        (1 << 20, (8, 10, "unsupported flags (0x100000) in function qemuSnapshotCreateXML")),
    ):
        assert await refused(conn.domain_snapshot_create_xml(domain, snapshot("x"), int(flag))) == refusal
    memory = "<memory snapshot='external' file='/nowhere'/>"
    off = (27, 35, "XML error: memory state cannot be saved with offline or disk-only snapshot")
    assert await refused(conn.domain_snapshot_create_xml(domain, snapshot("x", memory))) == off
    dot = (35, 10, "invalid snapshot name '.x': name can't start with '.'")
    assert await refused(conn.domain_snapshot_create_xml(domain, snapshot(".x"))) == dot
    assert await conn.domain_snapshot_num(domain) == 0
    kept = await conn.domain_snapshot_create_xml(domain, snapshot("kept"))
    names = f"Flags '{prefix}REVERT_RUNNING' and '{prefix}REVERT_PAUSED'"
    both = (8, 35, f"{names} are mutually exclusive")
    assert await refused(conn.domain_revert_to_snapshot(kept, 1 | 2)) == both
    bad = (8, 10, "unsupported flags (0x8) in function qemuSnapshotDelete")
    assert await refused(conn.domain_snapshot_delete(kept, 8)) == bad


async def test_snapshot_that_is_not_kept(conn: Connection, domain: Domain) -> None:
    """Its disk has it, and libvirt forgets it."""
    without = int(enums.DomainSnapshotCreateFlags.NO_METADATA)
    assert (await conn.domain_snapshot_create_xml(domain, snapshot("gone"), without)).name == "gone"
    assert await conn.domain_snapshot_num(domain) == 0


async def test_snapshot_that_is_remembered_again(conn: Connection, domain: Domain) -> None:
    """What a client knows of it is put in the place of what libvirt does; it stays current, or becomes so."""
    one = await conn.domain_snapshot_create_xml(domain, snapshot("one"))
    await conn.domain_snapshot_create_xml(domain, snapshot("two"))
    known = await conn.domain_snapshot_get_xml_desc(one)
    again = known.replace("<name>one</name>", "<name>one</name><description>new</description>", 1)
    redefine = enums.DomainSnapshotCreateFlags.REDEFINE
    await conn.domain_snapshot_create_xml(domain, again, int(redefine))
    assert ET.fromstring(await conn.domain_snapshot_get_xml_desc(one)).findtext("description") == "new"
    assert (await conn.domain_snapshot_current(domain)).name == "two"
    current = redefine | enums.DomainSnapshotCreateFlags.CURRENT
    await conn.domain_snapshot_create_xml(domain, known, int(current))
    assert (await conn.domain_snapshot_current(domain)).name == "one"
    assert await conn.domain_snapshot_num(domain) == 2


async def test_parents_that_are_told_are_checked(conn: Connection, domain: Domain) -> None:
    """One that is told of a snapshot has to be there, and not to have grown from it."""
    xml = await conn.domain_get_xml_desc(domain, 1)

    def told(name: str, parent: str | None = None) -> str:
        above = "" if parent is None else f"<parent><name>{parent}</name></parent>"
        state = "<state>shutoff</state><creationTime>5</creationTime>"
        return snapshot(name, above + state + xml)

    redefine = int(enums.DomainSnapshotCreateFlags.REDEFINE)
    for name, parent in (("a", None), ("b", "a"), ("c", "b"), ("b", "a")):
        await conn.domain_snapshot_create_xml(domain, told(name, parent), redefine)
    for name, parent, words in (
        ("a", "a", "cannot set moment a as its own parent"),
        ("new", "new", "cannot set moment new as its own parent"),
        ("a", "nobody", "parent nobody for moment a not found"),
        ("a", "b", "parent b would create cycle to a"),
        ("a", "c", "parent b would create cycle to a"),
    ):
        call = conn.domain_snapshot_create_xml(domain, told(name, parent), redefine)
        assert await refused(call) == (8, 20, f"invalid argument: {words}")
    first = await conn.domain_snapshot_lookup_by_name(domain, "a")
    descendants = int(enums.DomainSnapshotListFlags.DESCENDANTS)
    listed = await conn.domain_snapshot_list_all_children(first, 1, descendants)
    assert sorted(one.name for one in listed.snapshots) == ["b", "c"]


async def test_transient_domain_is_reverted(conn: Connection, domain: Domain) -> None:
    """It is still there, still transient, and can be ended."""
    await conn.domain_create(domain)
    await conn.domain_undefine(domain)
    taken = await conn.domain_snapshot_create_xml(domain, snapshot("one"))
    await conn.domain_revert_to_snapshot(taken)
    found = await conn.domain_lookup_by_name(domain.name)
    assert await conn.domain_is_active(found)
    assert not await conn.domain_is_persistent(found)
    assert await conn.domain_snapshot_num(found) == 1
    await conn.domain_destroy(found)
    assert domain.name not in [one.name for one in (await conn.connect_list_all_domains(1)).domains]
