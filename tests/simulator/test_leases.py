"""The addresses that a simulated network gives away, and takes back."""

from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import GuestProfile, populate
from purevirt.testing.simulator.host import Host
from purevirt.testing.simulator.networks.collection import Network
from tests.simulator.clock import Clock

HOUR_S = 3600


def crowded(clock: Clock) -> tuple[SimulatedLibvirtd, Host, Network]:
    """Return a host whose network has two addresses."""
    sim = SimulatedLibvirtd(wall_clock=clock)
    host = sim.host
    host.guest_profile = lambda _name: GuestProfile(boot_s=0)
    host.networks.stop(host.networks.require_active("default"))
    network = host.networks.find("default")
    assert network is not None
    (dhcp,) = network.config.find_all("ip/dhcp")
    dhcp.put("range", start="192.168.122.2", end="192.168.122.3")
    host.networks.start(network)
    return sim, host, network


def given(host: Host, name: str) -> list[str]:
    """Return the addresses of a domain."""
    domain = host.domains.find(name)
    assert domain is not None
    return [address for _, addresses in domain.interfaces() for address, _ in addresses]


async def test_addresses_of_guests_that_are_gone_are_given_to_others() -> None:
    """Once their time is over; a guest that runs keeps its own, since it asks for it again."""
    clock = Clock()
    sim, host, network = crowded(clock)
    async with sim:
        populate(host, 4, running=2, name="guest-{}".format)
        host.timeline.run_due()
        first, second = given(host, "guest-0"), given(host, "guest-1")
        assert first + second == ["192.168.122.2", "192.168.122.3"]
        gone, third, fourth = (host.domains.find(f"guest-{number}") for number in (1, 2, 3))
        assert gone is not None
        assert third is not None
        assert fourth is not None
        gone.stop(0, 0)
        third.start(paused=False)
        host.timeline.run_due()
        assert given(host, "guest-2") == []
        clock.now += HOUR_S
        fourth.start(paused=False)
        host.timeline.run_due()
        assert (given(host, "guest-3"), given(host, "guest-0")) == (second, first)
        assert [one.expires_at for one in network.leases.values()] == [2 * HOUR_S] * 2


async def test_leases_that_are_over_are_not_listed() -> None:
    """Those of guests that run are."""
    clock = Clock()
    sim, host, network = crowded(clock)
    async with sim:
        populate(host, 2, running=2, name="guest-{}".format)
        host.timeline.run_due()
        gone = host.domains.find("guest-0")
        assert gone is not None
        gone.stop(0, 0)
        clock.now += HOUR_S
        host.networks.renew_leases(network)
        assert [one.hostname for one in network.leases.values()] == ["guest-1"]
