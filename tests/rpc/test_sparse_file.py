"""The file at this end of a transfer: pieces, holes, and what is told of them."""

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from purevirt.errors import LocalProtocolError, RemoteProtocolError
from purevirt.rpc.limits import MAX_STREAM_PACKET_BYTES
from purevirt.rpc.shared.sparse_file import PIECE_BYTES, FileReader, FileWriter

Open = Callable[[str, int], int]
HOLE = 3 * PIECE_BYTES // 4096 * 4096


@pytest.fixture
def open_file(tmp_path: Path) -> Iterator[Open]:
    """Opens files of a folder of the test's own."""
    files = []

    def opened(name: str, flags: int) -> int:
        files.append(os.open(tmp_path / name, flags | os.O_CREAT, 0o600))
        return files[-1]

    yield opened
    for file in files:
        os.close(file)


def content(*items: bytes | int) -> bytes:
    """Return what pieces and holes stand for."""
    return b"".join(bytes(item) if isinstance(item, int) else item for item in items)


def read_all(reader: FileReader) -> list[bytes | int]:
    """Return all that a reader gives."""
    items: list[bytes | int] = []
    while (item := reader.read()) is not None:
        items.append(item)
        assert reader.position == len(content(*items))
    return items


@pytest.mark.parametrize("layout", [(b"a", HOLE, b"b"), (HOLE, b"a", HOLE), (HOLE,), (b"a" * PIECE_BYTES,)])
@pytest.mark.parametrize("sparse", [True, False])
@pytest.mark.parametrize("digested", [True, False])
def test_a_file_is_read(
    open_file: Open, tmp_path: Path, layout: tuple[bytes | int, ...], sparse: bool, digested: bool
) -> None:
    """S13: all of it, in pieces that are whole packets; holes are holes only where they are looked for."""
    with (tmp_path / "file").open("wb") as file:
        for item in layout:
            if isinstance(item, int):
                file.seek(item, os.SEEK_CUR)
            else:
                file.write(item)
        file.truncate(file.tell())
    digest = hashlib.sha256() if digested else None
    items = read_all(FileReader(open_file("file", os.O_RDONLY), "vol", sparse=sparse, digest=digest))
    assert content(*items) == content(*layout)
    assert any(isinstance(item, int) for item in items) is (sparse and HOLE in layout)
    assert all(len(item) <= PIECE_BYTES for item in items if isinstance(item, bytes))
    if digest is not None:
        assert digest.digest() == hashlib.sha256(content(*layout)).digest()


@pytest.mark.parametrize("code", [errno.EINVAL, errno.EIO])
def test_where_holes_are_not_known(
    open_file: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """S13: a device, or a file system, that knows of no holes has none; any other failure is one."""
    (tmp_path / "file").write_bytes(b"a" * 5000 + bytes(HOLE))
    original = os.lseek

    def lseek(file: int, position: int, whence: int) -> int:
        if whence in (os.SEEK_DATA, os.SEEK_HOLE):
            raise OSError(code, "from the test")
        return original(file, position, whence)

    monkeypatch.setattr(os, "lseek", lseek)
    reader = FileReader(open_file("file", os.O_RDONLY), "vol", sparse=True)
    if code == errno.EIO:
        with pytest.raises(OSError, match="from the test"):
            reader.read()
    else:
        items = read_all(reader)
        assert content(*items) == b"a" * 5000 + bytes(HOLE)
        assert not any(isinstance(item, int) for item in items)


def test_pieces_are_whole_packets() -> None:
    """Each piece but the last fills its packets: the daemon gets no small ones in between."""
    assert PIECE_BYTES % MAX_STREAM_PACKET_BYTES == 0


@pytest.mark.parametrize(("size", "match"), [(10, "ended at byte"), (200_000, "to 200000")])
def test_a_file_that_changes(open_file: Open, tmp_path: Path, size: int, match: str) -> None:
    """S10, S11: neither a shorter nor a longer file is taken for the one that was announced."""
    path = tmp_path / "file"
    path.write_bytes(bytes(100_000))
    reader = FileReader(open_file("file", os.O_RDONLY), "vol", sparse=False)
    os.truncate(path, size)
    with pytest.raises(LocalProtocolError, match=match):
        read_all(reader)


@pytest.mark.parametrize("digested", [True, False])
def test_a_file_is_written(open_file: Open, tmp_path: Path, digested: bool) -> None:
    """S14: pieces and holes, the last hole too, and the name only at the end."""
    digest = hashlib.sha256() if digested else None
    writer = FileWriter(open_file("part", os.O_WRONLY), "vol", digest=digest)
    expected = content(b"a" * 5000, HOLE, b"b", HOLE)
    writer.write([b"a" * 5000, HOLE])
    writer.write([b"b", HOLE])
    assert writer.position == len(expected)
    writer.complete(str(tmp_path / "part"), tmp_path / "whole")
    assert (tmp_path / "whole").read_bytes() == expected
    assert (tmp_path / "whole").stat().st_blocks * 512 < HOLE
    assert not (tmp_path / "part").exists()
    if digest is not None:
        assert digest.digest() == hashlib.sha256(expected).digest()


def test_a_write_that_is_stopped(open_file: Open) -> None:
    """A digest of a hole of terabytes ends when another thread wants it to, and nothing is written after."""
    writer = FileWriter(open_file("part", os.O_WRONLY), "vol", digest=Stops())
    Stops.writer = writer
    writer.write([1 << 50, b"a"])
    assert Stops.seen == 1 << 20
    assert os.fstat(open_file("part", os.O_RDONLY)).st_size == 0


class Stops:
    """A digest in whose first update the writer is stopped."""

    writer: FileWriter
    seen = 0

    def update(self, data: bytes, /) -> None:
        """Count, and stop."""
        Stops.seen += len(data)
        Stops.writer.stopped = True


def test_a_file_that_would_be_too_long(open_file: Open) -> None:
    """S16: holes that no file can have are the daemon's fault, and said to be."""
    writer = FileWriter(open_file("part", os.O_WRONLY), "vol")
    with pytest.raises(RemoteProtocolError, match="vol: the daemon sends a file of"):
        writer.write([(1 << 63) - 1, 1])
