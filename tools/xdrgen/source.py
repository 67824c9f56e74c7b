"""A libvirt source tree as the IR: which files are read, and how they belong together."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xdrgen import ir, layout, tree
from xdrgen.annotations import Annotations, read_annotations
from xdrgen.api_xml import Api, read_api
from xdrgen.errors import Position, XdrgenError, XdrSemanticError
from xdrgen.headers import header_constants
from xdrgen.parser import parse
from xdrgen.resolve import Resolved, resolve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["API_FILES", "MODULES", "ModuleSource", "read_tree"]


@dataclass(frozen=True, slots=True)
class ModuleSource:
    """Where one protocol is declared.

    Attributes:
        prefix: what its constants start with, as in REMOTE_PROGRAM; empty where no program is declared.
        annotated: whether its procedures carry annotations.
    """

    name: str
    protocol: str
    structs: str
    prefix: str
    annotated: bool = True


MODULES = (
    ModuleSource("net", "src/rpc/virnetprotocol.x", "src/virnetprotocol-structs", ""),
    ModuleSource(
        "keepalive",
        "src/rpc/virkeepaliveprotocol.x",
        "src/virkeepaliveprotocol-structs",
        "KEEPALIVE",
        annotated=False,
    ),
    ModuleSource("remote", "src/remote/remote_protocol.x", "src/remote_protocol-structs", "REMOTE"),
    ModuleSource("qemu", "src/remote/qemu_protocol.x", "src/qemu_protocol-structs", "QEMU"),
    ModuleSource("lxc", "src/remote/lxc_protocol.x", "src/lxc_protocol-structs", "LXC"),
    ModuleSource("admin", "src/admin/admin_protocol.x", "src/admin_protocol-structs", "ADMIN"),
)
API_FILES = ("libvirt-api.xml", "libvirt-qemu-api.xml", "libvirt-lxc-api.xml", "libvirt-admin-api.xml")
_API_FOLDER = "docs"  # where libvirt's own build leaves them
_HEADERS = ("include/libvirt/*.h", "include/libvirt/*.h.in")
_VERSION = re.compile(r"^\s*version:\s*'([0-9.]+)'", re.MULTILINE)
_NO_ANNOTATIONS = Annotations("none", "low", 0, 0, "", (), ())


def read_tree(root: Path, modules: tuple[ModuleSource, ...] = MODULES) -> ir.Ir:
    """Return the IR of the libvirt sources at `root`.

    Raises:
        XdrgenError: a file is missing, or says something that cannot be generated from, or libvirt's
            listing of its structures differs from what was parsed.
    """
    files = _Files(root)
    headers = files.headers()
    api = read_api({f"{_API_FOLDER}/{name}": files.text(f"{_API_FOLDER}/{name}") for name in API_FILES})
    version = _VERSION.search(files.text("meson.build", listed=False))
    if version is None:
        raise XdrSemanticError(Position("meson.build", 0, 0), "no version: '...' of libvirt in it")
    done: dict[str, Resolved] = {}
    result = tuple(_module(one, files, headers, api, done, modules) for one in modules)
    files.list_headers(headers)
    return ir.Ir(version.group(1), files.inputs(), result, api.enums)


@dataclass(slots=True)
class _Files:
    """The files of the tree, and a note of those that were read."""

    root: Path
    _read: dict[str, str] = field(default_factory=dict)
    _origin: dict[str, tuple[str, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def text(self, path: str, *, listed: bool = True) -> str:
        try:
            text = (self.root / path).read_text(encoding="utf-8")
        except OSError as error:
            message = (
                f"cannot read {self.root / path} ({error.strerror}): give the root of a libvirt source tree"
            )
            raise XdrgenError(message) from error
        if listed:
            self._read[path] = hashlib.sha256(text.encode()).hexdigest()
        return text

    def headers(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for pattern in _HEADERS:
            for file in sorted(self.root.glob(pattern)):
                path = file.relative_to(self.root).as_posix()
                text = self.text(path, listed=False)
                for name, value in header_constants(text, numbers).items():
                    numbers[name] = value
                    self._origin[name] = (path, hashlib.sha256(text.encode()).hexdigest())
        return numbers

    def list_headers(self, headers: Mapping[str, int]) -> None:
        """Note the headers that gave a number which was used."""
        self._read.update(self._origin[name] for name in self.used if name in headers)

    def inputs(self) -> tuple[ir.Input, ...]:
        return tuple(ir.Input(path, sha256) for path, sha256 in sorted(self._read.items()))


def _module(
    source: ModuleSource,
    files: _Files,
    headers: Mapping[str, int],
    api: Api,
    done: dict[str, Resolved],
    modules: tuple[ModuleSource, ...],
) -> ir.Module:
    definitions = parse(files.text(source.protocol), source.protocol)
    by_header = {one.protocol.rpartition("/")[2].removesuffix(".x") + ".h": one.name for one in modules}
    included = [
        by_header[one.name] for one in definitions if isinstance(one, tree.Include) and one.name in by_header
    ]
    resolved = resolve(definitions, [done[name] for name in included], headers)
    done[source.name] = resolved
    files.used |= resolved.used
    borrowed = {one for name in included for one in layout.layout(done[name].definitions)}
    theirs = tuple(one for one in layout.listing(files.text(source.structs)) if one not in borrowed)
    layout.compare(source.name, layout.layout(resolved.definitions), theirs, source.structs)
    program = _program(source, resolved) if source.prefix else None
    return ir.Module(
        name=source.name,
        source=source.protocol,
        imports=tuple(included),
        layout_sha256=layout.digest(theirs),
        program=program,
        constants=resolved.constants,
        definitions=resolved.definitions,
        procedures=_procedures(source, program, resolved, files, headers, api) if program else (),
    )


def _program(source: ModuleSource, resolved: Resolved) -> ir.Program:
    constants = {one.name: one.value for one in resolved.constants}
    enum = f"{source.name}_procedure"
    try:
        number, version = (
            constants[f"{source.prefix}_PROGRAM"],
            constants[f"{source.prefix}_PROTOCOL_VERSION"],
        )
        resolved.members[enum]
    except KeyError as error:
        message = f"{error.args[0]} is not defined: this is no program of libvirt's"
        raise XdrSemanticError(Position(source.protocol, 0, 0), message) from error
    return ir.Program(number, version, enum)


def _procedures(
    source: ModuleSource,
    program: ir.Program,
    resolved: Resolved,
    files: _Files,
    headers: Mapping[str, int],
    api: Api,
) -> tuple[ir.Procedure, ...]:
    numbers = next(
        {member.name: member.value for member in one.members}
        for one in resolved.definitions
        if isinstance(one, ir.Enum) and one.name == program.enum
    )
    prefix = f"{source.prefix}_PROC_"
    taken: dict[int, str] = {}
    procedures = []
    for member in resolved.members[program.enum]:
        number = numbers[member.name]
        if number in taken:
            raise XdrSemanticError(
                member.position, f"{member.name} has the number of {taken[number]}, {number}"
            )
        taken[number] = member.name
        if not member.name.startswith(prefix):
            raise XdrSemanticError(member.position, f"{member.name} does not start with {prefix}")
        notes = read_annotations(member) if source.annotated else _NO_ANNOTATIONS
        if notes.sparse_flag and notes.sparse_flag not in headers:
            raise XdrSemanticError(
                member.position, f"{notes.sparse_flag} is not defined by libvirt's headers"
            )
        files.used |= {notes.sparse_flag} - {""}
        stem = member.name.removeprefix(prefix).replace("_", "").lower()
        procedures.append(
            ir.Procedure(
                name=member.name,
                number=number,
                generate=notes.generate,
                priority=notes.priority,
                readstream=notes.readstream,
                writestream=notes.writestream,
                sparse_flag=notes.sparse_flag,
                sparse_value=headers.get(notes.sparse_flag, 0),
                acl=notes.acl,
                aclfilter=notes.aclfilter,
                flags=_flags(source.name, stem, api),
            ),
        )
    return tuple(procedures)


def _flags(module: str, stem: str, api: Api) -> tuple[str, ...]:
    """Return the enums of the flags of vir<Stem>; functions of QEMU and LXC have that word in between."""
    if module == "remote":
        return api.flags.get(f"vir{stem}", ())
    marked = {name.replace(module, "", 1): used for name, used in api.flags.items() if module in name}
    return marked.get(f"vir{stem}", ())
