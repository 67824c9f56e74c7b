"""A process that accepts commands over a state file, and says on standard output what it has answered.

Usage: durable_writer.py STATE. Every line is printed only after the engine's answer; the test kills the
process at a moment of its own choosing.
"""

import asyncio
import logging
import sys
from pathlib import Path

from purevirt.provider.core.fencing import Token
from purevirt.provider.core.model import Kind
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.logs import configure_logs
from tests.provider.fakes import bench, command


def say(number: int, kind: str, operation_id: str) -> None:
    """Report an answer."""
    sys.stdout.write(f"{number} {kind} {operation_id}\n")
    sys.stdout.flush()


async def main() -> None:
    """Create, then Configure machine after machine, for ever."""
    async with bench(SqliteStore.open(Path(sys.argv[1])), slots=100_000) as b:
        number = 0
        while True:
            created = await b.engine.submit(command(Kind.CREATE, number, token=Token("s1", 1, number + 1)))
            say(number, "create", created.operation_id)
            # The end of the Configure before this may come first.
            while (await b.observer.ends.get())[0] is not Kind.CREATE:
                pass
            bound = await b.engine.submit(command(Kind.CONFIGURE, number, metadata={"n": str(number)}))
            say(number, "configure", bound.operation_id)
            number += 1


if __name__ == "__main__":
    configure_logs(level=logging.CRITICAL)
    asyncio.run(main())
