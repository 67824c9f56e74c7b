"""Kinds of events, found by their pattern in a small tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.xdrgen.small_tree import API, REMOTE, SOURCES, write_tree
from xdrgen import ir_json
from xdrgen.emit.package import GEN, emit
from xdrgen.errors import XdrSemanticError
from xdrgen.source import read_tree

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

STRUCTS = """\
struct remote_connect_big_thing_event_register_any_args {
    int eventID;
    remote_thing thing;
};
struct remote_connect_big_thing_event_register_any_ret {
    int callbackID;
};
struct remote_connect_big_thing_event_deregister_any_args {
    int callbackID;
};
struct remote_big_thing_event_moved_msg {
    int callbackID;
    remote_nonnull_thing thing;
};
struct remote_big_thing_event_old_msg {
    remote_nonnull_thing thing;
};
struct remote_big_thing_event_callback_broken_msg {
    int callbackID;
    int how;
};
"""
PROCEDURES = """\
    /**
     * @generate: none
     */
    REMOTE_PROC_CONNECT_BIG_THING_EVENT_REGISTER_ANY = 20,
    /**
     * @generate: none
     */
    REMOTE_PROC_CONNECT_BIG_THING_EVENT_DEREGISTER_ANY = 21,
    /**
     * @generate: both
     */
    REMOTE_PROC_BIG_THING_EVENT_MOVED = 22,
    /**
     * @generate: both
     */
    REMOTE_PROC_BIG_THING_EVENT_OLD = 23,
    /**
     * @generate: both
     */
    REMOTE_PROC_BIG_THING_EVENT_CALLBACK_BROKEN = 24
"""
ENUMS = """\
<enum name="VIR_BIG_THING_EVENT_ID_BROKEN" type="virBigThingEventID" value="0"/>
<enum name="VIR_BIG_THING_EVENT_ID_MOVED" type="virBigThingEventID" value="1"/>
"""


def emitted(root: Path, *changes: tuple[str, str]) -> Mapping[str, str]:
    """Return the files of the tree with pieces of its text replaced."""
    remote = REMOTE.replace("enum remote_procedure", f"{STRUCTS}enum remote_procedure")
    remote = remote.replace("THING_CHANGED = 5\n", f"THING_CHANGED = 5,\n{PROCEDURES}")
    api = API.replace("<function", f"{ENUMS}<function", 1)
    for old, new in changes:
        assert old in remote + api
        remote, api = remote.replace(old, new), api.replace(old, new)
    tree = write_tree(root, remote=remote, api=api)
    return emit(ir_json.dump(read_tree(tree, SOURCES)), "small.ir.json", secrets={})


def test_a_family(tmp_path: Path) -> None:
    """Each member of the enumeration gets its message, calls and number; the older style gets nothing."""
    files = emitted(tmp_path)
    kinds = files[f"{GEN}/event_kinds.py"]
    assert (
        """\
BIG_THING_BROKEN: EventKind[remote.BigThingEventCallbackBrokenMsg] = EventKind(
    "big_thing_broken",
    procedures.BIG_THING_EVENT_CALLBACK_BROKEN,
    procedures.CONNECT_BIG_THING_EVENT_REGISTER_ANY,
    procedures.CONNECT_BIG_THING_EVENT_DEREGISTER_ANY,
    0,  # VIR_BIG_THING_EVENT_ID_BROKEN
)
"""
        in kinds
    )
    assert kinds.endswith("= (\n    BIG_THING_BROKEN,\n    BIG_THING_MOVED,\n)\n")
    assert "OLD" not in kinds
    assert '"""The events' in kinds
    assert "from purevirt.rpc.gen import procedures, remote\n" in kinds


@pytest.mark.parametrize(("file", "stream"), [("aio", "AsyncEventStream"), ("sync", "SyncEventStream")])
def test_methods(tmp_path: Path, file: str, stream: str) -> None:
    """One for each kind, with its subject and its message's class."""
    text = emitted(tmp_path)[f"{GEN}/{file}_events.py"]
    assert (
        f"""\
    def big_thing_moved(
        self,
        thing: remote.Thing | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> {stream}[remote.BigThingEventMovedMsg]:
        \"\"\"Subscribe to REMOTE_PROC_BIG_THING_EVENT_MOVED (22).

        A message has ``callback_id``, ``thing``.
        Source: src/remote/remote_protocol.x, VIR_BIG_THING_EVENT_ID_MOVED.
        \"\"\"
        return self.subscribe(event_kinds.BIG_THING_MOVED.topic(thing), max_events, overflow)
"""
        in text
    )


def test_a_tree_without_events(tmp_path: Path) -> None:
    """The modules are there, and empty."""
    spec = read_tree(write_tree(tmp_path), SOURCES)
    files = emit(ir_json.dump(spec), "small.ir.json", secrets={})
    assert "ALL: tuple[EventKind[Any], ...] = (\n)\n" in files[f"{GEN}/event_kinds.py"]
    assert "def " not in files[f"{GEN}/aio_events.py"]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ([("virBigThingEventID", "virThingEvents")], "no public enum virBigThingEventID"),
        (
            [("EVENT_DEREGISTER_ANY", "EVENT_FORGET_ANY"), ("event_deregister_any", "event_forget_any")],
            "EVENT_REGISTER_ANY has no counterpart that deregisters",
        ),
        ([("EVENT_ID_MOVED", "EVENT_ID_LIFTED")], "VIR_BIG_THING_EVENT_ID_LIFTED has no message"),
        ([(ENUMS.splitlines()[1], "")], "messages that are not in virBigThingEventID: MOVED"),
    ],
)
def test_what_has_no_counterpart_stops_the_run(
    tmp_path: Path, changes: list[tuple[str, str]], complaint: str
) -> None:
    """An event that nobody could subscribe to, or would be told of, is noticed when the code is made."""
    with pytest.raises(XdrSemanticError, match=complaint):
        emitted(tmp_path, *changes)
