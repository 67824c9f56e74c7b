"""The lines into guests that clients have open: serial consoles and channels, one client at each.

Source: src/conf/virchrdev.c for the rules, measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.terminals.console import ConsoleProgram, Terminal, login_shell, nobody
from purevirt.testing.simulator.terminals.screen import blank_screen
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.wire.session_events import Data, Finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.wire.stream import ServerStream

__all__ = ["Line", "Lines"]


class Line:
    """One open line.

    Args:
        lines: the host's.
        key: the domain's UUID and the device.
        client: who has it.
        names: of the domain, and of the device.
        program: what answers.
    """

    def __init__(
        self,
        lines: Lines,
        key: tuple[bytes, str],
        client: Client,
        names: tuple[str, str],
        program: ConsoleProgram,
    ) -> None:
        self.key = key
        self.client = client
        self._lines = lines
        self._names = names
        self._program = program
        self._over = asyncio.Event()
        self._is_taken_away = False

    def __repr__(self) -> str:
        return f"<Line {self._names[1]} of {self._names[0]}>"

    def hang_up(self) -> None:
        """End it well: the domain has stopped."""
        self._over.set()

    def take_away(self) -> None:
        """End it with an error: somebody else has it now."""
        self._is_taken_away = True
        self._over.set()

    async def serve(self, stream: ServerStream) -> None:
        """Carry bytes between the client and the program until either side, or the domain, ends it.

        Raises:
            SimulatedError: somebody else has taken the line.
        """
        terminal = Terminal(*self._names, stream.send)
        tasks = [
            asyncio.create_task(_listen(stream, terminal), name=f"{self!r}: client"),
            asyncio.create_task(_run(self._program, terminal), name=f"{self!r}: program"),
            asyncio.create_task(self._end(), name=f"{self!r}: end"),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._lines.forget(self)
            for task in tasks:
                task.cancel()
            # their ends are looked at below, or belong to a stream that is gone
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _end(self) -> None:
        await self._over.wait()
        if self._is_taken_away:
            raise SimulatedError(ErrorNumber.RPC, ErrorDomain.STREAMS, "stream had I/O failure")


async def _listen(stream: ServerStream, terminal: Terminal) -> None:
    while not isinstance(packet := await stream.receive(), Finish):
        if isinstance(packet, Data):
            await terminal.feed(packet.data)


async def _run(program: ConsoleProgram, terminal: Terminal) -> None:
    while True:
        await program(terminal)
        # one that returns without having waited for anything does not stop the rest of the daemon
        await asyncio.sleep(0)


class Lines:
    """All open lines of a host, and what is at their other ends.

    Attributes:
        console: returns what answers at the serial consoles of a domain, given its name; may be replaced.
        channel: the same for channels, given the domain's name and the channel's; nobody, at first.
        screen: returns the image of a domain's screen, given its name: PNG or PPM; may be replaced.
    """

    def __init__(self) -> None:
        self.console: Callable[[str], ConsoleProgram] = lambda _name: login_shell
        self.channel: Callable[[str, str], ConsoleProgram] = lambda _name, _channel: nobody
        self.screen: Callable[[str], bytes] = blank_screen
        self._open: dict[tuple[bytes, str], Line] = {}

    def __len__(self) -> int:
        return len(self._open)

    def open(self, line: Line, what: str, *, is_forced: bool) -> None:
        """Note a line.

        Args:
            line: a new one.
            what: "console session" or "channel stream", for the error.
            is_forced: take it from whoever has it.

        Raises:
            SimulatedError: somebody has it.
        """
        other = self._open.get(line.key)
        if other is not None:
            if not is_forced:
                text = f"Active {what} exists for this domain"
                raise SimulatedError(ErrorNumber.OPERATION_FAILED, ErrorDomain.QEMU, text)
            other.take_away()
        self._open[line.key] = line

    def forget(self, line: Line) -> None:
        """Note that a line is not open any more."""
        if self._open.get(line.key) is line:
            del self._open[line.key]

    def hang_up(self, domain_uuid: bytes) -> None:
        """End the lines into a domain that has stopped."""
        for key, line in list(self._open.items()):
            if key[0] == domain_uuid:
                del self._open[key]
                line.hang_up()

    def client_gone(self, client: Client) -> None:
        """Forget the lines of a client whose connection has ended."""
        for key, line in list(self._open.items()):
            if line.client is client:
                del self._open[key]
