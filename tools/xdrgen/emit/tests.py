"""The emitted tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdrgen import ir

__all__ = ["tests_module"]


def tests_module(spec: ir.Ir, module: ir.Module, ir_sha256: str, ir_path: str) -> str:
    """Return the text of the test module of one protocol file."""
    return ""
