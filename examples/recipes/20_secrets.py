from xml.sax.saxutils import escape

import purevirt
from purevirt.errors import NoSecret
from purevirt.rpc.gen.enums import SecretUsageType


async def store(conn: purevirt.Connection, usage: str, value: bytes) -> None:
    secret = await conn.secret_define_xml(
        f"""<secret ephemeral='no' private='yes'>
        <usage type='ceph'><name>{escape(usage)}</name></usage></secret>"""
    )
    await conn.secret_set_value(secret, value)


async def forget(conn: purevirt.Connection, usage: str) -> bool:
    try:
        secret = await conn.secret_lookup_by_usage(SecretUsageType.CEPH, usage)
    except NoSecret:
        return False
    await conn.secret_undefine(secret)
    return True
