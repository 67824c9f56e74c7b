"""A provider process over a fake backend, as operators start one: TLS, JSON log at level debug.

`python -m tests.provider.secure_process CERT KEY CA IDENTITY`, an empty word where there is none. The tests'
own process has gRPC loaded already, when it is too late to forbid TLS 1.2.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from purevirt.provider.logs import configure_logs
from purevirt.provider.serving.certificates import TlsFiles
from purevirt.provider.serving.tls import only_tls13

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from purevirt.provider.serving.identity import IdentityPolicy

DEADLINE_S = 60


@dataclass(eq=False)
class SecureProcess:
    """A running process, and what it has logged so far."""

    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)
    _more: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def read(self) -> None:
        """Read the log until the process ends."""
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            async with self._more:
                self.lines.append(line.decode())
                self._more.notify_all()

    async def event(self, name: str, *, after: int = 0) -> dict[str, Any]:
        """Return the first line of that event from line `after` on, as soon as it is there."""

        def found() -> dict[str, Any] | None:
            lines = (json.loads(line) for line in self.lines[after:])
            return next((line for line in lines if line["event"] == name), None)

        async with asyncio.timeout(DEADLINE_S), self._more:
            await self._more.wait_for(lambda: found() is not None)
        line = found()
        assert line is not None
        return line


@asynccontextmanager
async def secure_process(
    cert: Path | str = "", key: Path | str = "", ca: Path | str = "", identity: str = "auto"
) -> AsyncIterator[tuple[SecureProcess, dict[str, Any]]]:
    """Start a process; give it and its line that says that it serves; end it by SIGTERM with status 0."""
    made = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.provider.secure_process", str(cert), str(key), str(ca), identity),
        stderr=asyncio.subprocess.PIPE,
        limit=1 << 20,
    )
    running = SecureProcess(made)
    reading = asyncio.create_task(running.read())
    try:
        yield running, await running.event("serving")
        made.terminate()
        async with asyncio.timeout(DEADLINE_S):
            assert await made.wait() == 0
    finally:
        if made.returncode is None:
            made.kill()
        await made.wait()
        await reading


async def _main(cert: str, key: str, ca: str, identity: IdentityPolicy) -> None:
    from purevirt.provider.server import serve
    from purevirt.provider.serving import listener, tls
    from tests.provider.client import settings
    from tests.provider.fakes import FakeBackend

    tls.POLL_S = 0.02  # type: ignore[misc] # a rotation in a test is not to wait for a second
    quick = {"grpc.server_handshake_timeout_ms": 1000}
    listener.SERVER_OPTIONS = tuple(  # type: ignore[misc,assignment] # as above, for who connects and says nothing
        (name, quick.get(name, value)) for name, value in listener.SERVER_OPTIONS
    )
    files = TlsFiles(cert=Path(cert), key=Path(key), ca=Path(ca) if ca else None) if cert else None
    made = settings(metrics_addr="127.0.0.1:0")
    await serve(dataclasses.replace(made, tls=files, shard_identity=identity), FakeBackend())


if __name__ == "__main__":
    only_tls13()
    configure_logs(level=logging.DEBUG)
    asyncio.run(_main(sys.argv[1], sys.argv[2], sys.argv[3], cast("IdentityPolicy", sys.argv[4])))
