"""Reading XML that a host sent."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from purevirt.provider.core.backend import BackendError

MAX_DEPTH = 100
"""libvirt's own documents are a dozen elements deep. What walks them may do so by recursion."""


class _Builder(ET.TreeBuilder):
    """Refuses a document type, since entities are declared there, and libvirt never sends one; and depth."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ET.Element:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ET.ParseError(f"more than {MAX_DEPTH} elements within each other")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ET.Element:
        self._depth -= 1
        return super().end(tag)

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        del pubid, system
        raise ET.ParseError(f"document type {name!r}")


def document(text: str) -> ET.Element:
    """Return the root element of a document, whoever wrote it.

    Raises:
        xml.etree.ElementTree.ParseError: it is not well-formed, or has a document type.
        UnicodeEncodeError: it holds what no UTF-8 can.
    """
    return ET.fromstring(text, ET.XMLParser(target=_Builder()))  # noqa: S314 - entities are refused above


def parse(text: str, what: str) -> ET.Element:
    """Return the root element of a reply's XML; `what` names the reply in errors.

    Raises:
        BackendError: it is not well-formed, is not UTF-8, or has a document type.
    """
    try:
        return document(text)
    except (ET.ParseError, UnicodeEncodeError) as error:
        # The second is for bytes that were not UTF-8, which are lone surrogates here.
        raise BackendError(f"{what}: the host sent XML that cannot be read: {error}") from None


def text_of(element: ET.Element, path: str, what: str) -> str:
    """Return the text at `path` below `element`, without surrounding blanks.

    Raises:
        BackendError: there is none.
    """
    text = (element.findtext(path) or "").strip()
    if not text:
        raise BackendError(f"{what}: the host's XML has no {path}")
    return text


def bytes_of(element: ET.Element, path: str, what: str) -> int:
    """Return the size at `path` in bytes; libvirt reports sizes of volumes in bytes.

    Raises:
        BackendError: there is none, or in another unit.
    """
    found = element.find(path)
    if found is None or found.get("unit", "bytes") != "bytes" or not (found.text or "").strip().isdigit():
        raise BackendError(f"{what}: the host's XML has no {path} in bytes")
    return int((found.text or "").strip())
