"""Who may ask a guest agent now."""

import asyncio

import pytest

from purevirt.provider.libvirt import agent_lanes
from purevirt.provider.libvirt.agent_lanes import MAX_PROMPT, MAX_SLOW, AgentLanes


class Guests:
    """Guests whose commands last until a test ends them."""

    def __init__(self, lanes: AgentLanes) -> None:
        self.lanes = lanes
        self.asked: list[bytes] = []
        self.answers: dict[bytes, asyncio.Event] = {}

    async def ask(self, guest: bytes) -> None:
        """Ask one of them."""
        async with self.lanes.turn(guest):
            self.asked.append(guest)
            await self.answers.setdefault(guest, asyncio.Event()).wait()

    def begin(self, *guests: bytes) -> list[asyncio.Task[None]]:
        """Ask several at once."""
        return [asyncio.create_task(self.ask(guest)) for guest in guests]


async def turns() -> None:
    """Let everybody do what there is to do."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_guest_that_hangs_holds_up_the_others_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its first slow answer it waits with its like; prompt guests have a lane for themselves."""
    monkeypatch.setattr(agent_lanes, "SLOW_S", 0.0)
    guests = Guests(AgentLanes())
    hung = [b"h1", b"h2", b"h3"]
    tasks = guests.begin(*hung)
    await turns()
    assert guests.asked == hung[:MAX_PROMPT]
    for guest in hung:
        guests.answers.setdefault(guest, asyncio.Event()).set()
    await asyncio.gather(*tasks)
    monkeypatch.setattr(agent_lanes, "SLOW_S", 3600.0)
    guests.asked.clear()
    guests.answers.clear()
    tasks = guests.begin(*hung, b"p1", b"p2")
    await turns()
    assert sorted(guests.asked) == sorted([*hung[:MAX_SLOW], b"p1", b"p2"])
    for guest in (*hung, b"p1", b"p2"):
        guests.answers.setdefault(guest, asyncio.Event()).set()
    await asyncio.gather(*tasks)
    # They have answered promptly since.
    guests.asked.clear()
    guests.answers.clear()
    tasks = guests.begin(*hung)
    await turns()
    assert len(guests.asked) == MAX_PROMPT
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_turn_ends_with_its_command_whatever_ends_that() -> None:
    """A command that is cancelled or fails gives its place to the next."""
    lanes = AgentLanes()
    for error in (asyncio.CancelledError(), ValueError()) * MAX_PROMPT:
        with pytest.raises(type(error)):
            async with lanes.turn(b"g"):
                raise error
    async with asyncio.timeout(20), lanes.turn(b"g"):
        pass


async def test_only_so_many_slow_guests_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The books do not grow with every guest that ever was slow."""
    monkeypatch.setattr(agent_lanes, "SLOW_S", 0.0)
    monkeypatch.setattr(agent_lanes, "MAX_REMEMBERED", 3)
    lanes = AgentLanes()
    for number in range(9):
        async with lanes.turn(bytes([number])):
            pass
    assert list(lanes._were_slow) == [b"\x06", b"\x07", b"\x08"]


async def test_of_one_guest_there_is_one_command_at_a_time() -> None:
    """Whoever waits for the same guest takes no place from others, and nothing is kept of it (A24)."""
    guests = Guests(AgentLanes())
    tasks = guests.begin(b"g", b"g", b"g", b"other")
    await turns()
    assert guests.asked == [b"g", b"other"]
    tasks[1].cancel()
    guests.answers[b"g"].set()
    guests.answers[b"other"].set()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(end) for end in ends] == [type(None), asyncio.CancelledError, type(None), type(None)]
    assert guests.asked == [b"g", b"other", b"g"]
    assert (guests.lanes._guests, guests.lanes._waiting) == ({}, {})
