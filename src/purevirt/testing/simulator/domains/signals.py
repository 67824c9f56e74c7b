"""What is done to running domains from outside, and what is known of their QEMU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.cpu_map import check_emulator_map, cpu_map
from purevirt.testing.simulator.domains.scope import CONFIG, LIVE, scopes
from purevirt.testing.simulator.domains.tuning import vcpu_counts
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.stat_params import text
from purevirt.testing.simulator.wire.failure import (
    SimulatedError,
    argument_error,
    check_flags,
    missing_argument,
)

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("domain signals")

_DAC_LABEL = b"+0:+0\0"
_NO_LABEL = b"\0"
_TAINTED = "tainted: running with undesirable elevated privileges"


@handles(procedures.DOMAIN_SEND_KEY)
def send_key(host: Host, client: Client, args: remote.DomainSendKeyArgs) -> None:
    """Press keys, which a simulated guest does not look at."""
    function = "virDomainSendKey"
    if not args.keycodes:
        raise missing_argument(function, "keycodes", ErrorDomain.DOMAIN)
    if not 0 <= args.codeset <= max(enums.KeycodeSet):
        text = f"Unsupported codeset '{args.codeset}'"
        raise argument_error(function, "codeset", text, ErrorDomain.DOMAIN)
    check_flags(args.flags, 0, "qemuDomainSendKey")
    host.domains.require(args.dom).require_active()


@handles(procedures.DOMAIN_INJECT_NMI)
def inject_nmi(host: Host, client: Client, args: remote.DomainInjectNmiArgs) -> None:
    """Interrupt the guest, which takes no notice."""
    check_flags(args.flags, 0, "qemuDomainInjectNMI")
    host.domains.require(args.dom).require_active()


@handles(procedures.DOMAIN_GET_DISK_ERRORS)
def get_disk_errors(
    host: Host, client: Client, args: remote.DomainGetDiskErrorsArgs
) -> remote.DomainGetDiskErrorsRet:
    """List the disks that have failed: a simulated guest does not use its disks."""
    host.domains.require(args.dom).require_active()
    return remote.DomainGetDiskErrorsRet(errors=[], nerrors=0)


@handles(procedures.DOMAIN_GET_IOTHREAD_INFO)
def get_iothread_info(
    host: Host, client: Client, args: remote.DomainGetIothreadInfoArgs
) -> remote.DomainGetIothreadInfoRet:
    """List its threads for disks, of which it has none."""
    host.domains.require(args.dom)
    return remote.DomainGetIothreadInfoRet(info=[], ret=0)


@handles(procedures.DOMAIN_GET_MESSAGES)
def get_messages(
    host: Host, client: Client, args: remote.DomainGetMessagesArgs
) -> remote.DomainGetMessagesRet:
    """List what libvirt finds odd about it: QEMU runs as root here."""
    domain = host.domains.require(args.dom)
    return remote.DomainGetMessagesRet(msgs=[_TAINTED] if domain.is_active else [])


@handles(procedures.DOMAIN_GET_SECURITY_LABEL)
def get_security_label(
    host: Host, client: Client, args: remote.DomainGetSecurityLabelArgs
) -> remote.DomainGetSecurityLabelRet:
    """Return its label of the first security model, which is none."""
    host.domains.require(args.dom)
    return remote.DomainGetSecurityLabelRet(label=_NO_LABEL, enforcing=0)


@handles(procedures.DOMAIN_GET_SECURITY_LABEL_LIST)
def get_security_label_list(
    host: Host, client: Client, args: remote.DomainGetSecurityLabelListArgs
) -> remote.DomainGetSecurityLabelListRet:
    """Return its labels of all security models: it runs as user and group 0."""
    if not host.domains.require(args.dom).is_active:
        return remote.DomainGetSecurityLabelListRet(labels=[], ret=0)
    labels = [remote.DomainGetSecurityLabelRet(label=label, enforcing=0) for label in (_NO_LABEL, _DAC_LABEL)]
    return remote.DomainGetSecurityLabelListRet(labels=labels, ret=len(labels))


@handles(procedures.DOMAIN_GET_EMULATOR_PIN_INFO)
def get_emulator_pin_info(
    host: Host, client: Client, args: remote.DomainGetEmulatorPinInfoArgs
) -> remote.DomainGetEmulatorPinInfoRet:
    """Say where its QEMU may run: everywhere."""
    check_emulator_map(args.maplen)
    scopes(host.domains.require(args.dom), args.flags)
    return remote.DomainGetEmulatorPinInfoRet(cpumaps=cpu_map(host.machine.cpu_count, args.maplen), ret=1)


@handles(procedures.DOMAIN_PIN_VCPU)
def pin_vcpu(host: Host, client: Client, args: remote.DomainPinVcpuArgs) -> None:
    """Say where a processor of a running domain may run."""
    _pin(host.domains.require(args.dom), args.vcpu, args.cpumap, LIVE)


@handles(procedures.DOMAIN_PIN_VCPU_FLAGS)
def pin_vcpu_flags(host: Host, client: Client, args: remote.DomainPinVcpuFlagsArgs) -> None:
    """Say where a processor may run; it is told, and not kept."""
    check_flags(args.flags, LIVE | CONFIG, "qemuDomainPinVcpuFlags")
    _pin(host.domains.require(args.dom), args.vcpu, args.cpumap, args.flags)


def _pin(domain: Domain, number: int, places: bytes, flags: int) -> None:
    live, config = scopes(domain, flags)
    for tree, what in ((live, "live"), (config, "persistent")):
        if tree is not None and number >= vcpu_counts(tree)[0]:
            count = vcpu_counts(tree)[0]
            detail = f"vcpu {number} is out of range of {what} cpu count {count}"
            raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.QEMU, detail)
    if live is not None:
        param = text(f"cputune.vcpupin{number}", _ranges(places))
        domain.tell(
            enums.DomainEventID.TUNABLE,
            procedures.DOMAIN_EVENT_CALLBACK_TUNABLE,
            lambda ident: remote.DomainEventCallbackTunableMsg(ident, domain.wire(), [param]),
        )


def _ranges(places: bytes) -> str:
    """Return a map of processors as text, such as ``0-3,6``."""
    bits = int.from_bytes(places, "little")
    numbers = [number for number in range(bits.bit_length()) if bits >> number & 1]
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
