"""The grammar of RFC 4506 section 6.3, and what libvirt's files need beyond it.

Beyond the RFC: ``char`` and ``short``, signed or not; a bare ``unsigned``; ``%`` lines. The other way round,
nothing is lenient: wrong punctuation is refused where it stands. ``program`` blocks (RFC 5531 section 12) are
not known, since libvirt declares program numbers as constants and procedures as an enum.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xdrgen.errors import XdrSyntaxError
from xdrgen.lexer import Token, TokenKind, tokenize
from xdrgen.tree import (
    Arm,
    ArrayOf,
    ConstDef,
    Declaration,
    Definition,
    EnumBody,
    EnumDef,
    Include,
    Member,
    NameRef,
    Opaque,
    Pointer,
    Primitive,
    Specifier,
    String,
    StructBody,
    StructDef,
    TypedefDef,
    UnionBody,
    UnionDef,
    Value,
    Void,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAX_NESTING", "parse"]

MAX_NESTING = 32
"""How deep types may stand in types; libvirt's stand side by side."""

_INCLUDE = re.compile(r'%#include "([^"]+)"')
_SIGNED = {
    "int": Primitive.INT,
    "hyper": Primitive.HYPER,
    "short": Primitive.SHORT,
    "char": Primitive.CHAR,
    "bool": Primitive.BOOL,
    "float": Primitive.FLOAT,
    "double": Primitive.DOUBLE,
}
_UNSIGNED = {
    "int": Primitive.UINT,
    "hyper": Primitive.UHYPER,
    "short": Primitive.USHORT,
    "char": Primitive.UCHAR,
}


def parse(text: str, file: str) -> tuple[Definition, ...]:
    """Return the definitions of one protocol file, in order.

    Raises:
        XdrSyntaxError: with the place of the first token that the grammar does not allow.
    """
    return tuple(_Parser(text, file).specification())


