"""Frames and payloads as a daemon makes them, without the framing code that is under test."""

import struct
from typing import Any, NamedTuple

from purevirt.rpc import xdr
from purevirt.rpc.gen import net, procedures, remote
from purevirt.rpc.procedure import AnyProcedure

CALL, REPLY, MESSAGE, STREAM, CALL_WITH_FDS, REPLY_WITH_FDS, HOLE = range(7)
OK, ERROR, CONTINUE = range(3)
KEEPALIVE = 0x6B656570
MAX_HOLE = 2**63 - 1
PING, PONG = 1, 2

HOSTNAME = procedures.CONNECT_GET_HOSTNAME
VERSION = procedures.CONNECT_GET_LIB_VERSION
LOOKUP = procedures.DOMAIN_LOOKUP_BY_NAME
UPLOAD = procedures.STORAGE_VOL_UPLOAD
DOWNLOAD = procedures.STORAGE_VOL_DOWNLOAD
CONSOLE = procedures.DOMAIN_OPEN_CONSOLE
LIFECYCLE = procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE
VOLUME = remote.StorageVol(pool="default", name="disk.raw", key="/pool/disk.raw")
DOMAIN = remote.Domain(name="guest", uuid=bytes(range(16)), id=7)


class Message(NamedTuple):
    """One frame, taken apart."""

    program: int
    version: int
    procedure: int
    type: int
    serial: int
    status: int
    payload: bytes


def pack(
    program: int, procedure: int, type_: int, serial: int, status: int, payload: bytes = b"", version: int = 1
) -> bytes:
    """Return one frame."""
    header = struct.pack(">IIIiiIi", 28 + len(payload), program, version, procedure, type_, serial, status)
    return header + payload


def unpack(data: bytes) -> list[Message]:
    """Return the frames of `data`, which has to hold whole ones."""
    messages = []
    while data:
        length, program, version, procedure, type_, serial, status = struct.unpack_from(">IIIiiIi", data)
        assert 28 <= length <= len(data), f"not whole frames: {data[:64]!r}"
        messages.append(Message(program, version, procedure, type_, serial, status, data[28:length]))
        data = data[length:]
    return messages


def frame(spec: AnyProcedure, type_: int, serial: int, status: int = OK, payload: bytes = b"") -> bytes:
    """Return a frame that names `spec`."""
    return pack(spec.program, spec.number, type_, serial, status, payload)


def reply(spec: AnyProcedure, serial: int, payload: bytes = b"") -> bytes:
    """Return a good reply."""
    return frame(spec, REPLY, serial, OK, payload)


def error_payload(code: int, message: str | None, domain: int = 10, **fields: Any) -> bytes:
    """Return the payload of an error."""
    error = net.MessageError(code, domain, message, 2, None, None, None, None, -1, -1, None)
    for name, value in fields.items():
        setattr(error, name, value)
    return xdr.encode(error)


def refusal(
    spec: AnyProcedure, serial: int, code: int = 42, message: str | None = "no", **fields: Any
) -> bytes:
    """Return an error reply."""
    return frame(spec, REPLY, serial, ERROR, error_payload(code, message, **fields))


def packet(spec: AnyProcedure, serial: int, data: bytes) -> bytes:
    """Return a stream packet; without data it is the end."""
    return frame(spec, STREAM, serial, CONTINUE, data)


def hole(spec: AnyProcedure, serial: int, length: int) -> bytes:
    """Return a hole."""
    return frame(spec, HOLE, serial, CONTINUE, struct.pack(">qI", length, 0))


def confirm(spec: AnyProcedure, serial: int) -> bytes:
    """Return the confirmation of a finish or an abort."""
    return frame(spec, STREAM, serial, OK)


def stream_error(spec: AnyProcedure, serial: int, code: int = 38, message: str = "disk full") -> bytes:
    """Return an error on a stream."""
    return frame(spec, STREAM, serial, ERROR, error_payload(code, message, int1=28))


def ping() -> bytes:
    """Return a keepalive question."""
    return pack(KEEPALIVE, PING, MESSAGE, 0, OK)


def pong() -> bytes:
    """Return a keepalive answer."""
    return pack(KEEPALIVE, PONG, MESSAGE, 0, OK)


def lifecycle(event: int, serial: int = 1, callback_id: int = 3) -> bytes:
    """Return a lifecycle event; real daemons number all events 1."""
    inner = remote.DomainEventLifecycleMsg(dom=DOMAIN, event=event, detail=0)
    message = remote.DomainEventCallbackLifecycleMsg(callback_id=callback_id, msg=inner)
    return frame(LIFECYCLE, MESSAGE, serial, OK, xdr.encode(message))


def hostname(name: str) -> bytes:
    """Return the payload of a host name's reply."""
    return xdr.encode(remote.ConnectGetHostnameRet(hostname=name))
