r"""What answers at the other end of a serial console or a channel: a coroutine that reads and writes bytes.

    async def motd(terminal: Terminal) -> None:
        await terminal.write(b"Welcome to " + terminal.domain_name.encode() + b"\r\n")
        while (line := await terminal.read_line()) is not None:
            await terminal.write(line + b"?\r\n")

    sim.host.lines.console = lambda domain_name: motd

It is started for each client that opens the console, again when it returns, and is cancelled when the client
goes or the domain stops.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["ConsoleProgram", "Terminal", "login_shell", "nobody"]

_MAX_LINE_BYTES = 4096
_MAX_WAITING_PIECES = 16
_ENTER = (0x0D, 0x0A)
_ERASE = (0x08, 0x7F)
_INTERRUPT, _END = 0x03, 0x04


class Terminal:
    """One client at a console, as the program in the guest sees it.

    Attributes:
        domain_name: whose console it is.
        device: the device's alias, or the channel's name.
    """

    def __init__(self, domain_name: str, device: str, send: Callable[[bytes], Awaitable[None]]) -> None:
        self.domain_name = domain_name
        self.device = device
        self._send = send
        self._pieces: asyncio.Queue[bytes] = asyncio.Queue(_MAX_WAITING_PIECES)
        self._rest = b""

    def __repr__(self) -> str:
        return f"<Terminal {self.device} of {self.domain_name}>"

    async def feed(self, data: bytes) -> None:
        """Give the program what the client has typed; waits while it does not take it."""
        if data:
            await self._pieces.put(data)

    async def write(self, data: bytes) -> None:
        """Show bytes to the client."""
        await self._send(data)

    async def read(self) -> bytes:
        """Return what the client has typed, one byte or more; waits for it."""
        if self._rest:
            data, self._rest = self._rest, b""
            return data
        return await self._pieces.get()

    async def read_line(self, *, echo: bool = True) -> bytes | None:
        """Return a line without its end, edited as on a terminal; None when the client typed Ctrl-D first.

        Args:
            echo: show what is typed.
        """
        line = bytearray()
        while True:
            data = await self.read()
            for place, byte in enumerate(data):
                if byte in _ENTER or (byte == _INTERRUPT and echo):
                    self._rest = data[place + 1 :]
                    await self.write(b"^C\r\n" if byte == _INTERRUPT else b"\r\n")
                    return b"" if byte == _INTERRUPT else bytes(line)
                if byte == _END and not line:
                    self._rest = data[place + 1 :]
                    return None
                if byte in _ERASE:
                    if line and echo:
                        await self.write(b"\b \b")
                    del line[-1:]
                elif len(line) < _MAX_LINE_BYTES:
                    line.append(byte)
                    if echo:
                        await self.write(bytes((byte,)))


ConsoleProgram: TypeAlias = "Callable[[Terminal], Awaitable[None]]"


async def nobody(terminal: Terminal) -> None:
    """Read everything and say nothing, as a channel that no program in the guest has opened."""
    while True:
        await terminal.read()


async def login_shell(terminal: Terminal) -> None:
    """Ask for a name and a password, which may be any, and offer a shell that knows a few words."""
    host = terminal.domain_name.encode()
    await terminal.write(b"\r\n" + host + b" login: ")
    name = await terminal.read_line()
    if not name:
        return
    await terminal.write(b"Password: ")
    if await terminal.read_line(echo=False) is None:
        return
    sign = b"# " if name == b"root" else b"$ "
    while True:
        await terminal.write(name + b"@" + host + sign)
        line = await terminal.read_line()
        if line is None or line.strip() in (b"exit", b"logout"):
            await terminal.write(b"logout\r\n")
            return
        answer = _answer(line.strip(), name, host)
        if answer:
            await terminal.write(answer + b"\r\n")


def _answer(line: bytes, name: bytes, host: bytes) -> bytes:
    word, _, rest = line.partition(b" ")
    known = {
        b"": b"",
        b"echo": rest,
        b"hostname": host,
        b"whoami": name,
        b"uname": b"Linux",
        b"pwd": b"/root" if name == b"root" else b"/home/" + name,
    }
    return known.get(word, b"sh: " + word + b": not found")
