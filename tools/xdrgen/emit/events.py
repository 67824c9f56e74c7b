"""The kinds of events whose registrations follow libvirt's pattern, and a method to subscribe to each.

A family is a pair of calls CONNECT_x_EVENT_REGISTER_ANY and ..._DEREGISTER_ANY (a domain's have CALLBACK in
them) whose reply has a number; its events are the messages x_EVENT_y or x_EVENT_CALLBACK_y whose first field
is that number, and y is a member of the public enum virXEventID. A family where one of these has no
counterpart stops the run, since whoever subscribed to it would be told nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen.emit.banner import banner
from xdrgen.emit.naming import class_name, field_name, member_names
from xdrgen.emit.procedures import rows, spec_main
from xdrgen.errors import Position, XdrSemanticError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdrgen import ir
    from xdrgen.emit.procedures import Row
    from xdrgen.emit.shapes import World

__all__ = ["ASYNC_EVENTS", "BLOCKING_EVENTS", "EventFlavour", "event_kinds_module", "event_methods_module"]

_REGISTER = re.compile(r"CONNECT_(\w+?)_EVENT(_CALLBACK)?_REGISTER_ANY")


@dataclass(frozen=True, slots=True)
class EventFlavour:
    """The words in which the two classes of methods differ."""

    source: str
    stream: str
    summary: str


ASYNC_EVENTS = EventFlavour("AsyncEventSource", "AsyncEventStream", "An asynchronous stream for each event.")
BLOCKING_EVENTS = EventFlavour("SyncEventSource", "SyncEventStream", "A blocking stream for each event.")


@dataclass(frozen=True, slots=True)
class _Kind:
    """One event and its registration."""

    constant: str
    event: Row
    message: ir.Struct
    register: Row
    deregister: Row
    subject: ir.Field
    member: ir.Constant


def event_kinds_module(spec: ir.Ir, world: World, ir_sha256: str) -> str:
    """Return the text of the module with a row for each kind."""
    kinds = list(_kinds(spec, world))
    main = spec_main(spec)
    imported = f"procedures, {main}" if kinds else "procedures"
    lines = [
        banner(spec, ir_sha256, "The events that are registered for by libvirt's common pattern."),
        "from __future__ import annotations",
        "",
        "from typing import Any",
        "",
        "from purevirt.rpc.events.kind import EventKind",
        f"from purevirt.rpc.gen import {imported}",
        "",
        "__all__ = [",
        *(f'    "{one}",' for one in sorted(("ALL", *(kind.constant for kind in kinds)))),
        "]",
        "",
    ]
    for kind in kinds:
        lines += [
            f"{kind.constant}: EventKind[{main}.{class_name(main, kind.message.name)}] = EventKind(",
            f'    "{kind.constant.lower()}",',
            f"    procedures.{kind.event.constant},",
            f"    procedures.{kind.register.constant},",
            f"    procedures.{kind.deregister.constant},",
            f"    {kind.member.value},  # {kind.member.name}",
            ")",
        ]
    lines += [
        "",
        "ALL: tuple[EventKind[Any], ...] = (",
        *(f"    {kind.constant}," for kind in kinds),
        ")",
        "",
    ]
    return "\n".join(lines)


def event_methods_module(spec: ir.Ir, world: World, ir_sha256: str, flavour: EventFlavour) -> str:
    """Return the text of the module with the class of methods."""
    main = spec_main(spec)
    methods: list[str] = []
    for kind in _kinds(spec, world):
        methods += [f"    {line}" if line else "" for line in _method(spec, world, kind, flavour)]
    lines = [
        banner(spec, ir_sha256, flavour.summary),
        "from __future__ import annotations",
        "",
        "from typing import TYPE_CHECKING",
        "",
        f"from purevirt.rpc.events.stream import DEFAULT_MAX_EVENTS, {flavour.source}",
        "from purevirt.rpc.gen import event_kinds",
        "",
        "if TYPE_CHECKING:",
        f"    from purevirt.rpc.events.stream import {flavour.stream}, Overflow",
        f"    from purevirt.rpc.gen import {main}",
        "",
        '__all__ = ["EventMethods"]',
        "",
        "",
        f"class EventMethods({flavour.source}):",
        f'    """{flavour.summary}',
        "",
        "    Named after the messages less what they have in common. The first argument is what the",
        "    events are about, None for all there are. `max_events` wait for a subscriber that is busy;",
        "    what happens to more of them is up to `overflow`.",
        '    """',
        "",
        "    __slots__ = ()",
        *methods,
        "",
    ]
    return "\n".join(lines)


