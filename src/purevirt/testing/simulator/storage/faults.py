"""What goes wrong with the host's disks, and how slow they are, as a test wants it."""

from __future__ import annotations

import errno as errno_codes
from dataclasses import dataclass
from fnmatch import fnmatchcase

from purevirt.testing.simulator.faults.checks import check_count, check_errno

__all__ = ["StorageFaults", "TransferFault"]


@dataclass(slots=True, kw_only=True)
class TransferFault:
    """A disk that fails in the middle of a transfer; see `StorageFaults.fail_writes`."""

    after_bytes: int
    errno: int
    volume: str
    times: int | None


class StorageFaults:
    """The faults of a host's storage; none at first.

        sim.host.storage.faults.fail_writes(after_bytes=1 << 20, errno=errno.ENOSPC)

    Attributes:
        refresh_s: how long it takes to look through a pool: `storage_pool_refresh`, starting a pool, and the
            look that follows every upload. Calls for the pool, and lists of pools, wait as long.
    """

    def __init__(self) -> None:
        self.refresh_s = 0.0
        self._writes: list[TransferFault] = []
        self._reads: list[TransferFault] = []

    def __repr__(self) -> str:
        return f"<StorageFaults writes={self._writes} reads={self._reads} refresh_s={self.refresh_s}>"

    def fail_writes(
        self,
        *,
        after_bytes: int = 0,
        errno: int = errno_codes.EIO,
        volume: str = "*",
        times: int | None = None,
    ) -> None:
        """Let uploads fail.

        Args:
            after_bytes: of the upload that still reach the disk.
            errno: as which the operating system reports it: EIO, ENOSPC, ...
            volume: which volumes, by the path of their file, as a pattern of a shell.
            times: how many uploads fail; None for all.

        Raises:
            ValueError: a number is less than 0.
            TypeError: `errno` is no number.
        """
        self._writes.append(_fault(after_bytes, errno, volume, times))

    def fail_reads(
        self,
        *,
        after_bytes: int = 0,
        errno: int = errno_codes.EIO,
        volume: str = "*",
        times: int | None = None,
    ) -> None:
        """Let downloads fail; as `fail_writes`."""
        self._reads.append(_fault(after_bytes, errno, volume, times))

    def clear(self) -> None:
        """Be well again."""
        self.refresh_s = 0.0
        self._writes.clear()
        self._reads.clear()

    # for the transfers

    def take_write(self, path: str) -> TransferFault | None:
        """Return what happens to an upload that begins now, and count it."""
        return _take(self._writes, path)

    def take_read(self, path: str) -> TransferFault | None:
        """Return what happens to a download that begins now, and count it."""
        return _take(self._reads, path)


def _fault(after_bytes: int, errno: int, volume: str, times: int | None) -> TransferFault:
    check_count("after_bytes", after_bytes)
    check_count("times", times)
    check_errno(errno)
    return TransferFault(after_bytes=after_bytes, errno=errno, volume=volume, times=times)


def _take(faults: list[TransferFault], path: str) -> TransferFault | None:
    for fault in faults:
        if fnmatchcase(path, fault.volume):
            if fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    faults.remove(fault)
            return fault
    return None
