import asyncio

import purevirt
from purevirt.errors import ConnectionLost, OperationInvalid
from purevirt.rpc.gen.remote import Domain


async def start(conn: purevirt.Connection, dom: Domain, patience_s: float) -> str:
    try:
        async with asyncio.timeout(patience_s):
            await conn.domain_create(dom)
    except TimeoutError:
        return "perhaps started"  # the daemon goes on with it; the connection is as good as before
    except ConnectionLost as error:
        return "perhaps started" if error.maybe_executed else "not started"
    except OperationInvalid:
        return "ran already"
    return "started"
