"""`purevirt-provider prepare` on real hosts: what is missing is made, once."""

import asyncio
import bz2
import gzip
import hashlib
import lzma
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from purevirt.errors import ConnectionLost, LibvirtError
from purevirt.provider.hostcheck import image_import
from purevirt.provider.hostcheck.image_import import Import, mark_name, part_name
from purevirt.provider.hostcheck.prepare_tool import main
from purevirt.rpc.aio import connect
from tests.lab import LabHost
from tests.lab.process import wait_until
from tests.provider_hostcheck.web import Web

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

pytestmark = pytest.mark.lab

RAW_BYTES = 3 << 20


@pytest.fixture(scope="module")
def host(lab_able: None) -> Iterator[LabHost]:
    """A host with a pool and a network."""
    with LabHost("prepared") as host:
        host.ensure_pool()
        host.virsh("pool-autostart", "default")
        host.ensure_network()
        host.virsh("net-autostart", "default")
        yield host


@pytest.fixture
def nothing_left(host: LabHost) -> Iterator[None]:
    """The pool has no file more than before, whether its daemon knows it or not."""
    before = sorted(host.pool_path.iterdir())
    yield
    assert sorted(host.pool_path.iterdir()) == before


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that does not change is soon nobody's."""
    monkeypatch.setattr(image_import, "WATCH_S", 0.05)


