"""Uploads an image into the pool `default`; of an upload that fails nothing is left."""

import os
import sys

import purevirt.sync

VOLUME = "<volume><name>{}</name><capacity>{}</capacity></volume>"


def upload(uri: str, path: str | os.PathLike[str], name: str) -> None:
    with purevirt.sync.connect(uri) as conn:
        pool = conn.storage_pool_lookup_by_name("default")
        volume = conn.storage_vol_create_xml(pool, VOLUME.format(name, os.path.getsize(path)))
        try:
            purevirt.sync.upload_file(conn, volume, path)
        except BaseException:
            conn.storage_vol_delete(volume)
            raise


if __name__ == "__main__":
    upload(*sys.argv[1:])
