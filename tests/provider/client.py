"""A typed client of the provider, and a whole provider over the fake backend."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.provider.core.catalog import BUILT_IN_TYPES, Catalog, Offering, Prices
from purevirt.provider.core.model import CapacityType
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.server import ProviderServer, ServerSettings
from purevirt.provider.serving.service import SERVICE
from tests.provider.fakes import LIMITS_S, FakeBackend, FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable
    from pathlib import Path

DEADLINE_S = 20
OPTIONS = (("grpc.max_receive_message_length", 256 << 20), ("grpc.max_send_message_length", 256 << 20))
UNKNOWN = "libvirt/OnDemand/kvm.small/a/999"


def machine_id(number: int = 0) -> str:
    """Return the id of a slot of `provider`."""
    return f"libvirt/OnDemand/kvm.small/a/{number:03d}"


class Client:
    """The six calls. Replies are parsed by protobuf, whatever made them."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel

    async def create(self, request: pb.CreateRequest) -> pb.TransitionAck:
        call = self.channel.unary_unary(
            f"/{SERVICE}/Create",
            request_serializer=pb.CreateRequest.SerializeToString,
            response_deserializer=pb.TransitionAck.FromString,
        )
        return await call(request, timeout=DEADLINE_S)

    async def configure(self, request: pb.ConfigureRequest) -> pb.TransitionAck:
        call = self.channel.unary_unary(
            f"/{SERVICE}/Configure",
            request_serializer=pb.ConfigureRequest.SerializeToString,
            response_deserializer=pb.TransitionAck.FromString,
        )
        return await call(request, timeout=DEADLINE_S)

    async def drain(self, request: pb.DrainRequest) -> pb.TransitionAck:
        call = self.channel.unary_unary(
            f"/{SERVICE}/Drain",
            request_serializer=pb.DrainRequest.SerializeToString,
            response_deserializer=pb.TransitionAck.FromString,
        )
        return await call(request, timeout=DEADLINE_S)

    async def delete(self, request: pb.DeleteRequest) -> pb.TransitionAck:
        call = self.channel.unary_unary(
            f"/{SERVICE}/Delete",
            request_serializer=pb.DeleteRequest.SerializeToString,
            response_deserializer=pb.TransitionAck.FromString,
        )
        return await call(request, timeout=DEADLINE_S)

    async def get(self, number: int = 0) -> pb.Machine:
        call = self.channel.unary_unary(
            f"/{SERVICE}/Get",
            request_serializer=pb.MachineRef.SerializeToString,
            response_deserializer=pb.Machine.FromString,
        )
        return await call(pb.MachineRef(id=machine_id(number)), timeout=DEADLINE_S)

    async def list(self, request: pb.ListFilter | None = None) -> pb.MachineList:
        call = self.channel.unary_unary(
            f"/{SERVICE}/List",
            request_serializer=pb.ListFilter.SerializeToString,
            response_deserializer=pb.MachineList.FromString,
        )
        return await call(request or pb.ListFilter(), timeout=DEADLINE_S)

    async def until(self, state: pb.MachineState, number: int = 0) -> pb.Machine:
        """Ask until the machine is in `state`; another resting state than before fails at the deadline."""
        async with asyncio.timeout(DEADLINE_S):
            while True:
                found = await self.get(number)
                if found.state == state:
                    return found


@dataclass(eq=False)
class Provider:
    """A served provider with its parts."""

    server: ProviderServer
    backend: FakeBackend
    clock: FakeClock
    client: Client


def settings(
    *, count: int = 4, bare_metal: bool = False, state: Path | None = None, metrics_addr: str = ""
) -> ServerSettings:
    """Return settings of `count` slots on a free port, without a periodic reconcile."""
    kind = CapacityType.BARE_METAL if bare_metal else CapacityType.ON_DEMAND
    offerings = [Offering(instance_type="kvm.small", zone="a", capacity_type=kind, count=count)]
    return ServerSettings(
        addr="127.0.0.1:0",
        catalog=Catalog(
            provider="libvirt",
            types=BUILT_IN_TYPES,
            prices=Prices(per_vcpu=0.003, per_gib=0.0008),
            offerings=offerings if count else [],
        ),
        zones=("a",),
        limits_s=LIMITS_S,
        state=state,
        reconcile_interval_s=0,
        metrics_addr=metrics_addr,
    )


@asynccontextmanager
async def provider(
    with_settings: ServerSettings | None = None, backend: FakeBackend | None = None
) -> AsyncIterator[Provider]:
    """Serve a provider on a port of the loopback interface, with a client."""
    backend, clock = backend or FakeBackend(), FakeClock()
    server = ProviderServer(with_settings or settings(), backend, clock=clock)
    try:
        await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}", options=OPTIONS) as channel:
            yield Provider(server, backend, clock, Client(channel))
    finally:
        await server.close()


async def http(port: int, request: bytes = b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n") -> tuple[int, str]:
    """Send one request and return status and body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split(" ")[1]), body


def page(path: str) -> bytes:
    """Return a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


async def refused(call: Awaitable[object]) -> tuple[grpc.StatusCode, str]:
    """Return the code and the text that a call is refused with."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.code(), caught.value.details() or ""


async def code_of(call: Awaitable[object]) -> grpc.StatusCode:
    """Return the code that a call is refused with."""
    return (await refused(call))[0]


async def configured(client: Client, number: int = 0) -> pb.Machine:
    """Bring a machine to CONFIGURED."""
    await client.create(pb.CreateRequest(machine_id=machine_id(number)))
    await client.until(pb.MACHINE_STATE_IDLE, number)
    await client.configure(pb.ConfigureRequest(machine_id=machine_id(number), cluster_id="c1"))
    return await client.until(pb.MACHINE_STATE_CONFIGURED, number)
