"""The process around the engine: state, first observation, gRPC listener, HTTP, and an orderly end.

Start: the state is loaded and recovered, the backend opened, the hosts observed for at most FIRST_LOOK_S,
then calls are served; hosts that are slower or down are picked up by a later observation. End (SIGTERM or
SIGINT): health says NOT_SERVING, no call is accepted any more, those under way have STOP_S to end, then the
engine, the backend and the state are closed, all within ten seconds.
Source: capacity-provider contract, sections 5 and 6; libvirt-provider contract, "Signals".
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from purevirt.errors import PurevirtError
from purevirt.provider.convert import MachineEncoder
from purevirt.provider.cursor import CursorSeal
from purevirt.provider.engine import Engine
from purevirt.provider.errors import ConfigError, Unavailable
from purevirt.provider.http import HttpServer, Page
from purevirt.provider.inventory import Inventory
from purevirt.provider.metrics import Metrics
from purevirt.provider.model import CapacityType
from purevirt.provider.recovery import recover
from purevirt.provider.service import SERVICE, CapacityProviderService
from purevirt.provider.sqlite_store import SqliteStore
from purevirt.provider.store import Delta, MemoryStore

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from purevirt.provider.backend import Backend
    from purevirt.provider.catalog import Catalog
    from purevirt.provider.engine import Clock
    from purevirt.provider.model import Kind
    from purevirt.provider.store import Store

# Blob and metadata at their caps fit, so that over-long ones are refused by name and not by the transport.
MAX_RECEIVE_BYTES: Final = 8 * 1024 * 1024
MAX_SEND_BYTES: Final = 256 * 1024 * 1024
MAX_CONCURRENT_CALLS: Final = 2048
FIRST_LOOK_S: Final = 5.0
FIRST_RETRY_S: Final = 2.0
LAST_RETRY_S: Final = 60.0
STOP_S: Final = 3.0
# For an observation to let go of the hosts; it has nothing to clean up.
LOOK_STOP_S: Final = 0.3

SERVER_OPTIONS: Final = (
    ("grpc.max_receive_message_length", MAX_RECEIVE_BYTES),
    ("grpc.max_send_message_length", MAX_SEND_BYTES),
    # Two processes on one port would share the calls between them without a word.
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", 60_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """What the server needs besides a backend. `metrics_addr` empty: no HTTP. `state` None: in memory."""

    addr: str
    catalog: Catalog
    zones: tuple[str, ...]
    limits_s: Mapping[Kind, float]
    state: Path | None = None
    reconcile_interval_s: float = 120.0
    metrics_addr: str = ""
    reflection: bool = True


class ProviderServer:
    """One provider, from its state file to its listeners."""

    def __init__(self, settings: ServerSettings, backend: Backend, *, clock: Clock | None = None) -> None:
        self._settings = settings
        self._backend = backend
        self._clock = clock
        self._metrics = Metrics()
        self._health = health.aio.HealthServicer()
        self._serving = False
        self._healthy = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._look: asyncio.Task[None] | None = None
        self._engine: Engine | None = None
        self._grpc: grpc.aio.Server | None = None
        self._http: HttpServer | None = None
        self.port = 0
        """The port of the gRPC listener, 0 before `start` and for a unix socket."""
        self.http_port = 0
        """The port of the HTTP listener, 0 before `start` and without one."""

    async def start(self) -> None:
        """Load the state, look at the hosts, and serve.

        Raises:
            StoreError: the state file is refused.
            ConfigError: a record breaks the rules of the wire, or an address cannot be listened on.
        """
        settings = self._settings
        catalog = settings.catalog
        if settings.state is None:
            log.warning("no state file: marks, operations and bindings are lost when this process ends")
        store: Store = MemoryStore() if settings.state is None else SqliteStore.open(settings.state)
        try:
            engine, inventory, encoder = self._assemble(store)
        except BaseException:
            store.close()
            raise
        self._engine = engine
        await engine.start()
        self._metrics.watch(engine, inventory, settings.zones)
        await self._first_look(engine)
        service = CapacityProviderService(
            engine=engine, inventory=inventory, encoder=encoder, seal=CursorSeal(), observer=self._metrics
        )
        await self._listen(service)
        self._serving = True
        await self._tell_health()
        self._spawn(self._keep_looking(engine))
        log.info(
            "serving",
            addr=settings.addr,
            port=self.port,
            http_port=self.http_port,
            security="insecure",
            machines=len(inventory),
            zones=len(settings.zones),
            provider=catalog.provider,
            state=settings.state is not None,
        )

    async def close(self) -> None:
        """Stop serving, let calls end, and close everything in reverse order. A second call does nothing."""
        self._serving = False
        await self._health.enter_graceful_shutdown()
        if self._grpc is not None:
            await self._grpc.stop(STOP_S)
            self._grpc = None
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=LOOK_STOP_S)
        if self._engine is not None:
            await self._engine.close()
        if self._http is not None:
            await self._http.close()
            self._http = None

    def readiness(self) -> tuple[bool, list[str]]:
        """Return whether calls can be served usefully, and the lines that say why not or what is degraded."""
        engine = self._engine
        lines: list[str] = []
        if not self._serving or engine is None:
            return False, ["not serving"]
        if not engine.healthy:
            lines.append("state: the last commit failed")
        up = [zone for zone in engine.zones if zone.up]
        lines.extend(f"zone {zone.name}: {zone.detail}" for zone in engine.zones if zone.detail)
        if not up:
            lines.append("no zone is up")
        return engine.healthy and bool(up), lines

    def _assemble(self, store: Store) -> tuple[Engine, Inventory, MachineEncoder]:
        """Build the engine over what the store holds and the offerings say."""
        catalog = self._settings.catalog
        snapshot = store.load()
        recovered = recover(snapshot, catalog.slots())
        if recovered.problems:
            more = len(recovered.problems) - 1
            raise ConfigError(recovered.problems[0] + (f" (and {more} more)" if more else ""))
        if recovered.changed or recovered.forgotten:
            store.commit(
                Delta(
                    machines=recovered.changed,
                    forgotten=recovered.forgotten,
                    revision=snapshot.revision,
                    operation=snapshot.operation,
                )
            )
        encoder = MachineEncoder(catalog.provider)
        inventory = Inventory(encoder.chunk, recovered.machines, snapshot.revision)
        engine = Engine(
            backend=self._backend,
            store=store,
            inventory=inventory,
            marks=snapshot.marks,
            operation=snapshot.operation,
            limits_s=self._settings.limits_s,
            slot_for=catalog.slot_for,
            deletable=catalog.capacity_type is not CapacityType.BARE_METAL,
            clock=self._clock,
            observer=self._metrics,
            on_health=self._on_health,
        )
        return engine, inventory, encoder

    async def _listen(self, service: CapacityProviderService) -> None:
        """Open the listeners."""
        settings = self._settings
        server = grpc.aio.server(options=SERVER_OPTIONS, maximum_concurrent_rpcs=MAX_CONCURRENT_CALLS)
        server.add_generic_rpc_handlers((service.handler(),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if settings.reflection:
            names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, server)
        address = f"[::]{settings.addr}" if settings.addr.startswith(":") else settings.addr
        try:
            self.port = server.add_insecure_port(address)
        except RuntimeError as error:
            raise ConfigError(
                f"--addr: cannot listen on {settings.addr}; name an address of this machine, with a free "
                "port, or unix: and a path in a folder that is there"
            ) from error
        if settings.metrics_addr:
            host, _, port = settings.metrics_addr.rpartition(":")
            self._http = HttpServer(
                {"/metrics": self._metrics_page, "/healthz": self._health_page, "/readyz": self._ready_page}
            )
            try:
                self.http_port = await self._http.start(host.strip("[]") or None, int(port))
            except OSError as error:
                raise ConfigError(
                    f"--metrics-addr: cannot listen on {settings.metrics_addr} ({error.strerror})"
                ) from error
        await server.start()
        self._grpc = server

    async def _first_look(self, engine: Engine) -> None:
        """Observe the hosts, but do not wait for them for ever."""
        self._look = asyncio.create_task(self._reconcile(engine), name="provider-first-look")
        self._tasks.add(self._look)
        self._look.add_done_callback(self._tasks.discard)
        _, pending = await asyncio.wait({self._look}, timeout=FIRST_LOOK_S)
        if pending:
            log.warning(
                "the hosts have not all answered; serving without them for now", waited_s=FIRST_LOOK_S
            )

    async def _keep_looking(self, engine: Engine) -> None:
        """Observe the hosts once per interval, never twice at a time; sooner while one of them is not up.

        An interval of 0 ends this once all have been up: without a first look at a host its machines would
        never be known.
        """
        assert self._look is not None
        await asyncio.wait({self._look})
        interval_s = self._settings.reconcile_interval_s
        retry_s = FIRST_RETRY_S
        while True:
            if engine.zones and all(zone.up for zone in engine.zones):
                if interval_s <= 0:
                    return
                pause_s, retry_s = interval_s, FIRST_RETRY_S
            else:
                pause_s = min(retry_s, interval_s) if interval_s > 0 else retry_s
                retry_s = min(retry_s * 2, LAST_RETRY_S)
            await asyncio.sleep(pause_s)
            await self._reconcile(engine)

    async def _reconcile(self, engine: Engine) -> None:
        """Observe the hosts once; what goes wrong is logged, the next time may be better."""
        try:
            await engine.reconcile()
        except Unavailable:
            return
        except PurevirtError as error:
            log.warning("reconcile failed", reason=str(error))
        for zone in engine.zones:
            if zone.detail:
                log.warning("zone", zone=zone.name, up=zone.up, complete=zone.complete, detail=zone.detail)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_health(self, healthy: bool) -> None:
        self._healthy = healthy
        self._spawn(self._tell_health())

    async def _tell_health(self) -> None:
        """Set the status that health checks see."""
        if not self._serving:
            return
        answers = health_pb2.HealthCheckResponse
        status = answers.SERVING if self._healthy else answers.NOT_SERVING
        for name in ("", SERVICE):
            await self._health.set(name, status)

    def _metrics_page(self) -> Page:
        return Page(200, self._metrics.page(), "text/plain; version=0.0.4; charset=utf-8")

    def _health_page(self) -> Page:
        return Page(200, b"ok\n")

    def _ready_page(self) -> Page:
        ready, lines = self.readiness()
        return Page(
            200 if ready else 503, ("\n".join([*lines, "ready" if ready else "not ready"]) + "\n").encode()
        )


async def serve(
    settings: ServerSettings, backend: Backend, scope: AbstractAsyncContextManager[object] | None = None
) -> None:
    """Serve until SIGTERM or SIGINT, then end in order. `scope` is held open around the serving.

    Raises:
        ProviderError: the provider does not start.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = ProviderServer(settings, backend)
    async with scope or contextlib.nullcontext():
        try:
            starting = asyncio.create_task(server.start())
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not starting.done():
                starting.cancel()
                await asyncio.wait({starting})
            elif starting.exception() is None:
                await stopping
            stopping.cancel()
            if not starting.cancelled():
                starting.result()
        finally:
            log.info("stopping")
            await server.close()
