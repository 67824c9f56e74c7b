"""An SSH channel as an asyncio transport, so that what speaks over it need not know.

One libvirt connection has one SSH connection (with those it is tunnelled through) and one channel; the end
of any of them is the end of all. The protocol hears of it once, when everything is closed, so that nothing
is left behind it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol

import asyncssh

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ChannelSession", "ChannelTransport", "SshChain"]

_log = logging.getLogger("purevirt.rpc")

_STDERR_TAIL_BYTES = 4096
_STDERR_SHOWN_CHARACTERS = 300
_EOF_GRACE_S = 2.0
"""How long a remote command that closed its output has to say how it ended."""


class _Channel(Protocol):
    """What a transport needs of asyncssh's channels of bytes, of which there are several classes."""

    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...
    def is_closing(self) -> bool: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...
    def get_write_buffer_size(self) -> int: ...
    def get_extra_info(self, name: str, default: object = None) -> object: ...


class SshChain:
    """The SSH connections of one dial, outermost first; all end together."""

    def __init__(self) -> None:
        self._alive: list[asyncssh.SSHClientConnection] = []
        self._session: ChannelSession | None = None
        self._empty = asyncio.Event()
        self._empty.set()

    @property
    def is_gone(self) -> bool:
        """Whether no connection is left."""
        return not self._alive

    def add(self, connection: asyncssh.SSHClientConnection) -> None:
        """Take a connection that has just been made."""
        self._alive.append(connection)
        self._empty.clear()

    def remove(self, connection: asyncssh.SSHClientConnection) -> None:
        """Note that a connection is closed."""
        self._alive.remove(connection)
        if not self._alive:
            self._empty.set()
            if self._session is not None:
                self._session.chain_gone()

    def carry(self, session: ChannelSession) -> None:
        """Tell `session` when all connections are closed."""
        self._session = session

    def abort(self) -> None:
        """Close all connections at once, the innermost first."""
        for connection in reversed(self._alive):
            connection.abort()

    async def wait_gone(self) -> None:
        """Return once all connections are closed."""
        await self._empty.wait()


class ChannelTransport(asyncio.Transport):
    """A channel, as asyncio's transports are; `get_extra_info` adds ``route``, the way that was taken."""

    def __init__(self, channel: _Channel, session: ChannelSession, chain: SshChain, route: str) -> None:
        super().__init__({"route": route})
        self._channel = channel
        self._session = session
        self._chain = chain
        self._closing = False

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Return what is known of the channel, or of the SSH connection."""
        own: object = super().get_extra_info(name)
        return own if own is not None else self._channel.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._closing or self._channel.is_closing()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Queue bytes; after the end they are dropped, as with any transport."""
        if not self.is_closing():
            self._channel.write(bytes(data))

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Queue pieces as one, so that they share SSH packets."""
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        """Return False: half a connection is of no use to libvirt."""
        return False

    def pause_reading(self) -> None:
        """Stop what arrives; the server may fill the channel's window, no more."""
        if not self.is_closing():
            self._channel.pause_reading()

    def resume_reading(self) -> None:
        """Let what arrives arrive again."""
        if not self.is_closing():
            self._channel.resume_reading()

    def is_reading(self) -> bool:
        """Return whether the transport is not closing."""
        return not self.is_closing()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set when the protocol is told to pause writing, in bytes beyond the channel's window."""
        self._channel.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes wait for the channel's window."""
        return self._channel.get_write_buffer_size()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another protocol hear what arrives from now on."""
        assert isinstance(protocol, asyncio.Protocol)
        self._session.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Return who hears what arrives."""
        return self._session.protocol

    def close(self) -> None:
        """Close once what is queued has been written."""
        if not self._closing:
            self._closing = True
            self._session.ended_here = True
            self._channel.close()

    def abort(self) -> None:
        """Close at once; what is queued is lost."""
        self._closing = True
        self._session.ended_here = True
        self._chain.abort()


class ChannelSession(asyncssh.SSHClientSession[bytes], asyncssh.SSHUNIXSession[bytes]):
    """The receiving end of a channel: hands everything to the protocol, and ends the SSH connection.

    Attributes:
        protocol: who hears what arrives.
        ended_here: whether this side ended it.
    """

    def __init__(self, protocol: asyncio.Protocol, chain: SshChain, route: str) -> None:
        self.protocol = protocol
        self.ended_here = False
        self.transport: ChannelTransport | None = None
        self._chain = chain
        self._route = route
        self._channel: _Channel | None = None
        self._stderr = b""
        self._exit: str | None = None
        self._error: Exception | None = None
        self._grace: asyncio.TimerHandle | None = None
        self._lost = False

    def connection_made(self, chan: _Channel) -> None:
        """Remember the channel; it is not open yet."""
        self._channel = chan

    def session_started(self) -> None:
        """Hand the transport to the protocol, before anything arrives."""
        assert self._channel is not None
        self.transport = ChannelTransport(self._channel, self, self._chain, self._route)
        self._chain.carry(self)
        self.protocol.connection_made(self.transport)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Hand data on; keep the end of what a remote command complains about."""
        if datatype is None:
            self.protocol.data_received(data)
        else:
            self._stderr = (self._stderr + data)[-_STDERR_TAIL_BYTES:]

    def eof_received(self) -> bool:
        """End the channel; a remote command may say how it ended first."""
        loop = asyncio.get_running_loop()
        self._grace = loop.call_later(_EOF_GRACE_S, self._chain.abort)
        return False

    def exit_status_received(self, status: int) -> None:
        """Note how a remote command ended."""
        self._exit = f"exit status {status}"

    def exit_signal_received(self, signal: str, _core_dumped: bool, _msg: str, _lang: str) -> None:
        """Note what killed a remote command."""
        self._exit = f"killed by SIG{_one_line(signal)}"

    def pause_writing(self) -> None:
        """Pass it on."""
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self.protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the SSH connection too; the protocol hears of it when that is done."""
        self._error = exc
        if self._grace is not None:
            self._grace.cancel()
        if self.transport is not None and self._chain.is_gone:
            self.chain_gone()
        else:
            self._chain.abort()

    def chain_gone(self) -> None:
        """Tell the protocol, once."""
        if not self._lost:
            self._lost = True
            self.protocol.connection_lost(None if self.ended_here else self._cause())

    def _cause(self) -> Exception | None:
        parts = []
        lines = self._stderr.decode("utf-8", "replace").strip().splitlines()
        if lines:
            parts.append(_one_line(lines[-1]))
        if self._exit is not None and (lines or self._exit != "exit status 0"):
            parts.append(f"({self._exit})")
        if not parts and self._error is None:
            return None
        if not parts:
            parts.append(_one_line(str(self._error)))
        cause = ConnectionError(f"over SSH, {self._route}: {' '.join(parts)}")
        cause.__cause__ = self._error
        return cause


def _one_line(text: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in text.strip())
    return shown[:_STDERR_SHOWN_CHARACTERS]
