"""OpenSSH configuration files: not read unless named, and then heeded where our own rules can verify."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from purevirt.errors import AuthenticationError, ConnectError, HostKeyUnknown, KnownHostsMissing
from purevirt.rpc.aio.ssh.config import heed_config
from purevirt.rpc.aio.ssh.dial import dial
from purevirt.rpc.ssh.plan import KnownHostsText, SshHop, SshPlan
from tests.lab import LabHost
from tests.lab.ssh import Ssh
from tests.rpc.ssh.dialled import SOCKET, dialled
from tests.rpc.ssh.sink import Sink


@pytest.fixture(scope="module")
def host(lab_able: None) -> Iterator[LabHost]:
    with LabHost("conf", ssh=Ssh()) as running:
        yield running


def written(tmp_path: Path, text: str) -> tuple[str, ...]:
    path = tmp_path / "config"
    path.write_text(text)
    return (str(path),)


def full(host: LabHost, more: str = "") -> str:
    access = host.ssh
    return (
        f"Host kvm\n  HostName {access.address}\n  Port {access.port}\n  User root\n"
        f"  IdentityFile {access.keys.client}\n  UserKnownHostsFile {access.known_hosts_path}\n{more}"
    )


async def test_all_from_the_file(host: LabHost, tmp_path: Path) -> None:
    """Name, port, user, key and known hosts may come from the file; the real name is what is verified."""
    plan = SshPlan(
        "kvm", socket_paths=(SOCKET,), methods=("privkey",), ssh_config=written(tmp_path, full(host))
    )
    async with dialled(plan) as (connection, _):
        assert await connection.connect_get_hostname() == "conf"


async def test_the_plan_goes_before_the_file(host: LabHost, tmp_path: Path) -> None:
    """What the plan says itself stands."""
    config = written(tmp_path, full(host))
    plan = SshPlan("kvm", socket_paths=(SOCKET,), methods=("privkey",), ssh_config=config)
    stranger = SshPlan("kvm", keyfile=str(host.ssh.keys.stranger), methods=("privkey",), ssh_config=config)
    with pytest.raises(AuthenticationError, match="root@"):
        await dial(stranger, Sink())
    nothing_known = SshPlan("kvm", known_hosts=(KnownHostsText(b""),), ssh_config=config)
    with pytest.raises(HostKeyUnknown):
        await dial(nothing_known, Sink())
    _, hops = heed_config(SshPlan("kvm", 2200, "other", ssh_config=config))
    assert (hops[-1].port, hops[-1].user) == (2200, "other")
    assert heed_config(plan)[1][-1].keyfiles == (str(host.ssh.keys.client),)


async def test_jump_of_the_file(host: LabHost, tmp_path: Path) -> None:
    """ProxyJump is dialled by our own rules, each server with what the file says of it."""
    known = f"  UserKnownHostsFile {host.ssh.known_hosts_path}\n"
    config = written(
        tmp_path,
        full(host) + f"Host far\n  HostName 127.0.0.1\n  Port {host.ssh.port}\n"
        f"  User root\n  IdentityFile {host.ssh.keys.client}\n  ProxyJump kvm\n{known}",
    )
    plan = SshPlan("far", socket_paths=(SOCKET,), methods=("privkey",), ssh_config=config)
    async with dialled(plan) as (connection, _):
        assert await connection.connect_get_hostname() == "conf"
    _, hops = heed_config(plan)
    key = (str(host.ssh.keys.client),)
    assert hops == [SshHop("127.0.0.1", host.ssh.port, "root", key)] * 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", [("a", 22, None)]),
        ("u@a:23,[2001:db8::1]:24", [("a", 23, "u"), ("2001:db8::1", 24, None)]),
        ("2001:db8::1", [("2001:db8::1", 22, None)]),
        ("none", []),
    ],
)
def test_forms_of_a_jump(tmp_path: Path, text: str, expected: list[tuple[str, int, str | None]]) -> None:
    """Users, ports and IPv6 addresses of a ProxyJump are told apart."""
    plan = SshPlan("kvm", known_hosts=(), ssh_config=written(tmp_path, f"Host kvm\n  ProxyJump {text}\n"))
    _, hops = heed_config(plan)
    assert [(hop.host, hop.port, hop.user) for hop in hops[:-1]] == expected


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("UserKnownHostsFile none\n", KnownHostsMissing, "UserKnownHostsFile none, which would let anybody"),
        ("ProxyCommand nc %h %p\n", ConnectError, "ProxyCommand is not supported for kvm"),
        ("HostKeyAlias other\n", ConnectError, "HostKeyAlias is not supported for kvm"),
        ("ProxyJump kvm2:port\n", ConnectError, "has no valid port"),
        ("Host kvm\n  ProxyJump a\nHost a\n  ProxyJump b\n", ConnectError, "a ProxyJump of its own"),
        ("Port none\n", ConnectError, "SSH configuration"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, kind: type[ConnectError], words: str) -> None:
    """A file that would weaken verification, or ask for what is not there, is refused by name (H28)."""
    with pytest.raises(kind, match=words) as caught:
        heed_config(SshPlan("kvm", ssh_config=written(tmp_path, text)))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("word", ["no", "off", "accept-new", "ask"])
def test_strictness_is_not_the_files(tmp_path: Path, word: str) -> None:
    """H29: a file cannot have keys accepted that nobody knows: what it says of strictness is not heeded."""
    text = f"Host kvm\n  StrictHostKeyChecking {word}\n"
    config = written(tmp_path, text)
    plan, hops = heed_config(SshPlan("kvm", ssh_config=config))
    assert (plan, hops) == (SshPlan("kvm", ssh_config=config), [SshHop("kvm")])
    assert plan.verify == "normal"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A named file must exist."""
    with pytest.raises(ConnectError, match=r"SSH configuration .*none"):
        heed_config(SshPlan("kvm", ssh_config=(str(tmp_path / "none"),)))


def test_no_file_is_read_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a named file, ~/.ssh/config does not exist for us."""
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "config").write_text("Host *\n  HostName elsewhere\n  ProxyJump elsewhere\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    plan = SshPlan("kvm")
    assert heed_config(plan) == (plan, [SshHop("kvm")])
