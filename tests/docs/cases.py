"""Which tests cite which case: `python -m tests.docs.cases` prints them all, with an id only those of one.

A case is cited by its id in a docstring, or in the client's tests by any other string, e.g. a parameter's id.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from typing import TYPE_CHECKING

from tests.docs.recipe import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ID = re.compile(r"\b[AEGHKLPSTUVX]\d+\b")
"""Ids of the areas that docs/testing.md lists. A range is its two ends: the numbering has gaps."""


def citations() -> dict[str, set[str]]:
    """Return the tests that cite each id, as file and function."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for where, text in _texts(path):
            for one in ID.findall(text):
                found[one].add(where)
    return found


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text())
    name = str(path.relative_to(ROOT))
    is_clients = name.startswith("tests/rpc/")
    for node in tree.body:
        where = f"{name}::{node.name}" if isinstance(node, _NAMED) else name
        for inner in ast.walk(node):
            if isinstance(inner, _NAMED):
                yield where, ast.get_docstring(inner) or ""
            elif is_clients and isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield where, inner.value


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def main(wanted: list[str]) -> None:
    """Print a line for each id and test."""
    found = citations()
    for one in sorted(found, key=lambda one: (one[0], int(one[1:]))):
        if not wanted or one in wanted:
            sys.stdout.writelines(f"{one}\t{test}\n" for test in sorted(found[one]))


if __name__ == "__main__":
    main(sys.argv[1:])
