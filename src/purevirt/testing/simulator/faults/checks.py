"""Whether what is asked for can ever happen: a fault that never does would let its test pass for nothing."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

from purevirt.rpc.gen import procedures
from purevirt.testing.simulator.wire.failure import SimulatedError

__all__ = ["check_calls", "check_count", "check_errno", "check_error"]


def check_calls(procedure: object, *, skip: int, times: int | None, probability: float) -> None:
    """Return if there are such calls; see `Which`.

    Raises:
        ValueError: no procedure has that name, or matches that pattern; or a number is out of its bounds.
    """
    if isinstance(procedure, str) and not any(fnmatchcase(name, procedure) for name in _names()):
        raise ValueError(
            f"procedure={procedure!r}: no procedure is called so; name one like DOMAIN_CREATE, without a "
            "prefix and in capitals, or a pattern like DOMAIN_*"
        )
    check_count("skip", skip)
    check_count("times", times)
    if not 0 <= probability <= 1:
        raise ValueError(f"probability={probability}: it is between 0 and 1")


def check_count(name: str, number: int | None) -> None:
    """Return if an argument is 0 or more, or None.

    Raises:
        ValueError: it is less.
    """
    if number is not None and number < 0:
        raise ValueError(f"{name}={number}: it is 0 or more")


def check_errno(errno: object) -> None:
    """Return if it is a number.

    Raises:
        TypeError: it is none, but its name perhaps.
    """
    if not isinstance(errno, int):
        raise TypeError(f"errno={errno!r}: it is a number, such as errno.ENOSPC")


def check_error(error: object) -> None:
    """Return if it is something that a client can be told.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(error, SimulatedError):
        raise TypeError(
            f"error={error!r}: it is a SimulatedError, such as "
            "SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.QEMU); to close the connection, say drop"
        )


@cache
def _names() -> tuple[str, ...]:
    return tuple(spec.name.partition("_PROC_")[2] for spec in procedures.BY_ID.values())
