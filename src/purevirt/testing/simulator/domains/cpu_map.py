"""Maps of processors, a bit each, as clients ask for them: so many maps of so many bytes."""

from __future__ import annotations

from purevirt.rpc.gen import remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import (
    SimulatedError,
    argument_error,
    missing_argument,
    rpc_error,
)

__all__ = ["check_emulator_map", "check_pin_maps", "check_vcpu_maps", "cpu_map"]

_MIN_BYTES = 1


def cpu_map(count: int, length: int) -> bytes:
    """Return a map of `length` bytes with the first `count` processors set."""
    return ((1 << count) - 1).to_bytes(max((count + 7) // 8, length, _MIN_BYTES), "little")[:length]


def check_vcpu_maps(count: int, length: int) -> None:
    """Refuse what DOMAIN_GET_VCPUS does not answer: more than a message carries is never made.

    Raises:
        SimulatedError: so much, or so little, is asked for.
    """
    if count < 0 or length < 0:
        raise _internal("maxinfo must be non-negative")
    _check_size(count, length, "maxinfo")
    if count == 0:
        raise missing_argument("virDomainGetVcpus", "info", ErrorDomain.DOMAIN)


def check_pin_maps(count: int, length: int) -> None:
    """Refuse what DOMAIN_GET_VCPU_PIN_INFO does not answer, as `check_vcpu_maps` does."""
    for name, value in (("ncpumaps", count), ("maplen", length)):
        if value < 0:
            raise _internal(f"{name} must be non-negative")
    _check_size(count, length, "ncpumaps")
    function = "virDomainGetVcpuPinInfo"
    if count == 0:
        text = f"ncpumaps in {function} must be greater than zero"
        raise argument_error(function, "ncpumaps", text, ErrorDomain.DOMAIN)
    if length == 0:
        raise missing_argument(function, "cpumaps", ErrorDomain.DOMAIN)


def check_emulator_map(length: int) -> None:
    """Refuse what DOMAIN_GET_EMULATOR_PIN_INFO does not answer, as `check_vcpu_maps` does."""
    if length < 0:
        raise _internal("maplen must be non-negative")
    if length == 0:
        raise missing_argument("virDomainGetEmulatorPinInfo", "cpumap", ErrorDomain.DOMAIN)
    if length > remote.REMOTE_CPUMAPS_MAX:
        raise rpc_error("Unable to encode message payload")


def _check_size(count: int, length: int, name: str) -> None:
    if count > remote.REMOTE_VCPUINFO_MAX:
        raise _internal(f"{name} > REMOTE_VCPUINFO_MAX")
    if count * length > remote.REMOTE_CPUMAPS_MAX:
        raise _internal("maxinfo * maplen > REMOTE_CPUMAPS_MAX")


def _internal(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, text)
