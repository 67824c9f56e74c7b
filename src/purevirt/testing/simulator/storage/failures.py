"""What libvirt's storage driver says when something fails."""

from __future__ import annotations

import os

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

__all__ = [
    "command_failed",
    "failed",
    "internal",
    "invalid",
    "no_pool",
    "no_volume",
    "refuse_xml",
    "storage_error",
    "system_error",
    "unsupported",
]


def storage_error(code: ErrorNumber, detail: str) -> SimulatedError:
    """Return an error of the storage driver."""
    return SimulatedError(code, ErrorDomain.STORAGE, detail)


def no_pool(how: str) -> SimulatedError:
    """Return the error for a pool that there is not; `how` it was looked for."""
    return storage_error(ErrorNumber.NO_STORAGE_POOL, f"no storage pool with matching {how}")


def no_volume(how: str) -> SimulatedError:
    """Return the error for a volume that there is not; `how` it was looked for."""
    return storage_error(ErrorNumber.NO_STORAGE_VOL, f"no storage vol with matching {how}")


def invalid(detail: str) -> SimulatedError:
    """Return the error for something that cannot be done now."""
    return storage_error(ErrorNumber.OPERATION_INVALID, detail)


def failed(detail: str) -> SimulatedError:
    """Return the error for something that went wrong."""
    return storage_error(ErrorNumber.OPERATION_FAILED, detail)


def internal(detail: str) -> SimulatedError:
    """Return the error for what should not happen."""
    return storage_error(ErrorNumber.INTERNAL_ERROR, detail)


def refuse_xml(detail: str) -> SimulatedError:
    """Return the error for a description that makes no sense."""
    return storage_error(ErrorNumber.XML_ERROR, detail)


def unsupported(detail: str) -> SimulatedError:
    """Return the error for a description that makes sense, but not here."""
    return storage_error(ErrorNumber.CONFIG_UNSUPPORTED, detail)


def system_error(
    what: str, error: OSError | int, domain: ErrorDomain = ErrorDomain.STORAGE
) -> SimulatedError:
    """Return the error for something that the operating system refused."""
    number = error if isinstance(error, int) else error.errno or 0
    return SimulatedError(ErrorNumber.SYSTEM_ERROR, domain, f"{what}: {os.strerror(number)}", errno=number)


def command_failed(command: str, complaint: str) -> SimulatedError:
    """Return the error for a program that libvirt ran and that failed."""
    text = f"Child process ({command}) unexpected exit status 1: {complaint}\n"
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, text)
