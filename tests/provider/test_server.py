"""The process around the engine: health, reflection, HTTP pages, start refusals, an orderly end."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from purevirt.provider.core import lookout
from purevirt.provider.core.backend import BackendError, ObservedMachine, ObservedZone
from purevirt.provider.core.inventory import Inventory
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving import interceptors
from purevirt.provider.serving.service import SERVICE, UNEXPECTED
from tests.provider.client import Client, Provider, code_of, http, machine_id, page, provider, settings
from tests.provider.fakes import FakeBackend

if TYPE_CHECKING:
    from purevirt.provider.core.engine import Ack
    from purevirt.provider.core.lifecycle import Command
    from purevirt.provider.core.model import Machine


async def health_of(p: Provider, service: str) -> object:
    """Ask the health service as a probe does."""
    check = p.client.channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    return (await check(health_pb2.HealthCheckRequest(service=service), timeout=20)).status


@pytest.mark.parametrize("service", ["", SERVICE])
async def test_health_says_serving_and_follows_the_disk(service: str) -> None:
    """A probe sees NOT_SERVING while the state cannot be written, and SERVING again afterwards."""
    answers = health_pb2.HealthCheckResponse
    async with provider() as p:
        assert await health_of(p, service) == answers.SERVING
        p.server._on_health(False)
        while await health_of(p, service) != answers.NOT_SERVING:
            pass
        p.server._on_health(True)
        while await health_of(p, service) != answers.SERVING:
            pass


async def reflect(p: Provider, *requests: reflection_pb2.ServerReflectionRequest) -> list[Any]:
    """Ask the reflection service as a reflection client does."""
    call = p.client.channel.stream_stream(
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    return [reply async for reply in call(iter(requests), timeout=20)]


async def test_reflection_serves_our_file_under_its_own_name() -> None:
    """A reflection client finds the service, and its file as bigfleet/v1alpha1/provider.proto."""
    async with provider() as p:
        listed, *files = await reflect(
            p,
            reflection_pb2.ServerReflectionRequest(list_services=""),
            reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE),
            reflection_pb2.ServerReflectionRequest(file_by_filename="bigfleet/v1alpha1/provider.proto"),
        )
    names = {service.name for service in listed.list_services_response.service}
    assert names == {SERVICE, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
    for reply in files:
        assert list(reply.file_descriptor_response.file_descriptor_proto) == [pb.DESCRIPTOR.serialized_pb]


async def test_reflection_can_be_switched_off() -> None:
    """Without it the call is unknown."""
    async with provider(dataclasses.replace(settings(), reflection=False)) as p:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await reflect(p, reflection_pb2.ServerReflectionRequest(list_services=""))
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_streams_that_are_let_lie_take_no_place_of_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watchers are bounded; one that goes makes room for another, and calls are served all the while."""
    monkeypatch.setattr(interceptors, "MAX_STREAMS", 2)
    serving = health_pb2.HealthCheckResponse.SERVING
    async with provider() as p:
        method: Any = p.client.channel.unary_stream(
            "/grpc.health.v1.Health/Watch",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )

        async def watch() -> Any:
            """Return a watcher that has been told the status, or None where there are too many."""
            watcher = method(health_pb2.HealthCheckRequest(), timeout=20)
            try:
                return watcher if (await watcher.read()).status == serving else None
            except grpc.aio.AioRpcError:
                return None if await watcher.code() is grpc.StatusCode.RESOURCE_EXHAUSTED else watcher

        watchers = [await watch() for _ in range(3)]
        assert [one is None for one in watchers] == [False, False, True]
        assert (await p.client.get()).state == pb.MACHINE_STATE_SPECULATIVE
        watchers[0].cancel()
        while await watch() is None:
            pass


async def test_readiness_does_not_outlive_the_last_host() -> None:
    """A host that is lost between two looks, of which there may be no more, is not one that is up."""
    async with provider() as p:
        assert p.server.readiness() == (True, [])
        p.server._metrics.zone_changed("a", up=False)
        assert p.server.readiness() == (
            False,
            ["zone a: the connection to its host is lost", "no zone is up"],
        )
        p.server._metrics.zone_changed("a", up=True)
        assert p.server.readiness() == (True, [])


