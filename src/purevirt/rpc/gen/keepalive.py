"""Constants and types of ``src/rpc/virkeepaliveprotocol.x``.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "KEEPALIVE_PROGRAM",
    "KEEPALIVE_PROTOCOL_VERSION",
    "Procedure",
    "WIRE_NAMES",
]

KEEPALIVE_PROGRAM = 0x6B656570
KEEPALIVE_PROTOCOL_VERSION = 1


class Procedure(IntEnum):
    """``keepalive_procedure``."""

    PING = 1
    PONG = 2


_Procedure_by_value = {one.value: one for one in Procedure}


WIRE_NAMES = {
    "keepalive_procedure": "Procedure",
    "KEEPALIVE_PROC_PING": "Procedure.PING",
    "KEEPALIVE_PROC_PONG": "Procedure.PONG",
}
