"""Constants and types of ``src/remote/lxc_protocol.x``.

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
from purevirt.rpc.gen.remote import Domain

if TYPE_CHECKING:
    from typing import Self
    from purevirt.rpc.xdr import Reader
    from purevirt.rpc.xdr import Writer

__all__ = [
    "DomainOpenNamespaceArgs",
    "LXC_PROGRAM",
    "LXC_PROTOCOL_VERSION",
    "WIRE_NAMES",
]

LXC_PROGRAM = 0x00068000
LXC_PROTOCOL_VERSION = 1


_S_I = Struct(">I").unpack_from


class DomainOpenNamespaceArgs:
    """``lxc_domain_open_namespace_args``: arguments of LXC_PROC_DOMAIN_OPEN_NAMESPACE."""

    __slots__ = ("dom", "flags")
    __match_args__ = ("dom", "flags")
    WIRE_NAME: ClassVar[str] = "lxc_domain_open_namespace_args"

    def __init__(self, dom: Domain, flags: int = 0) -> None:
        self.dom = dom
        self.flags = flags

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DomainOpenNamespaceArgs):
            return NotImplemented
        return self.dom == other.dom and self.flags == other.flags

    def __repr__(self) -> str:
        return f"DomainOpenNamespaceArgs(dom={self.dom!r}, flags={self.flags!r})"

    def encode(self, writer: Writer) -> None:
        writer.write_struct(self.dom, Domain, "lxc_domain_open_namespace_args.dom")
        writer.write_uint(self.flags, "lxc_domain_open_namespace_args.flags")

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        obj = cls.__new__(cls)
        buf = reader.buf
        try:
            obj.dom = Domain.decode(reader)
            pos = reader.pos
            (obj.flags,) = _S_I(buf, pos)
            pos += 4
            reader.pos = pos
        except StructError:
            raise reader.truncated("lxc_domain_open_namespace_args", pos) from None
        return obj


WIRE_NAMES = {
    "lxc_domain_open_namespace_args": "DomainOpenNamespaceArgs",
}