async def test_pages_show_life_readiness_and_metrics() -> None:
    """Ready with a zone up; the metrics count the calls and the machines by state and zone."""
    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        port = p.server.http_port
        assert await http(port, page("/healthz")) == (200, "ok\n")
        assert await http(port) == (200, "ready\n")
        await p.client.create(pb.CreateRequest(machine_id=machine_id()))
        await p.client.until(pb.MACHINE_STATE_IDLE)
        status, body = await http(port, page("/metrics"))
        assert status == 200
        for line in (
            'bigfleet_libvirt_machines{state="IDLE",zone="a"} 1.0',
            'bigfleet_libvirt_machines{state="SPECULATIVE",zone="a"} 3.0',
            'bigfleet_libvirt_zone_up{zone="a"} 1.0',
            'bigfleet_libvirt_grpc_requests_total{code="OK",method="Create"} 1.0',
            'bigfleet_libvirt_transition_duration_seconds_count{kind="create",result="succeeded"} 1.0',
            'bigfleet_libvirt_reconcile_total{outcome="ok"} 1.0',
            "bigfleet_libvirt_transitions_in_flight 0.0",
            "bigfleet_libvirt_panics_total 0.0",
            "bigfleet_libvirt_state_commit_seconds_count 2.0",
        ):
            assert line in body.splitlines()


async def test_not_ready_while_no_zone_is_up_and_says_why() -> None:
    """A host that is down at start-up does not stop the process; readiness names it."""
    backend = FakeBackend()
    backend.observed_zones = [ObservedZone(name="a", up=False, complete=False, detail="connection refused")]
    async with provider(settings(metrics_addr="127.0.0.1:0"), backend) as p:
        assert await http(p.server.http_port) == (
            503,
            "zone a: connection refused\nno zone is up\nnot ready\n",
        )
        assert len((await p.client.list()).machines) == 4
    backend.describe_error = BackendError("nothing answers")
    async with provider(settings(metrics_addr="127.0.0.1:0"), backend) as p:
        assert await http(p.server.http_port) == (
            503,
            "zone a: has not answered yet\nno zone is up\nnot ready\n",
        )


async def test_hosts_are_observed_again_after_each_interval() -> None:
    """What appears on a host later is found without a restart, also after an observation that failed."""
    backend = FakeBackend()
    looks = 0
    enough = asyncio.Event()

    async def look() -> None:
        nonlocal looks
        looks += 1
        backend.describe_error = BackendError("not now") if looks == 2 else None
        if looks == 4:
            enough.set()

    backend.on_describe = look
    made = dataclasses.replace(settings(), reconcile_interval_s=0.001)
    async with provider(made, backend) as p:
        backend.observed = [
            ObservedMachine(machine_id=machine_id(3), zone="a", host_ref="late", running=True)
        ]
        await asyncio.wait_for(enough.wait(), 20)
        assert (await p.client.until(pb.MACHINE_STATE_IDLE, 3)).host.ref == "late"


async def test_a_host_that_was_down_at_the_start_is_looked_at_again_though_reconciling_is_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An interval of 0 turns the regular looks off, not the first one of a host that comes late."""
    monkeypatch.setattr(lookout, "FIRST_RETRY_S", 0.001)
    backend = FakeBackend()
    looks = 0

    async def look() -> None:
        nonlocal looks
        looks += 1
        backend.describe_error = BackendError("not yet") if looks < 3 else None

    backend.on_describe = look
    backend.observed = [ObservedMachine(machine_id=machine_id(3), zone="a", host_ref="late", running=True)]
    async with provider(settings(), backend) as p:
        assert (await p.client.until(pb.MACHINE_STATE_IDLE, 3)).host.ref == "late"
        assert p.server.readiness() == (True, [])
        [*others] = [task for task in asyncio.all_tasks() if "_keep_looking" in repr(task.get_coro())]
        await asyncio.gather(*others)
    assert looks == 3


async def test_slow_hosts_do_not_hold_up_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its share of waiting the provider serves without the first observation, and ends cleanly."""
    monkeypatch.setattr(lookout, "FIRST_LOOK_S", 0.001)
    backend = FakeBackend()
    backend.on_describe = asyncio.Event().wait
    async with provider(backend=backend) as p:
        assert len((await p.client.list()).machines) == 4
        assert p.server.readiness() == (False, ["zone a: has not answered yet", "no zone is up"])
    assert p.server.readiness() == (False, ["not serving"])


