"""XML as libvirt reads and writes it: prefixes kept, attributes in single quotes, two spaces a level.

The standard library's trees rename prefixes, which would show in a domain's metadata; this one keeps what
was written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.parsers import expat
from xml.sax.saxutils import escape

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Node", "format_node", "format_plain", "parse", "parse_root"]

_MAX_DEPTH = 200
_TAG = re.compile(r"<([\w:.-]+)")


class Node:
    """One element: a tag with its prefix, attributes in order, and children, text among them."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(
        self,
        tag: str,
        attributes: dict[str, str] | None = None,
        children: Iterable[Node | str] = (),
    ) -> None:
        self.tag = tag
        self.attributes = attributes if attributes is not None else {}
        self.children: list[Node | str] = list(children)

    def __repr__(self) -> str:
        return f"<Node {self.tag} {self.attributes}>"

    def __iter__(self) -> Iterator[Node]:
        return (child for child in self.children if isinstance(child, Node))

    def copy(self) -> Node:
        """Return a tree like this one."""
        # most of the time of starting a domain goes here, so it takes the shortest way
        made = Node.__new__(Node)
        made.tag = self.tag
        made.attributes = self.attributes.copy()
        made.children = [child if isinstance(child, str) else child.copy() for child in self.children]
        return made

    @property
    def text(self) -> str:
        """All text of the element itself."""
        return "".join(child for child in self.children if isinstance(child, str))

    def get(self, attribute: str) -> str | None:
        """Return an attribute, or None."""
        return self.attributes.get(attribute)

    def find(self, path: str) -> Node | None:
        """Return the first element at a path of tags, such as ``os/type``; None when there is none."""
        tag, _, rest = path.partition("/")
        for child in self:
            if child.tag == tag:
                found = child.find(rest) if rest else child
                if found is not None:
                    return found
        return None

    def find_all(self, path: str) -> Iterator[Node]:
        """Return all elements at a path of tags."""
        tag, _, rest = path.partition("/")
        for child in self:
            if child.tag == tag:
                if rest:
                    yield from child.find_all(rest)
                else:
                    yield child

    def find_text(self, path: str) -> str | None:
        """Return the stripped text of the first element at a path; None when there is none."""
        found = self.find(path)
        return (found.text.strip() or None) if found is not None else None

    def put(self, tag: str, text: str | None = None, **attributes: str) -> Node:
        """Return the child of a tag, made if need be, with this text and these attributes added."""
        child = self.find(tag)
        if child is None:
            child = Node(tag)
            self.children.append(child)
        if text is not None:
            child.children = [text]
        child.attributes.update(attributes)
        return child

    def drop(self, tag: str) -> None:
        """Remove all children of a tag."""
        self.children = [one for one in self.children if isinstance(one, str) or one.tag != tag]


class _Builder:
    def __init__(self) -> None:
        self.root: Node | None = None
        self.parser = expat.ParserCreate()
        self._open: list[Node] = []
        self._lines: list[int] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag, attributes)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)
        self._lines.append(self.parser.CurrentLineNumber)
        if len(self._open) > _MAX_DEPTH:
            raise ValueError(f"Excessive depth in document: {_MAX_DEPTH}")

    def end(self, _tag: str) -> None:
        node = self._open.pop()
        self._lines.pop()
        if any(isinstance(child, Node) for child in node.children) and not node.text.strip():
            node.children = [child for child in node.children if isinstance(child, Node)]

    def characters(self, data: str) -> None:
        if self._open:
            self._open[-1].children.append(data)

    @property
    def innermost(self) -> str:
        """The element that is not closed, as libxml names it."""
        return f" {self._open[-1].tag} line {self._lines[-1]}" if self._open else ""

    def entity(self, *_declared: object) -> None:
        raise ValueError("Detected an entity declaration")


