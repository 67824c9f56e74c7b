"""The emitted tests: which structs and unions there are, each a case of its own, by its wire name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen import ir
from xdrgen.emit.banner import banner

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["tests_module"]


def tests_module(spec: ir.Ir, module: ir.Module, ir_sha256: str) -> str:
    """Return the text of the test module of one protocol file; empty when it has no struct."""
    wires = [one.name for one in module.definitions if isinstance(one, ir.Struct | ir.Union)]
    if not wires:
        return ""
    return "\n".join(_lines(spec, module, wires, ir_sha256))


def _lines(spec: ir.Ir, module: ir.Module, wires: Sequence[str], ir_sha256: str) -> list[str]:
    return [
        banner(spec, ir_sha256, f"Round trips and bounds of the types of ``{module.source}``."),
        "import pytest",
        "",
        "from tests.generated.cases import bounds, round_trip",
        "",
        "WIRES = [",
        *(f'    "{one}",' for one in wires),
        "]",
        "",
        "",
        '@pytest.mark.parametrize("wire", WIRES)',
        "def test_round_trip(wire: str) -> None:",
        '    """Emitted code and a codec of its own agree on every byte; no cut payload passes."""',
        "    round_trip(wire)",
        "",
        "",
        '@pytest.mark.parametrize("wire", WIRES)',
        "def test_bounds(wire: str) -> None:",
        '    """One over each bound is refused, encoding and decoding, by the name of the field."""',
        "    bounds(wire)",
        "",
    ]
