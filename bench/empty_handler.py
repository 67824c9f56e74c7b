"""A grpc.aio server that answers every call with the same few bytes: what no provider can be faster than."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import grpc

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.service import SERVICE

REPLY = pb.Machine(
    id="libvirt/OnDemand/kvm.small/a/000", instance_type="kvm.small", zone="a"
).SerializeToString()


async def answer(_request: bytes, _context: grpc.aio.ServicerContext[Any, Any]) -> bytes:
    return REPLY


async def main() -> None:
    """Serve until standard input ends."""
    server = grpc.aio.server()
    methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "Get": grpc.unary_unary_rpc_method_handler(answer)
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, methods),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    await reader.read()
    await server.stop(None)


if __name__ == "__main__":
    asyncio.run(main())
