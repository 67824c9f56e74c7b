"""The process around the engine: state, first observation, gRPC listener, HTTP, and an orderly end.

Start: the addresses are bound, the state is loaded and recovered, and only when nothing of that is wrong the
backend is opened; the hosts are observed for a few seconds at most (see `lookout`), then calls are served;
hosts that are slower or down are picked up by a later observation. End (SIGTERM or SIGINT): health says
NOT_SERVING, no call is accepted any more, those under way have STOP_S to end, then the engine, the backend
and the state are closed, all within ten seconds (see `ending`).
Source: capacity-provider contract, sections 5 and 6; libvirt-provider contract, "Signals".
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from purevirt.provider import heap
from purevirt.provider.core.backend import ClaimingBackend
from purevirt.provider.core.cursor import CursorSeal
from purevirt.provider.core.engine import Engine
from purevirt.provider.core.inventory import Inventory
from purevirt.provider.core.lookout import Lookout
from purevirt.provider.core.model import CapacityType
from purevirt.provider.core.recovery import recover
from purevirt.provider.core.store import Delta, MemoryStore
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.ending import Ending
from purevirt.provider.errors import ConfigError
from purevirt.provider.serving.admin import AdminServer
from purevirt.provider.serving.convert import MachineEncoder
from purevirt.provider.serving.http import HttpServer, Page
from purevirt.provider.serving.interceptors import CallInterceptor
from purevirt.provider.serving.listener import Listener
from purevirt.provider.serving.metrics import Metrics
from purevirt.provider.serving.service import CapacityProviderService
from purevirt.provider.serving.tls import security_of
from purevirt.provider.serving.tracing import tracing_of

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from purevirt.provider.core.backend import Backend
    from purevirt.provider.core.catalog import Catalog
    from purevirt.provider.core.model import Kind
    from purevirt.provider.core.store import Store
    from purevirt.provider.core.work import Clock
    from purevirt.provider.serving.certificates import TlsFiles
    from purevirt.provider.serving.identity import IdentityPolicy
    from purevirt.provider.serving.tracing import Tracing

STOP_S: Final = 3.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """What the server needs besides a backend.

    `metrics_addr` empty: no HTTP. `state` None: in memory. `admin_socket` None: none. `tls` None: plain text.
    """

    addr: str
    catalog: Catalog
    zones: tuple[str, ...]
    limits_s: Mapping[Kind, float]
    state: Path | None = None
    reconcile_interval_s: float = 120.0
    metrics_addr: str = ""
    admin_socket: Path | None = None
    reflection: bool = True
    tls: TlsFiles | None = None
    shard_identity: IdentityPolicy = "auto"


class ProviderServer:
    """One provider, from its state file to its listeners."""

    def __init__(
        self,
        settings: ServerSettings,
        backend: Backend,
        *,
        clock: Clock | None = None,
        metrics: Metrics | None = None,
        tracing: Tracing | None = None,
    ) -> None:
        self._settings = settings
        self._backend = backend
        self._clock = clock
        self._metrics = metrics or Metrics()
        self._tracing = tracing
        self._serving = False
        self._healthy = True
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._lookout: Lookout | None = None
        self._engine: Engine | None = None
        self._service: CapacityProviderService | None = None
        outermost = () if tracing is None else (tracing.interceptor,)
        self._listener = Listener(
            settings.addr,
            tls=settings.tls,
            reflection=settings.reflection,
            interceptors=(*outermost, CallInterceptor(self._metrics)),
            on_certificates=self._metrics.certificates_loaded,
        )
        self._http: HttpServer | None = None
        self._admin: AdminServer | None = None
        self.port = 0
        """The port of the gRPC listener, 0 before `open` and for a unix socket."""
        self.http_port = 0
        """The port of the HTTP listener, 0 before `open` and without one."""

    async def open(self) -> None:
        """Bind the addresses and load the state; nothing is served yet, and no host is asked.

        Raises:
            StoreError: the state file is refused.
            ConfigError: an address cannot be listened on, a TLS file cannot be used, or a record breaks the
                rules of the wire.
        """
        settings = self._settings
        self.port = await self._listener.bind()
        await self._bind_http()
        if settings.state is None:
            log.warning("no state file: marks, operations and bindings are lost when this process ends")
        store: Store = MemoryStore() if settings.state is None else SqliteStore.open(settings.state)
        try:
            with heap.loading():
                engine, inventory, encoder, identity = self._assemble(store)
        except BaseException:
            store.close()
            raise
        self._engine = engine
        await engine.start()
        self._metrics.watch(engine, inventory, settings.zones)
        self._service = CapacityProviderService(
            engine=engine,
            inventory=inventory,
            encoder=encoder,
            seal=CursorSeal(),
            identity=settings.shard_identity,
            on_rejected=self._metrics.identity_rejected,
        )
        if settings.admin_socket is not None:
            admin = AdminServer(settings.admin_socket, engine, inventory, identity)
            await admin.start()
            self._admin = admin

    async def start(self) -> None:
        """Open where that has not been done, look at the hosts, and serve.

        Raises:
            ProviderError: as `open`; or another provider holds a host.
        """
        if self._service is None:
            await self.open()
        settings, engine, service = self._settings, self._engine, self._service
        assert engine is not None
        assert service is not None
        self._lookout = Lookout(engine, self._backend, settings.reconcile_interval_s)
        await self._lookout.start()
        await self._listener.serve(service.handler())
        self._serving = True
        await self._tell_health()
        log.info(
            "serving",
            addr=settings.addr,
            port=self.port,
            http_port=self.http_port,
            security=security_of(settings.tls),
            shard_identity=settings.shard_identity,
            machines=len(service.inventory),
            zones=len(settings.zones),
            provider=settings.catalog.provider,
            state=settings.state is not None,
        )

    async def close(self) -> None:
        """Stop serving, let calls end, and close everything in reverse order. A second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self._serving = False
        await self._listener.close(STOP_S)
        for task in self._tasks:
            task.cancel()
        if self._lookout is not None:
            await self._lookout.close()
        if self._admin is not None:
            await self._admin.close()
        if self._engine is not None:
            await self._engine.close()
        if self._http is not None:
            await self._http.close()
            self._http = None
        if self._tracing is not None:
            await self._tracing.close()

    def readiness(self) -> tuple[bool, list[str]]:
        """Return whether calls can be served usefully, and the lines that say why not or what is degraded."""
        engine = self._engine
        lines: list[str] = []
        if not self._serving or engine is None:
            return False, ["not serving"]
        if not engine.healthy:
            lines.append("state: the last commit failed")
        # An observation may be minutes old, and there may be no other one: --reconcile-interval 0.
        lost = {zone.name for zone in engine.zones if zone.up and self._metrics.lost(zone.name)}
        up = [zone for zone in engine.zones if zone.up and zone.name not in lost]
        lines.extend(f"zone {name}: the connection to its host is lost" for name in sorted(lost))
        lines.extend(f"zone {zone.name}: {zone.detail}" for zone in engine.zones if zone.detail)
        unseen = set(self._settings.zones) - {zone.name for zone in engine.zones}
        lines.extend(f"zone {name}: has not answered yet" for name in sorted(unseen))
        if not up:
            lines.append("no zone is up")
        return engine.healthy and bool(up), lines

    def _assemble(self, store: Store) -> tuple[Engine, Inventory, MachineEncoder, str]:
        """Build the engine over what the store holds and what is offered; return the state's identity too."""
        catalog = self._settings.catalog
        snapshot = store.load()
        if isinstance(self._backend, ClaimingBackend):
            self._backend.claim_as(snapshot.identity)
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
        return engine, inventory, encoder, snapshot.identity

    async def _bind_http(self) -> None:
        """Take the address of the pages, which are served from now on."""
        address = self._settings.metrics_addr
        if not address:
            return
        host, _, port = address.rpartition(":")
        self._http = HttpServer(
            {"/metrics": self._metrics_page, "/healthz": self._health_page, "/readyz": self._ready_page}
        )
        try:
            self.http_port = await self._http.start(host.strip("[]") or None, int(port))
        except (OSError, UnicodeError) as error:
            # The second is for a name that no host can have. A bind's own text would name the address again.
            number = (isinstance(error, OSError) and error.errno) or 0
            reason = os.strerror(number) if number in errno.errorcode else "no such host"
            raise ConfigError(
                f"--metrics-addr: cannot listen on {address} ({reason}); name an "
                "address of this machine with a free port, or give it empty to serve no pages"
            ) from error

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_health(self, healthy: bool) -> None:
        self._healthy = healthy
        self._spawn(self._tell_health())

    async def _tell_health(self) -> None:
        """Set the status that health checks see."""
        if self._serving:
            await self._listener.tell_health(self._healthy)

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
    settings: ServerSettings,
    backend: Backend,
    scope: AbstractAsyncContextManager[object] | None = None,
    *,
    metrics: Metrics | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT, then end in order.

    Args:
        settings: what to serve, and where.
        backend: what the machines are made by.
        scope: held open around the serving; entered when addresses and state are known to be usable.
        metrics: where to count; the one that `backend` counts with, too.

    Raises:
        ProviderError: the provider does not start.
    """
    asyncio.get_running_loop().set_exception_handler(_unexpected)
    ending = Ending()
    server = ProviderServer(settings, backend, metrics=metrics, tracing=tracing_of(os.environ))
    try:
        await server.open()
        heap.settle()
        async with scope or contextlib.nullcontext():
            try:
                await _serve_until(ending, server)
            finally:
                await server.close()
    finally:
        await server.close()


async def _serve_until(ending: Ending, server: ProviderServer) -> None:
    """Start the server and return when the end was asked for, also in the middle of the start."""
    starting = asyncio.create_task(server.start(), name="provider-start")
    stopping = asyncio.create_task(ending.wait(), name="provider-stop")
    try:
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            starting.cancel()
            await asyncio.wait({starting})
        elif starting.exception() is None:
            await stopping
        if not starting.cancelled():
            starting.result()
    finally:
        stopping.cancel()


def _unexpected(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Log what an event loop has nobody to tell of: its fixed text and a type, no traceback."""
    log.error("event loop", message=context.get("message"), type=type(context.get("exception")).__name__)
