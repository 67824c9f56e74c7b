"""A proxy in front of one of a host's ways in, and the URI that leads through it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from purevirt.testing import Address, FaultProxy
from tests.lab import LabHost

TRANSPORTS = ("unix", "tls", "ssh")
LOOPBACK = "127.0.0.1"


def target_of(host: LabHost, transport: str) -> Address:
    """Return where a transport of the host's leads."""
    if transport == "unix":
        return host.socket_path
    return LOOPBACK, host.tls.port if transport == "tls" else host.ssh.port


def uri_through(host: LabHost, transport: str, proxy: FaultProxy, folder: Path) -> str:
    """Return the URI by which the proxy is dialled; files that it needs are written into `folder`."""
    if transport == "unix":
        return f"qemu+unix:///system?socket={folder / 'proxy'}"
    if transport == "tls":
        return host.tls_uri(host="localhost").replace(f":{host.tls.port}/", f":{proxy.port}/")
    known = folder / "known_hosts"
    known.write_text(host.ssh.known_hosts_text(names=[f"[{LOOPBACK}]:{proxy.port}"]))
    uri = host.ssh_uri(known_hosts=known)
    assert f":{host.ssh.port}/" in uri
    return uri.replace(f":{host.ssh.port}/", f":{proxy.port}/")


@contextlib.asynccontextmanager
async def through(
    host: LabHost, transport: str, folder: Path, **faults: Any
) -> AsyncIterator[tuple[FaultProxy, str]]:
    """Run a proxy, and give it with its URI."""
    listen: Address = folder / "proxy" if transport == "unix" else (LOOPBACK, 0)
    async with FaultProxy(listen, target_of(host, transport), **faults) as proxy:
        yield proxy, await asyncio.to_thread(uri_through, host, transport, proxy, folder)