@pytest.fixture
def prepare(host: LabHost, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """The command on the host's own pool; returns its exit status and what it printed."""

    def run(*arguments: str, image: str = "golden.img") -> tuple[int, str]:
        command = ["--connect", f"z1={host.uri}", "--image", image, "--pool-path", str(host.pool_path)]
        status = main([*command, *arguments])
        return status, capsys.readouterr().out

    return run


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A raw image of 3 MiB with data, a hole, and data at its end."""
    path = tmp_path_factory.mktemp("images") / "image.raw"
    content = random.Random(1).randbytes(1 << 20) + bytes(RAW_BYTES - (1 << 20) - 512) + b"\x55\xaa" * 256
    path.write_bytes(content)
    return path


@pytest.fixture(scope="module")
def qcow2(raw: Path) -> Path:
    """The same as qcow2."""
    path = raw.with_suffix(".qcow2")
    subprocess.run(["qemu-img", "convert", "-f", "raw", "-O", "qcow2", raw, path], check=True)
    return path


def pack(content: bytes, packing: str) -> bytes:
    """Return it packed."""
    match packing:
        case "xz":
            return lzma.compress(content)
        case "gz":
            return gzip.compress(content)
        case "zst":
            return zstd.compress(content)
    return content


def content_of(host: LabHost, name: str) -> bytes:
    """Return what a guest would see of a volume."""
    out = host.folder / "seen.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", host.pool_path / name, out], check=True)
    return out.read_bytes()


def test_bare_host_is_prepared_and_then_left_alone(
    lab_able: None, raw: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pool, network and image are made or started and set to autostart; the second run changes nothing."""
    with LabHost("empty") as host:
        host.virsh("net-define", "/dev/stdin", stdin="<network><name>default</name></network>")
        command = ["--connect", f"z1={host.uri}", "--image", "golden.img", "--pool-path", str(host.pool_path)]
        assert main(command) == 1
        out = capsys.readouterr().out
        assert f"zone z1: pool default: defined at {host.pool_path}, started, set to start at boot\n" in out
        assert "zone z1: network default: started, set to start at boot\n" in out
        assert "FAILED: image golden.img: does not exist in pool default; cure:" in out
        digest = hashlib.sha256(raw.read_bytes()).hexdigest()
        command += ["--image-source", str(raw), "--checksum", f"sha256:{digest}"]
        assert main(command) == 0
        out = capsys.readouterr().out
        assert f"image golden.img: imported: raw of {RAW_BYTES} bytes, sha256 {digest}" in out
        before = facts(host)
        assert main(command) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 3
        assert all("as it should be" in line for line in lines)
        assert facts(host) == before
        assert (host.pool_path / "golden.img").read_bytes() == raw.read_bytes()


def facts(host: LabHost) -> list[object]:
    """Return what a run could change."""
    files = [(file.name, file.stat().st_ino, file.stat().st_mtime_ns) for file in host.pool_path.iterdir()]
    return [files, host.virsh("pool-dumpxml", "default"), host.virsh("net-dumpxml", "default")]


@pytest.mark.parametrize("packing", ["", "xz", "gz", "zst"])
@pytest.mark.parametrize("kind", ["raw", "qcow2"])
def test_image_from_a_file_or_the_web(
    host: LabHost, prepare: Callable[..., tuple[int, str]], raw: Path, qcow2: Path, packing: str, kind: str
) -> None:
    """Raw and qcow2, packed or not, by path and by URL: the disk is the same, and known for what it is."""
    content = (raw if kind == "raw" else qcow2).read_bytes()
    packed = pack(content, packing)
    digest = hashlib.sha512(packed).hexdigest()
    with Web(packed, say_length=packing != "gz") as web:
        status, out = prepare("--image-source", web.url, "--checksum", f"sha512:{digest}", image="web.img")
    assert status == 0, out
    assert f"image web.img: imported: {kind} of {RAW_BYTES} bytes, sha512 {digest}" in out
    assert content_of(host, "web.img") == raw.read_bytes()
    assert f"<format type='{kind}'/>" in host.virsh("vol-dumpxml", "web.img", "default")
    host.virsh("vol-delete", "web.img", "default")
    assert not any(file.name.endswith(".part") for file in host.pool_path.iterdir())


def test_image_without_checksum_is_warned_of(
    host: LabHost, prepare: Callable[..., tuple[int, str]], raw: Path
) -> None:
    """It is imported, and its sum is told."""
    status, out = prepare("--image-source", str(raw), image="free.img")
    assert status == 0
    assert "WARNING: no --checksum was given" in out
    assert hashlib.sha256(raw.read_bytes()).hexdigest() in out
    host.virsh("vol-delete", "free.img", "default")


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"KDMV" + bytes(1 << 20), "is vmdk; convert it"),
        (b"<html>", "is html; name the image itself"),
        (gzip.compress(bz2.compress(bytes(1 << 20))), "is bz2; name the image itself"),
        (b"QFI\xfb\0\0\0\3" + bytes(23) + b"\1" + bytes(480), "its cluster_bits are 0, not 9 to 21"),
        (b"QFI\xfb\0\0\0\3" + bytes(7) + b"\x70" + bytes(500), "reads another file"),
        (bytes(1000), "no multiple of 512"),
        (b"", "no multiple of 512"),
        (lzma.compress(bytes(1 << 20))[:-20], "is damaged"),
        (gzip.compress(random.Random(2).randbytes(1 << 20))[:-9], "is damaged"),
        (zstd.compress(random.Random(2).randbytes(1 << 20))[:-9], "is damaged"),
    ],
)
def test_image_that_is_none_leaves_nothing(
    prepare: Callable[..., tuple[int, str]], tmp_path: Path, content: bytes, reason: str
) -> None:
    """What cannot be a golden image is refused before it has a name."""
    source = tmp_path / "source"
    source.write_bytes(content)
    status, out = prepare("--image-source", str(source), image="bad.img")
    assert status == 1
    assert reason in out


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("packing", ["", "gz"])
def test_qcow2_that_was_cut_off_leaves_nothing(
    prepare: Callable[..., tuple[int, str]], qcow2: Path, tmp_path: Path, packing: str
) -> None:
    """The host would copy it without a word, what is missing as zeros; nothing but its tables tells."""
    content = qcow2.read_bytes()
    source = tmp_path / "source"
    source.write_bytes(pack(content[: -64 << 10], packing))
    status, out = prepare("--image-source", str(source), image="short.img")
    assert status == 1
    found, needed = len(content) - (64 << 10), len(content)
    reason = f"{source}: is a qcow2 image of {found} bytes, and has to have {needed} or more; fetch it again"
    assert reason in out


