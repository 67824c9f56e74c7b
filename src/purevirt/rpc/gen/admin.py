"""Constants and types of ``src/admin/admin_protocol.x``.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from itertools import repeat
from struct import error as StructError
from struct import Struct
from struct import unpack_from
from typing import ClassVar
from typing import Literal
from typing import TypeAlias
from purevirt.errors import EncodeError

if TYPE_CHECKING:
    from typing import Self
    from purevirt.rpc.xdr import Reader
    from purevirt.rpc.xdr import Writer

__all__ = [
    "ADMIN_CLIENT_INFO_PARAMETERS_MAX",
    "ADMIN_CLIENT_LIST_MAX",
    "ADMIN_PROGRAM",
    "ADMIN_PROTOCOL_VERSION",
    "ADMIN_SERVER_CLIENT_LIMITS_MAX",
    "ADMIN_SERVER_LIST_MAX",
    "ADMIN_SERVER_THREADPOOL_PARAMETERS_MAX",
    "ADMIN_STRING_MAX",
    "Client",
    "ClientCloseArgs",
    "ClientGetInfoArgs",
    "ClientGetInfoRet",
    "ConnectDaemonShutdownArgs",
    "ConnectGetLibVersionRet",
    "ConnectGetLoggingFiltersArgs",
    "ConnectGetLoggingFiltersRet",
    "ConnectGetLoggingOutputsArgs",
    "ConnectGetLoggingOutputsRet",
    "ConnectListServersArgs",
    "ConnectListServersRet",
    "ConnectLookupServerArgs",
    "ConnectLookupServerRet",
    "ConnectOpenArgs",
    "ConnectSetDaemonTimeoutArgs",
    "ConnectSetLoggingFiltersArgs",
    "ConnectSetLoggingOutputsArgs",
    "Server",
    "ServerGetClientLimitsArgs",
    "ServerGetClientLimitsRet",
    "ServerGetThreadpoolParametersArgs",
    "ServerGetThreadpoolParametersRet",
    "ServerListClientsArgs",
    "ServerListClientsRet",
    "ServerLookupClientArgs",
    "ServerLookupClientRet",
    "ServerSetClientLimitsArgs",
    "ServerSetThreadpoolParametersArgs",
    "ServerUpdateTlsFilesArgs",
    "TypedParam",
    "TypedParamValue",
    "WIRE_NAMES",
    "decode_typed_param_value",
    "encode_typed_param_value",
]

ADMIN_STRING_MAX = 4194304
ADMIN_SERVER_LIST_MAX = 16384
ADMIN_SERVER_THREADPOOL_PARAMETERS_MAX = 32
ADMIN_CLIENT_LIST_MAX = 16384
ADMIN_CLIENT_INFO_PARAMETERS_MAX = 64
ADMIN_SERVER_CLIENT_LIMITS_MAX = 32
ADMIN_PROGRAM = 0x06900690
ADMIN_PROTOCOL_VERSION = 1


_S_I = Struct(">I").unpack_from
_S_II = Struct(">II").unpack_from
_S_Q = Struct(">Q").unpack_from
_S_QI = Struct(">QI").unpack_from
_S_QqI = Struct(">QqI").unpack_from
_S_d = Struct(">d").unpack_from
_S_i = Struct(">i").unpack_from
_S_q = Struct(">q").unpack_from


TypedParamValue: TypeAlias = (
    tuple[Literal[1], int]
    | tuple[Literal[2], int]
    | tuple[Literal[3], int]
    | tuple[Literal[4], int]
    | tuple[Literal[5], float]
    | tuple[Literal[6], int]
    | tuple[Literal[7], str]
)
"""``admin_typed_param_value``: the discriminant, and the value of its arm."""


def encode_typed_param_value(writer: Writer, value: TypedParamValue) -> None:
    """Append a ``admin_typed_param_value``."""
    kind, data = writer.pair(value, "admin_typed_param_value.type")
    if kind == 1:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_int(data, "admin_typed_param_value.i")
    elif kind == 2:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_uint(data, "admin_typed_param_value.ui")
    elif kind == 3:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_hyper(data, "admin_typed_param_value.l")
    elif kind == 4:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_uhyper(data, "admin_typed_param_value.ul")
    elif kind == 5:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_double(data, "admin_typed_param_value.d")
    elif kind == 6:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_int(data, "admin_typed_param_value.b")
    elif kind == 7:
        writer.write_int(kind, "admin_typed_param_value.type")
        writer.write_string(data, 4194304, "admin_typed_param_value.s")
    else:
        raise EncodeError(f"admin_typed_param_value.type: {kind} selects no arm", path="admin_typed_param_value.type")


def decode_typed_param_value(reader: Reader) -> TypedParamValue:
    """Return the ``admin_typed_param_value`` at the reader's position."""
    buf = reader.buf
    total = len(buf)
    try:
        pos = reader.pos
        (kind,) = _S_i(buf, pos)
        pos += 4
        if kind == 1:
            (data0,) = _S_i(buf, pos)
            pos += 4
            reader.pos = pos
            return kind, data0
        if kind == 2:
            (data1,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
            return kind, data1
        if kind == 3:
            (data2,) = _S_q(buf, pos)
            pos += 8
            reader.pos = pos
            return kind, data2
        if kind == 4:
            (data3,) = _S_Q(buf, pos)
            pos += 8
            reader.pos = pos
            return kind, data3
        if kind == 5:
            (data4,) = _S_d(buf, pos)
            pos += 8
            reader.pos = pos
            return kind, data4
        if kind == 6:
            (data5,) = _S_i(buf, pos)
            pos += 4
            reader.pos = pos
            return kind, data5
        if kind == 7:
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 4194304:
                raise reader.over_limit("admin_typed_param_value.s", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("admin_typed_param_value.s", pos)
            data6 = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            reader.pos = pos
            return kind, data6
        raise reader.bad_discriminant("admin_typed_param_value.type", pos - 4, kind)
    except StructError:
        raise reader.truncated("admin_typed_param_value", pos) from None


class _TypedParamPrefix:
    """What stands before a value, how to unpack both, and which prefix came next last time."""

    __slots__ = ("data", "key", "kind", "label", "next", "span", "text", "unpack")

    def __init__(self, key: bytes, label: str, kind: int, code: str, *, text: bool) -> None:
        unpacker = Struct(f">{len(key)}s{code}")
        self.key = key
        self.label = label
        self.kind = kind
        self.text = text
        self.unpack = unpacker.unpack_from
        self.span = unpacker.size
        self.next = self


_typed_param_codes = {
    1: ("i", False),
    2: ("I", False),
    3: ("q", False),
    4: ("Q", False),
    5: ("d", False),
    6: ("i", False),
    7: ("I", True),
}
_typed_param_prefixes: dict[bytes, _TypedParamPrefix] = {}
_typed_param_first = _TypedParamPrefix(b"", "", 0, "I", text=False)
_typed_param_first.key = b"no guess yet"  # its own unpack never gives that


def _typed_param_prefix(reader: Reader, last: _TypedParamPrefix) -> _TypedParamPrefix:
    """Return the prefix at the reader's position, and remember that it came after `last`."""
    start = reader.pos
    label = reader.read_string(4194304, "admin_typed_param.field")
    pos = reader.pos
    kind = reader.read_int("admin_typed_param_value.type")
    key = reader.buf[start : reader.pos]
    prefix = _typed_param_prefixes.get(key)
    if prefix is None:
        code = _typed_param_codes.get(kind)
        if code is None:
            raise reader.bad_discriminant("admin_typed_param_value.type", pos, kind)
        prefix = _TypedParamPrefix(key, label, kind, code[0], text=code[1])
        if len(key) > 264:
            return prefix
        if len(_typed_param_prefixes) >= 4096:
            _typed_param_prefixes.clear()
        _typed_param_prefixes[key] = prefix
    last.next = prefix
    return prefix


class TypedParam:
    """``admin_typed_param``.

    `value` is the pair (`kind`, `data`) that a ``admin_typed_param_value`` is.
    """

    __slots__ = ("field", "kind", "data")
    __match_args__ = ("field", "value")
    WIRE_NAME: ClassVar[str] = "admin_typed_param"
    kind: int
    data: int | float | str

    def __init__(self, field: str, value: TypedParamValue) -> None:
        self.field = field
        self.kind, self.data = value

    @property
    def value(self) -> TypedParamValue:
        return self.kind, self.data  # type: ignore[return-value]  # kind says which type data has

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TypedParam):
            return NotImplemented
        return self.field == other.field and self.kind == other.kind and self.data == other.data

    def __repr__(self) -> str:
        return f"TypedParam(field={self.field!r}, value={(self.kind, self.data)!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.field, 4194304, "admin_typed_param.field")
        encode_typed_param_value(writer, self.value)

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        obj.field = reader.read_string(4194304, "admin_typed_param.field")
        obj.kind, obj.data = decode_typed_param_value(reader)
        return obj

    @classmethod
    def decode_many(cls, reader: Reader, count: int) -> list[Self]:
        found = list(map(cls.__new__, repeat(cls, count)))
        buf = reader.buf
        pos = reader.pos
        total = len(buf)
        last = _typed_param_first
        guess = last.next
        for obj in found:
            try:
                key, obj.data = guess.unpack(buf, pos)
            except StructError:
                key = b""  # the guess reads past the end; what is there may be shorter
            if key != guess.key:
                reader.pos = pos
                guess = _typed_param_prefix(reader, last)
                try:
                    key, obj.data = guess.unpack(buf, pos)
                except StructError:
                    raise reader.truncated("admin_typed_param_value", reader.pos) from None
            obj.field = guess.label
            obj.kind = guess.kind
            pos += guess.span
            if guess.text:
                size: int = obj.data  # type: ignore[assignment]  # what was unpacked is a length word
                if size > 4194304:
                    raise reader.over_limit("admin_typed_param_value.s", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("admin_typed_param_value.s", pos)
                obj.data = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            last = guess
            guess = guess.next
        reader.pos = pos
        return found


class Server:
    """``admin_nonnull_server``."""

    __slots__ = ("name",)
    __match_args__ = ("name",)
    WIRE_NAME: ClassVar[str] = "admin_nonnull_server"

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Server):
            return NotImplemented
        return self.name == other.name

    def __repr__(self) -> str:
        return f"Server(name={self.name!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.name, 4194304, "admin_nonnull_server.name")

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
                raise reader.over_limit("admin_nonnull_server.name", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("admin_nonnull_server.name", pos)
            obj.name = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_nonnull_server", pos) from None
        return obj

    @classmethod
    def decode_many(cls, reader: Reader, count: int) -> list[Self]:
        found = list(map(cls.__new__, repeat(cls, count)))
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            for obj in found:
                (size,) = _S_I(buf, pos)
                pos += 4
                if size > 4194304:
                    raise reader.over_limit("admin_nonnull_server.name", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("admin_nonnull_server.name", pos)
                obj.name = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_nonnull_server", pos) from None
        return found


class Client:
    """``admin_nonnull_client``."""

    __slots__ = ("srv", "id", "timestamp", "transport")
    __match_args__ = ("srv", "id", "timestamp", "transport")
    WIRE_NAME: ClassVar[str] = "admin_nonnull_client"

    def __init__(self, srv: Server, id: int, timestamp: int, transport: int) -> None:
        self.srv = srv
        self.id = id
        self.timestamp = timestamp
        self.transport = transport

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Client):
            return NotImplemented
        return self.srv == other.srv and self.id == other.id and self.timestamp == other.timestamp and self.transport == other.transport

    def __repr__(self) -> str:
        return f"Client(srv={self.srv!r}, id={self.id!r}, timestamp={self.timestamp!r}, transport={self.transport!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_nonnull_client.srv")
        writer.write_uhyper(self.id, "admin_nonnull_client.id")
        writer.write_hyper(self.timestamp, "admin_nonnull_client.timestamp")
        writer.write_uint(self.transport, "admin_nonnull_client.transport")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            obj.id, obj.timestamp, obj.transport = _S_QqI(buf, pos)
            pos += 20
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_nonnull_client", pos) from None
        return obj

    @classmethod
    def decode_many(cls, reader: Reader, count: int) -> list[Self]:
        found = list(map(cls.__new__, repeat(cls, count)))
        buf = reader.buf
        try:
            pos = reader.pos
            for obj in found:
                reader.pos = pos
                obj.srv = Server.decode(reader)
                pos = reader.pos
                obj.id, obj.timestamp, obj.transport = _S_QqI(buf, pos)
                pos += 20
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_nonnull_client", pos) from None
        return found


class ConnectOpenArgs:
    """``admin_connect_open_args``: arguments of ADMIN_PROC_CONNECT_OPEN."""

    __slots__ = ("flags",)
    __match_args__ = ("flags",)
    WIRE_NAME: ClassVar[str] = "admin_connect_open_args"

    def __init__(self, flags: int = 0) -> None:
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectOpenArgs):
            return NotImplemented
        return self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectOpenArgs(flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.flags, "admin_connect_open_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_open_args", pos) from None
        return obj


