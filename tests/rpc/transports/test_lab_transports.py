"""Every transport of both clients to a real libvirtd: who is let in, who is not, and why."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import (
    CertificateRefused,
    CertificateUntrusted,
    ConnectError,
    HostKeyUnknown,
    TlsCredentialsError,
    TlsError,
)
from purevirt.rpc.dialling.tls_credentials import TlsCredentials
from purevirt.rpc.ssh.options import SshOptions
from tests.lab import LabHost, Tls
from tests.lab.pki import PASSPHRASE, ClientPurpose, Pki, ServerPurpose

pytestmark = pytest.mark.lab

VERSIONS = {"1.3": None, "1.2": "NORMAL:-VERS-TLS1.3"}

Connect = Callable[..., Any]


async def by_asyncio(uri: str, **options: Any) -> str:
    """Return the host's name, by the asyncio client."""
    async with await purevirt.connect(uri, **options) as conn:
        return await conn.connect_get_hostname()


async def by_blocking(uri: str, **options: Any) -> str:
    """Return the host's name, by the blocking client."""

    def run() -> str:
        with purevirt.sync.connect(uri, **options) as conn:
            return conn.connect_get_hostname()

    return await asyncio.to_thread(run)


@pytest.fixture(params=[by_asyncio, by_blocking])
def ask_name(request: pytest.FixtureRequest) -> Connect:
    """Both clients."""
    client: Connect = request.param
    return client


@pytest.fixture(scope="module", params=VERSIONS)
def tls(request: pytest.FixtureRequest, lab_able: None) -> Iterator[LabHost]:
    """A host that speaks one version of TLS."""
    with LabHost("tls", tls=Tls(priority=VERSIONS[request.param])) as host:
        yield host


async def test_let_in(tls: LabHost, ask_name: Connect) -> None:
    """T1, U6, U7: by name and by address."""
    assert await ask_name(tls.tls.uri()) == "tls"
    assert await ask_name(tls.tls.uri(host="127.0.0.1")) == "tls"


async def test_calls_that_are_written_at_once(tls: LabHost) -> None:
    """No call waits for the next keepalive, which libvirtd lets one do that shares its TLS record."""
    async with (
        asyncio.timeout(20),
        await purevirt.connect(tls.tls.uri(), keepalive_interval_s=0, max_calls=4) as conn,
    ):
        for number in range(1, 9):
            names = await asyncio.gather(*(conn.connect_get_hostname() for _ in range(number)))
            assert names == ["tls"] * number


def test_threads_over_tls(tls: LabHost) -> None:
    """The same for calls that meet on the bridge."""
    with (
        purevirt.sync.connect(tls.tls.uri(), keepalive_interval_s=0) as conn,
        ThreadPoolExecutor(8) as pool,
    ):
        calls = [pool.submit(conn.connect_get_hostname) for _ in range(200)]
        assert [call.result(20) for call in calls] == ["tls"] * 200


@pytest.mark.parametrize("purpose", ["stranger", "outsider", "expired"])
async def test_our_certificate_is_refused(tls: LabHost, ask_name: Connect, purpose: ClientPurpose) -> None:
    """T2: other CA, DN not allowed, expired; with TLS 1.2 and 1.3 alike."""
    uri = tls.tls.uri(pkipath=purpose)
    with pytest.raises(CertificateRefused, match="refused our certificate") as caught:
        await ask_name(uri)
    assert str(tls.pki.client(purpose)) in str(caught.value)
    assert caught.value.endpoint == f"localhost:{tls.tls.port}"


async def test_no_certificate(tls: LabHost, ask_name: Connect) -> None:
    """T2, T11: none at all; a pkipath without one does not get that far."""
    ca = TlsCredentials(ca=tls.pki.ca_path.read_text())
    with pytest.raises(CertificateRefused, match="we sent no certificate"):
        await ask_name(tls.tls.uri(pkipath=None), tls=ca)
    with pytest.raises(TlsCredentialsError, match=r"clientcert\.pem does not exist"):
        await ask_name(tls.tls.uri(pkipath="no-certificate"))


