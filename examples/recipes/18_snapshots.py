from xml.sax.saxutils import escape

import purevirt
from purevirt.errors import NoDomainSnapshot
from purevirt.rpc.gen.enums import DomainSnapshotCreateFlags
from purevirt.rpc.gen.remote import Domain


async def take(conn: purevirt.Connection, dom: Domain, name: str) -> list[str]:
    xml = f"<domainsnapshot><name>{escape(name)}</name></domainsnapshot>"
    await conn.domain_snapshot_create_xml(dom, xml, DomainSnapshotCreateFlags.ATOMIC)
    return [snapshot.name for snapshot in await purevirt.list_snapshots(conn, dom)]


async def go_back(conn: purevirt.Connection, dom: Domain, name: str) -> bool:
    try:
        snapshot = await conn.domain_snapshot_lookup_by_name(dom, name)
    except NoDomainSnapshot:
        return False
    await conn.domain_revert_to_snapshot(snapshot)
    await conn.domain_snapshot_delete(snapshot)
    return True
