"""The listener's TLS against real clients: openssl, Python's ssl, and gRPC's own."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from cryptography import x509
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from purevirt.errors import InternalError
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.certificates import TlsFiles
from purevirt.provider.serving.service import SERVICE
from purevirt.provider.serving.tls import CIPHER_SUITES_VARIABLE, ListenerTls, only_tls13
from tests.provider.client import Client, code_of, http, machine_id, page, refused
from tests.provider.pki import DAY, EXPIRED, Authority, Issued, authority
from tests.provider.secure_process import DEADLINE_S, secure_process

if TYPE_CHECKING:
    from pathlib import Path

Code = grpc.StatusCode
SHARD = "bigfleet://shard/s1"


def channel(port: int, client: Issued | None = None, ca: Authority | None = None) -> grpc.aio.Channel:
    """Open a channel that shares its connection with no other."""
    credentials = grpc.ssl_channel_credentials(
        (ca or authority()).pem,
        None if client is None else client.key,
        None if client is None else client.cert,
    )
    options = (("grpc.use_local_subchannel_pool", 1),)
    return grpc.aio.secure_channel(f"localhost:{port}", credentials, options=options)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Certificate, key and CA of a listener."""
    ca = tmp_path / "ca.pem"
    ca.write_bytes(authority().pem)
    return *authority().server().write(tmp_path, "server"), ca


