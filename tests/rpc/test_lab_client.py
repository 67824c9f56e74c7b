"""Both shells against a libvirtd, a real and the simulated one: calls, errors, events, large replies."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import (
    ConnectError,
    EncodeError,
    LibvirtError,
    NoDomain,
    OperationDenied,
    PurevirtError,
    UnsupportedProcedure,
)
from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.procedure import ProcedureSpec
from tests.rpc.place import Place

UNKNOWN: ProcedureSpec[None, None] = ProcedureSpec(
    0x20008086, 1, 9999, "REMOTE_PROC_NO_SUCH_THING", None, None
)


async def test_asyncio_client(place: Place) -> None:
    """Greeting, a call, a list, and an error with its class and fields (E2, P32)."""
    async with await purevirt.connect(place.uri) as conn:
        assert conn.uri == place.driver_uri
        assert await conn.connect_get_hostname() == place.name
        listed = await conn.connect_list_all_domains(1, 0)
        assert "test" in [dom.name for dom in listed.domains]
        domain = await conn.domain_lookup_by_name("test")
        assert await conn.domain_get_xml_desc(domain, 0)
        with pytest.raises(NoDomain) as caught:
            await conn.domain_lookup_by_name("unknown procedure: x")
        assert (caught.value.code, caught.value.procedure) == (42, "REMOTE_PROC_DOMAIN_LOOKUP_BY_NAME")
        with pytest.raises(NoDomain):
            await conn.domain_get_info(remote.Domain(name=domain.name, uuid=bytes(16), id=domain.id))


def test_blocking_client(place: Place) -> None:
    """The same, and sixteen threads at once (K8)."""
    with purevirt.sync.connect(place.uri) as conn:
        assert conn.uri == place.driver_uri
        domain = conn.domain_lookup_by_name("test")
        with pytest.raises(NoDomain):
            conn.domain_lookup_by_name("nobody")
        with ThreadPoolExecutor(16) as pool:
            infos = list(pool.map(lambda _: conn.domain_get_info(domain).max_mem, range(400)))
        assert len(infos) == 400
        assert len(set(infos)) == 1


@pytest.mark.parametrize("client", ["asyncio", "blocking"])
def test_a_call_for_each(place: Place, client: str) -> None:
    """K9, E2: hundreds behind one another, as many as the daemon works on at once; one that fails is an error
    in its place."""
    asked = [remote.DomainLookupByNameArgs(name) for name in ["test"] * 300 + ["nobody"] + ["test"] * 300]
    lookup = procedures.DOMAIN_LOOKUP_BY_NAME

    async def by_asyncio() -> list[remote.DomainLookupByNameRet | PurevirtError]:
        async with await purevirt.connect(place.uri) as conn:
            return await conn.call_each(lookup, asked)

    if client == "asyncio":
        results = asyncio.run(by_asyncio())
    else:
        with purevirt.sync.connect(place.uri) as conn:
            results = conn.call_each(lookup, asked)
    assert isinstance(results.pop(300), NoDomain)
    names = [one.dom.name for one in results if isinstance(one, remote.DomainLookupByNameRet)]
    assert names == ["test"] * 600


async def test_what_the_node_is(place: Place) -> None:
    """P28: the model is 32 characters of a word each on the wire, and comes as the bytes that they spell."""
    async with await purevirt.connect(place.uri) as conn:
        node = await conn.node_get_info()
    assert len(node.model) == 32
    # the test driver has a model of its own
    assert node.model.rstrip(b"\0") == (b"i686" if place.domain_type == "test" else b"x86_64")
    assert node.cpus == node.nodes * node.sockets * node.cores * node.threads


async def test_the_daemon_chooses(place: Place) -> None:
    """U20: with an empty name the daemon opens what it likes, and says what that was."""
    uri = f"remote+unix:///?socket={place.socket_path}"
    async with await purevirt.connect(uri) as conn:
        assert conn.uri == "qemu:///system"


async def test_an_unknown_procedure(place: Place) -> None:
    """E4: UnsupportedProcedure, from the daemon's code and domain, and the connection goes on."""
    async with await purevirt.connect(place.uri) as conn:
        with pytest.raises(UnsupportedProcedure, match="9999"):
            await conn._call(UNKNOWN, None)
        assert await conn.connect_get_hostname() == place.name


async def test_readonly(place: Place) -> None:
    """E12: what a read-only connection may not do is a PermissionError."""
    async with await purevirt.connect(place.uri, readonly=True) as conn:
        domain = await conn.domain_lookup_by_name("test")
        with pytest.raises(OperationDenied) as caught:
            await conn.domain_destroy(domain)
        assert isinstance(caught.value, PermissionError)


