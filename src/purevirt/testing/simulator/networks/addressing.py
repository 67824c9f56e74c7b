"""The addresses in a network's definition: checked as libvirt does, and counted. Pure.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.networks.refusals import is_mac, is_multicast
from purevirt.testing.simulator.units import attribute_number
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address
    from typing import TypeAlias

    from purevirt.testing.simulator.xml_tree import Node

    _Address: TypeAlias = IPv4Address | IPv6Address

__all__ = ["check_addresses", "check_host", "check_range", "prefix_of"]

_NETWORK = ErrorDomain.NETWORK
_BITS = {4: 32, 6: 128}
_FAMILIES = {None: 4, "ipv4": 4, "ipv6": 6}
_RANGE_END = 65536


def check_addresses(root: Node, name: str) -> None:
    """Refuse a network whose addresses make no sense.

    Raises:
        SimulatedError: one is none, its mask is none, or a range of them is not in it.
    """
    for ip in root.find_all("ip"):
        _check(ip, name)
        for one in ip.find_all("dhcp/range"):
            check_range(ip, one, name)
        for one in ip.find_all("dhcp/host"):
            check_host(ip, one, name)


def _check(ip: Node, name: str) -> None:
    text = ip.get("address")
    if text is None:
        raise _refuse(f"Missing required address attribute in network '{name}'")
    address = _parsed(text)
    if address is None:
        raise _refuse(f"Invalid address '{text}' in network '{name}'")
    number = _prefix(ip)
    mask = ip.get("netmask")
    if mask is not None and _parsed(mask) is None:
        raise _refuse(f"Invalid netmask '{mask}' in network '{name}'")
    _check_family(ip, address, name)
    if mask is not None:
        _check_mask(ip, mask, name)
    elif number > _BITS[address.version]:
        raise _unsupported(f"Invalid IPv{address.version} prefix '{number}' in network '{name}'")


def _prefix(ip: Node) -> int:
    return attribute_number(ip, "prefix") or 0


def _check_family(ip: Node, address: _Address, name: str) -> None:
    family = ip.get("family")
    version = _FAMILIES.get(family)
    if version is None:
        raise _refuse(f"Unrecognized family '{family}' in network '{name}'")
    if version != address.version:
        text = ip.attributes["address"]
        if version == 6:
            raise _unsupported(f"Family 'ipv6' specified for non-IPv6 address '{text}' in network '{name}'")
        raise _unsupported(
            f"{family or 'no'} family specified for non-IPv4 address '{text}' in network '{name}'"
        )


def _check_mask(ip: Node, mask: str, name: str) -> None:
    address, parsed = ip.attributes["address"], _parsed(mask)
    if ip.get("family") == "ipv6":
        raise _unsupported(f"netmask not allowed for IPv6 address '{address}' in network '{name}'")
    if parsed is None or parsed.version != 4:
        what = f"Invalid netmask '{mask}' for address '{address}' in network '{name}' (both must be IPv4)"
        raise _unsupported(what)
    if _prefix(ip):
        raise _unsupported(f"Network '{name}' IP address cannot have both a prefix and a netmask")


def check_range(ip: Node, one: Node, name: str) -> None:
    """Refuse a range that is none, or not of the network that `ip` describes.

    Raises:
        SimulatedError: so it is.
    """
    ends = []
    for which in ("start", "end"):
        text = one.get(which)
        if text is None:
            raise _refuse(f"Missing '{which}' attribute in dhcp range for network '{name}'")
        end = _parsed(text)
        if end is None:
            what = f"Cannot parse socket address '{text}': Name or service not known"
            raise SimulatedError(ErrorNumber.SYSTEM_ERROR, ErrorDomain.NONE, what)
        ends.append(end)
    first, last = ends
    address = _parsed(ip.attributes["address"])
    assert address is not None
    shown = f"range {first} - {last}"
    if first.version != last.version:
        raise _wrong(f"mismatch of address family in {shown}")
    if first.version != address.version:
        raise _wrong(f"mismatch of address family in {shown} for network {address}")
    _check_place(ip, first, last, shown)
    _check_length(first, last, shown)


def check_host(ip: Node, host: Node, network: str) -> None:
    """Refuse an address that is given to one machine alone, and to none or not as an address can be.

    Raises:
        SimulatedError: so it is.
    """
    mac, address = host.get("mac"), host.get("ip")
    version = _FAMILIES[ip.get("family")]
    if mac is not None:
        if version == 6:
            what = (
                f"Invalid to specify MAC address '{mac}' in network '{network}' IPv6 static host definition"
            )
            raise _refuse(what)
        if not is_mac(mac):
            raise _refuse(f"Cannot parse MAC address '{mac}' in network '{network}'")
        if is_multicast(mac):
            raise _refuse(f"expected unicast mac address, found multicast '{mac}' in network '{network}'")
    if address is not None and _parsed(address) is None:
        raise _refuse(f"Invalid IP address in static host definition for network '{network}'")
    key = "id" if version == 6 else "mac"
    if host.get(key) is None and host.get("name") is None:
        what = f"Static host definition in IPv{version} network '{network}' must have {key} or name attribute"
        raise _refuse(what)
    if address is None:
        raise _refuse(f"Missing IP address in static host definition for network '{network}'")


def _check_place(ip: Node, first: _Address, last: _Address, shown: str) -> None:
    address = ip.attributes["address"]
    if _has_holes(ip):
        raise _wrong(f"bad prefix -1 for network {address} when  checking {shown}")
    prefix = prefix_of(ip)
    network = ipaddress.ip_network(f"{address}/{prefix}", strict=False)
    if first not in network or last not in network:
        raise _wrong(f"{shown} is not entirely within network {address}/{prefix}")
    if network.version == 4:
        where = f"of {shown} in network {address}/{prefix} is the"
        if first == network.network_address:
            raise _wrong(f"start {where} network address")
        if last == network.broadcast_address:
            raise _wrong(f"end {where} broadcast address")


def _check_length(first: _Address, last: _Address, shown: str) -> None:
    if int(first) // _RANGE_END != int(last) // _RANGE_END:
        raise _wrong(f"{shown} is too large (> 65535)")
    if int(last) < int(first):
        raise _wrong(f"{shown} is reversed " if first.version == 4 else f"{shown} start larger than end")


def _has_holes(ip: Node) -> bool:
    mask = _parsed(ip.get("netmask") or "")
    if mask is None:
        return False
    below = int(mask) ^ 0xFFFF_FFFF
    return below & (below + 1) != 0


def prefix_of(ip: Node) -> int:
    """Return how long the prefix of a network is: as it says, or as addresses had it before they said."""
    address = _parsed(ip.attributes["address"])
    assert address is not None
    prefix, mask = _prefix(ip), ip.get("netmask")
    if prefix:
        return prefix
    if mask is not None:
        parsed = _parsed(mask)
        return 0 if parsed is None else int(parsed).bit_count()
    if address.version == 6:
        return 64
    first = int(address) >> 24
    return 8 if first < 128 else 16 if first < 192 else 24


def _parsed(text: str) -> _Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _refuse(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.XML_ERROR, _NETWORK, text)


def _unsupported(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.CONFIG_UNSUPPORTED, _NETWORK, text)


def _wrong(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, text)
