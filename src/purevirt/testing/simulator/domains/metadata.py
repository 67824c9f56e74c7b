"""What users keep with a domain: title, description, and elements of their own by namespace."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.scope import CONFIG, LIVE, exclusive, one_scope, scopes
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import (
    SimulatedError,
    argument_error,
    check_flags,
    missing_argument,
)
from purevirt.testing.simulator.xml_tree import Node, format_plain, parse

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("domain metadata")

_DOMAIN = ErrorDomain.DOMAIN
_DESCRIPTION, _TITLE, _ELEMENT = 0, 1, 2
_TAGS = {_DESCRIPTION: "description", _TITLE: "title"}
# where each of them stands in a definition: before the first of these
_AFTER = ("maxMemory", "memory")
_PREFIX = re.compile(r"[^\W\d][\w.-]*")


@handles(procedures.DOMAIN_SET_METADATA)
def set_metadata(host: Host, client: Client, args: remote.DomainSetMetadataArgs) -> None:
    """Keep something with a domain, or forget it."""
    function = "virDomainSetMetadata"
    domain = host.domains.require(args.dom)
    _check(args, function)
    check_flags(args.flags, LIVE | CONFIG, "qemuDomainSetMetadata")
    trees = scopes(domain, args.flags)
    node = _element(args)
    for tree in trees:
        if tree is None:
            continue
        if args.type == _ELEMENT:
            assert args.uri is not None
            _put_element(tree, args.uri, None if node is None else node.copy())
        else:
            _put_text(tree, _TAGS[args.type], args.metadata)
    _tell(domain, args.type, args.uri)


def _check(args: remote.DomainSetMetadataArgs, function: str) -> None:
    if args.type in _TAGS:
        if args.type == _TITLE and args.metadata is not None and "\n" in args.metadata:
            text = "metadata title can't contain newlines"
            raise argument_error(function, "metadata", text, _DOMAIN)
        for name in ("uri", "key"):
            if getattr(args, name) is not None:
                raise argument_error(function, name, f"{name} in {function} must be NULL", _DOMAIN)
    elif args.type == _ELEMENT:
        if args.uri is None:
            raise missing_argument(function, "uri", _DOMAIN)
        if args.metadata is not None and args.key is None:
            raise missing_argument(function, "key", _DOMAIN)


def _element(args: remote.DomainSetMetadataArgs) -> Node | None:
    """Return the element that is to be kept, in the namespace that it is to be kept by; None for a text."""
    if args.type in _TAGS:
        return None
    if args.type != _ELEMENT:
        raise _unknown(args.type)
    if args.metadata is None:
        return None
    assert args.key is not None
    assert args.uri is not None
    node = parse(args.metadata, "(metadata_xml)", _DOMAIN)
    if not _PREFIX.fullmatch(args.key):
        raise _no_namespace("failed to validate prefix for a new XML namespace")
    declaration = f"xmlns:{args.key}"
    if declaration in node.attributes:
        raise _no_namespace("failed to create a new XML namespace")
    declared = {name: value for name, value in node.attributes.items() if _is_declaration(name)}
    _put_into_namespace(node, args.key)
    node.attributes = declared | {declaration: args.uri} | node.attributes
    return node


def _no_namespace(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.XML, text)


def _is_declaration(attribute: str) -> bool:
    return attribute == "xmlns" or attribute.startswith("xmlns:")


def _put_into_namespace(root: Node, prefix: str) -> None:
    """Give the prefix to all elements that are in no namespace."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.attributes.get("xmlns"):
            # what is in it is in that one, but for what has a prefix already
            continue
        if ":" not in node.tag:
            node.tag = f"{prefix}:{node.tag}"
        waiting += node


def _unknown(kind: int) -> SimulatedError:
    return SimulatedError(ErrorNumber.INVALID_ARG, _DOMAIN, f"unknown metadata type '{kind}'")


