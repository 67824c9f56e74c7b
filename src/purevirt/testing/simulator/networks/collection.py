"""The host's virtual networks: what they are defined as, whether they run, whom they gave which address."""

from __future__ import annotations

import ipaddress
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.networks.addressing import check_addresses, prefix_of
from purevirt.testing.simulator.networks.refusals import check_network, has_own_bridge
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.xml_tree import Node, parse_root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["DEFAULT_NETWORK", "Lease", "Network", "Networks", "no_network"]

_NETWORK = ErrorDomain.NETWORK
_Event = enums.NetworkEventLifecycleType
_LEASE_S = 3600
_ORDER = (
    "name", "uuid", "title", "description", "metadata", "forward", "bridge", "mtu", "mac", "domain", "dns",
    "vlan", "bandwidth", "portgroup", "ip", "route", "virtualport", "port",
)  # fmt: skip

DEFAULT_NETWORK = """
<network>
  <name>default</name>
  <forward mode='nat'/>
  <bridge name='virbr0' stp='on' delay='0'/>
  <ip address='192.168.122.1' netmask='255.255.255.0'>
    <dhcp><range start='192.168.122.2' end='192.168.122.254'/></dhcp>
  </ip>
</network>
"""


@dataclass(slots=True)
class Lease:
    """An address that a network gave a guest.

    Attributes:
        mac: of the guest's interface.
        address, prefix: what it got.
        hostname: what the guest calls itself.
        expires_at: seconds since 1970.
    """

    mac: str
    address: str
    prefix: int
    hostname: str | None
    expires_at: int


class Network:
    """One network.

    Attributes:
        config: its definition; of a transient network what it was started as.
        live: the running network, or None.
        leases: by MAC address.
    """

    def __init__(self, config: Node, *, is_persistent: bool) -> None:
        self.config = config
        self.is_persistent = is_persistent
        self.live: Node | None = None
        self.autostart = False
        self.leases: dict[str, Lease] = {}

    def __repr__(self) -> str:
        return f"<Network {self.name}>"

    @property
    def is_active(self) -> bool:
        """Whether it runs."""
        return self.live is not None

    @property
    def name(self) -> str:
        """Its name."""
        return self.config.find_text("name") or ""

    @property
    def uuid(self) -> bytes:
        """Its UUID, 16 bytes."""
        return uuid.UUID(self.config.find_text("uuid")).bytes

    @property
    def bridge(self) -> str | None:
        """The name of its bridge."""
        bridge = self.config.find("bridge")
        return None if bridge is None else bridge.get("name")

    def wire(self) -> remote.Network:
        """Return what clients know it by."""
        return remote.Network(self.name, self.uuid)

    def shown(self, *, inactive: bool) -> Node:
        """Return the tree that clients see; while it runs, with the ports of its address translation."""
        if self.live is None or inactive:
            return self.config
        root = self.live.copy()
        forward = root.find("forward")
        if forward is None or forward.get("mode") != "nat":
            return root
        if forward.find("nat") is None:
            port = Node("port", {"start": "1024", "end": "65535"})
            forward.children.append(Node("nat", {}, [port]))
        return root

    def ranges(self) -> Iterator[tuple[int, int, int]]:
        """Yield the first and last address of each DHCP range, and the prefix of its network."""
        for ip in (self.live or self.config).find_all("ip"):
            if ip.get("family") == "ipv6":
                continue
            prefix = prefix_of(ip)
            for one in ip.find_all("dhcp/range"):
                first, last = (ipaddress.ip_address(one.attributes[end]) for end in ("start", "end"))
                yield int(first), int(last), prefix


