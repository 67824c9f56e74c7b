"""What follows the grammar and still means nothing: refused with the place."""

from __future__ import annotations

import pytest

from xdrgen import ir, tree
from xdrgen.annotations import Annotations, read_annotations
from xdrgen.errors import Position, XdrSemanticError
from xdrgen.headers import evaluate, header_constants
from xdrgen.parser import parse
from xdrgen.resolve import Resolved, resolve

REFUSED = [
    ("const A = 1;\nconst A = 2;", 2, 1, "A is defined twice; first at m.x:1:1"),
    ("struct s { int a; };\nenum s { B = 1 };", 2, 1, "s is defined twice"),
    ("const A = 1;\nenum e { A = 1 };", 2, 10, "A is defined twice"),
    ("enum e { A = 1, A = 2 };", 1, 17, "A is defined twice"),
    ("const A = B;", 1, 11, "B is not a constant of this file"),
    ("enum e { A = B };", 1, 14, "B is not a constant"),
    ("struct s { missing a; };", 1, 12, "missing is not a type of this file or of a file it includes"),
    ("const A = 1;\nstruct s { A a; };", 2, 12, "A is not a type but a constant"),
    ("typedef t t;", 1, 9, "t is not a type yet: a type cannot contain itself"),
    ("struct s { int a; int a; };", 1, 19, "s has two fields named a"),
    ("struct s { opaque a[0]; };", 1, 12, "a size of 0 is outside 1..4294967295"),
    ("struct s { int a<-1>; };", 1, 12, "a size of -1 is outside 0..4294967295"),
    ("const BIG = 4294967296;\nstruct s { int a<BIG>; };", 2, 18, "a size of 4294967296 is outside"),
    ("enum e { A = 2147483648 };", 1, 10, "A = 2147483648 does not fit 32 bits"),
    ("union u switch (hyper k) { case 1: void; };", 1, 17, "the discriminant of u must be int"),
    ("union u switch (string k<4>) { case 1: void; };", 1, 17, "the discriminant of u must be int"),
    ("struct s { int a; };\nunion u switch (s k) { case 1: void; };", 2, 17, "the discriminant of u must be"),
    ("union u switch (int k) { case 1: void; case 1: int a; };", 1, 40, "u has two arms for 1"),
    ("union u switch (int k) { case 1: int a; case 2: int a; };", 1, 49, "u has two arms named a"),
    ("union u switch (int k) { case 1: int k; };", 1, 34, "u has two arms named k"),
    ("const s_a = 1;\nstruct s { struct { int b; } a; };", 2, 12, "s_a is defined twice"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED, ids=[one[0] for one in REFUSED])
def test_meaningless_text_is_refused_with_its_place(text: str, line: int, column: int, message: str) -> None:
    """Names defined twice or never, sizes and numbers out of range, impossible unions."""
    with pytest.raises(XdrSemanticError) as refused:
        resolve(parse(text, "m.x"), (), {})
    error = refused.value
    assert (error.file, error.line, error.column) == ("m.x", line, column)
    assert message in str(error)
    assert str(error).startswith(f"m.x:{line}:{column}: ")


def _resolved(text: str, *imported: Resolved, headers: dict[str, int] | None = None) -> Resolved:
    return resolve(parse(text, "r.x"), imported, headers or {})


def test_names_come_from_the_file_then_its_includes_then_c_headers() -> None:
    """A constant of our own hides a header's; what was taken from headers is noted."""
    base = _resolved("const A = 3; enum e { B = 4 }; typedef int number; struct s { int x; };")
    found = _resolved(
        "struct t { number n<A>; s list<B>; opaque o[C]; };", base, headers={"A": 9, "C": 5, "D": 1}
    )
    assert found.definitions == (
        ir.Struct(
            "t",
            (
                ir.Field("n", ir.Array(ir.Ref("number"), ir.Size(3, fixed=False))),
                ir.Field("list", ir.Array(ir.Ref("s"), ir.Size(4, fixed=False))),
                ir.Field("o", ir.Opaque(ir.Size(5, fixed=True))),
            ),
        ),
    )
    assert found.used == {"C"}


@pytest.mark.parametrize("text", ["const A = 1;", "struct A { int x; };", "enum f { A = 1 };"])
def test_name_of_an_included_file_cannot_be_taken(text: str) -> None:
    """Two protocols with one name would shadow each other in Python."""
    with pytest.raises(XdrSemanticError, match="A is defined by an included file already"):
        _resolved(text, _resolved("const A = 3;"))


def test_empty_bound_means_32_bits() -> None:
    """RFC 4506 section 4.10: no limit stands for 2^32 - 1."""
    (one,) = _resolved("struct s { string a<>; };").definitions
    assert one == ir.Struct("s", (ir.Field("a", ir.String(0xFFFF_FFFF)),))


def test_inline_types_are_named_after_their_place() -> None:
    """An inline type is defined before the type that holds it."""
    found = _resolved(
        "struct s { enum { A = 1 } kind; struct { int x; } *in<3>; };".replace("*in<3>", "in<3>")
    )
    assert [one.name for one in found.definitions] == ["s_kind", "s_in", "s"]


def test_discriminant_may_be_a_typedef_of_an_enum() -> None:
    """Typedefs are followed before a discriminant is judged."""
    found = _resolved(
        "enum e { A = 1 }; typedef e f; union u switch (f k) { case A: void; default: int x; };"
    )
    union = found.definitions[-1]
    assert isinstance(union, ir.Union)
    assert union.default == ir.Arm((), ir.Field("x", ir.Scalar(tree.Primitive.INT)))
    with pytest.raises(XdrSemanticError, match="the discriminant of u must be"):
        _resolved("typedef hyper f; union u switch (f k) { case 1: void; };")


# Annotations.


def _member(comment: str) -> tree.Member:
    return tree.Member("P", 1, comment, Position("p.x", 7, 3))


def test_annotations_are_read_from_the_comment() -> None:
    """All seven, repeated where that is allowed."""
    text = (
        "*\n * @generate: both\n * @readstream: 1\n * @writestream: 2\n * @sparseflag: VIR_X\n"
        " * @priority: high\n * @acl: domain:read\n * @acl: domain:write:VIR_Y\n"
        " * @aclfilter: domain:getattr\n "
    )
    assert read_annotations(_member(text)) == Annotations(
        generate="both",
        priority="high",
        readstream=1,
        writestream=2,
        sparse_flag="VIR_X",
        acl=("domain:read", "domain:write:VIR_Y"),
        aclfilter=("domain:getattr",),
    )


def test_priority_is_low_unless_said() -> None:
    """The default that libvirt documents."""
    assert read_annotations(_member("*\n * @generate: none\n ")).priority == "low"


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("", r"no /\*\* \.\.\. \*/ comment"),
        (" plain ", r"no /\*\* \.\.\. \*/ comment"),
        ("*\n * @priority: high\n ", "no @generate"),
        ("*\n * @generate: maybe\n ", "@generate is 'maybe', not one of"),
        ("*\n * @generate: both\n * @priority: urgent\n ", "@priority is 'urgent'"),
        ("*\n * @generate: both\n * @readstream: first\n ", "@readstream is 'first'"),
        ("*\n * @generate: both\n * @generate: none\n ", "@generate twice"),
        ("*\n * @generate: both\n * @newthing: 1\n ", "unknown annotation @newthing"),
        ("*\n * @generate both\n ", "not of the form '@name: value'"),
        ("*\n * @generate: both or none\n ", "not of the form '@name: value'"),
    ],
)
def test_annotation_that_is_not_understood_stops_the_run(comment: str, message: str) -> None:
    """Streams are declared nowhere else, so nothing here may be skipped."""
    with pytest.raises(XdrSemanticError, match=message) as refused:
        read_annotations(_member(comment))
    assert (refused.value.line, refused.value.column) == (7, 3)


# C headers.


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("16", 16),
        ("(4096 + 1)", 4097),
        ("1 << 3", 8),
        ("(1U << 4)", 16),
        ("0x10u | 2", 18),
        ("-1", -1),
        ("A * 2 - 1", 5),
        ("A / 2", None),
        ("~A", None),
        ("B", None),
        ('"text"', None),
        ("1 +", None),
        ("f(1)", None),
    ],
)
def test_c_expressions(text: str, wanted: int | None) -> None:
    """Integer expressions of known names have a value, all else has none."""
    assert evaluate(text, {"A": 3}) == wanted


def test_header_gives_defines_and_enum_members() -> None:
    """Comments are no part of a value; members may use earlier names."""
    text = (
        '# define SIZE (256 + 1) /* with the NUL */\n#define TEXT "x"\n#define MACRO(a) a\n'
        "typedef enum {\n VIR_A = 1, /* VIR_NOT = 7 */\n VIR_B = VIR_A << 1,\n VIR_C = SIZE\n} virX;\n"
    )
    assert header_constants(text, {}) == {"SIZE": 257, "VIR_A": 1, "VIR_B": 2, "VIR_C": 257}
