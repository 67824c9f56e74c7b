"""The lab's parts that need no lab."""

import struct
import zlib
from pathlib import Path

import pytest

from tests.lab import packages
from tests.lab.builder import initramfs
from tests.lab.builder.modules import Modules
from tests.lab.builder.root import needed_libraries
from tests.lab.errors import LabError
from tests.lab.locations import cache_folder, checked_name
from tests.lab.process import run, wait_until
from tests.lab.settings import render


def test_render_writes_each_kind_of_value() -> None:
    """Numbers are bare, texts quoted, lists bracketed; an empty list stays a list."""
    text = render({"max_clients": 7, "auth_tls": "sasl", "access_drivers": ["polkit", "x"], "namespaces": ()})
    assert text == 'max_clients = 7\nauth_tls = "sasl"\naccess_drivers = ["polkit", "x"]\nnamespaces = []\n'


@pytest.mark.parametrize("value", ['say "x"', "a\nb"])
def test_render_refuses_text_that_would_end_its_line(value: str) -> None:
    """A quote or line end would become another setting."""
    with pytest.raises(ValueError, match="cannot hold"):
        render({"host_uuid": value})


@pytest.mark.parametrize("name", ["", "-a", "A", "a/b", "a b", "a" * 32])
def test_checked_name_refuses_what_is_no_host_name(name: str) -> None:
    """The name becomes a host name and a file name."""
    with pytest.raises(ValueError, match="host name"):
        checked_name(name)


def test_cache_folder_is_the_chosen_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable moves the cache, and the folder is made."""
    monkeypatch.setenv("PUREVIRT_LAB_CACHE", str(tmp_path / "a" / "b"))
    assert cache_folder() == tmp_path / "a" / "b"
    assert cache_folder().is_dir()


def _module(folder: Path, name: str, depends: str) -> None:
    (folder / f"{name}.ko").write_bytes(b"\x7fELF\0license=GPL\0depends=" + depends.encode() + b"\0name=x\0")


def test_modules_come_after_what_they_depend_on(tmp_path: Path) -> None:
    """Dashes and underscores are one, an unknown name is left out, a circle ends."""
    _module(tmp_path, "virtio-net", "net-failover,virtio")
    _module(tmp_path, "net_failover", "failover")
    _module(tmp_path, "failover", "")
    _module(tmp_path, "chicken", "egg")
    _module(tmp_path, "egg", "chicken")
    modules = Modules(tmp_path)
    assert list(modules.ordered(["virtio_net", "absent"])) == ["failover", "net_failover", "virtio_net"]
    assert list(modules.ordered(["chicken"])) == ["egg", "chicken"]


def test_initramfs_is_a_cpio_archive_of_aligned_entries() -> None:
    """Each entry's header, name and content can be walked from the lengths it states, to the trailer."""
    archive = zlib.decompress(initramfs.build(b"BUSY", {"ext4": b"12345"}, {}), 16 + zlib.MAX_WBITS)
    contents: dict[str, bytes] = {}
    offset = 0
    while "TRAILER!!!" not in contents:
        assert archive[offset : offset + 6] == b"070701"
        fields = [int(archive[at : at + 8], 16) for at in range(offset + 6, offset + 110, 8)]
        size, name_size = fields[6], fields[11]
        name = archive[offset + 110 : offset + 110 + name_size - 1].decode()
        start = (offset + 110 + name_size + 3) // 4 * 4
        contents[name] = archive[start : start + size]
        offset = (start + size + 3) // 4 * 4
    assert contents["busybox"] == b"BUSY"
    assert contents["modules/ext4.ko"] == b"12345"
    assert b"for module in ext4;" in contents["init"]


def test_needed_libraries_reads_the_dynamic_section() -> None:
    """Names are found through the section's own string table; other tags are passed over."""
    strings = b"\0libone.so.1\0libtwo.so\0"
    dynamic = struct.pack("<6Q", 1, 1, 5, 99, 1, 13)
    header = bytearray(64)
    sections = 64 + len(strings) + len(dynamic)
    struct.pack_into("<Q", header, 40, sections)
    struct.pack_into("<HHH", header, 58, 64, 2, 0)
    table = struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 64, len(strings), 0, 0, 0, 0)
    table += struct.pack("<IIQQQQIIQQ", 0, 6, 0, 0, 64 + len(strings), len(dynamic), 0, 0, 0, 16)
    elf = bytes(header) + strings + dynamic + table
    assert needed_libraries(elf) == ["libone.so.1", "libtwo.so"]


def test_run_tells_the_status_and_the_end_of_standard_error() -> None:
    """A failed program is an error with what it said."""
    with pytest.raises(LabError, match=r"exit status 3: oh no"):
        run(["sh", "-c", "echo oh no >&2; exit 3"], timeout_s=30)


def test_run_names_a_program_that_is_not_there() -> None:
    """A missing program is named, with the cure."""
    with pytest.raises(LabError, match=r"no-such-program-here: no such program; type"):
        run(["no-such-program-here"], timeout_s=30)


def test_wait_until_explains_a_deadline() -> None:
    """The last reason and the explanation are in the error."""
    with pytest.raises(LabError, match=r"(?s)the thing: not ready after 0 s: too early\nlog: x"):
        wait_until(lambda: "too early", what="the thing", timeout_s=0, interval_s=0, explain=lambda: "log: x")


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever runs the tests looks like a machine for the lab."""
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")


def test_obstacle_names_the_wrong_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere than on Linux on x86-64 nothing else is looked at."""
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert packages.obstacle() == "the lab needs Linux on x86-64: this is Darwin on arm64"


def test_obstacle_names_missing_packages_and_the_command(
    linux: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line tells what is missing and what to type."""
    monkeypatch.setattr(packages, "missing_packages", lambda: ["qemu-utils", "kmod"])
    reason = packages.obstacle()
    assert reason is not None
    assert "\n" not in reason
    assert "`apt-get install -y --no-install-recommends qemu-utils kmod`" in reason


def test_obstacle_asks_for_root_when_all_is_installed(linux: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary user is told to run as root."""
    monkeypatch.setattr(packages, "missing_packages", list)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert "root" in (packages.obstacle() or "")
