"""Calls as no sane client makes them: known names in wrong places, edge numbers, XML of something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from purevirt.errors import EncodeError
from purevirt.rpc import xdr
from tests.generated.oracle import committed

if TYPE_CHECKING:
    import random

    from purevirt.rpc.xdr import XdrType

_NUMBERS = (0, 1, -1, 2, 3, 4, 7, 8, 16, 64, 255, 4096, 1 << 20, (1 << 31) - 1, -(1 << 31), (1 << 32) - 1)
_WIDE = (*_NUMBERS, 1 << 40, (1 << 63) - 1, -(1 << 63), (1 << 64) - 1)
_BLANK = ("", " ", "\n", "x", "é€", "a/b", "..", "%s%n", "\x01", "x" * 300)
_XML = (
    "<", "<x/>", "<domain/>", "<domain type='kvm'><name>x</name></domain>", "<network/>",
    "<pool type='dir'/>",
    "<volume><name>v</name><capacity>1</capacity></volume>", "<secret/>", "<domainsnapshot/>",
    "<domaincheckpoint/>", "<disk/>", "<interface type='network'/>", "<host/>", "<a>" * 1000,
)  # fmt: skip


class OddCalls:
    """Makes arguments.

    Args:
        rng: the source of all chance.
        known: values of handles (domains, pools, ...) by class, and names, that the host has.
        names: names that the host has.
    """

    def __init__(self, rng: random.Random, known: dict[type, list[Any]], names: list[str]) -> None:
        self._rng = rng
        self._known = known
        self._names = names
        self._oracle = committed()
        self._wires = {
            self._oracle.python_class(wire): wire
            for wire, (module, one) in self._oracle.definitions.items()
            if one["kind"] == "struct" and wire in self._oracle.emitted(module).WIRE_NAMES
        }

    def arguments(self, kind: type[XdrType]) -> XdrType:
        """Return arguments of a kind, which encode."""
        while True:
            value = self._bent(self._oracle.sample(self._definition(kind), self._rng))
            try:
                xdr.encode(value)
            except EncodeError:
                continue
            return value  # type: ignore[no-any-return] # of the kind that was asked for

    def _definition(self, kind: type) -> Any:
        return self._oracle.definitions[self._wires[kind]][1]

    def _bent(self, value: Any) -> Any:
        rng = self._rng
        known = self._known.get(type(value))
        if known and rng.random() < 0.9:
            return rng.choice(known)
        if isinstance(value, bool | bytes):
            return value
        if isinstance(value, int):
            return rng.choice(_WIDE if abs(value) >> 32 else _NUMBERS) if rng.random() < 0.9 else value
        if isinstance(value, str):
            return rng.choice(rng.choice((self._names, _BLANK, _XML)))
        if isinstance(value, list):
            return [self._bent(one) for one in value[:4]]
        if type(value) in self._wires:
            for name in value.__slots__:
                before = getattr(value, name)
                setattr(value, name, self._bent(before))
                try:
                    xdr.encode(value)
                except (EncodeError, TypeError, AttributeError):
                    setattr(value, name, before)
        return value
