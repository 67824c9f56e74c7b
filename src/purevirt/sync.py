"""The blocking client: `purevirt.sync.connect(uri)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import purevirt.rpc.sync as _client
from purevirt.rpc.sync import Connection, EventStream, Gap, Stream, connect, connect_socket

if TYPE_CHECKING:
    from purevirt.rpc.sync import (
        DomainStats,
        GuestExit,
        agent_command,
        get_all_domain_stats,
        guest_exec,
        guest_file_read,
        guest_file_write,
        list_checkpoints,
        list_domains,
        list_interfaces,
        list_network_ports,
        list_networks,
        list_node_devices,
        list_nwfilter_bindings,
        list_nwfilters,
        list_secrets,
        list_snapshots,
        list_storage_pools,
        list_volumes,
        wait_for_agent,
        wait_for_state,
    )

__all__ = [
    "Connection",
    "DomainStats",
    "EventStream",
    "Gap",
    "GuestExit",
    "Stream",
    "agent_command",
    "connect",
    "connect_socket",
    "get_all_domain_stats",
    "guest_exec",
    "guest_file_read",
    "guest_file_write",
    "list_checkpoints",
    "list_domains",
    "list_interfaces",
    "list_network_ports",
    "list_networks",
    "list_node_devices",
    "list_nwfilter_bindings",
    "list_nwfilters",
    "list_secrets",
    "list_snapshots",
    "list_storage_pools",
    "list_volumes",
    "wait_for_agent",
    "wait_for_state",
]


def __getattr__(name: str) -> object:
    value: object = getattr(_client, name)
    return value
