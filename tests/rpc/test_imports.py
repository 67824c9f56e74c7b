"""What a connection imports: what is not needed is not there, and costs no time."""

import subprocess
import sys

import pytest

from tests.rpc.peer import PeerThread

ASYNCIO = """
import asyncio, sys
import purevirt
async def main():
    async with await purevirt.connect(sys.argv[1]) as conn:
        await conn.connect_get_hostname()
asyncio.run(main())
print(*sys.modules)
"""
BLOCKING = """
import sys
import purevirt.sync
with purevirt.sync.connect(sys.argv[1]) as conn:
    conn.connect_get_hostname()
print(*sys.modules)
"""
NOTHING = """
import sys
import purevirt
print(*sys.modules)
"""

HEAVY = {
    "asyncssh",
    "cryptography",
    "grpc",
    "purevirt.provider",
    "purevirt.rpc.aio.ext",
    "purevirt.rpc.aio.ssh.connect",
    "purevirt.rpc.aio.tcp",
    "purevirt.rpc.aio.tls",
    "purevirt.rpc.shared.ext_process",
    "purevirt.rpc.sync.bridge",
    "purevirt.rpc.shared.tls_context",
}


def modules(program: str, *arguments: str) -> set[str]:
    """Return what a program of its own has imported."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True, timeout=60
    )
    return set(done.stdout.split())


def test_import_alone() -> None:
    """`import purevirt` is one small module."""
    ours = {name for name in modules(NOTHING) if name.startswith("purevirt")}
    assert ours == {"purevirt"}


@pytest.mark.parametrize("program", [ASYNCIO, BLOCKING])
def test_a_unix_connection(peer_beside: PeerThread, program: str) -> None:
    """No SSH, no TLS of ours, no provider."""
    assert modules(program, peer_beside.peer.uri) & HEAVY == set()


def test_a_unix_connection_of_the_blocking_client(peer_beside: PeerThread) -> None:
    """No event loop either, nor what it brings."""
    assert (
        modules(BLOCKING, peer_beside.peer.uri) & {"asyncio", "ssl", "concurrent.futures", "subprocess"}
        == set()
    )
