"""From the syntax tree to the IR: every name looked up, every number known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from xdrgen import ir, tree
from xdrgen.errors import Position, XdrSemanticError
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Resolved", "resolve"]

_SWITCHABLE = frozenset({Primitive.INT, Primitive.UINT, Primitive.BOOL})


@dataclass(frozen=True, slots=True)
class Resolved:
    """One protocol file with its names looked up.

    Attributes:
        constants, definitions: in the order of the file; an inline type comes right before the type it is in.
        members: enum name → its members as parsed, for the comments beside them.
        used: names taken from C headers.
    """

    constants: tuple[ir.Constant, ...]
    definitions: tuple[ir.Definition, ...]
    members: Mapping[str, tuple[tree.Member, ...]]
    used: frozenset[str]


def resolve(
    definitions: Sequence[tree.Definition],
    imported: Sequence[Resolved],
    headers: Mapping[str, int],
) -> Resolved:
    """Look up the names of one file in itself, then in the files it includes, then (numbers) in C headers.

    Raises:
        XdrSemanticError: a name defined twice or not at all, a bound that is negative, zero where fixed, or
            over 32 bits, a discriminant that is no integer, a label used twice, a type inside itself.
    """
    scope = _Scope(headers)
    for one in imported:
        scope.numbers.update((constant.name, constant.value) for constant in one.constants)
        for known in one.definitions:
            scope.types[known.name] = known
            if isinstance(known, ir.Enum):
                scope.numbers.update((member.name, member.value) for member in known.members)
    for definition in definitions:
        scope.define(definition)
    return Resolved(tuple(scope.constants), tuple(scope.definitions), scope.members, frozenset(scope.used))


@dataclass(slots=True)
class _Scope:
    """Names known so far; one pass, since a type is defined before it is used.

    That rules recursive types out as well, on purpose: how deep one nests would be the peer's choice.
    """

    headers: Mapping[str, int]
    numbers: dict[str, int] = field(default_factory=dict)
    types: dict[str, ir.Definition] = field(default_factory=dict)
    own: dict[str, Position] = field(default_factory=dict)
    constants: list[ir.Constant] = field(default_factory=list)
    definitions: list[ir.Definition] = field(default_factory=list)
    members: dict[str, tuple[tree.Member, ...]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def define(self, definition: tree.Definition) -> None:
        match definition:
            case tree.Include():
                pass
            case tree.ConstDef(name, value, position):
                self._claim(name, position)
                number = self._number(value)
                self.numbers[name] = number
                self.constants.append(ir.Constant(name, number))
            case tree.TypedefDef(name, declaration, position):
                self._claim(name, position)
                self._add(ir.Typedef(name, self._type(declaration.type, name, position)))
            case tree.EnumDef(name, body, position):
                self._claim(name, position)
                self._enum(name, body)
            case tree.StructDef(name, body, position):
                self._claim(name, position)
                self._struct(name, body)
            case tree.UnionDef(name, body, position):
                self._claim(name, position)
                self._union(name, body)
            case _:
                assert_never(definition)

    def _claim(self, name: str, position: Position) -> None:
        if name in self.own:
            raise XdrSemanticError(position, f"{name} is defined twice; first at {self.own[name]}")
        if name in self.types or name in self.numbers:
            raise XdrSemanticError(position, f"{name} is defined by an included file already")
        self.own[name] = position

    def _add(self, definition: ir.Definition) -> None:
        self.types[definition.name] = definition
        self.definitions.append(definition)

    def _number(self, value: tree.Value) -> int:
        if isinstance(value, int):
            return value
        if value.name in self.numbers:
            return self.numbers[value.name]
        if value.name in self.headers:
            self.used.add(value.name)
            return self.headers[value.name]
        message = (
            f"{value.name} is not a constant of this file, of a file it includes, or of libvirt's headers"
        )
        raise XdrSemanticError(value.position, message)

    def _size(self, value: tree.Value | None, position: Position, *, fixed: bool) -> ir.Size:
        if value is None:
            return ir.Size(ir.UNBOUNDED, fixed=False)
        size = self._number(value)
        lowest = 1 if fixed else 0
        if not lowest <= size <= ir.UNBOUNDED:
            where = value.position if isinstance(value, tree.NameRef) else position
            raise XdrSemanticError(where, f"a size of {size} is outside {lowest}..{ir.UNBOUNDED}")
        return ir.Size(size, fixed)

    def _type(self, node: tree.TypeNode, inline_name: str, position: Position) -> ir.Type:
        """Return the IR of a type; an inline enum, struct or union is defined as `inline_name`."""
        match node:
            case tree.Primitive():
                return ir.Scalar(node)
            case tree.NameRef(name, where):
                if name not in self.types:
                    raise XdrSemanticError(where, f"{name} is not a type{self._hint(name)}")
                return ir.Ref(name)
            case tree.Void():
                return ir.Void()
            case tree.String(limit):
                return ir.String(self._size(limit, position, fixed=False).limit)
            case tree.Opaque(size, fixed):
                return ir.Opaque(self._size(size, position, fixed=fixed))
            case tree.ArrayOf(of, size, fixed):
                return ir.Array(
                    self._type(of, inline_name, position), self._size(size, position, fixed=fixed)
                )
            case tree.Pointer(of):
                return ir.Optional(self._type(of, inline_name, position))
            case tree.EnumBody() | tree.StructBody() | tree.UnionBody():
                self._claim(inline_name, position)
                match node:
                    case tree.EnumBody():
                        self._enum(inline_name, node)
                    case tree.StructBody():
                        self._struct(inline_name, node)
                    case tree.UnionBody():
                        self._union(inline_name, node)
                    case _:
                        assert_never(node)
                return ir.Ref(inline_name)
            case _:
                assert_never(node)

    def _hint(self, name: str) -> str:
        if name in self.numbers:
            return " but a constant"
        if name in self.own:
            return " yet: a type cannot contain itself, not even by a pointer"
        return " of this file or of a file it includes"

    def _enum(self, name: str, body: tree.EnumBody) -> None:
        members = []
        for member in body.members:
            self._claim(member.name, member.position)
            value = self._number(member.value)
            if not -0x8000_0000 <= value <= 0x7FFF_FFFF:
                raise XdrSemanticError(member.position, f"{member.name} = {value} does not fit 32 bits")
            self.numbers[member.name] = value
            members.append(ir.Constant(member.name, value))
        self.members[name] = body.members
        self._add(ir.Enum(name, tuple(members)))

    def _field(self, owner: str, declaration: tree.Declaration) -> ir.Field:
        inline_name = f"{owner}_{declaration.name}"
        return ir.Field(declaration.name, self._type(declaration.type, inline_name, declaration.position))

    def _struct(self, name: str, body: tree.StructBody) -> None:
        seen: set[str] = set()
        for one in body.fields:
            if one.name in seen:
                raise XdrSemanticError(one.position, f"{name} has two fields named {one.name}")
            seen.add(one.name)
        self._add(ir.Struct(name, tuple(self._field(name, one) for one in body.fields)))

    def _union(self, name: str, body: tree.UnionBody) -> None:
        discriminant = self._field(name, body.discriminant)
        if not self._switchable(discriminant.type):
            message = f"the discriminant of {name} must be int, unsigned int, bool or an enum"
            raise XdrSemanticError(body.discriminant.position, message)
        taken: set[int] = set()
        names: set[str] = {discriminant.name}
        arms = []
        for arm in body.arms:
            labels = tuple(self._number(label) for label in arm.labels)
            for label in labels:
                if label in taken:
                    raise XdrSemanticError(arm.position, f"{name} has two arms for {label}")
                taken.add(label)
            arms.append(ir.Arm(labels, self._arm_field(name, arm, names)))
        default = ir.Arm((), self._arm_field(name, body.default, names)) if body.default else None
        self._add(ir.Union(name, discriminant, tuple(arms), default))

    def _arm_field(self, owner: str, arm: tree.Arm, names: set[str]) -> ir.Field:
        declaration = arm.declaration
        if declaration.name and declaration.name in names:
            raise XdrSemanticError(declaration.position, f"{owner} has two arms named {declaration.name}")
        names.add(declaration.name)
        return self._field(owner, declaration)

    def _switchable(self, type_: ir.Type) -> bool:
        while isinstance(type_, ir.Ref) and isinstance(definition := self.types[type_.name], ir.Typedef):
            type_ = definition.type
        match type_:
            case ir.Scalar(kind):
                return kind in _SWITCHABLE
            case ir.Ref(name):
                return isinstance(self.types[name], ir.Enum)
            case ir.String() | ir.Opaque() | ir.Array() | ir.Optional() | ir.Void():
                return False
            case _:
                assert_never(type_)
