"""A TLS transport whose records hold bytes of one message each.

A libvirtd that finds two messages in one TLS record answers the first, and forgets the other until more
bytes arrive on its socket: GnuTLS has taken them from there, and libvirtd waits for the socket alone. Four
calls that are written at once would then take until the next keepalive, or for ever without it.

Source: virNetServerClientDispatchRead and virNetSocketHasCachedData in src/rpc, up to libvirt 11.3, which
look for such bytes under SASL and SSH, but not under TLS.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from purevirt.rpc.message_split import MessageSplitter

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MessageTransport"]


class MessageTransport(asyncio.Transport):
    """Hands everything to the transport of asyncio's TLS, each message on its own."""

    def __init__(self, inner: asyncio.Transport) -> None:
        super().__init__()
        self._inner = inner
        self._splitter = MessageSplitter()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Queue bytes; after the end they are dropped, as with any transport."""
        # not writelines(): an event loop may make one record of its list
        for piece in self._splitter.split(data):
            self._inner.write(piece)

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Queue pieces."""
        self.write(b"".join(list_of_data))

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Return what is known of the connection."""
        return self._inner.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._inner.is_closing()

    def close(self) -> None:
        """Close once what is queued has been written."""
        # asyncio's own, up to CPython 3.11.2, cannot be aborted any more once it was closed twice
        if not self._inner.is_closing():
            self._inner.close()

    def abort(self) -> None:
        """Close at once; what is queued is lost."""
        self._inner.abort()

    def can_write_eof(self) -> bool:
        """Return False: TLS cannot be closed by halves."""
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another protocol hear what arrives from now on."""
        self._inner.set_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Return who hears what arrives."""
        return self._inner.get_protocol()

    def pause_reading(self) -> None:
        """Stop what arrives."""
        self._inner.pause_reading()

    def resume_reading(self) -> None:
        """Let what arrives arrive again."""
        self._inner.resume_reading()

    def is_reading(self) -> bool:
        """Return whether what arrives is handed on."""
        return self._inner.is_reading()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set when the protocol is told to pause writing, and when to go on."""
        self._inner.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait to be encrypted or written."""
        return self._inner.get_write_buffer_size()
