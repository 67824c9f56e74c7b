"""The procedure tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen import ir
from xdrgen.emit.banner import banner
from xdrgen.emit.naming import class_name
from xdrgen.errors import Position, XdrSemanticError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdrgen.emit.shapes import World

__all__ = ["Row", "has_table", "procedures_module", "rows", "spec_main"]

# What the annotations leave out. A console and a channel carry data both ways, and the annotation names the
# reading side only; the third is written by hand in C on both sides, so nothing there needed the annotation.
_UNANNOTATED = {
    "REMOTE_PROC_DOMAIN_OPEN_CONSOLE": "BOTH",
    "REMOTE_PROC_DOMAIN_OPEN_CHANNEL": "BOTH",
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS": "WRITE",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A procedure and the structs that the naming convention gives it.

    Attributes:
        constant: its variable in procedures.py.
        args, ret: None when the payload is empty. For an event, `ret` is its message.
        stream: member of StreamDirection, or empty.
    """

    module: str
    procedure: ir.Procedure
    constant: str
    args: ir.Struct | None
    ret: ir.Struct | None
    is_event: bool
    stream: str

    @property
    def short(self) -> str:
        """The name without its program's prefix."""
        return self.procedure.name.partition("_PROC_")[2]


def rows(spec: ir.Ir, world: World, module: ir.Module) -> list[Row]:
    """Return the rows of one program, by number.

    Raises:
        XdrSemanticError: a struct is named like a payload, and no procedure has it.
    """
    found = []
    taken = set()
    for procedure in sorted(module.procedures, key=lambda one: one.number):
        stem = procedure.name.lower().replace("_proc_", "_", 1)
        structs = {kind: world.definition(f"{stem}_{kind}") for kind in ("args", "ret", "msg")}
        args, ret, message = (one if isinstance(one, ir.Struct) else None for one in structs.values())
        taken |= {one.name for one in (args, ret, message) if one}
        short = procedure.name.partition("_PROC_")[2]
        found.append(
            Row(
                module=module.name,
                procedure=procedure,
                constant=short if module.name == spec_main(spec) else f"{module.name.upper()}_{short}",
                args=args,
                ret=message or ret,
                is_event=message is not None,
                stream=_stream(procedure),
            ),
        )
    for definition in module.definitions:
        if definition.name.endswith(("_args", "_ret", "_msg")) and definition.name not in taken:
            raise XdrSemanticError(
                Position(module.source, 0, 0), f"{definition.name} belongs to no procedure"
            )
    return found


def has_table(module: ir.Module) -> bool:
    """Say whether a program has calls; keepalive's procedures are bare headers."""
    return module.program is not None and any(isinstance(one, ir.Struct) for one in module.definitions)


def spec_main(spec: ir.Ir) -> str:
    """Return the module whose procedures need no prefix: libvirt's main program."""
    return "remote" if any(one.name == "remote" for one in spec.modules) else ""


def _stream(procedure: ir.Procedure) -> str:
    if procedure.name in _UNANNOTATED:
        return _UNANNOTATED[procedure.name]
    if procedure.readstream and procedure.writestream:
        return "BOTH"
    return "READ" if procedure.readstream else "WRITE" if procedure.writestream else ""


def procedures_module(spec: ir.Ir, world: World, ir_sha256: str) -> str:
    """Return the text of the module with a spec for each procedure, an enum and a table for each program."""
    programs = [(one, rows(spec, world, one)) for one in spec.modules if has_table(one)]
    names = [module.name for module, _ in programs]
    exported = ["BY_ID", *(_table(one) for one in names), *(_enum(spec, one) for one in names)]
    body: list[str] = []
    for module, table in programs:
        body += _specs(module, table)
        body += [
            "",
            "",
            f"class {_enum(spec, module.name)}(IntEnum):",
            f'    """``{module.name}_procedure``."""',
            "",
        ]
        body += [f"    {row.short} = {row.procedure.number}" for row in table]
        body += ["", "", f"{_table(module.name)}: dict[int, AnySpec] = {{"]
        body += [f"    {row.procedure.number}: {row.constant}," for row in table]
        body += ["}", ""]
    body += [
        "BY_ID: dict[tuple[int, int], AnySpec] = {",
        "    (spec.program, spec.number): spec",
        f"    for table in ({', '.join(_table(one) for one in names)},)",
        "    for spec in table.values()",
        "}",
        "",
    ]
    exported += ["AnySpec", *(row.constant for _, table in programs for row in table)]
    if len(set(exported)) != len(exported):
        raise XdrSemanticError(Position("IR", 0, 0), "two procedures would have one name")
    lines = [
        banner(spec, ir_sha256, "The procedures of each program, and what goes over the wire for each."),
        "from __future__ import annotations",
        "",
        "from enum import IntEnum",
        "from typing import Any, TypeAlias",
        "",
        f"from purevirt.rpc.gen import {', '.join(sorted(names))}",
        "from purevirt.rpc.procedure import ProcedureSpec, StreamDirection",
        "",
        "__all__ = [",
        *(f'    "{one}",' for one in sorted(exported)),
        "]",
        "",
        "AnySpec: TypeAlias = ProcedureSpec[Any, Any]",
        "",
        *body,
    ]
    return "\n".join(lines)


def _table(module: str) -> str:
    return module.upper()


def _enum(spec: ir.Ir, module: str) -> str:
    return "Procedure" if module == spec_main(spec) else f"{module.capitalize()}Procedure"


def _specs(module: ir.Module, table: list[Row]) -> Iterator[str]:
    for row in table:
        one = row.procedure
        args, ret = (_qualified(module.name, struct) for struct in (row.args, row.ret))
        yield f"{row.constant}: ProcedureSpec[{args}, {ret}] = ProcedureSpec("
        yield f"    {module.name}.{module.name.upper()}_PROGRAM,"
        yield f"    {module.name}.{module.name.upper()}_PROTOCOL_VERSION,"
        yield f"    {one.number},"
        yield f'    "{one.name}",'
        yield f"    {args},"
        yield f"    {ret},"
        if row.stream:
            yield f"    stream=StreamDirection.{row.stream},"
        if one.sparse_value:
            yield f"    sparse_flag={one.sparse_value},  # {one.sparse_flag}"
        if row.is_event:
            yield "    is_event=True,"
        if one.priority == "high":
            yield "    high_priority=True,"
        if one.acl:
            yield f"    acl=({' '.join(f'{rule!r},' for rule in one.acl)}),".replace("'", '"')
        yield ")"


def _qualified(module: str, struct: ir.Struct | None) -> str:
    return f"{module}.{class_name(module, struct.name)}" if struct else "None"
