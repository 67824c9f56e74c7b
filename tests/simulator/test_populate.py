"""Hosts that are filled before a test begins, and what is done with their domains."""

from collections.abc import AsyncIterator
from xml.etree import ElementTree as ET

import pytest

import purevirt
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import populate

_INTERFACE = "<interface type='network'><source network='default'/><model type='virtio'/></interface>"


@pytest.fixture
async def sim() -> AsyncIterator[SimulatedLibvirtd]:
    """A daemon with two domains, one of which runs."""
    async with SimulatedLibvirtd() as sim:
        populate(sim.host, 2, running=1)
        yield sim


async def test_names_are_given_once(sim: SimulatedLibvirtd) -> None:
    """No host has two domains of one name: neither twice filled, nor by one filling; nothing is half done."""
    with pytest.raises(ValueError, match="'domain-00000' is there already; pass"):
        populate(sim.host, 1)
    with pytest.raises(ValueError, match="'web' is there already"):
        populate(sim.host, 2, name=lambda _number: "web")
    with pytest.raises(ValueError, match="count=-2: it is 0 or more"):
        populate(sim.host, -2)
    populate(sim.host, 2, running=1, name="web-{}".format)
    async with await purevirt.connect(sim.uri) as conn:
        names = {one.name for one in await purevirt.list_domains(conn)}
    assert names == {"domain-00000", "domain-00001", "web-0", "web-1"}


async def test_a_second_interface_is_told_from_the_first(sim: SimulatedLibvirtd) -> None:
    """Attached to a domain that runs, each has a name of its own on the host, and its network's bridge."""
    async with await purevirt.connect(sim.uri) as conn:
        dom = await conn.domain_lookup_by_name("domain-00000")
        for _ in range(2):
            await conn.domain_attach_device(dom, _INTERFACE)
        found = ET.fromstring(await conn.domain_get_xml_desc(dom)).findall("devices/interface")
        names = [target.get("dev", "") for one in found for target in one.findall("target")]
        assert len(set(names)) == len(names) == 3
        assert {source.get("bridge") for one in found for source in one.findall("source")} == {"virbr0"}
        for name in names:
            assert await conn.domain_interface_stats(dom, name)
