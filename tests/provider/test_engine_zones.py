"""Zones that are observed one by one: by the engine, and each at its own pace."""

from __future__ import annotations

import asyncio

import pytest

from purevirt.provider.backend import ClaimedElsewhere, Observation, ObservedMachine, ObservedZone
from purevirt.provider.model import Kind, MachineState
from purevirt.provider.reconcile import DOUBT_S
from tests.provider.fakes import FakeBackend, bench

S = MachineState


class Zones(FakeBackend):
    """A backend whose zones are observed one by one."""

    def __init__(self) -> None:
        super().__init__()
        self.zones = ["a", "b"]
        self.seen: dict[str, list[ObservedMachine]] = {"a": [], "b": []}
        self.refused = ""

    async def describe_zone(self, zone: str) -> Observation:
        """Return what the test has set for it."""
        if zone == self.refused:
            raise ClaimedElsewhere(f"zone {zone}: held by another")
        return Observation(
            machines=list(self.seen[zone]), zones=[ObservedZone(name=zone, up=True, complete=True)]
        )

    async def changed(self, zone: str) -> None:
        """Never."""
        await asyncio.Event().wait()


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
