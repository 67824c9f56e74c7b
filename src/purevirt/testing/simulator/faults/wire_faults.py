"""What happens to the bytes between a client and a simulated daemon: a cut, or garbage, at the n-th byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from purevirt.testing.simulator.faults.checks import check_count

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client

__all__ = ["Direction", "WireFault"]

Direction = Literal["to_client", "from_client"]


class WireFault:
    """Something that happens to a connection when so many bytes have gone in one direction.

    Bytes are counted from when the fault was asked for, or the connection was opened, for each connection.

    Attributes:
        direction: which way the bytes go.
        count: to how many connections it has happened.
    """

    def __init__(
        self,
        faults: list[WireFault],
        direction: Direction,
        after_bytes: int,
        *,
        garbage: bytes | None,
        times: int | None,
    ) -> None:
        if direction not in get_args(Direction):
            raise ValueError(f"direction={direction!r}: it is {' or '.join(get_args(Direction))}")
        check_count("after_bytes", after_bytes)
        check_count("times", times)
        self.direction = direction
        self.count = 0
        self._faults = faults
        self._after_bytes = after_bytes
        self._garbage = garbage
        self._times = times
        self._passed: dict[int, int] = {}
        faults.append(self)

    def __repr__(self) -> str:
        what = "cut" if self._garbage is None else "garbage"
        return f"<WireFault {what} {self.direction} after {self._after_bytes} bytes, {self.count} times>"

    def end(self) -> None:
        """Let it happen no more."""
        if self in self._faults:
            self._faults.remove(self)

    def forget(self, client: Client) -> None:
        """Forget a connection that has ended."""
        self._passed.pop(client.number, None)

    def apply(self, client: Client, data: bytes) -> tuple[bytes, bool]:
        """Return what gets through of some bytes, and whether the connection ends after them."""
        passed = self._passed.get(client.number, 0)
        if passed < 0:
            return data, False
        place = self._after_bytes - passed
        # a cut comes with the last byte, garbage with the next one
        if place > len(data) or (place == len(data) and self._garbage is not None):
            self._passed[client.number] = passed + len(data)
            return data, False
        # once for each connection
        self._passed[client.number] = -1
        self.count += 1
        if self._times is not None and self.count >= self._times:
            self.end()
        if self._garbage is None:
            return data[:place], True
        return data[:place] + self._garbage + data[place + len(self._garbage) :], False
