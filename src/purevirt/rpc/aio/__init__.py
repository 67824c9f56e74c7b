"""The asyncio client."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from purevirt.rpc.aio.connection import Connection, connect, connect_stream
from purevirt.rpc.aio.listener import EventListener
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.events.stream import AsyncEventStream as EventStream
from purevirt.rpc.events.stream import Gap, Resync

if TYPE_CHECKING:
    from purevirt.rpc.aio.convenience import (
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
    from purevirt.rpc.aio.reconnecting import Health, LinkState, Reconnecting
    from purevirt.rpc.aio.transfer import download_file, upload, upload_file

_LATER = {
    "Health": "reconnecting",
    "LinkState": "reconnecting",
    "Reconnecting": "reconnecting",
    "DomainStats": "convenience",
    "GuestExit": "convenience",
    "agent_command": "convenience",
    "get_all_domain_stats": "convenience",
    "guest_exec": "convenience",
    "guest_file_read": "convenience",
    "guest_file_write": "convenience",
    "list_checkpoints": "convenience",
    "list_domains": "convenience",
    "list_interfaces": "convenience",
    "list_network_ports": "convenience",
    "list_networks": "convenience",
    "list_node_devices": "convenience",
    "list_nwfilter_bindings": "convenience",
    "list_nwfilters": "convenience",
    "list_secrets": "convenience",
    "list_snapshots": "convenience",
    "list_storage_pools": "convenience",
    "list_volumes": "convenience",
    "wait_for_agent": "convenience",
    "wait_for_state": "convenience",
    "download_file": "transfer",
    "upload": "transfer",
    "upload_file": "transfer",
}
"""What a connection does not need is imported when it is first used."""

__all__ = [
    "Connection",
    "DomainStats",
    "EventListener",
    "EventStream",
    "Gap",
    "GuestExit",
    "Health",
    "LinkState",
    "Reconnecting",
    "Resync",
    "ServerEvent",
    "Stream",
    "agent_command",
    "connect",
    "connect_stream",
    "download_file",
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
    "upload",
    "upload_file",
    "wait_for_agent",
    "wait_for_state",
]


def __getattr__(name: str) -> object:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'purevirt.rpc.aio' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"purevirt.rpc.aio.{module}"), name)
    globals()[name] = value
    return value
