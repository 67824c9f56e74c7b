"""Findings as a table for people, or as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from purevirt.provider.hostcheck.finding import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from purevirt.provider.hostcheck.finding import Finding

_HEAD = ("zone", "what", "", "found")


def lines(findings: Sequence[Finding]) -> Iterable[str]:
    """Yield a table of aligned columns; a cure has a line of its own below its row, to be copied."""
    rows = [(row.zone, row.what, row.status.value, row.detail) for row in findings]
    widths = [max(len(row[column]) for row in (_HEAD, *rows)) for column in range(3)]
    yield _row(_HEAD, widths)
    for finding, row in zip(findings, rows, strict=True):
        yield _row(row, widths)
        if finding.cure:
            yield f"{'':{sum(widths) + 6}}> {finding.cure}"
    bad = sum(finding.status is Status.FAIL for finding in findings)
    yield "all is well" if not bad else f"{bad} to mend"


def document(findings: Sequence[Finding]) -> str:
    """Return a JSON list with one object for each finding."""
    return json.dumps(
        [
            {
                "zone": finding.zone,
                "what": finding.what,
                "status": finding.status.name.lower(),
                "detail": finding.detail,
                "cure": finding.cure,
            }
            for finding in findings
        ],
        indent=1,
    )


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=False)]
    return "  ".join([*padded, cells[-1]])
