"""Connections over SSH for tests: the daemon's test driver, behind the plan of a test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from purevirt.errors import ConnectError
from purevirt.rpc.aio.connection import Connection
from purevirt.rpc.aio.ssh.dial import Backoff, dial
from purevirt.rpc.aio.wire import Wire
from purevirt.rpc.session import Session
from purevirt.rpc.ssh.plan import AskSecret, SecretRequest, SshPlan
from tests.lab import LabHost
from tests.rpc.ssh.sink import Sink

SOCKET = "/run/libvirt/libvirt-sock"


def plan_for(host: LabHost, **changes: Any) -> SshPlan:
    """Return a plan that works, but for what is changed."""
    plan = SshPlan(
        host=host.ssh.address,
        port=host.ssh.port,
        user="root",
        socket_paths=(SOCKET,),
        helper_uri="qemu:///system",
        keyfile=str(host.ssh.keys.client),
        methods=("privkey",),
        known_hosts=(str(host.ssh.known_hosts_path),),
    )
    return replace(plan, **changes)


@asynccontextmanager
async def dialled(
    plan: SshPlan,
    *,
    ask: AskSecret | None = None,
    backoff: Backoff | None = None,
    driver: str = "test:///default",
) -> AsyncIterator[tuple[Connection, asyncio.Transport]]:
    """Open the test driver of a plan's daemon, and close the connection in the end."""
    wire = Wire(Session(asyncio.get_running_loop().time()))
    try:
        transport = await dial(plan, wire, ask=ask, backoff=backoff)
        wire.endpoint = "the daemon"
        connection = Connection(wire)
        await connection.connect_open(driver, 0)
        yield connection, transport
    finally:
        wire.close()
    await connection.close()


async def refused(plan: SshPlan, kind: type[ConnectError]) -> ConnectError:
    """Return the error of a dial, which must be of this kind."""
    sink = Sink()
    with pytest.raises(kind) as caught:
        await dial(plan, sink)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    assert sink.calls == []
    return caught.value


class Asked:
    """Answers from a list, and notes what was asked."""

    def __init__(self, *answers: str | None) -> None:
        self.requests: list[SecretRequest] = []
        self._answers = list(answers)

    async def __call__(self, request: SecretRequest) -> str | None:
        self.requests.append(request)
        return self._answers.pop(0) if self._answers else None


def tasks_of_others() -> set[asyncio.Task[Any]]:
    """Return the tasks that run beside the test, without those by which the test's own servers accept."""
    return {
        task
        for task in asyncio.all_tasks() - {asyncio.current_task()}
        if getattr(task.get_coro(), "__name__", "") != "_accept_connection2"
    }