async def test_the_daemons_certificate_is_refused(tls: LabHost, ask_name: Connect) -> None:
    """T6: another CA than ours."""
    with pytest.raises(CertificateUntrusted) as caught:
        await ask_name(tls.tls.uri(pkipath="other-ca"))
    assert caught.value.code == 20  # X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY


async def test_revocations(tls: LabHost, ask_name: Connect) -> None:
    """T13: heeded where they are there."""
    with pytest.raises(CertificateUntrusted, match="revoked"):
        await ask_name(tls.tls.uri(pkipath="revoking"))
    assert await ask_name(tls.tls.uri(pkipath="not-revoking")) == "tls"


async def test_encrypted_key(tls: LabHost, ask_name: Connect) -> None:
    """T12: with its passphrase, and without."""
    uri = tls.tls.uri(pkipath="encrypted")
    assert await ask_name(uri, tls=TlsCredentials(passphrase=PASSPHRASE)) == "tls"
    with pytest.raises(TlsCredentialsError, match="the key is encrypted"):
        await ask_name(uri)


async def test_encrypted_key_of_the_blocking_client(tls: LabHost) -> None:
    """T12: an ordinary function is asked."""
    uri = tls.tls.uri(pkipath="encrypted")
    assert await by_blocking(uri, ask=lambda request: PASSPHRASE if request.kind == "passphrase" else None)


async def test_memory(tls: LabHost, ask_name: Connect) -> None:
    """T1: PEM that is in no file."""
    folder = tls.pki.client()
    given = TlsCredentials(
        ca=(folder / "cacert.pem").read_text(),
        certificate=(folder / "clientcert.pem").read_text(),
        key=(folder / "clientkey.pem").read_text(),
    )
    assert await ask_name(tls.tls.uri(pkipath=None), tls=given) == "tls"


async def test_a_users_own_files(tls: LabHost, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """T1: a user other than root has them in the home directory."""
    own = tmp_path / ".pki" / "libvirt"
    own.parent.mkdir()
    own.symlink_to(tls.pki.client())
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 4242)
    assert await by_asyncio(tls.tls.uri(pkipath=None)) == "tls"


@pytest.fixture(scope="module")
def shared_pki(tmp_path_factory: pytest.TempPathFactory) -> Pki:
    """One CA for several hosts."""
    return Pki(tmp_path_factory.mktemp("pki"))


