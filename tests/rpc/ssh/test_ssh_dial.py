"""Dialling a real libvirtd behind a real sshd: ways, identities, refusals."""

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    ConnectionLost,
    HostKeyChanged,
    HostKeyError,
    HostKeyRevoked,
    HostKeyUnknown,
    KnownHostsMalformed,
    KnownHostsMissing,
)
from purevirt.rpc.aio.ssh import dial_ssh
from purevirt.rpc.aio.ssh_dial import Backoff, dial
from purevirt.rpc.ssh_plan import AuthMethod, KnownHostsText, SecretRequest, SshHop, SshPlan
from tests.lab import LabHost
from tests.lab.accounts import PASSWORD
from tests.lab.openssh import ssh_agent
from tests.lab.ssh import Ssh
from tests.lab.sshkeys import PASSPHRASE
from tests.rpc.ssh.dialled import SOCKET, dialled, plan_for
from tests.rpc.ssh.relay import relay_to
from tests.rpc.ssh.sink import Sink


@pytest.fixture(scope="module")
def host(lab_able: None) -> Iterator[LabHost]:
    """A host whose sshd takes keys, passwords and answers."""
    with LabHost("ssh", ssh=Ssh(password=True, keyboard_interactive=True)) as running:
        yield running


@pytest.fixture(scope="module")
def shut(lab_able: None) -> Iterator[LabHost]:
    """A host whose sshd forwards nothing."""
    with LabHost("shut", ssh=Ssh(streamlocal=False, tcp_forwarding=False)) as running:
        yield running


async def refused(plan: SshPlan, kind: type[ConnectError]) -> ConnectError:
    """Return the error of a dial, which must be of this kind."""
    sink = Sink()
    with pytest.raises(kind) as caught:
        await dial(plan, sink)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    assert sink.calls == []
    return caught.value


# ways to the daemon


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
async def test_ways(host: LabHost, changes: dict[str, object], route: str) -> None:
    """The socket through the server, virt-ssh-helper and netcat all lead to the daemon."""
    async with dialled(plan_for(host, **changes)) as (connection, transport):
        assert await connection.connect_get_hostname() == "ssh"
        assert transport.get_extra_info("route") == route
        assert transport.get_extra_info("peername")[1] == host.ssh.port


@pytest.mark.parametrize("helper", ["qemu:///system", ""])
async def test_forbidden_forwarding_falls_back(shut: LabHost, helper: str) -> None:
    """Where the server forwards no sockets, the helper or netcat gets there (H33)."""
    async with dialled(plan_for(shut, helper_uri=helper)) as (connection, transport):
        assert await connection.connect_get_hostname() == "shut"
        route = transport.get_extra_info("route")
    way = "virt-ssh-helper or nc" if helper else "nc"
    assert route == f"{way} (as the server does not connect us to {SOCKET} (open failed))"


@pytest.mark.parametrize("name", ["host", "shut"])
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
    host: LabHost, changes: dict[str, object], words: str
) -> None:
    """The last line of its error output and how it ended are in the error; quotes stay quotes."""
    with pytest.raises(ConnectionLost, match=words) as caught:
        async with dialled(plan_for(host, **changes)):
            pass
    assert "uid=0" not in str(caught.value)
    assert isinstance(caught.value.__cause__, ConnectionError)


async def test_a_plan_without_any_way(host: LabHost) -> None:
    """A plan that names neither socket nor helper is refused, and nothing stays open."""
    error = await refused(plan_for(host, socket_paths=(), helper_uri=""), ConnectError)
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


async def test_jumps(host: LabHost, shut: LabHost) -> None:
    """Servers on the way are logged in to and verified each by its own name."""
    known = host.ssh.known_hosts_path.read_bytes() + shut.ssh.known_hosts_path.read_bytes()
    hop = SshHop(host.ssh.address, host.ssh.port, "root", (str(host.ssh.keys.client),))
    plan = plan_for(shut, jumps=(hop,), known_hosts=(KnownHostsText(known),))
    async with dialled(plan) as (connection, _):
        assert await connection.connect_get_hostname() == "shut"
    only_last = replace(plan, known_hosts=(str(shut.ssh.known_hosts_path),))
    assert (await refused(only_last, HostKeyUnknown)).port == host.ssh.port  # type: ignore[attr-defined] # above
    only_first = replace(plan, known_hosts=(str(host.ssh.known_hosts_path),))
    assert (await refused(only_first, HostKeyUnknown)).port == shut.ssh.port  # type: ignore[attr-defined] # above
    gone = replace(plan, port=1)
    assert "the server before it does not get there" in str(await refused(gone, ConnectError))


# identities


class Asked:
    """Answers from a list, and notes what was asked."""

    def __init__(self, *answers: str | None) -> None:
        self.requests: list[SecretRequest] = []
        self._answers = list(answers)

    async def __call__(self, request: SecretRequest) -> str | None:
        self.requests.append(request)
        return self._answers.pop(0) if self._answers else None


