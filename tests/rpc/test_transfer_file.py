"""What may be at this end of a transfer, and what is in the way of it."""

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from purevirt.errors import LocalProtocolError
from purevirt.rpc.shared import transfer_file
from purevirt.rpc.shared.transfer_file import open_part, open_source, part_of


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where something is downloaded to."""
    return tmp_path / "disk.raw"


@pytest.fixture
def part(target: Path) -> Iterator[int]:
    """The open part of the target."""
    file = open_part(target)
    yield file
    os.close(file)


@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_a_source_without_a_length(tmp_path: Path, kind: str) -> None:
    """S12: said at once, by its own name; nobody waits for a FIFO's other end."""
    path = {"fifo": tmp_path / "fifo", "folder": tmp_path, "device": Path(os.devnull)}[kind]
    if kind == "fifo":
        os.mkfifo(path)
    with pytest.raises(LocalProtocolError, match=f"{path}: neither a file nor a block device"):
        open_source(path)


@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_a_target_that_is_no_file(target: Path, kind: str) -> None:
    """A device is not replaced by a file, nor a folder found in the way when all has been written."""
    if kind == "fifo":
        os.mkfifo(target)
    elif kind == "folder":
        target.mkdir()
    else:
        target.symlink_to(os.devnull)
    with pytest.raises(FileExistsError, match="no file"):
        open_part(target)
    assert [*target.parent.iterdir()] == [target]


def test_a_part_that_is_no_file(target: Path) -> None:
    """Neither a FIFO nor where somebody's link leads is written to."""
    os.mkfifo(part_of(target))
    with pytest.raises(OSError, match=r"disk\.raw"):
        open_part(target)
    Path(part_of(target)).unlink()
    victim = target.with_name("victim")
    victim.write_bytes(b"kept")
    Path(part_of(target)).symlink_to(victim)
    with pytest.raises(OSError, match=r"disk\.raw"):
        open_part(target)
    assert victim.read_bytes() == b"kept"


def test_a_part_from_before(target: Path) -> None:
    """S23: what a killed process left is written anew, from nothing; a new one is for its owner alone."""
    Path(part_of(target)).write_bytes(b"half of something")
    os.close(open_part(target))
    assert Path(part_of(target)).read_bytes() == b""
    Path(part_of(target)).unlink()
    os.close(open_part(target))
    assert stat.S_IMODE(Path(part_of(target)).stat().st_mode) == 0o600


def test_one_at_a_time(target: Path, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """S23: refused while another writes, whose bytes stay."""
    monkeypatch.setattr(transfer_file, "PATIENCE_S", 0.0)
    os.write(part, b"the first")
    with pytest.raises(FileExistsError, match="Another download writes this file"):
        open_part(target)
    assert Path(part_of(target)).read_bytes() == b"the first"


def test_one_that_lets_go_in_a_moment(target: Path, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was cancelled while its part was opened, and its caller tries again at once: that is no conflict."""
    pauses = []

    def sleep(pause_s: float) -> None:
        pauses.append(pause_s)
        Path(part_of(target)).unlink()
        os.dup2(null, part)

    null = os.open(os.devnull, os.O_RDONLY)
    monkeypatch.setattr(time, "sleep", sleep)
    file = open_part(target)
    assert len(pauses) == 1
    assert os.path.samestat(os.fstat(file), Path(part_of(target)).stat())
    os.close(file)
    os.close(null)


@pytest.mark.parametrize("end", ["finished", "failed"])
def test_the_other_ends_between_opening_and_locking(
    target: Path, part: int, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """S23: what was opened has got its name, or lost it, meanwhile: it is left alone, and a new one made."""
    os.write(part, b"the first")
    ended: list[str] = []
    original = os.open

    def opened(path: str, flags: int, mode: int) -> int:
        file = original(path, flags, mode)
        if not ended:
            if end == "finished":
                Path(path).rename(target)
            else:
                Path(path).unlink()
            os.dup2(original(os.devnull, os.O_RDONLY), part)
            ended.append(path)
        return file

    monkeypatch.setattr(os, "open", opened)
    file = open_part(target)
    assert os.path.samestat(os.fstat(file), Path(part_of(target)).stat())
    assert os.fstat(file).st_size == 0
    os.close(file)
    if end == "finished":
        assert target.read_bytes() == b"the first"
