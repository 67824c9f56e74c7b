"""What the storage driver's refusals look like, field by field."""

from collections.abc import Awaitable
from typing import NamedTuple

import pytest

from purevirt.errors import LibvirtError
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber

STORAGE = ErrorDomain.STORAGE
STREAMS = ErrorDomain.STREAMS


class Refusal(NamedTuple):
    """An error as it came over the wire, without the fields that never say anything."""

    code: ErrorNumber
    domain: ErrorDomain
    message: str | None
    str1: str | None
    int1: int
    int2: int


async def refusal(call: Awaitable[object]) -> Refusal:
    """Return the error of a call that has to fail."""
    with pytest.raises(LibvirtError) as caught:
        await call
    error = caught.value
    return Refusal(
        ErrorNumber(error.code), ErrorDomain(error.domain), error.message, error.str1, error.int1, error.int2
    )


def refused(
    code: ErrorNumber, domain: ErrorDomain, message: str, pattern: str = "%s", int1: int = -1
) -> Refusal:
    """Return an error as most are: a text, the pattern that it was made from, and two unused numbers."""
    return Refusal(code, domain, message, pattern, int1, -1)


def worded(code: ErrorNumber, short: str, text: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return an error whose text is its code's short one, a colon, and what happened."""
    return refused(code, domain, f"{short}: {text}", f"{short}: %s")


def no_pool(how: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for a pool that is not found."""
    text = f"no storage pool with matching {how}"
    return worded(ErrorNumber.NO_STORAGE_POOL, "Storage pool not found", text, domain)


def no_volume(how: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for a volume that is not found."""
    text = f"no storage vol with matching {how}"
    return worded(ErrorNumber.NO_STORAGE_VOL, "Storage volume not found", text, domain)


def invalid(text: str) -> Refusal:
    """Return the error for what cannot be done now."""
    return worded(ErrorNumber.OPERATION_INVALID, "Requested operation is not valid", text)


def failed(text: str) -> Refusal:
    """Return the error for what went wrong."""
    return worded(ErrorNumber.OPERATION_FAILED, "operation failed", text)


def internal(text: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for what should not happen."""
    return worded(ErrorNumber.INTERNAL_ERROR, "internal error", text, domain)


def bad_argument(text: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for an argument that makes no sense."""
    return worded(ErrorNumber.INVALID_ARG, "invalid argument", text, domain)


def bad_xml(text: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for a description that makes no sense."""
    return worded(ErrorNumber.XML_ERROR, "XML error", text, domain)


def unsupported(text: str) -> Refusal:
    """Return the error for a description that makes sense, but not here."""
    return worded(ErrorNumber.CONFIG_UNSUPPORTED, "unsupported configuration", text)


def system(text: str, errno: int, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for what the operating system refused."""
    return refused(ErrorNumber.SYSTEM_ERROR, domain, text, int1=errno)


def bad_flags(flags: int, function: str, domain: ErrorDomain = STORAGE) -> Refusal:
    """Return the error for flags that a function of libvirt does not know."""
    text = f"unsupported flags (0x{flags:x}) in function {function}"
    return Refusal(ErrorNumber.INVALID_ARG, domain, text, function, 0, 0)
