"""Every exception that purevirt's client raises, under one root.

The tree is split by who is at fault and by what the caller may do about it. Each class has the natural
builtin as a second base, so ``except TimeoutError`` or ``except ConnectionError`` work as a Python
programmer expects. Nothing here is told apart by message text, with one exception that is written down at
`RpcError`.
"""

from __future__ import annotations

__all__ = [
    "AgentCommandFailed",
    "AgentCommandUnavailable",
    "AgentError",
    "AgentNotConfigured",
    "AgentUnresponsive",
    "AuthFileError",
    "AuthenticationError",
    "BadDiscriminantError",
    "CertificateRefused",
    "CertificateUntrusted",
    "ConnectError",
    "ConnectionClosed",
    "ConnectionLost",
    "DaemonUnproven",
    "DecodeError",
    "EncodeError",
    "EventOverflow",
    "GuestDataTooLarge",
    "GuestNotRunning",
    "GuestResultLost",
    "HostKeyChanged",
    "HostKeyError",
    "HostKeyRevoked",
    "HostKeyUnknown",
    "InternalError",
    "InvalidArgument",
    "KnownHostsMalformed",
    "KnownHostsMissing",
    "LibvirtError",
    "LimitExceededError",
    "LocalProtocolError",
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
    "ProtocolError",
    "PurevirtError",
    "RemoteProtocolError",
    "ReplyTooLarge",
    "RpcError",
    "StreamAborted",
    "SystemCallError",
    "TlsCredentialsError",
    "TlsError",
    "TruncatedError",
    "UnsupportedProcedure",
    "UriError",
    "XdrError",
    "libvirt_error",
]


class PurevirtError(Exception):
    """Root of all errors raised by purevirt.

    All of them can be pickled, so that a worker process may raise them to its parent.
    """

    def __reduce__(self) -> tuple[object, ...]:
        # Exception's own would call the class with the message alone, without what its keywords say
        return _restore, (type(self), self.args, self.__dict__)


def _restore(
    class_: type[PurevirtError], args: tuple[object, ...], state: dict[str, object]
) -> PurevirtError:
    error = class_.__new__(class_)
    error.args = args
    error.__dict__.update(state)
    return error


class InternalError(PurevirtError):
    """An invariant of ours does not hold: a bug in purevirt, please report it."""


class XdrError(PurevirtError, ValueError):
    """A value does not fit the wire, or bytes do not form a value.

    Attributes:
        path: the field, as ``struct.field`` with wire names.
    """

    def __init__(self, message: str, *, path: str) -> None:
        super().__init__(message)
        self.path = path


class EncodeError(XdrError):
    """An argument is out of range or over a declared bound; nothing was sent."""


class DecodeError(XdrError):
    """A payload from the peer could not be decoded; the connection stays usable.

    Attributes:
        offset: where in the payload, in bytes.
    """

    def __init__(self, message: str, *, path: str, offset: int) -> None:
        super().__init__(message, path=path)
        self.offset = offset


class TruncatedError(DecodeError):
    """The payload ends inside a value."""


class LimitExceededError(DecodeError):
    """A count is over the bound that the protocol declares.

    Attributes:
        limit: the bound.
        actual: what the payload claims.
    """

    def __init__(self, message: str, *, path: str, offset: int, limit: int, actual: int) -> None:
        super().__init__(message, path=path, offset=offset)
        self.limit = limit
        self.actual = actual


class BadDiscriminantError(DecodeError):
    """An optional or a union says neither of its arms."""


class ProtocolError(PurevirtError):
    """The rules of the RPC protocol were broken."""


class LocalProtocolError(ProtocolError, RuntimeError):
    """The caller broke a rule, e.g. wrote to a finished stream; the connection stays usable."""


class RemoteProtocolError(ProtocolError):
    """The peer broke a rule.

    After a bad frame or header the connection is dead: there is no way to find the next frame.
    """


class UriError(PurevirtError, ValueError):
    """A libvirt URI that cannot be used; the message names the part and the cure."""


class ConnectError(PurevirtError, OSError):
    """No connection could be made.

    Attributes:
        endpoint: what was dialled, e.g. a socket's path, or host and port.
        transport: ``unix``, ``tcp``, ``tls``, ``ssh`` or ``ext``; empty for a stream that was handed over.
    """

    def __init__(self, message: str, *, endpoint: str, transport: str = "") -> None:
        super().__init__(message)
        self.endpoint = endpoint
        self.transport = transport


class AuthenticationError(ConnectError):
    """The daemon asks for authentication that we could not give, or it refused it.

    Attributes:
        mechanism: ``none``, ``polkit``, ``sasl``, ``sasl.`` and the mechanism once one is chosen, e.g.
            ``sasl.SCRAM-SHA-256``, or the number of an unknown one.
    """

    def __init__(self, message: str, *, endpoint: str, mechanism: str, transport: str = "") -> None:
        super().__init__(message, endpoint=endpoint, transport=transport)
        self.mechanism = mechanism


