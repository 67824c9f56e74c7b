"""A failure as libvirtd reports it: a code, a domain, and a text built from the code's own pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorLevel, ErrorNumber
from purevirt.rpc.gen.net import MessageError
from purevirt.testing.simulator.wire.failure_texts import TEXTS

if TYPE_CHECKING:
    from purevirt.rpc.gen.net import MessageDomain

__all__ = [
    "DropConnection",
    "SimulatedError",
    "argument_error",
    "check_count",
    "check_flags",
    "missing_argument",
    "rpc_error",
]

_TEXT_MAX_BYTES = 4_194_304


class DropConnection(Exception):
    """Raised by a handler or a fault: the daemon closes this client's connection without an answer."""


class SimulatedError(Exception):
    """Raised by a handler: what the client gets as the error of its call, or of its stream.

    Args:
        code: what went wrong; the text's pattern belongs to it.
        domain: the part of libvirt that says so. Clients see it as `LibvirtError.domain`.
        detail: what the pattern is filled with; None leaves the code's short text.
        errno: set where the operating system refused (code SYSTEM_ERROR).
        dom: set by the few errors that name a domain in a field of its own.
        argument: the C function and its argument, for errors that name them; `detail` is the whole text then.

    Source: struct virNetMessageError in src/rpc/virnetprotocol.x.
    """

    def __init__(
        self,
        code: ErrorNumber,
        domain: ErrorDomain,
        detail: str | None = None,
        *,
        errno: int | None = None,
        dom: MessageDomain | None = None,
        argument: tuple[str, str] | None = None,
    ) -> None:
        self.code = code
        self.domain = domain
        self.detail = detail
        self.errno = errno
        self.dom = dom
        self.argument = argument
        short, pattern = TEXTS.get(code, ("error", "%s"))
        if argument is not None:
            pattern = "%s"
        self.pattern = short if detail is None else pattern
        super().__init__(short if detail is None else pattern.replace("%s", detail, 1))

    def message(self) -> MessageError:
        """Return the error's form on the wire, all eleven fields."""
        text = str(self)
        detail = None if self.detail is None else self.detail[: _TEXT_MAX_BYTES // 4]
        number = -1 if self.argument is None else 0
        return MessageError(
            code=int(self.code),
            domain=int(self.domain),
            message=text[: _TEXT_MAX_BYTES // 4],
            level=int(ErrorLevel.ERROR),
            dom=self.dom,
            str1=self.pattern if self.argument is None else self.argument[0],
            str2=detail if self.argument is None else self.argument[1],
            str3=None,
            int1=number if self.errno is None else self.errno,
            int2=number,
            net=None,
        )


def check_flags(flags: int, known: int, function: str, domain: ErrorDomain = ErrorDomain.QEMU) -> None:
    """Refuse flags that libvirt's `function` does not know.

    Raises:
        SimulatedError: there are some.
    """
    unknown = flags & 0xFFFF_FFFF & ~int(known)
    if unknown:
        text = f"unsupported flags (0x{unknown:x}) in function {function}"
        raise SimulatedError(ErrorNumber.INVALID_ARG, domain, text, argument=(function, "flags"))


def check_count(count: int, name: str, limit: str) -> None:
    """Refuse a number of results that is none, or more than the protocol's limit of that name.

    Raises:
        SimulatedError: it is.
    """
    if count < 0:
        raise rpc_error(f"{name} must be non-negative")
    if count > getattr(remote, limit):
        raise rpc_error(f"{name} > {limit}")


def argument_error(function: str, name: str, text: str, domain: ErrorDomain) -> SimulatedError:
    """Return the error with which libvirt's public function `function` refuses an argument."""
    return SimulatedError(ErrorNumber.INVALID_ARG, domain, text, argument=(function, name))


def missing_argument(function: str, name: str, domain: ErrorDomain) -> SimulatedError:
    """Return the error for an argument that has to be there."""
    return argument_error(function, name, f"{name} in {function} must not be NULL", domain)


def rpc_error(detail: str) -> SimulatedError:
    """Return what the RPC layer itself says of a message that it does not accept."""
    return SimulatedError(ErrorNumber.RPC, ErrorDomain.RPC, detail)
