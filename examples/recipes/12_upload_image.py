import asyncio
from pathlib import Path
from xml.sax.saxutils import escape

import purevirt
from purevirt.rpc.gen.remote import StorageVol


async def import_image(conn: purevirt.Connection, pool_name: str, image: Path, name: str) -> StorageVol:
    pool = await conn.storage_pool_lookup_by_name(pool_name)
    xml = f"""<volume><name>{escape(name)}</name>
      <capacity>{(await asyncio.to_thread(image.stat)).st_size}</capacity><allocation>0</allocation>
      <target><format type='raw'/></target></volume>"""
    vol = await conn.storage_vol_create_xml(pool, xml)
    try:
        await purevirt.upload_file(conn, vol, image, sparse=True)  # the volume is new
        await conn.storage_pool_refresh(pool)  # libvirt looks at what it is now, e.g. qcow2
    except BaseException:
        await conn.storage_vol_delete(vol)  # half an image under its name would be taken for one
        raise
    return vol
