from pathlib import Path

import purevirt.sync
from purevirt.rpc.gen.remote import StorageVol


def fill(conn: purevirt.sync.Connection, vol: StorageVol, image: Path) -> None:
    length = image.stat().st_size
    with image.open("rb") as file, conn.stream() as stream:
        conn.storage_vol_upload(stream, vol, 0, length)
        while piece := file.read(1 << 20):
            stream.write(piece)
            length -= len(piece)
        if length:
            raise ValueError(f"{image} changed while it was read")  # leaving aborts the transfer
        stream.finish()
