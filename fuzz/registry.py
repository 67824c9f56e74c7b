"""The targets by name."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["CORPUS", "TARGETS", "check_of", "seeds_of"]

CORPUS = Path(__file__).parent / "corpus"
"""A folder of committed inputs for each target."""

_GEN = ("admin", "lxc", "net", "qemu", "remote")
TARGETS = (
    "session",
    *(f"gen_{module}" for module in _GEN),
    "known_hosts",
    "uri",
    "auth_file",
    "sasl",
    "typed_params",
    "xdrgen_parser",
)


def check_of(target: str) -> Callable[[bytes], None]:
    """Return what a target does with an input: it raises if the invariant does not hold.

    Raises:
        KeyError: there is no such target.
    """
    function: Callable[..., None] = _module(target).check
    return partial(function, target.removeprefix("gen_")) if target.startswith("gen_") else function


def seeds_of(target: str) -> Iterator[bytes]:
    """Yield the inputs that a target's corpus is made of."""
    module = _module(target)
    found: Iterator[bytes] = (
        module.seeds(target.removeprefix("gen_")) if target.startswith("gen_") else module.seeds()
    )
    yield from found


def _module(target: str):  # type: ignore[no-untyped-def] # noqa: ANN202 - any of the targets' modules
    if target not in TARGETS:
        raise KeyError(f"{target}: the targets are {', '.join(TARGETS)}")
    return import_module(f"fuzz.{'payload' if target.startswith('gen_') else target}")
