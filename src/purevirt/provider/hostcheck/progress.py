"""How far an import is: bars on a terminal where `purevirt[cli]` is installed, plain lines otherwise."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final, Protocol, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STEP: Final = 10
"""In per cent."""

LINE_S: Final = 10.0
"""How often a line says how much has arrived where nobody knows how much there will be."""

_MIB: Final = 1 << 20


class Progress(Protocol):
    """Is told how many bytes have arrived in all."""

    def __call__(self, count: int, /) -> None:
        """Show that `count` bytes are there."""
        ...


@contextlib.contextmanager
def showing(what: str, total: int | None, out: TextIO | None = None) -> Iterator[Progress]:
    """Yield what shows how far `what` is, of `total` bytes if that is known, on `out` (standard error)."""
    stream = sys.stderr if out is None else out
    bar = _bar(what, total, stream) if stream.isatty() else None
    if bar is None:
        yield Lines(what, total, lambda line: stream.write(line + "\n"))
    else:
        with bar as progress:
            yield progress


class Lines:
    """A line for every tenth, or every ten seconds."""

    def __init__(
        self,
        what: str,
        total: int | None,
        write: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what = what
        self._total = total
        self._write = write
        self._clock = clock
        self._last_percent = 0
        self._last_s = clock()

    def __call__(self, count: int) -> None:
        """Print a line if it is time for one."""
        if self._total:
            percent = count * 100 // self._total // STEP * STEP
            if percent > self._last_percent:
                self._last_percent = percent
                self._write(f"{self._what}: {percent} % of {self._total / _MIB:.0f} MiB")
        elif self._clock() - self._last_s >= LINE_S:
            self._last_s = self._clock()
            self._write(f"{self._what}: {count / _MIB:.0f} MiB")


def _bar(what: str, total: int | None, out: TextIO) -> contextlib.AbstractContextManager[Progress] | None:
    """Return rich's bar, or None where rich is not installed."""
    try:
        from rich.console import Console  # noqa: PLC0415 - an extra, which the server does without
        from rich.markup import escape  # noqa: PLC0415 - as above
        from rich.progress import (  # noqa: PLC0415 - as above
            BarColumn,
            DownloadColumn,
            TextColumn,
            TimeRemainingColumn,
            TransferSpeedColumn,
        )
        from rich.progress import Progress as Bars  # noqa: PLC0415 - as above
    except ModuleNotFoundError:
        return None
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    bars = Bars(*columns, console=Console(file=out))

    @contextlib.contextmanager
    def shown() -> Iterator[Progress]:
        with bars:
            task = bars.add_task(escape(what), total=total)
            yield lambda count: bars.update(task, completed=count)

    return shown()
