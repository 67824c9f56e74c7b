"""Where a provider listens, which state it takes, and how it ends."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import signal
import socket
import sys
from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.store import Delta
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import ConfigError, StoreError
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.server import ProviderServer
from tests.provider.client import Client, http, machine_id, provider, settings
from tests.provider.fakes import FakeBackend, machine

if TYPE_CHECKING:
    from pathlib import Path


async def test_address_in_use_is_a_clear_error_for_either_listener() -> None:
    """The line names the flag; nothing stays open."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        addr = f"127.0.0.1:{taken.getsockname()[1]}"
        made = settings()
        for changed, flag in (
            (dataclasses.replace(made, addr=addr), "--addr"),
            (dataclasses.replace(made, metrics_addr=addr), "--metrics-addr"),
        ):
            server = ProviderServer(changed, FakeBackend())
            with pytest.raises(
                ConfigError, match=rf"{flag}: cannot listen on {addr} \(Address already in use\)"
            ):
                await server.start()
            await server.close()


async def test_two_providers_never_share_a_port() -> None:
    """The second one does not start, instead of getting every other call."""
    async with provider() as p:
        addr = f"127.0.0.1:{p.server.port}"
        second = ProviderServer(dataclasses.replace(settings(), addr=addr), FakeBackend())
        with pytest.raises(ConfigError, match="--addr: cannot listen"):
            await second.start()
        await second.close()


async def test_state_of_a_live_process_is_refused(tmp_path: Path) -> None:
    """A second provider on the same state does not start."""
    made = settings(state=tmp_path / "state.db")
    async with provider(made):
        second = ProviderServer(made, FakeBackend())
        with pytest.raises(StoreError, match="in use by a live process"):
            await second.start()
        await second.close()


async def test_record_that_breaks_the_rules_is_refused_at_start_and_the_lock_given_up(tmp_path: Path) -> None:
    """A host on a SPECULATIVE machine in the state file stops the start with its id and field."""
    state = tmp_path / "state.db"
    store = SqliteStore.open(state)
    key = MarkKey("s", "m")
    store.commit(
        Delta(machines=[machine(0, host_ref="ghost")], marks={key: Mark(1, 1)}, revision=1, operation=0)
    )
    store.close()
    server = ProviderServer(settings(state=state), FakeBackend())
    with pytest.raises(ConfigError, match=rf"machine '{machine_id()}': host: must not be set"):
        await server.start()
    await server.close()
    SqliteStore.open(state).close()


async def test_unix_socket_is_served(tmp_path: Path) -> None:
    """--addr takes a unix socket as well."""
    addr = f"unix:{tmp_path}/grpc.sock"
    server = ProviderServer(dataclasses.replace(settings(), addr=addr), FakeBackend())
    await server.start()
    try:
        async with grpc.aio.insecure_channel(addr) as channel:
            assert len((await Client(channel).list()).machines) == 4
    finally:
        await server.close()


async def test_termination_ends_in_order_with_status_zero(tmp_path: Path) -> None:
    """SIGTERM with an operation under way: exit 0, only JSON lines, no blob in them; the state reopens."""
    state = tmp_path / "state.db"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.provider.served", str(state)), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    lines = [json.loads(await process.stderr.readline())]
    while lines[-1]["event"] != "serving":
        lines.append(json.loads(await process.stderr.readline()))
    serving = lines[-1]
    assert (serving["security"], serving["machines"]) == ("insecure", 4)
    async with grpc.aio.insecure_channel(f"127.0.0.1:{serving['port']}") as channel:
        client = Client(channel)
        await client.create(pb.CreateRequest(machine_id=machine_id()))
        await client.until(pb.MACHINE_STATE_IDLE)
        await client.configure(
            pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c1", bootstrap_blob=b"canary-blob")
        )
        await client.until(pb.MACHINE_STATE_CONFIGURED)
        await client.drain(pb.DrainRequest(machine_id=machine_id()))
        assert (await http(serving["http_port"]))[0] == 200
        process.send_signal(signal.SIGTERM)
        _, rest = await process.communicate()
    assert process.returncode == 0
    lines += [json.loads(line) for line in rest.splitlines()]
    assert [line["kind"] for line in lines if line["event"] == "accepted"] == ["create", "configure", "drain"]
    assert lines[-1]["event"] == "stopping"
    assert "canary-blob" not in json.dumps(lines)
    async with provider(settings(state=state)) as p:
        failed = await p.client.get()
        assert failed.state == pb.MACHINE_STATE_FAILED
        assert "drain was interrupted" in failed.last_error
