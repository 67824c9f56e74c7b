"""The blocking client, for scripts."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from purevirt.rpc.events.stream import Gap, Resync
from purevirt.rpc.events.stream import SyncEventStream as EventStream
from purevirt.rpc.sync.connection import Connection, connect, connect_socket
from purevirt.rpc.sync.stream import Stream
from purevirt.rpc.sync.stream_file import StreamFile

if TYPE_CHECKING:
    from purevirt.rpc.dialling.link import Health, LinkState
    from purevirt.rpc.sync.convenience import (
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
    from purevirt.rpc.sync.reconnecting import Reconnecting
    from purevirt.rpc.sync.transfer import download_file, upload, upload_file

__all__ = [
    "Connection",
    "DomainStats",
    "EventStream",
    "Gap",
    "GuestExit",
    "Health",
    "LinkState",
    "Reconnecting",
    "Resync",
    "Stream",
    "StreamFile",
    "agent_command",
    "connect",
    "connect_socket",
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

_HOMES = {
    "Health": "dialling.link",
    "LinkState": "dialling.link",
    "Reconnecting": "sync.reconnecting",
    "download_file": "sync.transfer",
    "upload": "sync.transfer",
    "upload_file": "sync.transfer",
}


def __getattr__(name: str) -> object:
    # what a connection does not need is imported when it is first used
    if name not in __all__:
        raise AttributeError(f"module 'purevirt.rpc.sync' has no attribute {name!r}")
    home = _HOMES.get(name, "sync.convenience")
    value: object = getattr(importlib.import_module(f"purevirt.rpc.{home}"), name)
    globals()[name] = value
    return value
