"""The tables of docs/conformance.md: `python -m tests.conformance.page` writes them anew."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.conformance.mutants import MUTANTS
from tests.conformance.registry import every_check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.registry import Check

PAGE: Final = Path(__file__).parents[2] / "docs" / "conformance.md"
BEGIN: Final = "<!-- from here on: python -m tests.conformance.page -->"
AREAS: Final = {
    "WIRE": "The wire",
    "SHAPE": "Records",
    "REQ": "Requests",
    "LIFE": "Lives",
    "IDEM": "Retries",
    "FENCE": "Fences",
    "LIST": "Lists",
    "RACE": "Races",
    "LIMIT": "Limits",
    "FAULT": "Faults",
    "FLEET": "Fleets",
    "DUR": "Durability",
    "KILL": "Kills at random moments",
    "IDENT": "Certificates",
    "PROP": "Anything at all, against an oracle",
}


def tables() -> Iterator[str]:
    """Yield the lines of all tables."""
    for area, title in AREAS.items():
        yield from (
            "",
            f"## {title}",
            "",
            "| id | on | what has to be | shown to fail by |",
            "|---|---|---|---|",
        )
        for name, check in sorted(every_check().items()):
            if name.split("-")[1] == area:
                yield f"| {name} | {_where(check)} | {_what(check)} | {_shown(name)} |"


def _where(check: Check) -> str:
    return ", ".join((check.on, *sorted(check.needs)))


def _what(check: Check) -> str:
    name = check.run.__name__.removeprefix("test_").replace("_", " ")
    return f"{name}. {check.run.__doc__}"


def _shown(name: str) -> str:
    return ", ".join(mutant for mutant, one in sorted(MUTANTS.items()) if name in one.caught_by).replace(
        "_", " "
    )


def head() -> str:
    """Return the page up to its tables."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[0]


if __name__ == "__main__":
    PAGE.write_text("\n".join((head() + BEGIN, *tables())) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(every_check())} checks\n")
