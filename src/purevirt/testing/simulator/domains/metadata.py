"""What users keep with a domain: title, description, and elements of their own by namespace."""

from __future__ import annotations

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


@handles(procedures.DOMAIN_SET_METADATA)
def set_metadata(host: Host, client: Client, args: remote.DomainSetMetadataArgs) -> None:
    """Keep something with a domain, or forget it."""
    function = "virDomainSetMetadata"
    domain = host.domains.require(args.dom)
    node = _checked(args, function)
    check_flags(args.flags, LIVE | CONFIG, "qemuDomainSetMetadata")
    trees = scopes(domain, args.flags)
    for tree in trees:
        if tree is None:
            continue
        if args.type == _ELEMENT:
            assert args.uri is not None
            _put_element(tree, args.uri, args.key, node)
        else:
            _put_text(tree, _TAGS[args.type], args.metadata)
    _tell(domain, args.type, args.uri)


def _checked(args: remote.DomainSetMetadataArgs, function: str) -> Node | None:
    if args.type in _TAGS:
        if args.type == _TITLE and args.metadata is not None and "\n" in args.metadata:
            text = "metadata title can't contain newlines"
            raise argument_error(function, "metadata", text, _DOMAIN)
        for name in ("uri", "key"):
            if getattr(args, name) is not None:
                raise argument_error(function, name, f"{name} in {function} must be NULL", _DOMAIN)
        return None
    if args.type != _ELEMENT:
        raise _unknown(args.type)
    if args.uri is None:
        raise missing_argument(function, "uri", _DOMAIN)
    if args.metadata is None:
        return None
    if args.key is None:
        raise missing_argument(function, "key", _DOMAIN)
    node = parse(args.metadata, "(metadata_xml)", _DOMAIN)
    if f"xmlns:{args.key}" in node.attributes:
        text = "failed to create a new XML namespace"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.XML, text)
    return node


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


def _put_element(tree: Node, uri: str, key: str | None, node: Node | None) -> None:
    metadata = tree.find("metadata")
    if metadata is None:
        if node is None:
            return
        metadata = Node("metadata")
        _insert(tree, metadata, _AFTER)
    metadata.children = [child for child in metadata if _namespace(child, metadata) != uri]
    if node is not None:
        tagged = Node(f"{key}:{node.tag}", {f"xmlns:{key}": uri} | node.attributes, node.children)
        metadata.children.append(tagged)
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
    check_flags(args.flags, LIVE | CONFIG, "qemuDomainGetMetadata")
    tree = one_scope(domain, args.flags, function)
    if args.type in _TAGS:
        found = tree.find_text(_TAGS[args.type])
    elif args.type == _ELEMENT:
        found = _element_text(tree, args.uri)
    else:
        raise _unknown(args.type)
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
            return format_plain(_without_namespace(child, child.tag.partition(":")[0]), pretty=True)
    return None


def _without_namespace(node: Node, prefix: str) -> Node:
    """Return the element without its prefix and what declares it, and so all in it that has the same."""
    bare = node.copy()
    bare.attributes.pop(f"xmlns:{prefix}", None)
    waiting = [bare]
    while waiting:
        one = waiting.pop()
        one.tag = one.tag.removeprefix(f"{prefix}:")
        waiting += one
    return bare
