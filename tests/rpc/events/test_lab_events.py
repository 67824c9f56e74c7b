"""Typed events against a libvirtd, a real and the simulated one: every kind, 10,000 in a row, its death."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection, EventStream, Gap, LinkState, Reconnecting, Resync
from purevirt.errors import LibvirtError
from purevirt.rpc.events.table import KINDS
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.enums import DomainEventType
from tests.lab import LabHost
from tests.rpc.peer import PATIENCE_S
from tests.rpc.place import Place

GUEST_XML = """<domain type='qemu'><name>{}</name><memory unit='MiB'>32</memory>
<os><type arch='x86_64' machine='pc'>hvm</type></os></domain>"""
COUNT = 10_000
Lifecycles = EventStream[remote.DomainEventCallbackLifecycleMsg]


@pytest.fixture(scope="module")
def mortal(lab_able: None) -> Iterator[LabHost]:
    """A host of these tests' own, to be killed."""
    with LabHost("events") as running:
        yield running


@asynccontextmanager
async def domain(conn: Connection, xml: str) -> AsyncIterator[remote.Domain]:
    """Run a domain."""
    made = await conn.domain_create_xml(xml)
    try:
        yield made
    finally:
        await conn.domain_destroy(made)


async def upcoming(stream: Lifecycles) -> tuple[str, int] | Gap:
    """Return the next event: which domain, and what happened; or a marker."""
    async with asyncio.timeout(PATIENCE_S):
        event = await anext(stream)
    return event if isinstance(event, Gap) else (event.msg.dom.name, event.msg.event)


async def test_lifecycle(place: Place) -> None:
    """V1, V6, V9: any and one, each once, with calls from within the loop; silence after leaving."""
    suspended, resumed = int(DomainEventType.SUSPENDED), int(DomainEventType.RESUMED)
    async with (
        await purevirt.connect(place.uri) as conn,
        domain(conn, place.xml("typed-a")) as first,
        domain(conn, place.xml("typed-b")) as second,
        conn.events.domain_lifecycle() as every,
        conn.events.domain_lifecycle(first) as same,
    ):
        async with conn.events.domain_lifecycle(first) as one:
            await conn.domain_suspend(second)
            await conn.domain_suspend(first)
            assert await upcoming(every) == ("typed-b", suspended)
            assert await upcoming(one) == await upcoming(same) == ("typed-a", suspended)
            await conn.domain_resume(first)
            assert [await upcoming(every) for _ in range(2)] == [
                ("typed-a", suspended),
                ("typed-a", resumed),
            ]
            assert await upcoming(one) == ("typed-a", resumed)
        await same.close()
        await conn.domain_suspend(first)
        assert await upcoming(every) == ("typed-a", suspended)
        assert conn.events.dropped_count == 0, "the daemon had forgotten the registration"


async def test_cancelled_at_any_moment(place: Place) -> None:
    """However far a registration is when its subscriber is cancelled, the daemon sends nothing after it."""
    async with (
        await purevirt.connect(place.uri) as conn,
        domain(conn, place.xml("typed-cancelled")) as dom,
        conn.listen() as raw,
    ):

        async def subscribe() -> None:
            async with conn.events.domain_lifecycle(dom) as events:
                await anext(events)

        for turns in range(90):
            subscribing = asyncio.create_task(subscribe())
            for _ in range(turns % 30):
                await asyncio.sleep(0)
            subscribing.cancel()
            await asyncio.gather(subscribing, return_exceptions=True)
        async with conn.events.domain_lifecycle(dom) as events:
            await conn.domain_suspend(dom)
            assert await upcoming(events) == ("typed-cancelled", DomainEventType.SUSPENDED)
        assert (await anext(raw)).message is not None
        await conn.domain_resume(dom)
        assert await conn.connect_get_hostname() == place.name
        assert not raw._queue, "one registration was left behind"


async def test_every_kind_is_taken(place: Place) -> None:
    """All that a daemon of 9.0.0 has are registered at once, and taken back; V4 for those it has not."""
    async with await purevirt.connect(place.qemu_uri) as conn:
        for _ in range(2):
            streams, refused = [], []
            for kind in KINDS:
                stream = getattr(conn.events, kind.name)()
                try:
                    await stream.__aenter__()
                except LibvirtError as error:
                    refused.append((kind.name, error.code))
                else:
                    streams.append(stream)
            assert {name for name, _ in refused} <= {"domain_nic_mac_change", "network_metadata_change"}
            assert {code for _, code in refused} <= {1}
            assert len(streams) + len(refused) == len(KINDS)
            for stream in streams:
                await stream.close()
        assert await conn.connect_get_hostname() == place.name


