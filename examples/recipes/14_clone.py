import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

import purevirt
from purevirt.rpc.gen.remote import StorageVol


async def clone(
    conn: purevirt.Connection, pool_name: str, base_name: str, name: str, size: int
) -> StorageVol:
    pool = await conn.storage_pool_lookup_by_name(pool_name)
    base = await conn.storage_vol_lookup_by_name(pool, base_name)
    root = ET.fromstring(await conn.storage_vol_get_xml_desc(base))
    kind = root.find("target/format")
    capacity = max(size, int(root.findtext("capacity", "0")))  # a smaller one would cut the disk off
    xml = f"""<volume><name>{escape(name)}</name><capacity>{capacity}</capacity>
      <target><format type='qcow2'/><compat>1.1</compat></target>
      <backingStore><path>{escape(await conn.storage_vol_get_path(base))}</path>
        <format type='{"raw" if kind is None else kind.get("type")}'/></backingStore></volume>"""
    return await conn.storage_vol_create_xml(pool, xml)
