"""Log lines of the provider: for people on a terminal, JSON everywhere else, always on standard error.

What libraries log through `logging` becomes a line of the same kind. Of an exception only the type is shown:
a traceback's text could hold what was in a request.
"""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_MESSAGE_CHARS: Final = 500
# asyncssh describes each packet below this, and asyncio each selector.
_QUIET: Final = ("asyncssh", "asyncio", "grpc")


def configure_logs(*, level: int = logging.INFO) -> None:
    """Set up structlog and `logging` for the whole process; lines below `level` are dropped.

    A line holds what its call gives and nothing else: no traceback, whose frames would show local values.
    """
    terminal = sys.stderr.isatty()
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if terminal
        else structlog.processors.JSONRenderer(sort_keys=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, ForwardingHandler)]:
        root.removeHandler(handler)
    root.addHandler(ForwardingHandler())
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


def warn_of_variables(names: Sequence[str]) -> None:
    """Log the names of variables that stand behind no flag; their values may be anything."""
    for name in names:
        structlog.get_logger(__name__).warning("the variable of no flag; is it misspelt?", name=name)


class ForwardingHandler(logging.Handler):
    """Makes a line of ours of what a library logs: its first line, bounded, and an exception's type."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record."""
        try:
            message = record.getMessage()
        except Exception:  # noqa: BLE001 - a library's format string that does not fit is no reason to raise
            message = str(record.msg)
        details = {"logger": record.name}
        if record.exc_info and record.exc_info[0] is not None:
            details["type"] = record.exc_info[0].__name__
        line = message.strip().partition("\n")[0][:MAX_MESSAGE_CHARS]
        structlog.get_logger(record.name).log(record.levelno, line, **details)