async def test_other_objects(place: Place) -> None:
    """A secret's coming and going; a network's: each kind has numbers of its own, which meet."""
    async with (
        await purevirt.connect(place.qemu_uri) as conn,
        conn.events.secret_lifecycle() as secrets,
        conn.events.domain_lifecycle() as domains,
        conn.events.network_lifecycle() as networks,
    ):
        secret = await conn.secret_define_xml("<secret ephemeral='yes' private='no'></secret>")
        async with conn.events.secret_value_changed(secret) as changes:
            await conn.secret_set_value(secret, b"new")
            changed = await anext(changes)
            assert not isinstance(changed, Gap)
            assert changed.secret.uuid == secret.uuid
        await conn.secret_undefine(secret)
        seen = [event for event in [await anext(secrets), await anext(secrets)] if not isinstance(event, Gap)]
        assert [event.event for event in seen] == [0, 1]
        net = await conn.network_define_xml("<network><name>typed</name><bridge name='typed0'/></network>")
        await conn.network_undefine(net)
        told = await anext(networks)
        assert not isinstance(told, Gap)
        assert (told.net.name, told.event) == ("typed", 0)
        guest = await conn.domain_define_xml(GUEST_XML.format("typed-guest"))
        await conn.domain_undefine(guest)
        assert [await upcoming(domains) for _ in range(2)] == [
            ("typed-guest", DomainEventType.DEFINED),
            ("typed-guest", DomainEventType.UNDEFINED),
        ]


@pytest.mark.real("a simulated QEMU has no events of its own")
async def test_monitor_events(place: Place) -> None:
    """QEMU's own events, by exact name and by pattern."""
    async with (
        await purevirt.connect(place.qemu_uri) as conn,
        domain(conn, GUEST_XML.format("monitored")) as guest,
        conn.events.qemu_monitor(guest, "STOP") as stops,
        conn.events.qemu_monitor(None, "^(stop|resume)$", regex=True, ignore_case=True) as both,
    ):
        await conn.domain_suspend(guest)
        await conn.domain_resume(guest)
        events = [await anext(both), await anext(both), await anext(stops)]
        assert [event.event for event in events if not isinstance(event, Gap)] == ["STOP", "RESUME", "STOP"]


async def test_ten_thousand_events(place: Place) -> None:
    """V8: a consumer that keeps up sees all, one that sleeps a bounded number and how many it missed."""
    async with (
        await purevirt.connect(place.uri) as conn,
        await purevirt.connect(place.uri) as other,
        domain(other, place.xml("busy")) as busy,
        conn.events.domain_lifecycle(busy) as keeper,
        conn.events.domain_lifecycle(busy, max_events=50) as sleeper,
    ):
        expected = [DomainEventType.SUSPENDED, DomainEventType.RESUMED] * (COUNT // 2)
        most = 0

        async def keep_up() -> list[int]:
            nonlocal most
            seen: list[int] = []
            while len(seen) < COUNT:
                event = await anext(keeper)
                assert not isinstance(event, Gap)
                seen.append(event.msg.event)
                most = max(most, len(sleeper._subscriber._queue))  # type: ignore[attr-defined] # inside
            return seen

        keeping = asyncio.create_task(keep_up())
        for _ in range(COUNT // 2):
            await other.domain_suspend(busy)
            await other.domain_resume(busy)
        assert await keeping == expected
        assert keeper.dropped_count == 0
        assert await anext(sleeper) == Gap(COUNT - 50)
        assert [(await upcoming(sleeper)) for _ in range(50)] == [("busy", kind) for kind in expected[-50:]]
        assert most == 50


def test_the_blocking_client(place: Place) -> None:
    """The same events as an iterator, with a bound on the time."""
    with purevirt.sync.connect(place.uri) as conn:
        made = conn.domain_create_xml(place.xml("typed-sync"))
        with conn.events.domain_lifecycle(made) as events:
            conn.domain_suspend(made)
            for event in events:
                assert not isinstance(event, Gap)
                assert event.msg.event == DomainEventType.SUSPENDED
                conn.domain_resume(made)
                break
            event = events.next(PATIENCE_S)
            assert not isinstance(event, Gap)
            assert event.msg.event == DomainEventType.RESUMED
            with pytest.raises(TimeoutError):
                events.next(0)
        conn.domain_destroy(made)


@pytest.mark.lab
async def test_a_daemon_that_is_killed(mortal: LabHost) -> None:
    """kill -9: within 5 s of the daemon's return there are a connection, the registration, and a resync."""
    link = Reconnecting(mortal.uri)
    async with link, link.events.domain_lifecycle() as events:
        for round_ in range(3):
            name = f"mortal-{round_}"
            await asyncio.to_thread(mortal.restart, kill=True)
            async with asyncio.timeout(5.0):
                marker = await upcoming(events)
            assert marker == Resync()
            assert link.state is LinkState.CONNECTED
            xml = GUEST_XML.format(name)
            guest = await link.call(lambda conn, xml=xml: conn.domain_define_xml(xml))  # type: ignore[misc] # a bound default
            assert await upcoming(events) == (name, DomainEventType.DEFINED)
            await link.call(lambda conn, guest=guest: conn.domain_undefine(guest))  # type: ignore[misc] # as above
            assert await upcoming(events) == (name, DomainEventType.UNDEFINED)
