"""What anybody who reaches the port may send: ten thousand times something else than a call."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

import grpc

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.listener import MAX_RECEIVE_BYTES
from purevirt.provider.serving.service import SERVICE
from tests.provider.client import OPTIONS, Client, code_of, machine_id
from tests.provider.pki import authority
from tests.provider.secure_process import DEADLINE_S, secure_process

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

SEED = 20261129
AT_ONCE = 64
GROWTH_MIB = 150
METHODS = ("Create", "Configure", "Drain", "Delete", "Get", "List")
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """Return an HTTP/2 frame (RFC 9113, section 4.1)."""
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


def literal(name: str, value: str) -> bytes:
    """Return a header field, literal and without indexing (RFC 7541, section 6.2.2)."""
    return b"\0" + bytes((len(name),)) + name.encode() + bytes((len(value),)) + value.encode()


def call_headers(stream: int) -> bytes:
    """Return the HEADERS frame of a Configure, which ends the headers and not the stream."""
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": f"/{SERVICE}/Configure",
        ":authority": "x",
        "content-type": "application/grpc",
        "te": "trailers",
    }
    return frame(1, 4, stream, b"".join(literal(*field) for field in fields.items()))


def noise(chance: random.Random) -> bytes:
    """Return one thing that is no HTTP/2 conversation."""
    junk = chance.randbytes(chance.randrange(2048))
    return chance.choice(
        (
            junk,
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + junk,
            b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
            b"POST /" + junk.hex().encode() + b" HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n" + junk,
            PREFACE + junk,
            PREFACE + SETTINGS + junk,
            PREFACE
            + SETTINGS
            + frame(chance.randrange(256), chance.randrange(256), chance.getrandbits(31), junk),
            PREFACE + SETTINGS + frame(1, 4, 1, junk) + frame(0, 1, 1, junk),
            PREFACE + SETTINGS + call_headers(1) + frame(0, 1, 1, junk),
            PREFACE + SETTINGS + call_headers(1) + frame(0, 1, 1, b"\x00\xff\xff\xff\xff" + junk),
            PREFACE + SETTINGS + call_headers(1) + frame(0, 1, 1, b"\x01\x00\x00\x00\x05gzip?"),
            PREFACE + SETTINGS + frame(3, 0, 1, b"\0\0\0\\8") * 50,
            PREFACE + SETTINGS + frame(6, 0, 0, bytes(8)) * 50,
        )
    )


async def shout(port: int, content: bytes) -> None:
    """Connect, send it, and go away as soon as there is any answer, or none; sometimes by a reset."""
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(content)
            await writer.drain()
            writer.write_eof()
            while await reader.read(65536):
                pass
        finally:
            writer.transport.abort()


async def crowd(work: Iterable[Callable[[], Awaitable[object]]]) -> int:
    """Do it all, a number of things at once; return how many."""
    jobs = enumerate(work, 1)
    done = 0

    async def worker() -> None:
        nonlocal done
        for number, job in jobs:
            await job()
            done = max(done, number)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(worker())
    return done


def resident_mib(pid: int) -> float:
    """Return how much memory a process has, as Linux counts it."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


