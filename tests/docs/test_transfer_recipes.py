"""The recipes of docs/client.md that move what volumes hold."""

import asyncio
import gzip
import hashlib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import (
    LocalProtocolError,
)
from tests.docs.recipe import recipe
from tests.lab.guests import GOLDEN, POOL, Inhabited


async def test_images(conn: purevirt.Connection, any_host: Inhabited, tmp_path: Path) -> None:
    """Up, seen as qcow2, copied on write with the right backing, and down again, bit for bit; holes too."""
    image = tmp_path / "image"
    image.write_bytes((any_host.pool_path / GOLDEN).read_bytes()[: 1 << 20])
    with image.open("r+b") as file:
        file.truncate(64 << 20)
    expected = hashlib.sha256(image.read_bytes()).hexdigest()
    vol = await recipe("12_upload_image").import_image(conn, POOL, image, "recipes-image")
    try:
        in_pool = any_host.pool_path / "recipes-image"
        assert hashlib.sha256(in_pool.read_bytes()).hexdigest() == expected
        assert in_pool.stat().st_blocks * 512 < 8 << 20
        down = recipe("13_download_volume")
        assert await down.back_up(conn, str(in_pool), tmp_path / "back") == 64 << 20
        assert hashlib.sha256((tmp_path / "back").read_bytes()).hexdigest() == expected
        assert await down.digest(conn, vol) == expected
    finally:
        any_host.virsh("vol-delete", "recipes-image", "--pool", POOL)


async def test_an_image_that_cannot_be_uploaded(
    conn: purevirt.Connection, any_host: Inhabited, tmp_path: Path
) -> None:
    """No volume is left of it."""
    image = tmp_path / "empty"
    await asyncio.to_thread(image.touch)
    with pytest.raises(LocalProtocolError):
        await recipe("12_upload_image").import_image(conn, POOL, image, "recipes-empty")
    assert "recipes-empty" not in any_host.virsh("vol-list", POOL)


def test_transfers_blocking(any_host: Inhabited, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file up, packed down, and unpacked up again; what was sent is told."""
    image = tmp_path / "image"
    image.write_bytes(bytes(range(256)) * 4096)
    expected = hashlib.sha256(image.read_bytes()).hexdigest()
    in_pool = any_host.pool_path / "recipes-image"
    any_host.virsh("vol-create-as", POOL, "recipes-image", "1M")
    try:
        with purevirt.sync.connect(any_host.uri) as conn:
            vol = conn.storage_vol_lookup_by_name(conn.storage_pool_lookup_by_name(POOL), "recipes-image")
            assert recipe("12_upload_image_sync").fill(conn, vol, image) == expected
            assert hashlib.sha256(in_pool.read_bytes()).hexdigest() == expected
            files = recipe("13_download_volume_sync")
            files.back_up(conn, vol, tmp_path / "packed")
            assert gzip.decompress((tmp_path / "packed").read_bytes()) == image.read_bytes()
            any_host.virsh("vol-wipe", "recipes-image", "--pool", POOL)
            files.restore(conn, vol, tmp_path / "packed", 1 << 20)
        assert hashlib.sha256(in_pool.read_bytes()).hexdigest() == expected
    finally:
        any_host.virsh("vol-delete", "recipes-image", "--pool", POOL)
    assert capsys.readouterr().out.splitlines()[-1] == "1048576 of 1048576 bytes"


async def test_clone(conn: purevirt.Connection, any_host: Inhabited) -> None:
    """G1, G3, G11: the base's own format is recorded, never less than its size, and compat 1.1."""
    vol = await recipe("14_clone").clone(conn, POOL, GOLDEN, "recipes-clone", 1)
    try:
        root = ET.fromstring(any_host.virsh("vol-dumpxml", vol.name, "--pool", POOL))
        base = ET.fromstring(any_host.virsh("vol-dumpxml", GOLDEN, "--pool", POOL))
        kind = root.find("backingStore/format")
        assert kind is not None
        assert kind.get("type") == "qcow2"
        assert root.findtext("backingStore/path") == str(any_host.pool_path / GOLDEN)
        assert root.findtext("capacity") == base.findtext("capacity")
        assert root.findtext("target/compat") == "1.1"
    finally:
        any_host.virsh("vol-delete", vol.name, "--pool", POOL)
