"""Calls that libvirtd passes on to a guest's agent, and the raw one."""

from __future__ import annotations

import asyncio
import base64
import json
import math
from typing import TYPE_CHECKING, Any

from purevirt.rpc.gen import enums, procedures, qemu, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.agent.commands import COMMANDS
from purevirt.testing.simulator.agent.protocol import AgentRefusal, NotJson, answer
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.guest import Guest
    from purevirt.testing.simulator.host import Host

__all__ = ["agent_guest", "handles"]

handles = Subject("guest agent")

_QEMU = ErrorDomain.QEMU
_MAX_ANSWER_BYTES = 10 << 20
_DEFAULT_TIMEOUT_S = 5.0
_FOR_EVER, _DEFAULT = -2, -1
_ENCRYPTED = 1
_HOSTNAME_LEASE, _HOSTNAME_AGENT = 1, 2
_SYNC_DELIMITED = '"guest-sync-delimited"'


def agent_guest(domain: Domain) -> Guest:
    """Return the run of a domain whose agent can be asked.

    Raises:
        SimulatedError: it cannot.
    """
    guest = domain.guest
    if guest is None or domain.state != enums.DomainState.RUNNING:
        raise SimulatedError(ErrorNumber.OPERATION_INVALID, _QEMU, "domain is not running")
    if guest.agent_is_broken:
        raise _unresponsive("QEMU guest agent is not available due to an error")
    if not guest.has_channel:
        text = "QEMU guest agent is not configured"
        raise SimulatedError(ErrorNumber.ARGUMENT_UNSUPPORTED, _QEMU, text)
    if not guest.agent_connected:
        raise _unresponsive("QEMU guest agent is not connected")
    return guest


async def _asked(host: Host, domain: Domain, text: str, timeout_s: float = _DEFAULT_TIMEOUT_S) -> str:
    """Return what an agent answers, in the time that it takes.

    Raises:
        SimulatedError: it says no, does not answer in time, or cannot be asked.
    """
    guest = agent_guest(domain)
    await _wait_for_agent(host, guest, timeout_s)
    if _SYNC_DELIMITED in text:
        # its answer begins with a byte that is no JSON, and libvirt gives the agent up for that
        guest.agent_is_broken = True
        what = "cannot parse json \N{REPLACEMENT CHARACTER}: lexical error: invalid char in json text.\n"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, what)
    try:
        said = answer(guest, COMMANDS, text)
    except AgentRefusal as error:
        what = f"unable to execute QEMU agent command '{error.command or '<unknown>'}': {error}"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _QEMU, what) from None
    except NotJson as error:
        what = f"cannot parse json {text}: {error}"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, what) from None
    if len(said) > _MAX_ANSWER_BYTES:
        guest.agent_is_broken = True
        what = f"No complete agent response found in {_MAX_ANSWER_BYTES} bytes: Numerical result out of range"
        raise SimulatedError(ErrorNumber.SYSTEM_ERROR, _QEMU, what, errno=34)
    return said


async def _wait_for_agent(host: Host, guest: Guest, timeout_s: float) -> None:
    """Let the agent's time pass; what begins in the same turn needs none."""
    wait_s = min(guest.answer_s, timeout_s)
    if wait_s > 0:
        over = asyncio.Event()
        appointment = host.timeline.after(wait_s, over.set) if math.isfinite(wait_s) else None
        try:
            await over.wait()
        finally:
            if appointment is not None:
                appointment.cancel()
    if guest.answer_s > timeout_s or (timeout_s == 0 and guest.answer_s >= 0):
        raise _unresponsive("Guest agent not available for now")
    if not guest.agent_connected:
        raise _unresponsive("QEMU guest agent is not connected")


async def _call(host: Host, domain: Domain, command: str, **arguments: object) -> Any:
    request = {"execute": command, **({"arguments": arguments} if arguments else {})}
    return json.loads(await _asked(host, domain, json.dumps(request)))["return"]


def _unresponsive(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.AGENT_UNRESPONSIVE, _QEMU, text)


def _unsupported(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.ARGUMENT_UNSUPPORTED, _QEMU, text)


@handles(procedures.QEMU_DOMAIN_AGENT_COMMAND)
async def agent_command(
    host: Host, client: Client, args: qemu.DomainAgentCommandArgs
) -> qemu.DomainAgentCommandRet:
    """Pass a command on to the agent; a timeout of 0 does not wait for its answer, so that there is none."""
    check_flags(args.flags, 0, "qemuDomainQemuAgentCommand")
    domain = host.domains.require(args.dom)
    agent_guest(domain)
    if args.timeout < _FOR_EVER:
        text = f"guest agent timeout '{args.timeout}' is less than the minimum '{_FOR_EVER}'"
        raise SimulatedError(ErrorNumber.INVALID_ARG, _QEMU, text)
    timeout_s = {_FOR_EVER: math.inf, _DEFAULT: _DEFAULT_TIMEOUT_S}.get(args.timeout, float(args.timeout))
    return qemu.DomainAgentCommandRet(result=await _asked(host, domain, args.cmd, timeout_s))


