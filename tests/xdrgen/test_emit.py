"""Procedures, methods, enums and names, emitted from a small tree."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from purevirt.rpc.procedure import StreamDirection
from purevirt.rpc.xdr import decode, encode
from tests.xdrgen.construct import spec_of
from tests.xdrgen.small_tree import REMOTE, SOURCES, write_tree
from xdrgen import ir, ir_json
from xdrgen.emit.naming import class_name, field_name, member_names, public_enum_name, snake_name
from xdrgen.emit.package import GEN, emit
from xdrgen.emit.procedures import procedures_module
from xdrgen.emit.secrets import check_secrets
from xdrgen.emit.shapes import World
from xdrgen.errors import XdrSemanticError
from xdrgen.source import read_tree

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def package(tmp_path: Path) -> Iterator[dict[str, ModuleType]]:
    """The emitted modules of the small tree, imported in the place of the committed ones."""
    import_module("purevirt.rpc.events.table")  # the emitted methods use it, over the committed modules
    spec = read_tree(write_tree(tmp_path), SOURCES)
    files = emit(ir_json.dump(spec), "small.ir.json", secrets={})
    gen = {name: module for name, module in sys.modules.items() if name.startswith("purevirt.rpc.gen")}
    for name in gen:
        del sys.modules[name]
    package = ModuleType("purevirt.rpc.gen")
    package.__path__ = [str(tmp_path / GEN)]
    sys.modules["purevirt.rpc.gen"] = package
    for path, text in files.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    names = [Path(path).stem for path in files if path.startswith(GEN) and not path.endswith("__init__.py")]
    try:
        yield {name: import_module(f"purevirt.rpc.gen.{name}") for name in names}
    finally:
        for name in [one for one in sys.modules if one.startswith("purevirt.rpc.gen")]:
            del sys.modules[name]
        sys.modules.update(gen)


def test_procedure_table_follows_the_naming_convention(package: dict[str, Any]) -> None:
    """REMOTE_PROC_X has remote_x_args and remote_x_ret; an event has remote_x_msg."""
    procedures, remote, qemu = package["procedures"], package["remote"], package["qemu"]
    get = procedures.THING_GET
    assert (get.program, get.version, get.number, get.name) == (0x20008086, 1, 1, "REMOTE_PROC_THING_GET")
    assert (get.args, get.ret) == (remote.ThingGetArgs, remote.ThingGetRet)
    assert (get.high_priority, get.acl) == (True, ("thing:read", "thing:write:VIR_THING_SECURE"))
    changed = procedures.THING_CHANGED
    assert (changed.args, changed.ret, changed.is_event) == (None, remote.ThingChangedMsg, True)
    assert procedures.QEMU_THING_POKE.ret is qemu.ThingPokeRet
    assert procedures.BY_ID[0x20008086, 1] is get
    assert procedures.QEMU[1] is procedures.BY_ID[0x20008087, 1]
    assert list(procedures.REMOTE) == [1, 2, 3, 4, 5, 6, 7]
    assert procedures.Procedure.THING_GET == 1
    assert procedures.QemuProcedure.THING_POKE == 1
    assert package["keepalive"].Procedure.PONG == 2


def test_streams_have_their_direction(package: dict[str, Any]) -> None:
    """As annotated; a console goes both ways although its annotation does not say so."""
    procedures = package["procedures"]
    assert procedures.THING_READ.stream is StreamDirection.READ
    assert procedures.THING_READ.sparse_flag == 1
    assert procedures.THING_WRITE.stream is StreamDirection.WRITE
    assert procedures.DOMAIN_OPEN_CONSOLE.stream is StreamDirection.BOTH
    assert procedures.THING_TALK.stream is StreamDirection.BOTH
    assert procedures.THING_GET.stream is None


async def test_methods_flatten_arguments_and_unwrap_replies(package: dict[str, Any]) -> None:
    """One field comes bare, several as their class, none as None; streams are the first argument."""
    remote, qemu, procedures = package["remote"], package["qemu"], package["procedures"]
    thing = remote.Thing("t", bytes(16))
    seen: list[Any] = []
    replies = {
        "REMOTE_PROC_THING_GET": remote.ThingGetRet(thing),
        "REMOTE_PROC_THING_LIST": remote.ThingListRet([thing], 1),
        "QEMU_PROC_THING_POKE": qemu.ThingPokeRet(1, 2),
    }

    class Blocking(package["sync_methods"].RemoteMethods):  # type: ignore[misc]  # the base is made in this test
        def _call(self, spec: Any, args: Any) -> Any:
            seen.append((spec, args))
            return replies.get(spec.name)

        def _call_stream(self, spec: Any, args: Any, stream: Any) -> Any:
            seen.append((spec, args, stream))

    class Asynchronous(package["aio_methods"].RemoteMethods):  # type: ignore[misc]  # as above
        async def _call(self, spec: Any, args: Any) -> Any:
            seen.append((spec, args))
            return replies.get(spec.name)

        async def _call_stream(self, spec: Any, args: Any, stream: Any) -> Any:
            seen.append((spec, args, stream))

    def plays(client: Any) -> list[Any]:
        return [
            client.thing_get("t"),
            client.thing_list(),
            client.thing_read("a stream", thing, flags=1),
            client.thing_write("another"),
            client.qemu_thing_poke(None, remote.ThingColour.RED, (1, 2), 5),
        ]

    answers = plays(Blocking())
    assert answers == [thing, remote.ThingListRet([thing], 1), None, None, qemu.ThingPokeRet(1, 2)]
    assert seen == [
        (procedures.THING_GET, remote.ThingGetArgs("t", 0)),
        (procedures.THING_LIST, None),
        (procedures.THING_READ, remote.ThingReadArgs(thing, 1), "a stream"),
        (procedures.THING_WRITE, None, "another"),
        (procedures.QEMU_THING_POKE, qemu.ThingPokeArgs(None, 0, (1, 2), 5, 0)),
    ]
    blocking, seen[:] = list(seen), []
    assert [await one for one in plays(Asynchronous())] == answers
    assert seen == blocking
    assert not hasattr(Blocking, "thing_changed")
    assert "Flags: enums.ThingReadFlags." in Blocking.thing_read.__doc__
    assert "from the daemon, holes with VIR_THING_SPARSE" in Blocking.thing_read.__doc__


def test_types_cross_modules(package: dict[str, Any]) -> None:
    """A type of an included file is that file's class."""
    qemu, remote = package["qemu"], package["remote"]
    thing = remote.Thing("t", bytes(16))
    value = qemu.ThingPokeArgs(thing, remote.ThingColour.BLUE, (5, thing), 1)
    decoded, surplus = decode(qemu.ThingPokeArgs, encode(value))
    assert (decoded, surplus) == (value, 0)
    assert decoded.colour is remote.ThingColour.BLUE


