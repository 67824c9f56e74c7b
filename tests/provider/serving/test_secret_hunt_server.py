"""Canaries as blob, keys and passphrase: in no log at level debug, no metric, no error, no --print-config."""

from __future__ import annotations

import asyncio
import base64
import json
import ssl
import sys
from typing import TYPE_CHECKING

import asyncssh
import grpc
from structlog.testing import capture_logs

from purevirt.provider.__main__ import main
from purevirt.provider.core.model import MAX_BLOB_BYTES, Kind
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.service import SERVICE
from tests.provider.client import (
    DEADLINE_S,
    Client,
    configured,
    http,
    machine_id,
    page,
    provider,
    refused,
    settings,
)
from tests.provider.fakes import FakeBackend
from tests.provider.pki import Authority, authority
from tests.provider.secure_process import SecureProcess, secure_process

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pytest

BLOB = b"canary-blob-9f31c7"
PASSPHRASE = "canary-passphrase-77a0"


def fragments(pem: bytes) -> list[str]:
    """Return what a PEM file consists of, line by line, without its frame."""
    return [line for line in pem.decode().splitlines() if line and not line.startswith("-----")]


def hunt(text: str, secrets: Iterable[str]) -> None:
    """Fail where a secret is in a text, as it is, in hex, or in base64."""
    for secret in secrets:
        raw = secret.encode()
        for shape in (secret, raw.hex(), base64.b64encode(raw).decode().rstrip("=")[:-1]):
            assert shape not in text


async def test_a_blob_is_nowhere_whatever_happens_to_it() -> None:
    """Accepted, refused for each reason there is, unparsable, and in the exception of a backend's bug."""
    backend = FakeBackend()
    with capture_logs() as lines:
        async with provider(settings(metrics_addr="127.0.0.1:0"), backend) as p:
            seen: list[str] = []
            await configured(p.client)
            backend.errors[Kind.CONFIGURE] = RuntimeError(f"{BLOB!r}")
            await p.client.create(pb.CreateRequest(machine_id=machine_id(1)))
            await p.client.until(pb.MACHINE_STATE_IDLE, 1)
            good = pb.ConfigureRequest(
                machine_id=machine_id(1), cluster_id="c1", bootstrap_blob=BLOB, shard_id="s", shard_epoch=1
            )
            await p.client.configure(good)
            seen.append((await p.client.until(pb.MACHINE_STATE_FAILED, 1)).last_error)
            fenced, unknown, huge, out = (pb.ConfigureRequest() for _ in range(4))
            for one in (fenced, unknown, huge, out):
                one.CopyFrom(good)
            unknown.machine_id = "no such machine"
            huge.bootstrap_blob = BLOB + bytes(MAX_BLOB_BYTES)
            huge.sequence_number = 2
            out.machine_id = machine_id(2)
            seen += [str(await refused(p.client.configure(one))) for one in (fenced, unknown, huge, out)]
            raw: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = p.client.channel.unary_unary(
                f"/{SERVICE}/Configure"
            )
            broken = (BLOB, b"\x1a\x7f" + BLOB, good.SerializeToString()[:-3] + b"\xff")
            seen += [str(await refused(raw(one, timeout=DEADLINE_S))) for one in broken]
            seen.append(str(await p.client.list()))
            seen.append((await http(p.server.http_port, page("/metrics")))[1])
            seen.append((await http(p.server.http_port))[1])
    hunt(json.dumps([*seen, *map(repr, lines)]), [BLOB.decode()])
    assert "FAILED_PRECONDITION" in " ".join(seen)


