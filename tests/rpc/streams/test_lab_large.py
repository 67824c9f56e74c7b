"""A large sparse volume, up and down over each transport, by a client that has little memory."""

import errno
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab import LabHost

pytestmark = pytest.mark.lab

MIB = 1 << 20
BLOCK = 1 << 16
SIZE = 1 << 30
POOL = "large"
MAX_RESIDENT_MIB = 100
CLIENT = """
import asyncio, sys
from pathlib import Path
import purevirt
from purevirt.rpc.aio.transfer import download_file, upload_file

async def main(uri, volume, up, down):
    async with await purevirt.connect(uri) as conn:
        vol = await conn.storage_vol_lookup_by_path(volume)
        print(await upload_file(conn, vol, up, sparse=True), await download_file(conn, vol, down))

asyncio.run(main(*sys.argv[1:]))
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(status["VmHWM"].split()[0])
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """1 GiB of holes, with small data among them, and one stretch that is more than the client may hold."""
    path = tmp_path_factory.mktemp("large") / "image.raw"
    with path.open("wb") as file:
        for number in range(16):
            file.seek(number * 48 * MIB + number * 4096)
            file.write(os.urandom(300_000))
        file.seek(800 * MIB)
        for _ in range(MAX_RESIDENT_MIB + 12):
            file.write(os.urandom(MIB))
        file.truncate(SIZE)
    yield path
    path.unlink()


@pytest.fixture(scope="module")
def pool(lab_access: LabHost) -> Iterator[Path]:
    """A pool of the module's own."""
    folder = lab_access.folder / "large-pool"
    folder.mkdir()
    lab_access.virsh("pool-create-as", POOL, "dir", "--target", str(folder))
    yield folder
    lab_access.virsh("pool-destroy", POOL)
    folder.rmdir()


def content(path: Path) -> dict[int, bytes]:
    """Return the digest of each block that is not all zeros; holes are not read, which takes long."""
    found: dict[int, bytes] = {}
    position, end = 0, path.stat().st_size
    with path.open("rb") as file:
        while position < end:
            try:
                position = os.lseek(file.fileno(), position, os.SEEK_DATA) // BLOCK * BLOCK
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
                break  # no data from here on
            block = os.pread(file.fileno(), BLOCK, position)
            if block.strip(b"\0"):
                found[position] = hashlib.sha256(block).digest()
            position += BLOCK
    return found


@pytest.mark.parametrize("transport", ["unix", "tls", "ssh"])
def test_a_large_sparse_volume(
    lab_access: LabHost, pool: Path, image: Path, tmp_path: Path, transport: str
) -> None:
    """S13, S14: bit-exact with its holes, by a client that never has more than 100 MiB of memory."""
    assert lab_access.ssh is not None
    uris = {
        "unix": lab_access.uri,
        "tls": lab_access.tls_uri(driver="qemu", path="/system"),
        "ssh": lab_access.ssh_uri(),
    }
    expected = content(image)
    volume, down = pool / transport, tmp_path / "down.raw"
    lab_access.virsh("vol-create-as", POOL, transport, str(SIZE), "--allocation", "0", "--format", "raw")
    try:
        done = subprocess.run(
            [sys.executable, "-c", CLIENT, uris[transport], str(volume), str(image), str(down)],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=100,
        )
        sent, received, resident_kib = map(int, done.stdout.split())
        assert (sent, received) == (SIZE, SIZE)
        for path in (volume, down):
            assert path.stat().st_size == SIZE
            assert path.stat().st_blocks * 512 < SIZE // 4
            assert content(path) == expected
        assert resident_kib < MAX_RESIDENT_MIB * 1024
    finally:
        lab_access.virsh("vol-delete", transport, "--pool", POOL)
        down.unlink(missing_ok=True)
