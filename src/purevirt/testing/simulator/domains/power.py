"""Domains' power: started, paused, told to shut down, saved, destroyed, and the states in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.handlers import invalid, read_definition
from purevirt.testing.simulator.domains.live import make_kept
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, argument_error, check_flags
from purevirt.testing.simulator.xml_tree import format_node

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("domain power")

_State = enums.DomainState
_Save = enums.DomainSaveRestoreFlags
_Start = enums.DomainCreateFlags
_START_FLAGS = (
    _Start.START_PAUSED | _Start.START_AUTODESTROY | _Start.START_BYPASS_CACHE | _Start.START_FORCE_BOOT
)
_CREATE_FLAGS = (
    _Start.START_PAUSED | _Start.START_AUTODESTROY | _Start.START_VALIDATE | _Start.START_RESET_NVRAM
)
_ACPI, _AGENT = 1, 2
_GRACEFUL = 1


def _start(host: Host, client: Client, domain: Domain, flags: int) -> None:
    if domain.is_active:
        raise invalid("domain is already running")
    if flags & _Start.START_FORCE_BOOT:
        domain.saved_state = None
    owner = client if flags & _Start.START_AUTODESTROY else None
    domain.start(paused=bool(flags & _Start.START_PAUSED), owner=owner)


@handles(procedures.DOMAIN_CREATE)
def create(host: Host, client: Client, args: remote.DomainCreateArgs) -> None:
    """Start a domain."""
    _start(host, client, host.domains.require(args.dom), 0)


@handles(procedures.DOMAIN_CREATE_WITH_FLAGS)
def create_with_flags(
    host: Host, client: Client, args: remote.DomainCreateWithFlagsArgs
) -> remote.DomainCreateWithFlagsRet:
    """Start a domain."""
    check_flags(args.flags, _START_FLAGS | _Start.START_RESET_NVRAM, "qemuDomainCreateWithFlags")
    domain = host.domains.require(args.dom)
    _start(host, client, domain, args.flags)
    return remote.DomainCreateWithFlagsRet(dom=domain.wire())


@handles(procedures.DOMAIN_CREATE_XML)
def create_xml(host: Host, client: Client, args: remote.DomainCreateXmlArgs) -> remote.DomainCreateXmlRet:
    """Start a transient domain, which is gone when it stops."""
    check_flags(args.flags, _CREATE_FLAGS, "qemuDomainCreateXML")
    config = read_definition(host, args.xml_desc, validate=bool(args.flags & _Start.START_VALIDATE))
    domain = host.domains.create(config)
    try:
        _start(host, client, domain, args.flags)
    except SimulatedError:
        if not domain.is_persistent:
            host.domains.remove(domain)
        raise
    return remote.DomainCreateXmlRet(dom=domain.wire())


@handles(procedures.DOMAIN_SUSPEND)
def suspend(host: Host, client: Client, args: remote.DomainSuspendArgs) -> None:
    """Pause a domain."""
    domain = host.domains.require(args.dom)
    domain.require_active()
    domain.suspend()


@handles(procedures.DOMAIN_RESUME)
def resume(host: Host, client: Client, args: remote.DomainResumeArgs) -> None:
    """Let a paused domain go on."""
    domain = host.domains.require(args.dom)
    domain.require_active()
    if domain.state == _State.RUNNING:
        raise invalid("domain is already running")
    domain.resume()


def _press(domain: Domain, flags: int, *, reboot: bool) -> None:
    if domain.state != _State.RUNNING:
        raise invalid("domain is not running")
    assert domain.guest is not None
    if flags & _AGENT and not flags & _ACPI and not domain.guest.agent_connected:
        raise SimulatedError(
            ErrorNumber.AGENT_UNRESPONSIVE, ErrorDomain.QEMU, "QEMU guest agent is not connected"
        )
    domain.guest.press_power_button(reboot=reboot)


@handles(procedures.DOMAIN_SHUTDOWN)
def shutdown(host: Host, client: Client, args: remote.DomainShutdownArgs) -> None:
    """Press a domain's power button."""
    _press(host.domains.require(args.dom), 0, reboot=False)


@handles(procedures.DOMAIN_SHUTDOWN_FLAGS)
def shutdown_flags(host: Host, client: Client, args: remote.DomainShutdownFlagsArgs) -> None:
    """Press a domain's power button, or have its agent do so."""
    check_flags(args.flags, _ACPI | _AGENT, "qemuDomainShutdownFlags")
    _press(host.domains.require(args.dom), args.flags, reboot=False)


@handles(procedures.DOMAIN_REBOOT)
def reboot(host: Host, client: Client, args: remote.DomainRebootArgs) -> None:
    """Ask a domain's guest to boot again."""
    check_flags(args.flags, _ACPI | _AGENT, "qemuDomainReboot")
    domain = host.domains.require(args.dom)
    domain.require_active()
    if domain.state == _State.RUNNING:
        _press(domain, args.flags, reboot=True)


@handles(procedures.DOMAIN_RESET)
def reset(host: Host, client: Client, args: remote.DomainResetArgs) -> None:
    """Press a domain's reset button."""
    check_flags(args.flags, 0, "qemuDomainReset")
    domain = host.domains.require(args.dom)
    domain.require_active()
    domain.reset()


