"""A state as a JSON document, for backups and for people: everything the state file holds, nothing else.

What is never in a state file (bootstrap blobs, credentials) is therefore not in here either. `parse` believes
nothing: every field is checked, and what is wrong is named by its path.
Source: capacity-provider contract, section 6.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.model import CapacityType, Kind, Machine, MachineState, Slot, machine_problem
from purevirt.provider.core.store import Snapshot
from purevirt.provider.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT: Final = "purevirt-provider-state"
VERSION: Final = 1
_LARGEST: Final = 2**63 - 1
_MISSING: Final = object()

Value = TypeVar("Value")
State = TypeVar("State", MachineState, CapacityType)


class DocumentError(ProviderError):
    """A document is not what `dump` makes; the message has the path of what is wrong."""


def dump(snapshot: Snapshot) -> dict[str, object]:
    """Return the document of `snapshot`: objects, lists, texts and numbers only."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "identity": snapshot.identity,
        "revision": snapshot.revision,
        "operation": snapshot.operation,
        "machines": [dump_machine(machine) for machine in snapshot.machines.values()],
        "marks": [
            {
                "shard_id": key.shard_id,
                "machine_id": key.machine_id,
                "epoch": mark.epoch,
                "sequence": mark.sequence,
            }
            for key, mark in snapshot.marks.items()
        ],
    }


def dump_machine(machine: Machine) -> dict[str, object]:
    """Return the document of one machine."""
    slot = machine.slot
    return {
        "id": slot.id,
        "state": machine.state.name,
        "instance_type": slot.instance_type,
        "zone": slot.zone,
        "capacity_type": slot.capacity_type.name,
        "price_per_hour": slot.price_per_hour,
        "interruption_probability": slot.interruption_probability,
        "vcpu": slot.vcpu,
        "memory_mib": slot.memory_mib,
        "resources": dict(slot.resources),
        "labels": dict(slot.labels),
        "host_ref": machine.host_ref,
        "cluster": machine.cluster,
        "metadata": dict(machine.metadata),
        "last_error": machine.last_error,
        "operations": {str(kind): name for kind, name in machine.operations.items()},
    }


def parse(document: object) -> Snapshot:
    """Return what `document` holds; the inverse of `dump`.

    Raises:
        DocumentError: it is not such a document; the message has the path of what is wrong.
    """
    root = _Object(document, "")
    if root.text("format") != FORMAT:
        raise DocumentError(f"format: must be {FORMAT!r}, got {root.text('format')!r}")
    if root.number("version") != VERSION:
        raise DocumentError(
            f"version: this program reads version {VERSION}, got {root.number('version')}; use the program "
            "that wrote it"
        )
    machines: dict[str, Machine] = {}
    for index, entry in enumerate(root.entries("machines")):
        machine = _machine(_Object(entry, f"machines[{index}]"))
        if machine.id in machines:
            raise DocumentError(f"machines[{index}].id: {machine.id!r} is there twice")
        machines[machine.id] = machine
    marks: dict[MarkKey, Mark] = {}
    for index, entry in enumerate(root.entries("marks")):
        one = _Object(entry, f"marks[{index}]")
        key = MarkKey(one.text("shard_id"), one.text("machine_id"))
        if key in marks:
            raise DocumentError(
                f"marks[{index}]: shard {key.shard_id!r} has two marks for {key.machine_id!r}"
            )
        marks[key] = Mark(
            one.number("epoch", least=-_LARGEST - 1), one.number("sequence", least=-_LARGEST - 1)
        )
    identity = root.text("identity")
    if not re.fullmatch("[0-7][0-9a-f]{15}", identity):
        raise DocumentError("identity: must be 16 hexadecimal digits, as an export has them")
    return Snapshot(
        machines=machines,
        marks=marks,
        revision=root.number("revision"),
        operation=root.number("operation"),
        identity=identity,
    )


def parse_machine(document: object) -> Machine:
    """Return the machine of one document; the inverse of `dump_machine`.

    Raises:
        DocumentError: it is not such a document.
    """
    return _machine(_Object(document, "machine"))


