from xml.sax.saxutils import escape, quoteattr

import purevirt


async def make_network(conn: purevirt.Connection, name: str, bridge: str) -> str:
    net = await conn.network_define_xml(
        f"""<network><name>{escape(name)}</name><bridge name={quoteattr(bridge)}/>
        <ip address='10.99.0.1' netmask='255.255.255.0'/></network>"""
    )
    await conn.network_create(net)
    await conn.network_set_autostart(net, 1)
    return await conn.network_get_bridge_name(net)


async def make_pool(conn: purevirt.Connection, name: str, folder: str) -> list[str]:
    pool = await conn.storage_pool_define_xml(
        f"<pool type='dir'><name>{escape(name)}</name><target><path>{escape(folder)}</path></target></pool>"
    )
    await conn.storage_pool_build(pool)  # makes the folder
    await conn.storage_pool_create(pool)  # libvirt's word for starting it
    await conn.storage_pool_set_autostart(pool, 1)
    return [vol.name for vol in await purevirt.list_volumes(conn, pool)]
