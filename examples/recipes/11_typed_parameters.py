import purevirt
from purevirt.rpc import typed_params
from purevirt.rpc.gen.enums import DomainModificationImpact, TypedParameterType
from purevirt.rpc.gen.remote import Domain


async def set_io_weight(conn: purevirt.Connection, dom: Domain, weight: int) -> dict[str, typed_params.Value]:
    flags = DomainModificationImpact.CONFIG
    params = typed_params.from_dict({"weight": weight}, {"weight": TypedParameterType.UINT})
    await conn.domain_set_blkio_parameters(dom, params, flags)
    count = (await conn.domain_get_blkio_parameters(dom, 0, flags)).nparams  # first how many there are
    return typed_params.to_dict((await conn.domain_get_blkio_parameters(dom, count, flags)).params)
