"""The addresses in a network's definition: checked as libvirt does, and counted. Pure.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.units import digits
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["check_addresses", "check_range", "prefix_of"]

_NETWORK = ErrorDomain.NETWORK
_BITS = {4: 32, 6: 128}


def check_addresses(root: Node, name: str) -> None:
    """Refuse a network whose addresses make no sense.

    Raises:
        SimulatedError: one is none, its mask is none, or a range of them is not in it.
    """
    for ip in root.find_all("ip"):
        _check(ip, name)
        for one in ip.find_all("dhcp/range"):
            check_range(ip, one, name)


def _check(ip: Node, name: str) -> None:
    text = ip.get("address")
    if text is None:
        raise _refuse(f"Missing required address attribute in network '{name}'")
    address = _parsed(text)
    if address is None:
        raise _refuse(f"Invalid address '{text}' in network '{name}'")
    if address.version != 4 and ip.get("family") != "ipv6":
        what = f"no family specified for non-IPv4 address '{text}' in network '{name}'"
        raise SimulatedError(ErrorNumber.CONFIG_UNSUPPORTED, _NETWORK, what)
    prefix = ip.get("prefix")
    if prefix is not None:
        number = digits(prefix)
        if number is None:
            what = f"Invalid value for attribute 'prefix' in element 'ip': '{prefix}'."
            what += " Expected non-negative integer value"
            raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.XML, what)
        if number > _BITS[address.version]:
            what = f"Invalid IPv{address.version} prefix '{number}' in network '{name}'"
            raise SimulatedError(ErrorNumber.CONFIG_UNSUPPORTED, _NETWORK, what)
    mask = ip.get("netmask")
    if mask is not None and _parsed(mask) is None:
        raise _refuse(f"Invalid netmask '{mask}' in network '{name}'")


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
    if {first.version, last.version} != {address.version}:
        raise _wrong(f"mismatch of address family in {shown}")
    if int(last) < int(first):
        raise _wrong(f"{shown} is reversed ")
    prefix = prefix_of(ip)
    network = ipaddress.ip_network(f"{address}/{prefix}", strict=False)
    if first not in network or last not in network:
        raise _wrong(f"{shown} is not entirely within network {address}/{prefix}")


def prefix_of(ip: Node) -> int:
    """Return how long the prefix of a network is: as it says, or as addresses had it before they said."""
    address = _parsed(ip.attributes["address"])
    assert address is not None
    prefix, mask = ip.get("prefix"), ip.get("netmask")
    if prefix is not None:
        return digits(prefix) or 0
    if mask is not None:
        parsed = _parsed(mask)
        return 0 if parsed is None else int(parsed).bit_count()
    if address.version == 6:
        return 64
    first = int(address) >> 24
    return 8 if first < 128 else 16 if first < 192 else 24


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _refuse(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.XML_ERROR, _NETWORK, text)


def _wrong(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, text)
