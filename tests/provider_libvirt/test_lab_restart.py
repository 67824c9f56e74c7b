"""A libvirtd that goes away under the backend, on a host of the test's own."""

import asyncio
from dataclasses import replace

import pytest

from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.secret import Secret
from tests.conftest import LabHosts
from tests.provider_libvirt.conftest import ZONE, Driver, new_machine

pytestmark = pytest.mark.lab


def test_killed_libvirtd_is_survived_between_and_inside_operations(lab_hosts: LabHosts) -> None:
    """libvirtd dies while a hook runs and between calls: the hook runs once, and all ends right: L5."""
    (host,) = lab_hosts("restart")
    driver = Driver(host)

    async def use(backend: LibvirtBackend) -> None:
        machine = new_machine("restart")
        machine = replace(machine, host_ref=await backend.create(machine, "op-1"))
        assert machine.host_ref is not None
        agent = await asyncio.to_thread(host.wait_agent, machine.host_ref)
        configuring = asyncio.create_task(backend.configure(machine, "c1", Secret(b"SLOW=4\nblob"), "op-2"))
        begun = ["test", "-e", "/var/lib/bigfleet/bootstrap.log"]
        while (await asyncio.to_thread(agent.execute, begun)).code != 0:
            assert not configuring.done()
        await asyncio.to_thread(host.restart, kill=True)
        await configuring
        log = await asyncio.to_thread(agent.read, "/var/lib/bigfleet/bootstrap.log")
        assert len(log.splitlines()) == 1
        await asyncio.to_thread(host.restart, kill=True)
        (found,) = (await backend.describe()).machines
        assert (found.running, found.cluster, found.zone) == (True, "c1", ZONE)
        await asyncio.to_thread(host.restart)
        await backend.drain(machine, 5, "op-3")
        await asyncio.to_thread(host.restart)
        await backend.delete(machine, "op-4")
        assert (await backend.describe()).machines == []

    driver.run(use)
