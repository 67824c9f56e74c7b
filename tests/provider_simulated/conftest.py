"""A provider on a simulated host, in this process, spoken to over gRPC."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc
from purevirt.provider.server import ProviderServer, ServerSettings
from purevirt.provider.settings.config import parse_config
from purevirt.provider.simulated.site import SimulatedSite
from purevirt.testing import SimulatedLibvirtd
from tests.provider.grpc_end import grpc_ends_here

__all__ = ["grpc_ends_here"]

STATES = pb.MachineState


@dataclass
class Running:
    """The provider, its one host, and a client.

    `stub` is the generated client.
    """

    server: ProviderServer
    sim: SimulatedLibvirtd
    stub: pb_grpc.CapacityProviderStub

    async def machines(self) -> list[pb.Machine]:
        """Return all machines."""
        return list((await self.stub.List(pb.ListFilter())).machines)

    async def reach(self, machine_id: str, *states: int) -> pb.Machine:
        """Return a machine once it is in one of the states."""
        async with asyncio.timeout(20):
            while True:
                machine: pb.Machine = await self.stub.Get(pb.MachineRef(id=machine_id))
                if machine.state in states:
                    return machine
                assert machine.state != STATES.MACHINE_STATE_FAILED, machine.last_error
                await asyncio.sleep(0.02)


@asynccontextmanager
async def running(*arguments: str) -> AsyncIterator[Running]:
    """Serve with these flags besides --use-simulator."""
    config = parse_config(["--use-simulator", *arguments], {}, uid=0)
    async with SimulatedSite(config) as site:
        settings = ServerSettings(
            addr="127.0.0.1:0",
            catalog=site.config.catalog,
            zones=tuple(site.config.zones),
            limits_s=site.config.limits_s,
        )
        backend = site.backend()
        server = ProviderServer(settings, backend)
        await server.open()
        async with backend, grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            try:
                await server.start()
                (sim,) = site.hosts.values()
                stub = pb_grpc.CapacityProviderStub(channel)  # type: ignore[no-untyped-call] # emitted
                yield Running(server, sim, stub)
            finally:
                await server.close()


@pytest.fixture
async def provider() -> AsyncIterator[Running]:
    """A provider with four slots."""
    async with running("--seed-count", "4") as found:
        yield found
