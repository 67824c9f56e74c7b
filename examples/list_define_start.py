import asyncio

import purevirt

XML = "<domain type='qemu'><name>demo</name><title>Hi</title><memory>65536</memory><os><type>hvm</type></os></domain>"


async def main() -> None:
    async with await purevirt.connect("qemu:///system") as conn:
        print([dom.name for dom in (await conn.connect_list_all_domains()).domains])
        dom = await conn.domain_create_with_flags(await conn.domain_define_xml(XML))
        print(await conn.domain_get_metadata(dom, 1, None))  # 1 is the title
        await conn.domain_destroy(dom)


asyncio.run(main())
