"""Who registers for what, and what is told."""

from collections.abc import AsyncIterator

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc.gen import enums, procedures, remote
from tests.simulator.contract.daemon import NOT_THERE, OWN_WORDS, Daemon, defined, refused, text

_Event = enums.DomainEventType
_TRACKED = (8, 0, "invalid argument: event callback already tracked")


@pytest.fixture
async def other(daemon: Daemon) -> AsyncIterator[Connection]:
    """A connection of its own, so that its registrations end with the test."""
    async with await purevirt.connect(daemon.uri) as connection:
        yield connection


async def test_registrations_are_numbered(other: Connection) -> None:
    """Each gets the next number; a second one for the same event and object is refused (CASES V1)."""
    register = other.connect_domain_event_callback_register_any
    numbers = [await register(number, None) for number in range(27)]
    assert numbers == list(range(numbers[0], numbers[0] + 27))
    assert await refused(register(0, None)) == _TRACKED


@pytest.mark.parametrize("number", [9999, -1])
async def test_unknown_events(other: Connection, number: int) -> None:
    """CASES V4."""
    call = other.connect_domain_event_callback_register_any(number, None)
    assert await refused(call) == (1, 7, f"internal error: unsupported event ID {number}")


async def test_styles_do_not_mix(other: Connection) -> None:
    """CASES V3: whichever came first stands, and the older call takes the newer registration back too."""
    number = await other.connect_domain_event_callback_register_any(0, None)
    assert await refused(other.connect_domain_event_register()) == _TRACKED
    assert await refused(other.connect_domain_event_register_any(0)) == _TRACKED
    assert await other.connect_domain_event_deregister() == 0
    gone = (1, 7, f"internal error: domain event callback {number} not registered")
    assert await refused(other.connect_domain_event_callback_deregister_any(number)) == gone


async def test_older_registrations(other: Connection) -> None:
    """They stop at the events of their time, and are taken back by event."""
    await other.connect_domain_event_register()
    assert await refused(other.connect_domain_event_register()) == _TRACKED
    assert await refused(other.connect_domain_event_callback_register_any(0, None)) == _TRACKED
    await other.connect_domain_event_register_any(1)
    late = (1, 7, "internal error: unsupported event ID 20")
    assert await refused(other.connect_domain_event_register_any(20)) == late
    await other.connect_domain_event_deregister()
    await other.connect_domain_event_deregister_any(1)
    for number, call in (
        (0, other.connect_domain_event_deregister()),
        (1, other.connect_domain_event_deregister_any(1)),
    ):
        assert await refused(call) == (1, 7, f"internal error: domain event {number} not registered")


async def test_deregistration_of_nothing(other: Connection) -> None:
    """Each kind of objects says so in its words, but for secrets, which have those of node devices."""
    for call, what in (
        (other.connect_domain_event_callback_deregister_any(999), "domain"),
        (other.connect_network_event_deregister_any(999), "network"),
        (other.connect_secret_event_deregister_any(999), "node device"),
        (other.connect_storage_pool_event_deregister_any(999), "storage pool"),
        (other.connect_node_device_event_deregister_any(999), "node device"),
    ):
        assert await refused(call) == (1, 7, f"internal error: {what} event callback 999 not registered")


@pytest.mark.qemu(NOT_THERE)
async def test_other_kinds_register(other: Connection) -> None:
    """Networks, pools, node devices and secrets count for themselves, and know few events."""
    assert await other.connect_network_event_register_any(0, None) >= 0
    assert await refused(other.connect_network_event_register_any(0, None)) == _TRACKED
    unknown = (1, 7, "internal error: unsupported network event ID 9")
    assert await refused(other.connect_network_event_register_any(9, None)) == unknown
    first = await other.connect_storage_pool_event_register_any(0, None)
    assert await other.connect_storage_pool_event_register_any(1, None) == first + 1
    assert await other.connect_node_device_event_register_any(0, None) >= 0
    first = await other.connect_secret_event_register_any(0, None)
    assert await other.connect_secret_event_register_any(1, None) == first + 1
    unknown = (1, 7, "internal error: unsupported secret event ID 2")
    assert await refused(other.connect_secret_event_register_any(2, None)) == unknown


async def test_close_callback_is_idempotent(other: Connection) -> None:
    """Asked for twice and taken back twice (CASES V11)."""
    for _ in range(2):
        await other.connect_register_close_callback()
    for _ in range(2):
        await other.connect_unregister_close_callback()


