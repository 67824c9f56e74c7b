"""Caps of the wire and of this client, each with its source."""

from __future__ import annotations

__all__ = [
    "CLOSE_TIMEOUT_S",
    "DEFAULT_KEEPALIVE_COUNT",
    "DEFAULT_KEEPALIVE_INTERVAL_S",
    "DEFAULT_MAX_CALLS",
    "DEFAULT_OPEN_TIMEOUT_S",
    "HEADER_BYTES",
    "LENGTH_BYTES",
    "MAX_FRAME_BYTES",
    "MAX_PAYLOAD_BYTES",
    "MAX_STREAM_PACKET_BYTES",
    "MAX_WAITING_CALLS",
    "MAX_WAITING_EVENT_BYTES",
    "MIN_FRAME_BYTES",
]

LENGTH_BYTES = 4
"""The length word counts itself (src/rpc/virnetprotocol.x, VIR_NET_MESSAGE_LEN_MAX)."""

HEADER_BYTES = 24
"""Six words: program, version, procedure, type, serial, status (struct virNetMessageHeader)."""

MIN_FRAME_BYTES = LENGTH_BYTES + HEADER_BYTES
"""The smallest value of the length word: a void call or reply."""

MAX_FRAME_BYTES = LENGTH_BYTES + 33_554_432
"""The largest value of the length word: VIR_NET_MESSAGE_MAX excludes the word itself."""

MAX_PAYLOAD_BYTES = MAX_FRAME_BYTES - MIN_FRAME_BYTES
"""What one message carries at most (VIR_NET_MESSAGE_PAYLOAD_MAX)."""

MAX_STREAM_PACKET_BYTES = 262_120
"""Payload of one stream packet: VIR_NET_MESSAGE_LEGACY_PAYLOAD_MAX, what both C sides use and what
daemons accept that are older than the larger frames."""

DEFAULT_MAX_CALLS = 4
"""Ordinary calls in flight: the daemon stops reading at max_client_requests (5), our pongs included, and
would then cut a healthy connection; the fifth place is for keepalive and stream packets."""

MAX_WAITING_CALLS = 65_536
"""Calls that may wait for a place; more than this is a runaway caller."""

MAX_WAITING_EVENT_BYTES = 4 << 20
"""Events of one subscriber, as bytes of the wire, beside the limit of their number: one message may have 32
MiB, and a thousand of them would be all there is. In memory they are up to some ten times that."""

DEFAULT_KEEPALIVE_INTERVAL_S = 5.0
DEFAULT_KEEPALIVE_COUNT = 5
"""A silent peer is given up after interval x (count + 1), libvirt's own defaults."""

DEFAULT_OPEN_TIMEOUT_S = 60.0
"""Dialling, authentication and CONNECT_OPEN together; a polkit agent may be asking a person meanwhile."""

CLOSE_TIMEOUT_S = 5.0
"""How long closing waits for the daemon's answer to CONNECT_CLOSE."""
