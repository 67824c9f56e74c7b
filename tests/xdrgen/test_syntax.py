"""The grammar: what is accepted, and where exactly everything else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdrgen import tree
from xdrgen.errors import XdrSyntaxError
from xdrgen.lexer import Token, TokenKind, tokenize
from xdrgen.parser import parse

REFUSED = [
    ("$", 1, 1, "a token", "'$'"),
    ("const A = 1;\n  /* never closed", 2, 3, "'*/' after this comment", "the end of the file"),
    ("const A = 0xZZ;", 1, 11, "a decimal, hexadecimal or octal number", "'0xZZ'"),
    ("const A = 09;", 1, 11, "a decimal, hexadecimal or octal number", "'09'"),
    ("const A = 12ab;", 1, 11, "a decimal, hexadecimal or octal number", "'12ab'"),
    (f"const A = {'9' * 65};", 1, 11, "a number of at most 64 characters", "9" * 20),
    ("struct s { " + "struct { " * 33 + "};", 1, 300, "a type that is not inside 32 others", "'struct'"),
    ("const A = -;", 1, 11, "a token", "'-'"),
    (" %#include <x.h>", 1, 2, "a token", "'%'"),
    ("nonsense;", 1, 1, "'const', 'typedef', 'enum', 'struct' or 'union'", "'nonsense'"),
    ("program P { } = 1;", 1, 1, "'const', 'typedef', 'enum', 'struct' or 'union'", "'program'"),
    ("const int = 1;", 1, 7, "the name of a constant", "'int'"),
    ("const A 1;", 1, 9, "'='", "'1'"),
    ("const A = ;", 1, 11, "a number or the name of a constant", "';'"),
    ("const A = int;", 1, 11, "a number or the name of a constant", "'int'"),
    ("const A = 1", 1, 12, "';'", "the end of the file"),
    ("const A = 1,", 1, 12, "';'", "','"),
    ("enum e { A = 1; B = 2 };", 1, 15, "'}' or ','", "';'"),
    ("enum e { A = 1, };", 1, 17, "the name of an enum member", "'}'"),
    ("enum e { };", 1, 10, "the name of an enum member", "'}'"),
    ("enum e { A };", 1, 12, "'='", "'}'"),
    ("enum { A = 1 };", 1, 6, "the name of an enum", "'{'"),
    ("enum e A = 1;", 1, 8, "'{'", "'A'"),
    ("enum e { A = 1 }", 1, 17, "';'", "the end of the file"),
    ("struct s { int a, };", 1, 17, "';'", "','"),
    ("struct s { int a }", 1, 18, "';'", "'}'"),
    ("struct s { };", 1, 12, "a type", "'}'"),
    ("struct s { int; };", 1, 15, "a name", "';'"),
    ("struct s { void; };", 1, 12, "a field (void is for the arms of a union)", "'void'"),
    ("struct s { int a;", 1, 18, "a type", "the end of the file"),
    ("struct { int a; };", 1, 8, "the name of a struct", "'{'"),
    ("struct s { struct other a; };", 1, 19, "'{'", "'other'"),
    ("struct s { unsigned float a; };", 1, 21, "a name", "'float'"),
    ("struct s { quadruple a b; };", 1, 24, "';'", "'b'"),
    ("struct s { string a; };", 1, 20, "'<'", "';'"),
    ("struct s { string a[3]; };", 1, 20, "'<'", "'['"),
    ("struct s { string *a; };", 1, 19, "a name", "'*'"),
    ("struct s { opaque a; };", 1, 20, "'[' or '<'", "';'"),
    ("struct s { opaque *a; };", 1, 19, "a name", "'*'"),
    ("struct s { opaque a<3]; };", 1, 22, "'>'", "']'"),
    ("struct s { opaque a[]; };", 1, 21, "a number or the name of a constant", "']'"),
    ("struct s { int a<3]; };", 1, 19, "'>'", "']'"),
    ("struct s { int a[3>; };", 1, 19, "']'", "'>'"),
    ("struct s { int a[]; };", 1, 18, "a number or the name of a constant", "']'"),
    ("struct s { int *; };", 1, 17, "a name", "';'"),
    ("struct s { int *a<3>; };", 1, 18, "';'", "'<'"),
    ("union { int a; };", 1, 7, "the name of a union", "'{'"),
    ("union u { int a; };", 1, 9, "'switch'", "'{'"),
    ("union u switch int k { };", 1, 16, "'('", "'int'"),
    ("union u switch (int) { };", 1, 20, "a name", "')'"),
    ("union u switch (int k { };", 1, 23, "')'", "'{'"),
    ("union u switch (int k) case", 1, 24, "'{'", "'case'"),
    ("union u switch (int k) { };", 1, 26, "'case'", "'}'"),
    ("union u switch (int k) { default: void; };", 1, 26, "'case'", "'default'"),
    ("union u switch (int k) { case 1; int a; };", 1, 32, "':'", "';'"),
    ("union u switch (int k) { case 1: int a: };", 1, 39, "';'", "':'"),
    ("union u switch (int k) { case 1: void }", 1, 39, "';'", "'}'"),
    ("union u switch (int k) { case: int a; };", 1, 30, "a number or the name of a constant", "':'"),
    ("union u switch (int k) { case 1: int a; int b; };", 1, 41, "'}' or 'case' or 'default'", "'int'"),
    ("union u switch (int k) { case 1: void; default void; };", 1, 48, "':'", "'void'"),
    ("union u switch (int k) { case 1: void; default: void; case 2: void; };", 1, 55, "'}'", "'case'"),
    ("typedef int;", 1, 12, "a name", "';'"),
    ("typedef int a", 1, 14, "';'", "the end of the file"),
    ("typedef ;", 1, 9, "a type", "';'"),
    ("/* one\n two */ /* three */\n\tenum e { A = 1,\n B = 2 C = 3 };", 4, 8, "'}' or ','", "'C'"),
]


@pytest.mark.parametrize(
    ("text", "line", "column", "expected", "got"), REFUSED, ids=[one[0] for one in REFUSED]
)
def test_wrong_text_is_refused_where_it_is_wrong(
    text: str, line: int, column: int, expected: str, got: str
) -> None:
    """Position, expectation and finding of each way to be wrong."""
    with pytest.raises(XdrSyntaxError) as refused:
        parse(text, "wrong.x")
    error = refused.value
    assert (error.file, error.line, error.column) == ("wrong.x", line, column)
    assert (error.expected, error.got) == (expected, got)
    assert str(error) == f"wrong.x:{line}:{column}: expected {expected}, got {got}"


def _type_of(declaration: str) -> tree.TypeNode:
    (definition,) = parse(f"struct s {{ {declaration}; }};", "s.x")
    assert isinstance(definition, tree.StructDef)
    (field,) = definition.body.fields
    assert field.name == "a"
    return field.type


@pytest.mark.parametrize(
    ("declaration", "wanted"),
    [
        ("int a", tree.Primitive.INT),
        ("unsigned a", tree.Primitive.UINT),
        ("unsigned int a", tree.Primitive.UINT),
        ("hyper a", tree.Primitive.HYPER),
        ("unsigned hyper a", tree.Primitive.UHYPER),
        ("short a", tree.Primitive.SHORT),
        ("unsigned short a", tree.Primitive.USHORT),
        ("char a", tree.Primitive.CHAR),
        ("unsigned char a", tree.Primitive.UCHAR),
        ("bool a", tree.Primitive.BOOL),
        ("float a", tree.Primitive.FLOAT),
        ("double a", tree.Primitive.DOUBLE),
        ("string a<>", tree.String(None)),
        ("string a<7>", tree.String(7)),
        ("opaque a<7>", tree.Opaque(7, fixed=False)),
        ("opaque a<>", tree.Opaque(None, fixed=False)),
        ("opaque a[7]", tree.Opaque(7, fixed=True)),
        ("char a[0x20]", tree.ArrayOf(tree.Primitive.CHAR, 32, fixed=True)),
        ("int a<010>", tree.ArrayOf(tree.Primitive.INT, 8, fixed=False)),
        ("int a<>", tree.ArrayOf(tree.Primitive.INT, None, fixed=False)),
        ("int *a", tree.Pointer(tree.Primitive.INT)),
    ],
)
def test_declaration_has_its_type(declaration: str, wanted: tree.TypeNode) -> None:
    """Every form of a declaration (RFC 4506 section 6.3), and what rpcgen adds."""
    assert _type_of(declaration) == wanted


def test_comment_right_before_a_member_is_its_own() -> None:
    """Annotations belong to the member behind them, not to the one behind a later comment."""
    (definition,) = parse(
        "enum e { /** one */ A = 1, /* two */ /** three */ B = 2, C = 3 /* four */ };", "e.x"
    )
    assert isinstance(definition, tree.EnumDef)
    assert [member.comment for member in definition.body.members] == ["* one ", "* three ", ""]


def test_percent_lines_pass_and_includes_are_kept() -> None:
    """C's own lines are skipped wherever a definition may stand; quoted includes name other protocols."""
    text = '%#include <stdio.h>\n%#include "remote_protocol.h"\n%int x;\nconst A = 1;\n%/* end */'
    include, constant = parse(text, "i.x")
    assert isinstance(include, tree.Include)
    assert (include.name, include.position.line) == ("remote_protocol.h", 2)
    assert isinstance(constant, tree.ConstDef)


