"""Wire names to Python names: mechanical, and reversible within a module (a test shows it is injective)."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["class_name", "field_name", "member_names", "public_enum_name", "snake_name"]

_TAKEN = frozenset({"encode", "decode", "decode_many", "self", "cls", "stream"})
_WORDS = re.compile(r"[A-Z]+s?(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")
_HUMP = re.compile(r"[a-z][A-Z]")


def class_name(module: str, wire: str) -> str:
    """Return the class of a wire type: remote_nonnull_domain → Domain, virNetMessageError → MessageError.

    Acronyms are words (DomainGetXmlDescArgs). What a value cannot be without is the plain name; the pointer
    types that may be absent have no class, but are ``Domain | None`` where they are used.
    """
    if wire.startswith("virNet"):
        return wire.removeprefix("virNet").replace("Nonnull", "")
    stem = wire.removeprefix(f"{module}_").removeprefix("nonnull_")
    return "".join(word.capitalize() for word in stem.split("_"))


def snake_name(python: str) -> str:
    """Return the function suffix of a class: TypedParamValue → typed_param_value."""
    return "_".join(word.lower() for word in _WORDS.findall(python))


def field_name(wire: str) -> str:
    """Return the attribute of a field: callbackID → callback_id, xmlCPUs → xml_cpus.

    An underscore follows keywords and the names of a class's own methods.
    """
    name = snake_name(wire) if _HUMP.search(wire) else wire
    return f"{name}_" if keyword.iskeyword(name) or name in _TAKEN else name


def public_enum_name(wire: str) -> str:
    """Return the class of a public enum: virDomainState → DomainState, virAdmClientFlags → AdmClientFlags."""
    return wire.removeprefix("vir")


def member_names(enum: str, members: Sequence[str]) -> list[str]:
    """Return the names of an enum's members less what they have in common: VIR_DOMAIN_RUNNING → RUNNING.

    A single member has nothing to be compared with; it loses the words that its enum's own name starts with.
    Error numbers are three warnings among errors: VIR_ERR_NO_DOMAIN → NO_DOMAIN, VIR_WAR_X → WAR_X.
    """
    if enum == "virErrorNumber":
        return [one.removeprefix("VIR_ERR_").removeprefix("VIR_") for one in members]
    split = [member.split("_") for member in members]
    if len(split) > 1:
        common = 0
        while all(len(words) > common + 1 and words[common] == split[0][common] for words in split):
            common += 1
    else:
        common = _shared_with_type(enum, split[0])
    return [_identifier(words, common) for words in split]


def _shared_with_type(enum: str, words: Sequence[str]) -> int:
    joined = enum.replace("_", "").upper()
    if not joined.startswith(words[0]):
        return 0
    common = 1
    while common < len(words) - 1 and joined.startswith("".join(words[: common + 1])):
        common += 1
    return common


def _identifier(words: Sequence[str], common: int) -> str:
    """Keep one word more where the rest would start with a digit."""
    name = "_".join(words[common:])
    return name if name.isidentifier() else "_".join(words[common - 1 :])
