"""docs/contract-coverage.md names tests that there are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contract-coverage.md"
# The contract's sections; the last one waits for the simulator in the provider.
SECTIONS = range(1, 9)
OPEN = 2


def rows() -> list[tuple[int, str, str]]:
    """Return section, promise and tests of every row."""
    found: list[tuple[int, str, str]] = []
    section = 0
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        heading = re.match(r"## (\d+)\.", line)
        if heading:
            section = int(heading[1])
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("|") and cells[0] not in ("promise", "---|---"):
            assert len(cells) == 2, line
            found.append((section, cells[0], cells[1]))
    return found


def existing() -> set[str]:
    """Return every test function below tests, as the page names it."""
    names: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                names.add(f"{path.stem.removeprefix('test_')}::{node.name.removeprefix('test_')}")
    return names


def test_every_name_on_the_page_is_a_test() -> None:
    """A test that is renamed or removed is noticed here."""
    named = {name.strip() for _, _, tests in rows() for name in tests.split(",")} - {"none yet"}
    assert named - existing() == set()
    assert len(named) > 100


def test_every_section_has_rows_and_no_more_are_open_than_known() -> None:
    """No section is forgotten, and no promise loses its test unseen."""
    assert {section for section, _, _ in rows()} == set(SECTIONS)
    assert [section for section, _, tests in rows() if tests == "none yet"] == [8] * OPEN