async def test_an_unknown_event(place: Place) -> None:
    """V4: refused by the daemon."""
    async with await purevirt.connect(place.uri) as conn:
        with pytest.raises(LibvirtError, match="event"):
            await conn.connect_domain_event_callback_register_any(9999, None)


async def test_an_uri_of_no_driver(place: Place) -> None:
    """A daemon's refusal to open is its own error, not a lost connection."""
    with pytest.raises(LibvirtError) as caught:
        await purevirt.connect(f"bhyve+unix:///system?socket={place.socket_path}")
    assert not isinstance(caught.value, ConnectError)


async def test_lifecycle_events(place: Place) -> None:
    """P14, V1, V6: registered twice, each event comes once for each; after the deregistration none does."""
    kind = enums.DomainEventID.LIFECYCLE
    async with await purevirt.connect(place.uri) as conn, conn.listen() as listener:
        domain = await conn.domain_create_xml(place.xml("rpc-events"), 0)
        every = await conn.connect_domain_event_callback_register_any(kind, None)
        one = await conn.connect_domain_event_callback_register_any(kind, domain)
        await conn.domain_suspend(domain)
        seen = []
        for _ in range(2):
            event = await anext(listener)
            assert event.spec is procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE
            assert isinstance(event.message, remote.DomainEventCallbackLifecycleMsg)
            assert event.message.msg.dom.name == "rpc-events"
            assert event.message.msg.event == enums.DomainEventType.SUSPENDED
            seen.append(event.message.callback_id)
        assert sorted(seen) == sorted([every, one])
        await conn.connect_domain_event_callback_deregister_any(one)
        await conn.domain_resume(domain)
        event = await anext(listener)
        assert isinstance(event.message, remote.DomainEventCallbackLifecycleMsg)
        assert event.message.callback_id == every
        await conn.connect_domain_event_callback_deregister_any(every)
        await conn.domain_destroy(domain)
        assert await conn.connect_get_hostname() == place.name
        assert not listener._queue
        with pytest.raises(LibvirtError, match="not registered"):
            await conn.connect_domain_event_callback_deregister_any(every)


async def test_large_replies_and_arguments(place: Place) -> None:
    """P31, P23, P24: a list of 28 MB to both clients at once; 4 MiB of text is the longest argument."""
    names = [f"rpc-large-{number}-{'x' * 1_000_000}" for number in range(28)]
    async with await purevirt.connect(place.uri) as conn:
        # a definition would be a file, which has no such name
        domains = [await conn.domain_create_xml(place.xml(name)) for name in names]
        try:
            listed, same = await asyncio.gather(
                conn.connect_list_all_domains(1, 0), asyncio.to_thread(list_blocking, place.uri)
            )
            assert set(names) <= {domain.name for domain in listed.domains}
            assert {domain.name for domain in listed.domains} == {domain.name for domain in same}
        finally:
            for domain in domains:
                await conn.domain_destroy(domain)
        with pytest.raises(NoDomain):
            await conn.domain_lookup_by_name("x" * 4_194_304)
        with pytest.raises(EncodeError):
            await conn.domain_lookup_by_name("x" * 4_194_305)


def list_blocking(uri: str) -> list[remote.Domain]:
    """Return the domains as the blocking client sees them."""
    with purevirt.sync.connect(uri) as conn:
        return conn.connect_list_all_domains(1, 0).domains


async def test_serials_wrap(place: Place) -> None:
    """P17: the daemon echoes the highest serial and the one after it, and each finds its call."""
    async with await purevirt.connect(place.uri) as conn:
        conn._wire.session._serial = 0xFFFF_FFFD
        names = await asyncio.gather(*(conn.connect_get_hostname() for _ in range(6)))
        assert names == [place.name] * 6
        assert conn._wire.session._serial == 4


async def test_pings_are_answered(place: Place) -> None:
    """K2: libvirtd answers our pings for as long as we like."""
    async with await purevirt.connect(place.uri, keepalive_interval_s=0.01, keepalive_count=500) as conn:
        core = conn._wire
        heard = asyncio.Event()
        original = core.session.receive_data
        count = 0

        def receive_data(data: bytes, now: float) -> object:
            nonlocal count
            count += 1
            if count == 5:
                heard.set()
            return original(data, now)

        core.session.receive_data = receive_data  # type: ignore[method-assign, assignment] # watched
        await heard.wait()
        assert conn.is_open


async def test_no_daemon(tmp_path: Path) -> None:
    """The error for a host without libvirt."""
    with pytest.raises(ConnectError, match="no libvirt socket"):
        await purevirt.connect(f"qemu:///system?socket={tmp_path}/sock")
