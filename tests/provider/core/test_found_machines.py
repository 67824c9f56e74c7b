"""What a machine is taken for that was found on a host and has no slot."""

from purevirt.provider.core.backend import ObservedMachine
from purevirt.provider.core.catalog import BUILT_IN_TYPES, InstanceType
from purevirt.provider.core.model import slot_problem
from tests.provider.fakes import slot
from tests.provider.settings.test_config import parse


def test_found_machine_is_described_from_its_id_else_from_what_was_seen() -> None:
    """A machine without a slot gets the catalogue's size if its id names a type, else the observed one."""
    catalog = parse().catalog
    known = catalog.slot_for(
        ObservedMachine(machine_id=slot(7).id, zone="a", host_ref="h", running=True, vcpu=9, memory_mib=9)
    )
    assert known is not None
    small = BUILT_IN_TYPES["kvm.small"]
    assert (known.instance_type, known.vcpu, known.memory_mib) == ("kvm.small", small.vcpu, small.memory_mib)
    strange = catalog.slot_for(
        ObservedMachine(
            machine_id="libvirt/legacy", zone="a", host_ref="h", running=True, vcpu=3, memory_mib=1000
        )
    )
    assert strange is not None
    assert (strange.instance_type, strange.vcpu, strange.memory_mib) == ("unknown", 3, 1000)
    assert slot_problem(known) is slot_problem(strange) is None
    assert InstanceType(3, 1000) not in BUILT_IN_TYPES.values()


def test_found_machine_of_another_providers_label_is_not_ours() -> None:
    """Two providers may share a host: what the other one made is neither listed nor deletable here."""
    found = ObservedMachine(machine_id="libvirt-2/legacy", zone="a", host_ref="h", running=True)
    assert parse().catalog.slot_for(found) is None
    assert parse("--provider", "libvirt-2").catalog.slot_for(found) is not None
