"""Parts of networks that are changed one by one: DHCP hosts and ranges, DNS entries.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.networks.addressing import check_host, check_range
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags
from purevirt.testing.simulator.xml_tree import Node, format_node, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.networks.collection import Network

__all__ = ["handles"]

handles = Subject("network updates")

_NETWORK = ErrorDomain.NETWORK
_Command = enums.NetworkUpdateCommand
_Section = enums.NetworkUpdateSection
_LIVE, _CONFIG = 1, 2
_KNOWN: dict[int, tuple[str, str, str]] = {
    _Section.IP_DHCP_HOST: ("host", "dhcp host", "dhcp"),
    _Section.IP_DHCP_RANGE: ("range", "dhcp range", "dhcp"),
    _Section.DNS_HOST: ("host", "DNS HOST", "dns"),
    _Section.DNS_TXT: ("txt", "DNS TXT", "dns"),
    _Section.DNS_SRV: ("srv", "DNS SRV", "dns"),
}
"""Section to the element, what errors call it, and where it stands."""

_OTHERS = {
    _Section.BRIDGE: "bridge",
    _Section.DOMAIN: "domain",
    _Section.IP: "ip",
    _Section.FORWARD: "forward",
    _Section.FORWARD_INTERFACE: "forward interface",
    _Section.FORWARD_PF: "forward pf",
    _Section.PORTGROUP: "portgroup",
}
_DNS_ORDER = ("forwarder", "txt", "srv", "host")


def _invalid(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, text)


def _unsupported(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.OPERATION_UNSUPPORTED, _NETWORK, text)


@handles(procedures.NETWORK_UPDATE)
def update(host: Host, client: Client, args: remote.NetworkUpdateArgs) -> None:
    """Change one part of a network, running or not."""
    check_flags(args.flags, _LIVE | _CONFIG, "networkUpdate", _NETWORK)
    network = host.networks.require(args.net)
    for tree in _trees(network, args.flags):
        _change(network, tree, args)


def _trees(network: Network, flags: int) -> Sequence[Node]:
    impact = flags & (_LIVE | _CONFIG) or (_LIVE if network.is_active else _CONFIG)
    if impact & _LIVE and network.live is None:
        raise _invalid("network is not running")
    if impact & _CONFIG and not network.is_persistent:
        raise _invalid("transient networks do not have any persistent config")
    chosen = [network.live] if impact & _LIVE and network.live is not None else []
    return [*chosen, network.config] if impact & _CONFIG else chosen


def _change(network: Network, tree: Node, args: remote.NetworkUpdateArgs) -> None:
    known = _KNOWN.get(args.section)
    if known is None:
        other = _OTHERS.get(_Section(args.section)) if args.section in set(_Section) else None
        if other is None:
            raise _unsupported("can't update unrecognized section of network")
        raise _unsupported(f"can't update '{other}' section of network '{network.name}'")
    tag, what, place = known
    # a section that there is is looked at before the command
    if args.command not in (_Command.MODIFY, _Command.DELETE, _Command.ADD_LAST, _Command.ADD_FIRST):
        raise _unsupported(f"unrecognized network update command code {args.command}")
    entry = parse(args.xml, "network_update_xml", _NETWORK)
    if entry.tag != tag:
        text = f"unexpected element <{entry.tag}>, expecting <{tag}>, while updating network '{network.name}'"
        raise SimulatedError(ErrorNumber.XML_ERROR, _NETWORK, text)
    parent = _dhcp(network, tree, args.parent_index, what) if place == "dhcp" else _dns(tree)
    if place == "dhcp" and args.command != _Command.DELETE:
        owner = next(ip for ip in tree.find_all("ip") if ip.find("dhcp") is parent)
        check = check_range if args.section == _Section.IP_DHCP_RANGE else check_host
        check(owner, entry, network.name)
    _apply(network, parent, entry, args.command, what)
    if place == "dns":
        entries = sorted(parent, key=lambda one: _DNS_ORDER.index(one.tag))
        parent.children = list(entries)


def _dhcp(network: Network, tree: Node, index: int, what: str) -> Node:
    addresses = list(tree.find_all("ip"))
    if index >= len(addresses):
        text = (
            f"couldn't update {what} entry - no <ip> element found at index {index} "
            f"in network '{network.name}'"
        )
        raise _invalid(text)
    if index >= 0:
        return addresses[index].put("dhcp")
    found = next((one for one in addresses if one.find("dhcp") is not None), None)
    if found is None:
        text = (
            f"dhcp is not supported in network '{network.name}'"
            if not addresses
            else f"no <ip> element with <dhcp> found in network '{network.name}'"
        )
        raise _invalid(text)
    return found.put("dhcp")


def _dns(tree: Node) -> Node:
    dns = tree.find("dns")
    if dns is None:
        dns = Node("dns")
        place = next((i for i, one in enumerate(tree) if one.tag == "ip"), len(tree.children))
        tree.children.insert(place, dns)
    return dns


def _apply(network: Network, parent: Node, entry: Node, command: int, what: str) -> None:
    siblings = [one for one in parent if one.tag == entry.tag]
    if command in (_Command.ADD_LAST, _Command.ADD_FIRST):
        if any(_alike(one, entry) for one in siblings):
            shown = format_node(entry).rstrip("\n")
            text = f"there is an existing {what} entry in network '{network.name}' that matches \"{shown}\""
            raise _invalid(text)
        _add(parent, siblings, entry, first=command == _Command.ADD_FIRST)
        return
    if command == _Command.MODIFY:
        found = next((one for one in siblings if _alike(one, entry)), None)
    else:
        found = next((one for one in siblings if one.attributes.items() >= entry.attributes.items()), None)
    if found is None:
        raise _invalid(f"couldn't locate a matching {what} entry in network '{network.name}'")
    place = parent.children.index(found)
    parent.children[place : place + 1] = [entry.copy()] if command == _Command.MODIFY else []


def _add(parent: Node, siblings: list[Node], entry: Node, *, first: bool) -> None:
    if siblings and first:
        parent.children.insert(parent.children.index(siblings[0]), entry.copy())
    elif siblings:
        parent.children.insert(parent.children.index(siblings[-1]) + 1, entry.copy())
    else:
        parent.children.append(entry.copy())


def _alike(one: Node, other: Node) -> bool:
    """Return whether two entries are about the same thing: one of what names it is the same."""
    if one.tag == "range":
        return one.attributes == other.attributes
    names = ("mac", "ip", "name") if one.tag == "host" else ("name",)
    return any(one.get(name) is not None and one.get(name) == other.get(name) for name in names)
