"""A source tree as the IR, and the IR as text and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.xdrgen.construct import FOLDER, NAMES, spec_of
from tests.xdrgen.small_tree import API, KEEPALIVE, REMOTE, SOURCES, write_tree
from xdrgen import ir, ir_json, layout
from xdrgen.api_xml import read_api
from xdrgen.errors import XdrgenError, XdrSemanticError
from xdrgen.parser import parse
from xdrgen.resolve import resolve
from xdrgen.source import read_tree
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from pathlib import Path


def _spec(tmp_path: Path, **changed: str) -> ir.Ir:
    return read_tree(write_tree(tmp_path, **changed), SOURCES)


def test_tree_is_read_whole(tmp_path: Path) -> None:
    """Version, programs, imports, procedures with their annotations, and the enums of the API."""
    spec = _spec(tmp_path)
    assert spec.libvirt == "1.2.3"
    keepalive, remote, qemu = spec.modules
    assert keepalive.program == ir.Program(0x6B656570, 1, "keepalive_procedure")
    assert [(one.name, one.number) for one in keepalive.procedures] == [
        ("KEEPALIVE_PROC_PING", 1),
        ("KEEPALIVE_PROC_PONG", 2),
    ]
    assert (remote.imports, qemu.imports) == ((), ("remote",))
    assert remote.procedures[0] == ir.Procedure(
        name="REMOTE_PROC_THING_GET",
        number=1,
        generate="both",
        priority="high",
        readstream=0,
        writestream=0,
        sparse_flag="",
        sparse_value=0,
        acl=("thing:read", "thing:write:VIR_THING_SECURE"),
        aclfilter=(),
        flags=(),
    )
    read = remote.procedures[2]
    assert (read.readstream, read.sparse_flag, read.sparse_value) == (1, "VIR_THING_SPARSE", 1)
    assert read.flags == ("virThingReadFlags",)
    assert qemu.procedures[0].flags == ("virThingReadFlags",)


def test_inputs_are_those_that_were_used(tmp_path: Path) -> None:
    """Every file that gave a fact is listed by digest; a header without one is not."""
    (tmp_path / "include/libvirt").mkdir(parents=True)
    (tmp_path / "include/libvirt/libvirt-other.h").write_text("#define VIR_OTHER 1\n")
    paths = [one.path for one in _spec(tmp_path).inputs]
    assert paths == sorted(paths)
    assert "include/libvirt/libvirt-host.h" in paths
    assert "include/libvirt/libvirt-thing.h" in paths
    assert "include/libvirt/libvirt-other.h" not in paths
    assert "src/remote_protocol-structs" in paths


def test_ir_survives_its_text_and_has_no_prose(tmp_path: Path) -> None:
    """The JSON says all that the IR does, always in the same words, and none of libvirt's."""
    spec = _spec(tmp_path)
    text = ir_json.dump(spec)
    assert ir_json.load(text, "x.json") == spec
    assert ir_json.dump(ir_json.load(text, "x.json")) == text
    assert "prose" not in text
    assert json.loads(text)["format"] == ir_json.FORMAT


@pytest.mark.parametrize("name", NAMES)
def test_every_construct_survives_the_json(name: str) -> None:
    """All kinds of types and definitions, both ways."""
    spec = spec_of((FOLDER / f"{name}.x").read_text())
    assert ir_json.load(ir_json.dump(spec), "x.json") == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not json", "not an IR file"),
        ("[]", "not an IR file"),
        ("{}", "not an IR file"),
        ('{"format": 99}', "IR format 99, this generator reads 1: run `xdrgen parse` again"),
        ('{"format": 1, "libvirt": 5, "inputs": [], "modules": [], "enums": []}', "str expected, got 5"),
        ('{"format": 1, "libvirt": "1", "inputs": {}, "modules": [], "enums": []}', "list expected"),
        ('{"format": 1, "libvirt": "1", "inputs": [], "modules": [1], "enums": []}', "dict expected"),
        ('{"format": 1, "libvirt": "1", "inputs": [], "modules": []}', "not an IR file"),
        (
            '{"format": 1, "libvirt": "1", "inputs": [], "modules": [], "enums": [], "more": 1}',
            "not an IR file",
        ),
    ],
)
def test_other_json_is_no_ir(text: str, message: str) -> None:
    """A file of another format or shape is refused by name."""
    with pytest.raises(XdrSemanticError, match=r"^x\.json: ") as refused:
        ir_json.load(text, "x.json")
    assert message in str(refused.value)


def test_definition_of_the_wrong_kind_is_refused() -> None:
    """A type cannot stand where a definition is expected."""
    text = ir_json.dump(spec_of("const A = 1; typedef int t;"))
    with pytest.raises(XdrSemanticError, match="not an IR file"):
        ir_json.load(text.replace('"kind": "typedef"', '"kind": "void"'), "x.json")