def _put_text(tree: Node, tag: str, text: str | None) -> None:
    tree.drop(tag)
    if text:
        before = ("description", "metadata", *_AFTER) if tag == "title" else ("metadata", *_AFTER)
        _insert(tree, Node(tag, {}, [text]), before)


def _insert(tree: Node, node: Node, before: tuple[str, ...]) -> None:
    place = next(
        (i for i, child in enumerate(tree.children) if isinstance(child, Node) and child.tag in before),
        len(tree.children),
    )
    tree.children.insert(place, node)


def _put_element(tree: Node, uri: str, node: Node | None) -> None:
    metadata = tree.find("metadata")
    if metadata is None:
        if node is None:
            return
        metadata = Node("metadata")
        _insert(tree, metadata, _AFTER)
    metadata.children = [child for child in metadata if _namespace(child, metadata) != uri]
    if node is not None:
        metadata.children.append(node)
    if not metadata.children:
        tree.drop("metadata")


def _namespace(node: Node, above: Node) -> str | None:
    prefix, colon, _ = node.tag.partition(":")
    name = f"xmlns:{prefix}" if colon else "xmlns"
    return node.get(name) or above.get(name)


def _tell(domain: Domain, kind: int, uri: str | None) -> None:
    domain.tell(
        enums.DomainEventID.METADATA_CHANGE,
        procedures.DOMAIN_EVENT_CALLBACK_METADATA_CHANGE,
        lambda ident: remote.DomainEventCallbackMetadataChangeMsg(ident, domain.wire(), kind, uri),
    )


@handles(procedures.DOMAIN_GET_METADATA)
def get_metadata(
    host: Host, client: Client, args: remote.DomainGetMetadataArgs
) -> remote.DomainGetMetadataRet:
    """Return what is kept with a domain."""
    function = "virDomainGetMetadata"
    domain = host.domains.require(args.dom)
    if args.flags & LIVE and args.flags & CONFIG:
        raise exclusive(function)
    if args.type == _ELEMENT and args.uri is None:
        raise missing_argument(function, "uri", _DOMAIN)
    if args.type in _TAGS and args.uri is not None:
        raise argument_error(function, "uri", f"uri in {function} must be NULL", _DOMAIN)
    check_flags(args.flags, LIVE | CONFIG, "qemuDomainGetMetadata")
    if args.type != _ELEMENT and args.type not in _TAGS:
        raise _unknown(args.type)
    tree = one_scope(domain, args.flags, function)
    if args.type in _TAGS:
        kept = tree.find(_TAGS[args.type])
        found = None if kept is None else kept.text or None
    else:
        found = _element_text(tree, args.uri)
    if found is None:
        text = "Requested metadata element is not present"
        raise SimulatedError(ErrorNumber.NO_DOMAIN_METADATA, _DOMAIN, text)
    return remote.DomainGetMetadataRet(metadata=found)


def _element_text(tree: Node, uri: str | None) -> str | None:
    metadata = tree.find("metadata")
    if metadata is None:
        return None
    for child in metadata:
        if _namespace(child, metadata) == uri:
            return format_plain(_without_namespace(child, uri, metadata), pretty=True)
    return None


def _without_namespace(node: Node, uri: str | None, above: Node) -> Node:
    """Return the element without the first of what declares the namespace; what is in it has no prefix."""
    bare = node.copy()
    waiting = [(bare, {name: value for name, value in above.attributes.items() if _is_declaration(name)})]
    while waiting:
        one, scope = waiting.pop()
        scope = scope | {name: value for name, value in one.attributes.items() if _is_declaration(name)}
        prefix, colon, local = one.tag.partition(":")
        if colon and scope.get(f"xmlns:{prefix}") == uri:
            one.tag = local
        waiting += [(child, scope) for child in one]
    for name, value in tuple(bare.attributes.items()):
        if _is_declaration(name) and value == uri:
            del bare.attributes[name]
            break
    return bare
