import hashlib
from pathlib import Path

import purevirt
from purevirt.rpc.gen.remote import StorageVol


async def back_up(conn: purevirt.Connection, path: str, target: Path) -> int:
    vol = await conn.storage_vol_lookup_by_path(path)
    return await purevirt.download_file(conn, vol, target)  # its size


async def digest(conn: purevirt.Connection, vol: StorageVol) -> str:
    sha256 = hashlib.sha256()
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, vol, 0, 0)  # from offset 0, to the end
        async for piece in stream:
            sha256.update(piece)
    return sha256.hexdigest()
