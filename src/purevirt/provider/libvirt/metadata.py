"""The element in a domain's metadata that says whose it is.

Measured on libvirt 9.0.0: an element with a prefix or an xmlns of its own is what DomainDefineXML stores,
but DomainSetMetadata, which adds both itself, answers code 1 to it. So there are two forms. DomainGetMetadata
gives either back without a prefix.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import reply_xml

NAMESPACE = "https://bigfleet.dev/libvirt/v1"
KEY = "bigfleet"
"""The prefix; also the element's own name."""

MAX_TAG_BYTES = 16 << 10
"""libvirt would take megabytes, and then fail to send the domain's whole XML, which is limited to 4 MiB."""

ET.register_namespace(KEY, NAMESPACE)


@dataclass(frozen=True, slots=True)
class Tag:
    """The machine a domain is, and the cluster it is bound to, if it is."""

    machine_id: str
    cluster_id: str | None = None


def namespaced_element(tag: Tag) -> ET.Element:
    """Return the form for a definition's `<metadata>`.

    Raises:
        BackendError: it is over 16 KiB, or holds a character that XML cannot carry.
    """
    return _checked(_build(tag, f"{{{NAMESPACE}}}"))


def bare_xml(tag: Tag) -> str:
    """Return the form for DomainSetMetadata, which wants `KEY` and `NAMESPACE` beside it.

    Raises:
        BackendError: it is over 16 KiB, or holds a character that XML cannot carry.
    """
    return ET.tostring(_checked(_build(tag, "")), encoding="unicode")


def parse_tag(xml: str) -> Tag:
    """Return the tag in the answer of DomainGetMetadata.

    Raises:
        BackendError: it cannot be read, or names no machine.
    """
    root = reply_xml.parse(xml, "the domain's metadata")
    found = {child.tag.rpartition("}")[2]: (child.text or "").strip() for child in root}
    if not found.get("machineID"):
        raise BackendError("the domain's metadata: the bigfleet element names no machine")
    return Tag(found["machineID"], found.get("clusterID") or None)


def _build(tag: Tag, qualifier: str) -> ET.Element:
    root = ET.Element(f"{qualifier}{KEY}")
    ET.SubElement(root, f"{qualifier}machineID").text = tag.machine_id
    if tag.cluster_id is not None:
        ET.SubElement(root, f"{qualifier}clusterID").text = tag.cluster_id
    return root


def _checked(element: ET.Element) -> ET.Element:
    for text in element.itertext():
        check_text(text)
    size = len(ET.tostring(element, encoding="utf-8"))
    if size > MAX_TAG_BYTES:
        raise BackendError(
            f"the domain's metadata would be {size} bytes, over {MAX_TAG_BYTES}: use a shorter id"
        )
    return element


def check_text(text: str) -> None:
    """Refuse what XML cannot carry unchanged, even escaped: ElementTree writes it all the same.

    Surrounding blanks are refused too: they would not come back.

    Raises:
        BackendError: `text` has such a character.
    """
    for char in text:
        code = ord(char)
        if (code < 0x20) or 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF):
            raise BackendError(f"{text!r:.200}: U+{code:04X} cannot be stored on a host; use another id")
    if text != text.strip():
        raise BackendError(f"{text!r:.200}: an id with blanks around it cannot be stored on a host")
