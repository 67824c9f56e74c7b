"""Pictures of screens that nothing is shown on."""

from __future__ import annotations

import struct
import zlib

__all__ = ["blank_screen", "mime_type"]

_WIDTH, _HEIGHT = 640, 480
_PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


def blank_screen(domain_name: str) -> bytes:
    """Return a PNG image of 640 x 480 points, black but for a frame in a colour of the domain's own."""
    colour = struct.pack(">I", zlib.crc32(domain_name.encode("utf-8", "surrogateescape")))[:3]
    full = b"\0" + colour * _WIDTH
    framed = b"\0" + colour + bytes(3 * (_WIDTH - 2)) + colour
    rows = full + framed * (_HEIGHT - 2) + full
    head = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    return _PNG_MAGIC + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def mime_type(image: bytes) -> str:
    """Return what libvirt calls an image: PNG, or the PPM of older QEMUs."""
    return "image/png" if image.startswith(_PNG_MAGIC) else "image/x-portable-pixmap"