async def test_keys_of_the_listener_are_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A process at level debug through rotations, broken files and refused clients; and its settings."""
    issued = authority().server()
    cert, key = issued.write(tmp_path, "server")
    (tmp_path / "ca.pem").write_bytes(authority().pem)
    client = authority().client("bigfleet://shard/s1")
    async with secure_process(cert, key, tmp_path / "ca.pem") as (running, serving):
        credentials = grpc.ssl_channel_credentials(authority().pem, client.key, client.cert)
        async with grpc.aio.secure_channel(f"localhost:{serving['port']}", credentials) as channel:
            request = pb.ConfigureRequest(machine_id=machine_id(), bootstrap_blob=BLOB, shard_id="s2")
            seen = [str(await refused(Client(channel).configure(request)))]
        key.write_bytes(issued.key[:150])
        await running.event("TLS files cannot be used; serving with the last ones")
        renewed = authority().server()
        renewed.write(tmp_path, "server")
        await running.event("TLS files have changed and are in use")
        seen.append((await http(serving["http_port"], page("/metrics")))[1])
    tls = ["--tls-cert", str(cert), "--tls-key", str(key), "--tls-ca", str(tmp_path / "ca.pem")]
    base = ["--connect", "qemu+unix:///system?socket=/nowhere/s", "--image", "g"]
    assert main([*base, *tls, "--print-config", "--check-config"]) == 0
    seen.extend(capsys.readouterr())
    secrets = [BLOB.decode(), *fragments(issued.key), *fragments(renewed.key), *fragments(client.key)]
    hunt("".join([*seen, *running.lines]), secrets)
    assert str(key) in seen[2]


async def test_the_keys_of_the_hosts_are_nowhere(tmp_path: Path) -> None:
    """A real provider at level debug whose hosts refuse: an SSH key, a TLS client key, an encrypted key."""
    ssh_key = asyncssh.generate_private_key("ssh-ed25519")
    locked_key = asyncssh.generate_private_key("ssh-ed25519")
    for name, made, passphrase in (("id", ssh_key, None), ("locked", locked_key, PASSPHRASE)):
        made.write_private_key(tmp_path / name, passphrase=passphrase)
    ours = authority().client()
    (tmp_path / "cacert.pem").write_bytes(authority().pem)
    (tmp_path / "clientcert.pem").write_bytes(ours.cert)
    (tmp_path / "clientkey.pem").write_bytes(ours.key)
    host_key = asyncssh.generate_private_key("ssh-ed25519")
    # It asks for a key, and takes none.
    server = await asyncssh.listen("127.0.0.1", 0, server_host_keys=[host_key], authorized_client_keys=None)
    port = server.get_port()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*Authority("a stranger").server().write(tmp_path, "stranger"))
    stranger = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    tls_port = stranger.sockets[0].getsockname()[1]
    known = tmp_path / "known"
    known.write_text(f"[127.0.0.1]:{port} {host_key.export_public_key().decode()}")
    zones = {
        "a": f"qemu+ssh://u@127.0.0.1:{port}/system?keyfile={tmp_path}/id&known_hosts={known}",
        "b": f"qemu://127.0.0.1:{tls_port}/system?pkipath={tmp_path}",
        "c": f"qemu+libssh://u@127.0.0.1:{port}/system?keyfile={tmp_path}/locked&known_hosts={known}",
    }
    arguments = [word for zone, uri in zones.items() for word in ("--connect", f"{zone}={uri}")]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "purevirt.provider", *arguments, "--image", "g"),
        *("--addr", "127.0.0.1:0", "--metrics-addr", "127.0.0.1:0", "--log-level", "debug"),
        stderr=asyncio.subprocess.PIPE,
        env={"SSH_AUTH_SOCK": str(tmp_path / "agent"), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    running = SecureProcess(process)
    reading = asyncio.create_task(running.read())
    serving = await running.event("serving")
    await running.event("zone")
    seen = [(await http(serving["http_port"], page(path)))[1] for path in ("/metrics", "/readyz")]
    process.terminate()
    assert await process.wait() == 0
    await reading
    for one in (server, stranger):
        one.close()
        await one.wait_closed()
    secrets = [PASSPHRASE, *fragments(ours.key)]
    secrets += [part for name in ("id", "locked") for part in fragments((tmp_path / name).read_bytes())]
    hunt("".join([*seen, *running.lines]), secrets)
    assert "no zone is up" in seen[1]
