"""A domain's disks: how large they are, what went through them, whether anything works on them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.stat_params import large, signed_large, unsigned
from purevirt.testing.simulator.stat_params import text as named
from purevirt.testing.simulator.storage.qcow2 import HEADER_MAX_BYTES, with_size
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage import ImageFacts
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["block_params", "disk_image", "handles"]

handles = Subject("domain disks")

_COUNTERS = ("rd.reqs", "rd.bytes", "rd.times", "wr.reqs", "wr.bytes", "wr.times", "fl.reqs", "fl.times")
_STATS = (
    ("wr_bytes", 0), ("wr_operations", 0), ("rd_bytes", 0), ("rd_operations", 0), ("flush_operations", 0),
    ("wr_total_times", 0), ("rd_total_times", 0), ("flush_total_times", 0),
)  # fmt: skip


def _bad(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.QEMU, text)


def _target(disk: Node) -> str:
    target = disk.find("target")
    return "" if target is None else target.attributes.get("dev", "")


def _find(domain: Domain, path: str) -> Node | None:
    """Return the disk of a target, or of a file."""
    for disk in domain.seen.find_all("devices/disk"):
        source = disk.find("source")
        if path and (_target(disk) == path or (source is not None and path in source.attributes.values())):
            return disk
    return None


def _require(domain: Domain, path: str) -> Node:
    disk = _find(domain, path)
    if disk is None:
        raise _bad(f"invalid path {path} not assigned to domain")
    return disk


def _check_path(domain: Domain, path: str) -> None:
    """Refuse statistics of a disk that there is not; no path is all of them."""
    if path and _find(domain, path) is None:
        raise _bad(f"invalid path: {path}")


def disk_image(host: Host, disk: Node) -> tuple[str, str | None] | None:
    """Return the path and the format of a disk's image on this host; None when it has none here.

    Raises:
        SimulatedError: it is a volume that there is not.
    """
    source, driver = disk.find("source"), disk.find("driver")
    image_format = None if driver is None else driver.get("type")
    kind = disk.attributes.get("type")
    if source is None:
        return None
    if kind == "volume":
        pool, volume = source.attributes.get("pool", ""), source.attributes.get("volume", "")
        return host.storage.volume_path(pool, volume), image_format
    path = source.get("file") or source.get("dev")
    return None if path is None else (path, image_format)


def _facts(host: Host, disk: Node) -> ImageFacts | None:
    image = disk_image(host, disk)
    return None if image is None else host.storage.look(*image)


def block_params(host: Host, domain: Domain) -> list[remote.TypedParam]:
    """Return a domain's disks as statistics: of each its name, its image, and its sizes in bytes."""
    disks = list(domain.seen.find_all("devices/disk"))
    params = [unsigned("block.count", len(disks))]
    for number, disk in enumerate(disks):
        prefix = f"block.{number}"
        params.append(named(f"{prefix}.name", _target(disk)))
        source = disk.find("source")
        if source is not None and source.get("file"):
            params.append(named(f"{prefix}.path", source.attributes["file"]))
        if domain.is_active:
            index = source.get("index") if source is not None else None
            if index is not None:
                params.append(unsigned(f"{prefix}.backingIndex", int(index)))
            params += [large(f"{prefix}.{name}", 0) for name in _COUNTERS]
        facts = _facts(host, disk)
        if facts is not None:
            params += [
                large(f"{prefix}.{name}", getattr(facts, name))
                for name in ("allocation", "capacity", "physical")
            ]
    return params


@handles(procedures.DOMAIN_GET_BLOCK_INFO)
def get_block_info(
    host: Host, client: Client, args: remote.DomainGetBlockInfoArgs
) -> remote.DomainGetBlockInfoRet:
    """Return how large a disk is, to the guest and to the host."""
    check_flags(args.flags, 0, "qemuDomainGetBlockInfo")
    disk = _require(host.domains.require(args.dom), args.path)
    image = disk_image(host, disk)
    if image is None:
        raise _bad(f"disk '{args.path}' does not currently have a source assigned")
    facts = host.storage.look(*image)
    if facts is None:
        text = f"failed to stat remote file '{image[0]}': No such file or directory"
        raise SimulatedError(ErrorNumber.SYSTEM_ERROR, ErrorDomain.QEMU, text, errno=2)
    return remote.DomainGetBlockInfoRet(
        allocation=facts.allocation, capacity=facts.capacity, physical=facts.physical
    )


@handles(procedures.DOMAIN_BLOCK_STATS)
def block_stats(host: Host, client: Client, args: remote.DomainBlockStatsArgs) -> remote.DomainBlockStatsRet:
    """Return what went through a running domain's disk."""
    domain = host.domains.require(args.dom)
    domain.require_active()
    _check_path(domain, args.path)
    return remote.DomainBlockStatsRet(rd_req=0, rd_bytes=0, wr_req=0, wr_bytes=0, errs=-1)


@handles(procedures.DOMAIN_BLOCK_STATS_FLAGS)
def block_stats_flags(
    host: Host, client: Client, args: remote.DomainBlockStatsFlagsArgs
) -> remote.DomainBlockStatsFlagsRet:
    """Return the same in numbers with names; the first call asks how many there are."""
    domain = host.domains.require(args.dom)
    domain.require_active()
    _check_path(domain, args.path)
    if args.nparams == 0:
        return remote.DomainBlockStatsFlagsRet(params=[], nparams=len(_STATS))
    params = [signed_large(name, value) for name, value in _STATS]
    return remote.DomainBlockStatsFlagsRet(params=params[: args.nparams], nparams=0)


@handles(procedures.DOMAIN_GET_BLOCK_JOB_INFO)
def get_block_job_info(
    host: Host, client: Client, args: remote.DomainGetBlockJobInfoArgs
) -> remote.DomainGetBlockJobInfoRet:
    """Say how far a job on a disk has come: there is none."""
    domain = host.domains.require(args.dom)
    domain.require_active()
    if _find(domain, args.path) is None:
        raise _bad(f"disk '{args.path}' not found in domain")
    return remote.DomainGetBlockJobInfoRet(found=0, type=0, bandwidth=0, cur=0, end=0)


@handles(procedures.DOMAIN_BLOCK_RESIZE)
def block_resize(host: Host, client: Client, args: remote.DomainBlockResizeArgs) -> None:
    """Make a running domain's disk larger or smaller; the size is in KiB, or in bytes by its flag."""
    check_flags(args.flags, int(enums.DomainBlockResizeFlags.BYTES), "qemuDomainBlockResize")
    domain = host.domains.require(args.dom)
    domain.require_active()
    disk = _find(domain, args.disk)
    if disk is None:
        raise _bad(f"disk '{args.disk}' was not found in the domain config")
    image = disk_image(host, disk)
    if image is None:
        raise _bad(f"disk '{args.disk}' does not currently have a source assigned")
    size = args.size if args.flags & enums.DomainBlockResizeFlags.BYTES else args.size << 10
    _resize(host, image[0], size)


def _resize(host: Host, path: str, size: int) -> None:
    facts = host.storage.look(path)
    try:
        with host.storage.files.open(path, os.O_RDWR) as file:
            if facts is None or facts.header is None:
                file.cut(size)
                return
            # qcow2 counts in sectors
            patches = with_size(file.read(0, HEADER_MAX_BYTES), -(-size // 512) * 512)
            for offset, data in patches or ():
                file.write(offset, data)
    except OSError as error:
        text = f"unable to execute QEMU command 'block_resize': {os.strerror(error.errno or 0)}"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.QEMU, text) from None
