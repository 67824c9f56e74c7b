"""A pure-Python client of libvirt's RPC protocol.

    conn = await purevirt.connect("qemu:///system")     # asyncio
    conn = purevirt.sync.connect("qemu:///system")      # blocking

The names below are imported when they are first used: `import purevirt` alone costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing `typing` takes longer than all of this
if TYPE_CHECKING:
    from purevirt import errors, sync
    from purevirt.rpc.aio import (
        Connection,
        DomainStats,
        EventListener,
        EventStream,
        Gap,
        GuestExit,
        Health,
        LinkState,
        Reconnecting,
        Resync,
        ServerEvent,
        Stream,
        agent_command,
        connect,
        connect_stream,
        download_file,
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
        upload,
        upload_file,
        wait_for_agent,
        wait_for_state,
    )
    from purevirt.rpc.auth.credentials import Credentials, CredentialsRequest
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.ssh.options import SshOptions

__all__ = [
    "Connection",
    "Credentials",
    "CredentialsRequest",
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
    "SshOptions",
    "Stream",
    "TlsCredentials",
    "__version__",
    "agent_command",
    "connect",
    "connect_stream",
    "download_file",
    "errors",
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
    "sync",
    "upload",
    "upload_file",
    "wait_for_agent",
    "wait_for_state",
]

__version__ = "0.1.0.dev0"

_MODULES = frozenset({"errors", "sync"})
_HOMES = {
    "Credentials": "purevirt.rpc.auth.credentials",
    "CredentialsRequest": "purevirt.rpc.auth.credentials",
    "SshOptions": "purevirt.rpc.ssh.options",
    "TlsCredentials": "purevirt.rpc.dialling.tls_credentials",
}


def __getattr__(name: str) -> object:
    import importlib  # noqa: PLC0415 - for the same reason

    if name in _MODULES:
        return importlib.import_module(f"purevirt.{name}")
    if name in __all__:
        value: object = getattr(importlib.import_module(_HOMES.get(name, "purevirt.rpc.aio")), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'purevirt' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
