"""Which of libvirt's procedures the backend and `check` call: what an identity of theirs has to be allowed.

A test holds this table to be what the code calls, no more and no less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from purevirt.rpc.gen import procedures

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure

CONNECTING: Final[tuple[AnyProcedure, ...]] = (
    procedures.AUTH_LIST,
    procedures.AUTH_POLKIT,
    procedures.CONNECT_CLOSE,
    procedures.CONNECT_GET_URI,
    procedures.CONNECT_OPEN,
    procedures.CONNECT_SUPPORTS_FEATURE,
)
"""What every connection calls by itself."""

EVENTS: Final[tuple[AnyProcedure, ...]] = (
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
)
"""What subscriptions to a domain's events call."""

INNER: Final[tuple[AnyProcedure, ...]] = (
    procedures.NETWORK_PORT_CREATE_XML,
    procedures.NETWORK_PORT_DELETE,
    procedures.NETWORK_PORT_GET_XML_DESC,
    procedures.NETWORK_PORT_LOOKUP_BY_UUID,
)
"""What the daemon calls in the caller's name when a domain with an interface starts and ends."""

CALLS: Final[tuple[AnyProcedure, ...]] = (
    procedures.CONNECT_GET_ALL_DOMAIN_STATS,
    procedures.CONNECT_GET_DOMAIN_CAPABILITIES,
    procedures.CONNECT_GET_HOSTNAME,
    procedures.CONNECT_GET_LIB_VERSION,
    procedures.CONNECT_GET_TYPE,
    procedures.CONNECT_GET_VERSION,
    procedures.CONNECT_LIST_ALL_DOMAINS,
    procedures.QEMU_DOMAIN_AGENT_COMMAND,
    procedures.DOMAIN_CREATE_WITH_FLAGS,
    procedures.DOMAIN_DEFINE_XML_FLAGS,
    procedures.DOMAIN_DESTROY,
    procedures.DOMAIN_GET_INFO,
    procedures.DOMAIN_GET_METADATA,
    procedures.DOMAIN_GET_STATE,
    procedures.DOMAIN_GET_XML_DESC,
    procedures.DOMAIN_IS_ACTIVE,
    procedures.DOMAIN_IS_PERSISTENT,
    procedures.DOMAIN_LOOKUP_BY_NAME,
    procedures.DOMAIN_LOOKUP_BY_UUID,
    procedures.DOMAIN_PM_WAKEUP,
    procedures.DOMAIN_RESUME,
    procedures.DOMAIN_SET_AUTOSTART,
    procedures.DOMAIN_SET_METADATA,
    procedures.DOMAIN_UNDEFINE_FLAGS,
    procedures.NETWORK_GET_AUTOSTART,
    procedures.NETWORK_IS_ACTIVE,
    procedures.NETWORK_LOOKUP_BY_NAME,
    procedures.SECRET_DEFINE_XML,
    procedures.SECRET_GET_XML_DESC,
    procedures.SECRET_LOOKUP_BY_USAGE,
    procedures.SECRET_LOOKUP_BY_UUID,
    procedures.SECRET_UNDEFINE,
    procedures.STORAGE_POOL_GET_AUTOSTART,
    procedures.STORAGE_POOL_GET_INFO,
    procedures.STORAGE_POOL_GET_XML_DESC,
    procedures.STORAGE_POOL_IS_ACTIVE,
    procedures.STORAGE_POOL_LIST_ALL_VOLUMES,
    procedures.STORAGE_POOL_LOOKUP_BY_NAME,
    procedures.STORAGE_POOL_REFRESH,
    procedures.STORAGE_VOL_CREATE_XML,
    procedures.STORAGE_VOL_DELETE,
    procedures.STORAGE_VOL_DOWNLOAD,
    procedures.STORAGE_VOL_GET_PATH,
    procedures.STORAGE_VOL_GET_XML_DESC,
    procedures.STORAGE_VOL_LOOKUP_BY_NAME,
    procedures.STORAGE_VOL_LOOKUP_BY_PATH,
    procedures.STORAGE_VOL_UPLOAD,
)
"""What is called by name."""