def _method(spec: ir.Ir, world: World, kind: _Kind, flavour: EventFlavour) -> Iterator[str]:
    main = spec_main(spec)
    subject = field_name(kind.subject.name)
    event = kind.event.procedure
    (module,) = (one for one in spec.modules if one.name == main)
    fields = ", ".join(f"``{field_name(one.name)}``" for one in kind.message.fields)
    yield ""
    yield f"def {kind.constant.lower()}("
    yield "    self,"
    yield f"    {subject}: {world.annotation(world.shape(kind.subject.type), main)} = None,"
    yield "    *,"
    yield "    max_events: int = DEFAULT_MAX_EVENTS,"
    yield '    overflow: Overflow = "drop-oldest",'
    yield f") -> {flavour.stream}[{main}.{class_name(main, kind.message.name)}]:"
    yield f'    """Subscribe to {event.name} ({event.number}).'
    yield ""
    yield f"    A message has {fields}."
    yield f"    Source: {module.source}, {kind.member.name}."
    yield '    """'
    yield f"    return self.subscribe(event_kinds.{kind.constant}.topic({subject}), max_events, overflow)"


def _kinds(spec: ir.Ir, world: World) -> Iterator[_Kind]:
    main = spec_main(spec)
    for module in spec.modules:
        if module.name == main:
            table = {row.short: row for row in rows(spec, world, module)}
            for row in table.values():
                match = _REGISTER.fullmatch(row.short)
                if match and row.ret and row.args and len(row.args.fields) == 2:
                    yield from _family(spec, module, table, row, match[1])


def _family(
    spec: ir.Ir, module: ir.Module, table: dict[str, Row], register: Row, family: str
) -> Iterator[_Kind]:
    assert register.args
    assert register.ret
    where = Position(module.source, 0, 0)
    deregister = table.get(register.short.replace("_REGISTER_ANY", "_DEREGISTER_ANY"))
    if deregister is None:
        raise XdrSemanticError(where, f"{register.procedure.name} has no counterpart that deregisters")
    wire = f"vir{''.join(word.capitalize() for word in family.split('_'))}EventID"
    enum = next((one for one in spec.enums if one.name == wire), None)
    if enum is None:
        raise XdrSemanticError(where, f"{register.procedure.name}: no public enum {wire} lists its events")
    number = register.ret.fields[0].name
    events: dict[str, tuple[Row, ir.Struct]] = {}
    for row in table.values():
        message = row.ret
        if row.is_event and message and row.short.startswith(f"{family}_EVENT_"):
            if message.fields[0].name != number:
                continue  # of the older style
            name = row.short.removeprefix(f"{family}_EVENT_").removeprefix("CALLBACK_")
            events[name] = (row, message)
    names = member_names(enum.name, [one.name for one in enum.members])
    for name, member in zip(names, enum.members, strict=True):
        if name not in events:
            raise XdrSemanticError(where, f"{member.name} has no message {family}_EVENT_..._{name}")
        row, message = events.pop(name)
        yield _Kind(f"{family}_{name}", row, message, register, deregister, register.args.fields[1], member)
    if events:
        raise XdrSemanticError(where, f"messages that are not in {wire}: {', '.join(sorted(events))}")
