"""Dialling a real libvirtd behind a real sshd: all ways to it, and servers that are not there."""

import asyncio
from dataclasses import replace

import pytest

from purevirt.errors import (
    ConnectError,
    ConnectionLost,
    HostKeyUnknown,
)
from purevirt.rpc.aio.ssh.connect import dial_ssh
from purevirt.rpc.aio.ssh.dial import Backoff, dial
from purevirt.rpc.ssh.plan import KnownHostsText, SshHop, SshPlan
from tests.lab import LabHost
from tests.lab.ssh import Ssh
from tests.rpc.ssh.dialled import SOCKET, dialled, plan_for, refused
from tests.rpc.ssh.relay import relay_to
from tests.rpc.ssh.sink import Sink


@pytest.mark.parametrize(
    ("changes", "route"),
    [
        ({}, f"socket {SOCKET}"),
        ({"socket_paths": ("/nonexistent", SOCKET)}, f"socket {SOCKET}"),
        ({"proxy": "native"}, "virt-ssh-helper"),
        ({"proxy": "native", "readonly": True}, "virt-ssh-helper"),
        ({"proxy": "netcat"}, "nc"),
        ({"socket_paths": ()}, "virt-ssh-helper"),
    ],
)
async def test_ways(ssh_host: LabHost, changes: dict[str, object], route: str) -> None:
    """The socket through the server, virt-ssh-helper and netcat all lead to the daemon."""
    async with dialled(plan_for(ssh_host, **changes)) as (connection, transport):
        assert await connection.connect_get_hostname() == "ssh"
        assert transport.get_extra_info("route") == route
        assert transport.get_extra_info("peername")[1] == ssh_host.ssh.port


@pytest.mark.parametrize("helper", ["qemu:///system", ""])
async def test_forbidden_forwarding_falls_back(shut_host: LabHost, helper: str) -> None:
    """Where the server forwards no sockets, the helper or netcat gets there (H33)."""
    async with dialled(plan_for(shut_host, helper_uri=helper)) as (connection, transport):
        assert await connection.connect_get_hostname() == "shut"
        route = transport.get_extra_info("route")
    way = "virt-ssh-helper or nc" if helper else "nc"
    assert route == f"{way} (as the server does not connect us to {SOCKET} (open failed))"


@pytest.mark.parametrize("name", ["ssh_host", "shut_host"])
async def test_a_missing_socket_is_told_from_a_forbidden_one(
    request: pytest.FixtureRequest, name: str
) -> None:
    """OpenSSH gives one answer to both; what is tried next says which it was (H33)."""
    running: LabHost = request.getfixturevalue(name)
    plan = plan_for(running, socket_paths=("/run/gone",), helper_uri="")
    with pytest.raises(
        ConnectionLost, match=r"nc.*\(as the server does not.*/run/gone.*No such file"
    ) as caught:
        async with dialled(plan):
            pass
    assert "exit status 1" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"proxy": "netcat", "netcat": "no such nc"}, r"no such nc is not installed \(exit status 127\)"),
        ({"proxy": "native", "helper_uri": "qemu:///nonsense?x='\"$(id)"}, "virt-ssh-helper: "),
        ({"proxy": "netcat", "socket_paths": ("/run/a '\"$(id)`b",)}, "No such file"),
    ],
)
async def test_a_remote_command_tells_why_it_failed(
    ssh_host: LabHost, changes: dict[str, object], words: str
) -> None:
    """The last line of its error output and how it ended are in the error; quotes stay quotes."""
    with pytest.raises(ConnectionLost, match=words) as caught:
        async with dialled(plan_for(ssh_host, **changes)):
            pass
    assert "uid=0" not in str(caught.value)
    assert isinstance(caught.value.__cause__, ConnectionError)


async def test_a_plan_without_any_way(ssh_host: LabHost) -> None:
    """A plan that names neither socket nor helper is refused, and nothing stays open."""
    error = await refused(plan_for(ssh_host, socket_paths=(), helper_uri=""), ConnectError)
    assert "neither a socket nor a URI for virt-ssh-helper is known" in str(error)


async def test_a_server_that_runs_no_command_for_us() -> None:
    """Both ways being shut is told as that."""
    options = {"DisableForwarding": "yes", "MaxSessions": "0"}
    with LabHost("mute", ssh=Ssh(streamlocal=False, options=options)) as mute:
        error = await refused(plan_for(mute), ConnectError)
    assert "the server does not run commands for us" in str(error)


