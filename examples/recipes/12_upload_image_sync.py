import hashlib
from pathlib import Path

import purevirt.sync
from purevirt.rpc.gen.remote import StorageVol


def fill(conn: purevirt.sync.Connection, vol: StorageVol, image: Path) -> str:
    size, sha256 = image.stat().st_size, hashlib.sha256()

    def progress(sent: int) -> None:
        print(f"{sent} of {size} bytes")

    purevirt.sync.upload_file(conn, vol, image, progress=progress, digest=sha256)
    return sha256.hexdigest()  # of what was sent