@pytest.mark.parametrize(
    ("server", "code"),
    [("expired", 10), ("wrong-name", 62), ("stranger", 20), ("wrong-usage", 26)],
)
async def test_a_daemon_that_is_not_the_one(
    lab_able: None, shared_pki: Pki, server: ServerPurpose, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """T6, T9: refused with OpenSSL's number for it; with `no_verify=1` we go on, warn, and are let in."""
    with LabHost("odd", tls=Tls(server=server, pki=shared_pki)) as host:
        for client in (by_asyncio, by_blocking):
            with pytest.raises(CertificateUntrusted) as caught:
                await client(host.tls.uri())
            assert caught.value.code == code
            caplog.clear()
            assert await client(host.tls.uri(no_verify="1")) == "odd"
            warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
            assert ["anybody can be the daemon" in record.message for record in warnings] == [True]


async def test_a_name_that_is_only_the_common_name(lab_able: None, shared_pki: Pki) -> None:
    """T8: it counts where there are no alternative names, as with GnuTLS."""
    with LabHost("cn", tls=Tls(server="name-in-cn", pki=shared_pki)) as host:
        assert await by_asyncio(host.tls.uri()) == "cn"


async def test_ipv6(lab_able: None) -> None:
    """U7: an address in brackets is dialled, and held against the certificate."""
    with LabHost("six", tls=Tls(address="::1")) as host:
        uri = host.tls.uri(host="::1")
        assert "[::1]:" in uri
        assert await by_asyncio(uri) == await by_blocking(uri) == "six"


def with_port(uri: str, port: int) -> str:
    """Return a URI with another port."""
    before, _, after = uri.partition("://")
    authority, slash, rest = after.partition("/")
    return f"{before}://{authority.rpartition(':')[0]}:{port}{slash}{rest}"


async def test_the_wrong_port(lab_access: LabHost, ask_name: Connect) -> None:
    """T10: plain text to the TLS port, and TLS to the plain one."""
    with pytest.raises(TlsError, match="is this the port for plain text"):
        await ask_name(with_port(lab_access.tls.uri(), lab_access.tcp.port))
    with pytest.raises(ConnectError, match="is this its port for TLS") as caught:
        await ask_name(with_port(lab_access.tcp.uri(), lab_access.tls.port))
    assert caught.value.transport == "tcp"


async def test_tcp(lab_access: LabHost, ask_name: Connect, caplog: pytest.LogCaptureFixture) -> None:
    """U8: it works, and one connection warns once."""
    assert await ask_name(lab_access.tcp.uri()) == "access"
    assert sum("plain text" in record.message for record in caplog.records) == 1


async def test_ssh(lab_access: LabHost, ask_name: Connect, tmp_path: Path) -> None:
    """U22: both clients, over a real sshd; a host key that is not known is told as what it is."""
    uri = lab_access.ssh.uri()
    assert await ask_name(uri) == "access"
    strange = tmp_path / "known_hosts"
    strange.touch()
    with pytest.raises(HostKeyUnknown) as caught:
        await ask_name(uri, ssh=SshOptions(known_hosts=(str(strange),)))
    assert (caught.value.transport, caught.value.port) == ("ssh", lab_access.ssh.port)


@pytest.mark.parametrize("kind", ["tls", "tcp", "ssh", "unix", "ext"])
async def test_a_volume_and_back(lab_access: LabHost, tmp_path: Path, kind: str) -> None:
    """32 MiB up and down by both clients, the same bytes; a slow reader holds the daemon up and no more."""
    uri = uri_of(lab_access, tmp_path, kind)
    data = bytes(range(256)) * (32 << 12)
    pool = f"<pool type='dir'><name>p-{kind}</name><target><path>{tmp_path}</path></target></pool>"
    volume = f"<volume><name>v</name><capacity>{len(data)}</capacity></volume>"

    async def up_and_down() -> None:
        async with await purevirt.connect(uri) as conn:
            made = await conn.storage_pool_create_xml(pool, 0)
            try:
                vol = await conn.storage_vol_create_xml(made, volume, 0)
                async with conn.stream() as stream:
                    await conn.storage_vol_upload(stream, vol, 0, len(data), 0)
                    await stream.write(data)
                    await stream.finish()
                async with conn.stream() as stream:
                    await conn.storage_vol_download(stream, vol, 0, len(data), 0)
                    assert b"".join([piece async for piece in stream]) == data
                await asyncio.to_thread(down_and_up)
            finally:
                await conn.storage_pool_destroy(made)

    def down_and_up() -> None:
        with purevirt.sync.connect(uri) as conn:
            vol = conn.storage_vol_lookup_by_name(conn.storage_pool_lookup_by_name(f"p-{kind}"), "v")
            with conn.stream() as stream:
                conn.storage_vol_download(stream, vol, 0, len(data), 0)
                assert b"".join(stream) == data
            with conn.stream() as stream:
                conn.storage_vol_upload(stream, vol, 0, len(data), 0)
                stream.write(data[::-1])
                stream.finish()
            with conn.stream() as stream:
                conn.storage_vol_download(stream, vol, 0, len(data), 0)
                assert b"".join(stream) == data[::-1]

    await up_and_down()


def uri_of(host: LabHost, tmp_path: Path, kind: str) -> str:
    """Return the host's URI of a kind."""
    if kind == "ext":
        script = tmp_path / "tunnel"
        script.write_text(f"#!/bin/sh\nexec nc -U {host.socket_path}\n")
        script.chmod(0o755)
        return f"qemu+ext:///system?command={script}"
    if kind == "unix":
        return host.uri
    return str(getattr(host, kind).uri())
