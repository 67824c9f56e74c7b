"""The server's key in dials of a real sshd: refusals, new keys, keys that change."""

import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest
from asyncssh import SSHClientConnection

from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    HostKeyChanged,
    HostKeyError,
    HostKeyRevoked,
    HostKeyUnknown,
    KnownHostsMalformed,
    KnownHostsMissing,
)
from purevirt.rpc.aio.ssh.channel import SshChain
from purevirt.rpc.aio.ssh.dial import Backoff, dial
from purevirt.rpc.aio.ssh.link import Link
from purevirt.rpc.ssh.plan import KnownHostsText, SshPlan
from tests.lab import LabHost
from tests.lab.ssh import Ssh
from tests.rpc.ssh.dialled import dialled, plan_for, refused
from tests.rpc.ssh.known import ed25519
from tests.rpc.ssh.sink import Sink


async def test_four_refusals(ssh_host: LabHost, tmp_path: Path) -> None:
    """Unknown, changed, revoked and no file are four errors, and none is tried twice (H25, H26, H31)."""
    tries: list[float] = []

    async def note(pause_s: float) -> None:
        tries.append(pause_s)

    name, known = f"[127.0.0.1]:{ssh_host.ssh.port}", ssh_host.ssh.known_hosts_path.read_text()
    stranger = ssh_host.ssh.keys.stranger.with_suffix(".pub").read_text()
    ours = ssh_host.ssh.keys.host_public("ed25519")
    cases: list[tuple[type[HostKeyError], tuple[str | KnownHostsText, ...]]] = [
        (HostKeyUnknown, (KnownHostsText(b""),)),
        (HostKeyChanged, (KnownHostsText(f"{name} {stranger}"),)),
        (HostKeyRevoked, (KnownHostsText(f"{known}@revoked {name} {ours}\n"),)),
        (KnownHostsMissing, ()),
        (KnownHostsMissing, (str(tmp_path / "none"),)),
        (KnownHostsMissing, (str(ssh_host.ssh.known_hosts_path), str(tmp_path / "none"))),
        (KnownHostsMissing, (str(tmp_path),)),
        (KnownHostsMalformed, (KnownHostsText(f"{known}@revoked {name}"),)),
    ]
    for kind, files in cases:
        with pytest.raises(kind) as caught:
            await dial(plan_for(ssh_host, known_hosts=files), Sink(), backoff=Backoff(sleep=note))
        assert type(caught.value) is kind
        assert (caught.value.host, caught.value.port) == ("127.0.0.1", ssh_host.ssh.port)
    assert tries == []


async def test_revoked_by_address(ssh_host: LabHost) -> None:
    """The address that a name led to counts for revocations (union)."""
    ours = ssh_host.ssh.keys.host_public("ed25519")
    text = f"localhost {ours}\n@revoked 127.0.0.1 {ours}\n"
    plan = replace(plan_for(ssh_host), host="localhost", known_hosts=(KnownHostsText(text),))
    error = await refused(plan, HostKeyRevoked)
    assert ":2 revokes this key" in str(error)


async def test_nothing_reaches_asyncssh_from_the_user(
    ssh_host: LabHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither ~/.ssh/known_hosts, ~/.ssh/config vouches for a server behind our back (H27, H28)."""
    ssh = tmp_path / ".ssh"
    ssh.mkdir()
    (ssh / "config").write_text("UserKnownHostsFile none\nStrictHostKeyChecking no\n")
    (ssh / "known_hosts").write_bytes(ssh_host.ssh.known_hosts_path.read_bytes())
    monkeypatch.setenv("HOME", str(tmp_path))
    await refused(plan_for(ssh_host, known_hosts=(KnownHostsText(b""),)), HostKeyUnknown)
    async with dialled(plan_for(ssh_host, known_hosts=None)) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    (ssh / "known_hosts").unlink()
    monkeypatch.setattr("purevirt.rpc.aio.ssh.files._SYSTEM_FILES", ())
    error = await refused(plan_for(ssh_host, known_hosts=None), KnownHostsMissing)
    assert str(ssh / "known_hosts") in str(error)


async def test_a_named_configuration_vouches_for_nobody(ssh_host: LabHost, tmp_path: Path) -> None:
    """An unknown key is refused, whatever strictness the file asks for (H29)."""
    config = tmp_path / "config"
    config.write_text("StrictHostKeyChecking no\n")
    plan = plan_for(ssh_host, known_hosts=(KnownHostsText(b""),), ssh_config=(str(config),))
    await refused(plan, HostKeyUnknown)


async def test_auto_writes_a_new_key_once(
    ssh_host: LabHost, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An unknown server is accepted and written down, 0600, on its own line; a changed one is not (H30)."""
    file = tmp_path / "made" / "known_hosts"
    plan = plan_for(ssh_host, known_hosts=(str(file),), verify="auto")
    async with dialled(plan):
        pass
    assert re.fullmatch(rf"\[127\.0\.0\.1\]:{ssh_host.ssh.port} \S+ \S+\n", file.read_text())
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
    stranger = ssh_host.ssh.keys.stranger.with_suffix(".pub").read_text()
    file.write_text(f"[127.0.0.1]:{ssh_host.ssh.port} {stranger}")
    await refused(plan, HostKeyChanged)
    assert len(file.read_text().splitlines()) == 1


async def test_ignore_accepts_loudly(ssh_host: LabHost, caplog: pytest.LogCaptureFixture) -> None:
    """Verification that is off says so, with the fingerprint, each time (H30)."""
    with caplog.at_level(logging.WARNING):
        async with dialled(plan_for(ssh_host, known_hosts=(), verify="ignore")):
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


async def test_no_home_and_no_user(ssh_host: LabHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process under a bare number, without HOME, works with named files and a named user (H32)."""
    for name in ("HOME", "LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)

    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setenv("LOGNAME", "")
    async with dialled(plan_for(ssh_host)) as (connection, _):
        assert await connection.connect_get_hostname() == "ssh"
    assert "no user name" in str(await refused(plan_for(ssh_host, user=None), ConnectError))
    await refused(plan_for(ssh_host, known_hosts=None), KnownHostsMissing)
    await refused(plan_for(ssh_host, keyfile=None), AuthenticationError)


async def test_without_our_verdict_nobody_is_trusted(
    ssh_host: LabHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should asyncssh ever stop asking us, it refuses every server: it is given no key to trust (H27)."""

    def ask_nobody(link: Link, connection: SSHClientConnection) -> None:
        link._connection = connection
        link._chain.add(connection)

    monkeypatch.setattr(Link, "connection_made", ask_nobody)
    error = await refused(plan_for(ssh_host), ConnectError)
    assert "Host key is not trusted" in str(error)


async def test_auto_accepts_one_new_key_per_connection() -> None:
    """A server cannot show another new key when keys are exchanged anew (H30)."""
    plan = SshPlan("h", 22, "u", verify="auto")
    link = Link(plan, plan.target, SshChain(), None, None)
    link._judge(ed25519(1))
    link._judge(ed25519(1))
    with pytest.raises(HostKeyUnknown):
        link._judge(ed25519(2))