def _destroy(host: Host, domain: Domain) -> None:
    domain.require_active()
    # QEMU says so itself once it is told to end, and libvirt passes it on
    domain.tell_lifecycle(enums.DomainEventType.SHUTDOWN, enums.DomainEventShutdownDetailType.HOST)
    domain.stop(enums.DomainShutoffReason.DESTROYED, enums.DomainEventStoppedDetailType.DESTROYED)


@handles(procedures.DOMAIN_DESTROY)
def destroy(host: Host, client: Client, args: remote.DomainDestroyArgs) -> None:
    """Pull a domain's plug."""
    _destroy(host, host.domains.require(args.dom))


@handles(procedures.DOMAIN_DESTROY_FLAGS)
def destroy_flags(host: Host, client: Client, args: remote.DomainDestroyFlagsArgs) -> None:
    """Pull a domain's plug; gracefully is the same here, since QEMU always obeys."""
    check_flags(args.flags, _GRACEFUL | 2, "qemuDomainDestroyFlags")
    _destroy(host, host.domains.require(args.dom))


@handles(procedures.DOMAIN_GET_STATE)
def get_state(host: Host, client: Client, args: remote.DomainGetStateArgs) -> remote.DomainGetStateRet:
    """Say what it does, and why."""
    check_flags(args.flags, 0, "qemuDomainGetState")
    domain = host.domains.require(args.dom)
    return remote.DomainGetStateRet(state=domain.state, reason=domain.reason)


@handles(procedures.DOMAIN_GET_INFO)
def get_info(host: Host, client: Client, args: remote.DomainGetInfoArgs) -> remote.DomainGetInfoRet:
    """Say what it does, and with how much."""
    domain = host.domains.require(args.dom)
    seen = domain.seen
    vcpu = seen.find("vcpu")
    most = int(vcpu.text) if vcpu is not None else 1
    return remote.DomainGetInfoRet(
        state=domain.state,
        max_mem=int(seen.find_text("memory") or 0),
        memory=int(seen.find_text("currentMemory") or 0),
        nr_virt_cpu=int((vcpu.get("current") if vcpu is not None else None) or most),
        cpu_time=domain.cpu_time_ns() if domain.is_active else 0,
    )


# managed save


@handles(procedures.DOMAIN_MANAGED_SAVE)
def managed_save(host: Host, client: Client, args: remote.DomainManagedSaveArgs) -> None:
    """Keep a running domain's memory for its next start, and stop it."""
    function = "virDomainManagedSave"
    if args.flags & _Save.RUNNING and args.flags & _Save.PAUSED:
        text = "Flags 'VIR_DOMAIN_SAVE_RUNNING' and 'VIR_DOMAIN_SAVE_PAUSED' are mutually exclusive"
        raise argument_error(function, "ctl", text, ErrorDomain.DOMAIN)
    check_flags(args.flags, 7, "qemuDomainManagedSave")
    domain = host.domains.require(args.dom)
    domain.require_active()
    if not domain.is_persistent:
        raise invalid("cannot do managed save for transient domain")
    state = domain.state
    if args.flags & _Save.RUNNING:
        state = int(_State.RUNNING)
    elif args.flags & _Save.PAUSED:
        state = int(_State.PAUSED)
    domain.suspend()
    domain.stop(enums.DomainShutoffReason.SAVED, enums.DomainEventStoppedDetailType.SAVED)
    domain.saved_state = state


@handles(procedures.DOMAIN_HAS_MANAGED_SAVE_IMAGE)
def has_managed_save_image(
    host: Host, client: Client, args: remote.DomainHasManagedSaveImageArgs
) -> remote.DomainHasManagedSaveImageRet:
    """Say whether there is one."""
    check_flags(args.flags, 0, "qemuDomainHasManagedSaveImage")
    domain = host.domains.require(args.dom)
    return remote.DomainHasManagedSaveImageRet(result=int(domain.saved_state is not None))


@handles(procedures.DOMAIN_MANAGED_SAVE_REMOVE)
def managed_save_remove(host: Host, client: Client, args: remote.DomainManagedSaveRemoveArgs) -> None:
    """Forget what was kept."""
    check_flags(args.flags, 0, "qemuDomainManagedSaveRemove")
    domain = host.domains.require(args.dom)
    if domain.saved_state is None:
        path = f"/var/lib/libvirt/qemu/save/{domain.name}.save"
        text = f"Failed to remove managed save file '{path}': No such file or directory"
        raise SimulatedError(ErrorNumber.SYSTEM_ERROR, ErrorDomain.QEMU, text, errno=2)
    domain.saved_state = None


@handles(procedures.DOMAIN_MANAGED_SAVE_GET_XML_DESC)
def managed_save_get_xml_desc(
    host: Host, client: Client, args: remote.DomainManagedSaveGetXmlDescArgs
) -> remote.DomainManagedSaveGetXmlDescRet:
    """Describe what will be started from it."""
    check_flags(args.flags, enums.DomainSaveImageXMLFlags.SECURE, "qemuDomainManagedSaveGetXMLDesc")
    domain = host.domains.require(args.dom)
    if domain.saved_state is None:
        raise invalid("domain does not have managed save image")
    return remote.DomainManagedSaveGetXmlDescRet(xml=format_node(make_kept(domain.config.root)))
