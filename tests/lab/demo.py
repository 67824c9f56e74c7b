"""`make demo-lab`: one machine's whole life, over gRPC, on a real libvirtd and a real guest.

Each state is printed with the seconds since the start; while the machine lives, it is also shown as the
client library sees it.
"""

import asyncio
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import purevirt
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.rpc.gen.enums import DomainState
from tests.lab import LabHost
from tests.lab.image import ensure_image
from tests.lab.packages import obstacle
from tests.provider_e2e.process import STATES, ProviderProcess, running_provider

ZONE = "demo"
CLUSTER = "cluster-1"
BLOB_BYTES = 64 * 1024


def say(start: float, text: str) -> None:
    """Print a line with the time."""
    print(f"{time.monotonic() - start:7.2f} s  {text}", flush=True)


async def show(uri: str) -> None:
    """Print what the client library sees on the host."""
    async with await purevirt.connect(uri) as conn:
        for domain in (await conn.connect_list_all_domains()).domains:
            info = await conn.domain_get_info(domain)
            xml = await conn.domain_get_xml_desc(domain)
            ping = await conn.qemu_domain_agent_command(domain, '{"execute": "guest-ping"}', 10)
            print(f"{'':11}domain    {domain.name}")
            print(
                f"{'':11}state     {DomainState(info.state).name}, {info.nr_virt_cpu} vCPU, {info.memory} KiB"
            )
            disks = [line.strip() for line in xml.splitlines() if "<source file=" in line]
            for disk in disks:
                print(f"{'':11}disk      {disk}")
            print(f"{'':11}agent     guest-ping answered {ping}")


def follow(
    provider: ProviderProcess, machine_id: str, start: float, call: Callable[[], pb.TransitionAck], goal: int
) -> None:
    """Make one call and print the states that follow."""
    ack = call()
    say(start, f"{STATES.Name(ack.machine.state):28} operation {ack.operation_id}")
    machine = provider.wait_for(machine_id, goal, timeout_s=120)
    detail = f"host {machine.host.ref}" if machine.host.ref else ""
    detail += f", cluster {machine.cluster}" if machine.cluster else ""
    say(start, f"{STATES.Name(machine.state):28} {detail}")


def main() -> None:
    """Run the demonstration; an assertion fails where something is not as it should be."""
    if reason := obstacle():
        sys.exit(f"demo: {reason}")
    image = ensure_image()
    start = time.monotonic()
    with LabHost("demo") as host, tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        host.prepare(image)
        say(start, "libvirtd is up, with a pool, a network and the golden image")
        with running_provider(Path(folder), {ZONE: host.uri}) as provider:
            machine_id = provider.machine_id(ZONE)
            stub = provider.stub
            machine = stub.Get(pb.MachineRef(id=machine_id))
            say(start, f"{STATES.Name(machine.state):28} {machine_id}")
            blob = os.urandom(BLOB_BYTES)
            create = pb.CreateRequest(machine_id=machine_id)
            configure = pb.ConfigureRequest(machine_id=machine_id, cluster_id=CLUSTER, bootstrap_blob=blob)
            drain = pb.DrainRequest(machine_id=machine_id, grace_period_seconds=10)
            delete = pb.DeleteRequest(machine_id=machine_id)
            follow(provider, machine_id, start, lambda: stub.Create(create), STATES.MACHINE_STATE_IDLE)
            follow(
                provider,
                machine_id,
                start,
                lambda: stub.Configure(configure),
                STATES.MACHINE_STATE_CONFIGURED,
            )
            asyncio.run(show(host.uri))
            [name] = host.virsh("list", "--all", "--name").split()
            joined = host.guest_exec(name, ["cat", "/var/lib/bigfleet/bootstrap.state"]).out.decode()
            assert hashlib.sha256(blob).hexdigest() in joined
            say(start, "the guest's own record of the bootstrap: " + " ".join(joined.split()))
            follow(provider, machine_id, start, lambda: stub.Drain(drain), STATES.MACHINE_STATE_IDLE)
            follow(provider, machine_id, start, lambda: stub.Delete(delete), STATES.MACHINE_STATE_SPECULATIVE)
            assert host.virsh("list", "--all", "--name").split() == []
            volumes = host.virsh("vol-list", "default").splitlines()
            left = [line.split()[0] for line in volumes if line.strip()]
            assert left == ["golden.qcow2"], left
            say(start, f"what is left on the host: {', '.join(left)}")
            assert provider.stop() == 0


if __name__ == "__main__":
    main()
