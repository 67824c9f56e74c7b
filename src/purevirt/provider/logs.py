"""Log lines of the provider: for people on a terminal, JSON everywhere else, always on standard error."""

from __future__ import annotations

import logging
import sys

import structlog


def configure_logs(*, level: int = logging.INFO) -> None:
    """Set up structlog for the whole process; lines below `level` are dropped.

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