def test_only_ir_has_a_json_form() -> None:
    """A value of any other type is our own mistake."""
    with pytest.raises(TypeError):
        ir_json._plain(object())


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"remote": REMOTE.replace("REMOTE_PROGRAM", "REMOTE_OTHER")}, "REMOTE_PROGRAM is not defined"),
        (
            {"remote": REMOTE.replace("enum remote_procedure", "enum remote_other")},
            "remote_procedure is not defined",
        ),
        (
            {"remote": REMOTE.replace("REMOTE_PROC_THING_LIST = 2", "REMOTE_PROC_THING_LIST = 1")},
            "has the number of",
        ),
        (
            {"remote": REMOTE.replace("REMOTE_PROC_THING_LIST", "REMOTE_THING_LIST")},
            "does not start with REMOTE_PROC_",
        ),
        ({"remote": REMOTE.replace("VIR_THING_SPARSE", "VIR_THING_OTHER")}, "VIR_THING_OTHER is not defined"),
        ({"remote": REMOTE.replace("VIR_UUID_BUFLEN", "VIR_UUID_OTHER")}, "VIR_UUID_OTHER is not a constant"),
        ({"remote_structs": "struct a {\n\tint b;\n};\n"}, "libvirt lists 'struct a { int b; };'"),
        ({"keepalive_structs": ""}, "parsed 1 definitions, libvirt lists 0"),
        ({"api": "<api>"}, r"docs/libvirt-api\.xml:\d+:\d+: not XML"),
        (
            {"api": API.replace('value="2"', 'value="VIR_NOWHERE"')},
            "VIR_THING_LAST = 'VIR_NOWHERE' is no number",
        ),
        ({"keepalive": KEEPALIVE.replace("= 1,", "= 1;")}, "expected '}' or ','"),
    ],
)
def test_tree_that_says_something_else_is_refused(
    tmp_path: Path, changed: dict[str, str], message: str
) -> None:
    """What does not fit together stops the run, with the place."""
    with pytest.raises(XdrgenError, match=message):
        _spec(tmp_path, **changed)


def test_missing_file_and_version_are_named(tmp_path: Path) -> None:
    """Another folder than a source tree is recognised as such."""
    with pytest.raises(XdrgenError, match="give the root of a libvirt source tree"):
        read_tree(tmp_path, SOURCES)
    write_tree(tmp_path)
    (tmp_path / "meson.build").write_text("project()")
    with pytest.raises(XdrSemanticError, match="no version"):
        read_tree(tmp_path, SOURCES)


# The public API.


def test_public_enums_lose_their_sentinels_and_know_their_flags() -> None:
    """A table-sizing _LAST goes, an ordinary one stays; flags are told by use, by name or by gaps."""
    found = {one.name: one for one in read_api({"a.xml": API}).enums}
    assert [(one.name, one.value) for one in found["virThingState"].members] == [
        ("VIR_THING_OFF", 0),
        ("VIR_THING_ON", 1),
    ]
    assert [one.name for one in found["virThingOther"].members][1] == "VIR_THING_ADD_LAST"
    assert [one.name for one in found.values() if one.flags] == ["virThingReadFlags"]


@pytest.mark.parametrize(
    ("name", "values", "wanted"),
    [
        ("virAFlags", (1,), True),
        ("virAFlagsValues", (0, 1, 2), True),
        ("virAFlags", (1, 3), False),
        ("virAFlags", (-1, 1), False),
        ("virAType", (1, 2, 4), True),
        ("virAType", (1, 2), False),
        ("virAType", (1, 2, 3, 4), False),
    ],
)
def test_flags_are_single_bits_that_something_says_are_combined(
    name: str,
    values: tuple[int, ...],
    wanted: bool,
) -> None:
    """What could be either is an ordinary enum."""
    members = "".join(f'<enum name="VIR_{one + 9}" type="{name}" value="{one}"/>' for one in values)
    (enum,) = read_api({"a.xml": f"<api>{members}</api>"}).enums
    assert enum.flags is wanted


# libvirt's own listing.


def test_listing_is_read_as_it_is_laid_out() -> None:
    """Spaces and comments make no difference; every construct has its C form."""
    text = """/* -*- c -*- */
struct s {
        u_int                      a;
        struct {
                u_int              b_len;
                char *             b_val;
        } b;
        char                       c[3];
        t *                        d;
        char *                     e;
        uint64_t                   f[2];
        struct {
                u_int              g_len;
                double *           g_val;
        } g;
        char                       h[4];
};
struct u {
        int                        kind;
        union {
                int                number;
                u_char             other;
        } u_u;
};
enum e {
        A = 1,
        B = 2,
};
"""
    source = """
struct t { int x; };
typedef t *t_pointer;
struct s {
    unsigned a; opaque b<9>; char c[3]; t *d; string e<4>; unsigned hyper f[2]; double g<>; opaque h[4];
};
union u switch (int kind) { case 1: int number; case 2: void; default: unsigned char other; };
enum e { A = 1, B = 2 };
"""
    ours = layout.layout(resolve(parse(source, "l.x"), (), {}).definitions)
    assert ours[1:] == layout.listing(text)
    assert layout.digest(ours) != layout.digest(ours[1:])


def test_only_named_things_can_be_elements() -> None:
    """The grammar gives no array of strings without a typedef, so neither does the listing."""
    for impossible in (ir.String(1), ir.Void(), ir.Optional(ir.Scalar(Primitive.INT))):
        with pytest.raises(TypeError, match="cannot be an element"):
            layout.layout([ir.Struct("s", (ir.Field("a", ir.Array(impossible, ir.Size(1, fixed=False))),))])