class AuthFileError(AuthenticationError):
    """libvirt's file of credentials (auth.conf) cannot be read, or is not one.

    Attributes:
        file: its path.
        line: the line at fault, from 1; 0 if it is the whole file.
    """

    def __init__(
        self, message: str, *, endpoint: str, mechanism: str, transport: str = "", file: str, line: int
    ) -> None:
        super().__init__(message, endpoint=endpoint, mechanism=mechanism, transport=transport)
        self.file = file
        self.line = line


class DaemonUnproven(AuthenticationError):
    """The daemon did not show that it knows the password: it is not the daemon that it says it is.

    Unlike a wrong password of ours, which the daemon refuses, this may be an attack: somebody answers in the
    daemon's place. Nothing was sent from which the password could be read; a weak one could be guessed.
    """


class TlsError(ConnectError):
    """No connection could be made because of TLS."""

    def __init__(self, message: str, *, endpoint: str) -> None:
        super().__init__(message, endpoint=endpoint, transport="tls")


class TlsCredentialsError(TlsError):
    """What we need for TLS is missing or cannot be used; no connection was made.

    Attributes:
        file: the file at fault, or what stands for it where it is in memory.
    """

    def __init__(self, message: str, *, endpoint: str, file: str) -> None:
        super().__init__(message, endpoint=endpoint)
        self.file = file


class CertificateUntrusted(TlsError):
    """The daemon's certificate does not show that it is the daemon which was asked for.

    Attributes:
        reason: what is wrong with it: OpenSSL's words.
        code: OpenSSL's number for it, one of its X509_V_ERR constants.
    """

    def __init__(self, message: str, *, endpoint: str, reason: str, code: int) -> None:
        super().__init__(message, endpoint=endpoint)
        self.reason = reason
        self.code = code


class CertificateRefused(TlsError):
    """The daemon hung up after TLS was set up: it does not accept our certificate, or our address."""


class HostKeyError(ConnectError):
    """An SSH server was not shown to be the one that was asked for; nothing secret was sent to it.

    Attributes:
        host, port: the server that was dialled.
        file, line: the entry of a file of known hosts that decided it, or the file to which one would
            belong; empty and 0 where there is none.
        key_type: type of the key that the server has, e.g. ``ssh-ed25519``; empty if none was asked for.
        fingerprint: of that key, as ``SHA256:`` and unpadded base64; empty if none was asked for.
    """

    def __init__(
        self,
        message: str,
        *,
        host: str,
        port: int,
        file: str = "",
        line: int = 0,
        key_type: str = "",
        fingerprint: str = "",
    ) -> None:
        endpoint = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        super().__init__(message, endpoint=endpoint, transport="ssh")
        self.host = host
        self.port = port
        self.file = file
        self.line = line
        self.key_type = key_type
        self.fingerprint = fingerprint


class HostKeyUnknown(HostKeyError):
    """No entry for the server's name has a key to compare with: it was never met, or has another name."""


class HostKeyChanged(HostKeyError):
    """The server's key is not the one that is known for its name: it was re-installed, or is another."""


class HostKeyRevoked(HostKeyError):
    """The server's key, or the authority that vouches for it, is marked as revoked."""


class KnownHostsMissing(HostKeyError):
    """There is no file of known hosts, or one that cannot be read; no connection was made."""


class KnownHostsMalformed(HostKeyError):
    """A file of known hosts revokes something that cannot be made out, so nothing in it can be relied on."""


class ConnectionLost(PurevirtError, ConnectionError):
    """The connection ended while something waited on it.

    Attributes:
        maybe_executed: the call may have been carried out; False only if it certainly was not.
    """

    def __init__(self, message: str, *, maybe_executed: bool) -> None:
        super().__init__(message)
        self.maybe_executed = maybe_executed


class ConnectionClosed(ConnectionLost):
    """This side closed the connection."""


class StreamAborted(PurevirtError):
    """A stream ended before its data did.

    Attributes:
        by_peer: the daemon ended it.
    """

    def __init__(self, message: str, *, by_peer: bool) -> None:
        super().__init__(message)
        self.by_peer = by_peer


class EventOverflow(PurevirtError):
    """A subscriber was slower than the events came, and had chosen that its stream ends then.

    Attributes:
        dropped: how many events it has missed so far.
    """

    def __init__(self, message: str, *, dropped: int) -> None:
        super().__init__(message)
        self.dropped = dropped


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
    """The agent was asked for something, and its domain is off: waiting is of no use."""


class AgentCommandFailed(AgentError):
    """The agent answered that it failed: 113, or 1 from older daemons."""


class AgentCommandUnavailable(AgentCommandFailed):
    """The agent does not have the command, or the guest's configuration forbids it."""


class GuestResultLost(PurevirtError):
    """A process was started in a guest, and how it ended cannot be known any more.

    Attributes:
        pid: its number in the guest; None if not even that is known.
    """

    def __init__(self, message: str, *, pid: int | None) -> None:
        super().__init__(message)
        self.pid = pid


class GuestDataTooLarge(PurevirtError, ValueError):
    """More data than the caller, or one agent command, allows.

    Attributes:
        limit: the bound, in bytes.
    """

    def __init__(self, message: str, *, limit: int) -> None:
        super().__init__(message)
        self.limit = limit


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
