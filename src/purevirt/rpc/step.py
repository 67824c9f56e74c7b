"""What has to be done between a daemon's first byte and the user's first call, one thing at a time. Pure.

Such a job is a generator. It yields a `Step`, and is sent what came of it or thrown the error, so that it
does no I/O, and the asyncio client and the blocking one run the same job.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from purevirt.errors import InternalError

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType

__all__ = ["LocalWork", "Step", "Steps", "expect"]

T = TypeVar("T")

LocalWork: TypeAlias = Callable[[], object]
"""Work of this machine that may take a while (a file, a person, a hash): never run on an event loop."""

Step: TypeAlias = "tuple[AnyProcedure, XdrType | None] | LocalWork"
"""A call: its procedure and arguments, answered by its decoded reply; or work, answered by its result."""

Steps: TypeAlias = Generator[Step, object, T]


def expect(kind: type[T], answer: object) -> T:
    """Return an answer that has to be of `kind`.

    Raises:
        InternalError: it is not.
    """
    if not isinstance(answer, kind):
        raise InternalError(f"the shell answered with {type(answer).__name__} instead of {kind.__name__}")
    return answer
