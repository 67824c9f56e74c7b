"""The recipes of docs/client.md that need no booted guest do what it says, as virsh sees it."""

import asyncio
import logging
import signal
from contextlib import aclosing, closing
from pathlib import Path

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import (
    CertificateRefused,
    CertificateUntrusted,
    HostKeyChanged,
    HostKeyUnknown,
    NoDomain,
)
from purevirt.rpc.gen.enums import DomainState
from tests.docs.conftest import IDLE, IDLE_XML
from tests.docs.recipe import recipe
from tests.lab import LabError, LabHost
from tests.lab.guests import POOL, Inhabited
from tests.lab.pki import PASSPHRASE


@pytest.mark.lab
async def test_connect(lab_host: LabHost, own_host: LabHost, capsys: pytest.CaptureFixture[str]) -> None:
    """A name, or what went wrong: each kind by its own clause."""
    host_name = recipe("01_connect").host_name
    assert await host_name(lab_host.uri) == "lab"
    assert await host_name(lab_host.uri.replace("qemu+unix", "qemu+pigeon")) is None
    assert await host_name("qemu+unix:///system?socket=/no/such/socket") is None
    assert await host_name(own_host.unix_uri(auth="polkit")) is None
    assert await host_name(lab_host.unix_uri(driver="nonsense")) is None
    starts = [
        "no URI",
        "no connection to /no/such/socket",
        "not let in (polkit)",
        "the daemon says no, code ",
    ]
    printed = capsys.readouterr().out.splitlines()
    assert [line.startswith(start) for line, start in zip(printed, starts, strict=True)] == [True] * 4, (
        printed
    )


def test_connect_blocking(any_host: Inhabited) -> None:
    """The same without asyncio."""
    assert recipe("01_connect_sync").host_name(any_host.uri) == "lab"


@pytest.mark.lab
async def test_tls(lab_access: LabHost) -> None:
    """By a folder and by text; who is not trusted, and who does not trust us, are told apart."""
    tls = recipe("02_connect_tls")
    server, pki = f"localhost:{lab_access.tls.port}", lab_access.pki
    assert await tls.by_folder(server, pki.client("good")) == "access"
    encrypted = pki.client("encrypted")
    texts = [(encrypted / name).read_text() for name in ("cacert.pem", "clientcert.pem", "clientkey.pem")]
    assert await tls.by_text(server, *texts, PASSPHRASE) == "access"
    with pytest.raises(CertificateUntrusted):
        await tls.by_folder(server, pki.client("other-ca"))
    with pytest.raises(CertificateRefused):
        await tls.by_folder(server, pki.client("outsider"))


