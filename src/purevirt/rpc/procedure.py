"""What the generated tables say of one procedure."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from purevirt.rpc.xdr import XdrType

__all__ = ["AnyProcedure", "ProcedureSpec", "StreamDirection"]

ArgsT = TypeVar("ArgsT", bound="XdrType | None")
RetT = TypeVar("RetT", bound="XdrType | None")


class StreamDirection(enum.Enum):
    """Which way the data of a stream goes, seen from the client."""

    READ = "read"
    WRITE = "write"
    BOTH = "both"


class ProcedureSpec(Generic[ArgsT, RetT]):
    """One row of a program's procedure table.

    Attributes:
        program, version, number: what the header of a call carries.
        name: the wire name, e.g. ``REMOTE_PROC_DOMAIN_LOOKUP_BY_NAME``.
        args: class of the call's payload; None when it is empty.
        ret: class of the reply's payload; None when it is empty. For an event, the class of its message.
        stream: set when the call opens a stream.
        sparse_flag: the bit of the call's flags that lets the stream carry holes; 0 when it cannot.
        is_event: the daemon sends it unasked; it cannot be called.
        high_priority: the daemon's reserved workers may run it (annotation ``@priority: high``).
        acl: the permissions the daemon checks (annotations ``@acl``), e.g. ``domain:getattr``.

    Source: the comments beside each procedure in src/remote/remote_protocol.x and its siblings.
    """

    __slots__ = (
        "acl",
        "args",
        "high_priority",
        "is_event",
        "name",
        "number",
        "program",
        "ret",
        "sparse_flag",
        "stream",
        "version",
    )

    def __init__(
        self,
        program: int,
        version: int,
        number: int,
        name: str,
        args: type[ArgsT] | None,
        ret: type[RetT] | None,
        *,
        stream: StreamDirection | None = None,
        sparse_flag: int = 0,
        is_event: bool = False,
        high_priority: bool = False,
        acl: tuple[str, ...] = (),
    ) -> None:
        self.program = program
        self.version = version
        self.number = number
        self.name = name
        self.args = args
        self.ret = ret
        self.stream = stream
        self.sparse_flag = sparse_flag
        self.is_event = is_event
        self.high_priority = high_priority
        self.acl = acl

    def __repr__(self) -> str:
        return f"<{self.name} ({self.number})>"


AnyProcedure: TypeAlias = ProcedureSpec[Any, Any]
"""A row whose payload classes do not matter, or are known only when the program runs."""
