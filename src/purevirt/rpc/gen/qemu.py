"""Constants and types of ``src/remote/qemu_protocol.x``.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from struct import error as StructError
from struct import Struct
from struct import unpack_from
from typing import ClassVar
from purevirt.rpc.xdr import withheld
from purevirt.rpc.gen.remote import Domain

if TYPE_CHECKING:
    from typing import Self
    from purevirt.rpc.xdr import Reader
    from purevirt.rpc.xdr import Writer

__all__ = [
    "ConnectDomainMonitorEventDeregisterArgs",
    "ConnectDomainMonitorEventRegisterArgs",
    "ConnectDomainMonitorEventRegisterRet",
    "DomainAgentCommandArgs",
    "DomainAgentCommandRet",
    "DomainAttachArgs",
    "DomainAttachRet",
    "DomainMonitorCommandArgs",
    "DomainMonitorCommandRet",
    "DomainMonitorCommandWithFilesArgs",
    "DomainMonitorCommandWithFilesRet",
    "DomainMonitorEventMsg",
    "QEMU_PROGRAM",
    "QEMU_PROTOCOL_VERSION",
    "WIRE_NAMES",
]

QEMU_PROGRAM = 0x20008087
QEMU_PROTOCOL_VERSION = 1


_S_I = Struct(">I").unpack_from
_S_II = Struct(">II").unpack_from
_S_i = Struct(">i").unpack_from
_S_iI = Struct(">iI").unpack_from
_S_qII = Struct(">qII").unpack_from


class DomainMonitorCommandArgs:
    """``qemu_domain_monitor_command_args``: arguments of QEMU_PROC_DOMAIN_MONITOR_COMMAND."""

    __slots__ = ("dom", "cmd", "flags")
    __match_args__ = ("dom", "cmd", "flags")
    WIRE_NAME: ClassVar[str] = "qemu_domain_monitor_command_args"

    def __init__(self, dom: Domain, cmd: str, flags: int = 0) -> None:
        self.dom = dom
        self.cmd = cmd
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainMonitorCommandArgs):
            return NotImplemented
        return self.dom == other.dom and self.cmd == other.cmd and self.flags == other.flags

    def __repr__(self) -> str:
        return f"DomainMonitorCommandArgs(dom={self.dom!r}, cmd={withheld(self.cmd)}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.dom, Domain, "qemu_domain_monitor_command_args.dom")
        writer.write_string(self.cmd, 4194304, "qemu_domain_monitor_command_args.cmd")
        writer.write_uint(self.flags, "qemu_domain_monitor_command_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            obj.dom = Domain.decode(reader)
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("qemu_domain_monitor_command_args.cmd", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("qemu_domain_monitor_command_args.cmd", pos)
            obj.cmd = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_monitor_command_args", pos) from None
        return obj


class DomainMonitorCommandRet:
    """``qemu_domain_monitor_command_ret``: reply of QEMU_PROC_DOMAIN_MONITOR_COMMAND."""

    __slots__ = ("result",)
    __match_args__ = ("result",)
    WIRE_NAME: ClassVar[str] = "qemu_domain_monitor_command_ret"

    def __init__(self, result: str) -> None:
        self.result = result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainMonitorCommandRet):
            return NotImplemented
        return self.result == other.result

    def __repr__(self) -> str:
        return f"DomainMonitorCommandRet(result={self.result!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.result, 4194304, "qemu_domain_monitor_command_ret.result")

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
                raise reader.over_limit("qemu_domain_monitor_command_ret.result", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("qemu_domain_monitor_command_ret.result", pos)
            obj.result = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_monitor_command_ret", pos) from None
        return obj


class DomainAttachArgs:
    """``qemu_domain_attach_args``: arguments of QEMU_PROC_DOMAIN_ATTACH."""

    __slots__ = ("pid_value", "flags")
    __match_args__ = ("pid_value", "flags")
    WIRE_NAME: ClassVar[str] = "qemu_domain_attach_args"

    def __init__(self, pid_value: int, flags: int = 0) -> None:
        self.pid_value = pid_value
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainAttachArgs):
            return NotImplemented
        return self.pid_value == other.pid_value and self.flags == other.flags

    def __repr__(self) -> str:
        return f"DomainAttachArgs(pid_value={self.pid_value!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.pid_value, "qemu_domain_attach_args.pid_value")
        writer.write_uint(self.flags, "qemu_domain_attach_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            obj.pid_value, obj.flags = _S_II(buf, pos)
            pos += 8
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_attach_args", pos) from None
        return obj


class DomainAttachRet:
    """``qemu_domain_attach_ret``: reply of QEMU_PROC_DOMAIN_ATTACH."""

    __slots__ = ("dom",)
    __match_args__ = ("dom",)
    WIRE_NAME: ClassVar[str] = "qemu_domain_attach_ret"

    def __init__(self, dom: Domain) -> None:
        self.dom = dom

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainAttachRet):
            return NotImplemented
        return self.dom == other.dom

    def __repr__(self) -> str:
        return f"DomainAttachRet(dom={self.dom!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.dom, Domain, "qemu_domain_attach_ret.dom")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        obj.dom = Domain.decode(reader)
        return obj


class DomainAgentCommandArgs:
    """``qemu_domain_agent_command_args``: arguments of QEMU_PROC_DOMAIN_AGENT_COMMAND."""

    __slots__ = ("dom", "cmd", "timeout", "flags")
    __match_args__ = ("dom", "cmd", "timeout", "flags")
    WIRE_NAME: ClassVar[str] = "qemu_domain_agent_command_args"

    def __init__(self, dom: Domain, cmd: str, timeout: int, flags: int = 0) -> None:
        self.dom = dom
        self.cmd = cmd
        self.timeout = timeout
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainAgentCommandArgs):
            return NotImplemented
        return self.dom == other.dom and self.cmd == other.cmd and self.timeout == other.timeout and self.flags == other.flags

    def __repr__(self) -> str:
        return f"DomainAgentCommandArgs(dom={self.dom!r}, cmd={withheld(self.cmd)}, timeout={self.timeout!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.dom, Domain, "qemu_domain_agent_command_args.dom")
        writer.write_string(self.cmd, 4194304, "qemu_domain_agent_command_args.cmd")
        writer.write_int(self.timeout, "qemu_domain_agent_command_args.timeout")
        writer.write_uint(self.flags, "qemu_domain_agent_command_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            obj.dom = Domain.decode(reader)
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("qemu_domain_agent_command_args.cmd", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("qemu_domain_agent_command_args.cmd", pos)
            obj.cmd = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            obj.timeout, obj.flags = _S_iI(buf, pos)
            pos += 8
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_agent_command_args", pos) from None
        return obj


class DomainAgentCommandRet:
    """``qemu_domain_agent_command_ret``: reply of QEMU_PROC_DOMAIN_AGENT_COMMAND."""

    __slots__ = ("result",)
    __match_args__ = ("result",)
    WIRE_NAME: ClassVar[str] = "qemu_domain_agent_command_ret"

    def __init__(self, result: str | None) -> None:
        self.result = result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainAgentCommandRet):
            return NotImplemented
        return self.result == other.result

    def __repr__(self) -> str:
        return f"DomainAgentCommandRet(result={withheld(self.result)})"

    def encode(self, writer: Writer) -> None:
        if self.result is None:
            writer.write_bool(False, "qemu_domain_agent_command_ret.result")
        else:
            writer.write_bool(True, "qemu_domain_agent_command_ret.result")
            writer.write_string(self.result, 4194304, "qemu_domain_agent_command_ret.result")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("qemu_domain_agent_command_ret.result", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("qemu_domain_agent_command_ret.result", pos)
                obj.result = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("qemu_domain_agent_command_ret.result", pos - 4, size)
            else:
                obj.result = None
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_agent_command_ret", pos) from None
        return obj


class ConnectDomainMonitorEventRegisterArgs:
    """``qemu_connect_domain_monitor_event_register_args``: arguments of QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER."""

    __slots__ = ("dom", "event", "flags")
    __match_args__ = ("dom", "event", "flags")
    WIRE_NAME: ClassVar[str] = "qemu_connect_domain_monitor_event_register_args"

    def __init__(self, dom: Domain | None, event: str | None, flags: int = 0) -> None:
        self.dom = dom
        self.event = event
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectDomainMonitorEventRegisterArgs):
            return NotImplemented
        return self.dom == other.dom and self.event == other.event and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectDomainMonitorEventRegisterArgs(dom={self.dom!r}, event={self.event!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        if self.dom is None:
            writer.write_bool(False, "qemu_connect_domain_monitor_event_register_args.dom")
        else:
            writer.write_bool(True, "qemu_connect_domain_monitor_event_register_args.dom")
            writer.write_struct(self.dom, Domain, "qemu_connect_domain_monitor_event_register_args.dom")
        if self.event is None:
            writer.write_bool(False, "qemu_connect_domain_monitor_event_register_args.event")
        else:
            writer.write_bool(True, "qemu_connect_domain_monitor_event_register_args.event")
            writer.write_string(self.event, 4194304, "qemu_connect_domain_monitor_event_register_args.event")
        writer.write_uint(self.flags, "qemu_connect_domain_monitor_event_register_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size == 1:
                reader.pos = pos
                obj.dom = Domain.decode(reader)
                pos = reader.pos
            elif size:
                raise reader.bad_discriminant("qemu_connect_domain_monitor_event_register_args.dom", pos - 4, size)
            else:
                obj.dom = None
            (size,) = _S_I(buf, pos)
            pos += 4
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("qemu_connect_domain_monitor_event_register_args.event", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("qemu_connect_domain_monitor_event_register_args.event", pos)
                obj.event = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("qemu_connect_domain_monitor_event_register_args.event", pos - 4, size)
            else:
                obj.event = None
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_connect_domain_monitor_event_register_args", pos) from None
        return obj


class ConnectDomainMonitorEventRegisterRet:
    """``qemu_connect_domain_monitor_event_register_ret``: reply of QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER."""

    __slots__ = ("callback_id",)
    __match_args__ = ("callback_id",)
    WIRE_NAME: ClassVar[str] = "qemu_connect_domain_monitor_event_register_ret"
    WIRE_FIELDS: ClassVar[tuple[str, ...]] = ("callbackID",)

    def __init__(self, callback_id: int) -> None:
        self.callback_id = callback_id

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectDomainMonitorEventRegisterRet):
            return NotImplemented
        return self.callback_id == other.callback_id

    def __repr__(self) -> str:
        return f"ConnectDomainMonitorEventRegisterRet(callback_id={self.callback_id!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_int(self.callback_id, "qemu_connect_domain_monitor_event_register_ret.callbackID")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.callback_id,) = _S_i(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_connect_domain_monitor_event_register_ret", pos) from None
        return obj


class ConnectDomainMonitorEventDeregisterArgs:
    """``qemu_connect_domain_monitor_event_deregister_args``: arguments of QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER."""

    __slots__ = ("callback_id",)
    __match_args__ = ("callback_id",)
    WIRE_NAME: ClassVar[str] = "qemu_connect_domain_monitor_event_deregister_args"
    WIRE_FIELDS: ClassVar[tuple[str, ...]] = ("callbackID",)

    def __init__(self, callback_id: int) -> None:
        self.callback_id = callback_id

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectDomainMonitorEventDeregisterArgs):
            return NotImplemented
        return self.callback_id == other.callback_id

    def __repr__(self) -> str:
        return f"ConnectDomainMonitorEventDeregisterArgs(callback_id={self.callback_id!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_int(self.callback_id, "qemu_connect_domain_monitor_event_deregister_args.callbackID")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.callback_id,) = _S_i(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_connect_domain_monitor_event_deregister_args", pos) from None
        return obj


class DomainMonitorEventMsg:
    """``qemu_domain_monitor_event_msg``: event of QEMU_PROC_DOMAIN_MONITOR_EVENT."""

    __slots__ = ("callback_id", "dom", "event", "seconds", "micros", "details")
    __match_args__ = ("callback_id", "dom", "event", "seconds", "micros", "details")
    WIRE_NAME: ClassVar[str] = "qemu_domain_monitor_event_msg"
    WIRE_FIELDS: ClassVar[tuple[str, ...]] = ("callbackID", "dom", "event", "seconds", "micros", "details",)

    def __init__(self, callback_id: int, dom: Domain, event: str, seconds: int, micros: int, details: str | None) -> None:
        self.callback_id = callback_id
        self.dom = dom
        self.event = event
        self.seconds = seconds
        self.micros = micros
        self.details = details

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainMonitorEventMsg):
            return NotImplemented
        return self.callback_id == other.callback_id and self.dom == other.dom and self.event == other.event and self.seconds == other.seconds and self.micros == other.micros and self.details == other.details

    def __repr__(self) -> str:
        return f"DomainMonitorEventMsg(callback_id={self.callback_id!r}, dom={self.dom!r}, event={self.event!r}, seconds={self.seconds!r}, micros={self.micros!r}, details={self.details!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_int(self.callback_id, "qemu_domain_monitor_event_msg.callbackID")
        writer.write_struct(self.dom, Domain, "qemu_domain_monitor_event_msg.dom")
        writer.write_string(self.event, 4194304, "qemu_domain_monitor_event_msg.event")
        writer.write_hyper(self.seconds, "qemu_domain_monitor_event_msg.seconds")
        writer.write_uint(self.micros, "qemu_domain_monitor_event_msg.micros")
        if self.details is None:
            writer.write_bool(False, "qemu_domain_monitor_event_msg.details")
        else:
            writer.write_bool(True, "qemu_domain_monitor_event_msg.details")
            writer.write_string(self.details, 4194304, "qemu_domain_monitor_event_msg.details")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (obj.callback_id,) = _S_i(buf, pos)
            pos += 4
            reader.pos = pos
            obj.dom = Domain.decode(reader)
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("qemu_domain_monitor_event_msg.event", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("qemu_domain_monitor_event_msg.event", pos)
            obj.event = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            obj.seconds, obj.micros, size = _S_qII(buf, pos)
            pos += 16
            if size == 1:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("qemu_domain_monitor_event_msg.details", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("qemu_domain_monitor_event_msg.details", pos)
                obj.details = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("qemu_domain_monitor_event_msg.details", pos - 4, size)
            else:
                obj.details = None
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_monitor_event_msg", pos) from None
        return obj


class DomainMonitorCommandWithFilesArgs:
    """``qemu_domain_monitor_command_with_files_args``: arguments of QEMU_PROC_DOMAIN_MONITOR_COMMAND_WITH_FILES."""

    __slots__ = ("dom", "cmd", "flags")
    __match_args__ = ("dom", "cmd", "flags")
    WIRE_NAME: ClassVar[str] = "qemu_domain_monitor_command_with_files_args"

    def __init__(self, dom: Domain, cmd: str, flags: int = 0) -> None:
        self.dom = dom
        self.cmd = cmd
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainMonitorCommandWithFilesArgs):
            return NotImplemented
        return self.dom == other.dom and self.cmd == other.cmd and self.flags == other.flags

    def __repr__(self) -> str:
        return f"DomainMonitorCommandWithFilesArgs(dom={self.dom!r}, cmd={withheld(self.cmd)}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.dom, Domain, "qemu_domain_monitor_command_with_files_args.dom")
        writer.write_string(self.cmd, 4194304, "qemu_domain_monitor_command_with_files_args.cmd")
        writer.write_uint(self.flags, "qemu_domain_monitor_command_with_files_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            obj.dom = Domain.decode(reader)
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("qemu_domain_monitor_command_with_files_args.cmd", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("qemu_domain_monitor_command_with_files_args.cmd", pos)
            obj.cmd = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_monitor_command_with_files_args", pos) from None
        return obj


class DomainMonitorCommandWithFilesRet:
    """``qemu_domain_monitor_command_with_files_ret``: reply of QEMU_PROC_DOMAIN_MONITOR_COMMAND_WITH_FILES."""

    __slots__ = ("result",)
    __match_args__ = ("result",)
    WIRE_NAME: ClassVar[str] = "qemu_domain_monitor_command_with_files_ret"

    def __init__(self, result: str) -> None:
        self.result = result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainMonitorCommandWithFilesRet):
            return NotImplemented
        return self.result == other.result

    def __repr__(self) -> str:
        return f"DomainMonitorCommandWithFilesRet(result={self.result!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.result, 4194304, "qemu_domain_monitor_command_with_files_ret.result")

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
                raise reader.over_limit("qemu_domain_monitor_command_with_files_ret.result", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("qemu_domain_monitor_command_with_files_ret.result", pos)
            obj.result = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            reader.pos = pos
        except StructError:
            raise reader.truncated("qemu_domain_monitor_command_with_files_ret", pos) from None
        return obj


WIRE_NAMES = {
    "qemu_domain_monitor_command_args": "DomainMonitorCommandArgs",
    "qemu_domain_monitor_command_ret": "DomainMonitorCommandRet",
    "qemu_domain_attach_args": "DomainAttachArgs",
    "qemu_domain_attach_ret": "DomainAttachRet",
    "qemu_domain_agent_command_args": "DomainAgentCommandArgs",
    "qemu_domain_agent_command_ret": "DomainAgentCommandRet",
    "qemu_connect_domain_monitor_event_register_args": "ConnectDomainMonitorEventRegisterArgs",
    "qemu_connect_domain_monitor_event_register_ret": "ConnectDomainMonitorEventRegisterRet",
    "qemu_connect_domain_monitor_event_deregister_args": "ConnectDomainMonitorEventDeregisterArgs",
    "qemu_domain_monitor_event_msg": "DomainMonitorEventMsg",
    "qemu_domain_monitor_command_with_files_args": "DomainMonitorCommandWithFilesArgs",
    "qemu_domain_monitor_command_with_files_ret": "DomainMonitorCommandWithFilesRet",
}
