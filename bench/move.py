"""What is measured of purevirt's transfers: `python -m bench.move up|down URI POOL VOLUME FILE`.

Prints the seconds of the transfer alone.
"""

from __future__ import annotations

import asyncio
import sys
import time

import purevirt
from purevirt.rpc.aio import transfer


async def move(direction: str, uri: str, pool: str, volume: str, path: str) -> float:
    """Upload a file into the volume, or download the volume into a file; return its own seconds."""
    async with await purevirt.connect(uri) as conn:
        vol = await conn.storage_vol_lookup_by_name(await conn.storage_pool_lookup_by_name(pool), volume)
        start = time.perf_counter()
        if direction == "up":
            await transfer.upload_file(conn, vol, path, sparse=False)
        else:
            await transfer.download_file(conn, vol, path, sparse=False)
        return time.perf_counter() - start


if __name__ == "__main__":
    print(asyncio.run(move(*sys.argv[1:])))
