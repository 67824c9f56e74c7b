"""Where messages end in what is written. Pure."""

from __future__ import annotations

from purevirt.rpc.limits import LENGTH_BYTES

__all__ = ["MessageSplitter"]


class MessageSplitter:
    """Cuts a stream of whole messages, which comes in any pieces, so that no piece has bytes of two.

    Source: VIR_NET_MESSAGE_LEN_MAX in src/rpc/virnetprotocol.x: the length word counts itself.
    """

    def __init__(self) -> None:
        self._word = b""
        self._left = 0

    def split(self, data: bytes | bytearray | memoryview) -> list[memoryview]:
        """Return `data` in pieces: each ends with a message, or is the last."""
        view = memoryview(data)
        pieces = []
        start = position = 0
        while position < len(view):
            if self._left:
                taken = min(self._left, len(view) - position)
                self._left -= taken
                position += taken
            else:
                taken = min(LENGTH_BYTES - len(self._word), len(view) - position)
                self._word += view[position : position + taken]
                position += taken
                if len(self._word) < LENGTH_BYTES:
                    break
                self._left = max(0, int.from_bytes(self._word) - LENGTH_BYTES)
                self._word = b""
            if not self._left:
                pieces.append(view[start:position])
                start = position
        if start < len(view):
            pieces.append(view[start:])
        return pieces
