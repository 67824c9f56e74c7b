"""The annotations in the comment before a procedure: the only place where libvirt declares them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen.errors import Position, XdrSemanticError

if TYPE_CHECKING:
    from xdrgen.tree import Member

__all__ = ["Annotations", "read_annotations"]

_LINE = re.compile(r"^[ \t]*\*?[ \t]*@(\w+):[ \t]*(\S+)[ \t]*$", re.MULTILINE)
_ANY = re.compile(r"^[ \t]*\*?[ \t]*@(\w*).*$", re.MULTILINE)
_GENERATE = frozenset({"none", "client", "server", "both"})
_PRIORITY = frozenset({"low", "high"})
_REPEATABLE = frozenset({"acl", "aclfilter"})
_KNOWN = frozenset({"generate", "priority", "readstream", "writestream", "sparseflag"}) | _REPEATABLE


@dataclass(frozen=True, slots=True)
class Annotations:
    """What the comment says; see `xdrgen.ir.Procedure` for the meaning."""

    generate: str
    priority: str
    readstream: int
    writestream: int
    sparse_flag: str
    acl: tuple[str, ...]
    aclfilter: tuple[str, ...]


def read_annotations(member: Member) -> Annotations:
    """Return the annotations of a procedure.

    Raises:
        XdrSemanticError: no ``@generate``, an unknown or doubled annotation, a value out of its set. An
            annotation that is not understood stops the run: it may change what the call does on the wire.
    """
    if not member.comment.startswith("*"):
        raise _fault(member.position, f"{member.name}: no /** ... */ comment with @generate before it")
    lines = _LINE.findall(member.comment)
    if len(lines) != len(_ANY.findall(member.comment)):
        raise _fault(member.position, f"{member.name}: an annotation is not of the form '@name: value'")
    found: dict[str, list[str]] = {}
    for name, value in lines:
        if name not in _KNOWN:
            raise _fault(member.position, f"{member.name}: unknown annotation @{name}")
        if name in found and name not in _REPEATABLE:
            raise _fault(member.position, f"{member.name}: @{name} twice")
        found.setdefault(name, []).append(value)
    return Annotations(
        generate=_choice(member, found, "generate", _GENERATE, None),
        priority=_choice(member, found, "priority", _PRIORITY, "low"),
        readstream=_number(member, found, "readstream"),
        writestream=_number(member, found, "writestream"),
        sparse_flag=found.get("sparseflag", [""])[0],
        acl=tuple(found.get("acl", ())),
        aclfilter=tuple(found.get("aclfilter", ())),
    )


def _choice(
    member: Member,
    found: dict[str, list[str]],
    name: str,
    allowed: frozenset[str],
    default: str | None,
) -> str:
    value = found[name][0] if name in found else default
    if value is None:
        raise _fault(member.position, f"{member.name}: no @{name}")
    if value not in allowed:
        raise _fault(member.position, f"{member.name}: @{name} is {value!r}, not one of {sorted(allowed)}")
    return value


def _number(member: Member, found: dict[str, list[str]], name: str) -> int:
    text = found.get(name, ["0"])[0]
    if not text.isdecimal():
        raise _fault(member.position, f"{member.name}: @{name} is {text!r}, not a parameter's position")
    return int(text)


def _fault(position: Position, message: str) -> XdrSemanticError:
    return XdrSemanticError(position, message)
