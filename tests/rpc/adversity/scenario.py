"""What a client does through the proxy, in both clients; each answer is noted as it comes."""

import asyncio
import contextlib
import hashlib
import itertools
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import purevirt
import purevirt.sync
from purevirt.rpc.gen import procedures, remote

CALLS = 20
CONCURRENT = 8
GUEST_XML = """<domain type='qemu'><name>{}</name><memory unit='MiB'>32</memory>
<os><type arch='x86_64' machine='pc'>hvm</type></os></domain>"""
VOLUME_XML = "<volume><name>{}</name><capacity>{}</capacity></volume>"
_numbers = itertools.count()


@dataclass(frozen=True)
class Scenario:
    """One run.

    Attributes:
        uri: where to.
        size: how much is uploaded and downloaded, in bytes.
        options: for `connect`.
        answers: what came, in order, whatever ends the run.
        name: of the guest and the volume; the daemon may still be busy with those of an earlier run.
    """

    uri: str
    size: int
    options: dict[str, Any]
    answers: list[object] = field(default_factory=list)
    name: str = field(default_factory=lambda: f"adverse-{next(_numbers)}")

    @property
    def guest_xml(self) -> str:
        """A guest to define."""
        return GUEST_XML.format(self.name)

    @property
    def volume_xml(self) -> str:
        """A volume to create."""
        return VOLUME_XML.format(self.name, self.size)

    @property
    def data(self) -> bytes:
        """What is uploaded."""
        return random.Random(self.size).randbytes(self.size)

    def note(self, *answers: object) -> None:
        """Note what came."""
        self.answers.extend(answers)

    def is_own(self, event: object) -> bool:
        """Note what happened to the guest, and return whether it was this run's."""
        own = isinstance(event, remote.DomainEventCallbackLifecycleMsg) and event.msg.dom.name == self.name
        if own:
            assert isinstance(event, remote.DomainEventCallbackLifecycleMsg)
            self.note(event.msg.event)
        return own

    def note_outcomes(self, outcomes: list[Any]) -> None:
        """Note what came at once, or raise the first error."""
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
        self.note(*outcomes)


async def by_asyncio(run: Scenario) -> None:
    """Run it with the asyncio client."""
    async with await purevirt.connect(run.uri, **run.options) as conn:
        for _ in range(CALLS):
            run.note(await conn.connect_get_hostname())
        asks = (conn.connect_get_hostname, conn.connect_get_uri, conn.connect_get_type)
        jobs = [asks[number % 3]() for number in range(CONCURRENT)]
        run.note_outcomes(await asyncio.gather(*jobs, return_exceptions=True))
        given_up = asyncio.create_task(conn.connect_get_capabilities())
        await asyncio.sleep(0)
        given_up.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await given_up
        run.note(await conn.connect_get_type())
        async with conn.events.domain_lifecycle() as events:
            guest = await conn.domain_define_xml(run.guest_xml)
            while not run.is_own(await anext(events)):
                pass
            await conn.domain_undefine(guest)
            while not run.is_own(await anext(events)):
                pass
        pool = await conn.storage_pool_lookup_by_name("default")
        volume = await conn.storage_vol_create_xml(pool, run.volume_xml, 0)
        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, volume, 0, run.size, 0)
            await stream.write(run.data)
            await stream.finish()
        digest = hashlib.sha256()
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, volume, 0, run.size, 0)
            async for piece in stream:
                digest.update(piece)
        run.note(digest.hexdigest())
        await conn.storage_vol_delete(volume, 0)
        run.note("deleted")


def blocking(run: Scenario) -> None:
    """Run it with the blocking client."""
    with purevirt.sync.connect(run.uri, **run.options) as conn:
        for _ in range(CALLS):
            run.note(conn.connect_get_hostname())
        asks = (conn.connect_get_hostname, conn.connect_get_uri, conn.connect_get_type)
        with ThreadPoolExecutor(CONCURRENT) as threads:
            jobs = [threads.submit(_outcome, asks[number % 3]) for number in range(CONCURRENT)]
            run.note_outcomes([job.result() for job in jobs])
        with contextlib.suppress(TimeoutError):
            conn.call(procedures.CONNECT_GET_CAPABILITIES, None, timeout_s=0)
        run.note(conn.connect_get_type())
        with conn.events.domain_lifecycle() as events:
            guest = conn.domain_define_xml(run.guest_xml)
            while not run.is_own(events.next()):
                pass
            conn.domain_undefine(guest)
            while not run.is_own(events.next()):
                pass
        pool = conn.storage_pool_lookup_by_name("default")
        volume = conn.storage_vol_create_xml(pool, run.volume_xml, 0)
        with conn.stream() as stream:
            conn.storage_vol_upload(stream, volume, 0, run.size, 0)
            stream.write(run.data)
            stream.finish()
        digest = hashlib.sha256()
        with conn.stream() as stream:
            conn.storage_vol_download(stream, volume, 0, run.size, 0)
            for piece in stream:
                digest.update(piece)
        run.note(digest.hexdigest())
        conn.storage_vol_delete(volume, 0)
        run.note("deleted")


async def by_blocking(run: Scenario) -> None:
    """Run it with the blocking client, in a thread."""
    await asyncio.to_thread(blocking, run)


CLIENTS = {"asyncio": by_asyncio, "blocking": by_blocking}


def _outcome(function: Callable[[], object]) -> object:
    try:
        return function()
    except Exception as error:  # noqa: BLE001 - looked at where all have come
        return error
