"""Draw the life of a machine, as docs/design.md shows it, from the provider's own tables.

It is written between its markers; --check fails where the two differ.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from purevirt.provider.core.lifecycle import EDGES, MOVES, UNDER_WAY, By
from purevirt.provider.core.model import MachineState

PAGE = Path(__file__).resolve().parent.parent / "docs" / "design.md"
BEGIN = "<!-- drawn by tools/lifecycle_diagram.py -->\n"
END = "<!-- end of the drawing -->\n"


def draw() -> str:
    """Return the diagram in Mermaid's language, fenced."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {MachineState.SPECULATIVE.name}"]
    for edge in EDGES:
        name = edge.kind.capitalize() if edge.by is By.SHARD else f"repair, by an {edge.by}"
        lines.append(f"    {edge.start.name} --> {edge.through.name} : {name}")
    for through, edge in UNDER_WAY.items():
        lines.append(f"    {through.name} --> {edge.end.name} : done")
        lines.append(f"    {through.name} --> {MachineState.FAILED.name} : failed, timed out or interrupted")
    lines.extend(f"    {move.start.name} --> {move.end.name} : {move.because}" for move in MOVES)
    return "\n".join([*lines, "```", ""])


def drawn(page: str) -> str:
    """Return the page with the drawing as it should be.

    Raises:
        ValueError: the page has no markers.
    """
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name}: the markers of the drawing are missing")
    return head + begin + draw() + end + tail


def main() -> int:
    """Write the drawing, or with --check compare it; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail on a difference")
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    if drawn(page) == page:
        return 0
    if check:
        print(f"{PAGE.name}: the drawing is not what the tables say; run tools/lifecycle_diagram.py")
        return 1
    PAGE.write_text(drawn(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
