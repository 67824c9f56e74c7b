"""What the backend has to be told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.provider.libvirt.domain_template import DomainTemplate


@dataclass(frozen=True, slots=True, kw_only=True)
class LibvirtBackendConfig:
    """Settings of a `LibvirtBackend`; each field is the flag of the same name.

    `zones` maps a zone to the libvirt URI of its one host. `image` is the name of the golden volume in
    `storage_pool`. `base_user_data`, `network_config` and `domain_template` are what the files hold, not
    their paths.
    """

    provider: str
    zones: Mapping[str, str]
    image: str
    storage_pool: str = "default"
    network: str = "default"
    virt_type: Literal["auto", "kvm", "qemu"] = "auto"
    base_user_data: str | None = field(default=None, repr=False)
    readiness_exec: str | None = field(default=None, repr=False)
    network_config: str | None = field(default=None, repr=False)
    domain_template: DomainTemplate | None = None

    def networks(self) -> tuple[str, ...]:
        """Return the names of the networks that machines are on: those of the template if it says so."""
        if self.domain_template is None or not self.domain_template.has_interfaces:
            return (self.network,)
        return tuple(sorted(self.domain_template.networks()))