def test_public_enums_are_flags_or_plain(package: dict[str, Any]) -> None:
    """Members without their common prefix, wire names as data, error codes in a module of their own."""
    enums, codes = package["enums"], package["error_codes"]
    assert enums.ThingState.ON == 1
    assert enums.ThingReadFlags.SPARSE | 2 == 3
    assert enums.WIRE_NAMES["VIR_THING_ON"] == "ThingState.ON"
    assert codes.ErrorNumber.FAILED == 1
    assert not hasattr(enums, "ErrorNumber")


def test_struct_that_no_procedure_has_stops_the_run(tmp_path: Path) -> None:
    """A payload that the convention does not find would silently be left out."""
    text = REMOTE.replace("struct remote_thing_read_args", "struct remote_thing_write_typo_args")
    spec = read_tree(write_tree(tmp_path, remote=text), SOURCES)
    with pytest.raises(XdrSemanticError, match="remote_thing_write_typo_args belongs to no procedure"):
        emit(ir_json.dump(spec), "x.json", secrets={})


def test_two_procedures_of_one_name_stop_the_run() -> None:
    """A remote procedure called QEMU_X would hide the QEMU program's X."""

    def module(name: str, procedure: str) -> ir.Module:
        one = ir.Procedure(procedure, 1, "both", "low", 0, 0, "", 0, (), (), ())
        struct = ir.Struct(f"{name}_s", (ir.Field("a", ir.String(1)),))
        return ir.Module(name, "x.x", (), "", ir.Program(1, 1, f"{name}_procedure"), (), (struct,), (one,))

    spec = ir.Ir("1", (), (module("remote", "REMOTE_PROC_QEMU_X"), module("qemu", "QEMU_PROC_X")), ())
    with pytest.raises(XdrSemanticError, match="two procedures would have one name"):
        procedures_module(spec, World(spec), "")


