"""Domains of the test driver put aside and brought back: saved states, snapshots, checkpoints."""

import asyncio

from purevirt.errors import NoDomainSnapshot
from tests.live.lifecycle import domain_xml
from tests.live.live import Live
from tests.live.plain import plain
from tests.live.query import CONNECTION, Refusal

_DESCENDANTS = 1
_WITH_CHILDREN = 1
_SNAPSHOT_XML = "<domainsnapshot><name>{}</name></domainsnapshot>"
_CHECKPOINT_XML = "<domaincheckpoint><name>{}</name></domaincheckpoint>"
_DISK = "<disk><driver type='qcow2'/><source file='/guest/disk'/><target dev='vda'/></disk>"


async def saved_states(live: Live) -> None:
    """Managed saves, saves to a file, and what can be done to such a file."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-saved")
    dom = await conn.domain_define_xml(domain_xml("pv-saved"))
    await conn.domain_create(dom)
    await live.reads(conn.domain_has_managed_save_image(dom), by_name.hasManagedSaveImage())
    await live.does(conn.domain_managed_save(dom), by_name.hasManagedSaveImage(), 1)
    await live.does(conn.domain_managed_save_remove(dom), by_name.hasManagedSaveImage(), 0)
    folder = live.host.folder / "lib"
    image = str(folder / "pv-saved.img")
    await conn.domain_create(dom)
    await live.does(conn.domain_save(dom, image), by_name.isActive(), 0)
    await live.reads(conn.domain_save_image_get_xml_desc(image), CONNECTION.saveImageGetXMLDesc(image))
    changed = (await conn.domain_save_image_get_xml_desc(image)).replace(
        "</os>", "</os><on_crash>restart</on_crash>"
    )
    changed = changed.replace("<on_crash>destroy</on_crash>", "")
    async with live.comparing():
        await conn.domain_save_image_define_xml(image, changed)
        assert "<on_crash>restart</on_crash>" in await live.ask(CONNECTION.saveImageGetXMLDesc(image))
    await live.does(conn.domain_restore(image), by_name.isActive(), 1)
    await live.does(conn.domain_save_flags(dom, image, None), by_name.isActive(), 0)
    await live.does(conn.domain_restore_flags(image, None), by_name.isActive(), 1)
    await live.refused(conn.domain_restore(image + "-none"), CONNECTION.restore(image + "-none"))
    async with live.comparing():
        dumps = [folder / f"pv-saved.core{number}" for number in range(3)]
        await conn.domain_core_dump(dom, str(dumps[0]))
        await conn.domain_core_dump_with_format(dom, str(dumps[1]), 0)
        await live.ask(by_name.coreDump(str(dumps[2])))
        ours, ours_by_format, theirs = await asyncio.to_thread(lambda: [dump.read_bytes() for dump in dumps])
        assert ours == ours_by_format == theirs != b""
    await conn.domain_destroy(dom)
    await conn.domain_undefine(dom)


async def snapshots(live: Live) -> None:
    """A tree of three snapshots, and the ways back."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-snap")
    dom = await conn.domain_define_xml(domain_xml("pv-snap"))
    await live.refused(conn.domain_snapshot_current(dom), by_name.snapshotCurrent())
    root = await live.does(
        conn.domain_snapshot_create_xml(dom, _SNAPSHOT_XML.format("root")),
        by_name.snapshotListNames(),
        ["root"],
    )
    await conn.domain_create(dom)
    child = await conn.domain_snapshot_create_xml(dom, _SNAPSHOT_XML.format("child"))
    await conn.domain_snapshot_create_xml(dom, _SNAPSHOT_XML.format("grandchild"))
    of_root, of_child = by_name.snapshotLookupByName("root"), by_name.snapshotLookupByName("child")
    await live.reads(conn.domain_snapshot_num(dom), by_name.snapshotNum())
    await live.reads(conn.domain_snapshot_list_names(dom, 16), by_name.snapshotListNames())
    await live.reads(
        conn.domain_list_all_snapshots(dom), by_name.listAllSnapshots(), lambda reply: plain(reply.snapshots)
    )
    await live.reads(conn.domain_snapshot_lookup_by_name(dom, "child"), of_child)
    none = await live.refused(
        conn.domain_snapshot_lookup_by_name(dom, "none"), by_name.snapshotLookupByName("none")
    )
    assert isinstance(none, NoDomainSnapshot)
    await live.reads(conn.domain_snapshot_get_xml_desc(child), of_child.getXMLDesc())
    await live.reads(conn.domain_snapshot_get_parent(child), of_child.getParent())
    await live.reads(conn.domain_snapshot_num_children(root, _DESCENDANTS), of_root.numChildren(_DESCENDANTS))
    await live.reads(conn.domain_snapshot_list_children_names(root, 16), of_root.listChildrenNames())
    await live.reads(
        conn.domain_snapshot_list_all_children(root),
        of_root.listAllChildren(),
        lambda reply: plain(reply.snapshots),
    )
    await live.reads(conn.domain_has_current_snapshot(dom), by_name.hasCurrentSnapshot())
    await live.reads(conn.domain_snapshot_current(dom), by_name.snapshotCurrent())
    await live.reads(conn.domain_snapshot_is_current(child), of_child.isCurrent())
    await live.reads(conn.domain_snapshot_has_metadata(child), of_child.hasMetadata())
    await live.does(conn.domain_revert_to_snapshot(root), by_name.isActive(), 0)
    await live.does(
        conn.domain_snapshot_delete(child), by_name.snapshotListNames(), ["grandchild", "root"], sorted
    )
    await live.does(conn.domain_snapshot_delete(root, _WITH_CHILDREN), by_name.snapshotNum(), 0)
    await conn.domain_undefine(dom)


async def checkpoints(live: Live) -> None:
    """Two checkpoints of a running domain, one below the other."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-check")
    dom = await conn.domain_define_xml(domain_xml("pv-check", devices=_DISK))
    await conn.domain_create(dom)
    root = await live.does(
        conn.domain_checkpoint_create_xml(dom, _CHECKPOINT_XML.format("root")),
        by_name.checkpointLookupByName("root"),
        ["root", "pv-check"],
    )
    child = await conn.domain_checkpoint_create_xml(dom, _CHECKPOINT_XML.format("child"))
    of_child = by_name.checkpointLookupByName("child")
    await live.reads(
        conn.domain_list_all_checkpoints(dom),
        by_name.listAllCheckpoints(),
        lambda reply: plain(reply.checkpoints),
    )
    await live.reads(conn.domain_checkpoint_lookup_by_name(dom, "child"), of_child)
    await live.reads(conn.domain_checkpoint_get_xml_desc(child), of_child.getXMLDesc())
    await live.reads(conn.domain_checkpoint_get_parent(child), of_child.getParent())
    await live.reads(
        conn.domain_checkpoint_list_all_children(root),
        by_name.checkpointLookupByName("root").listAllChildren(),
        lambda reply: plain(reply.checkpoints),
    )
    await live.refused(
        conn.domain_checkpoint_lookup_by_name(dom, "none"), by_name.checkpointLookupByName("none")
    )
    await live.does(conn.domain_checkpoint_delete(child), of_child, Refusal)
    await conn.domain_checkpoint_delete(root)
    await conn.domain_destroy(dom)
    await conn.domain_undefine(dom)