@pytest.mark.parametrize("name", ["client", "client_rsa", "encrypted", "encrypted_pkcs8"])
async def test_keys(host: LabHost, name: str) -> None:
    """Keys of several kinds, with and without passphrase, let us in; only those with one ask for it."""
    ask = Asked(PASSPHRASE)
    path = str(getattr(host.ssh.keys, name))
    async with dialled(plan_for(host, keyfile=path), ask=ask) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    endpoint = f"root@127.0.0.1:{host.ssh.port}"
    expected = [SecretRequest("passphrase", endpoint, path)] if "encrypted" in name else []
    assert ask.requests == expected


@pytest.mark.parametrize("name", ["encrypted", "encrypted_pkcs8"])
async def test_a_wrong_passphrase_is_asked_for_again(host: LabHost, name: str) -> None:
    """Three tries, as OpenSSH gives, then an error that names the key and no passphrase."""
    plan = plan_for(host, keyfile=str(getattr(host.ssh.keys, name)))
    async with dialled(plan, ask=Asked("wrong", PASSPHRASE)) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    ask = Asked("hunter1", "hunter2", "hunter3", PASSPHRASE)
    with pytest.raises(AuthenticationError, match="the passphrase is wrong") as caught:
        await dial(plan, Sink(), ask=ask)
    assert len(ask.requests) == 3
    assert "hunter" not in str(caught.value)
    assert plan.keyfile is not None
    assert plan.keyfile in str(caught.value)


@pytest.mark.parametrize("name", ["encrypted", "encrypted_pkcs8"])
async def test_no_passphrase(host: LabHost, name: str) -> None:
    """With nobody to ask, the error says that the key is encrypted."""
    error = await refused(plan_for(host, keyfile=str(getattr(host.ssh.keys, name))), AuthenticationError)
    assert "it is encrypted, and no passphrase was given" in str(error)


@pytest.mark.parametrize("method", ["password", "keyboard-interactive"])
async def test_passwords(host: LabHost, method: AuthMethod) -> None:
    """A password from the plan or from the callback works by either method, and is in no repr."""
    plan = plan_for(host, methods=(method,), password=PASSWORD)
    assert PASSWORD not in repr(plan)
    async with dialled(plan) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    ask = Asked(PASSWORD)
    async with dialled(replace(plan, password=None), ask=ask) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    assert [request.kind for request in ask.requests] == ["password" if method == "password" else "answer"]
    assert not ask.requests[0].echo
    error = await refused(replace(plan, password="hunter2"), AuthenticationError)
    assert "hunter2" not in str(error)


async def test_agent(host: LabHost) -> None:
    """The agent's keys let us in; without the agent nothing does."""
    with ssh_agent(host.ssh.keys.client) as path:
        plan = plan_for(host, keyfile=None, methods=("agent",), agent_path=str(path))
        async with dialled(plan) as (connection, _):
            assert await connection.connect_get_hostname() == "ssh"
    await refused(plan, AuthenticationError)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"stranger": True}, "takes none of our keys and passwords"),
        ({"keyfile": "/nonexistent/key"}, "private key /nonexistent/key cannot be used: No such file"),
        ({"keyfile": "/etc/passwd"}, "private key /etc/passwd cannot be used"),
        ({"methods": ("password",)}, "takes none of our keys and passwords"),
        ({"methods": ("keyboard-interactive",)}, "takes none of our keys and passwords"),
    ],
)
async def test_refused_identities(host: LabHost, changes: dict[str, object], words: str) -> None:
    """A wrong key, no key and no answer are authentication errors that say what to do."""
    if changes.pop("stranger", False):
        changes["keyfile"] = str(host.ssh.keys.stranger)
    error = await refused(plan_for(host, **changes), AuthenticationError)
    assert words in str(error)
    assert isinstance(error, AuthenticationError)
    assert error.mechanism == "ssh"


# the server's key


async def test_four_refusals(host: LabHost, tmp_path: Path) -> None:
    """Unknown, changed, revoked and no file are four errors, and none is tried twice (H25, H26, H31)."""
    tries: list[float] = []

    async def note(pause_s: float) -> None:
        tries.append(pause_s)

    name, known = f"[127.0.0.1]:{host.ssh.port}", host.ssh.known_hosts_path.read_text()
    stranger = host.ssh.keys.stranger.with_suffix(".pub").read_text()
    ours = host.ssh.keys.host_public("ed25519")
    cases: list[tuple[type[HostKeyError], tuple[str | KnownHostsText, ...]]] = [
        (HostKeyUnknown, (KnownHostsText(b""),)),
        (HostKeyChanged, (KnownHostsText(f"{name} {stranger}"),)),
        (HostKeyRevoked, (KnownHostsText(f"{known}@revoked {name} {ours}\n"),)),
        (KnownHostsMissing, ()),
        (KnownHostsMissing, (str(tmp_path / "none"),)),
        (KnownHostsMissing, (str(host.ssh.known_hosts_path), str(tmp_path / "none"))),
        (KnownHostsMissing, (str(tmp_path),)),
        (KnownHostsMalformed, (KnownHostsText(f"{known}@revoked {name}"),)),
    ]
    for kind, files in cases:
        with pytest.raises(kind) as caught:
            await dial(plan_for(host, known_hosts=files), Sink(), backoff=Backoff(sleep=note))
        assert type(caught.value) is kind
        assert (caught.value.host, caught.value.port) == ("127.0.0.1", host.ssh.port)
    assert tries == []


