"""Domains as things: defined, found, named, kept, forgotten, described."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.collection import no_domain
from purevirt.testing.simulator.domains.definition import Definition
from purevirt.testing.simulator.domains.xml import check_name, read_domain
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import (
    SimulatedError,
    argument_error,
    check_flags,
    missing_argument,
)
from purevirt.testing.simulator.xml_tree import Node, format_node

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["handles", "invalid", "read_definition"]

handles = Subject("domains")

_QEMU, _DOMAIN = ErrorDomain.QEMU, ErrorDomain.DOMAIN
_Undefine = enums.DomainUndefineFlagsValues
_VALIDATE = 1
_XML_SECURE, _XML_INACTIVE = 1, 2
_SECRET_ATTRIBUTES = ("passwd", "passwdValidTo")


def invalid(text: str, domain: ErrorDomain = _QEMU) -> SimulatedError:
    """Return the error for something that cannot be done as things are."""
    return SimulatedError(ErrorNumber.OPERATION_INVALID, domain, text)


def read_definition(host: Host, text: str, *, validate: bool = False) -> Definition:
    """Return a client's XML as a definition.

    Raises:
        SimulatedError: libvirt would refuse it.
    """
    root = read_domain(text, host.machine, host.new_uuid, host.new_mac)
    if validate:
        host.validate_domain(text)
    return Definition(root)


@handles(procedures.DOMAIN_DEFINE_XML)
def define_xml(host: Host, client: Client, args: remote.DomainDefineXmlArgs) -> remote.DomainDefineXmlRet:
    """Define a domain, or define it anew."""
    return remote.DomainDefineXmlRet(dom=host.domains.define(read_definition(host, args.xml)).wire())


@handles(procedures.DOMAIN_DEFINE_XML_FLAGS)
def define_xml_flags(
    host: Host, client: Client, args: remote.DomainDefineXmlFlagsArgs
) -> remote.DomainDefineXmlFlagsRet:
    """Define a domain, or define it anew."""
    check_flags(args.flags, _VALIDATE, "qemuDomainDefineXMLFlags")
    config = read_definition(host, args.xml, validate=bool(args.flags & _VALIDATE))
    return remote.DomainDefineXmlFlagsRet(dom=host.domains.define(config).wire())


@handles(procedures.DOMAIN_LOOKUP_BY_NAME)
def lookup_by_name(
    host: Host, client: Client, args: remote.DomainLookupByNameArgs
) -> remote.DomainLookupByNameRet:
    """Find a domain."""
    domain = host.domains.find(args.name)
    if domain is None:
        raise no_domain(f"no domain with matching name '{args.name}'")
    return remote.DomainLookupByNameRet(dom=domain.wire())


@handles(procedures.DOMAIN_LOOKUP_BY_UUID)
def lookup_by_uuid(
    host: Host, client: Client, args: remote.DomainLookupByUuidArgs
) -> remote.DomainLookupByUuidRet:
    """Find a domain."""
    domain = host.domains.find_uuid(args.uuid)
    if domain is None:
        raise no_domain(f"no domain with matching uuid '{uuid.UUID(bytes=args.uuid)}'")
    return remote.DomainLookupByUuidRet(dom=domain.wire())


@handles(procedures.DOMAIN_LOOKUP_BY_ID)
def lookup_by_id(host: Host, client: Client, args: remote.DomainLookupByIdArgs) -> remote.DomainLookupByIdRet:
    """Find a running domain."""
    function = "virDomainLookupByID"
    if args.id < 0:
        raise argument_error(function, "id", f"id in {function} must be zero or greater", _DOMAIN)
    domain = host.domains.find_id(args.id)
    if domain is None:
        raise no_domain(f"no domain with matching id {args.id}")
    return remote.DomainLookupByIdRet(dom=domain.wire())


# undefine


@handles(procedures.DOMAIN_UNDEFINE)
def undefine(host: Host, client: Client, args: remote.DomainUndefineArgs) -> None:
    """Forget a definition."""
    _undefine(host, host.domains.require(args.dom), 0)


@handles(procedures.DOMAIN_UNDEFINE_FLAGS)
def undefine_flags(host: Host, client: Client, args: remote.DomainUndefineFlagsArgs) -> None:
    """Forget a definition, and what the flags say with it."""
    known = sum(_Undefine)
    check_flags(args.flags, known & 0x7F, "qemuDomainUndefineFlags")
    _undefine(host, host.domains.require(args.dom), args.flags)


def _undefine(host: Host, domain: Domain, flags: int) -> None:
    if not domain.is_persistent:
        raise invalid("cannot undefine transient domain")
    if not domain.is_active:
        for moments, flag, what in (
            (domain.snapshots, _Undefine.SNAPSHOTS_METADATA, "snapshots"),
            (domain.checkpoints, _Undefine.CHECKPOINTS_METADATA, "checkpoints"),
        ):
            if moments and not flags & flag:
                raise invalid(f"cannot delete inactive domain with {len(moments)} {what}")
    if domain.saved_state is not None and not flags & _Undefine.MANAGED_SAVE:
        raise invalid("Refusing to undefine while domain managed save image exists")
    if flags & _Undefine.NVRAM and flags & _Undefine.KEEP_NVRAM:
        raise invalid("cannot both keep and delete nvram")
    if _nvram(domain.config.seen) is not None and not flags & (_Undefine.NVRAM | _Undefine.KEEP_NVRAM):
        raise invalid("cannot undefine domain with nvram")
    domain.saved_state = None
    if not domain.is_active:
        domain.snapshots = domain.checkpoints = None
    host.domains.undefine(domain)


def _nvram(root: Node) -> Node | None:
    return root.find("os/nvram")


# what it is called, and what it says of itself


@handles(procedures.DOMAIN_RENAME)
def rename(host: Host, client: Client, args: remote.DomainRenameArgs) -> remote.DomainRenameRet:
    """Give a domain that does not run another name."""
    function = "virDomainRename"
    if args.new_name is None:
        raise missing_argument(function, "new_name", _DOMAIN)
    if not args.new_name:
        text = f"string new_name in {function} must not be empty"
        raise argument_error(function, "new_name", text, _DOMAIN)
    check_flags(args.flags, 0, "qemuDomainRename")
    domain = host.domains.require(args.dom)
    check_name(args.new_name, _QEMU)
    if domain.is_active:
        raise invalid("cannot rename active domain")
    if not domain.is_persistent:
        raise invalid("cannot rename a transient domain")
    if domain.saved_state is not None:
        raise invalid("domain with a managed saved state can't be renamed")
    if domain.name == args.new_name:
        raise invalid("Can't rename domain to itself", _DOMAIN)
    if host.domains.find(args.new_name) is not None:
        raise invalid(f"domain with name '{args.new_name}' already exists", _DOMAIN)
    host.domains.rename(domain, args.new_name)
    return remote.DomainRenameRet(retcode=0)


@handles(procedures.DOMAIN_GET_XML_DESC)
def get_xml_desc(host: Host, client: Client, args: remote.DomainGetXmlDescArgs) -> remote.DomainGetXmlDescRet:
    """Describe a domain."""
    if client.readonly and args.flags & (_XML_SECURE | enums.DomainXMLFlags.MIGRATABLE):
        text = "virDomainGetXMLDesc with secure flag"
        raise SimulatedError(ErrorNumber.OPERATION_DENIED, _DOMAIN, text)
    check_flags(args.flags, sum(enums.DomainXMLFlags), "qemuDomainGetXMLDesc")
    domain = host.domains.require(args.dom)
    inactive = bool(args.flags & _XML_INACTIVE)
    root = domain.config.root if inactive and domain.is_persistent else domain.root
    if inactive and not domain.is_persistent:
        # a transient domain has no other definition than the one that runs
        root = Node(root.tag, {name: value for name, value in root.attributes.items() if name != "id"})
        root.children = list(domain.root.children)
    if not args.flags & _XML_SECURE:
        root = _without_secrets(root)
    return remote.DomainGetXmlDescRet(xml=format_node(root))


def _without_secrets(root: Node) -> Node:
    graphics = list(root.find_all("devices/graphics"))
    if not any(name in one.attributes for one in graphics for name in _SECRET_ATTRIBUTES):
        return root
    copied = root.copy()
    for one in copied.find_all("devices/graphics"):
        for name in _SECRET_ATTRIBUTES:
            one.attributes.pop(name, None)
    return copied


@handles(procedures.DOMAIN_GET_OS_TYPE)
def get_os_type(host: Host, client: Client, args: remote.DomainGetOsTypeArgs) -> remote.DomainGetOsTypeRet:
    """Say how it is virtualised."""
    domain = host.domains.require(args.dom)
    return remote.DomainGetOsTypeRet(type=domain.seen.find_text("os/type") or "hvm")


@handles(procedures.DOMAIN_IS_ACTIVE)
def is_active(host: Host, client: Client, args: remote.DomainIsActiveArgs) -> remote.DomainIsActiveRet:
    """Say whether it runs."""
    return remote.DomainIsActiveRet(active=int(host.domains.require(args.dom).is_active))


@handles(procedures.DOMAIN_IS_PERSISTENT)
def is_persistent(
    host: Host, client: Client, args: remote.DomainIsPersistentArgs
) -> remote.DomainIsPersistentRet:
    """Say whether it stays when it stops."""
    return remote.DomainIsPersistentRet(persistent=int(host.domains.require(args.dom).is_persistent))


@handles(procedures.DOMAIN_IS_UPDATED)
def is_updated(host: Host, client: Client, args: remote.DomainIsUpdatedArgs) -> remote.DomainIsUpdatedRet:
    """Say whether it was changed while it ran."""
    return remote.DomainIsUpdatedRet(updated=int(host.domains.require(args.dom).is_updated))


@handles(procedures.DOMAIN_GET_AUTOSTART)
def get_autostart(
    host: Host, client: Client, args: remote.DomainGetAutostartArgs
) -> remote.DomainGetAutostartRet:
    """Say whether it starts with the host."""
    return remote.DomainGetAutostartRet(autostart=int(host.domains.require(args.dom).autostart))


@handles(procedures.DOMAIN_SET_AUTOSTART)
def set_autostart(host: Host, client: Client, args: remote.DomainSetAutostartArgs) -> None:
    """Let it start with the host, or not."""
    domain = host.domains.require(args.dom)
    if not domain.is_persistent:
        raise invalid("cannot set autostart for transient domain")
    domain.autostart = bool(args.autostart)