async def test_unexpected_exception_is_internal_and_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug gives INTERNAL with a fixed text, is counted, and the next call is served."""

    def broken(_self: Inventory, _machine_id: str) -> Machine:
        raise RuntimeError("canary")

    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        with monkeypatch.context() as patch:
            patch.setattr(Inventory, "get", broken)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await p.client.get()
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.INTERNAL, UNEXPECTED)
        assert (await p.client.get()).id == machine_id()
        _, body = await http(p.server.http_port, page("/metrics"))
        assert "bigfleet_libvirt_panics_total 1.0" in body.splitlines()


async def test_call_that_its_caller_cancels_is_counted_as_cancelled() -> None:
    """A deadline that strikes while the answer waits leaves a count and no error in the provider."""
    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        arrived = asyncio.Event()

        async def wait(_command: object) -> object:
            arrived.set()
            return await asyncio.Event().wait()

        engine = p.server._engine
        assert engine is not None
        engine.submit = wait  # type: ignore[method-assign,assignment] # a command that is never answered
        call = asyncio.create_task(p.client.create(pb.CreateRequest(machine_id=machine_id())))
        await arrived.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        line = 'bigfleet_libvirt_grpc_requests_total{code="CANCELLED",method="Create"} 1.0'
        while line not in (await http(p.server.http_port, page("/metrics")))[1].splitlines():
            pass


async def asking_for_ever(client: Client) -> None:
    """Make one call after the other, until one is refused."""
    while True:
        await client.get()


async def test_watch_of_health_is_told_of_the_end() -> None:
    """A balancer that watches hears NOT_SERVING before the connection goes."""
    async with provider() as p:
        watch = p.client.channel.unary_stream(
            "/grpc.health.v1.Health/Watch",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        state = health_pb2.HealthCheckResponse
        answers = watch(health_pb2.HealthCheckRequest(service=SERVICE), timeout=20)
        assert await answers.read() == state(status=state.SERVING)
        closing = asyncio.create_task(p.server.close())
        assert await answers.read() == state(status=state.NOT_SERVING)
        answers.cancel()
        await closing


async def test_call_under_way_is_answered_though_the_server_closes() -> None:
    """An end lets calls that have begun come to theirs, while new ones are turned away."""
    async with provider() as p:
        arrived, released = asyncio.Event(), asyncio.Event()
        engine = p.server._engine
        assert engine is not None
        submit = engine.submit

        async def held(command: Command) -> Ack:
            arrived.set()
            await released.wait()
            return await submit(command)

        engine.submit = held  # type: ignore[method-assign] # a command that takes its time
        call = asyncio.create_task(p.client.create(pb.CreateRequest(machine_id=machine_id())))
        await arrived.wait()
        closing = asyncio.create_task(p.server.close())
        async with grpc.aio.insecure_channel(f"127.0.0.1:{p.server.port}") as late:
            assert await code_of(asking_for_ever(Client(late))) is grpc.StatusCode.UNAVAILABLE
        released.set()
        assert (await call).machine.state == pb.MACHINE_STATE_CREATING
        await closing


async def test_message_over_the_transport_limit_is_refused_and_the_next_call_served() -> None:
    """A request of 9 MiB is turned away by the transport; the connection goes on."""
    async with provider() as p:
        request = pb.ConfigureRequest(machine_id=machine_id(), bootstrap_blob=bytes(9 << 20))
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await p.client.configure(request)
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert (await p.client.get()).state == pb.MACHINE_STATE_SPECULATIVE
