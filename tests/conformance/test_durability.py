"""PV-DUR: what was answered is there after kill -9."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.conformance.calls import Code, Fields, S, Token
from tests.conformance.registry import check
from tests.conformance.target import PATHS

if TYPE_CHECKING:
    from tests.conformance.calls import Kind
    from tests.conformance.target import Target

METADATA = {"pool": "gpu", "": "empty key", "nul\0": "\U0001f600 ü", "long": "x" * 100_000}
FIRST: dict[Kind, tuple[Kind, ...]] = {
    "create": (),
    "configure": ("create",),
    "drain": ("create", "configure"),
    "delete": ("create",),
}


@check("PV-DUR-01", on="durable")
def test_marks_outlive_a_kill(target: Target) -> None:
    """Of operations that were accepted, repeated, refused, and sent for an unknown machine."""
    shard = target.shard()
    accepted, refused = target.take(2)
    nowhere = f"conformance/{shard.id}"
    shard.do("create", accepted, shard.token(3, 9))
    assert shard.ask("drain", refused, shard.token(2, 8)).code is Code.INTERNAL
    assert shard.ask("drain", nowhere, shard.token(1, 7)).code is Code.NOT_FOUND
    target.crash()
    for machine_id, epoch, sequence in ((accepted, 3, 9), (refused, 2, 8), (nowhere, 1, 7)):
        assert shard.ask("create", machine_id, shard.token(epoch, sequence)).code is Code.FAILED_PRECONDITION
        newer = shard.ask("delete", machine_id, shard.token(epoch, sequence + 1)).code
        assert newer is not Code.FAILED_PRECONDITION


@check("PV-DUR-02", on="durable")
def test_operation_ids_outlive_a_kill(target: Target) -> None:
    """A retry after the restart gets what it got before it: for all four kinds."""
    shard, machines = target.shard(), target.take(4)
    told: dict[Kind, str] = {}
    for kind, machine_id in zip(FIRST, machines, strict=True):
        for earlier in FIRST[kind]:
            shard.finish(earlier, machine_id)
        told[kind] = shard.do(kind, machine_id).operation_id
        shard.until(machine_id, PATHS[kind][2])
    target.crash()
    for kind, machine_id in zip(FIRST, machines, strict=True):
        assert shard.do(kind, machine_id).operation_id == told[kind], kind


@check("PV-DUR-03", on="durable")
def test_binding_outlives_a_kill(target: Target) -> None:
    """Host, cluster and metadata, byte for byte; every other machine is as it was, too."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id, Fields(cluster="c-dur", metadata=METADATA))
    target.settle()
    before = target.calls.list().machines
    target.crash()
    assert list(target.calls.list().machines) == list(before)
    assert dict(shard.get(machine_id).shard_metadata) == METADATA


@check("PV-DUR-04", on="durable")
def test_what_was_under_way_has_failed_and_says_so(target: Target) -> None:
    """For each kind: FAILED, never stuck, with a last_error that says that it was interrupted."""
    shard, machines = target.shard(), target.take(4)
    for kind, machine_id in zip(FIRST, machines, strict=True):
        for earlier in FIRST[kind]:
            shard.finish(earlier, machine_id)
    with ExitStack() as held:
        for kind, machine_id in zip(FIRST, machines, strict=True):
            held.enter_context(target.held(machine_id))
            shard.do(kind, machine_id)
        target.crash()
    for kind, machine_id in zip(FIRST, machines, strict=True):
        failed = shard.get(machine_id)
        assert failed.state == S.MACHINE_STATE_FAILED, kind
        assert failed.last_error.startswith(f"{kind} was interrupted"), failed.last_error
        assert failed.cluster == ("c1" if kind in ("configure", "drain") else "")
    target.crash()
    assert shard.get(machines[0]).last_error.startswith("create was interrupted")


@check("PV-DUR-05", on="durable")
def test_cursor_of_an_earlier_life_is_a_full_list(target: Target) -> None:
    """Never an error, and never a delta that leaves something out."""
    old = target.calls.list()
    page = target.calls.list(cap=3)
    target.crash()
    for cursor in (old.revision, page.revision):
        assert len(target.calls.list(since=cursor).machines) == len(old.machines)


@check("PV-DUR-06", on="durable")
def test_no_operation_id_is_minted_twice(target: Target) -> None:
    """Not over three lives either."""
    shard, met = target.shard(), list[str]()
    for _ in range(3):
        machines = target.take(5)
        met += [shard.do("create", machine_id).operation_id for machine_id in machines]
        target.crash()
    assert len(set(met)) == len(met) == 15


@check("PV-DUR-07", on="durable")
def test_second_process_on_the_same_state_is_refused(target: Target) -> None:
    """With one clear line that names the file, and the first one goes on."""
    status, text = target.process.refusal()
    assert status != 0
    assert str(target.process.state) in text.splitlines()[-1]
    assert "Traceback" not in text
    target.shard().idle(target.take_one())


@check("PV-DUR-08", on="durable")
def test_damaged_state_is_refused(target: Target) -> None:
    """Never a silent fresh start: garbage, a file cut short, an empty one."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    target.process.kill()
    whole = target.process.state.read_bytes()
    for number, content in enumerate((b"garbage" * 1000, whole[: len(whole) // 2], b"")):
        copy = target.process.folder / f"damaged-{number}.db"
        copy.write_bytes(content)
        status, text = target.process.refusal(copy)
        assert status != 0
        assert str(copy) in text.splitlines()[-1]
        assert "Traceback" not in text
        assert copy.read_bytes() == content
    target.crash()
    assert shard.get(machine_id).state == S.MACHINE_STATE_IDLE


@check("PV-DUR-09", on="durable")
def test_no_blob_is_in_the_state(target: Target) -> None:
    """Nor in the log; the metadata of the same call is in the state, so the search would find it."""
    shard, machine_id = target.shard(), target.take_one()
    blob = Fields(blob=b"canary-of-the-blob", metadata={"canary-of-the": "metadata"})
    shard.configured(machine_id, blob)
    target.process.kill()
    kept = b"".join(path.read_bytes() for path in target.process.folder.glob("state.db*"))
    assert b"canary-of-the-blob" not in kept + target.process.log.read_bytes()
    assert b"canary-of-the" in kept
    target.crash()


@check("PV-DUR-10", on="durable")
def test_failed_outlives_a_kill_word_for_word(target: Target) -> None:
    """With its error, and it still refuses."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    shard.do("configure", machine_id, fields=Fields(cluster="fault-error", metadata={"k": "v"}))
    failed = shard.until(machine_id, S.MACHINE_STATE_FAILED)
    target.crash()
    assert shard.get(machine_id) == failed
    shard.refused("delete", machine_id, Code.INTERNAL)


@check("PV-DUR-11", on="durable")
def test_zombie_is_shut_out_after_a_restart(target: Target) -> None:
    """The successor's epoch is remembered, for every machine it has spoken for."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    shard.do("create", machine_id, shard.token(1, 0))
    target.crash()
    zombie = Token(shard.id, shard.epoch, 2**62)
    shard.refused("configure", machine_id, Code.FAILED_PRECONDITION, token=zombie)
