"""What users keep with a domain."""

import pytest

from purevirt import Connection
from tests.simulator.contract.daemon import Daemon, defined, refused

_MISSING = (80, 20, "metadata not found: Requested metadata element is not present")
_DESCRIPTION, _TITLE, _ELEMENT = 0, 1, 2


@pytest.mark.parametrize("kind", [_DESCRIPTION, _TITLE])
async def test_texts(conn: Connection, daemon: Daemon, kind: int) -> None:
    """A text is kept, replaced, and forgotten by None and by nothing alike."""
    domain = await defined(conn, daemon)
    assert await refused(conn.domain_get_metadata(domain, kind, None)) == _MISSING
    for kept in ("one", "two <&> 'three'"):
        await conn.domain_set_metadata(domain, kind, kept, None, None)
        assert await conn.domain_get_metadata(domain, kind, None) == kept
    for nothing in ("", None):
        await conn.domain_set_metadata(domain, kind, "again", None, None)
        await conn.domain_set_metadata(domain, kind, nothing, None, None)
        assert await refused(conn.domain_get_metadata(domain, kind, None)) == _MISSING


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("<a/>", "<a/>"),
        ("<a><b/>t</a>", "<a><b/>t</a>"),
        ('<a k="v">t</a>', '<a k="v">t</a>'),
        ("<a k='v'><b>1</b><c/></a>", '<a k="v">\n  <b>1</b>\n  <c/>\n</a>'),
    ],
)
async def test_elements(conn: Connection, daemon: Daemon, given: str, kept: str) -> None:
    """An element comes back without the prefix that libvirt gave it, and laid out by libxml."""
    domain = await defined(conn, daemon)
    await conn.domain_set_metadata(domain, _ELEMENT, given, "k", "urn:x")
    assert await conn.domain_get_metadata(domain, _ELEMENT, "urn:x") == kept
    assert await conn.domain_get_metadata(domain, _ELEMENT, "urn:x", 2) == kept


async def test_elements_are_kept_by_namespace(conn: Connection, daemon: Daemon) -> None:
    """Each namespace has one element; a new one takes its place, and comes last."""
    domain = await defined(conn, daemon)
    await conn.domain_set_metadata(domain, _ELEMENT, "<a/>", "k", "urn:x")
    await conn.domain_set_metadata(domain, _ELEMENT, "<z/>", "q", "urn:y")
    await conn.domain_set_metadata(domain, _ELEMENT, "<c/>", "k2", "urn:x")
    xml = await conn.domain_get_xml_desc(domain)
    kept = '  <metadata>\n    <q:z xmlns:q="urn:y"/>\n    <k2:c xmlns:k2="urn:x"/>\n  </metadata>\n'
    assert kept in xml
    for _ in range(2):
        # the second time there is nothing to forget, which is no error
        await conn.domain_set_metadata(domain, _ELEMENT, None, None, "urn:x")
    assert await refused(conn.domain_get_metadata(domain, _ELEMENT, "urn:x")) == _MISSING


@pytest.mark.parametrize(
    ("kind", "metadata", "key", "uri", "flags", "expected"),
    [
        (_TITLE, "a\nb", None, None, 0, (8, 20, "metadata title can't contain newlines")),
        (_TITLE, "x", "k", "u", 0, (8, 20, "uri in virDomainSetMetadata must be NULL")),
        (_ELEMENT, "<a/>", None, "urn:x", 0, (8, 20, "key in virDomainSetMetadata must not be NULL")),
        (_ELEMENT, "<a/>", "k", None, 0, (8, 20, "uri in virDomainSetMetadata must not be NULL")),
        (9, "x", None, None, 0, (8, 20, "invalid argument: unknown metadata type '9'")),
        (_TITLE, "x", None, None, 1, (55, 20, "Requested operation is not valid: domain is not running")),
        (
            _ELEMENT,
            "<k:a xmlns:k='urn:x'/>",
            "k",
            "urn:x",
            0,
            (1, 5, "internal error: failed to create a new XML namespace"),
        ),
        (
            _ELEMENT,
            "<a",
            "k",
            "urn:x",
            0,
            (35, 20, "(metadata_xml):1: Couldn't find end of Start Tag a line 1\n<a\n--^"),
        ),
    ],
)
async def test_setting_is_refused(
    conn: Connection,
    daemon: Daemon,
    kind: int,
    metadata: str,
    key: str | None,
    uri: str | None,
    flags: int,
    expected: tuple[int, int, str],
) -> None:
    """Arguments that do not fit each other, and an element that brings its own prefix."""
    domain = await defined(conn, daemon)
    call = conn.domain_set_metadata(domain, kind, metadata, key, uri, flags)
    assert await refused(call) == expected


@pytest.mark.parametrize(
    ("kind", "uri", "flags", "expected"),
    [
        (_ELEMENT, None, 0, (8, 20, "uri in virDomainGetMetadata must not be NULL")),
        (9, None, 0, (8, 20, "invalid argument: unknown metadata type '9'")),
        (_TITLE, None, 1, (55, 20, "Requested operation is not valid: domain is not running")),
        (
            _TITLE,
            None,
            3,
            (
                8,
                20,
                "Flags 'VIR_DOMAIN_AFFECT_LIVE' and 'VIR_DOMAIN_AFFECT_CONFIG' are mutually exclusive",
            ),
        ),
    ],
)
async def test_getting_is_refused(
    conn: Connection,
    daemon: Daemon,
    kind: int,
    uri: str | None,
    flags: int,
    expected: tuple[int, int, str],
) -> None:
    """No namespace, no such kind, nothing that runs, both at once."""
    domain = await defined(conn, daemon)
    assert await refused(conn.domain_get_metadata(domain, kind, uri, flags)) == expected