def parse(text: str, what: str, domain: ErrorDomain) -> Node:
    """Return the root of an XML document.

    Args:
        text: the document.
        what: what errors call it, e.g. ``(domain_definition)``.
        domain: who reports them.

    Raises:
        SimulatedError: it is not well-formed; the text names line and place as libvirt does.
    """
    if not text:
        raise _broken(what, domain, 1, "Document is empty", "(null)", 0)
    builder = _Builder()
    parser = builder.parser
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.entity
    try:
        parser.Parse(text.encode("utf-8", "surrogateescape"), True)
    except expat.ExpatError as error:
        lines = text.split("\n")
        line = lines[error.lineno - 1] if error.lineno <= len(lines) else ""
        message = _MESSAGES.get(error.code, expat.ErrorString(error.code))
        column = error.offset
        if error.code == _UNCLOSED:
            found = _TAG.match(line, error.offset)
            message += f" {found.group(1)} line {error.lineno}" if found is not None else ""
            column = len(line)
        elif error.code == _NO_ELEMENTS:
            message += builder.innermost
        raise _broken(what, domain, error.lineno, message, line, column) from None
    except ValueError as error:
        raise _broken(what, domain, parser.CurrentLineNumber, str(error), "", 0) from None
    assert builder.root is not None
    return builder.root


_CODES = expat.errors.codes
_UNCLOSED = _CODES[expat.errors.XML_ERROR_UNCLOSED_TOKEN]
_NO_ELEMENTS = _CODES[expat.errors.XML_ERROR_NO_ELEMENTS]
_MESSAGES = {
    _CODES[expat.errors.XML_ERROR_SYNTAX]: "Start tag expected, '<' not found",
    _NO_ELEMENTS: "Premature end of data in tag",
    _UNCLOSED: "Couldn't find end of Start Tag",
    _CODES[expat.errors.XML_ERROR_TAG_MISMATCH]: "Opening and ending tag mismatch",
    _CODES[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]: "Extra content at the end of the document",
}


def _broken(
    what: str, domain: ErrorDomain, line: int, message: str, source: str, column: int
) -> SimulatedError:
    pointer = "-" * min(column, len(source)) + "^"
    return SimulatedError(ErrorNumber.XML_DETAIL, domain, f"{what}:{line}: {message}\n{source}\n{pointer}")


def parse_root(text: str, tag: str, what: str, domain: ErrorDomain) -> Node:
    """Return the root of a document that has to be of a tag.

    Raises:
        SimulatedError: it is not well-formed, or of another.
    """
    root = parse(text, what, domain)
    if root.tag != tag:
        raise SimulatedError(
            ErrorNumber.XML_ERROR, ErrorDomain.XML, f"expecting root element of '{tag}', not '{root.tag}'"
        )
    return root


def format_node(node: Node, level: int = 0) -> str:
    """Return an element as libvirt writes its own: single quotes, two spaces a level."""
    lines: list[str] = []
    _format(node, "  " * level, lines)
    return "\n".join(lines) + "\n"


def _format(node: Node, indent: str, lines: list[str]) -> None:
    head = node.tag + "".join(f" {name}='{_quoted(value)}'" for name, value in node.attributes.items())
    if not node.children:
        lines.append(f"{indent}<{head}/>")
        return
    if any(isinstance(child, str) for child in node.children):
        inner = "".join(_own_text(c) if isinstance(c, str) else format_plain(c) for c in node.children)
        lines.append(f"{indent}<{head}>{inner}</{node.tag}>")
        return
    lines.append(f"{indent}<{head}>")
    if node.tag == "metadata":
        for child in node:
            lines.extend(indent + "  " + line for line in format_plain(child, pretty=True).split("\n"))
    else:
        for child in node:
            _format(child, indent + "  ", lines)
    lines.append(f"{indent}</{node.tag}>")


def format_plain(node: Node, *, pretty: bool = False, indent: str = "") -> str:
    """Return an element as libxml writes what it was given: with double quotes."""
    head = node.tag + "".join(f' {name}="{_quoted(value)}"' for name, value in node.attributes.items())
    if not node.children:
        return f"<{head}/>"
    if pretty and all(isinstance(child, Node) for child in node.children):
        inner = "".join(
            f"\n{indent}  " + format_plain(child, pretty=True, indent=indent + "  ") for child in node
        )
        return f"<{head}>{inner}\n{indent}</{node.tag}>"
    inner = "".join(_text(c) if isinstance(c, str) else format_plain(c) for c in node.children)
    return f"<{head}>{inner}</{node.tag}>"


def _text(value: str) -> str:
    return escape(value) if value else ""


def _own_text(value: str) -> str:
    """Escape text that libvirt writes itself, which it does as in attributes."""
    return escape(value, {"'": "&apos;", '"': "&quot;"}) if value else ""


def _quoted(value: str) -> str:
    return escape(value, {"'": "&apos;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
