"""The simulated daemon as a program: where it listens, how it ends, what it does with faulty handlers."""

import asyncio
import os
import ssl
from pathlib import Path
from typing import Any

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection
from purevirt.errors import ConnectionLost, LibvirtError
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import (
    DropConnection,
    Host,
    Machine,
    Settings,
    SimulatedError,
    populate,
    server_context,
)
from purevirt.testing.simulator.client import Client
from tests.lab.pki import Pki


async def test_clients_by_socket_and_memory() -> None:
    """Both see the same host; at the end nothing is left of them, or of the daemon."""
    before = asyncio.all_tasks()
    async with SimulatedLibvirtd(machine=Machine(hostname="here")) as sim:
        socket = sim.socket
        async with (
            await purevirt.connect(sim.uri) as one,
            await purevirt.connect_stream(sim.open_memory(), "qemu:///system") as two,
        ):
            assert await one.connect_get_hostname() == await two.connect_get_hostname() == "here"
            assert sim.client_count == 2
    assert asyncio.all_tasks() == before
    assert not socket.exists()
    assert not socket.parent.exists()


async def test_end_of_the_daemon_is_seen_by_its_clients() -> None:
    """They lose their connections, with the call that was under way."""
    async with SimulatedLibvirtd() as sim:
        never = asyncio.Event()

        async def wait(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
            await never.wait()
            raise AssertionError

        sim.registry.override(procedures.CONNECT_GET_HOSTNAME, wait)
        conn = await purevirt.connect(sim.uri)
        call = asyncio.create_task(conn.connect_get_hostname())
        await conn.connect_get_type()
        await sim.stop()
        with pytest.raises(ConnectionLost):
            await call
        await conn.close()


async def test_restart_keeps_the_host(tmp_path: Path) -> None:
    """Domains outlive the daemon, and so do those that run."""
    sim = SimulatedLibvirtd(tmp_path / "sock")
    populate(sim.host, 3, running=1)
    for _ in range(2):
        async with sim, await purevirt.connect(sim.uri) as conn:
            found = (await conn.connect_list_all_domains(1)).domains
            assert [domain.id for domain in found] == [1, -1, -1]


async def test_seed_decides_what_is_made_up() -> None:
    """The same seed makes the same UUIDs and addresses, another one others."""
    made = []
    for seed in (1, 1, 2):
        async with SimulatedLibvirtd(seed=seed) as sim, await purevirt.connect(sim.uri) as conn:
            xml = "<domain type='qemu'><name>x</name><memory>1</memory><os><type>hvm</type></os>"
            made.append(await conn.domain_define_xml(f"{xml}</domain>"))
    assert made[0] == made[1] != made[2]


async def test_tls(tmp_path: Path) -> None:
    """The client is welcomed by one byte inside TLS, and both sides are known to each other."""
    pki = Pki(tmp_path)
    folder = pki.server()
    context = server_context(folder / "servercert.pem", folder / "serverkey.pem", client_ca=pki.ca_path)
    async with SimulatedLibvirtd(tls=context) as sim:
        uri = f"qemu+tls://localhost:{sim.tls_port}/system?pkipath={pki.client()}"
        async with await purevirt.connect(uri) as conn:
            assert await conn.connect_get_type() == "QEMU"
            names = [conn.connect_get_hostname() for _ in range(8)]
            assert len(set(await asyncio.gather(*names))) == 1


def test_blocking_clients() -> None:
    """The daemon has a thread of its own; its model is looked at from there."""
    with SimulatedLibvirtd().in_thread() as sim, purevirt.sync.connect(sim.uri) as conn:
        assert conn.connect_get_type() == "QEMU"
        assert sim.run(lambda: sim.client_count) == 1
        sim.run(lambda: populate(sim.host, 5))
        assert len(conn.connect_list_defined_domains(10)) == 5


async def test_handlers_can_be_replaced() -> None:
    """A test's own function answers, refuses, or hangs up."""
    async with SimulatedLibvirtd() as sim:

        def answer(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
            return remote.ConnectGetHostnameRet(hostname="mine")

        def refuse(host: Host, client: Client, args: None) -> remote.ConnectGetTypeRet:
            raise SimulatedError(ErrorNumber.OPERATION_FAILED, ErrorDomain.QEMU, "not today")

        def hang_up(host: Host, client: Client, args: None) -> remote.ConnectGetVersionRet:
            raise DropConnection

        sim.registry.override(procedures.CONNECT_GET_HOSTNAME, answer)
        sim.registry.override(procedures.CONNECT_GET_TYPE, refuse)
        sim.registry.override(procedures.CONNECT_GET_VERSION, hang_up)
        async with await purevirt.connect(sim.uri) as conn:
            assert await conn.connect_get_hostname() == "mine"
            with pytest.raises(LibvirtError, match="operation failed: not today"):
                await conn.connect_get_type()
            with pytest.raises(ConnectionLost):
                await conn.connect_get_version()


async def test_a_broken_handler_is_told_to_the_test() -> None:
    """The client gets an internal error, and whoever runs the daemon the exception itself."""

    def broken(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
        raise KeyError("oops")

    sim = SimulatedLibvirtd()
    sim.registry.override(procedures.CONNECT_GET_HOSTNAME, broken)
    await sim.__aenter__()
    async with await purevirt.connect(sim.uri) as conn:
        with pytest.raises(LibvirtError) as refusal:
            await conn.connect_get_hostname()
        assert refusal.value.code == ErrorNumber.INTERNAL_ERROR
        assert await conn.connect_get_type() == "QEMU"
    with pytest.raises(ExceptionGroup) as caught:
        await sim.__aexit__(None, None, None)
    assert caught.group_contains(KeyError)


async def test_a_test_that_fails_is_told_why_the_daemon_did() -> None:
    """A mistake in a test's own function is in the call's error, and with its place in a note on it."""

    def mistaken(args: Any) -> bool:
        return bool(args.nmae)

    async def run() -> None:
        async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as conn:
            sim.faults.drop(procedures.DOMAIN_LOOKUP_BY_NAME, when=mistaken)
            await conn.domain_lookup_by_name("x")

    with pytest.raises(LibvirtError, match="_LOOKUP_BY_NAME failed: AttributeError") as caught:
        await run()
    (note,) = caught.value.__notes__
    assert "libvirtd before: 1, the first:\n" in note
    assert "in mistaken" in note


async def test_unknown_procedures_are_unknown() -> None:
    """What is not simulated is answered as what there is not (CASES E4)."""
    async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as conn:
        with pytest.raises(LibvirtError, match="unknown procedure: 220") as caught:
            await conn.interface_change_begin()
        assert (caught.value.code, caught.value.domain) == (39, 7)


async def test_keepalive_gives_up_a_client_that_is_busy_with_five_calls() -> None:
    """CASES K8: with five calls under way pongs are not seen, and a healthy client is cut."""
    settings = Settings(keepalive_interval_s=0.05, keepalive_count=1)
    async with SimulatedLibvirtd(settings=settings) as sim:
        never = asyncio.Event()

        async def wait(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
            await never.wait()
            raise AssertionError

        sim.registry.override(procedures.CONNECT_GET_HOSTNAME, wait)
        async with await purevirt.connect(sim.uri, max_calls=5) as conn:
            calls = [conn.connect_get_hostname() for _ in range(5)]
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert all(isinstance(one, ConnectionLost) for one in results)


async def _booted(conn: Connection) -> remote.Domain:
    xml = (
        "<domain type='qemu'><name>guest</name><memory>65536</memory><os><type>hvm</type></os><devices>"
        "<interface type='network'><source network='default'/></interface>"
        "<channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel></devices>"
        "</domain>"
    )
    domain = await conn.domain_define_xml(xml)
    async with conn.events.domain_agent_lifecycle() as events:
        await conn.domain_create(domain)
        async for event in events:
            assert isinstance(event, remote.DomainEventCallbackAgentLifecycleMsg)
            assert event.state == 1
            break
    return await conn.domain_lookup_by_name("guest")


async def test_guest_boots_gets_an_address_and_obeys_its_power_button() -> None:
    """Its agent connects after its boot time, the network leases an address, and it shuts itself down."""
    async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as conn:
        domain = await _booted(conn)
        network = await conn.network_lookup_by_name("default")
        (lease,) = (await conn.network_get_dhcp_leases(network, None)).leases
        (interface,) = await conn.domain_interface_addresses(domain, 0)
        assert (lease.ipaddr, lease.hostname, lease.mac) == ("192.168.122.2", "guest", interface.hwaddr)
        assert [(one.addr, one.prefix) for one in interface.addrs] == [("192.168.122.2", 24)]
        assert "state='connected'" in await conn.domain_get_xml_desc(domain)
        async with conn.events.domain_lifecycle(domain) as events:
            await conn.domain_shutdown(domain)
            told = []
            async for event in events:
                assert isinstance(event, remote.DomainEventCallbackLifecycleMsg)
                told.append((event.msg.event, event.msg.detail))
                if len(told) == 2:
                    break
        assert told == [(6, 1), (5, 0)]
        state = await conn.domain_get_state(domain)
        assert (state.state, state.reason) == (5, 1)


def test_context_needs_a_certificate(tmp_path: Path) -> None:
    """A file that makes no sense is refused when the context is made."""
    (tmp_path / "bad.pem").write_text("nothing")
    with pytest.raises(ssl.SSLError):
        server_context(tmp_path / "bad.pem", tmp_path / "bad.pem")


async def test_reboot_of_the_host() -> None:
    """What runs or is transient is gone, what starts with the host runs; clients are cut off."""
    xml = "<domain type='qemu'><name>{}</name><memory>65536</memory><os><type>hvm</type></os></domain>"
    async with SimulatedLibvirtd() as sim:
        uri = sim.uri
        async with await purevirt.connect(uri) as conn:
            plain = await conn.domain_define_xml(xml.format("plain"))
            auto = await conn.domain_define_xml(xml.format("auto"))
            await conn.domain_set_autostart(auto, 1)
            for domain in (plain, auto):
                await conn.domain_create(domain)
            await conn.domain_create_xml(xml.format("transient"))
            await sim.reboot_host()
            with pytest.raises(ConnectionLost):
                await conn.connect_get_type()
        assert sim.uri == uri
        async with await purevirt.connect(uri) as conn:
            found = {one.name: one.id for one in (await conn.connect_list_all_domains(1)).domains}
            assert found == {"plain": -1, "auto": 1}
            state = await conn.domain_get_state(plain)
            assert (state.state, state.reason) == (5, 0)
            network = await conn.network_lookup_by_name("default")
            assert await conn.network_is_active(network) == 1


async def test_clients_that_vanish_leave_nothing() -> None:
    """In the middle of a frame, of a stream, and with registrations: no task, no socket stays."""

    async def left() -> tuple[int, int]:
        return len(asyncio.all_tasks()), len(await asyncio.to_thread(os.listdir, "/proc/self/fd"))

    sim = SimulatedLibvirtd()
    # what the event loop and its threads open once is open afterwards
    async with sim:
        before = await left()
        async with await purevirt.connect(sim.uri) as conn:
            pool = await conn.storage_pool_lookup_by_name("default")
            xml = "<volume><name>v</name><capacity>1000000</capacity></volume>"
            volume = await conn.storage_vol_create_xml(pool, xml)
        for _ in range(5):
            _, writer = await asyncio.open_unix_connection(str(sim.socket))
            writer.write(b"\0\0\0\x1cgarbage")
            writer.transport.abort()
            async with await purevirt.connect(sim.uri) as conn:
                await conn.connect_domain_event_callback_register_any(0, None)
                stream = conn.stream()
                await conn.storage_vol_download(stream, volume, 0, 0)
                await stream.read()
        await sim.stop()
        assert len(sim.host.events.domain) == 0
        await sim.start()
        assert await left() == before