@pytest.mark.qemu(OWN_WORDS)
async def test_life_is_told(conn: Connection, other: Connection, daemon: Daemon) -> None:
    """What happens to a domain from its definition to its end, in both styles, in this order."""
    name = daemon.name()
    await conn.connect_domain_event_callback_register_any(0, None)
    await other.connect_domain_event_register()
    seen: list[list[tuple[int, int]]] = []
    async with conn.listen() as newer, other.listen() as older:
        domain = await conn.domain_define_xml(daemon.xml(name))
        same = daemon.xml(name, f"<uuid>{text(domain)}</uuid>")
        await conn.domain_define_xml(same)
        await conn.domain_create(domain)
        await conn.domain_suspend(domain)
        await conn.domain_resume(domain)
        await conn.domain_destroy(domain)
        await conn.domain_rename(domain, daemon.name("renamed"))
        await conn.domain_undefine(domain)
        for listener in (newer, older):
            told: list[tuple[int, int]] = []
            async for event in listener:
                message = event.message
                if isinstance(message, remote.DomainEventCallbackLifecycleMsg):
                    message = message.msg
                if not isinstance(message, remote.DomainEventLifecycleMsg) or message.dom.uuid != domain.uuid:
                    continue
                # QEMU may say that it was told to end before it has
                if message.event != _Event.SHUTDOWN:
                    told.append((message.event, message.detail))
                if (message.event, message.detail) == (_Event.UNDEFINED, 0):
                    break
            seen.append(told)
    expected = [
        (_Event.DEFINED, 0),
        (_Event.DEFINED, 1),
        (_Event.RESUMED, 0),
        (_Event.STARTED, 0),
        (_Event.SUSPENDED, 0),
        (_Event.RESUMED, 0),
        (_Event.STOPPED, 1),
        (_Event.UNDEFINED, 1),
        (_Event.DEFINED, 2),
        (_Event.UNDEFINED, 0),
    ]
    assert seen == [expected, expected]


async def test_one_domain_is_told_of(conn: Connection, other: Connection, daemon: Daemon) -> None:
    """A registration for one domain is told of no other, and one for all of both (CASES V1)."""
    one, two = await defined(conn, daemon), await defined(conn, daemon)
    register = other.connect_domain_event_callback_register_any
    number, of_all = await register(23, one), await register(23, None)
    async with other.listen() as events:
        for domain in (two, one):
            await conn.domain_set_metadata(domain, 1, "T", None, None)
        found = []
        async for event in events:
            message = event.message
            assert isinstance(message, remote.DomainEventCallbackMetadataChangeMsg)
            found.append((message.callback_id, message.dom.name, message.type, message.nsuri))
            if len(found) == 3:
                break
    assert sorted(found) == sorted(
        [(of_all, two.name, 1, None), (number, one.name, 1, None), (of_all, one.name, 1, None)]
    )


@pytest.mark.qemu(OWN_WORDS)
async def test_events_have_serial_one(daemon: Daemon, conn: Connection) -> None:
    """CASES P14: events are messages with serial 1, whatever the protocol's comment says."""
    from tests.simulator.contract.domains.test_connecting import call, opened

    domain = await defined(conn, daemon)
    found = await opened(
        daemon,
        call(
            procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
            7,
            remote.ConnectDomainEventCallbackRegisterAnyArgs(23, domain),
        ),
        call(
            procedures.DOMAIN_SET_METADATA,
            8,
            remote.DomainSetMetadataArgs(dom=domain, type=1, metadata="T", key=None, uri=None, flags=0),
        ),
        answers=3,
    )
    event = found[0]
    spec = procedures.DOMAIN_EVENT_CALLBACK_METADATA_CHANGE
    assert (event.program, event.procedure, event.type, event.serial) == (spec.program, spec.number, 2, 1)


@pytest.mark.qemu(OWN_WORDS)
@pytest.mark.parametrize("flags", [0, 1])
async def test_end_is_told(conn: Connection, other: Connection, daemon: Daemon, flags: int) -> None:
    """A domain whose plug is pulled, paused or not, shuts down at the host's wish, and has stopped then."""
    domain = await defined(conn, daemon)
    await conn.domain_create_with_flags(domain, flags)
    async with other.events.domain_lifecycle(domain) as events:
        await conn.domain_destroy(domain)
        told = await _told(events, _Event.STOPPED)
    # a real QEMU may be gone before libvirt has heard it
    assert told == [(_Event.SHUTDOWN, 2), (_Event.STOPPED, 1)] or (
        told == [(_Event.STOPPED, 1)] and daemon.kind == "real"
    )


@pytest.mark.qemu(OWN_WORDS)
@pytest.mark.parametrize("is_paused", [False, True])
async def test_return_from_saved_memory_is_told(
    conn: Connection, other: Connection, daemon: Daemon, is_paused: bool
) -> None:
    """It is started from what was saved, and then goes on, or stays paused as it was."""
    domain = await defined(conn, daemon)
    await conn.domain_create_with_flags(domain, int(is_paused))
    await conn.domain_managed_save(domain)
    last = (_Event.SUSPENDED, 4) if is_paused else (_Event.RESUMED, 2)
    async with other.events.domain_lifecycle(domain) as events:
        await conn.domain_create(domain)
        assert await _told(events, last[0]) == [(_Event.STARTED, 2), last]


async def _told(events: AsyncIterator[object], last: int) -> list[tuple[int, int]]:
    """Return the events of a domain's life up to one of a kind."""
    told: list[tuple[int, int]] = []
    async for event in events:
        assert isinstance(event, remote.DomainEventCallbackLifecycleMsg)
        told.append((event.msg.event, event.msg.detail))
        if event.msg.event == last:
            break
    return told
