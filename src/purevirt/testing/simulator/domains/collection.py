"""All domains of the host, by name, UUID and number, and those who look for them."""

from __future__ import annotations

import errno
import itertools
import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.checks import is_file_name
from purevirt.testing.simulator.domains.definition import Definition
from purevirt.testing.simulator.domains.domain import Domain
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.gen import remote
    from purevirt.testing.simulator.host import Host

__all__ = ["Domains", "no_domain"]

_Event = enums.DomainEventType


class Domains:
    """The host's domains."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._by_uuid: dict[bytes, Domain] = {}
        self._by_name: dict[str, Domain] = {}
        self._by_id: dict[int, Domain] = {}
        self._next_id = itertools.count(1)

    def __len__(self) -> int:
        return len(self._by_uuid)

    def __iter__(self) -> Iterator[Domain]:
        return iter(self._by_uuid.values())

    @property
    def active(self) -> Iterator[Domain]:
        """Those that run, or are paused."""
        return iter(self._by_id.values())

    def find(self, name: str) -> Domain | None:
        """Return a domain by its name."""
        return self._by_name.get(name)

    def find_uuid(self, uuid_bytes: bytes) -> Domain | None:
        """Return a domain by its UUID."""
        return self._by_uuid.get(uuid_bytes)

    def find_id(self, number: int) -> Domain | None:
        """Return a running domain by its number."""
        return self._by_id.get(number)

    def require(self, wanted: remote.Domain) -> Domain:
        """Return the domain that a client means: by UUID alone, as libvirt looks.

        Raises:
            SimulatedError: there is none.
        """
        domain = self._by_uuid.get(wanted.uuid)
        if domain is None:
            text = f"no domain with matching uuid '{uuid.UUID(bytes=wanted.uuid)}' ({wanted.name})"
            raise no_domain(text)
        return domain

    # changes

    def define(self, config: Definition) -> Domain:
        """Define a domain, or define it anew, and tell.

        Raises:
            SimulatedError: its name or UUID belongs to another.
        """
        domain = self._same(config)
        _check_file(config.name)
        detail = enums.DomainEventDefinedDetailType.UPDATED
        if domain is None:
            domain = Domain(self._host, config, is_persistent=True)
            self._add(domain)
            detail = enums.DomainEventDefinedDetailType.ADDED
        else:
            if not domain.is_persistent:
                domain.is_persistent = True
                detail = enums.DomainEventDefinedDetailType.ADDED
            domain.is_updated = True
            domain.config = config
        domain.tell_lifecycle(_Event.DEFINED, detail)
        return domain

    def create(self, config: Definition) -> Domain:
        """Return a new transient domain, or one that is defined and does not run.

        Raises:
            SimulatedError: its name or UUID belongs to another, or it runs.
        """
        domain = self._same(config)
        if domain is None:
            domain = Domain(self._host, config, is_persistent=False)
            self._add(domain)
        elif domain.is_active:
            text = f"domain '{domain.name}' is already active"
            raise SimulatedError(ErrorNumber.OPERATION_INVALID, ErrorDomain.DOMAIN, text)
        return domain

    def fill(self, template: Definition, names: Iterator[str]) -> None:
        """Define many domains like one, without telling anybody: what a host has when it is first seen."""
        for name in names:
            uuid_bytes = self._host.new_uuid().bytes
            self._add(Domain(self._host, Definition.like(template, name, uuid_bytes), is_persistent=True))

    def _same(self, config: Definition) -> Domain | None:
        domain = self._by_uuid.get(config.uuid)
        other = self._by_name.get(config.name)
        if domain is not None:
            if domain.name != config.name:
                raise _taken(f"domain '{domain.name}' is already defined with uuid {_text(domain)}")
        elif other is not None:
            raise _taken(f"domain '{other.name}' already exists with uuid {_text(other)}")
        return domain

    def _add(self, domain: Domain) -> None:
        self._by_uuid[domain.uuid] = domain
        self._by_name[domain.name] = domain

    def remove(self, domain: Domain) -> None:
        """Forget a domain."""
        self._by_uuid.pop(domain.uuid, None)
        self._by_name.pop(domain.name, None)

    def undefine(self, domain: Domain) -> None:
        """Remove a domain's definition, and the domain with it unless it runs; and tell."""
        domain.is_persistent = False
        domain.autostart = False
        domain.tell_lifecycle(_Event.UNDEFINED, enums.DomainEventUndefinedDetailType.REMOVED)
        if not domain.is_active:
            self.remove(domain)

    def rename(self, domain: Domain, name: str) -> None:
        """Give a domain another name, and tell both.

        Raises:
            SimulatedError: it is too long to be kept.
        """
        _check_file(name)
        domain.tell_lifecycle(_Event.UNDEFINED, enums.DomainEventUndefinedDetailType.RENAMED)
        self._by_name.pop(domain.name)
        domain.config.rename(name)
        self._by_name[name] = domain
        domain.tell_lifecycle(_Event.DEFINED, enums.DomainEventDefinedDetailType.RENAMED)

    def power_off(self) -> None:
        """Lose all that runs, as when the host loses its power; nobody is told."""
        for domain in list(self._by_id.values()):
            domain.lose_power()
            if not domain.is_persistent:
                self.remove(domain)
        self._by_id.clear()
        self._next_id = itertools.count(1)

    def take_id(self, domain: Domain) -> int:
        """Return the number of a domain that is being started."""
        number = next(self._next_id)
        self._by_id[number] = domain
        return number

    def give_id_back(self, domain: Domain) -> None:
        """Forget the number of a domain that has stopped; it is not used again."""
        self._by_id.pop(domain.id, None)


def no_domain(text: str) -> SimulatedError:
    """Return the error for a domain that there is not."""
    return SimulatedError(ErrorNumber.NO_DOMAIN, ErrorDomain.QEMU, text)


def _check_file(name: str) -> None:
    path = f"{name}.xml.new"
    if not is_file_name(path):
        text = f"Failed to create file '/etc/libvirt/qemu/{path}': File name too long"
        raise SimulatedError(ErrorNumber.SYSTEM_ERROR, ErrorDomain.NONE, text, errno=errno.ENAMETOOLONG)


def _taken(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.OPERATION_FAILED, ErrorDomain.DOMAIN, text)


def _text(domain: Domain) -> str:
    return str(uuid.UUID(bytes=domain.uuid))
