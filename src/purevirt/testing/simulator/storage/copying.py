"""The content of one volume into another, from any format that is known here to any."""

from __future__ import annotations

import asyncio
import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

from purevirt.testing.simulator.storage.failures import command_failed, system_error, unsupported
from purevirt.testing.simulator.storage.qcow2 import HEADER_MAX_BYTES, parse_header
from purevirt.testing.simulator.storage.qcow2_data import (
    Disk,
    Layer,
    Qcow2Layer,
    Qcow2Writer,
    RawLayer,
)

if TYPE_CHECKING:
    from purevirt.testing.simulator.storage.files import OpenFile
    from purevirt.testing.simulator.storage.model import Storage
    from purevirt.testing.simulator.storage.pool import Volume

__all__ = ["copy_into"]

_RAW_GRAIN = 1 << 16
_PIECES_PER_TURN = 16


async def copy_into(storage: Storage, source: Volume, target: Volume) -> None:
    """Fill a volume that was just made with what a guest sees in another; holes stay holes.

    Other clients are served meanwhile.

    Raises:
        SimulatedError: there is not enough space, or the source cannot be read.
    """
    with ExitStack() as open_files:
        layers: list[Layer] = []
        try:
            for facts in storage.images.chain(source.path, source.format):
                file = open_files.enter_context(storage.files.open(facts.path, os.O_RDONLY))
                layers.append(RawLayer(file) if facts.header is None else Qcow2Layer(file, facts.header))
        except ValueError as error:
            raise unsupported(f"volume '{source.name}': {error}") from None
        disk = Disk(layers, source.capacity)
        file = open_files.enter_context(storage.files.open(target.path, os.O_RDWR))
        try:
            await _copy(disk, file, target.format)
        except OSError as error:
            raise _failed(source, target, error) from None


async def _copy(disk: Disk, file: OpenFile, target_format: str) -> None:
    header = parse_header(file.read(0, HEADER_MAX_BYTES)) if target_format == "qcow2" else None
    writer = None if header is None else Qcow2Writer(file, header)
    grain = _RAW_GRAIN if header is None else header.cluster_bytes
    for number, (offset, data) in enumerate(disk.pieces(grain)):
        if writer is None:
            file.write(offset, data)
        else:
            writer.put(offset, data)
        if number % _PIECES_PER_TURN == 0:
            await asyncio.sleep(0)
    if writer is not None:
        writer.finish()


def _failed(source: Volume, target: Volume, error: OSError) -> Exception:
    if target.format == "raw" == source.format:
        return system_error(f"failed writing to file '{target.path}'", error)
    command = f"/usr/bin/qemu-img convert -f {source.format} -O {target.format} {source.path} {target.path}"
    return command_failed(command, f"qemu-img: error while writing: {os.strerror(error.errno or 0)}")
