"""Metadata whose namespace is declared further up, as most libraries write it."""

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums
from tests.simulator.contract.daemon import Daemon, defined, refused

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


@pytest.mark.parametrize(
    ("given", "kept", "got"),
    [
        ("<x:a xmlns:x='urn:k'/>", '<x:a xmlns:x="urn:k" xmlns:k="urn:k"/>', '<a xmlns:k="urn:k"/>'),
        (
            "<x:a xmlns:x='urn:k'><x:b/><c/></x:a>",
            '<x:a xmlns:x="urn:k" xmlns:k="urn:k"> <x:b/> <k:c/> </x:a>',
            '<a xmlns:k="urn:k"> <b/> <c/> </a>',
        ),
        ("<a xmlns='urn:k'/>", '<a xmlns="urn:k" xmlns:k="urn:k"/>', '<a xmlns:k="urn:k"/>'),
        (
            "<a xmlns:z='urn:z' n='1'><z:b/></a>",
            '<k:a xmlns:z="urn:z" xmlns:k="urn:k" n="1"> <z:b/> </k:a>',
            '<a xmlns:z="urn:z" n="1"> <z:b/> </a>',
        ),
        ("<a><b/>text</a>", '<k:a xmlns:k="urn:k"><k:b/>text</k:a>', "<a><b/>text</a>"),
    ],
)
async def test_namespaces_of_an_element_itself(
    conn: Connection, daemon: Daemon, given: str, kept: str, got: str
) -> None:
    """What has one stays in it, all else is put into that of the call; what is returned is out of it."""
    domain = await defined(conn, daemon)
    await conn.domain_set_metadata(domain, 2, given, "k", "urn:k")
    xml = await conn.domain_get_xml_desc(domain)
    lines = xml.partition("<metadata>")[2].partition("</metadata>")[0].split("\n")
    assert " ".join(line.strip() for line in lines if line.strip()) == kept
    found = await conn.domain_get_metadata(domain, 2, "urn:k")
    assert " ".join(line.strip() for line in found.split("\n")) == got


@pytest.mark.parametrize("key", ["", "1x", "a b", "a:b"])
async def test_prefixes_that_are_none(conn: Connection, daemon: Daemon, key: str) -> None:
    """They are refused, and the definition stays one that can be read."""
    domain = await defined(conn, daemon)
    bad = (1, 5, "internal error: failed to validate prefix for a new XML namespace")
    assert await refused(conn.domain_set_metadata(domain, 2, "<a/>", key, "urn:k")) == bad
    assert "metadata" not in await conn.domain_get_xml_desc(domain)


async def test_order_of_refusals(conn: Connection, daemon: Daemon) -> None:
    """Whether it runs is asked before what is to be kept is looked at; a text has no namespace."""
    domain = await defined(conn, daemon)
    off = (55, 20, "Requested operation is not valid: domain is not running")
    assert await refused(conn.domain_set_metadata(domain, 2, "<a", "k", "urn:k", 1)) == off
    null = (8, 20, "uri in virDomainGetMetadata must be NULL")
    assert await refused(conn.domain_get_metadata(domain, 0, "urn:k")) == null
    await conn.domain_set_metadata(domain, 0, " text ", None, None)
    assert await conn.domain_get_metadata(domain, 0, None) == " text "
