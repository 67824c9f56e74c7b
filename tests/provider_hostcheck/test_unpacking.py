"""Packed images, and what they may ask of the machine that unpacks them."""

import io
import lzma
import struct
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest

from purevirt.provider.hostcheck import image_source
from purevirt.provider.hostcheck.image_source import ImageSource, ImportFailed, open_source
from purevirt.provider.hostcheck.unpacking import unpacking, window_bytes

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CONTENT = bytes(range(256)) * 32


def drained(source: ImageSource) -> bytes:
    """Return all of an image."""
    return b"".join(iter(lambda: source.read(1000), b""))


def xz_asking_for(bits: int, content: bytes = CONTENT) -> bytes:
    """Return xz whose one block says with `bits` how large its dictionary is."""
    packed = bytearray(lzma.compress(content, filters=[{"id": lzma.FILTER_LZMA2, "preset": 0}]))
    end = 12 + (packed[12] + 1) * 4
    packed[16] = bits
    packed[end - 4 : end] = struct.pack("<I", zlib.crc32(packed[12 : end - 4]))
    return bytes(packed)


def zst_asking_for(log: int) -> bytes:
    """Return zst with a window of 2 to the power of `log`, of a length that is not told before."""
    packer = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: log})
    return packer.compress(CONTENT) + packer.flush()


@pytest.mark.parametrize(
    ("packed", "mib"),
    [(xz_asking_for(40), 4096), (xz_asking_for(31), 192), (zst_asking_for(30), 1024)],
)
def test_image_that_asks_for_too_much_memory_is_refused(packed: bytes, mib: int, tmp_path: Path) -> None:
    """By its header, before anything is allocated; the line says how much it is, and what to do."""
    path = tmp_path / "greedy"
    path.write_bytes(packed)
    with pytest.raises(ImportFailed) as refused:
        open_source(str(path))
    assert str(refused.value) == (
        f"{path}: takes {mib} MiB of memory to unpack, more than 128; pack it anew, with a smaller dictionary"
    )


@pytest.mark.parametrize("packed", [xz_asking_for(30), zst_asking_for(27)], ids=["xz", "zst"])
def test_image_at_the_bound_is_unpacked(packed: bytes, tmp_path: Path) -> None:
    """128 MiB are what zstd itself takes without being told, and more than any preset of xz."""
    path = tmp_path / "large"
    path.write_bytes(packed)
    with open_source(str(path)) as source:
        assert drained(source) == CONTENT


@pytest.mark.parametrize(
    "packed",
    [lzma.compress(CONTENT) + xz_asking_for(40), zstd.compress(CONTENT) + zst_asking_for(30)],
    ids=["xz", "zst"],
)
def test_later_part_that_asks_for_too_much_memory_is_refused(packed: bytes, tmp_path: Path) -> None:
    """It is no end of the image, and it is not unpacked."""
    path = tmp_path / "greedy"
    path.write_bytes(packed)
    with open_source(str(path)) as source, pytest.raises(ImportFailed, match=r"packed unusually.*emory"):
        drained(source)


def test_window_is_found_behind_sizes_and_other_filters() -> None:
    """A block's header may say more, and a hostile one may end anywhere."""
    filters = [{"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 96 << 20}]
    packed = lzma.compress(CONTENT, filters=filters)
    assert window_bytes(packed, "xz") == 96 << 20
    with_sizes = packed[:13] + bytes([packed[13] | 0xC0]) + b"\x80\x01\x05" + packed[14:]
    assert window_bytes(with_sizes, "xz") == 96 << 20
    for end in range(20):
        assert window_bytes(packed[:end], "xz") in (0, 96 << 20)
        assert window_bytes(zst_asking_for(27)[:end], "zst") in (0, 1 << 27)
    assert window_bytes(packed, "gz") == 0


@pytest.mark.parametrize("padding", [0, 4, (64 << 10) - 3, 256 << 10])
def test_streams_behind_each_other_are_one_image(padding: int) -> None:
    """xz allows padding between them; a reader that stops there has half an image."""
    packed = lzma.compress(CONTENT) + bytes(padding) + lzma.compress(b"more") + b"anything"
    content = unpacking(io.BufferedReader(io.BytesIO(packed)), "xz")
    assert content.read(1 << 20) == CONTENT + b"more"
    assert content.read(1) == b""


@pytest.mark.parametrize("cut", [1, 30, 70])
def test_stream_behind_another_that_is_cut_off_is_damaged(cut: int, tmp_path: Path) -> None:
    """Wherever it ends, its magic included."""
    second = lzma.compress(CONTENT)
    path = tmp_path / "cut"
    path.write_bytes(lzma.compress(CONTENT) + second[:cut])
    with open_source(str(path)) as source, pytest.raises(ImportFailed, match="it ends within a stream"):
        drained(source)


def test_empty_streams_for_ever_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They unpack to nothing."""
    monkeypatch.setattr(image_source, "MAX_PADDING_BYTES", 1 << 18)
    path = tmp_path / "endless"
    path.write_bytes(lzma.compress(CONTENT) + lzma.compress(b"") * (1 << 14))
    with open_source(str(path)) as source, pytest.raises(ImportFailed, match="what unpacks to nothing"):
        drained(source)


def test_unpacking_xz_goes_no_further_than_is_asked(tmp_path: Path) -> None:
    """A small file that unpacks to a lot costs what is read of it, and the 8 MiB of its dictionary."""
    path = tmp_path / "bomb"
    path.write_bytes(lzma.compress(bytes(64 << 20)))
    tracemalloc.start()
    try:
        with open_source(str(path)) as source:
            assert source.read(1000)
            _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 16 << 20
