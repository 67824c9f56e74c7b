"""Events: what both clients hear of the same happenings, and that silence follows a deregistration."""

import asyncio

from purevirt import EventListener, ServerEvent
from purevirt.rpc.gen.enums import DomainEventID
from tests.live.lifecycle import domain_xml
from tests.live.live import PATIENCE_S, Live
from tests.live.networks import network_xml
from tests.live.plain import fields
from tests.live.query import CONNECTION, HELPERS
from tests.live.rules import NODE_DEVICE_XML, SECRET_XML
from tests.live.storage import pool_xml


async def _heard(events: EventListener, count: int) -> list[ServerEvent]:
    async with asyncio.timeout(PATIENCE_S):
        return [await anext(events) for _ in range(count)]


def _names(heard: list[ServerEvent]) -> set[str]:
    return {event.spec.name for event in heard}


def _callbacks(heard: list[ServerEvent]) -> set[object]:
    """Return the numbers of the registrations that the events are for."""
    return {fields(event.message)[0] for event in heard}


def _contents(heard: list[ServerEvent]) -> list[list[object]]:
    """Return what the events say, but for the registrations."""
    return [fields(event.message)[1:] for event in heard]


async def domain_events(live: Live) -> None:
    """The lifecycle of one domain, as both clients hear it; a filter; and the end of a registration."""
    conn = live.conn
    other = await conn.domain_lookup_by_name("test")
    async with conn.listen() as events, live.comparing():
        await live.ask(HELPERS.listens("domainEventRegisterAny", DomainEventID.LIFECYCLE))
        every = await conn.connect_domain_event_callback_register_any(DomainEventID.LIFECYCLE, None)
        of_other = await conn.connect_domain_event_callback_register_any(DomainEventID.LIFECYCLE, other)
        dom = await conn.domain_define_xml(domain_xml("pv-events"))
        await conn.domain_create(dom)
        await conn.domain_suspend(dom)
        await conn.domain_resume(dom)
        await conn.domain_destroy(dom)
        heard = await _heard(events, 5)
        assert _names(heard) == {"REMOTE_PROC_DOMAIN_EVENT_CALLBACK_LIFECYCLE"}
        assert _callbacks(heard) == {every}
        assert [content for (content,) in _contents(heard)] == await live.ask(HELPERS.heard(5))
        await conn.connect_domain_event_callback_deregister_any(every)
        await conn.domain_suspend(other)
        await conn.domain_resume(other)
        assert _callbacks(await _heard(events, 2)) == {of_other}
        await conn.connect_domain_event_callback_deregister_any(of_other)
    await live.ask(HELPERS.ignores())
    await conn.domain_undefine(dom)


async def old_domain_events(live: Live) -> None:
    """The two older ways to register, whose events do not say for whom they are."""
    conn = live.conn
    dom = await conn.domain_lookup_by_name("test")
    async with conn.listen() as events, live.comparing():
        await live.ask(HELPERS.listens("domainEventRegisterAny", DomainEventID.LIFECYCLE))
        # The reply has a field for the number of registrations, which the daemon leaves at 0.
        assert await conn.connect_domain_event_register() == 0
        await conn.domain_suspend(dom)
        heard = await _heard(events, 1)
        assert _names(heard) == {"REMOTE_PROC_DOMAIN_EVENT_LIFECYCLE"}
        assert [fields(event.message) for event in heard] == await live.ask(HELPERS.heard(1))
        assert await conn.connect_domain_event_deregister() == 0
        await conn.connect_domain_event_register_any(DomainEventID.LIFECYCLE)
        await conn.domain_resume(dom)
        heard = await _heard(events, 1)
        assert [fields(event.message) for event in heard] == await live.ask(HELPERS.heard(1))
        await conn.connect_domain_event_deregister_any(DomainEventID.LIFECYCLE)
    await live.ask(HELPERS.ignores())


async def domain_event_classes(live: Live) -> None:
    """Every class of domain events that a daemon of 9.0.0 has is taken."""
    conn = live.conn
    async with live.comparing():
        for number in (one for one in DomainEventID if one < DomainEventID.NIC_MAC_CHANGE):
            callback = await conn.connect_domain_event_callback_register_any(number, None)
            theirs = await live.ask(HELPERS.listens("domainEventRegisterAny", number))
            assert theirs is True, (number, theirs)
            await conn.connect_domain_event_callback_deregister_any(callback)
    await live.ask(HELPERS.ignores())


async def other_events(live: Live) -> None:
    """Networks, pools, node devices: each is heard as libvirt's own client hears it."""
    conn = live.conn
    async with conn.listen() as events, live.comparing():
        await live.ask(HELPERS.listens("networkEventRegisterAny", 0))
        callback = await conn.connect_network_event_register_any(0, None)
        net = await conn.network_define_xml(network_xml("pvevents"))
        await conn.network_undefine(net)
        await _same(live, events, callback, 2)
        await conn.connect_network_event_deregister_any(callback)
        await live.ask(HELPERS.listens("storagePoolEventRegisterAny", 0))
        callback = await conn.connect_storage_pool_event_register_any(0, None)
        pool = await conn.storage_pool_create_xml(pool_xml("pvevents", "/pvevents"))
        await conn.storage_pool_destroy(pool)
        await _same(live, events, callback, 2)
        await conn.connect_storage_pool_event_deregister_any(callback)
        await live.ask(HELPERS.listens("nodeDeviceEventRegisterAny", 0))
        callback = await conn.connect_node_device_event_register_any(0, None)
        device = await conn.node_device_create_xml(NODE_DEVICE_XML)
        await conn.node_device_destroy(device.name)
        await _same(live, events, callback, 2)
        await conn.connect_node_device_event_deregister_any(callback)
    await live.ask(HELPERS.ignores())


async def secret_events(live: Live) -> None:
    """A secret that comes, changes and goes, on the real daemon; and the close callback's registration."""
    conn = live.conn
    async with conn.listen() as events, live.comparing():
        await live.ask(HELPERS.listens("secretEventRegisterAny", 0))
        await live.ask(HELPERS.listens("secretEventRegisterAny", 1))
        lifecycle = await conn.connect_secret_event_register_any(0, None)
        secret = await conn.secret_define_xml(SECRET_XML)
        await _same(live, events, lifecycle, 1)
        change = await conn.connect_secret_event_register_any(1, secret)
        await conn.secret_set_value(secret, b"new")
        await _same(live, events, change, 1)
        await conn.connect_secret_event_deregister_any(change)
        await conn.secret_undefine(secret)
        await _same(live, events, lifecycle, 1)
        await conn.connect_secret_event_deregister_any(lifecycle)
    await live.ask(HELPERS.ignores())


async def close_callback(live: Live) -> None:
    """Asking to be told of the end of the daemon's own connection is taken, and taken back."""
    conn = live.conn
    await live.accepted(conn.connect_register_close_callback(), HELPERS.notes_its_end())
    await live.accepted(conn.connect_unregister_close_callback(), CONNECTION.unregisterCloseCallback())


async def _same(live: Live, events: EventListener, callback: int, count: int) -> None:
    heard = await _heard(events, count)
    assert _callbacks(heard) == {callback}
    assert _contents(heard) == await live.ask(HELPERS.heard(count))
