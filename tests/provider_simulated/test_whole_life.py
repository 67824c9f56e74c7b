"""A machine's whole life on the embedded simulated host: nothing is installed, nobody is root."""

import os
from pathlib import Path

import purevirt
from purevirt.provider.libvirt.metadata import NAMESPACE
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.simulated.guest import CLUSTER
from purevirt.rpc.gen.enums import DomainMetadataType
from tests.provider_simulated.conftest import STATES, Running

BLOB = os.urandom(3 << 20)


async def test_whole_life(provider: Running) -> None:
    """SPECULATIVE, IDLE, CONFIGURED, IDLE, SPECULATIVE: with the backend for real hosts."""
    stub = provider.stub
    before = (await provider.machines())[0]
    assert before.state == STATES.MACHINE_STATE_SPECULATIVE
    await stub.Create(pb.CreateRequest(machine_id=before.id))
    idle = await provider.reach(before.id, STATES.MACHINE_STATE_IDLE)
    assert idle.host.ref.startswith("bigfleet-")
    await stub.Configure(pb.ConfigureRequest(machine_id=before.id, cluster_id="c-1", bootstrap_blob=BLOB))
    configured = await provider.reach(before.id, STATES.MACHINE_STATE_CONFIGURED)
    assert configured.cluster == "c-1"
    domain = provider.sim.host.domains.find(idle.host.ref)
    assert domain is not None
    assert domain.guest is not None
    files = domain.guest.system.files
    assert files.read(CLUSTER) == b"c-1"
    assert "/opt/bigfleet/bootstrap.blob" not in files
    async with await purevirt.connect(provider.sim.uri) as conn:
        kept = await conn.domain_get_metadata(domain.wire(), DomainMetadataType.ELEMENT, NAMESPACE)
        assert "<clusterID>c-1</clusterID>" in kept
    await stub.Drain(pb.DrainRequest(machine_id=before.id, grace_period_seconds=5))
    drained = await provider.reach(before.id, STATES.MACHINE_STATE_IDLE)
    assert drained.cluster == ""
    await stub.Delete(pb.DeleteRequest(machine_id=before.id))
    after = await provider.reach(before.id, STATES.MACHINE_STATE_SPECULATIVE)
    assert not after.HasField("host")
    assert len(provider.sim.host.domains) == 0
    async with await purevirt.connect(provider.sim.uri) as conn:
        pool = await conn.storage_pool_lookup_by_name("default")
        assert await conn.storage_pool_list_volumes(pool, 100) == ["golden.qcow2"]


def test_the_guests_contract_is_the_scripts() -> None:
    """Each program that the provider sends has its play, and no play is of a program that there is not."""
    from purevirt.provider.libvirt import bootstrapping, guest_script
    from purevirt.provider.simulated import guest

    sent = {name for name in vars(guest_script) if name.isupper() and not name.startswith(("_", "MAX"))}
    assert {name.lower().replace("_", "-") for name in sent} == set(guest._PROGRAMS)
    text = Path(bootstrapping.__file__).read_text()
    assert all(f'name="{name}"' in text for name in guest._PROGRAMS)
