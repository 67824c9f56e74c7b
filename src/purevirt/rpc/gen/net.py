"""Constants and types of ``src/rpc/virnetprotocol.x``.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from enum import IntEnum
from struct import error as StructError
from struct import Struct
from struct import unpack_from
from typing import ClassVar

if TYPE_CHECKING:
    from typing import Self
    from purevirt.rpc.xdr import Reader
    from purevirt.rpc.xdr import Writer

__all__ = [
    "MessageDomain",
    "MessageError",
    "MessageHeader",
    "MessageNetwork",
    "MessageStatus",
    "MessageType",
    "StreamHole",
    "VIR_NET_MESSAGE_HEADER_MAX",
    "VIR_NET_MESSAGE_HEADER_XDR_LEN",
    "VIR_NET_MESSAGE_INITIAL",
    "VIR_NET_MESSAGE_LEGACY_PAYLOAD_MAX",
    "VIR_NET_MESSAGE_LEN_MAX",
    "VIR_NET_MESSAGE_MAX",
    "VIR_NET_MESSAGE_NUM_FDS_MAX",
    "VIR_NET_MESSAGE_PAYLOAD_MAX",
    "VIR_NET_MESSAGE_STRING_MAX",
    "WIRE_NAMES",
]

VIR_NET_MESSAGE_INITIAL = 65536
VIR_NET_MESSAGE_LEGACY_PAYLOAD_MAX = 262120
VIR_NET_MESSAGE_MAX = 33554432
VIR_NET_MESSAGE_HEADER_MAX = 24
VIR_NET_MESSAGE_PAYLOAD_MAX = 33554408
VIR_NET_MESSAGE_LEN_MAX = 4
VIR_NET_MESSAGE_STRING_MAX = 4194304
VIR_NET_MESSAGE_NUM_FDS_MAX = 32
VIR_NET_MESSAGE_HEADER_XDR_LEN = 4


_S_16s = Struct(">16s").unpack_from
_S_16si = Struct(">16si").unpack_from
_S_I = Struct(">I").unpack_from
_S_IIiiIi = Struct(">IIiiIi").unpack_from
_S_iI = Struct(">iI").unpack_from
_S_iiI = Struct(">iiI").unpack_from
_S_qI = Struct(">qI").unpack_from


class MessageType(IntEnum):
    """``virNetMessageType``."""

    CALL = 0
    REPLY = 1
    MESSAGE = 2
    STREAM = 3
    CALL_WITH_FDS = 4
    REPLY_WITH_FDS = 5
    STREAM_HOLE = 6


_MessageType_by_value = {one.value: one for one in MessageType}


class MessageStatus(IntEnum):
    """``virNetMessageStatus``."""

    OK = 0
    ERROR = 1
    CONTINUE = 2


_MessageStatus_by_value = {one.value: one for one in MessageStatus}


class MessageHeader:
    """``virNetMessageHeader``."""

    __slots__ = ("prog", "vers", "proc", "type", "serial", "status")
    __match_args__ = ("prog", "vers", "proc", "type", "serial", "status")
    WIRE_NAME: ClassVar[str] = "virNetMessageHeader"

    def __init__(self, prog: int, vers: int, proc: int, type: MessageType | int, serial: int, status: MessageStatus | int) -> None:
        self.prog = prog
        self.vers = vers
        self.proc = proc
        self.type = type
        self.serial = serial
        self.status = status

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MessageHeader):
            return NotImplemented
        return self.prog == other.prog and self.vers == other.vers and self.proc == other.proc and self.type == other.type and self.serial == other.serial and self.status == other.status

    def __repr__(self) -> str:
        return f"MessageHeader(prog={self.prog!r}, vers={self.vers!r}, proc={self.proc!r}, type={self.type!r}, serial={self.serial!r}, status={self.status!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.prog, "virNetMessageHeader.prog")
        writer.write_uint(self.vers, "virNetMessageHeader.vers")
        writer.write_int(self.proc, "virNetMessageHeader.proc")
        writer.write_int(self.type, "virNetMessageHeader.type")
        writer.write_uint(self.serial, "virNetMessageHeader.serial")
        writer.write_int(self.status, "virNetMessageHeader.status")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            obj.prog, obj.vers, obj.proc, obj.type, obj.serial, obj.status = _S_IIiiIi(buf, pos)
            pos += 24
            obj.type = _MessageType_by_value.get(obj.type, obj.type)
            obj.status = _MessageStatus_by_value.get(obj.status, obj.status)
            reader.pos = pos
        except StructError:
            raise reader.truncated("virNetMessageHeader", pos) from None
        return obj


class MessageDomain:
    """``virNetMessageNonnullDomain``."""

    __slots__ = ("name", "uuid", "id")
    __match_args__ = ("name", "uuid", "id")
    WIRE_NAME: ClassVar[str] = "virNetMessageNonnullDomain"

    def __init__(self, name: str, uuid: bytes, id: int) -> None:
        self.name = name
        self.uuid = uuid
        self.id = id

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MessageDomain):
            return NotImplemented
        return self.name == other.name and self.uuid == other.uuid and self.id == other.id

    def __repr__(self) -> str:
        return f"MessageDomain(name={self.name!r}, uuid={self.uuid!r}, id={self.id!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.name, 4194304, "virNetMessageNonnullDomain.name")
        writer.write_fixed_opaque(self.uuid, 16, "virNetMessageNonnullDomain.uuid")
        writer.write_int(self.id, "virNetMessageNonnullDomain.id")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("virNetMessageNonnullDomain.name", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("virNetMessageNonnullDomain.name", pos)
            obj.name = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            obj.uuid, obj.id = _S_16si(buf, pos)
            pos += 20
            reader.pos = pos
        except StructError:
            raise reader.truncated("virNetMessageNonnullDomain", pos) from None
        return obj


class MessageNetwork:
    """``virNetMessageNonnullNetwork``."""

    __slots__ = ("name", "uuid")
    __match_args__ = ("name", "uuid")
    WIRE_NAME: ClassVar[str] = "virNetMessageNonnullNetwork"

    def __init__(self, name: str, uuid: bytes) -> None:
        self.name = name
        self.uuid = uuid

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MessageNetwork):
            return NotImplemented
        return self.name == other.name and self.uuid == other.uuid

    def __repr__(self) -> str:
        return f"MessageNetwork(name={self.name!r}, uuid={self.uuid!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.name, 4194304, "virNetMessageNonnullNetwork.name")
        writer.write_fixed_opaque(self.uuid, 16, "virNetMessageNonnullNetwork.uuid")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("virNetMessageNonnullNetwork.name", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("virNetMessageNonnullNetwork.name", pos)
            obj.name = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            (obj.uuid,) = _S_16s(buf, pos)
            pos += 16
            reader.pos = pos
        except StructError:
            raise reader.truncated("virNetMessageNonnullNetwork", pos) from None
        return obj


class MessageError:
    """``virNetMessageError``."""

    __slots__ = ("code", "domain", "message", "level", "dom", "str1", "str2", "str3", "int1", "int2", "net")
    __match_args__ = ("code", "domain", "message", "level", "dom", "str1", "str2", "str3", "int1", "int2", "net")
    WIRE_NAME: ClassVar[str] = "virNetMessageError"

    def __init__(self, code: int, domain: int, message: str | None, level: int, dom: MessageDomain | None, str1: str | None, str2: str | None, str3: str | None, int1: int, int2: int, net: MessageNetwork | None) -> None:
        self.code = code
        self.domain = domain
        self.message = message
        self.level = level
        self.dom = dom
        self.str1 = str1
        self.str2 = str2
        self.str3 = str3
        self.int1 = int1
        self.int2 = int2
        self.net = net

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MessageError):
            return NotImplemented
        return self.code == other.code and self.domain == other.domain and self.message == other.message and self.level == other.level and self.dom == other.dom and self.str1 == other.str1 and self.str2 == other.str2 and self.str3 == other.str3 and self.int1 == other.int1 and self.int2 == other.int2 and self.net == other.net

    def __repr__(self) -> str:
        return f"MessageError(code={self.code!r}, domain={self.domain!r}, message={self.message!r}, level={self.level!r}, dom={self.dom!r}, str1={self.str1!r}, str2={self.str2!r}, str3={self.str3!r}, int1={self.int1!r}, int2={self.int2!r}, net={self.net!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_int(self.code, "virNetMessageError.code")
        writer.write_int(self.domain, "virNetMessageError.domain")
        if self.message is None:
            writer.write_bool(False, "virNetMessageError.message")
        else:
            writer.write_bool(True, "virNetMessageError.message")
            writer.write_string(self.message, 4194304, "virNetMessageError.message")
        writer.write_int(self.level, "virNetMessageError.level")
        if self.dom is None:
            writer.write_bool(False, "virNetMessageError.dom")
        else:
            writer.write_bool(True, "virNetMessageError.dom")
            writer.write_struct(self.dom, MessageDomain, "virNetMessageError.dom")
        if self.str1 is None:
            writer.write_bool(False, "virNetMessageError.str1")
        else:
            writer.write_bool(True, "virNetMessageError.str1")
            writer.write_string(self.str1, 4194304, "virNetMessageError.str1")
        if self.str2 is None:
            writer.write_bool(False, "virNetMessageError.str2")
        else:
            writer.write_bool(True, "virNetMessageError.str2")
            writer.write_string(self.str2, 4194304, "virNetMessageError.str2")
        if self.str3 is None:
            writer.write_bool(False, "virNetMessageError.str3")
        else:
            writer.write_bool(True, "virNetMessageError.str3")
            writer.write_string(self.str3, 4194304, "virNetMessageError.str3")
        writer.write_int(self.int1, "virNetMessageError.int1")
        writer.write_int(self.int2, "virNetMessageError.int2")
        if self.net is None:
            writer.write_bool(False, "virNetMessageError.net")
        else:
            writer.write_bool(True, "virNetMessageError.net")
            writer.write_struct(self.net, MessageNetwork, "virNetMessageError.net")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            obj.code, obj.domain, size = _S_iiI(buf, pos)
            pos += 12
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("virNetMessageError.message", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("virNetMessageError.message", pos)
                obj.message = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("virNetMessageError.message", pos - 4, size)
            else:
                obj.message = None
            obj.level, size = _S_iI(buf, pos)
            pos += 8
            if size == 1:
                reader.pos = pos
                obj.dom = MessageDomain.decode(reader)
                pos = reader.pos
            elif size:
                raise reader.bad_discriminant("virNetMessageError.dom", pos - 4, size)
            else:
                obj.dom = None
            (size,) = _S_I(buf, pos)
            pos += 4
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("virNetMessageError.str1", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("virNetMessageError.str1", pos)
                obj.str1 = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("virNetMessageError.str1", pos - 4, size)
            else:
                obj.str1 = None
            (size,) = _S_I(buf, pos)
            pos += 4
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("virNetMessageError.str2", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("virNetMessageError.str2", pos)
                obj.str2 = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("virNetMessageError.str2", pos - 4, size)
            else:
                obj.str2 = None
            (size,) = _S_I(buf, pos)
            pos += 4
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("virNetMessageError.str3", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("virNetMessageError.str3", pos)
                obj.str3 = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("virNetMessageError.str3", pos - 4, size)
            else:
                obj.str3 = None
            obj.int1, obj.int2, size = _S_iiI(buf, pos)
            pos += 12
            if size == 1:
                reader.pos = pos
                obj.net = MessageNetwork.decode(reader)
                pos = reader.pos
            elif size:
                raise reader.bad_discriminant("virNetMessageError.net", pos - 4, size)
            else:
                obj.net = None
            reader.pos = pos
        except StructError:
            raise reader.truncated("virNetMessageError", pos) from None
        return obj


class StreamHole:
    """``virNetStreamHole``."""

    __slots__ = ("length", "flags")
    __match_args__ = ("length", "flags")
    WIRE_NAME: ClassVar[str] = "virNetStreamHole"

    def __init__(self, length: int, flags: int = 0) -> None:
        self.length = length
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StreamHole):
            return NotImplemented
        return self.length == other.length and self.flags == other.flags

    def __repr__(self) -> str:
        return f"StreamHole(length={self.length!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_hyper(self.length, "virNetStreamHole.length")
        writer.write_uint(self.flags, "virNetStreamHole.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            obj.length, obj.flags = _S_qI(buf, pos)
            pos += 12
            reader.pos = pos
        except StructError:
            raise reader.truncated("virNetStreamHole", pos) from None
        return obj


WIRE_NAMES = {
    "virNetMessageType": "MessageType",
    "VIR_NET_CALL": "MessageType.CALL",
    "VIR_NET_REPLY": "MessageType.REPLY",
    "VIR_NET_MESSAGE": "MessageType.MESSAGE",
    "VIR_NET_STREAM": "MessageType.STREAM",
    "VIR_NET_CALL_WITH_FDS": "MessageType.CALL_WITH_FDS",
    "VIR_NET_REPLY_WITH_FDS": "MessageType.REPLY_WITH_FDS",
    "VIR_NET_STREAM_HOLE": "MessageType.STREAM_HOLE",
    "virNetMessageStatus": "MessageStatus",
    "VIR_NET_OK": "MessageStatus.OK",
    "VIR_NET_ERROR": "MessageStatus.ERROR",
    "VIR_NET_CONTINUE": "MessageStatus.CONTINUE",
    "virNetMessageHeader": "MessageHeader",
    "virNetMessageNonnullDomain": "MessageDomain",
    "virNetMessageNonnullNetwork": "MessageNetwork",
    "virNetMessageError": "MessageError",
    "virNetStreamHole": "StreamHole",
}
