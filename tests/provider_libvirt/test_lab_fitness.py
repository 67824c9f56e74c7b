"""What a create would miss on a host is told before the first one."""

from purevirt.provider.core.backend import ObservedZone
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.libvirt.domain_template import parse_template
from tests.provider_libvirt.conftest import ZONE, Driver


def detail(driver: Driver, **changes: object) -> str:
    """Return what the first look says of the zone, which is up all the same."""

    async def use(backend: LibvirtBackend) -> ObservedZone:
        (zone,) = (await backend.describe()).zones
        return zone

    zone = driver.run(use, **changes)
    assert (zone.name, zone.up, zone.complete) == (ZONE, True, True)
    return zone.detail


def test_first_look_tells_what_is_missing(driver: Driver) -> None:
    """Pool, image and network that are not there stand in the zone's detail; a fit host says nothing."""
    assert detail(driver) == ""
    assert "pool nowhere does not exist; see --storage-pool" in detail(driver, storage_pool="nowhere")
    both = detail(driver, image="none.qcow2", network="none")
    assert "golden volume none.qcow2 in pool default does not exist" in both
    assert "network none does not exist" in both
    driver.host.virsh("net-define", "/dev/stdin", stdin="<network><name>asleep</name></network>")
    assert "network asleep is not active; start it (virsh net-start asleep)" in detail(
        driver, network="asleep"
    )
    driver.host.virsh("net-undefine", "asleep")
    template = parse_template("<domain><devices><interface type='user'/></devices></domain>", "here")
    assert detail(driver, network="none", domain_template=template) == ""
    interfaces = "".join(f"<interface><source network='{name}'/></interface>" for name in ("default", "gone"))
    template = parse_template(f"<domain><devices>{interfaces}</devices></domain>", "here")
    assert detail(driver, domain_template=template).startswith("network gone does not exist")


def test_problem_is_looked_at_until_it_is_mended(driver: Driver) -> None:
    """The next look after the cure is content, and the ones after that ask nothing."""

    async def use(backend: LibvirtBackend) -> None:
        (zone,) = (await backend.describe()).zones
        assert "late.img" in zone.detail
        driver.host.virsh("vol-create-as", "default", "late.img", "1M", "--format", "raw")
        (zone,) = (await backend.describe()).zones
        assert zone.detail == ""
        driver.host.virsh("vol-delete", "late.img", "default")
        (zone,) = (await backend.describe()).zones
        assert zone.detail == ""

    driver.run(use, image="late.img")
