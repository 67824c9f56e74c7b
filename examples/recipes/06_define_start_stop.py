import purevirt
from purevirt.errors import NoDomain, OperationInvalid
from purevirt.rpc.gen.enums import (
    DomainCreateFlags,
    DomainDefineFlags,
    DomainState,
    DomainUndefineFlagsValues,
)
from purevirt.rpc.gen.remote import Domain

ALL_IT_HAS = (
    DomainUndefineFlagsValues.MANAGED_SAVE
    | DomainUndefineFlagsValues.SNAPSHOTS_METADATA
    | DomainUndefineFlagsValues.CHECKPOINTS_METADATA
    | DomainUndefineFlagsValues.NVRAM
)


async def start(conn: purevirt.Connection, xml: str) -> Domain:
    dom = await conn.domain_define_xml_flags(xml, DomainDefineFlags.VALIDATE)
    return await conn.domain_create_with_flags(dom, DomainCreateFlags.START_PAUSED)  # 0 lets it run


async def stop(conn: purevirt.Connection, dom: Domain, patience_s: float) -> None:
    try:
        await conn.domain_shutdown(dom)
        await purevirt.wait_for_state(conn, dom, DomainState.SHUTOFF, timeout_s=patience_s)
    except (TimeoutError, OperationInvalid):  # it does not listen; or it is paused, or off already
        if (await conn.domain_get_state(dom)).state != DomainState.SHUTOFF:
            await conn.domain_destroy(dom)


async def remove(conn: purevirt.Connection, name: str) -> None:
    try:
        await conn.domain_undefine_flags(await conn.domain_lookup_by_name(name), ALL_IT_HAS)
    except NoDomain:
        return
