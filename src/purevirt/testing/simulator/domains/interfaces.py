"""Where a domain can be reached: the addresses that its networks gave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.agent.guest_info import agent_addresses
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("domain interfaces")

_Source = enums.DomainInterfaceAddressesSource


@handles(procedures.DOMAIN_INTERFACE_ADDRESSES)
def interface_addresses(
    host: Host, client: Client, args: remote.DomainInterfaceAddressesArgs
) -> remote.DomainInterfaceAddressesRet:
    """List a running domain's addresses, as DHCP, the ARP cache or its own agent knows them."""
    check_flags(args.flags, 0, "qemuDomainInterfaceAddresses")
    domain = host.domains.require(args.dom)
    domain.require_active()
    if args.source == _Source.AGENT:
        return remote.DomainInterfaceAddressesRet(ifaces=agent_addresses(domain))
    if args.source not in (_Source.LEASE, _Source.ARP):
        text = f"Unknown IP address data source {args.source}"
        raise SimulatedError(ErrorNumber.ARGUMENT_UNSUPPORTED, ErrorDomain.QEMU, text)
    return remote.DomainInterfaceAddressesRet(ifaces=_leased(host, domain))


def _leased(host: Host, domain: Domain) -> list[remote.DomainInterface]:
    found = []
    for interface in domain.seen.find_all("devices/interface"):
        source, mac, target = (interface.find(tag) for tag in ("source", "mac", "target"))
        network = host.networks.find(source.attributes.get("network", "")) if source is not None else None
        if network is None or mac is None:
            continue
        address = mac.attributes["address"]
        lease = network.leases.get(address)
        if lease is not None:
            one = remote.DomainIpAddr(int(enums.IPAddrType.IPV4), lease.address, lease.prefix)
            name = target.attributes.get("dev", "") if target is not None else ""
            found.append(remote.DomainInterface(name, address, [one]))
    return found
