"""The committed IR and package: current, complete, and what libvirt itself says they are."""

from __future__ import annotations

import hashlib
import os
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from purevirt.rpc.gen import aio_methods, enums, error_codes, procedures, remote, sync_methods
from purevirt.rpc.procedure import StreamDirection
from xdrgen import cli, ir, ir_json, layout
from xdrgen.emit.enums import ERROR_ENUMS
from xdrgen.emit.naming import class_name
from xdrgen.emit.secrets import SECRET_FIELDS
from xdrgen.source import read_tree

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / cli.IR_PATH).read_text(encoding="utf-8")
SPEC = ir_json.load(TEXT, cli.IR_PATH)
MODULES = {one.name: one for one in SPEC.modules}
SOURCE = Path(os.environ.get("PUREVIRT_LIBVIRT_SOURCE", ROOT / ".cache" / f"libvirt-{SPEC.libvirt}"))


def _gen(module: str) -> Any:
    return import_module(f"purevirt.rpc.gen.{module}")


def test_package_is_what_the_ir_gives(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has edited an emitted file, or forgotten to emit."""
    assert cli.main(["--root", str(ROOT), "check"]) == 0, capsys.readouterr().err


def test_ir_is_in_its_own_words() -> None:
    """The committed text is what dump writes, so that a diff shows changes of libvirt and nothing else."""
    assert ir_json.dump(SPEC) == TEXT


def test_ir_is_what_the_sources_say() -> None:
    """With the source tree at hand, all of it is read again; without, its digests stand in for it."""
    if (SOURCE / "meson.build").exists():
        assert ir_json.dump(read_tree(SOURCE)) == TEXT
        listed = {one.path: one.sha256 for one in SPEC.inputs}
        for path, sha256 in listed.items():
            assert hashlib.sha256((SOURCE / path).read_bytes()).hexdigest() == sha256
    assert all(len(one.sha256) == 64 for one in SPEC.inputs)


@pytest.mark.parametrize("name", MODULES)
def test_layout_is_libvirts_own_listing(name: str) -> None:
    """Names, order and numbers of structs and enums equal what libvirt's developers see in compiled C."""
    module = MODULES[name]
    assert layout.digest(layout.layout(module.definitions)) == module.layout_sha256


def test_layout_digest_notices_a_swapped_field() -> None:
    """The digest is over names, order and numbers alike."""
    module = MODULES["remote"]
    swapped = [
        ir.Struct(one.name, one.fields[::-1]) if isinstance(one, ir.Struct) and len(one.fields) > 1 else one
        for one in module.definitions
    ]
    assert layout.digest(layout.layout(swapped)) != module.layout_sha256


@pytest.mark.parametrize("name", MODULES)
def test_every_wire_type_has_one_python_name(name: str) -> None:
    """Within a module, no two wire names meet in one Python name, and each name leads back."""
    module = MODULES[name]
    wires = [one.name for one in module.definitions if not isinstance(one, ir.Typedef)]
    assert len({class_name(name, one) for one in wires}) == len(wires)
    emitted = _gen(name)
    names = emitted.WIRE_NAMES
    assert len(set(names.values())) == len(names)
    procedure_enum = module.program.enum if module.program else ""
    for one in module.definitions:
        if isinstance(one, ir.Struct):
            cls = getattr(emitted, names[one.name])
            assert one.name == cls.WIRE_NAME
            assert len(set(cls.__match_args__)) == len(one.fields)
            wire_fields = getattr(cls, "WIRE_FIELDS", cls.__match_args__)
            assert wire_fields == tuple(field.name for field in one.fields)
        elif isinstance(one, ir.Enum) and one.name != procedure_enum:
            for member in one.members:
                cls, _, short = names[member.name].partition(".")
                assert getattr(emitted, cls)[short] == member.value
    for one_constant in module.constants:
        assert getattr(emitted, one_constant.name) == one_constant.value
    assert sorted(emitted.__all__) == emitted.__all__
    assert all(hasattr(emitted, one) for one in emitted.__all__)


def test_pointer_types_have_no_class() -> None:
    """What may be absent is spelled `Domain | None`, so there is one Domain."""
    assert "remote_domain" not in remote.WIRE_NAMES
    assert remote.WIRE_NAMES["remote_nonnull_domain"] == "Domain"


TABLES = {
    "remote": (procedures.REMOTE, procedures.Procedure),
    "qemu": (procedures.QEMU, procedures.QemuProcedure),
    "lxc": (procedures.LXC, procedures.LxcProcedure),
    "admin": (procedures.ADMIN, procedures.AdminProcedure),
}


@pytest.mark.parametrize("name", TABLES)
def test_procedures_are_those_of_the_protocol(name: str) -> None:
    """Number, name and payloads of each, by the naming convention, and the enum beside the table."""
    module = MODULES[name]
    table, enum = TABLES[name]
    (listed,) = (one for one in module.definitions if module.program and one.name == module.program.enum)
    assert isinstance(listed, ir.Enum)
    assert module.program
    assert {number: spec.name for number, spec in table.items()} == {
        one.value: one.name for one in listed.members
    }
    structs = {one.name for one in module.definitions if isinstance(one, ir.Struct)}
    for number, spec in table.items():
        assert (spec.program, spec.version, spec.number) == (
            module.program.number,
            module.program.version,
            number,
        )
        assert procedures.BY_ID[module.program.number, number] is spec
        stem = spec.name.lower().replace("_proc_", "_", 1)
        wanted = [
            f"{stem}_{kind}" if f"{stem}_{kind}" in structs else None for kind in ("args", "ret", "msg")
        ]
        assert (spec.args and spec.args.WIRE_NAME) == wanted[0]
        assert (spec.ret and spec.ret.WIRE_NAME) == (wanted[2] or wanted[1])
        assert spec.is_event is (wanted[2] is not None)
        assert enum[spec.name.partition("_PROC_")[2]] == number
        assert getattr(procedures, next(key for key, one in vars(procedures).items() if one is spec)) is spec


def test_streams_are_those_that_libvirt_has() -> None:
    """All that open a stream, and which way its data goes (console and channel: both)."""
    directions = {spec.name.removeprefix("REMOTE_PROC_"): spec.stream for spec in procedures.REMOTE.values()}
    assert {name: one.name for name, one in directions.items() if one} == {
        "DOMAIN_MIGRATE_PREPARE_TUNNEL": "WRITE",
        "DOMAIN_MIGRATE_PREPARE_TUNNEL3": "WRITE",
        "DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS": "WRITE",
        "DOMAIN_OPEN_CHANNEL": "BOTH",
        "DOMAIN_OPEN_CONSOLE": "BOTH",
        "DOMAIN_SCREENSHOT": "READ",
        "STORAGE_VOL_DOWNLOAD": "READ",
        "STORAGE_VOL_UPLOAD": "WRITE",
    }
    assert procedures.STORAGE_VOL_UPLOAD.sparse_flag == procedures.STORAGE_VOL_DOWNLOAD.sparse_flag == 1
    assert procedures.DOMAIN_OPEN_CONSOLE.number == 201
    assert procedures.DOMAIN_OPEN_CHANNEL.number == 296
    assert procedures.DOMAIN_OPEN_CHANNEL.stream is StreamDirection.BOTH


def test_every_callable_procedure_has_its_method_twice() -> None:
    """Both classes have one method a procedure, events none; asynchronous ones are coroutines."""
    wanted = {
        f"{prefix}{spec.name.partition('_PROC_')[2].lower()}"
        for prefix, table in (("", procedures.REMOTE), ("qemu_", procedures.QEMU), ("lxc_", procedures.LXC))
        for spec in table.values()
        if not spec.is_event
    }
    for module in (aio_methods, sync_methods):
        methods = {name for name in vars(module.RemoteMethods) if not name.startswith("_")}
        assert methods == wanted
    assert len(wanted) > 400
    coroutine = aio_methods.RemoteMethods.domain_get_state.__code__.co_flags & 0x80
    assert coroutine
    assert not sync_methods.RemoteMethods.domain_get_state.__code__.co_flags & 0x80


@pytest.mark.parametrize("module", [enums, error_codes])
def test_public_enums_are_those_of_the_api(module: Any) -> None:
    """Every enum and every member, by its C name; error codes apart."""
    wanted = [one for one in SPEC.enums if (one.name in ERROR_ENUMS) is (module is error_codes)]
    names = dict(module.WIRE_NAMES)
    for one in wanted:
        cls = getattr(module, names.pop(one.name))
        assert (cls.__mro__[1].__name__ == "IntFlag") is one.flags
        for member in one.members:
            owner, _, short = names.pop(member.name).partition(".")
            assert owner == cls.__name__
            assert cls.__members__[short] == member.value
        assert len(cls.__members__) == len(one.members)
    assert names == {}


def test_well_known_names_and_numbers() -> None:
    """Anchors that do not come from the IR."""
    anchors: dict[int, int] = {
        enums.DomainState.RUNNING: 1,
        enums.DomainState.PMSUSPENDED: 7,
        enums.DomainXMLFlags.SECURE | enums.DomainXMLFlags.INACTIVE: 3,
        error_codes.ErrorNumber.NO_DOMAIN: 42,
        error_codes.ErrorDomain.QEMU: 10,
        error_codes.ErrorLevel.ERROR: 2,
        procedures.Procedure.DOMAIN_LOOKUP_BY_NAME: 23,
        remote.REMOTE_PROGRAM: 0x20008086,
        remote.REMOTE_STRING_MAX: 4_194_304,
    }
    assert [int(ours) for ours in anchors] == list(anchors.values())
    assert int(enums.NetworkUpdateCommand.ADD_LAST) == 3
    assert int(remote.AuthType.POLKIT) == 2


def test_error_codes_have_no_gap() -> None:
    """A missing code would be a member that was lost on the way."""
    for cls in (error_codes.ErrorNumber, error_codes.ErrorDomain):
        assert all(second - first == 1 for first, second in pairwise(sorted(cls)))


def test_listed_secrets_exist() -> None:
    """Each field whose value is withheld is a field of the committed IR."""
    fields = {
        (one.name, field.name)
        for module in SPEC.modules
        for one in module.definitions
        if isinstance(one, ir.Struct)
        for field in one.fields
    }
    assert set(SECRET_FIELDS) <= fields
    assert "hunter2" not in repr(
        remote.DomainSetUserPasswordArgs(remote.Domain("d", bytes(16), 1), "u", "hunter2")
    )


def test_ir_holds_names_and_numbers_only() -> None:
    """No text of libvirt's: every string is a name, a path, a digest or a permission."""

    def strings(value: Any) -> list[str]:
        if isinstance(value, str):
            return [value]
        if isinstance(value, tuple):
            return [text for one in value for text in strings(one)]
        names = getattr(value, "__dataclass_fields__", ())
        return [text for name in names for text in strings(getattr(value, name))]

    assert [text for text in strings(SPEC) if " " in text or len(text) > 110] == []