class ConnectGetLibVersionRet:
    """``admin_connect_get_lib_version_ret``: reply of ADMIN_PROC_CONNECT_GET_LIB_VERSION."""

    __slots__ = ("lib_ver",)
    __match_args__ = ("lib_ver",)
    WIRE_NAME: ClassVar[str] = "admin_connect_get_lib_version_ret"
    WIRE_FIELDS: ClassVar[tuple[str, ...]] = ("libVer",)

    def __init__(self, lib_ver: int) -> None:
        self.lib_ver = lib_ver

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectGetLibVersionRet):
            return NotImplemented
        return self.lib_ver == other.lib_ver

    def __repr__(self) -> str:
        return f"ConnectGetLibVersionRet(lib_ver={self.lib_ver!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uhyper(self.lib_ver, "admin_connect_get_lib_version_ret.libVer")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.lib_ver,) = _S_Q(buf, pos)
            pos += 8
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_get_lib_version_ret", pos) from None
        return obj


class ConnectListServersArgs:
    """``admin_connect_list_servers_args``: arguments of ADMIN_PROC_CONNECT_LIST_SERVERS."""

    __slots__ = ("need_results", "flags")
    __match_args__ = ("need_results", "flags")
    WIRE_NAME: ClassVar[str] = "admin_connect_list_servers_args"

    def __init__(self, need_results: int = 1, flags: int = 0) -> None:
        self.need_results = need_results
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectListServersArgs):
            return NotImplemented
        return self.need_results == other.need_results and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectListServersArgs(need_results={self.need_results!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.need_results, "admin_connect_list_servers_args.need_results")
        writer.write_uint(self.flags, "admin_connect_list_servers_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            obj.need_results, obj.flags = _S_II(buf, pos)
            pos += 8
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_list_servers_args", pos) from None
        return obj


class ConnectListServersRet:
    """``admin_connect_list_servers_ret``: reply of ADMIN_PROC_CONNECT_LIST_SERVERS."""

    __slots__ = ("servers", "ret")
    __match_args__ = ("servers", "ret")
    WIRE_NAME: ClassVar[str] = "admin_connect_list_servers_ret"

    def __init__(self, servers: list[Server], ret: int) -> None:
        self.servers = servers
        self.ret = ret

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectListServersRet):
            return NotImplemented
        return self.servers == other.servers and self.ret == other.ret

    def __repr__(self) -> str:
        return f"ConnectListServersRet(servers={self.servers!r}, ret={self.ret!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_count(self.servers, 16384, "admin_connect_list_servers_ret.servers")
        for item in self.servers:
            writer.write_struct(item, Server, "admin_connect_list_servers_ret.servers")
        writer.write_uint(self.ret, "admin_connect_list_servers_ret.ret")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 16384:
                raise reader.over_limit("admin_connect_list_servers_ret.servers", pos - 4, size, 16384)
            if size * 4 > total - pos:
                raise reader.truncated("admin_connect_list_servers_ret.servers", pos)
            reader.pos = pos
            obj.servers = Server.decode_many(reader, size)
            pos = reader.pos
            (obj.ret,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_list_servers_ret", pos) from None
        return obj


class ConnectLookupServerArgs:
    """``admin_connect_lookup_server_args``: arguments of ADMIN_PROC_CONNECT_LOOKUP_SERVER."""

    __slots__ = ("name", "flags")
    __match_args__ = ("name", "flags")
    WIRE_NAME: ClassVar[str] = "admin_connect_lookup_server_args"

    def __init__(self, name: str, flags: int = 0) -> None:
        self.name = name
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectLookupServerArgs):
            return NotImplemented
        return self.name == other.name and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectLookupServerArgs(name={self.name!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.name, 4194304, "admin_connect_lookup_server_args.name")
        writer.write_uint(self.flags, "admin_connect_lookup_server_args.flags")

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
                raise reader.over_limit("admin_connect_lookup_server_args.name", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("admin_connect_lookup_server_args.name", pos)
            obj.name = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_lookup_server_args", pos) from None
        return obj


class ConnectLookupServerRet:
    """``admin_connect_lookup_server_ret``: reply of ADMIN_PROC_CONNECT_LOOKUP_SERVER."""

    __slots__ = ("srv",)
    __match_args__ = ("srv",)
    WIRE_NAME: ClassVar[str] = "admin_connect_lookup_server_ret"

    def __init__(self, srv: Server) -> None:
        self.srv = srv

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectLookupServerRet):
            return NotImplemented
        return self.srv == other.srv

    def __repr__(self) -> str:
        return f"ConnectLookupServerRet(srv={self.srv!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_connect_lookup_server_ret.srv")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        obj.srv = Server.decode(reader)
        return obj


class ServerGetThreadpoolParametersArgs:
    """``admin_server_get_threadpool_parameters_args``: arguments of ADMIN_PROC_SERVER_GET_THREADPOOL_PARAMETERS."""

    __slots__ = ("srv", "flags")
    __match_args__ = ("srv", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_get_threadpool_parameters_args"

    def __init__(self, srv: Server, flags: int = 0) -> None:
        self.srv = srv
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerGetThreadpoolParametersArgs):
            return NotImplemented
        return self.srv == other.srv and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerGetThreadpoolParametersArgs(srv={self.srv!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_get_threadpool_parameters_args.srv")
        writer.write_uint(self.flags, "admin_server_get_threadpool_parameters_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_get_threadpool_parameters_args", pos) from None
        return obj


class ServerGetThreadpoolParametersRet:
    """``admin_server_get_threadpool_parameters_ret``: reply of ADMIN_PROC_SERVER_GET_THREADPOOL_PARAMETERS."""

    __slots__ = ("params",)
    __match_args__ = ("params",)
    WIRE_NAME: ClassVar[str] = "admin_server_get_threadpool_parameters_ret"

    def __init__(self, params: list[TypedParam]) -> None:
        self.params = params

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerGetThreadpoolParametersRet):
            return NotImplemented
        return self.params == other.params

    def __repr__(self) -> str:
        return f"ServerGetThreadpoolParametersRet(params={self.params!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_count(self.params, 32, "admin_server_get_threadpool_parameters_ret.params")
        for item in self.params:
            writer.write_struct(item, TypedParam, "admin_server_get_threadpool_parameters_ret.params")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 32:
                raise reader.over_limit("admin_server_get_threadpool_parameters_ret.params", pos - 4, size, 32)
            if size * 12 > total - pos:
                raise reader.truncated("admin_server_get_threadpool_parameters_ret.params", pos)
            reader.pos = pos
            obj.params = TypedParam.decode_many(reader, size)
        except StructError:
            raise reader.truncated("admin_server_get_threadpool_parameters_ret", pos) from None
        return obj


class ServerSetThreadpoolParametersArgs:
    """``admin_server_set_threadpool_parameters_args``: arguments of ADMIN_PROC_SERVER_SET_THREADPOOL_PARAMETERS."""

    __slots__ = ("srv", "params", "flags")
    __match_args__ = ("srv", "params", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_set_threadpool_parameters_args"

    def __init__(self, srv: Server, params: list[TypedParam], flags: int = 0) -> None:
        self.srv = srv
        self.params = params
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerSetThreadpoolParametersArgs):
            return NotImplemented
        return self.srv == other.srv and self.params == other.params and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerSetThreadpoolParametersArgs(srv={self.srv!r}, params={self.params!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_set_threadpool_parameters_args.srv")
        writer.write_count(self.params, 32, "admin_server_set_threadpool_parameters_args.params")
        for item in self.params:
            writer.write_struct(item, TypedParam, "admin_server_set_threadpool_parameters_args.params")
        writer.write_uint(self.flags, "admin_server_set_threadpool_parameters_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 32:
                raise reader.over_limit("admin_server_set_threadpool_parameters_args.params", pos - 4, size, 32)
            if size * 12 > total - pos:
                raise reader.truncated("admin_server_set_threadpool_parameters_args.params", pos)
            reader.pos = pos
            obj.params = TypedParam.decode_many(reader, size)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_set_threadpool_parameters_args", pos) from None
        return obj


class ServerListClientsArgs:
    """``admin_server_list_clients_args``: arguments of ADMIN_PROC_SERVER_LIST_CLIENTS."""

    __slots__ = ("srv", "need_results", "flags")
    __match_args__ = ("srv", "need_results", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_list_clients_args"

    def __init__(self, srv: Server, need_results: int = 1, flags: int = 0) -> None:
        self.srv = srv
        self.need_results = need_results
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerListClientsArgs):
            return NotImplemented
        return self.srv == other.srv and self.need_results == other.need_results and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerListClientsArgs(srv={self.srv!r}, need_results={self.need_results!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_list_clients_args.srv")
        writer.write_uint(self.need_results, "admin_server_list_clients_args.need_results")
        writer.write_uint(self.flags, "admin_server_list_clients_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            obj.need_results, obj.flags = _S_II(buf, pos)
            pos += 8
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_list_clients_args", pos) from None
        return obj


class ServerListClientsRet:
    """``admin_server_list_clients_ret``: reply of ADMIN_PROC_SERVER_LIST_CLIENTS."""

    __slots__ = ("clients", "ret")
    __match_args__ = ("clients", "ret")
    WIRE_NAME: ClassVar[str] = "admin_server_list_clients_ret"

    def __init__(self, clients: list[Client], ret: int) -> None:
        self.clients = clients
        self.ret = ret

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerListClientsRet):
            return NotImplemented
        return self.clients == other.clients and self.ret == other.ret

    def __repr__(self) -> str:
        return f"ServerListClientsRet(clients={self.clients!r}, ret={self.ret!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_count(self.clients, 16384, "admin_server_list_clients_ret.clients")
        for item in self.clients:
            writer.write_struct(item, Client, "admin_server_list_clients_ret.clients")
        writer.write_uint(self.ret, "admin_server_list_clients_ret.ret")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 16384:
                raise reader.over_limit("admin_server_list_clients_ret.clients", pos - 4, size, 16384)
            if size * 24 > total - pos:
                raise reader.truncated("admin_server_list_clients_ret.clients", pos)
            reader.pos = pos
            obj.clients = Client.decode_many(reader, size)
            pos = reader.pos
            (obj.ret,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_list_clients_ret", pos) from None
        return obj


class ServerLookupClientArgs:
    """``admin_server_lookup_client_args``: arguments of ADMIN_PROC_SERVER_LOOKUP_CLIENT."""

    __slots__ = ("srv", "id", "flags")
    __match_args__ = ("srv", "id", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_lookup_client_args"

    def __init__(self, srv: Server, id: int, flags: int = 0) -> None:
        self.srv = srv
        self.id = id
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerLookupClientArgs):
            return NotImplemented
        return self.srv == other.srv and self.id == other.id and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerLookupClientArgs(srv={self.srv!r}, id={self.id!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_lookup_client_args.srv")
        writer.write_uhyper(self.id, "admin_server_lookup_client_args.id")
        writer.write_uint(self.flags, "admin_server_lookup_client_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            obj.id, obj.flags = _S_QI(buf, pos)
            pos += 12
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_lookup_client_args", pos) from None
        return obj


class ServerLookupClientRet:
    """``admin_server_lookup_client_ret``: reply of ADMIN_PROC_SERVER_LOOKUP_CLIENT."""

    __slots__ = ("clnt",)
    __match_args__ = ("clnt",)
    WIRE_NAME: ClassVar[str] = "admin_server_lookup_client_ret"

    def __init__(self, clnt: Client) -> None:
        self.clnt = clnt

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerLookupClientRet):
            return NotImplemented
        return self.clnt == other.clnt

    def __repr__(self) -> str:
        return f"ServerLookupClientRet(clnt={self.clnt!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.clnt, Client, "admin_server_lookup_client_ret.clnt")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        obj.clnt = Client.decode(reader)
        return obj


class ClientGetInfoArgs:
    """``admin_client_get_info_args``: arguments of ADMIN_PROC_CLIENT_GET_INFO."""

    __slots__ = ("clnt", "flags")
    __match_args__ = ("clnt", "flags")
    WIRE_NAME: ClassVar[str] = "admin_client_get_info_args"

    def __init__(self, clnt: Client, flags: int = 0) -> None:
        self.clnt = clnt
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClientGetInfoArgs):
            return NotImplemented
        return self.clnt == other.clnt and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ClientGetInfoArgs(clnt={self.clnt!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.clnt, Client, "admin_client_get_info_args.clnt")
        writer.write_uint(self.flags, "admin_client_get_info_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.clnt = Client.decode(reader)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_client_get_info_args", pos) from None
        return obj


class ClientGetInfoRet:
    """``admin_client_get_info_ret``: reply of ADMIN_PROC_CLIENT_GET_INFO."""

    __slots__ = ("params",)
    __match_args__ = ("params",)
    WIRE_NAME: ClassVar[str] = "admin_client_get_info_ret"

    def __init__(self, params: list[TypedParam]) -> None:
        self.params = params

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClientGetInfoRet):
            return NotImplemented
        return self.params == other.params

    def __repr__(self) -> str:
        return f"ClientGetInfoRet(params={self.params!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_count(self.params, 64, "admin_client_get_info_ret.params")
        for item in self.params:
            writer.write_struct(item, TypedParam, "admin_client_get_info_ret.params")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 64:
                raise reader.over_limit("admin_client_get_info_ret.params", pos - 4, size, 64)
            if size * 12 > total - pos:
                raise reader.truncated("admin_client_get_info_ret.params", pos)
            reader.pos = pos
            obj.params = TypedParam.decode_many(reader, size)
        except StructError:
            raise reader.truncated("admin_client_get_info_ret", pos) from None
        return obj


class ClientCloseArgs:
    """``admin_client_close_args``: arguments of ADMIN_PROC_CLIENT_CLOSE."""

    __slots__ = ("clnt", "flags")
    __match_args__ = ("clnt", "flags")
    WIRE_NAME: ClassVar[str] = "admin_client_close_args"

    def __init__(self, clnt: Client, flags: int = 0) -> None:
        self.clnt = clnt
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClientCloseArgs):
            return NotImplemented
        return self.clnt == other.clnt and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ClientCloseArgs(clnt={self.clnt!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.clnt, Client, "admin_client_close_args.clnt")
        writer.write_uint(self.flags, "admin_client_close_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.clnt = Client.decode(reader)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_client_close_args", pos) from None
        return obj


class ServerGetClientLimitsArgs:
    """``admin_server_get_client_limits_args``: arguments of ADMIN_PROC_SERVER_GET_CLIENT_LIMITS."""

    __slots__ = ("srv", "flags")
    __match_args__ = ("srv", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_get_client_limits_args"

    def __init__(self, srv: Server, flags: int = 0) -> None:
        self.srv = srv
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerGetClientLimitsArgs):
            return NotImplemented
        return self.srv == other.srv and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerGetClientLimitsArgs(srv={self.srv!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_get_client_limits_args.srv")
        writer.write_uint(self.flags, "admin_server_get_client_limits_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_get_client_limits_args", pos) from None
        return obj


class ServerGetClientLimitsRet:
    """``admin_server_get_client_limits_ret``: reply of ADMIN_PROC_SERVER_GET_CLIENT_LIMITS."""

    __slots__ = ("params",)
    __match_args__ = ("params",)
    WIRE_NAME: ClassVar[str] = "admin_server_get_client_limits_ret"

    def __init__(self, params: list[TypedParam]) -> None:
        self.params = params

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerGetClientLimitsRet):
            return NotImplemented
        return self.params == other.params

    def __repr__(self) -> str:
        return f"ServerGetClientLimitsRet(params={self.params!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_count(self.params, 32, "admin_server_get_client_limits_ret.params")
        for item in self.params:
            writer.write_struct(item, TypedParam, "admin_server_get_client_limits_ret.params")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 32:
                raise reader.over_limit("admin_server_get_client_limits_ret.params", pos - 4, size, 32)
            if size * 12 > total - pos:
                raise reader.truncated("admin_server_get_client_limits_ret.params", pos)
            reader.pos = pos
            obj.params = TypedParam.decode_many(reader, size)
        except StructError:
            raise reader.truncated("admin_server_get_client_limits_ret", pos) from None
        return obj


class ServerSetClientLimitsArgs:
    """``admin_server_set_client_limits_args``: arguments of ADMIN_PROC_SERVER_SET_CLIENT_LIMITS."""

    __slots__ = ("srv", "params", "flags")
    __match_args__ = ("srv", "params", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_set_client_limits_args"

    def __init__(self, srv: Server, params: list[TypedParam], flags: int = 0) -> None:
        self.srv = srv
        self.params = params
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerSetClientLimitsArgs):
            return NotImplemented
        return self.srv == other.srv and self.params == other.params and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerSetClientLimitsArgs(srv={self.srv!r}, params={self.params!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_set_client_limits_args.srv")
        writer.write_count(self.params, 32, "admin_server_set_client_limits_args.params")
        for item in self.params:
            writer.write_struct(item, TypedParam, "admin_server_set_client_limits_args.params")
        writer.write_uint(self.flags, "admin_server_set_client_limits_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        total = len(buf)
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            (size,) = _S_I(buf, pos)
            pos += 4
            if size > 32:
                raise reader.over_limit("admin_server_set_client_limits_args.params", pos - 4, size, 32)
            if size * 12 > total - pos:
                raise reader.truncated("admin_server_set_client_limits_args.params", pos)
            reader.pos = pos
            obj.params = TypedParam.decode_many(reader, size)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_set_client_limits_args", pos) from None
        return obj


class ServerUpdateTlsFilesArgs:
    """``admin_server_update_tls_files_args``: arguments of ADMIN_PROC_SERVER_UPDATE_TLS_FILES."""

    __slots__ = ("srv", "flags")
    __match_args__ = ("srv", "flags")
    WIRE_NAME: ClassVar[str] = "admin_server_update_tls_files_args"

    def __init__(self, srv: Server, flags: int = 0) -> None:
        self.srv = srv
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServerUpdateTlsFilesArgs):
            return NotImplemented
        return self.srv == other.srv and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ServerUpdateTlsFilesArgs(srv={self.srv!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.srv, Server, "admin_server_update_tls_files_args.srv")
        writer.write_uint(self.flags, "admin_server_update_tls_files_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.srv = Server.decode(reader)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_server_update_tls_files_args", pos) from None
        return obj


class ConnectGetLoggingOutputsArgs:
    """``admin_connect_get_logging_outputs_args``: arguments of ADMIN_PROC_CONNECT_GET_LOGGING_OUTPUTS."""

    __slots__ = ("flags",)
    __match_args__ = ("flags",)
    WIRE_NAME: ClassVar[str] = "admin_connect_get_logging_outputs_args"

    def __init__(self, flags: int = 0) -> None:
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectGetLoggingOutputsArgs):
            return NotImplemented
        return self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectGetLoggingOutputsArgs(flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.flags, "admin_connect_get_logging_outputs_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_get_logging_outputs_args", pos) from None
        return obj


class ConnectGetLoggingOutputsRet:
    """``admin_connect_get_logging_outputs_ret``: reply of ADMIN_PROC_CONNECT_GET_LOGGING_OUTPUTS."""

    __slots__ = ("outputs", "noutputs")
    __match_args__ = ("outputs", "noutputs")
    WIRE_NAME: ClassVar[str] = "admin_connect_get_logging_outputs_ret"

    def __init__(self, outputs: str, noutputs: int) -> None:
        self.outputs = outputs
        self.noutputs = noutputs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectGetLoggingOutputsRet):
            return NotImplemented
        return self.outputs == other.outputs and self.noutputs == other.noutputs

    def __repr__(self) -> str:
        return f"ConnectGetLoggingOutputsRet(outputs={self.outputs!r}, noutputs={self.noutputs!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_string(self.outputs, 4194304, "admin_connect_get_logging_outputs_ret.outputs")
        writer.write_uint(self.noutputs, "admin_connect_get_logging_outputs_ret.noutputs")

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
                raise reader.over_limit("admin_connect_get_logging_outputs_ret.outputs", pos - 4, size, 4194304)
            end = pos + (size + 3 & -4)
            if end > total:
                raise reader.truncated("admin_connect_get_logging_outputs_ret.outputs", pos)
            obj.outputs = buf[pos : pos + size].decode("utf-8", "surrogateescape")
            pos = end
            (obj.noutputs,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_get_logging_outputs_ret", pos) from None
        return obj


class ConnectGetLoggingFiltersArgs:
    """``admin_connect_get_logging_filters_args``: arguments of ADMIN_PROC_CONNECT_GET_LOGGING_FILTERS."""

    __slots__ = ("flags",)
    __match_args__ = ("flags",)
    WIRE_NAME: ClassVar[str] = "admin_connect_get_logging_filters_args"

    def __init__(self, flags: int = 0) -> None:
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectGetLoggingFiltersArgs):
            return NotImplemented
        return self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectGetLoggingFiltersArgs(flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.flags, "admin_connect_get_logging_filters_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_get_logging_filters_args", pos) from None
        return obj


class ConnectGetLoggingFiltersRet:
    """``admin_connect_get_logging_filters_ret``: reply of ADMIN_PROC_CONNECT_GET_LOGGING_FILTERS."""

    __slots__ = ("filters", "nfilters")
    __match_args__ = ("filters", "nfilters")
    WIRE_NAME: ClassVar[str] = "admin_connect_get_logging_filters_ret"

    def __init__(self, filters: str | None, nfilters: int) -> None:
        self.filters = filters
        self.nfilters = nfilters

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectGetLoggingFiltersRet):
            return NotImplemented
        return self.filters == other.filters and self.nfilters == other.nfilters

    def __repr__(self) -> str:
        return f"ConnectGetLoggingFiltersRet(filters={self.filters!r}, nfilters={self.nfilters!r})"

    def encode(self, writer: Writer) -> None:
        if self.filters is None:
            writer.write_bool(False, "admin_connect_get_logging_filters_ret.filters")
        else:
            writer.write_bool(True, "admin_connect_get_logging_filters_ret.filters")
            writer.write_string(self.filters, 4194304, "admin_connect_get_logging_filters_ret.filters")
        writer.write_uint(self.nfilters, "admin_connect_get_logging_filters_ret.nfilters")

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
                    raise reader.over_limit("admin_connect_get_logging_filters_ret.filters", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("admin_connect_get_logging_filters_ret.filters", pos)
                obj.filters = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("admin_connect_get_logging_filters_ret.filters", pos - 4, size)
            else:
                obj.filters = None
            (obj.nfilters,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_get_logging_filters_ret", pos) from None
        return obj


class ConnectSetLoggingOutputsArgs:
    """``admin_connect_set_logging_outputs_args``: arguments of ADMIN_PROC_CONNECT_SET_LOGGING_OUTPUTS."""

    __slots__ = ("outputs", "flags")
    __match_args__ = ("outputs", "flags")
    WIRE_NAME: ClassVar[str] = "admin_connect_set_logging_outputs_args"

    def __init__(self, outputs: str | None, flags: int = 0) -> None:
        self.outputs = outputs
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectSetLoggingOutputsArgs):
            return NotImplemented
        return self.outputs == other.outputs and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectSetLoggingOutputsArgs(outputs={self.outputs!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        if self.outputs is None:
            writer.write_bool(False, "admin_connect_set_logging_outputs_args.outputs")
        else:
            writer.write_bool(True, "admin_connect_set_logging_outputs_args.outputs")
            writer.write_string(self.outputs, 4194304, "admin_connect_set_logging_outputs_args.outputs")
        writer.write_uint(self.flags, "admin_connect_set_logging_outputs_args.flags")

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
                    raise reader.over_limit("admin_connect_set_logging_outputs_args.outputs", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("admin_connect_set_logging_outputs_args.outputs", pos)
                obj.outputs = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("admin_connect_set_logging_outputs_args.outputs", pos - 4, size)
            else:
                obj.outputs = None
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_set_logging_outputs_args", pos) from None
        return obj


class ConnectSetLoggingFiltersArgs:
    """``admin_connect_set_logging_filters_args``: arguments of ADMIN_PROC_CONNECT_SET_LOGGING_FILTERS."""

    __slots__ = ("filters", "flags")
    __match_args__ = ("filters", "flags")
    WIRE_NAME: ClassVar[str] = "admin_connect_set_logging_filters_args"

    def __init__(self, filters: str | None, flags: int = 0) -> None:
        self.filters = filters
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectSetLoggingFiltersArgs):
            return NotImplemented
        return self.filters == other.filters and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectSetLoggingFiltersArgs(filters={self.filters!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        if self.filters is None:
            writer.write_bool(False, "admin_connect_set_logging_filters_args.filters")
        else:
            writer.write_bool(True, "admin_connect_set_logging_filters_args.filters")
            writer.write_string(self.filters, 4194304, "admin_connect_set_logging_filters_args.filters")
        writer.write_uint(self.flags, "admin_connect_set_logging_filters_args.flags")

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
                    raise reader.over_limit("admin_connect_set_logging_filters_args.filters", pos - 4, size, 4194304)
                end = pos + (size + 3 & -4)
                if end > total:
                    raise reader.truncated("admin_connect_set_logging_filters_args.filters", pos)
                obj.filters = buf[pos : pos + size].decode("utf-8", "surrogateescape")
                pos = end
            elif size:
                raise reader.bad_discriminant("admin_connect_set_logging_filters_args.filters", pos - 4, size)
            else:
                obj.filters = None
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_set_logging_filters_args", pos) from None
        return obj


class ConnectSetDaemonTimeoutArgs:
    """``admin_connect_set_daemon_timeout_args``: arguments of ADMIN_PROC_CONNECT_SET_DAEMON_TIMEOUT."""

    __slots__ = ("timeout", "flags")
    __match_args__ = ("timeout", "flags")
    WIRE_NAME: ClassVar[str] = "admin_connect_set_daemon_timeout_args"

    def __init__(self, timeout: int, flags: int = 0) -> None:
        self.timeout = timeout
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectSetDaemonTimeoutArgs):
            return NotImplemented
        return self.timeout == other.timeout and self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectSetDaemonTimeoutArgs(timeout={self.timeout!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.timeout, "admin_connect_set_daemon_timeout_args.timeout")
        writer.write_uint(self.flags, "admin_connect_set_daemon_timeout_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            obj.timeout, obj.flags = _S_II(buf, pos)
            pos += 8
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_set_daemon_timeout_args", pos) from None
        return obj


class ConnectDaemonShutdownArgs:
    """``admin_connect_daemon_shutdown_args``: arguments of ADMIN_PROC_CONNECT_DAEMON_SHUTDOWN."""

    __slots__ = ("flags",)
    __match_args__ = ("flags",)
    WIRE_NAME: ClassVar[str] = "admin_connect_daemon_shutdown_args"

    def __init__(self, flags: int = 0) -> None:
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConnectDaemonShutdownArgs):
            return NotImplemented
        return self.flags == other.flags

    def __repr__(self) -> str:
        return f"ConnectDaemonShutdownArgs(flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_uint(self.flags, "admin_connect_daemon_shutdown_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("admin_connect_daemon_shutdown_args", pos) from None
        return obj


WIRE_NAMES = {
    "admin_typed_param_value": "TypedParamValue",
    "admin_typed_param": "TypedParam",
    "admin_nonnull_server": "Server",
    "admin_nonnull_client": "Client",
    "admin_connect_open_args": "ConnectOpenArgs",
    "admin_connect_get_lib_version_ret": "ConnectGetLibVersionRet",
    "admin_connect_list_servers_args": "ConnectListServersArgs",
    "admin_connect_list_servers_ret": "ConnectListServersRet",
    "admin_connect_lookup_server_args": "ConnectLookupServerArgs",
    "admin_connect_lookup_server_ret": "ConnectLookupServerRet",
    "admin_server_get_threadpool_parameters_args": "ServerGetThreadpoolParametersArgs",
    "admin_server_get_threadpool_parameters_ret": "ServerGetThreadpoolParametersRet",
    "admin_server_set_threadpool_parameters_args": "ServerSetThreadpoolParametersArgs",
    "admin_server_list_clients_args": "ServerListClientsArgs",
    "admin_server_list_clients_ret": "ServerListClientsRet",
    "admin_server_lookup_client_args": "ServerLookupClientArgs",
    "admin_server_lookup_client_ret": "ServerLookupClientRet",
    "admin_client_get_info_args": "ClientGetInfoArgs",
    "admin_client_get_info_ret": "ClientGetInfoRet",
    "admin_client_close_args": "ClientCloseArgs",
    "admin_server_get_client_limits_args": "ServerGetClientLimitsArgs",
    "admin_server_get_client_limits_ret": "ServerGetClientLimitsRet",
    "admin_server_set_client_limits_args": "ServerSetClientLimitsArgs",
    "admin_server_update_tls_files_args": "ServerUpdateTlsFilesArgs",
    "admin_connect_get_logging_outputs_args": "ConnectGetLoggingOutputsArgs",
    "admin_connect_get_logging_outputs_ret": "ConnectGetLoggingOutputsRet",
    "admin_connect_get_logging_filters_args": "ConnectGetLoggingFiltersArgs",
    "admin_connect_get_logging_filters_ret": "ConnectGetLoggingFiltersRet",
    "admin_connect_set_logging_outputs_args": "ConnectSetLoggingOutputsArgs",
    "admin_connect_set_logging_filters_args": "ConnectSetLoggingFiltersArgs",
    "admin_connect_set_daemon_timeout_args": "ConnectSetDaemonTimeoutArgs",
    "admin_connect_daemon_shutdown_args": "ConnectDaemonShutdownArgs",
}
