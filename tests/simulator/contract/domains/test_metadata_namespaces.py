"""Metadata whose namespace is declared further up, as most libraries write it."""

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums
from tests.simulator.contract.daemon import Daemon

_XML = (
    "<domain{0} type='{kind}'><name>{name}</name><memory>32768</memory><os><type>hvm</type></os>"
    "<metadata{1}><x:a{2}><x:b>1</x:b><c/></x:a></metadata></domain>"
)
_DECLARED = " xmlns:x='urn:x' xmlns:unused='urn:y'"


@pytest.mark.parametrize(
    ("place", "metadata", "element", "unused"),
    [
        (0, "<metadata xmlns:x='urn:x'>", "<x:a>", ""),
        (1, "<metadata xmlns:x='urn:x' xmlns:unused='urn:y'>", "<x:a>", ""),
        (2, "<metadata>", "<x:a xmlns:x='urn:x' xmlns:unused='urn:y'>", " xmlns:unused='urn:y'"),
    ],
)
async def test_a_namespace_that_is_declared_above(
    conn: Connection, daemon: Daemon, place: int, metadata: str, element: str, unused: str
) -> None:
    """What is used of the root's goes to the metadata; it is found from there, without any prefix."""
    kind = "test" if daemon.kind == "test" else "qemu"
    declared = ["", "", ""]
    declared[place] = _DECLARED
    domain = await conn.domain_define_xml(_XML.format(*declared, kind=kind, name=daemon.name()))
    xml = (await conn.domain_get_xml_desc(domain)).replace('"', "'")
    assert f"  {metadata}\n    {element}\n      <x:b>1</x:b>\n      <c/>\n" in xml
    found = await conn.domain_get_metadata(domain, enums.DomainMetadataType.ELEMENT, "urn:x")
    assert found.replace('"', "'") == f"<a{unused}>\n  <b>1</b>\n  <c/>\n</a>"
    await conn.domain_set_metadata(domain, enums.DomainMetadataType.ELEMENT, "<new/>", "y", "urn:x")
    found = await conn.domain_get_metadata(domain, enums.DomainMetadataType.ELEMENT, "urn:x")
    assert found == "<new/>"
