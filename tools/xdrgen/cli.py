"""The commands: parse, emit, check, generate."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from xdrgen import ir_json
from xdrgen.emit.package import GEN, TESTS, emit
from xdrgen.errors import XdrgenError
from xdrgen.source import read_tree
from xdrgen.write import replace_files, stale_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["IR_PATH", "main"]

IR_PATH = "schema/libvirt-11.3.0.ir.json"
_SHOWN_LINES = 12


def main(argv: Sequence[str]) -> int:
    """Run one command; return 0, or 1 with a line on stderr that says what is wrong and where."""
    options = _options(argv)
    try:
        match options.command:
            case "parse":
                _parse(options.tree, options.output or options.root / options.ir, options.root)
            case "emit":
                _emit(options.root, options.ir)
            case "generate":
                _parse(options.tree, options.root / options.ir, options.root)
                _emit(options.root, options.ir)
            case _:
                return _check(options.root, options.ir)
    except XdrgenError as error:
        print(f"xdrgen: {error}", file=sys.stderr)
        return 1
    return 0


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="xdrgen", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="root of the repository (default: here)")
    parser.add_argument("--ir", default=IR_PATH, help="the IR, relative to the root (default: %(default)s)")
    commands = parser.add_subparsers(dest="command", required=True)
    parse = commands.add_parser("parse", help="libvirt source tree -> IR")
    parse.add_argument("tree", type=Path, help="unpacked libvirt sources, with the API XML in docs/")
    parse.add_argument("-o", "--output", type=Path, help="where the IR goes (default: --ir)")
    commands.add_parser("emit", help="IR -> Python")
    commands.add_parser("check", help="fail when the committed files are not what emit writes")
    generate = commands.add_parser("generate", help="parse, then emit")
    generate.add_argument("tree", type=Path, help="as for parse")
    return parser.parse_args(argv)


def _parse(tree: Path, output: Path, root: Path) -> None:
    text = ir_json.dump(read_tree(tree))
    replace_files(root, {output.resolve().relative_to(root.resolve()).as_posix(): text}, folders=())
    print(f"{output}: {len(text)} bytes")


def _emit(root: Path, ir_path: str) -> None:
    files = emit(_read(root / ir_path), ir_path)
    replace_files(root, files, folders=(GEN, TESTS))
    print(f"{len(files)} files, {sum(text.count(chr(10)) for text in files.values())} lines")


def _check(root: Path, ir_path: str) -> int:
    files = emit(_read(root / ir_path), ir_path)
    complaints = list(_drift(root, files))
    for line in complaints:
        print(line, file=sys.stderr)
    if complaints:
        print("xdrgen: the committed files are not what the IR gives: run `xdrgen emit`", file=sys.stderr)
        return 1
    print(f"{len(files)} files are what {ir_path} gives")
    return 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"cannot read {path} ({error.strerror}): run `xdrgen parse` first, or give --root"
        raise XdrgenError(message) from error


def _drift(root: Path, files: Mapping[str, str]) -> Iterator[str]:
    """Yield what differs: a few lines of each file, and files that should not be there."""
    for path, wanted in sorted(files.items()):
        try:
            present = (root / path).read_text(encoding="utf-8")
        except OSError:
            yield f"{path}: missing"
            continue
        if present != wanted:
            diff = list(
                difflib.unified_diff(present.splitlines(), wanted.splitlines(), path, "emitted", "", "", 0)
            )
            changed = [line for line in diff[2:] if line[0] in "+-"]
            yield f"{path}: {len(changed)} lines differ"
            yield from (f"  {line}" for line in changed[:_SHOWN_LINES])
            if len(changed) > _SHOWN_LINES:
                yield f"  ... {len(changed) - _SHOWN_LINES} more"
    for path in stale_files(root, files, folders=(GEN, TESTS)):
        yield f"{path}: emitted once, and no longer"
