"""Zones that are observed one by one: by the engine, and each at its own pace."""

from __future__ import annotations

import asyncio

import pytest

from purevirt.provider.core import lookout
from purevirt.provider.core.backend import ClaimedElsewhere, Observation, ObservedMachine, ObservedZone
from purevirt.provider.core.lookout import Lookout
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.core.reconcile import DOUBT_S
from tests.provider.fakes import FakeBackend, bench

S = MachineState


class Zones(FakeBackend):
    """A backend whose zones are observed one by one."""

    def __init__(self) -> None:
        super().__init__()
        self.zones = ["a", "b"]
        self.seen: dict[str, list[ObservedMachine]] = {"a": [], "b": []}
        self.refused = ""
        self.hanging = ""
        self.looks: asyncio.Queue[str] = asyncio.Queue()
        self.news = asyncio.Event()

    async def describe_zone(self, zone: str) -> Observation:
        """Return what the test has set for it."""
        self.looks.put_nowait(zone)
        if zone == self.hanging:
            await asyncio.Event().wait()
        if zone == self.refused:
            raise ClaimedElsewhere(f"zone {zone}: held by another")
        return Observation(
            machines=list(self.seen[zone]), zones=[ObservedZone(name=zone, up=True, complete=True)]
        )

    async def changed(self, zone: str) -> None:
        """When the test says so, and only once."""
        await self.news.wait()
        self.news.clear()


async def test_zones_are_observed_one_by_one_and_keep_each_others_doubts() -> None:
    """A look at one zone says nothing of the machines of another, and ends no doubt about them."""
    backend = Zones()
    async with bench(backend=backend) as b:
        idle = await b.run(Kind.CREATE)
        assert await b.engine.reconcile("a") == 0
        assert b.engine.doubts("a")
        assert not b.engine.doubts("b")
        b.clock.advance(DOUBT_S)
        assert await b.engine.reconcile("b") == 0
        assert b.engine.doubts("a")
        assert [(zone.name, zone.up) for zone in b.engine.zones] == [("a", True), ("b", True)]
        backend.refused = "b"
        with pytest.raises(ClaimedElsewhere):
            await b.engine.reconcile("b")
        assert [(zone.up, zone.detail) for zone in b.engine.zones] == [
            (True, ""),
            (False, "zone b: held by another"),
        ]
        assert b.get().host_ref == idle.host_ref
        assert await b.engine.reconcile("a") == 1
        assert b.state() is S.FAILED


async def test_zone_that_hangs_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Zone a is found, and found again after each change, while the first look at b never ends (L6, L8)."""
    monkeypatch.setattr(lookout, "FIRST_LOOK_S", 0.01)
    backend = Zones()
    backend.hanging = "b"
    async with bench(backend=backend) as b:
        looking = Lookout(b.engine, backend, 3600.0)
        await looking.start()
        assert {await backend.looks.get(), await backend.looks.get()} == {"a", "b"}
        assert [zone.name for zone in b.engine.zones] == ["a"]
        for _ in range(3):
            backend.news.set()
            assert await backend.looks.get() == "a"
        await looking.close()


async def test_start_is_refused_where_another_provider_holds_a_host() -> None:
    """Whatever the other zones say; and nothing looks on behind that."""
    backend = Zones()
    backend.refused = "b"
    async with bench(backend=backend) as b:
        looking = Lookout(b.engine, backend, 3600.0)
        with pytest.raises(ClaimedElsewhere, match="zone b: held by another"):
            await looking.start()
        assert not [task for task in asyncio.all_tasks() if "provider-look" in task.get_name()]


async def test_zone_that_is_lost_to_another_provider_later_is_only_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others go on; it is looked at again, for the other one may end; its trouble is logged once."""
    monkeypatch.setattr(lookout, "FIRST_RETRY_S", 0.001)
    backend = Zones()
    async with bench(backend=backend) as b:
        looking = Lookout(b.engine, backend, 3600.0)
        await looking.start()
        backend.refused = "a"
        backend.news.set()
        while [zone.up for zone in b.engine.zones] != [False, True]:
            await backend.looks.get()
            await asyncio.sleep(0)
        for _ in range(3):
            await backend.looks.get()
        backend.refused = ""
        while not all(zone.up for zone in b.engine.zones):
            await backend.looks.get()
            await asyncio.sleep(0)
        await looking.close()
    assert capsys.readouterr().out.count("held by another") == 1


async def test_what_is_in_doubt_is_looked_at_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is missed once is not left in doubt for an interval."""
    monkeypatch.setattr(lookout, "DOUBT_S", 0.001)
    backend = Zones()
    async with bench(backend=backend) as b:
        idle = await b.run(Kind.CREATE)
        looking = Lookout(b.engine, backend, 0.0)
        await looking.start()
        b.clock.advance(DOUBT_S)
        assert [await backend.looks.get() for _ in range(3)].count("a") == 2
        while b.engine.doubts("a"):  # noqa: ASYNC110 # until what was seen is decided on
            await asyncio.sleep(0)
        assert b.get().last_error == f"host {idle.host_ref} is not in zone a any more"
        await looking.close()
