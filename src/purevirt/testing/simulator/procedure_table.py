"""The page that says what is simulated: `python -m purevirt.testing.simulator.procedure_table`."""

from __future__ import annotations

import sys

from purevirt.rpc.gen import procedures
from purevirt.testing.simulator.catalogue import SUBJECTS, new_registry

__all__ = ["page"]

_HEAD = """# What the simulated libvirtd simulates

`purevirt.testing.SimulatedLibvirtd` answers {simulated} of the {all} procedures of the remote protocol, and
{other} of the QEMU protocol, as libvirtd 9.0.0 does; every other one is answered as a procedure that there is
not (code 39, "unknown procedure"). Procedures that are events are not counted. Emitted by
`python -m purevirt.testing.simulator.procedure_table`; do not edit.
"""


def page() -> str:
    """Return the page's text: a list of procedures for each subject, and what is left."""
    registry = new_registry()
    callable_ones = [spec for spec in procedures.BY_ID.values() if not spec.is_event]
    remote = [spec for spec in callable_ones if spec.name.startswith("REMOTE_")]
    qemu = [spec for spec in callable_ones if spec.name.startswith("QEMU_")]
    parts = [
        _HEAD.format(
            simulated=sum(spec in registry for spec in remote),
            all=len(remote),
            other=sum(spec in registry for spec in qemu),
        )
    ]
    by_subject: dict[str, list[str]] = {subject.name: [] for subject in SUBJECTS}
    missing: list[str] = []
    for spec in [*remote, *qemu]:
        subject = registry.subject_of(spec)
        (missing if subject is None else by_subject[subject]).append(_row(spec.name, spec.number))
    parts += [_section(name, rows) for name, rows in sorted(by_subject.items()) if rows]
    parts.append(_section("not simulated", missing))
    return "\n".join(parts)


def _row(name: str, number: int) -> str:
    return f"| {number} | `{name}` |"


def _section(name: str, rows: list[str]) -> str:
    lines = [f"## {name[0].upper()}{name[1:]}", "", "| number | procedure |", "| ---: | --- |", *rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