async def test_ipv6(lab_able: None) -> None:
    """An IPv6 literal is dialled, and looked up in brackets with its port."""
    with LabHost("six", ssh=Ssh(address="::1")) as six:
        async with dialled(plan_for(six)) as (connection, _):
            assert await connection.connect_get_hostname() == "six"


async def test_jumps(ssh_host: LabHost, shut_host: LabHost) -> None:
    """Servers on the way are logged in to and verified each by its own name."""
    known = ssh_host.ssh.known_hosts_path.read_bytes() + shut_host.ssh.known_hosts_path.read_bytes()
    hop = SshHop(ssh_host.ssh.address, ssh_host.ssh.port, "root", (str(ssh_host.ssh.keys.client),))
    plan = plan_for(shut_host, jumps=(hop,), known_hosts=(KnownHostsText(known),))
    async with dialled(plan) as (connection, _):
        assert await connection.connect_get_hostname() == "shut"
    only_last = replace(plan, known_hosts=(str(shut_host.ssh.known_hosts_path),))
    assert (await refused(only_last, HostKeyUnknown)).port == ssh_host.ssh.port  # type: ignore[attr-defined] # above
    only_first = replace(plan, known_hosts=(str(ssh_host.ssh.known_hosts_path),))
    assert (await refused(only_first, HostKeyUnknown)).port == shut_host.ssh.port  # type: ignore[attr-defined] # above
    gone = replace(plan, port=1)
    assert "the server before it does not get there" in str(await refused(gone, ConnectError))


async def test_unreachable(lab_able: None) -> None:
    """No server, no name and no SSH are said in one line."""
    plan = SshPlan("127.0.0.1", 1, known_hosts=(KnownHostsText(b""),), socket_paths=("/x",))
    assert "connection refused" in str(await refused(plan, ConnectError))
    assert "looked up" in str(await refused(replace(plan, host="host.invalid"), ConnectError))


async def test_a_server_of_another_kind(lab_able: None) -> None:
    """A peer that does not speak SSH is given up, not tried again."""
    connections = 0

    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        writer.write(b"SSH-1.5-old\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        plan = SshPlan("127.0.0.1", port, known_hosts=(KnownHostsText(b""),), socket_paths=("/x",))
        assert "Unsupported SSH version" in str(await refused(plan, ConnectError))
    assert connections == 1


@pytest.mark.parametrize("greeting", [b"", b"Exceeded MaxStartups\r\n", b"SSH-2.0-x\r\n"])
@pytest.mark.parametrize("drops", [3, 5])
async def test_drops_before_the_key(ssh_host: LabHost, drops: int, greeting: bytes) -> None:
    """A server that hangs up before its key is tried five times, ever longer apart (H34)."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async with relay_to(ssh_host.ssh.port) as relay:
        relay.to_drop, relay.greeting = drops, greeting
        known = ssh_host.ssh.known_hosts_text(names=[f"[127.0.0.1]:{relay.port}"])
        plan = plan_for(ssh_host, port=relay.port, known_hosts=(KnownHostsText(known),))
        backoff = Backoff(sleep=pause)
        if drops < 5:
            async with dialled(plan, backoff=backoff) as (connection, _):
                assert await connection.connect_get_hostname() == "ssh"
        else:
            with pytest.raises(ConnectError, match=r"dropped the connection 5 times.*MaxStartups"):
                await dial(plan, Sink(), backoff=backoff)
        met = relay.met
    assert met == min(drops + 1, 5)
    assert len(pauses) == met - 1
    for index, seconds in enumerate(pauses):
        assert 0.125 * 2**index <= seconds <= 0.375 * 2**index


async def test_many_at_once_through_a_narrow_door(lab_able: None) -> None:
    """With MaxStartups 1, connections that come together all get in in the end (H34)."""
    with LabHost("door", ssh=Ssh(max_startups="1:100:1")) as door:

        async def one() -> str:
            async with dialled(plan_for(door), backoff=Backoff(tries=40, first_s=0.02, sleep=short)) as (
                connection,
                _,
            ):
                return await connection.connect_get_hostname()

        async def short(seconds: float) -> None:
            await asyncio.sleep(min(seconds, 0.3))

        assert await asyncio.gather(*(one() for _ in range(4))) == ["door"] * 4


async def test_the_public_function(ssh_host: LabHost) -> None:
    """`dial_ssh` does what the rest is tested for."""
    sink = Sink()
    transport = await dial_ssh(plan_for(ssh_host), sink)
    assert sink.transport is transport
    transport.abort()
    await sink.gone.wait()
    assert sink.calls == ["made", "lost"]