async def test_ten_thousand_hostile_requests_change_nothing() -> None:
    """Noise, HTTP/1, TLS, broken HTTP/2, unknown methods, garbage, 100 MiB: it serves on, and stays small."""
    chance = random.Random(SEED)
    async with secure_process() as (running, serving):
        port, pid = serving["port"], running.process.pid
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
            before = await Client(channel).list()
            started_mib = resident_mib(pid)
            # Who connects and says nothing, or begins and never ends: there all the while.
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(100)]
            loris = [await asyncio.open_connection("127.0.0.1", port) for _ in range(50)]
            trickle = (PREFACE + SETTINGS)[:-1]
            begun = [await asyncio.open_connection("127.0.0.1", port) for _ in range(50)]
            for _, writer in begun:
                writer.write(PREFACE + SETTINGS + call_headers(1)[:-1])

            async def drip(position: int) -> None:
                for _, writer in loris:
                    writer.write(trickle[position : position + 1])

            async def raw(method: str, content: bytes) -> grpc.StatusCode:
                call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
                try:
                    await call(content, timeout=DEADLINE_S)
                except grpc.aio.AioRpcError as error:
                    return error.code()
                return grpc.StatusCode.OK

            async def unknown(name: str) -> None:
                assert await raw(name, b"") is grpc.StatusCode.UNIMPLEMENTED

            async def garbage(method: str, content: bytes) -> None:
                # Chance may hit on a message; what is none is the caller's fault, and never a bug of ours.
                assert await raw(f"/{SERVICE}/{method}", content) is not grpc.StatusCode.UNKNOWN

            count = 0
            for position in range(len(trickle)):
                await drip(position)
                count += await crowd(
                    itertools.chain(
                        (lambda: shout(port, noise(chance)) for _ in range(200)),
                        (
                            lambda: unknown(f"/{chance.randbytes(9).hex()}/{chance.getrandbits(9)}")
                            for _ in range(40)
                        ),
                        (
                            lambda: garbage(
                                chance.choice(METHODS),
                                b"\x0a" + chance.randbytes(1) + chance.randbytes(chance.randrange(300)),
                            )
                            for _ in range(90)
                        ),
                    )
                )
            assert count >= 10_000
            huge = pb.ConfigureRequest(machine_id=machine_id(), bootstrap_blob=bytes(100 << 20))
            for _ in range(3):
                assert await code_of(Client(channel).configure(huge)) is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert MAX_RECEIVE_BYTES < 100 << 20
            assert (await Client(channel).list()).machines == before.machines
            assert resident_mib(pid) < started_mib + GROWTH_MIB
            for reader, writer in (*silent, *loris):
                # The server gives them up by itself, once they have not begun in time.
                async with asyncio.timeout(DEADLINE_S):
                    with contextlib.suppress(OSError):
                        while await reader.read(65536):
                            pass
                writer.close()
            for _, writer in begun:
                writer.transport.abort()
    assert not [line for line in running.lines if "Traceback" in line]
    assert all(json.loads(line)["level"] in ("debug", "info", "warning") for line in running.lines)


async def test_half_a_message_on_many_streams_is_given_up_with_its_connection() -> None:
    """Each announces 8 MiB and brings nothing: no memory is set aside for what was only announced."""
    async with secure_process() as (running, serving):
        started_mib = resident_mib(running.process.pid)
        writers = []
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", serving["port"])
            writers.append(writer)
            writer.write(PREFACE + SETTINGS)
            for stream in range(1, 201, 2):
                writer.write(call_headers(stream) + frame(0, 0, stream, b"\x00\x00\x7f\xff\xff" + bytes(100)))
            await writer.drain()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{serving['port']}") as channel:
            assert (await Client(channel).get()).id == machine_id()
            assert resident_mib(running.process.pid) < started_mib + GROWTH_MIB
            for writer in writers:
                writer.transport.abort()
            assert (await Client(channel).get()).id == machine_id()


async def test_noise_on_a_tls_port_changes_nothing(tmp_path: Path) -> None:
    """Plain text, half handshakes and noise inside TLS: the next call is answered."""
    chance = random.Random(SEED)
    cert, key = authority().server().write(tmp_path, "server")
    context = ssl.create_default_context(cadata=authority().pem.decode())
    context.set_alpn_protocols(["h2"])

    async def inside(port: int, content: bytes) -> None:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, ssl=context, server_hostname="localhost"
            )
            writer.write(content)
            # The listener hangs up on noise, or waits for more of it.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await reader.read()
            writer.transport.abort()

    async with secure_process(cert, key) as (running, serving):
        port = serving["port"]
        await crowd(lambda: shout(port, noise(chance)) for _ in range(300))
        await crowd(lambda: inside(port, noise(chance)) for _ in range(200))
        credentials = grpc.ssl_channel_credentials(authority().pem)
        async with grpc.aio.secure_channel(f"localhost:{port}", credentials) as channel:
            assert (await Client(channel).get()).id == machine_id()
    assert not [line for line in running.lines if "Traceback" in line]


async def test_noise_on_the_pages_changes_nothing() -> None:
    """The HTTP listener answers or hangs up, and goes on."""
    chance = random.Random(SEED)
    async with secure_process() as (running, serving):
        await crowd(lambda: shout(serving["http_port"], noise(chance)) for _ in range(1000))
        async with grpc.aio.insecure_channel(f"127.0.0.1:{serving['port']}") as channel:
            assert (await Client(channel).get()).id == machine_id()
    assert not [line for line in running.lines if "Traceback" in line]