def test_tokens_know_where_they_start() -> None:
    """Lines and columns count from one, over comments of several lines as well."""
    tokens = list(tokenize("a\n /* b\nc */ d\n", "t.x"))
    assert [(one.text, one.position.line, one.position.column) for one in tokens] == [
        ("a", 1, 1),
        (" b\nc ", 2, 2),
        ("d", 3, 6),
        ("", 4, 1),
    ]
    assert str(tokens[-1]) == "the end of the file"
    assert [one.kind for one in tokens] == [TokenKind.WORD, TokenKind.COMMENT, TokenKind.WORD, TokenKind.END]
    assert str(Token(TokenKind.WORD, "x", tokens[0].position)) == "'x'"


_pieces = st.sampled_from(
    [
        "const",
        "typedef",
        "enum",
        "struct",
        "union",
        "switch",
        "case",
        "default",
        "void",
        "string",
        "opaque",
        "unsigned",
        "int",
        "a",
        "B",
        "1",
        "0x2",
        "-3",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        ";",
        ":",
        ",",
        "=",
        "*",
        "/**/",
        "%",
        "$",
    ],
)


@given(st.lists(_pieces, max_size=30), st.sampled_from([" ", "\n", ""]))
def test_any_text_parses_or_is_a_syntax_error(pieces: list[str], between: str) -> None:
    """Garbage gives a tree or an XdrSyntaxError, nothing else."""
    text = between.join(pieces)
    try:
        parse(text, "g.x")
    except XdrSyntaxError as error:
        line, column = error.line, error.column
    else:
        return
    assert 1 <= line <= text.count("\n") + 1
    assert 1 <= column <= len(text.split("\n")[line - 1]) + 1