class _Parser:
    """Recursive descent with one token of look-ahead; one method a production."""

    def __init__(self, text: str, file: str) -> None:
        self._tokens = tokenize(text, file)
        self._comment = ""
        self._nesting = 0
        self._token = self._next_token()

    def _next_token(self) -> Token:
        self._comment = ""
        while (token := next(self._tokens)).kind is TokenKind.COMMENT:
            self._comment = token.text
        return token

    def _advance(self) -> Token:
        token = self._token
        self._token = self._next_token()
        return token

    def _wrong(self, expected: str) -> XdrSyntaxError:
        return XdrSyntaxError(self._token.position, expected, str(self._token))

    def _at(self, text: str) -> bool:
        return self._token.text == text and self._token.kind in {TokenKind.KEYWORD, TokenKind.PUNCTUATION}

    def _accept(self, text: str) -> bool:
        if self._at(text):
            self._advance()
            return True
        return False

    def _expect(self, text: str, *others: str) -> None:
        """Move past `text`; `others` only say what else the grammar allows here."""
        if not self._accept(text):
            raise self._wrong(" or ".join(repr(one) for one in (text, *others)))

    def _word(self, what: str) -> Token:
        if self._token.kind is not TokenKind.WORD:
            raise self._wrong(what)
        return self._advance()

    def specification(self) -> Iterator[Definition]:
        """``definition *``."""
        while self._token.kind is not TokenKind.END:
            if self._token.kind is TokenKind.PASSTHROUGH:
                token = self._advance()
                if include := _INCLUDE.match(token.text):
                    yield Include(include.group(1), token.position)
            else:
                yield self._definition()

    def _definition(self) -> Definition:
        position = self._token.position
        definition: Definition
        if self._accept("const"):
            name = self._word("the name of a constant")
            self._expect("=")
            definition = ConstDef(name.text, self._value(), position)
        elif self._accept("typedef"):
            declaration = self._declaration()
            definition = TypedefDef(declaration.name, declaration, position)
        elif self._accept("enum"):
            definition = EnumDef(self._word("the name of an enum").text, self._enum_body(), position)
        elif self._accept("struct"):
            definition = StructDef(self._word("the name of a struct").text, self._struct_body(), position)
        elif self._accept("union"):
            definition = UnionDef(self._word("the name of a union").text, self._union_body(), position)
        else:
            raise self._wrong("'const', 'typedef', 'enum', 'struct' or 'union'")
        self._expect(";")
        return definition

    def _value(self) -> Value:
        token = self._token
        if token.kind is TokenKind.NUMBER:
            self._advance()
            octal = re.fullmatch(r"-?0[0-7]+", token.text)
            return int(token.text, 8 if octal else 0)
        name = self._word("a number or the name of a constant")
        return NameRef(name.text, name.position)

    def _enum_body(self) -> EnumBody:
        self._expect("{")
        members = [self._member()]
        while self._accept(","):
            members.append(self._member())
        self._expect("}", ",")
        return EnumBody(tuple(members))

    def _member(self) -> Member:
        comment = self._comment
        name = self._word("the name of an enum member")
        self._expect("=")
        return Member(name.text, self._value(), comment, name.position)

    def _struct_body(self) -> StructBody:
        self._expect("{")
        fields = [self._field()]
        while not self._accept("}"):
            fields.append(self._field())
        return StructBody(tuple(fields))

    def _field(self) -> Declaration:
        if self._at("void"):
            raise self._wrong("a field (void is for the arms of a union)")
        declaration = self._declaration()
        self._expect(";")
        return declaration

    def _union_body(self) -> UnionBody:
        self._expect("switch")
        self._expect("(")
        discriminant = self._declaration()
        self._expect(")")
        self._expect("{")
        arms = [self._arm()]
        while self._at("case"):
            arms.append(self._arm())
        default = None
        if self._at("default"):
            position = self._advance().position
            self._expect(":")
            default = Arm((), self._arm_declaration(), position)
        self._expect("}", *(() if default else ("case", "default")))
        return UnionBody(discriminant, tuple(arms), default)

    def _arm(self) -> Arm:
        position = self._token.position
        labels = []
        self._expect("case")
        while True:
            labels.append(self._value())
            self._expect(":")
            if not self._accept("case"):
                break
        return Arm(tuple(labels), self._arm_declaration(), position)

    def _arm_declaration(self) -> Declaration:
        position = self._token.position
        void = self._accept("void")
        declaration = Declaration("", Void(), position) if void else self._declaration()
        self._expect(";")
        return declaration

    def _declaration(self) -> Declaration:
        position = self._token.position
        if self._accept("string"):
            name = self._word("a name").text
            self._expect("<")
            return Declaration(name, String(self._limit()), position)
        if self._accept("opaque"):
            name = self._word("a name").text
            if self._accept("<"):
                return Declaration(name, Opaque(self._limit(), fixed=False), position)
            self._expect("[", "<")
            return Declaration(name, Opaque(self._size(), fixed=True), position)
        specifier = self._specifier()
        if self._accept("*"):
            return Declaration(self._word("a name").text, Pointer(specifier), position)
        name = self._word("a name").text
        if self._accept("<"):
            return Declaration(name, ArrayOf(specifier, self._limit(), fixed=False), position)
        if self._accept("["):
            return Declaration(name, ArrayOf(specifier, self._size(), fixed=True), position)
        return Declaration(name, specifier, position)

    def _limit(self) -> Value | None:
        if self._accept(">"):
            return None
        value = self._value()
        self._expect(">")
        return value

    def _size(self) -> Value:
        value = self._value()
        self._expect("]")
        return value

    def _specifier(self) -> Specifier:
        token = self._token
        if token.kind is TokenKind.WORD:
            self._advance()
            return NameRef(token.text, token.position)
        if self._accept("unsigned"):
            kind = _UNSIGNED.get(self._token.text)
            if kind is None:
                return Primitive.UINT
            self._advance()
            return kind
        if token.kind is TokenKind.KEYWORD and token.text in _SIGNED:
            self._advance()
            return _SIGNED[token.text]
        if self._accept("enum"):
            return self._enum_body()
        if self._nesting == MAX_NESTING:
            raise self._wrong(f"a type that is not inside {MAX_NESTING} others")
        self._nesting += 1
        body: Specifier
        if self._accept("struct"):
            body = self._struct_body()
        elif self._accept("union"):
            body = self._union_body()
        else:
            raise self._wrong("a type")
        self._nesting -= 1
        return body
