"""What the state file looks like inside, how an older one becomes a new one, and machines as rows.

A file carries its schema's version. A new file is made in the newest one; an older file is taken there by the
steps of `MIGRATIONS`, one version at a time, all in one transaction, so that a process killed in the middle
leaves the file as it was. A released step is never edited: what has to change next is a step of its own.
Source: capacity-provider contract, section 6.
"""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from purevirt.provider.core.model import EMPTY, NO_OPERATIONS, CapacityType, Kind, Machine, MachineState, Slot

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

SCHEMA_VERSION: Final = 2
# "PVcp" in SQLite's application_id: tells our file from any other database.
APPLICATION_ID: Final = 0x50566370

SCHEMA: Final = (
    "CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    # `moved` is the number of the commit that wrote the mark, so that the oldest ones can be told.
    """CREATE TABLE mark (
        shard_id TEXT NOT NULL, machine_id TEXT NOT NULL, epoch INTEGER NOT NULL, sequence INTEGER NOT NULL,
        moved INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (shard_id, machine_id)
    ) WITHOUT ROWID""",
    """CREATE TABLE machine (
        id TEXT PRIMARY KEY, instance_type TEXT NOT NULL, zone TEXT NOT NULL, capacity_type INTEGER NOT NULL,
        price_per_hour REAL NOT NULL, interruption_probability REAL NOT NULL,
        vcpu INTEGER NOT NULL, memory_mib INTEGER NOT NULL, resources TEXT NOT NULL, labels TEXT NOT NULL,
        state INTEGER NOT NULL, host_ref TEXT, cluster TEXT, metadata TEXT NOT NULL, last_error TEXT NOT NULL,
        operations TEXT NOT NULL
    )""",
    "INSERT INTO counter VALUES ('revision', 0), ('operation', 0), ('commits', 0)",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
MIGRATIONS: Final[Mapping[int, Sequence[str]]] = MappingProxyType(
    {1: ("ALTER TABLE mark ADD COLUMN moved INTEGER NOT NULL DEFAULT 0",)}
)
SELECT_MARKS: Final = "SELECT shard_id, machine_id, epoch, sequence FROM mark ORDER BY moved"
PUT_MARK: Final = (
    "INSERT INTO mark VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
    " epoch = excluded.epoch, sequence = excluded.sequence, moved = excluded.moved"
)
SELECT_MACHINES: Final = (
    "SELECT id, instance_type, zone, capacity_type, price_per_hour, interruption_probability, vcpu,"
    " memory_mib, resources, labels, state, host_ref, cluster, metadata, last_error, operations FROM machine"
)
# A row that is updated keeps its place, one that is replaced would move to the end: twice the pages to write.
PUT_MACHINE: Final = """
    INSERT INTO machine VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        instance_type = excluded.instance_type, zone = excluded.zone, capacity_type = excluded.capacity_type,
        price_per_hour = excluded.price_per_hour, vcpu = excluded.vcpu, memory_mib = excluded.memory_mib,
        interruption_probability = excluded.interruption_probability, resources = excluded.resources,
        labels = excluded.labels, state = excluded.state, host_ref = excluded.host_ref,
        cluster = excluded.cluster, metadata = excluded.metadata, last_error = excluded.last_error,
        operations = excluded.operations
"""

# Resources and labels come from the offerings: a few shapes, many machines.
_MAX_SHARED: Final = 4096
_STATES: Final = {int(state): state for state in MachineState}
_CAPACITY_TYPES: Final = {int(kind): kind for kind in CapacityType}
_KINDS: Final = {str(kind): kind for kind in Kind}

Row = tuple[str, str, str, int, float, float, int, int, str, str, int, str | None, str | None, str, str, str]


def migrate(database: sqlite3.Connection, version: int) -> None:
    """Take a file of an older `version` to SCHEMA_VERSION; the caller holds the transaction.

    Raises:
        KeyError: there is no step from some version on, which is a version that never was.
        sqlite3.Error: the file is not what its version says, or cannot be written.
    """
    for step in range(version, SCHEMA_VERSION):
        for statement in MIGRATIONS[step]:
            database.execute(statement)
    database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def row_of(machine: Machine) -> Row:
    """Return the machine as its row."""
    slot = machine.slot
    return (
        slot.id,
        slot.instance_type,
        slot.zone,
        int(slot.capacity_type),
        slot.price_per_hour,
        slot.interruption_probability,
        slot.vcpu,
        slot.memory_mib,
        json.dumps(dict(slot.resources)),
        json.dumps(dict(slot.labels)),
        int(machine.state),
        machine.host_ref,
        machine.cluster,
        json.dumps(dict(machine.metadata)),
        machine.last_error,
        json.dumps({str(kind): name for kind, name in machine.operations.items()}),
    )


class RowReader:
    """Makes machines of rows. Texts that many rows share become one mapping that their machines share."""

    def __init__(self) -> None:
        self._shared: dict[str, Mapping[str, str]] = {"{}": EMPTY}

    def machine(self, row: Row) -> Machine:
        """Return the machine of a row.

        Raises:
            ValueError, TypeError, AttributeError, KeyError, RecursionError: the row makes no sense.
        """
        (
            name, instance_type, zone, capacity_type, price, probability, vcpu, memory_mib, resources, labels,
            state, host_ref, cluster, metadata, last_error, operations,
        ) = row  # fmt: skip
        for text in (name, instance_type, zone, host_ref or "", cluster or "", last_error):
            if text.__class__ is not str:
                raise TypeError("a text is none")
        return Machine(
            slot=Slot(
                id=name,
                instance_type=instance_type,
                zone=zone,
                capacity_type=_CAPACITY_TYPES[capacity_type],
                price_per_hour=price,
                interruption_probability=probability,
                vcpu=vcpu,
                memory_mib=memory_mib,
                resources=self._texts(resources),
                labels=self._texts(labels),
            ),
            state=_STATES[state],
            host_ref=host_ref,
            cluster=cluster,
            metadata=EMPTY if metadata == "{}" else _mapping(metadata),
            last_error=last_error,
            operations=NO_OPERATIONS
            if operations == "{}"
            else MappingProxyType({_KINDS[kind]: name for kind, name in _mapping(operations).items()}),
        )

    def _texts(self, text: str) -> Mapping[str, str]:
        """Return the mapping of a text that is likely to come again."""
        found = self._shared.get(text)
        if found is None:
            found = _mapping(text)
            if len(self._shared) < _MAX_SHARED:
                self._shared[text] = found
        return found


def _mapping(text: str) -> Mapping[str, str]:
    """Return the string-to-string object in `text`."""
    found = json.loads(text)
    return MappingProxyType({str(key): str(value) for key, value in found.items()})
