import gzip
import shutil
from pathlib import Path

import purevirt.sync
from purevirt.rpc.gen.remote import StorageVol


def back_up(conn: purevirt.sync.Connection, vol: StorageVol, target: Path) -> None:
    with gzip.open(target, "wb") as packed, conn.stream() as stream:
        conn.storage_vol_download(stream, vol, 0, 0)
        shutil.copyfileobj(stream.file(), packed)


def restore(conn: purevirt.sync.Connection, vol: StorageVol, source: Path, length: int) -> None:
    with gzip.open(source, "rb") as packed, conn.stream() as stream:
        conn.storage_vol_upload(stream, vol, 0, length)
        with stream.file() as target:  # finished at the block's end, aborted by an exception
            shutil.copyfileobj(packed, target)