# Names.


@pytest.mark.parametrize(
    ("module", "wire", "wanted"),
    [
        ("remote", "remote_nonnull_domain", "Domain"),
        ("remote", "remote_domain_get_xml_desc_args", "DomainGetXmlDescArgs"),
        ("qemu", "qemu_domain_monitor_event_msg", "DomainMonitorEventMsg"),
        ("net", "virNetMessageNonnullDomain", "MessageDomain"),
        ("net", "virNetStreamHole", "StreamHole"),
    ],
)
def test_class_names(module: str, wire: str, wanted: str) -> None:
    """Mechanical: prefix off, words joined."""
    assert class_name(module, wire) == wanted


def test_function_field_and_enum_names() -> None:
    """Functions are the snake of the class; what Python or a class needs itself gets an underscore."""
    assert snake_name("TypedParamValue") == "typed_param_value"
    assert [field_name(one) for one in ("class", "decode", "type", "callbackID", "xmlCPUs")] == [
        "class_",
        "decode_",
        "type",
        "callback_id",
        "xml_cpus",
    ]
    assert public_enum_name("virDomainState") == "DomainState"


@pytest.mark.parametrize(
    ("enum", "members", "wanted"),
    [
        ("virDomainState", ["VIR_DOMAIN_NOSTATE", "VIR_DOMAIN_RUNNING"], ["NOSTATE", "RUNNING"]),
        ("virStreamFlags", ["VIR_STREAM_NONBLOCK"], ["NONBLOCK"]),
        ("virDomainPMSuspendedReason", ["VIR_DOMAIN_PMSUSPENDED_UNKNOWN"], ["UNKNOWN"]),
        ("virAdmX", ["VIR_OTHER_ONE"], ["OTHER_ONE"]),
        ("virX", ["X_ONE"], ["X_ONE"]),
        ("virErrorNumber", ["VIR_ERR_OK", "VIR_WAR_NO_NODE"], ["OK", "WAR_NO_NODE"]),
        ("demo", ["VIR_A", "VIR_A_B"], ["A", "A_B"]),
        ("virSpeed", ["VIR_SPEED_1000", "VIR_SPEED_AUTO"], ["SPEED_1000", "AUTO"]),
    ],
)
def test_member_names(enum: str, members: list[str], wanted: list[str]) -> None:
    """Less what they have in common, never less than an identifier."""
    assert member_names(enum, members) == wanted


# Secrets.


def test_secret_is_shown_by_its_length_only() -> None:
    """A repr reaches logs; the value must not."""
    text = "struct remote_auth_sasl_start_args { string mech<9>; char data<9>; };"
    spec = spec_of(text, module="remote")
    from tests.xdrgen.construct import emitted, imported

    module: Any = imported(emitted(spec), "demo_emitted")
    value = module.AuthSaslStartArgs("PLAIN", b"hunter2")
    assert repr(value) == "AuthSaslStartArgs(mech='PLAIN', data=<7 withheld>)"
    value.data = None
    assert repr(value) == "AuthSaslStartArgs(mech='PLAIN', data=None)"


def test_secret_field_that_is_gone_stops_the_run() -> None:
    """A field that was renamed must not start to show its value."""
    spec = spec_of("struct remote_s { int value; };", module="remote")
    with pytest.raises(XdrSemanticError, match=r"secret field remote_s\.secret is gone"):
        check_secrets(spec, {("remote_s", "secret"): "why"})
    check_secrets(spec, {("remote_s", "value"): "why"})


def test_field_named_like_a_secret_must_be_listed() -> None:
    """A new password field is noticed before it is ever printed."""
    spec = spec_of("struct remote_s { string newPassword<9>; };", module="remote")
    with pytest.raises(XdrSemanticError, match=r"remote_s\.newPassword looks like a secret"):
        check_secrets(spec, {})
    check_secrets(spec, {("remote_s", "newPassword"): "why"})


def test_world_knows_its_kinds() -> None:
    """Asking for a struct or a union by another kind's name is our own mistake."""
    world = World(spec_of("struct s { int a; }; union u switch (int k) { case 1: void; };"))
    assert world.definition("missing") is None
    with pytest.raises(TypeError):
        world.struct("u")
    with pytest.raises(TypeError):
        world.union("s")
