"""A provider process over the fake backend: served.py STATE. Its log says where it listens."""

import asyncio
import dataclasses
import logging
import sys
from pathlib import Path

from purevirt.provider.core.model import Kind
from purevirt.provider.logs import configure_logs
from purevirt.provider.server import serve
from tests.provider.client import settings
from tests.provider.fakes import FakeBackend


async def main() -> None:
    """Serve until a signal; Drains never end by themselves."""
    backend = FakeBackend()
    backend.held.add(Kind.DRAIN)
    await serve(dataclasses.replace(settings(state=Path(sys.argv[1])), metrics_addr="127.0.0.1:0"), backend)


if __name__ == "__main__":
    configure_logs(level=logging.DEBUG)
    asyncio.run(main())
