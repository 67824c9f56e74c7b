"""What libvirt refuses in a network's definition, in its own words.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["check_network", "has_own_bridge", "is_mac", "is_multicast"]

_NETWORK = ErrorDomain.NETWORK
_OWN_BRIDGE = ("nat", "route", "open")
_OTHER_BRIDGE = ("bridge", "private", "vepa", "passthrough", "hostdev")
_MAC = re.compile(r"(?:[0-9a-fA-F]{1,2}:){5}[0-9a-fA-F]{1,2}")


def is_mac(text: str) -> bool:
    """Tell whether a text is a MAC address."""
    return _MAC.fullmatch(text) is not None


def is_multicast(mac: str) -> bool:
    """Tell whether a MAC address is one of a group."""
    return bool(int(mac.partition(":")[0], 16) & 1)


def _wrong(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.XML_ERROR, _NETWORK, text)


def check_network(root: Node, name: str) -> None:
    """Refuse what means nothing in a network's definition.

    Raises:
        SimulatedError: there is something.
    """
    for character in "\n/":
        if character in name:
            text = f"invalid char in name: {character}"
            raise SimulatedError(ErrorNumber.XML_DETAIL, ErrorDomain.XML, text)
    mac = root.find("mac")
    address = None if mac is None else mac.get("address")
    if address is not None:
        if not is_mac(address):
            raise _wrong(f"Invalid bridge mac address '{address}' in network '{name}'")
        if is_multicast(address):
            raise _wrong(f"Invalid multicast bridge mac address '{address}' in network '{name}'")
    _check_forward(root, name)


def has_own_bridge(root: Node) -> bool:
    """Tell whether a network's bridge is one that libvirt makes for it."""
    forward = root.find("forward")
    return forward is None or (forward.get("mode") or "nat") in _OWN_BRIDGE


def _check_forward(root: Node, name: str) -> None:
    forward = root.find("forward")
    if forward is None:
        return
    mode = forward.get("mode") or "nat"
    has_address = root.find("ip") is not None
    if mode in _OWN_BRIDGE and not has_address:
        raise _wrong(f"{mode} forwarding requested, but no IP address provided for network '{name}'")
    if mode in _OTHER_BRIDGE and has_address:
        text = f"Unsupported <ip> element in network {name} with forward mode='{mode}'"
        raise SimulatedError(ErrorNumber.CONFIG_UNSUPPORTED, _NETWORK, text)
    if mode not in (*_OWN_BRIDGE, *_OTHER_BRIDGE, "none"):
        text = f"unknown forwarding type '{mode}'"
        raise SimulatedError(ErrorNumber.CONFIG_UNSUPPORTED, _NETWORK, text)
