"""Who we are to an SSH server: keys, passphrases, the agent, passwords and answers."""

import asyncio
from dataclasses import replace

import pytest

from purevirt.errors import (
    AuthenticationError,
)
from purevirt.rpc.aio.ssh.auth import Identity
from purevirt.rpc.aio.ssh.dial import dial
from purevirt.rpc.ssh.plan import AuthMethod, KnownHostsText, SecretRequest, SshHop, SshPlan
from tests.lab import LabHost
from tests.lab.accounts import PASSWORD
from tests.lab.openssh import ssh_agent
from tests.lab.sshkeys import PASSPHRASE
from tests.rpc.ssh.dialled import Asked, dialled, plan_for, refused, tasks_of_others
from tests.rpc.ssh.server import Keys, Sshd, keygen
from tests.rpc.ssh.sink import Sink


@pytest.mark.parametrize("name", ["client", "client_rsa", "encrypted", "encrypted_pkcs8"])
async def test_keys(ssh_host: LabHost, name: str) -> None:
    """Keys of several kinds, with and without passphrase, let us in; only those with one ask for it."""
    ask = Asked(PASSPHRASE)
    path = str(getattr(ssh_host.ssh.keys, name))
    async with dialled(plan_for(ssh_host, keyfile=path), ask=ask) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    endpoint = f"root@127.0.0.1:{ssh_host.ssh.port}"
    expected = [SecretRequest("passphrase", endpoint, path)] if "encrypted" in name else []
    assert ask.requests == expected


@pytest.mark.parametrize("name", ["encrypted", "encrypted_pkcs8"])
async def test_a_wrong_passphrase_is_asked_for_again(ssh_host: LabHost, name: str) -> None:
    """Three tries, as OpenSSH gives, then an error that names the key and no passphrase."""
    plan = plan_for(ssh_host, keyfile=str(getattr(ssh_host.ssh.keys, name)))
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
async def test_no_passphrase(ssh_host: LabHost, name: str) -> None:
    """With nobody to ask, the error says that the key is encrypted."""
    error = await refused(
        plan_for(ssh_host, keyfile=str(getattr(ssh_host.ssh.keys, name))), AuthenticationError
    )
    assert "it is encrypted, and no passphrase was given" in str(error)


@pytest.mark.parametrize("method", ["password", "keyboard-interactive"])
async def test_passwords(ssh_host: LabHost, method: AuthMethod) -> None:
    """A password from the plan or from the callback works by either method, and is in no repr."""
    plan = plan_for(ssh_host, methods=(method,), password=PASSWORD)
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


async def test_agent(ssh_host: LabHost) -> None:
    """The agent's keys let us in; without the agent nothing does."""
    with ssh_agent(ssh_host.ssh.keys.client) as path:
        plan = plan_for(ssh_host, keyfile=None, methods=("agent",), agent_path=str(path))
        async with dialled(plan) as (connection, _):
            assert await connection.connect_get_hostname() == "ssh"
    await refused(plan, AuthenticationError)


async def test_too_many_keys(keys: Keys) -> None:
    """A server that has seen enough keys says so; that is not a lost connection."""
    others = tuple(str(keygen(keys.folder / f"other{index}")) for index in range(3))
    with Sshd(keys, {"MaxAuthTries": "2"}) as sshd:
        hop = SshHop("127.0.0.1", sshd.port, None, others)
        plan = SshPlan(
            "127.0.0.1",
            sshd.port,
            methods=("privkey",),
            known_hosts=(KnownHostsText(sshd.known_hosts()),),
            jumps=(hop,),
        )
        error = await refused(plan, AuthenticationError)
    assert "the server ended the login: Too many authentication failures" in str(error)


async def test_what_the_callback_raises_is_raised(ssh_host: LabHost) -> None:
    """An error of the caller's own callback reaches the caller as it is."""

    async def ask(request: SecretRequest) -> str | None:
        raise LookupError(request.kind)

    plan = plan_for(ssh_host, methods=("password",))
    with pytest.raises(LookupError, match="password"):
        await dial(plan, Sink(), ask=ask)
    with pytest.raises(LookupError, match="passphrase"):
        await dial(plan_for(ssh_host, keyfile=str(ssh_host.ssh.keys.encrypted)), Sink(), ask=ask)


@pytest.mark.parametrize("method", ["password", "keyboard-interactive"])
async def test_cancelled_while_somebody_is_asked(ssh_host: LabHost, method: AuthMethod) -> None:
    """The callback is cancelled with the dial, and nothing stays."""
    asked, ended = asyncio.Event(), asyncio.Event()

    async def ask(_request: SecretRequest) -> str | None:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return None

    dialling = asyncio.create_task(dial(plan_for(ssh_host, methods=(method,)), Sink(), ask=ask))
    await asked.wait()
    dialling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await dialling
    await ended.wait()
    assert tasks_of_others() == set()


async def test_a_server_that_asks_on_and_on(lab_able: None) -> None:
    """Questions have a bound; an answer of None gives up."""
    identity = Identity(SshPlan("h"), "u@h:22", (), Asked(*["x"] * 40))
    for _ in range(32):
        assert await identity.answers([("question", True)]) == ["x"]
    assert await identity.answers([("question", True)]) is None
    assert "more than 32 questions" in str(identity.failure)
    assert await Identity(SshPlan("h"), "u@h:22", (), Asked("x")).answers([("a", True), ("b", False)]) is None


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
async def test_refused_identities(ssh_host: LabHost, changes: dict[str, object], words: str) -> None:
    """A wrong key, no key and no answer are authentication errors that say what to do."""
    if changes.pop("stranger", False):
        changes["keyfile"] = str(ssh_host.ssh.keys.stranger)
    error = await refused(plan_for(ssh_host, **changes), AuthenticationError)
    assert words in str(error)
    assert isinstance(error, AuthenticationError)
    assert error.mechanism == "ssh"
