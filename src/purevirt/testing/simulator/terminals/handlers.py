"""Streams into running domains: serial consoles, channels, and pictures of the screen.

Source: measured on libvirtd 9.0.0 with QEMU 7.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Streamed, Subject
from purevirt.testing.simulator.terminals.lines import Line
from purevirt.testing.simulator.terminals.screen import mime_type
from purevirt.testing.simulator.units import digits
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.wire.stream import ServerStream
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["handles"]

handles = Subject("domain streams")

_Console = enums.DomainConsoleFlags
_Channel = enums.DomainChannelFlags


def _internal(detail: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.QEMU, detail)


def _alias(device: Node) -> str:
    node = device.find("alias")
    return "" if node is None else node.attributes.get("name", "")


@handles(procedures.DOMAIN_OPEN_CONSOLE)
def open_console(host: Host, client: Client, args: remote.DomainOpenConsoleArgs) -> Streamed[None]:
    """Connect a client to a serial console."""
    check_flags(args.flags, _Console.FORCE | _Console.SAFE, "qemuDomainOpenConsole")
    domain = host.domains.require(args.dom)
    domain.require_active()
    device = next(_consoles(domain, args.dev_name), None)
    if device is None:
        raise _internal(f"cannot find character device {args.dev_name or '<null>'}")
    if device.get("type") != "pty":
        raise _internal(f"character device {args.dev_name or '<null>'} is not using a PTY")
    alias = _alias(device)
    line = Line(
        host.lines,
        (domain.uuid, alias),
        client,
        (domain.name, alias),
        host.lines.console(domain.name),
    )
    host.lines.open(line, "console session", is_forced=bool(args.flags & _Console.FORCE))
    return Streamed(None, line.serve)


def _consoles(domain: Domain, wanted: str | None) -> Iterator[Node]:
    for tag in ("console", "serial", "parallel"):
        for device in domain.root.find_all(f"devices/{tag}"):
            if _alias(device) == wanted or (wanted is None and tag != "parallel"):
                yield device


@handles(procedures.DOMAIN_OPEN_CHANNEL)
def open_channel(host: Host, client: Client, args: remote.DomainOpenChannelArgs) -> Streamed[None]:
    """Connect a client to a channel."""
    check_flags(args.flags, _Channel.FORCE, "qemuDomainOpenChannel")
    domain = host.domains.require(args.dom)
    domain.require_active()
    device = next(_channels(domain, args.name), None)
    if device is None:
        raise _internal(f"cannot find channel {args.name or '<null>'}")
    if device.get("type") != "unix":
        raise _internal(f"channel {args.name or '<null>'} is not using a UNIX socket")
    target = device.find("target")
    name = _alias(device) if target is None else target.attributes.get("name", "")
    line = Line(
        host.lines,
        (domain.uuid, _alias(device)),
        client,
        (domain.name, name),
        host.lines.channel(domain.name, name),
    )
    host.lines.open(line, "channel stream", is_forced=bool(args.flags & _Channel.FORCE))
    return Streamed(None, line.serve)


def _channels(domain: Domain, wanted: str | None) -> Iterator[Node]:
    for device in domain.root.find_all("devices/channel"):
        target = device.find("target")
        if target is None or target.get("type") != "virtio":
            continue
        if wanted is None or wanted in (target.get("name"), _alias(device)):
            yield device


@handles(procedures.DOMAIN_SCREENSHOT)
def screenshot(
    host: Host, client: Client, args: remote.DomainScreenshotArgs
) -> Streamed[remote.DomainScreenshotRet]:
    """Send a picture of a domain's screen."""
    check_flags(args.flags, 0, "qemuDomainScreenshot")
    domain = host.domains.require(args.dom)
    domain.require_active()
    videos = list(domain.root.find_all("devices/video/model"))
    if not videos:
        raise _no_screen("no screens to take screenshot from")
    heads = digits(videos[0].attributes.get("heads", "")) or 1
    if args.screen >= (heads if len(videos) == 1 else len(videos)):
        raise _no_screen("no such screen ID")
    if videos[0].get("type") == "none":
        text = "There is no console to take a screendump from"
        raise _internal(f"unable to execute QEMU command 'screendump': {text}")
    image = host.lines.screen(domain.name)

    async def serve(stream: ServerStream) -> None:
        await stream.send(image)

    return Streamed(remote.DomainScreenshotRet(mime=mime_type(image)), serve)


def _no_screen(detail: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.OPERATION_INVALID, ErrorDomain.QEMU, detail)