@handles(procedures.DOMAIN_AGENT_SET_RESPONSE_TIMEOUT)
def set_response_timeout(
    host: Host, client: Client, args: remote.DomainAgentSetResponseTimeoutArgs
) -> remote.DomainAgentSetResponseTimeoutRet:
    """Accept a timeout for commands that have none of their own; every agent here answers in its own time."""
    check_flags(args.flags, 0, "qemuDomainAgentSetResponseTimeout")
    host.domains.require(args.dom)
    if args.timeout < _FOR_EVER:
        text = f"guest agent timeout '{args.timeout}' is less than the minimum '{_FOR_EVER}'"
        raise SimulatedError(ErrorNumber.INVALID_ARG, _QEMU, text)
    return remote.DomainAgentSetResponseTimeoutRet(result=0)


@handles(procedures.DOMAIN_FSFREEZE)
async def fsfreeze(host: Host, client: Client, args: remote.DomainFsfreezeArgs) -> remote.DomainFsfreezeRet:
    """Freeze the guest's file systems."""
    check_flags(args.flags, 0, "qemuDomainFSFreeze")
    domain = host.domains.require(args.dom)
    if args.mountpoints:
        done = await _call(host, domain, "guest-fsfreeze-freeze-list", mountpoints=args.mountpoints)
    else:
        done = await _call(host, domain, "guest-fsfreeze-freeze")
    return remote.DomainFsfreezeRet(filesystems=done)


@handles(procedures.DOMAIN_FSTHAW)
async def fsthaw(host: Host, client: Client, args: remote.DomainFsthawArgs) -> remote.DomainFsthawRet:
    """Thaw them, all at once."""
    check_flags(args.flags, 0, "qemuDomainFSThaw")
    domain = host.domains.require(args.dom)
    if args.mountpoints:
        raise _unsupported("specifying mountpoints is not supported")
    return remote.DomainFsthawRet(filesystems=await _call(host, domain, "guest-fsfreeze-thaw"))


@handles(procedures.DOMAIN_FSTRIM)
async def fstrim(host: Host, client: Client, args: remote.DomainFstrimArgs) -> None:
    """Have the guest discard what its file systems do not use."""
    check_flags(args.flags, 0, "qemuDomainFSTrim")
    domain = host.domains.require(args.dom)
    if args.mount_point is not None:
        raise _unsupported("Specifying mount point is not supported for now")
    await _call(host, domain, "guest-fstrim", minimum=args.minimum)


@handles(procedures.DOMAIN_SET_USER_PASSWORD)
async def set_user_password(host: Host, client: Client, args: remote.DomainSetUserPasswordArgs) -> None:
    """Set a user's password in the guest."""
    check_flags(args.flags, _ENCRYPTED, "qemuDomainSetUserPassword")
    domain = host.domains.require(args.dom)
    await _call(
        host,
        domain,
        "guest-set-user-password",
        crypted=bool(args.flags & _ENCRYPTED),
        username=args.user or "",
        password=base64.b64encode((args.password or "").encode(errors="surrogateescape")).decode(),
    )


@handles(procedures.DOMAIN_GET_FSINFO)
async def get_fsinfo(
    host: Host, client: Client, args: remote.DomainGetFsinfoArgs
) -> remote.DomainGetFsinfoRet:
    """List the guest's file systems."""
    check_flags(args.flags, 0, "qemuDomainGetFSInfo")
    found = await _call(host, host.domains.require(args.dom), "guest-get-fsinfo")
    info = [remote.DomainFsinfo(one["mountpoint"], one["name"], one["type"], []) for one in found]
    return remote.DomainGetFsinfoRet(info=info, ret=len(info))


@handles(procedures.DOMAIN_GET_TIME)
async def get_time(host: Host, client: Client, args: remote.DomainGetTimeArgs) -> remote.DomainGetTimeRet:
    """Return the guest's clock."""
    check_flags(args.flags, 0, "qemuDomainGetTime")
    now = await _call(host, host.domains.require(args.dom), "guest-get-time")
    seconds, nanoseconds = divmod(now, 1_000_000_000)
    return remote.DomainGetTimeRet(seconds=seconds, nseconds=nanoseconds)


@handles(procedures.DOMAIN_GET_HOSTNAME)
async def get_hostname(
    host: Host, client: Client, args: remote.DomainGetHostnameArgs
) -> remote.DomainGetHostnameRet:
    """Return what the guest calls itself, or what a lease has it as."""
    check_flags(args.flags, _HOSTNAME_LEASE | _HOSTNAME_AGENT, "qemuDomainGetHostname")
    domain = host.domains.require(args.dom)
    if args.flags & _HOSTNAME_LEASE and not args.flags & _HOSTNAME_AGENT:
        text = f"no hostname found for domain {domain.name}"
        raise SimulatedError(ErrorNumber.NO_HOSTNAME, _QEMU, text)
    found = await _call(host, domain, "guest-get-host-name")
    return remote.DomainGetHostnameRet(hostname=found["host-name"])
