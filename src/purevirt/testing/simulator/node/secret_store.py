"""Secrets that the host keeps for its storage: what they are for, and their values, which nothing shows."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, argument_error, check_count, check_flags
from purevirt.testing.simulator.xml_tree import Node, format_node, parse_root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host

__all__ = ["Secret", "Secrets", "handles"]

handles = Subject("secrets")

_SECRET = ErrorDomain.SECRET
_Event = enums.SecretEventLifecycleType
_USAGES = {"none": (0, ""), "volume": (1, "volume"), "ceph": (2, "name"), "iscsi": (3, "target")} | {
    "tls": (4, "name"),
    "vtpm": (5, "name"),
}
_SHOWN = {"ceph": "Ceph", "iscsi": "iSCSI", "tls": "TLS", "vtpm": "vTPM"}
_F = enums.ConnectListAllSecretsFlags


def _error(code: ErrorNumber, text: str) -> SimulatedError:
    return SimulatedError(code, _SECRET, text)


class Secret:
    """One secret; its value is in no repr.

    Attributes:
        root: its definition.
        value: what it keeps, or None.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.value: bytes | None = None

    def __repr__(self) -> str:
        return f"<Secret {uuid.UUID(bytes=self.uuid)}>"

    @property
    def uuid(self) -> bytes:
        """Its UUID, 16 bytes."""
        return uuid.UUID(self.root.find_text("uuid")).bytes

    @property
    def is_private(self) -> bool:
        """Whether no client may read the value."""
        return self.root.get("private") == "yes"

    @property
    def is_ephemeral(self) -> bool:
        """Whether it is kept in memory alone."""
        return self.root.get("ephemeral") == "yes"

    @property
    def usage(self) -> tuple[int, str]:
        """What it is for: virSecretUsageType, and the name of the thing."""
        usage = self.root.find("usage")
        number, tag = _USAGES[(usage.get("type") if usage is not None else None) or "none"]
        return number, (usage.find_text(tag) or "" if usage is not None and tag else "")

    def wire(self) -> remote.Secret:
        """Return what clients know it by."""
        return remote.Secret(self.uuid, *self.usage)


def _check_change(before: Secret, after: Secret) -> None:
    """Refuse a definition anew that makes a secret one of something else, or a private one public."""
    if before.usage[1] != after.usage[1]:
        number = uuid.UUID(bytes=before.uuid)
        text = f"a secret with UUID {number} is already defined for use with {before.usage[1]}"
        raise _error(ErrorNumber.INTERNAL_ERROR, text)
    if before.is_private and not after.is_private:
        raise _error(ErrorNumber.INTERNAL_ERROR, "cannot change private flag on existing secret")


