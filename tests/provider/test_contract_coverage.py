"""docs/contract-coverage.md names tests that there are."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.conformance.registry import every_check

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contract-coverage.md"
SECTIONS = range(1, 9)


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
    """Return every test function below tests, as the page names it, and every conformance check's id."""
    names = set(every_check())
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                names.add(f"{path.stem.removeprefix('test_')}::{node.name.removeprefix('test_')}")
    return names


def test_every_name_on_the_page_is_a_test() -> None:
    """A test that is renamed or removed is noticed here."""
    named = {name.strip() for _, _, tests in rows() for name in tests.split(",")}
    assert named - existing() == set()
    assert len(named) > 200


def test_every_section_has_rows() -> None:
    """No section is forgotten; a row without a test has no name that is a test's."""
    assert {section for section, _, _ in rows()} == set(SECTIONS)


def test_every_conformance_check_holds_a_promise() -> None:
    """A check that is of no row checks what nobody promised, or the row is missing."""
    named = {name.strip() for _, _, tests in rows() for name in tests.split(",")}
    assert {name for name in existing() if name.startswith("PV-")} - named == set()
