"""The recipes of docs/client.md for a guest that runs, on one that the whole module shares."""

import asyncio

import pytest

import purevirt
import purevirt.sync
from purevirt.rpc.gen.remote import Domain
from tests.docs.recipe import recipe
from tests.lab.guests import Inhabited
from tests.lab.process import wait_until


@pytest.mark.real("a shell that calculates")
async def test_console(conn: purevirt.Connection, guest: Domain) -> None:
    """What is typed is carried out, and its output read."""
    ask = recipe("15_console").ask_console
    assert b"6x7=42" in await ask(conn, guest, b"\necho 6x7=$((6*7))\n", b"6x7=42")


async def test_agent(conn: purevirt.Connection, any_host: Inhabited, guest: Domain) -> None:
    """A file in pieces, a program, a file that is not there, and a ping."""
    agent = recipe("16_guest_agent")
    config = bytes(range(256)) * 400
    assert await agent.set_up(conn, guest, config) == str(len(config))
    ended = await asyncio.to_thread(any_host.guest_exec, guest.name, ["cat", "/etc/app.conf"])
    assert ended.out == config
    assert await agent.read(conn, guest, "/etc/app.conf") == config
    assert await agent.read(conn, guest, "/no/such/file") is None
    assert await agent.is_answering(conn, guest)


def test_agent_blocking(any_host: Inhabited, booting: str) -> None:
    """A program of the guest's."""
    with purevirt.sync.connect(any_host.uri) as conn:
        kernel = recipe("16_guest_agent_sync").kernel(conn, booting)
    assert kernel == any_host.guest_exec(booting, ["uname", "-r"]).out.decode().strip()


async def test_addresses(conn: purevirt.Connection, any_host: Inhabited, guest: Domain, idle: str) -> None:
    """By the agent, the address that the DHCP server gave; without one, what the server knows."""

    def told(source: str) -> list[str]:
        return any_host.virsh("domifaddr", guest.name, "--source", source).split()

    def has_address() -> str | None:
        # The server lists a lease before the guest has put the address on its interface.
        return None if told("lease") and "ipv4" in told("agent") else "no address in the guest yet"

    await asyncio.to_thread(wait_until, has_address, what="an address", timeout_s=60, interval_s=0.2)
    _, mac, _, address = told("lease")
    addresses = recipe("17_ip_addresses").addresses
    assert await addresses(conn, guest) == {mac: [address.split("/")[0]]}
    agentless = await conn.domain_lookup_by_name(idle)
    await conn.domain_create(agentless)
    assert await addresses(conn, agentless) == {}
