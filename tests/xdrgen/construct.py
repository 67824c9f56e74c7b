"""Our own small protocol files, taken all the way: text to IR to a module that can be imported."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

from tests.generated.oracle import Oracle
from xdrgen import ir, ir_json
from xdrgen.emit.modules import types_module
from xdrgen.emit.shapes import World
from xdrgen.parser import parse
from xdrgen.resolve import resolve

FOLDER = Path(__file__).parent / "constructs"
NAMES = sorted(file.stem for file in FOLDER.glob("*.x"))


def spec_of(text: str, *, module: str = "demo", file: str = "demo.x") -> ir.Ir:
    """The IR of one protocol file that declares no program."""
    resolved = resolve(parse(text, file), (), {})
    one = ir.Module(module, file, (), "", None, resolved.constants, resolved.definitions, ())
    return ir.Ir("0.0.0", (), (one,), ())


def emitted(spec: ir.Ir) -> str:
    """The module of the IR's first protocol."""
    return types_module(spec, World(spec), spec.modules[0], "0" * 64)


def imported(text: str, name: str) -> ModuleType:
    """The module that `text` is."""
    module = ModuleType(name)
    sys.modules[name] = module
    try:
        exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    finally:
        del sys.modules[name]
    return module


def oracle_of(spec: ir.Ir) -> Oracle:
    """The independent codec for values of the emitted module."""
    module = imported(emitted(spec), "demo_emitted")
    return Oracle(json.loads(ir_json.dump(spec))["modules"], lambda _name: module)