@pytest.mark.usefixtures("nothing_left")
def test_wrong_checksum_leaves_nothing(prepare: Callable[..., tuple[int, str]], raw: Path) -> None:
    """The image is received whole and refused, and both sums are told."""
    status, out = prepare("--image-source", str(raw), "--checksum", "0" * 64, image="wrong.img")
    assert status == 1
    assert f"its sha256 is {hashlib.sha256(raw.read_bytes()).hexdigest()}, not {'0' * 64}" in out


@pytest.mark.usefixtures("nothing_left")
def test_download_that_breaks_off_leaves_nothing(prepare: Callable[..., tuple[int, str]], raw: Path) -> None:
    """A server that closes early, or answers with an error, is told."""
    with Web(raw.read_bytes(), cut=2 << 20) as web:
        status, out = prepare("--image-source", web.url, image="cut.img")
    assert status == 1
    assert f"of {RAW_BYTES} bytes; fetch it again" in out or "broke off" in out
    with Web(b"", status=404) as web:
        status, out = prepare("--image-source", web.url + "?token=secret", image="cut.img")
    assert status == 1
    assert "the server answers 404" in out
    assert "secret" not in out


def test_what_a_killed_import_left_is_removed(
    host: LabHost, prepare: Callable[..., tuple[int, str]], raw: Path
) -> None:
    """The part goes, and so does an image that may be half a copy, unless disks are made from it."""
    part, mark = part_name("killed.img"), mark_name("killed.img")
    for volume in (part, mark, "killed.img"):
        host.virsh("vol-create-as", "default", volume, "1M", "--format", "raw")
    status, out = prepare("--image-source", str(raw), image="killed.img")
    assert status == 0
    assert "what it left is removed" in out
    assert (host.pool_path / "killed.img").read_bytes() == raw.read_bytes()
    assert not (host.pool_path / mark).exists()
    for volume in (part, mark):
        host.virsh("vol-create-as", "default", volume, "1M", "--format", "raw")
    backing = ("--backing-vol", "killed.img", "--backing-vol-format", "raw")
    host.virsh("vol-create-as", "default", "disk.qcow2", "1G", "--format", "qcow2", *backing)
    status, out = prepare("--image-source", str(raw), image="killed.img")
    assert status == 0
    assert "image killed.img: as it should be" in out
    assert not (host.pool_path / part).exists()
    assert not (host.pool_path / mark).exists()
    for volume in ("disk.qcow2", "killed.img"):
        host.virsh("vol-delete", volume, "default")


@pytest.mark.parametrize("left", [part_name, mark_name])
def test_image_that_no_import_made_is_not_doubted(
    host: LabHost, prepare: Callable[..., tuple[int, str]], left: Callable[[str], str]
) -> None:
    """An operator gave up on an import, and put the image there by hand; or its copy had been whole."""
    for volume in (left("own.img"), "own.img"):
        host.virsh("vol-create-as", "default", volume, "1M", "--format", "raw")
    (host.pool_path / "own.img").write_bytes(b"\x55\xaa" * (1 << 19))
    status, out = prepare(image="own.img")
    assert status == 0
    assert "image own.img: as it should be" in out
    assert (host.pool_path / "own.img").read_bytes() == b"\x55\xaa" * (1 << 19)
    assert not (host.pool_path / left("own.img")).exists()
    host.virsh("vol-delete", "own.img", "default")


def test_pool_elsewhere_is_used_as_it_is(
    host: LabHost, prepare: Callable[..., tuple[int, str]], raw: Path
) -> None:
    """It is never moved; that it is not where it was expected is told."""
    status, out = prepare("--image-source", str(raw), "--pool-path", "/elsewhere", image="here.img")
    assert status == 0
    assert f"pool default: WARNING: it is at {host.pool_path}, not at /elsewhere" in out
    host.virsh("vol-delete", "here.img", "default")