def _machine(one: _Object) -> Machine:
    """Return the machine of a document, valid by the rules of the wire."""
    operations: dict[Kind, str] = {}
    for kind, name in one.texts("operations").items():
        if kind not in list(Kind):
            raise DocumentError(f"{one.path}.operations.{kind}: is not one of {', '.join(Kind)}")
        operations[Kind(kind)] = name
    machine = Machine(
        slot=Slot(
            id=one.text("id"),
            instance_type=one.text("instance_type"),
            zone=one.text("zone"),
            capacity_type=_named(CapacityType, one, "capacity_type"),
            price_per_hour=one.real("price_per_hour"),
            interruption_probability=one.real("interruption_probability"),
            vcpu=one.number("vcpu"),
            memory_mib=one.number("memory_mib"),
            resources=one.texts("resources"),
            labels=one.texts("labels"),
        ),
        state=_named(MachineState, one, "state"),
        host_ref=one.optional("host_ref"),
        cluster=one.optional("cluster"),
        metadata=one.texts("metadata"),
        last_error=one.text("last_error"),
        operations=MappingProxyType(operations),
    )
    problem = machine_problem(machine)
    if problem is not None:
        raise DocumentError(f"{one.path}.{problem}")
    return machine


def _named(kind: type[State], one: _Object, name: str) -> State:
    """Return the member that a field names."""
    text = one.text(name)
    if text not in kind.__members__:
        raise DocumentError(f"{one.path}.{name}: must be one of {', '.join(kind.__members__)}, got {text!r}")
    return kind[text]


class _Object:
    """One object of a document, with its path; every reader checks the type of its field."""

    def __init__(self, value: object, path: str) -> None:
        if not isinstance(value, dict):
            raise DocumentError(f"{path or 'the document'}: must be an object")
        self._fields: dict[object, object] = value
        self.path = path

    def _field(self, name: str, kind: type[Value]) -> Value:
        value = self._fields.get(name, _MISSING)
        if not isinstance(value, kind) or isinstance(value, bool):
            label = f"{self.path}.{name}" if self.path else name
            found = "is missing" if value is _MISSING else f"got {type(value).__name__}"
            raise DocumentError(f"{label}: must be of type {kind.__name__}, {found}")
        return value

    def text(self, name: str) -> str:
        """Return a text that can be encoded."""
        return _encodable(self._field(name, str), f"{self.path}.{name}" if self.path else name)

    def optional(self, name: str) -> str | None:
        """Return a text, or None where the field is null."""
        return None if self._fields.get(name, _MISSING) is None else self.text(name)

    def number(self, name: str, least: int = 0) -> int:
        """Return a whole number from `least` to the largest that a state file holds."""
        value = self._field(name, int)
        if not least <= value <= _LARGEST:
            label = f"{self.path}.{name}" if self.path else name
            raise DocumentError(f"{label}: must be from {least} to {_LARGEST}")
        return value

    def real(self, name: str) -> float:
        """Return a number."""
        value = self._fields.get(name)
        # A whole number may be too large for a float.
        return float(self.number(name)) if isinstance(value, int) else self._field(name, float)

    def entries(self, name: str) -> list[object]:
        """Return a list."""
        return self._field(name, list)

    def texts(self, name: str) -> Mapping[str, str]:
        """Return an object whose values are texts."""
        found: dict[str, str] = {}
        for key, value in self._field(name, dict).items():
            label = f"{self.path}.{name}.{key}"
            if not isinstance(value, str):
                raise DocumentError(f"{label}: must be of type str, got {type(value).__name__}")
            found[_encodable(key, label)] = _encodable(value, label)
        return MappingProxyType(found)


def _encodable(text: str, label: str) -> str:
    """Return `text` if it is whole characters, which JSON's escapes need not be."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DocumentError(f"{label.encode('ascii', 'replace').decode()}: is not UTF-8 text") from None
    return text
