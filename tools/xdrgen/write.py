"""Emitted files on disk: all of them, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["MARK", "replace_files", "stale_files"]

MARK = "Emitted by tools/xdrgen"  # the banner's words, by which a file is known as ours to remove
_SUFFIX = ".xdrgen-new"


def replace_files(root: Path, files: Mapping[str, str], folders: Sequence[str]) -> None:
    """Write `files` (path → text) under `root`, and remove other emitted files from `folders`.

    Every text is on disk before the first file is replaced: a full disk or a bad path leaves the old files.
    """
    staged = []
    try:
        for path, text in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            fresh = target.with_name(target.name + _SUFFIX)
            staged.append((fresh, target))
            fresh.write_text(text, encoding="utf-8")
        for fresh, target in staged:
            fresh.replace(target)
    finally:
        for fresh, _ in staged:
            fresh.unlink(missing_ok=True)
    for path in stale_files(root, files, folders):
        (root / path).unlink()


def stale_files(root: Path, files: Mapping[str, str], folders: Sequence[str]) -> list[str]:
    """Return the emitted files of `folders` that are not among `files`."""
    present = [file for folder in folders for file in sorted((root / folder).glob("*.py"))]
    return [
        path
        for file in present
        if (path := file.relative_to(root).as_posix()) not in files
        and MARK in file.read_text(encoding="utf-8")
    ]
