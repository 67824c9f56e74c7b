"""What the disk does to a provider: full, read-only, slow."""

from __future__ import annotations

import errno
import os
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.provider.core.engine import RETRY_S
from purevirt.provider.core.model import Kind
from purevirt.provider.core.store import Delta, MemoryStore
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.provider.client import http, machine_id, provider, refused, settings
from tests.provider.fakes import bench

if TYPE_CHECKING:
    from pathlib import Path


async def test_full_disk_refuses_calls_and_readiness_and_heals_without_traffic(tmp_path: Path) -> None:
    """UNAVAILABLE with reason and file, nothing shown to readers, not ready; then all is well again."""
    made = replace(settings(state=tmp_path / "state.db"), metrics_addr="127.0.0.1:0")
    async with provider(made) as p:
        engine = p.server._engine
        assert engine is not None
        assert isinstance(engine._store, SqliteStore)
        database = engine._store._database
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        most = database.execute("PRAGMA max_page_count").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {pages}")
        huge = {"k": "v" * 1_000_000}
        await p.client.create(pb.CreateRequest(machine_id=machine_id()))
        before = await p.client.until(pb.MACHINE_STATE_IDLE)
        binding = pb.ConfigureRequest(
            machine_id=machine_id(),
            cluster_id="c1",
            shard_metadata=huge,
            shard_id="s",
            shard_epoch=1,
            sequence_number=1,
        )
        code, text = await refused(p.client.configure(binding))
        assert code is grpc.StatusCode.UNAVAILABLE
        assert "state.db: cannot write it (database or disk is full)" in text
        assert await p.client.get() == before
        status, body = await http(p.server.http_port)
        assert status == 503
        assert "state: the last commit failed" in body
        database.execute(f"PRAGMA max_page_count = {most}")
        healthy = engine.healthy
        assert not healthy
        p.clock.advance(RETRY_S)
        assert (await p.client.configure(binding)).machine.cluster == "c1"  # the token was not used up
        assert (await http(p.server.http_port))[0] == 200


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_disk_that_takes_no_file_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Read-only, forbidden or full at the start: one line with the file, the reason and the cure."""

    def refuse(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(StoreError) as caught:
            SqliteStore.open(tmp_path / "state.db")
    assert str(caught.value) == (
        f"state file {tmp_path}/state.db: cannot make state.db.lock beside it ({os.strerror(number)}); "
        "--state needs a writable directory"
    )


def test_state_that_cannot_be_written_is_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that can only be read is noticed when it is opened, not at the first call."""
    path = tmp_path / "state.db"
    SqliteStore.open(path).close()
    as_uri = type(path).as_uri
    monkeypatch.setattr(type(path), "as_uri", lambda self: as_uri(self) + "?immutable=1&")
    with pytest.raises(StoreError, match=r"state\.db: cannot (write|open) it \(attempt to write a readonly"):
        SqliteStore.open(path)


async def test_commits_never_run_on_the_event_loop() -> None:
    """All commits run in one other thread, so that an fsync stops nobody."""

    threads: set[int] = set()

    class Watched(MemoryStore):
        def commit(self, delta: Delta) -> None:
            threads.add(threading.get_ident())

    async with bench(Watched()) as b:
        await b.run(Kind.CREATE)
        await b.run(Kind.CONFIGURE)
    assert len(threads) == 1
    assert threading.get_ident() not in threads