class Networks:
    """The host's networks."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._by_name: dict[str, Network] = {}

    def __iter__(self) -> Iterator[Network]:
        return iter(self._by_name.values())

    def find(self, name: str) -> Network | None:
        """Return a network by its name."""
        return self._by_name.get(name)

    def find_uuid(self, uuid_bytes: bytes) -> Network | None:
        """Return a network by its UUID."""
        return next((one for one in self if one.uuid == uuid_bytes), None)

    def require(self, wanted: remote.Network) -> Network:
        """Return the network that a client means.

        Raises:
            SimulatedError: there is none.
        """
        network = self.find_uuid(wanted.uuid)
        if network is None:
            raise no_network(
                f"no network with matching uuid '{uuid.UUID(bytes=wanted.uuid)}' ({wanted.name})"
            )
        return network

    def require_active(self, name: str) -> Network:
        """Return a running network, for a domain that wants to be on it.

        Raises:
            SimulatedError: there is none of that name, or it does not run.
        """
        network = self.find(name)
        if network is None:
            raise no_network(f"no network with matching name '{name}'")
        if not network.is_active:
            raise SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, f"network '{name}' is not active")
        return network

    def read(self, text: str) -> Node:
        """Return the complete tree of a definition.

        Raises:
            SimulatedError: libvirt would refuse it.
        """
        root = parse_root(text, "network", "(network_definition)", _NETWORK)
        name = root.find_text("name")
        if name is None:
            raise SimulatedError(ErrorNumber.NO_NAME, _NETWORK)
        check_network(root, name)
        given = root.find_text("uuid")
        try:
            root.put("uuid", str(self._host.new_uuid() if given is None else uuid.UUID(given)))
        except ValueError:
            raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _NETWORK, "malformed uuid element") from None
        check_addresses(root, name)
        forward = root.find("forward")
        mode = None if forward is None else forward.attributes.setdefault("mode", "nat")
        if mode in (None, "nat", "route", "open"):
            bridge = root.put("bridge")
            bridge.attributes.setdefault("name", self._free_bridge())
            bridge.attributes = {"name": bridge.attributes["name"], "stp": "on", "delay": "0"} | (
                bridge.attributes
            )
            if root.find("mac") is None:
                root.put("mac", address=self._host.new_mac())
        places = {tag: place for place, tag in enumerate(_ORDER)}
        children = sorted((one for one in root if one.tag in places), key=lambda one: places[one.tag])
        return Node("network", {}, children)

    def _free_bridge(self) -> str:
        used = {network.bridge for network in self}
        return next(name for number in range(len(used) + 1) if (name := f"virbr{number}") not in used)

    def define(self, root: Node) -> Network:
        """Define a network, or define it anew, and tell.

        Raises:
            SimulatedError: its name or UUID belongs to another.
        """
        network = self._same(root)
        if network is None:
            network = Network(root, is_persistent=True)
            self._by_name[network.name] = network
        else:
            network.config = root
            network.is_persistent = True
        self.tell(network, _Event.DEFINED)
        return network

    def create(self, root: Node) -> Network:
        """Start a transient network, and tell.

        Raises:
            SimulatedError: its name or UUID belongs to another.
        """
        network = self._same(root)
        if network is None:
            network = Network(root, is_persistent=False)
            self._by_name[network.name] = network
        self.start(network)
        return network

    def _same(self, root: Node) -> Network | None:
        wanted = Network(root, is_persistent=True)
        known = self.find_uuid(wanted.uuid)
        other = self.find(wanted.name)
        if known is not None:
            if known.name != wanted.name:
                raise _taken(known, "is already defined")
        elif other is not None:
            raise _taken(other, "already exists")
        if has_own_bridge(root) and any(
            one is not known and has_own_bridge(one.config) and one.bridge == wanted.bridge for one in self
        ):
            text = f"bridge name '{wanted.bridge}' already in use."
            raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _NETWORK, text)
        return known

    def start(self, network: Network) -> None:
        """Start a network, and tell.

        Raises:
            SimulatedError: it runs.
        """
        if network.is_active:
            raise SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, "network is already active")
        network.live = network.config.copy()
        self.tell(network, _Event.STARTED)

    def stop(self, network: Network) -> None:
        """Stop a network, and tell.

        Raises:
            SimulatedError: it does not run.
        """
        if not network.is_active:
            text = f"network '{network.name}' is not active"
            raise SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, text)
        network.live = None
        network.leases.clear()
        self.tell(network, _Event.STOPPED)
        if not network.is_persistent:
            del self._by_name[network.name]

    def power_cycle(self) -> None:
        """Be as after a reboot of the host: transient ones are gone, those with autostart run."""
        for network in list(self):
            network.leases.clear()
            network.live = network.config.copy() if network.is_persistent and network.autostart else None
            if not network.is_persistent:
                del self._by_name[network.name]

    def undefine(self, network: Network) -> None:
        """Remove a network's definition, and the network with it unless it runs; and tell."""
        network.is_persistent = False
        network.autostart = False
        if not network.is_active:
            del self._by_name[network.name]
        self.tell(network, _Event.UNDEFINED)

    def tell(self, network: Network, event: int) -> None:
        """Tell all who have registered."""
        wire = network.wire()
        self._host.events.network.emit(
            enums.NetworkEventID.LIFECYCLE,
            network.uuid,
            procedures.NETWORK_EVENT_LIFECYCLE,
            lambda ident: remote.NetworkEventLifecycleMsg(ident, wire, int(event), 0),
        )

    def lease_addresses(self, domain: Domain) -> None:
        """Give the interfaces of a guest that has booted their addresses."""
        for interface in domain.seen.find_all("devices/interface"):
            source, mac = interface.find("source"), interface.find("mac")
            name = source.get("network") if source is not None else None
            network = self.find(name) if name else None
            if network is not None and network.is_active and mac is not None:
                self._lease(network, mac.attributes["address"], domain.name)

    def addresses(self, domain: Domain) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return the MAC address of each interface of a domain, with what was leased to it and its prefix."""
        found = []
        for interface in domain.seen.find_all("devices/interface"):
            source, mac = interface.find("source"), interface.find("mac")
            network = self.find(source.attributes.get("network", "")) if source is not None else None
            if mac is not None:
                lease = network.leases.get(mac.attributes["address"]) if network is not None else None
                leased = [] if lease is None else [(lease.address, lease.prefix)]
                found.append((mac.attributes["address"], leased))
        return found

    def renew_leases(self, network: Network) -> None:
        """Let guests that run have kept their addresses, and take back those of the others that are over."""
        now = int(self._host.wall_clock())
        over = [lease for lease in network.leases.values() if lease.expires_at <= now]
        if not over:
            return
        running = {
            mac.attributes["address"]
            for domain in self._host.domains.active
            for mac in domain.seen.find_all("devices/interface/mac")
        }
        for lease in over:
            if lease.mac in running:
                lease.expires_at = now + _LEASE_S
            else:
                del network.leases[lease.mac]

    def _lease(self, network: Network, mac: str, hostname: str) -> None:
        expires_at = int(self._host.wall_clock()) + _LEASE_S
        known = network.leases.get(mac)
        if known is not None:
            known.expires_at = expires_at
            return
        tree = network.live or network.config
        for entry in tree.find_all("ip/dhcp/host"):
            address = entry.get("ip")
            if address is not None and (entry.get("mac") or "").lower() == mac:
                prefix = next((one[2] for one in network.ranges()), 24)
                name = entry.get("name") or hostname
                network.leases[mac] = Lease(mac, address, prefix, name, expires_at)
                return
        free = self._free_address(network)
        if free is None:
            self.renew_leases(network)
            free = self._free_address(network)
        if free is not None:
            network.leases[mac] = Lease(mac, *free, hostname, expires_at)

    @staticmethod
    def _free_address(network: Network) -> tuple[str, int] | None:
        """Return an address that nobody has, and its prefix; None where all are given away."""
        used = {one.address for one in network.leases.values()}
        for first, last, prefix in network.ranges():
            for number in range(first, last + 1):
                address = str(ipaddress.ip_address(number))
                if address not in used:
                    return address, prefix
        return None


def no_network(text: str) -> SimulatedError:
    """Return the error for a network that there is not."""
    return SimulatedError(ErrorNumber.NO_NETWORK, _NETWORK, text)


def _taken(network: Network, what: str) -> SimulatedError:
    text = f"network '{network.name}' {what} with uuid {uuid.UUID(bytes=network.uuid)}"
    return SimulatedError(ErrorNumber.OPERATION_FAILED, _NETWORK, text)
