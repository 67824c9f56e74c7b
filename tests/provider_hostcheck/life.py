"""One machine's whole life through the backend, for a process of its own: `life.py URI`."""

import asyncio
import sys

from purevirt.provider.core.backend import BackendMachine
from purevirt.provider.libvirt.backend import LibvirtBackend, LibvirtBackendConfig
from purevirt.provider.logs import configure_logs
from purevirt.provider.secret import Secret

ZONE = "z1"
MACHINE = f"libvirt/OnDemand/kvm.tiny/{ZONE}/000"


async def live(uri: str) -> None:
    """Create, configure, drain and delete; print a word after each."""
    config = LibvirtBackendConfig(provider="libvirt", zones={ZONE: uri}, image="golden.qcow2")

    def machine(name: str | None, cluster: str | None = None) -> BackendMachine:
        return BackendMachine(
            id=MACHINE,
            instance_type="kvm.tiny",
            zone=ZONE,
            vcpu=1,
            memory_mib=128,
            host_ref=name,
            cluster=cluster,
        )

    async with LibvirtBackend(config) as backend, asyncio.timeout(90):
        backend.claim_as("life")
        name = await backend.create(machine(None), "op-1")
        sys.stdout.write(f"created {name}\n")
        sys.stdout.flush()
        await backend.configure(machine(name, "c1"), "c1", Secret(b"blob"), "op-2")
        seen = await backend.describe()
        [found] = seen.machines
        assert (found.host_ref, found.running, found.cluster) == (name, True, "c1")
        sys.stdout.write(f"configured {[zone.detail for zone in seen.zones]}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)
        await backend.drain(machine(name, "c1"), 5, "op-3")
        sys.stdout.write("drained\n")
        await backend.delete(machine(name), "op-4")
        sys.stdout.write("deleted\n")


if __name__ == "__main__":
    configure_logs()
    asyncio.run(live(sys.argv[1]))