@pytest.mark.lab
async def test_ssh(lab_access: LabHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In by a key; a host key that is not known, or another, says whose and which."""
    over_ssh = recipe("03_connect_ssh").over_ssh
    ssh = lab_access.ssh
    server = f"127.0.0.1:{ssh.port}"
    keyfile = ssh.keys.client
    assert await over_ssh(server, keyfile, ssh.known_hosts_path) == "access"
    known_hosts = tmp_path / "known_hosts"
    await asyncio.to_thread(known_hosts.touch)
    with pytest.raises(HostKeyUnknown):
        await over_ssh(server, keyfile, known_hosts)
    strangers = ssh.keys.stranger.with_name(f"{ssh.keys.stranger.name}.pub").read_text()
    await asyncio.to_thread(known_hosts.write_text, f"[127.0.0.1]:{ssh.port} {strangers}")
    with pytest.raises(HostKeyChanged):
        await over_ssh(server, keyfile, known_hosts)
    unknown, changed = capsys.readouterr().out.splitlines()
    assert "127.0.0.1 was never met" in unknown
    assert "SHA256:" in unknown
    assert f"{known_hosts}:1 says" in changed


@pytest.mark.lab
async def test_credentials(own_host: LabHost) -> None:
    """A name and a password, outright and asked for."""
    uri = own_host.unix_uri()
    assert await recipe("04_credentials").with_password(uri, "alice", "let me in") == "own"
    assert await recipe("04_credentials").ask_when_needed(uri, {"alice": "let me in"}) == "own"


async def test_list(conn: purevirt.Connection, idle: str) -> None:
    """Names and states."""
    states = recipe("05_list_domains").states
    assert (await states(conn))[idle] is DomainState.SHUTOFF
    await conn.domain_create(await conn.domain_lookup_by_name(idle))
    assert (await states(conn))[idle] is DomainState.RUNNING


async def test_life(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """Defined, started, stopped by force as it has no system, and gone with its saved state."""
    life = recipe("06_define_start_stop")
    any_host.virsh("undefine", idle)
    dom = await life.start(conn, IDLE_XML)
    assert any_host.virsh("domstate", idle).strip() == "paused"
    await life.stop(conn, dom, 0.2)
    assert any_host.virsh("domstate", idle, "--reason").strip() == "shut off (destroyed)"
    await life.stop(conn, dom, 0.2)
    any_host.virsh("start", idle)
    await life.stop(conn, dom, 0.2)
    assert any_host.virsh("domstate", idle, "--reason").strip() == "shut off (destroyed)"
    any_host.virsh("start", idle)
    any_host.virsh("managedsave", idle)
    await life.remove(conn, idle)
    assert idle not in any_host.virsh("list", "--all", "--name").split()
    await life.remove(conn, idle)


async def test_wait(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """A destroyed domain, and one that is no more."""
    why = recipe("07_wait_for_state").why_it_ended
    dom = await conn.domain_lookup_by_name(idle)
    await conn.domain_create(dom)
    waiting = asyncio.create_task(why(conn, dom))
    await asyncio.to_thread(any_host.virsh, "destroy", idle)
    assert await waiting == "destroyed"
    await asyncio.to_thread(any_host.virsh, "undefine", idle)
    assert await why(conn, dom) == "gone"


async def test_events(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """What is there, then what changes."""
    seen = []
    async with aclosing(recipe("08_follow_events").changes(conn)) as changes, asyncio.timeout(30):
        async for change in changes:
            if change.startswith(f"{idle} "):
                seen.append(change.removeprefix(f"{idle} "))
                if seen[-1] == "is there":
                    await asyncio.to_thread(any_host.virsh, "start", idle)
                if seen[-1] == "started":
                    break
    assert (seen[0], seen[-1]) == ("is there", "started")


def test_events_blocking(any_host: Inhabited, idle: str) -> None:
    """One event of one domain."""
    any_host.virsh("start", idle, "--paused")
    with purevirt.sync.connect(any_host.uri) as conn:
        assert recipe("08_follow_events_sync").next_change(conn, idle, 30) == "resumed"


@pytest.mark.lab
async def test_reconnect(own_host: LabHost, own_uri: str) -> None:
    """The daemon is killed; the subscription goes on."""
    log: list[str] = []
    seen = []
    async with aclosing(recipe("09_reconnect").starts(own_uri, log)) as starts, asyncio.timeout(60):
        async for line in starts:
            seen.append(line)
            if len(seen) == 1:
                await asyncio.to_thread(own_host.restart, kill=True)
            if len(seen) == 2:
                await asyncio.to_thread(own_host.virsh, "start", IDLE)
            if len(seen) == 3:
                break
    await asyncio.to_thread(own_host.virsh, "destroy", IDLE)
    assert seen == ["connected to own", "connected again: 1 domains", IDLE]
    assert log.count("connected") == 2


@pytest.mark.lab
def test_reconnect_blocking(own_host: LabHost, own_uri: str) -> None:
    """The same, in a loop of this thread."""
    log: list[str] = []
    seen = []
    with closing(recipe("09_reconnect_sync").starts(own_uri, log)) as starts:
        for line in starts:
            seen.append(line)
            if len(seen) == 1:
                own_host.restart(kill=True)
            if len(seen) == 2:
                own_host.virsh("start", IDLE)
            if len(seen) == 3:
                break
    own_host.virsh("destroy", IDLE)
    assert seen == ["connected to own", "connected again: 1 domains", IDLE]
    assert log.count("connected") == 2
    assert log[-1] == "stopped"


async def test_metadata(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """A bare element gets a prefix, and comes back without; none is None."""
    xml = recipe("10_xml_and_metadata")
    dom = await conn.domain_lookup_by_name(idle)
    assert await xml.memory_kib(conn, dom) == 32 << 10
    assert await xml.read_owner(conn, dom) is None
    await xml.write_owner(conn, dom, 'a"b<&')
    assert await xml.read_owner(conn, dom) == 'a"b<&'
    shown = any_host.virsh("dumpxml", "--inactive", idle)
    assert f'<inventory:owner xmlns:inventory="{xml.NAMESPACE}"' in shown


async def test_statistics(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """Of the running ones, seconds."""
    seconds = recipe("11_statistics").cpu_seconds
    assert idle not in await seconds(conn)
    any_host.virsh("start", idle)
    before = (await seconds(conn))[idle]
    told = dict(
        line.strip().split("=") for line in any_host.virsh("domstats", idle).splitlines() if "=" in line
    )
    assert 0 < before <= int(told["cpu.time"]) / 1e9


@pytest.mark.real("weights of disks are not simulated")
async def test_typed_parameters(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """Written with the wire's type, counted, and read as a mapping."""
    dom = await conn.domain_lookup_by_name(idle)
    values = await recipe("11_typed_parameters").set_io_weight(conn, dom, 321)
    assert values["weight"] == 321
    told = any_host.virsh("blkiotune", idle, "--config").splitlines()
    assert ["weight", "321"] in [[part.strip() for part in line.split(":")] for line in told]


async def test_snapshots(conn: purevirt.Connection, any_host: Inhabited) -> None:
    """Taken, gone back to, and gone."""
    name = "recipes-disk"
    any_host.virsh("vol-create-as", POOL, f"{name}.qcow2", "1M", "--format", "qcow2")
    any_host.virsh("define", "/dev/stdin", stdin=any_host.domain_xml(name))
    try:
        dom = await conn.domain_lookup_by_name(name)
        snapshots = recipe("18_snapshots")
        assert await snapshots.take(conn, dom, "first & last") == ["first & last"]
        assert any_host.virsh("snapshot-list", name, "--name").strip() == "first & last"
        assert await snapshots.go_back(conn, dom, "first & last")
        assert any_host.virsh("snapshot-list", name, "--name").strip() == ""
        assert not await snapshots.go_back(conn, dom, "first & last")
    finally:
        any_host.remove_guest(name)


async def test_networks_and_pools(conn: purevirt.Connection, any_host: Inhabited) -> None:
    """Active, persistent and started with the host."""
    make = recipe("19_networks_and_pools")
    folder = any_host.folder / "recipes-pool"
    try:
        assert await make.make_network(conn, "recipes-net", "pv-recipes") == "pv-recipes"
        assert await make.make_pool(conn, "recipes-pool", str(folder)) == []
        assert folder.is_dir()
        for command, name in (("net-info", "recipes-net"), ("pool-info", "recipes-pool")):
            told = dict(line.split(":", 1) for line in any_host.virsh(command, name).splitlines())
            told = {key: value.strip() for key, value in told.items()}
            assert (told["Persistent"], told["Autostart"]) == ("yes", "yes")
            assert told.get("Active", told.get("State")) in {"yes", "running"}
    finally:
        for command in ("net-destroy", "net-undefine"):
            any_host.virsh(command, "recipes-net")
        for command in ("pool-destroy", "pool-delete", "pool-undefine"):
            any_host.virsh(command, "recipes-pool")


async def test_secrets(conn: purevirt.Connection, any_host: Inhabited) -> None:
    """Kept, never given out, forgotten."""
    secrets = recipe("20_secrets")
    await secrets.store(conn, "recipes & co", b"\0secret")
    (uuid,) = [
        line.split()[0] for line in any_host.virsh("secret-list").splitlines() if "ceph recipes & co" in line
    ]
    with pytest.raises(LabError, match="private"):
        any_host.virsh("secret-get-value", uuid)
    assert await secrets.forget(conn, "recipes & co")
    assert uuid not in any_host.virsh("secret-list")
    assert not await secrets.forget(conn, "recipes & co")


@pytest.mark.lab
async def test_timeouts(own_host: LabHost, own_uri: str) -> None:
    """A daemon that hangs: the caller goes on, and so does the call, once the daemon does."""
    start = recipe("21_timeouts").start
    async with await purevirt.connect(own_uri) as conn:
        dom = await conn.domain_lookup_by_name(IDLE)
        own_host.signal_daemon(signal.SIGSTOP)
        try:
            assert await start(conn, dom, 0.2) == "perhaps started"
        finally:
            own_host.signal_daemon(signal.SIGCONT)
        await purevirt.wait_for_state(conn, dom, DomainState.RUNNING, timeout_s=30)
        assert await start(conn, dom, 30) == "ran already"
        await conn.domain_destroy(dom)
        assert await start(conn, dom, 30) == "started"
        await conn.domain_destroy(dom)


@pytest.mark.lab
def test_timeouts_blocking(own_host: LabHost, own_uri: str) -> None:
    """The same by one argument."""
    start = recipe("21_timeouts_sync").start
    with purevirt.sync.connect(own_uri) as conn:
        dom = conn.domain_lookup_by_name(IDLE)
        own_host.signal_daemon(signal.SIGSTOP)
        try:
            assert start(conn, dom, 0.2) == "perhaps started"
        finally:
            own_host.signal_daemon(signal.SIGCONT)
        purevirt.sync.wait_for_state(conn, dom, DomainState.RUNNING, timeout_s=30)
        conn.domain_destroy(dom)
        assert start(conn, dom, 30) == "started"
        conn.domain_destroy(dom)


async def test_many_calls(conn: purevirt.Connection, any_host: Inhabited, idle: str) -> None:
    """All texts, by tasks and by threads."""
    expected = any_host.virsh("dumpxml", idle).strip()
    texts = await recipe("22_many_calls").all_xml(conn)
    assert texts[idle].strip() == expected
    texts = await asyncio.to_thread(recipe("23_threads_sync").all_xml, any_host.uri)
    assert texts[idle].strip() == expected


async def test_one_that_went_away(
    conn: purevirt.Connection, idle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its text is None, and those of the others are there."""

    async def gone(*_arguments: object) -> str:
        raise NoDomain(code=42, domain=10, message="gone", level=2)

    monkeypatch.setattr(conn, "domain_get_xml_desc", gone)
    assert (await recipe("22_many_calls").all_xml(conn))[idle] is None


@pytest.mark.lab
async def test_logging(lab_access: LabHost, caplog: pytest.LogCaptureFixture) -> None:
    """What is dangerous is said as a warning."""
    log = logging.getLogger("purevirt.rpc")
    try:
        uri, was_open = await recipe("24_logging_and_keepalive").watched(lab_access.tcp.uri())
    finally:
        log.setLevel(logging.NOTSET)
    assert (uri, was_open) == ("qemu:///system", True)
    assert [record.levelname for record in caplog.records if "plain text" in record.message] == ["WARNING"]
