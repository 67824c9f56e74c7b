"""The length that an upload announces, and what it really has."""

from __future__ import annotations

from purevirt.errors import LocalProtocolError
from purevirt.rpc.shared.sparse_file import check_length

__all__ = ["ExactLength"]


class ExactLength:
    """Counts what a source gives, which has to be exactly what was announced.

    The daemon would take less for the whole, and call more a full disk.
    """

    def __init__(self, length: int, name: str) -> None:
        """Announce `length` bytes for the volume `name`.

        Raises:
            LocalProtocolError: it is less than 1.
        """
        check_length(length)
        self._length = length
        self._left = length
        self._name = name

    def count(self, piece: bytes) -> None:
        """Note a piece, before it is sent.

        Raises:
            LocalProtocolError: there is more than was announced.
        """
        self._left -= len(piece)
        if self._left < 0:
            text = f"the source has more than the {self._length} bytes announced"
            raise LocalProtocolError(f"{self._name}: {text}")

    def check_end(self) -> None:
        """Raise LocalProtocolError if there was less than was announced."""
        if self._left:
            text = f"the source ended {self._left} bytes before the {self._length} announced"
            raise LocalProtocolError(f"{self._name}: {text}")