def test_folder_that_is_missing_is_not_made(
    host: LabHost, prepare: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    """Something may have to be mounted there."""
    host.virsh("pool-define-as", "unmounted", "dir", "--target", tmp_path / "mount")
    status, out = prepare("--storage-pool", "unmounted")
    host.virsh("pool-undefine", "unmounted")
    assert status == 1
    assert f"FAILED: pool unmounted at {tmp_path}/mount: cannot open directory" in out
    assert "then: virsh pool-start unmounted" in out
    assert not (tmp_path / "mount").exists()


def test_network_that_is_missing_is_not_made(prepare: Callable[..., tuple[int, str]]) -> None:
    """Its addresses are the operator's; the cure is told."""
    status, out = prepare("--network", "nowhere")
    assert status == 1
    assert "FAILED: network nowhere: does not exist; cure: virsh net-define" in out


def test_hundred_mib_arrive_whole(
    host: LabHost, prepare: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    """A real image's size, from a file, with its sum."""
    source = tmp_path / "large.raw"
    piece = os.urandom(1 << 20)
    with source.open("wb") as file:
        for number in range(100):
            file.write(piece[number:] + piece[:number])
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    status, _ = prepare("--image-source", str(source), "--checksum", digest, image="large.img")
    assert status == 0
    assert hashlib.sha256((host.pool_path / "large.img").read_bytes()).hexdigest() == digest
    host.virsh("vol-delete", "large.img", "default")


def wait_for_part(host: LabHost, image: str) -> None:
    """Return once the part of an import has more than a MiB."""
    part = host.pool_path / part_name(image)

    def missing() -> str | None:
        return None if part.exists() and part.stat().st_size > 1 << 20 else "not there yet"

    wait_until(missing, what=f"the part of {image}", timeout_s=30, interval_s=0.02)


@pytest.mark.usefixtures("nothing_left")
def test_import_ends_with_ctrl_c_and_leaves_nothing(host: LabHost, raw: Path) -> None:
    """Though the server says nothing more: one line, and no part."""
    with Web(raw.read_bytes(), stall=2 << 20) as web:
        command = [sys.executable, "-m", "purevirt.provider", "prepare", "--connect", host.uri]
        command += ["--image", "half.img", "--image-source", web.url, "--pool-path", str(host.pool_path)]
        with subprocess.Popen(
            command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as process:
            try:
                wait_for_part(host, "half.img")
                process.send_signal(signal.SIGINT)
                _, error = process.communicate(timeout=20)
            finally:
                process.kill()
    assert process.returncode == 130
    assert error.splitlines()[-1] == "purevirt-provider: interrupted; what was being done is undone"
    assert "Traceback" not in error


@pytest.mark.usefixtures("nothing_left")
def test_import_under_which_libvirtd_ends_leaves_nothing(host: LabHost, raw: Path) -> None:
    """In the middle of an upload: the part is removed by a connection of its own."""
    said: list[str] = []
    content = raw.read_bytes()

    async def use() -> None:
        with Web(content, stall=2 << 20) as web:
            async with await connect(host.uri) as connection:
                work = Import("z1", host.uri, connection, "default", "half.img", None, said.append)
                task = asyncio.create_task(work.run(web.url))
                await asyncio.to_thread(wait_for_part, host, "half.img")
                await asyncio.to_thread(host.restart, kill=True)
                web.go_on()
                with pytest.raises((ConnectionLost, LibvirtError)):
                    await task

    asyncio.run(use())
    assert said == []


@pytest.mark.usefixtures("nothing_left")
def test_import_under_which_libvirtd_ends_while_it_copies_leaves_nothing(
    host: LabHost, raw: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a copy would pass for the image, since nothing but its size is known of a raw one."""
    said: list[str] = []

    async def use() -> None:
        async with await connect(host.uri) as connection:
            work = Import("z1", host.uri, connection, "default", "half.img", None, said.append)
            copy = connection.storage_vol_create_xml_from

            async def lost(*arguments: Any) -> None:
                await copy(*arguments)
                await asyncio.to_thread(host.restart, kill=True)
                await connection.storage_vol_get_info(arguments[2])

            monkeypatch.setattr(connection, "storage_vol_create_xml_from", lost)
            with pytest.raises((ConnectionLost, LibvirtError)):
                await work.run(str(raw))

    asyncio.run(use())
    assert said == []
