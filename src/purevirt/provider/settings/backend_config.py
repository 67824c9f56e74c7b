"""What of the settings the backend is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.libvirt.config import LibvirtBackendConfig

if TYPE_CHECKING:
    from purevirt.provider.settings.config import Config


def backend_config(config: Config) -> LibvirtBackendConfig:
    """Return the part of the provider's settings that the backend needs."""
    return LibvirtBackendConfig(
        provider=config.catalog.provider,
        zones=config.zones,
        image=config.image,
        storage_pool=config.storage_pool,
        network=config.network,
        virt_type=config.virt_type,
        base_user_data=config.base_user_data,
        readiness_exec=config.readiness_exec,
        network_config=config.network_config,
        domain_template=config.domain_template,
    )
