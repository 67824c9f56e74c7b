"""A real guest under QEMU: its disk and its jobs. It is running when an area begins."""

import asyncio

from purevirt.rpc.gen.enums import DomainEventID
from tests.lab import LabHost
from tests.lab.domain import domain_xml
from tests.lab.host import GOLDEN, POOL
from tests.lab.process import wait_until
from tests.live.live import PATIENCE_S, Live
from tests.live.plain import large, parameters
from tests.live.query import CONNECTION

GUEST = "pv-live"
_OWN = CONNECTION.lookupByName(GUEST)
_GIB = 1 << 30
_LIVE = 1
_BYTES = 1
_TRANSIENT = 4
_DISK_ONLY, _NO_METADATA = 16, 4
_ACTIVE = 4
_UNBOUNDED = 2


def start_guest(host: LabHost) -> None:
    """Start a guest of the lab that has a second processor and a balloon, and wait until it answers."""
    volume = f"{GUEST}.qcow2"
    backing = ("--backing-vol", GOLDEN, "--backing-vol-format", "qcow2")
    host.virsh("vol-create-as", POOL, volume, "1G", "--format", "qcow2", *backing)
    xml = domain_xml(GUEST, disk=host.pool_path / volume, vcpus=2).replace('model="none"', 'model="virtio"')
    host.virsh("create", "/dev/stdin", stdin=xml)
    host.wait_agent(GUEST)
    # Its addresses would otherwise come between our question and the oracle's.
    wait_until(lambda: _without_address(host), what=f"guest {GUEST}", timeout_s=PATIENCE_S)


def _without_address(host: LabHost) -> str | None:
    shown = host.virsh("domifaddr", GUEST, "eth0", "--source", "agent")
    return None if "ipv4" in shown else "its eth0 has no address"


async def disk(live: Live) -> None:
    """Sizes, counters, limits and jobs of the guest's disk."""
    conn, by_name = live.conn, _OWN
    dom = await conn.domain_lookup_by_name(GUEST)
    await live.does(
        conn.domain_block_resize(dom, "vda", 2 * _GIB, _BYTES),
        by_name.blockInfo("vda"),
        2 * _GIB,
        lambda info: info[0],
    )
    await live.reads(
        conn.domain_get_block_info(dom, "vda"),
        by_name.blockInfo("vda"),
        # The guest may write meanwhile, which makes the file grow.
        lambda info: [info.capacity, info.allocation > 0, info.physical > 0],
        expect=lambda info: [info[0], info[1] > 0, info[2] > 0],
    )
    reads, _, writes, *_ = await live.ask(by_name.blockStats("vda"))
    stats = await live.reads(
        conn.domain_block_stats(dom, "vda"),
        by_name.blockStats("vda"),
        # Counters of a running guest only grow, and this one has read its whole system.
        lambda stats: [stats.rd_req >= reads > 100, stats.wr_req >= writes, stats.errs],
        expect=lambda later: [later[0] >= reads, later[2] >= writes, later[4]],
    )
    assert stats.rd_bytes > 4 << 20
    await live.reads(
        conn.domain_block_stats_flags(dom, "vda", 0),
        by_name.blockStatsFlags("vda"),
        lambda reply: reply.nparams,
        len,
    )
    await live.reads(
        conn.domain_block_stats_flags(dom, "vda", 8),
        by_name.blockStatsFlags("vda"),
        lambda reply: sorted(parameters(reply.params)),
        expect=sorted,
    )
    await live.refused(conn.domain_block_peek(dom, "vda", 0, 16), by_name.blockPeek("vda", 0, 16))
    await live.accepted(
        conn.domain_set_block_threshold(dom, "vda", 1 << 29), by_name.setBlockThreshold("vda", 1 << 29)
    )
    await live.reads(
        conn.domain_get_disk_errors(dom, 1),
        by_name.diskErrors(),
        lambda reply: {one.disk: one.error for one in reply.errors},
    )


async def jobs(live: Live) -> None:
    """Pulls and copies that are slowed down to 1 MiB/s, so that they can be watched and given up."""
    conn, job = live.conn, _OWN.blockJobInfo("vda")
    dom = await conn.domain_lookup_by_name(GUEST)
    await live.does(conn.domain_block_pull(dom, "vda", 1), job, 1, _job_type)
    found = await live.reads(
        conn.domain_get_block_job_info(dom, "vda"),
        job,
        # How far it is changes from one call to the next.
        lambda info: [info.type, info.bandwidth, info.cur <= info.end > 0],
        expect=lambda info: [info["type"], info["bandwidth"], info["cur"] <= info["end"] > 0],
    )
    assert found.found == 1
    await live.does(
        conn.domain_block_job_set_speed(dom, "vda", 2), job, 2, lambda info: info and info["bandwidth"]
    )
    await live.does(conn.domain_block_job_abort(dom, "vda"), job, {})
    await live.does(conn.domain_block_rebase(dom, "vda", None, 1), job, 1, _job_type)
    await conn.domain_block_job_abort(dom, "vda")
    copy = live.host.pool_path / "pv-copy.qcow2"
    xml = f"<disk type='file'><source file='{copy}'/><driver name='qemu' type='qcow2'/></disk>"
    await live.does(
        conn.domain_block_copy(dom, "vda", xml, [large("bandwidth", 1 << 20)], _TRANSIENT),
        job,
        2,
        _job_type,
    )
    await conn.domain_block_job_abort(dom, "vda")
    snapshot = (
        f"<domainsnapshot><disks><disk name='vda'><source file='{copy}.top'/></disk></disks></domainsnapshot>"
    )
    await conn.domain_snapshot_create_xml(dom, snapshot, _DISK_ONLY | _NO_METADATA)
    await live.does(conn.domain_block_commit(dom, "vda", None, None, 1, _ACTIVE), job, 4, _job_type)
    await conn.domain_block_job_abort(dom, "vda")
    socket = live.host.folder / "lib" / "pv-backup.sock"
    backup = f"<domainbackup mode='pull'><server transport='unix' socket='{socket}'/></domainbackup>"
    await live.does(
        conn.domain_backup_begin(dom, backup, None), _OWN.jobInfo(), _UNBOUNDED, lambda info: info[0]
    )
    await live.reads(conn.domain_backup_get_xml_desc(dom), _OWN.backupGetXMLDesc())
    await live.reads(
        conn.domain_get_job_info(dom), _OWN.jobInfo(), lambda info: info.type, expect=lambda info: info[0]
    )
    await live.reads(
        conn.domain_get_job_stats(dom),
        _OWN.jobStats(),
        lambda reply: [reply.type, *sorted(parameters(reply.params))],
        expect=lambda stats: [stats.pop("type"), *sorted(stats)],
    )
    async with conn.listen() as events, live.comparing(), asyncio.timeout(PATIENCE_S):
        await conn.connect_domain_event_callback_register_any(DomainEventID.JOB_COMPLETED, dom)
        await conn.domain_abort_job(dom)
        await anext(events)
        assert (await live.ask(_OWN.jobInfo()))[0] == 0
    await live.refused(conn.domain_abort_job(dom), _OWN.abortJob())
    await live.refused(conn.domain_abort_job_flags(dom), _OWN.abortJobFlags())


def _job_type(info: dict[str, int]) -> int:
    """Return the type of a block job, 0 where there is none."""
    return info.get("type", 0)
