"""A daemon that only replays: it greets any libvirt client and answers two calls with prepared replies.

    python -m bench.replay SOCKET

What remains of a call's time is the client's own: reading, decoding, building its objects.
"""

from __future__ import annotations

import asyncio
import sys

from purevirt.rpc import xdr
from purevirt.rpc.framing import FrameReader, MessageStatus, MessageType, encode_frame
from purevirt.rpc.gen import remote

DOMAIN_COUNT = 10_000
RECORD_COUNT = 1_000
PARAMETER_COUNT = 60


def domains() -> bytes:
    """Return the reply to CONNECT_LIST_ALL_DOMAINS: 10,000 domains."""
    found = [
        remote.Domain(f"guest-{number:05d}", number.to_bytes(16, "big"), -1) for number in range(DOMAIN_COUNT)
    ]
    return xdr.encode(remote.ConnectListAllDomainsRet(found, len(found)))


def stats() -> bytes:
    """Return the reply to CONNECT_GET_ALL_DOMAIN_STATS: 1,000 records of 60 parameters, as a guest has."""
    records = []
    for number in range(RECORD_COUNT):
        params = [remote.TypedParam("state.state", (1, 1)), remote.TypedParam("vcpu.current", (2, 8))]
        params += [remote.TypedParam(f"vcpu.{cpu}.time", (4, number * 1_000_003 + cpu)) for cpu in range(8)]
        params += [remote.TypedParam(f"balloon.figure{i}", (4, number * 977 + i)) for i in range(12)]
        for disk in range(4):
            params.append(remote.TypedParam(f"block.{disk}.name", (7, f"vd{chr(97 + disk)}")))
            params += [
                remote.TypedParam(f"block.{disk}.{kind}.{what}", (4, number * 4096 + disk))
                for kind in ("rd", "wr", "fl")
                for what in ("reqs", "bytes", "times")
            ][: PARAMETER_COUNT // 8 + 1]
        params.append(remote.TypedParam("net.count", (2, 1)))
        params += [remote.TypedParam(f"net.0.figure{i}", (4, number + i)) for i in range(PARAMETER_COUNT)]
        domain = remote.Domain(f"guest-{number:05d}", number.to_bytes(16, "big"), number)
        records.append(remote.DomainStatsRecord(domain, params[:PARAMETER_COUNT]))
    return xdr.encode(remote.ConnectGetAllDomainStatsRet(records))


class Replay(asyncio.Protocol):
    """One client's connection."""

    def __init__(self, replies: dict[int, bytes]) -> None:
        self._replies = replies
        self._reader = FrameReader()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each call; an unknown one with an empty reply."""
        assert self._transport is not None
        for frame in self._reader.feed(data):
            if frame.type == MessageType.CALL:
                reply = self._replies.get(frame.procedure, b"")
                self._transport.write(
                    encode_frame(
                        frame.program,
                        frame.version,
                        frame.procedure,
                        MessageType.REPLY,
                        frame.serial,
                        MessageStatus.OK,
                        reply,
                    )
                )


async def serve(path: str) -> None:
    """Listen on `path` until cancelled; say so on standard output once ready."""
    replies = {
        60: xdr.encode(remote.ConnectSupportsFeatureRet(0)),
        66: xdr.encode(remote.AuthListRet([0])),
        110: xdr.encode(remote.ConnectGetUriRet("qemu:///system")),
        157: xdr.encode(remote.ConnectGetLibVersionRet(9_000_000)),
        273: domains(),
        344: stats(),
    }
    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(lambda: Replay(replies), path)
    print("ready", flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
