"""What a mutant is, and how one is made: by putting something else into the place of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

MUTANTS: dict[str, Mutant] = {}


class Mutant(NamedTuple):
    """A provider that breaks one rule: what breaks it, and the checks that have to notice, each of them."""

    patch: Callable[[], None]
    caught_by: tuple[str, ...]


def mutant(*caught_by: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a function, by its name, that breaks a rule in the process that calls it."""

    def register(patch: Callable[[], None]) -> Callable[[], None]:
        name = patch.__name__
        assert name not in MUTANTS, name
        MUTANTS[name] = Mutant(patch, caught_by)
        return patch

    return register


def put(owner: Any, name: str, value: Any) -> None:
    """Put something else in the place of an attribute."""
    setattr(owner, name, value)


def wrap(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put `make(what is there)` in the place of an attribute."""
    setattr(owner, name, make(getattr(owner, name)))
