import purevirt
from purevirt.errors import LibvirtError
from purevirt.rpc.gen.enums import DomainInterfaceAddressesSource, IPAddrType
from purevirt.rpc.gen.remote import Domain


async def addresses(conn: purevirt.Connection, dom: Domain) -> dict[str, list[str]]:
    try:
        interfaces = await conn.domain_interface_addresses(dom, DomainInterfaceAddressesSource.AGENT)
    except LibvirtError:  # no agent answers: what libvirt's own DHCP server gave out
        interfaces = await conn.domain_interface_addresses(dom, DomainInterfaceAddressesSource.LEASE)
    return {
        interface.hwaddr: [address.addr for address in interface.addrs if address.type == IPAddrType.IPV4]
        for interface in interfaces
        if interface.hwaddr is not None and interface.name != "lo"
    }