def s_client(port: int, tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Try a handshake with openssl."""
    return subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-CAfile", tmp_path / "ca.pem", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=DEADLINE_S,
        check=False,
    )


async def metrics(serving: dict[str, Any]) -> list[str]:
    """Return the lines of the metrics page."""
    return (await http(serving["http_port"], page("/metrics")))[1].splitlines()


async def test_the_listener_speaks_tls_1_3_alone(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """openssl with TLS 1.2 is refused in the handshake, with 1.3 not; gRPC works; plain text is refused."""
    cert, key, _ = files
    async with secure_process(cert, key) as (_, serving):
        port = serving["port"]
        assert serving["security"] == "TLS"
        old = await asyncio.to_thread(s_client, port, tmp_path, "-tls1_2")
        assert old.returncode == 1
        assert "Cipher is (NONE)" in old.stdout
        every = await asyncio.to_thread(s_client, port, tmp_path, "-tls1_2", "-cipher", "ALL:@SECLEVEL=0")
        assert every.returncode == 1
        new = await asyncio.to_thread(
            s_client, port, tmp_path, "-tls1_3", "-alpn", "h2", "-verify_return_error"
        )
        assert new.returncode == 0, new.stderr
        assert "New, TLSv1.3" in new.stdout
        async with channel(port) as secure:
            assert (await Client(secure).get()).id == machine_id()
        async with grpc.aio.insecure_channel(f"localhost:{port}") as plain:
            assert await code_of(Client(plain).get()) is Code.UNAVAILABLE
        line = 'bigfleet_libvirt_certificate_expiry_timestamp_seconds{certificate="server"} '
        expiry = x509.load_pem_x509_certificate(cert.read_bytes()).not_valid_after_utc.timestamp()
        [found] = [one for one in await metrics(serving) if one.startswith(line)]
        assert float(found.removeprefix(line)) == expiry


async def test_mutual_tls_refuses_strangers_in_the_handshake(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    """No certificate, another CA's, an expired one, one of no CA: no call arrives; TLS 1.2 stays refused."""
    other = Authority("other")
    known = authority().client(SHARD)
    known_cert, known_key = known.write(tmp_path, "known")
    strangers = {
        "none": None,
        "other CA": other.client(SHARD),
        "expired": authority().client(SHARD, lifetime=EXPIRED),
        "not yet valid": authority().client(SHARD, lifetime=(DAY, 2 * DAY)),
        "same name, other key": Issued(known.cert, other.client(SHARD).key),
    }
    async with secure_process(*files) as (_, serving):
        assert serving["security"] == "mTLS"
        for name, stranger in strangers.items():
            async with channel(serving["port"], stranger) as unwelcome:
                assert await code_of(Client(unwelcome).get()) is Code.UNAVAILABLE, name
        counted = [line for line in await metrics(serving) if "grpc_requests_total{" in line]
        assert not [line for line in counted if not line.endswith(" 0.0")]
        async with channel(serving["port"], known) as welcome:
            await Client(welcome).get()
        pair = ("-alpn", "h2", "-cert", str(known_cert), "-key", str(known_key))
        old = await asyncio.to_thread(s_client, serving["port"], tmp_path, "-tls1_2", *pair)
        assert "Cipher is (NONE)" in old.stdout
        new = await asyncio.to_thread(s_client, serving["port"], tmp_path, "-tls1_3", *pair)
        assert "New, TLSv1.3" in new.stdout


async def test_a_client_may_refuse_the_listener(files: tuple[Path, Path, Path]) -> None:
    """Whoever trusts another CA does not talk to us."""
    async with (
        secure_process(*files[:2]) as (_, serving),
        channel(serving["port"], ca=Authority("x")) as wary,
    ):
        assert await code_of(Client(wary).get()) is Code.UNAVAILABLE


async def test_a_certificate_speaks_for_its_own_shard(files: tuple[Path, Path, Path]) -> None:
    """Another shard's call is PERMISSION_DENIED before the fence: no mark moves; it is logged and counted."""
    huge = pb.CreateRequest(machine_id=machine_id(), shard_id="s1", shard_epoch=2**63 - 1, sequence_number=1)
    own = pb.CreateRequest(machine_id=machine_id(), shard_id="s1", shard_epoch=1, sequence_number=1)
    async with secure_process(*files) as (running, serving):
        async with channel(serving["port"], authority().client("bigfleet://shard/s2")) as thief:
            code, details = await refused(Client(thief).create(huge))
            assert code is Code.PERMISSION_DENIED
            assert details == (
                "the client certificate is for 'bigfleet://shard/s2', which does not speak for shard_id 's1'"
            )
            # What is malformed whoever sends it comes first, and reads are anybody's.
            assert (
                await code_of(Client(thief).drain(pb.DrainRequest(grace_period_seconds=-1)))
                is Code.INVALID_ARGUMENT
            )
            assert (await Client(thief).get()).state == pb.MACHINE_STATE_SPECULATIVE
        line = await running.event("call refused")
        assert (line["level"], line["code"]) == ("warning", "PERMISSION_DENIED")
        assert (line["machine"], line["shard"], line["reason"]) == (machine_id(), "s1", details)
        assert "bigfleet_libvirt_identity_rejected_total 1.0" in await metrics(serving)
        async with channel(serving["port"], authority().client(SHARD)) as shard:
            assert (await Client(shard).create(own)).operation_id
            assert await code_of(Client(shard).create(own)) is Code.FAILED_PRECONDITION


async def test_require_refuses_certificates_without_a_name_of_ours_whatever_they_call(
    files: tuple[Path, Path, Path],
) -> None:
    """Calls that change something, and reads, which any name of ours may make."""
    create = pb.CreateRequest(machine_id=machine_id(), shard_id="s1", shard_epoch=1)
    async with secure_process(*files, identity="require") as (_, serving):
        async with channel(serving["port"], authority().client()) as nameless:
            for call in (Client(nameless).create(create), Client(nameless).get(), Client(nameless).list()):
                code, details = await refused(call)
                assert code is Code.PERMISSION_DENIED
                assert "--shard-identity require wants one" in details
        assert "bigfleet_libvirt_identity_rejected_total 3.0" in await metrics(serving)
        async with channel(serving["port"], authority().client("bigfleet://cluster/c1")) as reader:
            assert (await Client(reader).get()).state == pb.MACHINE_STATE_SPECULATIVE
            assert await code_of(Client(reader).create(create)) is Code.PERMISSION_DENIED


def replace(path: Path, content: bytes) -> None:
    """Give a file another content at one go, as tools that renew certificates do."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(content)
    fresh.replace(path)


def serial_seen(port: int, client: Issued, folder: Path) -> int:
    """Return the serial number of the certificate that a new connection is shown."""
    cert, key = client.write(folder, "seer")
    context = ssl.create_default_context(cafile=str(folder / "ca.pem"))
    context.load_cert_chain(cert, key)
    with (
        socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        der = secure.getpeercert(binary_form=True)
    assert der is not None
    return x509.load_der_x509_certificate(der).serial_number


async def test_certificates_rotate_under_load_and_no_call_is_lost(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    """Old connections go on, new ones see the new pair, a half of one is not used, and a CA can go."""
    client, renewed_ca = authority().client(SHARD), Authority("renewed")
    answered = 0

    async def call_for_ever(port: int, *, fresh: bool) -> None:
        nonlocal answered
        while True:
            async with channel(port, client) as one:
                for _ in range(1 if fresh else 1_000_000):
                    await Client(one).get()
                    answered += 1

    async with secure_process(*files) as (running, serving):
        port = serving["port"]
        load = [asyncio.create_task(call_for_ever(port, fresh=number < 4)) for number in range(8)]
        first = await asyncio.to_thread(serial_seen, port, client, tmp_path)
        for _ in range(3):
            before, seen = answered, len(running.lines)
            issued = authority().server()
            replace(files[0], issued.cert)
            half = await running.event("TLS files cannot be used; serving with the last ones", after=seen)
            assert "does not belong to the certificate" in half["reason"]
            assert await asyncio.to_thread(serial_seen, port, client, tmp_path) == first
            replace(files[1], issued.key)
            await running.event("TLS files have changed and are in use", after=seen)
            first = await asyncio.to_thread(serial_seen, port, client, tmp_path)
            assert first == x509.load_pem_x509_certificate(issued.cert).serial_number
            while answered < before + 50:  # noqa: ASYNC110 # calls of eight tasks, none of which knows the sum
                await asyncio.sleep(0)
        seen = len(running.lines)
        replace(files[2], authority().pem + renewed_ca.pem)
        await running.event("TLS files have changed and are in use", after=seen)
        async with channel(port, renewed_ca.client(SHARD)) as renewed:
            await Client(renewed).get()
        assert [task for task in load if task.done()] == []
        for task in load:
            task.cancel()
        await asyncio.wait(load)
        assert all(task.cancelled() for task in load)
        seen = len(running.lines)
        replace(files[2], renewed_ca.pem)
        await running.event("TLS files have changed and are in use", after=seen)
        async with channel(port, client) as retired:
            assert await code_of(Client(retired).get()) is Code.UNAVAILABLE


async def test_reflection_and_health_answer_over_tls(files: tuple[Path, Path, Path]) -> None:
    """What grpcurl and grpc_health_probe do, by the clients that come with gRPC."""

    def ask(port: int) -> None:
        client = authority().client()
        credentials = grpc.ssl_channel_credentials(authority().pem, client.key, client.cert)
        with grpc.secure_channel(f"localhost:{port}", credentials) as one:
            database = ProtoReflectionDescriptorDatabase(one)
            assert SERVICE in database.get_services()
            file = database.FindFileContainingSymbol(SERVICE)
            assert file.name == "bigfleet/v1alpha1/provider.proto"
            [service] = file.service
            names = [method.name for method in service.method]
            assert names == ["Create", "Configure", "Drain", "Delete", "Get", "List"]
            check = one.unary_unary(
                "/grpc.health.v1.Health/Check",
                request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
            answers = health_pb2.HealthCheckResponse
            for name in ("", SERVICE):
                answer = check(health_pb2.HealthCheckRequest(service=name), timeout=DEADLINE_S)
                assert answer.status == answers.SERVING
            with pytest.raises(grpc.RpcError) as caught:
                check(health_pb2.HealthCheckRequest(service="bigfleet"), timeout=DEADLINE_S)
            assert caught.value.code() is Code.NOT_FOUND

    async with secure_process(*files) as (_, serving):
        await asyncio.to_thread(ask, serving["port"])
        for code, count in (("OK", 2), ("NOT_FOUND", 1)):
            labels = f'code="{code}",method="grpc.health.v1.Health/Check"'
            # An answer is on its way before it is counted.
            while f"bigfleet_libvirt_grpc_requests_total{{{labels}}} {count}.0" not in await metrics(serving):
                pass


async def test_plain_text_says_that_it_is_insecure() -> None:
    """The third mode; nobody is asked for an identity."""
    async with secure_process(identity="require") as (_, serving):
        assert serving["security"] == "insecure"
        async with grpc.aio.insecure_channel(f"localhost:{serving['port']}") as plain:
            request = pb.CreateRequest(machine_id=machine_id(), shard_id="s", shard_epoch=1)
            assert (await Client(plain).create(request)).operation_id


def test_the_switch_is_set_before_grpc_or_not_at_all() -> None:
    """Too late is an error and not TLS 1.2; once set, it may be asked for again."""
    environ: dict[str, str] = {}
    with pytest.raises(InternalError, match="after grpc was imported"):
        only_tls13(environ)
    assert environ == {}
    environ[CIPHER_SUITES_VARIABLE] = "ECDHE-PSK-CHACHA20-POLY1305"
    only_tls13(environ)


async def test_no_listener_serves_tls_without_the_switch(
    files: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that embeds the server is told, rather than served TLS 1.2."""
    monkeypatch.delenv(CIPHER_SUITES_VARIABLE, raising=False)
    cert, key, ca = files
    with pytest.raises(InternalError, match="only_tls13"):
        await ListenerTls(TlsFiles(cert=cert, key=key, ca=ca), lambda _: None).load()
