"""A provider on simulated hosts that is started again with its state finds the machines that it had."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from purevirt.provider.core.model import Kind, Machine, MachineState
from purevirt.provider.core.store import Delta
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError
from purevirt.provider.libvirt import names
from purevirt.provider.settings.config import parse_config
from purevirt.provider.simulated.site import SimulatedSite


async def test_what_has_a_host_has_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under its name, and bound where it was; what cannot be made holds up none of the others."""
    config = parse_config(
        ["--use-simulator", "--seed-count", "5", "--state", str(tmp_path / "state.db")], {}, uid=0
    )
    free, idle, bound, failed, odd = (
        Machine(
            slot=slot,
            operations=MappingProxyType({Kind.CREATE: f"{number}-aa"}),
            host_ref=names.domain_name(f"{number}-aa"),
        )
        for number, slot in enumerate(config.catalog.slots())
    )
    machines = [
        replace(free, host_ref=None),
        replace(idle, state=MachineState.IDLE),
        replace(bound, state=MachineState.CONFIGURED, cluster="c-1"),
        replace(failed, state=MachineState.FAILED, last_error="drain", cluster="c-2"),
        replace(odd, slot=replace(odd.slot, vcpu=0), state=MachineState.IDLE),
    ]
    with closing(SqliteStore.open(tmp_path / "state.db")) as store:
        store.load()
        store.commit(Delta(machines=machines, marks={}, revision=9, operation=9))
        with pytest.raises(StoreError, match="in use by a live process"):
            async with SimulatedSite(config):
                pass
    async with SimulatedSite(config) as site, site.backend() as backend:
        seen = {one.machine_id: one for one in (await backend.describe()).machines}
    assert set(seen) == {idle.id, bound.id, failed.id}
    assert all(
        seen[one.id].running and seen[one.id].host_ref == one.host_ref for one in (idle, bound, failed)
    )
    assert [seen[one.id].cluster for one in (idle, bound, failed)] == [None, "c-1", None]
    assert "its size is not known" in capsys.readouterr().out


async def test_many_machines_are_revived_over_few_connections(tmp_path: Path) -> None:
    """Of a host, however many are bound: a process may not open one for each."""

    async def clients(count: int) -> int:
        path = tmp_path / f"state-{count}.db"
        arguments = ["--use-simulator", "--seed-count", str(count), "--state", str(path)]
        config = parse_config(arguments, {}, uid=0)
        machines = [
            Machine(
                slot=slot,
                state=MachineState.CONFIGURED,
                cluster="c",
                operations=MappingProxyType({Kind.CREATE: f"{number}-aa"}),
                host_ref=names.domain_name(f"{number}-aa"),
            )
            for number, slot in enumerate(config.catalog.slots())
        ]
        with closing(SqliteStore.open(path)) as store:
            store.load()
            store.commit(Delta(machines=machines, marks={}, revision=9, operation=9))
        async with SimulatedSite(config) as site:
            (sim,) = site.hosts.values()
            assert len(sim.host.domains) == count
            return sim._site.client_count

    assert await clients(12) == await clients(2)
