"""A method for each procedure that a client can call: one template, asynchronous and blocking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen.emit.banner import banner
from xdrgen.emit.naming import class_name, field_name, public_enum_name
from xdrgen.emit.procedures import rows, spec_main
from xdrgen.emit.signatures import call, parameters, signature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdrgen import ir
    from xdrgen.emit.procedures import Row
    from xdrgen.emit.shapes import World

__all__ = ["ASYNC", "BLOCKING", "Flavour", "methods_module"]

CALLABLE = ("remote", "qemu", "lxc")  # the programs of a hypervisor connection


@dataclass(frozen=True, slots=True)
class Flavour:
    """The words in which the two classes differ."""

    caller: str
    stream: str
    define: str
    wait: str
    summary: str


ASYNC = Flavour(
    caller="AsyncCaller",
    stream="AsyncStreamHandle",
    define="async def",
    wait="await ",
    summary="A coroutine for each procedure.",
)
BLOCKING = Flavour(
    caller="SyncCaller",
    stream="SyncStreamHandle",
    define="def",
    wait="",
    summary="A blocking method for each procedure.",
)


def methods_module(spec: ir.Ir, world: World, ir_sha256: str, flavour: Flavour) -> str:
    """Return the text of the module with the class of methods."""
    methods: list[str] = []
    used = [one for one in spec.modules if one.name in CALLABLE]
    for module in used:
        for row in rows(spec, world, module):
            if not row.is_event:
                methods += [
                    f"    {line}" if line else "" for line in _method(spec, world, module, row, flavour)
                ]
    lines = [
        banner(spec, ir_sha256, flavour.summary),
        "from __future__ import annotations",
        "",
        "from typing import TYPE_CHECKING",
        "",
        "from purevirt.rpc.caller import " + flavour.caller,
        f"from purevirt.rpc.gen import {', '.join(sorted((*(one.name for one in used), 'procedures')))}",
        "",
        "if TYPE_CHECKING:",
        f"    from purevirt.rpc.caller import {flavour.stream}",
        "",
        '__all__ = ["RemoteMethods"]',
        "",
        "",
        f"class RemoteMethods({flavour.caller}):",
        f'    """{flavour.summary}',
        "",
        "    Names are the wire's, parameters the fields of the arguments in wire order. A reply of one",
        "    field is that field, one of several is its class, an empty one is None. Every method raises",
        "    what the caller's hooks raise: `EncodeError` before anything is sent, `LibvirtError` when the",
        "    daemon refuses, `DecodeError` for a reply that does not parse, `ConnectionLost` when the",
        "    connection ends first.",
        '    """',
        "",
        "    __slots__ = ()",
        *methods,
        "",
    ]
    return "\n".join(lines)


def _method(spec: ir.Ir, world: World, module: ir.Module, row: Row, flavour: Flavour) -> Iterator[str]:
    name = row.short.lower() if module.name == spec_main(spec) else f"{module.name}_{row.short.lower()}"
    given = parameters(world, row.args, "remote") if row.args else []
    stream = [f"stream: {flavour.stream}"] if row.stream else []
    result, picked, what = _result(world, module, row)
    yield ""
    every = ", ".join(("self", *stream, *signature(given)))
    yield f"{flavour.define} {name}({every}) -> {result}:"
    yield from _docstring(module, row, what)
    arguments = (
        f"{module.name}.{class_name(module.name, row.args.name)}({call(given)})" if row.args else "None"
    )
    hook = "_call_stream" if row.stream else "_call"
    more = ", stream" if row.stream else ""
    expression = f"{flavour.wait}self.{hook}(procedures.{row.constant}, {arguments}{more})"
    if picked:
        yield f"    reply = {expression}"
        yield f"    return reply.{picked}"
    elif row.ret:
        yield f"    return {expression}"
    else:
        yield f"    {expression}"


def _result(world: World, module: ir.Module, row: Row) -> tuple[str, str, str]:
    """Return annotation, the attribute that is picked out of the reply, and words for the docstring."""
    if row.ret is None:
        return "None", "", "None; the reply is empty"
    if len(row.ret.fields) == 1:
        field = row.ret.fields[0]
        name = field_name(field.name)
        return world.annotation(world.shape(field.type), "remote"), name, f"``{name}`` of the reply"
    cls = f"{module.name}.{class_name(module.name, row.ret.name)}"
    fields = ", ".join(f"``{field_name(one.name)}``" for one in row.ret.fields)
    return cls, "", f"the reply: {fields}"


def _docstring(module: ir.Module, row: Row, what: str) -> Iterator[str]:
    one = row.procedure
    yield f'    """Call {one.name} ({one.number}).'
    yield ""
    yield f"    Returns {what}."
    if one.flags:
        flags = " | ".join(f"enums.{public_enum_name(name)}" for name in one.flags)
        yield f"    Flags: {flags}."
    if row.stream:
        words = {"READ": "from the daemon", "WRITE": "to the daemon", "BOTH": "both ways"}
        sparse = f", holes with {one.sparse_flag}" if one.sparse_flag else ""
        yield f"    Opens a stream that carries data {words[row.stream]}{sparse}."
    yield f"    Source: {module.source}."
    yield '    """'
