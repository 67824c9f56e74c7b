import errno

import pytest
from upload_image import upload

import purevirt.sync


def test_nothing_is_left_of_an_upload_to_a_full_disk(purevirt_libvirtd, tmp_path):
    sim, image = purevirt_libvirtd, tmp_path / "image.raw"
    image.write_bytes(b"x" * 4_000_000)
    sim.run(lambda: sim.faults.storage.fail_writes(after_bytes=1_000_000, errno=errno.ENOSPC))
    with pytest.raises(purevirt.errors.LibvirtError, match="No space left on device"):
        upload(sim.uri, image, "new.raw")
    with purevirt.sync.connect(sim.uri) as conn:
        assert conn.storage_pool_list_volumes(conn.storage_pool_lookup_by_name("default"), 9) == []
