"""The public enums and the error codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen.emit.banner import banner
from xdrgen.emit.naming import member_names, public_enum_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xdrgen import ir

__all__ = ["ERROR_ENUMS", "enum_class", "enums_module", "error_codes_module"]

ERROR_ENUMS = {
    "virErrorNumber": "ErrorNumber",
    "virErrorDomain": "ErrorDomain",
    "virErrorLevel": "ErrorLevel",
}


def enum_class(name: str, base: str, members: Iterable[tuple[str, int]], wire: str) -> list[str]:
    """Return the lines of an enum."""
    return [
        f"class {name}({base}):",
        f'    """``{wire}``."""',
        "",
        *(f"    {member} = {value}" for member, value in members),
    ]


def enums_module(spec: ir.Ir, ir_sha256: str) -> str:
    """Return the text of the module with every public enum but the error codes."""
    return _module(
        spec,
        ir_sha256,
        "Enums of libvirt's public API; those whose members are combined are flags.",
        [one for one in spec.enums if one.name not in ERROR_ENUMS],
    )


def error_codes_module(spec: ir.Ir, ir_sha256: str) -> str:
    """Return the text of the module with the numbers that errors carry."""
    return _module(
        spec,
        ir_sha256,
        "What the fields ``code``, ``domain`` and ``level`` of an error mean.",
        [one for one in spec.enums if one.name in ERROR_ENUMS],
    )


def _module(spec: ir.Ir, ir_sha256: str, summary: str, enums: Sequence[ir.PublicEnum]) -> str:
    classes: list[str] = []
    table: list[str] = []
    for one in enums:
        name = public_enum_name(one.name)
        short = member_names(one.name, [member.name for member in one.members])
        members = [(python, member.value) for python, member in zip(short, one.members, strict=True)]
        classes += [*enum_class(name, "IntFlag" if one.flags else "IntEnum", members, one.name), "", ""]
        table.append(f'    "{one.name}": "{name}",')
        table += [
            f'    "{member.name}": "{name}.{python}",'
            for python, member in zip(short, one.members, strict=True)
        ]
    bases = ["IntEnum", *(["IntFlag"] if any(one.flags for one in enums) else [])]
    exported = sorted([*(public_enum_name(one.name) for one in enums), "WIRE_NAMES"])
    lines = [
        banner(spec, ir_sha256, summary),
        "from __future__ import annotations",
        "",
        f"from enum import {', '.join(bases)}",
        "",
        "__all__ = [",
        *(f'    "{name}",' for name in exported),
        "]",
        "",
        "",
        *classes,
        "WIRE_NAMES = {",
        *table,
        "}",
        "",
    ]
    return "\n".join(lines)
