"""What the daemon reports: one class per well-known code."""

from __future__ import annotations

from purevirt.errors.base import PurevirtError

__all__ = [
    "AgentCommandFailed",
    "AgentCommandUnavailable",
    "AgentError",
    "AgentNotConfigured",
    "AgentUnresponsive",
    "GuestNotRunning",
    "InvalidArgument",
    "LibvirtError",
    "NoDomain",
    "NoDomainMetadata",
    "NoDomainSnapshot",
    "NoNetwork",
    "NoNodeDevice",
    "NoSecret",
    "NoStoragePool",
    "NoStorageVol",
    "OperationDenied",
    "OperationFailed",
    "OperationInvalid",
    "OperationTimeout",
    "OperationUnsupported",
    "ReplyTooLarge",
    "RpcError",
    "SystemCallError",
    "UnsupportedProcedure",
    "libvirt_error",
]


class LibvirtError(PurevirtError):
    """The daemon carried out a call and it failed.

    Attributes:
        code: number of virErrorNumber.
        domain: number of virErrorDomain, the part of libvirt that failed.
        message: text for people; bytes that are not UTF-8 appear as U+FFFD.
        message_bytes: the text as it came.
        level: number of virErrorLevel.
        dom: the domain the error is about, or None (emitted class ``Domain``).
        str1, str2, str3: extra texts or None; str1 is usually the untranslated format.
        int1, int2: extra numbers or -1; for code 38 int1 is the daemon's errno.
        net: the network the error is about, or None (emitted class ``Network``).
        procedure: wire name of the failed procedure, or None outside a call.

    Source: struct virNetMessageError in src/rpc/virnetprotocol.x.
    """

    def __init__(
        self,
        *,
        code: int,
        domain: int,
        message: str,
        level: int,
        dom: object = None,
        str1: str | None = None,
        str2: str | None = None,
        str3: str | None = None,
        int1: int = -1,
        int2: int = -1,
        net: object = None,
        message_bytes: bytes = b"",
        procedure: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.domain = domain
        self.message = message
        self.message_bytes = message_bytes
        self.level = level
        self.dom = dom
        self.str1 = str1
        self.str2 = str2
        self.str3 = str3
        self.int1 = int1
        self.int2 = int2
        self.net = net
        self.procedure = procedure

    def __str__(self) -> str:
        where = f"{self.procedure}: " if self.procedure else ""
        return f"{where}{self.message} (code {self.code}, domain {self.domain})"


class InvalidArgument(LibvirtError, ValueError):
    """VIR_ERR_INVALID_ARG (8)."""


class OperationFailed(LibvirtError):
    """VIR_ERR_OPERATION_FAILED (9)."""


class OperationDenied(LibvirtError, PermissionError):
    """VIR_ERR_OPERATION_DENIED (29), VIR_ERR_AUTH_FAILED (45), VIR_ERR_ACCESS_DENIED (88)."""


class SystemCallError(LibvirtError):
    """VIR_ERR_SYSTEM_ERROR (38): a system call of the daemon failed."""

    @property
    def errno(self) -> int | None:
        """The daemon's errno, or None where it sent none."""
        return self.int1 if self.int1 > 0 else None


class NoDomain(LibvirtError, LookupError):
    """VIR_ERR_NO_DOMAIN (42)."""


class NoNetwork(LibvirtError, LookupError):
    """VIR_ERR_NO_NETWORK (43)."""


class NoStoragePool(LibvirtError, LookupError):
    """VIR_ERR_NO_STORAGE_POOL (49)."""


class NoStorageVol(LibvirtError, LookupError):
    """VIR_ERR_NO_STORAGE_VOL (50)."""


class NoNodeDevice(LibvirtError, LookupError):
    """VIR_ERR_NO_NODE_DEVICE (53)."""


class NoSecret(LibvirtError, LookupError):
    """VIR_ERR_NO_SECRET (66)."""


class NoDomainSnapshot(LibvirtError, LookupError):
    """VIR_ERR_NO_DOMAIN_SNAPSHOT (72)."""


class NoDomainMetadata(LibvirtError, LookupError):
    """VIR_ERR_NO_DOMAIN_METADATA (80)."""


class OperationInvalid(LibvirtError):
    """VIR_ERR_OPERATION_INVALID (55): not in this state, e.g. the domain is not running."""


class OperationTimeout(LibvirtError, TimeoutError):
    """VIR_ERR_OPERATION_TIMEOUT (68)."""


class OperationUnsupported(LibvirtError, NotImplementedError):
    """VIR_ERR_NO_SUPPORT (3), VIR_ERR_CONFIG_UNSUPPORTED (67), VIR_ERR_OPERATION_UNSUPPORTED (84)."""


class AgentError(LibvirtError):
    """VIR_ERR_AGENT_COMMAND_FAILED (113), VIR_ERR_AGENT_COMMAND_TIMEOUT (112)."""


class AgentUnresponsive(AgentError):
    """VIR_ERR_AGENT_UNRESPONSIVE (86); from an agent's helper also 112: no answer, or no agent yet."""


class AgentNotConfigured(AgentError):
    """The domain has no channel for an agent, or its hypervisor knows none: waiting is of no use."""


class GuestNotRunning(AgentError, OperationInvalid):
    """The agent was asked for something, and its domain is off or paused: waiting is of no use."""


class AgentCommandFailed(AgentError):
    """The agent answered that it failed: 113, or 1 from older daemons."""


class AgentCommandUnavailable(AgentCommandFailed):
    """The agent does not have the command, or the guest's configuration forbids it."""


class RpcError(LibvirtError):
    """VIR_ERR_RPC (39): the daemon could not carry a message.

    The daemon reports every failure of its RPC layer with this one code, so its two useful kinds are told
    apart by the daemon's own untranslated texts, and only inside this code with domain VIR_FROM_RPC (7),
    where no caller's string can appear in front.
    """


class UnsupportedProcedure(RpcError, NotImplementedError):
    """The daemon does not know the procedure or the program: it is older, or another daemon."""


class ReplyTooLarge(RpcError):
    """The daemon has an answer that its protocol cannot carry, e.g. XML of more than 4 MiB."""


_CLASSES: dict[int, type[LibvirtError]] = {
    3: OperationUnsupported,
    8: InvalidArgument,
    9: OperationFailed,
    29: OperationDenied,
    38: SystemCallError,
    39: RpcError,
    42: NoDomain,
    43: NoNetwork,
    45: OperationDenied,
    49: NoStoragePool,
    50: NoStorageVol,
    53: NoNodeDevice,
    55: OperationInvalid,
    66: NoSecret,
    67: OperationUnsupported,
    68: OperationTimeout,
    72: NoDomainSnapshot,
    80: NoDomainMetadata,
    84: OperationUnsupported,
    86: AgentUnresponsive,
    88: OperationDenied,
    112: AgentError,
    113: AgentError,
}


_RPC_TEXTS: tuple[tuple[str, type[RpcError]], ...] = (
    ("unknown procedure: ", UnsupportedProcedure),
    ("Cannot find program ", UnsupportedProcedure),
    ("Unable to encode message payload", ReplyTooLarge),
)


_VIR_FROM_RPC = 7


def libvirt_error(
    *,
    code: int,
    domain: int,
    message: str | None,
    level: int,
    dom: object = None,
    str1: str | None = None,
    str2: str | None = None,
    str3: str | None = None,
    int1: int = -1,
    int2: int = -1,
    net: object = None,
    procedure: str | None = None,
) -> LibvirtError:
    """Return the exception for one error of the wire, of the class that fits its code.

    `message` may hold lone surrogates for bytes that were not UTF-8; None means that the daemon sent no
    text.
    """
    raw = (message or "unknown error").encode("utf-8", "surrogateescape")
    text = raw.decode("utf-8", "replace")
    class_ = _CLASSES.get(code, LibvirtError)
    if class_ is RpcError and domain == _VIR_FROM_RPC:
        class_ = next((kind for start, kind in _RPC_TEXTS if text.startswith(start)), class_)
    return class_(
        code=code,
        domain=domain,
        message=text,
        message_bytes=raw,
        level=level,
        dom=dom,
        str1=str1,
        str2=str2,
        str3=str3,
        int1=int1,
        int2=int2,
        net=net,
        procedure=procedure,
    )
