import asyncio

import purevirt
from purevirt.errors import LibvirtError
from purevirt.rpc.gen.remote import Domain


async def all_xml(conn: purevirt.Connection) -> dict[str, str | None]:
    async def one(dom: Domain) -> str | None:
        try:
            return await conn.domain_get_xml_desc(dom)
        except LibvirtError:
            return None  # it went away meanwhile

    doms = await purevirt.list_domains(conn)
    async with asyncio.TaskGroup() as group:
        tasks = {dom.name: group.create_task(one(dom)) for dom in doms}
    return {name: task.result() for name, task in tasks.items()}