async def test_revoked_by_address(host: LabHost) -> None:
    """The address that a name led to counts for revocations (union)."""
    ours = host.ssh.keys.host_public("ed25519")
    text = f"localhost {ours}\n@revoked 127.0.0.1 {ours}\n"
    plan = replace(plan_for(host), host="localhost", known_hosts=(KnownHostsText(text),))
    error = await refused(plan, HostKeyRevoked)
    assert ":2 revokes this key" in str(error)


async def test_nothing_reaches_asyncssh_from_the_user(
    host: LabHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither ~/.ssh/known_hosts, ~/.ssh/config vouches for a server behind our back (H27, H28)."""
    ssh = tmp_path / ".ssh"
    ssh.mkdir()
    (ssh / "config").write_text("UserKnownHostsFile none\nStrictHostKeyChecking no\n")
    (ssh / "known_hosts").write_bytes(host.ssh.known_hosts_path.read_bytes())
    monkeypatch.setenv("HOME", str(tmp_path))
    await refused(plan_for(host, known_hosts=(KnownHostsText(b""),)), HostKeyUnknown)
    async with dialled(plan_for(host, known_hosts=None)) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    (ssh / "known_hosts").unlink()
    monkeypatch.setattr("purevirt.rpc.aio.ssh_files._SYSTEM_FILES", ())
    error = await refused(plan_for(host, known_hosts=None), KnownHostsMissing)
    assert str(ssh / "known_hosts") in str(error)


async def test_auto_writes_a_new_key_once(
    host: LabHost, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An unknown server is accepted and written down, 0600, on its own line; a changed one is not (H30)."""
    file = tmp_path / "made" / "known_hosts"
    plan = plan_for(host, known_hosts=(str(file),), verify="auto")
    async with dialled(plan):
        pass
    assert re.fullmatch(rf"\[127\.0\.0\.1\]:{host.ssh.port} \S+ \S+\n", file.read_text())
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert "unknown host key accepted" in caplog.text
    async with dialled(replace(plan, verify="normal")), dialled(plan):
        pass
    assert len(file.read_text().splitlines()) == 1
    file.write_text("# no newline")
    async with dialled(plan):
        pass
    assert len(file.read_text().splitlines()) == 2
    stranger = host.ssh.keys.stranger.with_suffix(".pub").read_text()
    file.write_text(f"[127.0.0.1]:{host.ssh.port} {stranger}")
    await refused(plan, HostKeyChanged)
    assert len(file.read_text().splitlines()) == 1


async def test_ignore_accepts_loudly(host: LabHost, caplog: pytest.LogCaptureFixture) -> None:
    """Verification that is off says so, with the fingerprint, each time (H30)."""
    with caplog.at_level(logging.WARNING):
        async with dialled(plan_for(host, known_hosts=(), verify="ignore")):
            pass
    assert "host key NOT verified" in caplog.text
    assert "SHA256:" in caplog.text


async def test_a_rotated_key_is_refused(lab_able: None) -> None:
    """After the host has new keys, the next dial fails and does not storm (H31)."""
    with LabHost("turn", ssh=Ssh()) as turn:
        plan = plan_for(turn)
        async with dialled(plan):
            pass
        turn.ssh.restart(new_keys=True)
        await refused(plan, HostKeyChanged)


async def test_no_home_and_no_user(host: LabHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process under a bare number, without HOME, works with named files and a named user (H32)."""
    for name in ("HOME", "LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)

    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setenv("LOGNAME", "")
    async with dialled(plan_for(host)) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    assert "no user name" in str(await refused(plan_for(host, user=None), ConnectError))
    await refused(plan_for(host, known_hosts=None), KnownHostsMissing)
    await refused(plan_for(host, keyfile=None), AuthenticationError)


# servers that are not there


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
async def test_drops_before_the_key(host: LabHost, drops: int, greeting: bytes) -> None:
    """A server that hangs up before its key is tried five times, ever longer apart (H34)."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async with relay_to(host.ssh.port) as relay:
        relay.to_drop, relay.greeting = drops, greeting
        known = host.ssh.known_hosts_text(names=[f"[127.0.0.1]:{relay.port}"])
        plan = plan_for(host, port=relay.port, known_hosts=(KnownHostsText(known),))
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


async def test_the_public_function(host: LabHost) -> None:
    """`dial_ssh` does what the rest is tested for."""
    sink = Sink()
    transport = await dial_ssh(plan_for(host), sink)
    assert sink.transport is transport
    transport.abort()
    await sink.gone.wait()
    assert sink.calls == ["made", "lost"]
