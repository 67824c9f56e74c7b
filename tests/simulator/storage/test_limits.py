"""What simulated storage does not have, and says so."""

import errno

import pytest

from purevirt import Connection
from purevirt.rpc.gen.error_codes import ErrorDomain
from purevirt.rpc.gen.remote import StoragePool
from tests.simulator.contract.storage.descriptions import MIB, qcow2, volume_xml
from tests.simulator.contract.storage.refusals import internal, refusal, system, unsupported


async def test_other_pools(conn: Connection) -> None:
    """Folders only."""
    expected = unsupported("the simulated host has pools of type 'dir', not 'logical'")
    xml = "<pool type='logical'><name>vg</name></pool>"
    assert await refusal(conn.storage_pool_define_xml(xml)) == expected


@pytest.mark.parametrize("kind", ["vmdk", "vdi", "qed"])
async def test_other_formats(conn: Connection, pool: StoragePool, kind: str) -> None:
    """As by a qemu-img that was built without them."""
    there = await conn.storage_vol_create_xml(pool, volume_xml("x"))
    path = there.key.removesuffix("x") + "v"
    command = f"/usr/bin/qemu-img create -f {kind} {path} 1024K"
    complaint = f"qemu-img: {path}: Unknown file format '{kind}'\n"
    text = f"Child process ({command}) unexpected exit status 1: {complaint}"
    xml = volume_xml("v", MIB, f"<target><format type='{kind}'/></target>")
    assert await refusal(conn.storage_vol_create_xml(pool, xml)) == internal(text, ErrorDomain.NONE)


async def test_encryption(conn: Connection, pool: StoragePool) -> None:
    """There are no secrets for disks."""
    more = "<target><format type='qcow2'/><encryption format='luks'/></target>"
    expected = unsupported("the simulated host has no encrypted volumes")
    assert await refusal(conn.storage_vol_create_xml(pool, volume_xml("v", MIB, more))) == expected


async def test_clones_that_share_blocks(conn: Connection, pool: StoragePool) -> None:
    """Its file systems cannot."""
    source = await conn.storage_vol_create_xml(pool, volume_xml("source"))
    expected = system(f"failed to clone files from '{source.key}': Operation not supported", errno.EOPNOTSUPP)
    call = conn.storage_vol_create_xml_from(pool, volume_xml("v"), source, 2)
    assert await refusal(call) == expected
    assert await conn.storage_pool_list_volumes(pool, 10) == ["source"]


@pytest.mark.parametrize("cluster", [100, 1 << 22])
async def test_clusters(conn: Connection, pool: StoragePool, cluster: int) -> None:
    """Sizes that qcow2 has not are refused as by qemu-img, and leave nothing."""
    more = qcow2().replace("</target>", f"<clusterSize>{cluster}</clusterSize></target>")
    found = await refusal(conn.storage_vol_create_xml(pool, volume_xml("v", MIB, more)))
    assert found.message is not None
    assert "Cluster size must be a power of two between 512 and 2048k" in found.message
    assert await conn.storage_pool_list_volumes(pool, 10) == []


async def test_a_base_with_features_of_the_future(conn: Connection, pool: StoragePool) -> None:
    """An image that cannot be understood is not copied."""
    image = await conn.storage_vol_create_xml(pool, volume_xml("image", MIB, qcow2()))
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, image, 72, 8)
        await stream.write((1 << 4).to_bytes(8, "big"))
        await stream.finish()
    found = await refusal(conn.storage_vol_create_xml_from(pool, volume_xml("v", None), image))
    assert found == unsupported("volume 'image': Unsupported qcow2 feature(s): 0x10")
