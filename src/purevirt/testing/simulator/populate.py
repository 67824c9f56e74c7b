"""A host that is full when it is first seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.testing.simulator.domains.handlers import read_definition
from purevirt.testing.simulator.faults.checks import check_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.testing.simulator.host import Host

__all__ = ["TEMPLATE", "populate"]

TEMPLATE = """
<domain type='qemu'>
  <name>template</name>
  <memory unit='MiB'>512</memory>
  <vcpu>1</vcpu>
  <os><type arch='x86_64' machine='q35'>hvm</type></os>
  <features><acpi/><apic/></features>
  <devices>
    <interface type='network'><source network='default'/><model type='virtio'/></interface>
    <channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>
  </devices>
</domain>
"""
"""A small domain on the default network, with a channel for an agent, and no disk."""


def populate(
    host: Host,
    count: int,
    *,
    running: int = 0,
    name: Callable[[int], str] = "domain-{:05d}".format,
    template: str = TEMPLATE,
) -> None:
    """Define many domains that are alike, and start some of them; nobody is told.

    Args:
        host: where.
        count: how many.
        running: how many of them, from the first on, run.
        name: makes a domain's name from its number, from 0.
        template: what each is defined as, but for its name, UUID and MAC addresses.

    Raises:
        SimulatedError: the template is not one that libvirt takes, or needs what the host does not have.
        ValueError: more are to run than there are; or two would have one name. Nothing is defined then.
    """
    check_count("count", count)
    if not 0 <= running <= count:
        raise ValueError(f"running={running}: it is between 0 and count={count}")
    names = [name(number) for number in range(count)]
    seen: set[str] = set()
    for one in names:
        if one in seen or host.domains.find(one) is not None:
            raise ValueError(
                f"name: {one!r} is there already; pass a function that gives each domain a new one"
            )
        seen.add(one)
    host.domains.fill(read_definition(host, template), iter(names))
    for one in names[:running]:
        domain = host.domains.find(one)
        assert domain is not None
        domain.start(paused=False)