class Secrets:
    """The host's secrets."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._by_uuid: dict[bytes, Secret] = {}

    def __iter__(self) -> Iterator[Secret]:
        return iter(self._by_uuid.values())

    def require(self, uuid_bytes: bytes) -> Secret:
        """Return a secret.

        Raises:
            SimulatedError: there is none.
        """
        secret = self._by_uuid.get(uuid_bytes)
        if secret is None:
            text = f"no secret with matching uuid '{uuid.UUID(bytes=uuid_bytes)}'"
            raise _error(ErrorNumber.NO_SECRET, text)
        return secret

    def define(self, text: str) -> Secret:
        """Define a secret, or define it anew, and tell.

        Raises:
            SimulatedError: libvirt would refuse it.
        """
        root = self._read(text)
        secret = Secret(root)
        number, name = secret.usage
        for other in self:
            if number and other.usage == (number, name) and other.uuid != secret.uuid:
                known = uuid.UUID(bytes=other.uuid)
                raise _error(
                    ErrorNumber.INTERNAL_ERROR,
                    f"a secret with UUID {known} already defined for use with {name}",
                )
        known_secret = self._by_uuid.get(secret.uuid)
        if known_secret is not None:
            _check_change(known_secret, secret)
            known_secret.root = root
            secret = known_secret
        else:
            self._by_uuid[secret.uuid] = secret
        self._tell(secret, _Event.DEFINED)
        return secret

    def _read(self, text: str) -> Node:
        given = parse_root(text, "secret", "(definition_of_secret)", _SECRET)
        usage = given.find("usage")
        if usage is not None and usage.get("type") is None:
            raise _error(ErrorNumber.XML_ERROR, "unknown secret usage type")
        kind = "none" if usage is None else usage.attributes["type"]
        if kind not in _USAGES:
            raise _error(ErrorNumber.CONFIG_UNSUPPORTED, f"unknown secret usage type {kind}")
        tag = _USAGES[kind][1]
        if usage is not None and tag and usage.find_text(tag) is None:
            what = "volume path" if tag == "volume" else tag
            text = f"{_SHOWN.get(kind, kind)} usage specified, but {what} is missing"
            raise _error(ErrorNumber.INTERNAL_ERROR, text)
        ident = given.find_text("uuid")
        try:
            number = uuid.UUID(ident) if ident is not None else self._host.new_uuid()
        except ValueError:
            raise _error(ErrorNumber.INTERNAL_ERROR, "malformed uuid element") from None
        attributes = {name: given.get(name) or "no" for name in ("ephemeral", "private")}
        for name, value in attributes.items():
            if value not in ("yes", "no"):
                raise _error(ErrorNumber.XML_ERROR, f"invalid value of '{name}'")
        children = [Node("uuid", {}, [str(number)])]
        description = given.find_text("description")
        if description is not None:
            children.append(Node("description", {}, [description]))
        if usage is not None:
            children.append(usage)
        return Node("secret", attributes, children)

    def set_value(self, secret: Secret, value: bytes) -> None:
        """Keep a value, and tell that there is one."""
        secret.value = value
        wire = secret.wire()
        self._host.events.secret.emit(
            enums.SecretEventID.VALUE_CHANGED,
            secret.uuid,
            procedures.SECRET_EVENT_VALUE_CHANGED,
            lambda ident: remote.SecretEventValueChangedMsg(ident, wire),
        )

    def undefine(self, secret: Secret) -> None:
        """Forget a secret, and tell."""
        del self._by_uuid[secret.uuid]
        self._tell(secret, _Event.UNDEFINED)

    def _tell(self, secret: Secret, event: int) -> None:
        wire = secret.wire()
        self._host.events.secret.emit(
            enums.SecretEventID.LIFECYCLE,
            secret.uuid,
            procedures.SECRET_EVENT_LIFECYCLE,
            lambda ident: remote.SecretEventLifecycleMsg(ident, wire, int(event), 0),
        )


@handles(procedures.CONNECT_NUM_OF_SECRETS)
def count(host: Host, client: Client, args: None) -> remote.ConnectNumOfSecretsRet:
    """Count secrets."""
    return remote.ConnectNumOfSecretsRet(num=sum(1 for _ in host.secrets))


@handles(procedures.CONNECT_LIST_SECRETS)
def list_uuids(
    host: Host, client: Client, args: remote.ConnectListSecretsArgs
) -> remote.ConnectListSecretsRet:
    """List the UUIDs of secrets."""
    check_count(args.maxuuids, "maxuuids", "REMOTE_SECRET_LIST_MAX")
    uuids = [str(uuid.UUID(bytes=one.uuid)) for one in host.secrets]
    return remote.ConnectListSecretsRet(uuids=uuids[: args.maxuuids])


@handles(procedures.CONNECT_LIST_ALL_SECRETS)
def list_all(
    host: Host, client: Client, args: remote.ConnectListAllSecretsArgs
) -> remote.ConnectListAllSecretsRet:
    """List secrets."""
    check_flags(args.flags, sum(_F), "secretConnectListAllSecrets", _SECRET)
    found = list(host.secrets)
    for yes, no, name in (
        (_F.EPHEMERAL, _F.NO_EPHEMERAL, "is_ephemeral"),
        (_F.PRIVATE, _F.NO_PRIVATE, "is_private"),
    ):
        chosen = args.flags & (yes | no)
        if chosen in (yes, no):
            found = [one for one in found if getattr(one, name) is (chosen == yes)]
    secrets = [one.wire() for one in found] if args.need_results else []
    return remote.ConnectListAllSecretsRet(secrets=secrets, ret=len(found))


@handles(procedures.SECRET_LOOKUP_BY_UUID)
def lookup_by_uuid(
    host: Host, client: Client, args: remote.SecretLookupByUuidArgs
) -> remote.SecretLookupByUuidRet:
    """Find a secret."""
    return remote.SecretLookupByUuidRet(secret=host.secrets.require(args.uuid).wire())


@handles(procedures.SECRET_LOOKUP_BY_USAGE)
def lookup_by_usage(
    host: Host, client: Client, args: remote.SecretLookupByUsageArgs
) -> remote.SecretLookupByUsageRet:
    """Find a secret by what it is for."""
    for secret in host.secrets:
        if secret.usage == (args.usage_type, args.usage_id):
            return remote.SecretLookupByUsageRet(secret=secret.wire())
    raise _error(ErrorNumber.NO_SECRET, f"no secret with matching usage '{args.usage_id}'")


@handles(procedures.SECRET_DEFINE_XML)
def define_xml(host: Host, client: Client, args: remote.SecretDefineXmlArgs) -> remote.SecretDefineXmlRet:
    """Define a secret."""
    return remote.SecretDefineXmlRet(secret=host.secrets.define(args.xml).wire())


@handles(procedures.SECRET_GET_XML_DESC)
def get_xml_desc(host: Host, client: Client, args: remote.SecretGetXmlDescArgs) -> remote.SecretGetXmlDescRet:
    """Describe a secret, but for its value."""
    check_flags(args.flags, 0, "secretGetXMLDesc", _SECRET)
    return remote.SecretGetXmlDescRet(xml=format_node(host.secrets.require(args.secret.uuid).root))


@handles(procedures.SECRET_SET_VALUE)
def set_value(host: Host, client: Client, args: remote.SecretSetValueArgs) -> None:
    """Keep a value."""
    if not args.value:
        function = "virSecretSetValue"
        raise argument_error(function, "value", f"value in {function} must not be NULL", _SECRET)
    check_flags(args.flags, 0, "secretSetValue", _SECRET)
    host.secrets.set_value(host.secrets.require(args.secret.uuid), args.value)


@handles(procedures.SECRET_GET_VALUE)
def get_value(host: Host, client: Client, args: remote.SecretGetValueArgs) -> remote.SecretGetValueRet:
    """Return a value, unless the secret is private."""
    check_flags(args.flags, 0, "secretGetValue", _SECRET)
    secret = host.secrets.require(args.secret.uuid)
    if secret.is_private:
        raise _error(ErrorNumber.INVALID_SECRET, "secret is private")
    if secret.value is None:
        text = f"secret '{uuid.UUID(bytes=secret.uuid)}' does not have a value"
        raise _error(ErrorNumber.NO_SECRET, text)
    return remote.SecretGetValueRet(value=secret.value)


@handles(procedures.SECRET_UNDEFINE)
def undefine(host: Host, client: Client, args: remote.SecretUndefineArgs) -> None:
    """Forget a secret."""
    host.secrets.undefine(host.secrets.require(args.secret.uuid))
