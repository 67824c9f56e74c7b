"""The first lines of every emitted file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdrgen import ir

__all__ = ["banner"]


def banner(spec: ir.Ir, ir_sha256: str, summary: str) -> str:
    """Return a docstring that says what the file is, what made it, and from what."""
    return (
        f'"""{summary}\n\n'
        f"Emitted by tools/xdrgen from libvirt {spec.libvirt}'s interface\n"
        f"(IR sha256 {ir_sha256}).\n"
        "Do not edit: change the generator, then run `make generate`.\n"
        '"""\n'
    )
