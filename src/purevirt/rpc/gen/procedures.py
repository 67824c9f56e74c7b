"""The procedures of each program, and what goes over the wire for each.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

from purevirt.rpc.gen import admin, lxc, qemu, remote
from purevirt.rpc.procedure import ProcedureSpec, StreamDirection

__all__ = [
    "ADMIN",
    "ADMIN_CLIENT_CLOSE",
    "ADMIN_CLIENT_GET_INFO",
    "ADMIN_CONNECT_CLOSE",
    "ADMIN_CONNECT_DAEMON_SHUTDOWN",
    "ADMIN_CONNECT_GET_LIB_VERSION",
    "ADMIN_CONNECT_GET_LOGGING_FILTERS",
    "ADMIN_CONNECT_GET_LOGGING_OUTPUTS",
    "ADMIN_CONNECT_LIST_SERVERS",
    "ADMIN_CONNECT_LOOKUP_SERVER",
    "ADMIN_CONNECT_OPEN",
    "ADMIN_CONNECT_SET_DAEMON_TIMEOUT",
    "ADMIN_CONNECT_SET_LOGGING_FILTERS",
    "ADMIN_CONNECT_SET_LOGGING_OUTPUTS",
    "ADMIN_SERVER_GET_CLIENT_LIMITS",
    "ADMIN_SERVER_GET_THREADPOOL_PARAMETERS",
    "ADMIN_SERVER_LIST_CLIENTS",
    "ADMIN_SERVER_LOOKUP_CLIENT",
    "ADMIN_SERVER_SET_CLIENT_LIMITS",
    "ADMIN_SERVER_SET_THREADPOOL_PARAMETERS",
    "ADMIN_SERVER_UPDATE_TLS_FILES",
    "AUTH_LIST",
    "AUTH_POLKIT",
    "AUTH_SASL_INIT",
    "AUTH_SASL_START",
    "AUTH_SASL_STEP",
    "AdminProcedure",
    "AnySpec",
    "BY_ID",
    "CONNECT_BASELINE_CPU",
    "CONNECT_BASELINE_HYPERVISOR_CPU",
    "CONNECT_CLOSE",
    "CONNECT_COMPARE_CPU",
    "CONNECT_COMPARE_HYPERVISOR_CPU",
    "CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY",
    "CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY",
    "CONNECT_DOMAIN_EVENT_DEREGISTER",
    "CONNECT_DOMAIN_EVENT_DEREGISTER_ANY",
    "CONNECT_DOMAIN_EVENT_REGISTER",
    "CONNECT_DOMAIN_EVENT_REGISTER_ANY",
    "CONNECT_DOMAIN_XML_FROM_NATIVE",
    "CONNECT_DOMAIN_XML_TO_NATIVE",
    "CONNECT_EVENT_CONNECTION_CLOSED",
    "CONNECT_FIND_STORAGE_POOL_SOURCES",
    "CONNECT_GET_ALL_DOMAIN_STATS",
    "CONNECT_GET_CAPABILITIES",
    "CONNECT_GET_CPU_MODEL_NAMES",
    "CONNECT_GET_DOMAIN_CAPABILITIES",
    "CONNECT_GET_HOSTNAME",
    "CONNECT_GET_LIB_VERSION",
    "CONNECT_GET_MAX_VCPUS",
    "CONNECT_GET_STORAGE_POOL_CAPABILITIES",
    "CONNECT_GET_SYSINFO",
    "CONNECT_GET_TYPE",
    "CONNECT_GET_URI",
    "CONNECT_GET_VERSION",
    "CONNECT_IS_SECURE",
    "CONNECT_LIST_ALL_DOMAINS",
    "CONNECT_LIST_ALL_INTERFACES",
    "CONNECT_LIST_ALL_NETWORKS",
    "CONNECT_LIST_ALL_NODE_DEVICES",
    "CONNECT_LIST_ALL_NWFILTERS",
    "CONNECT_LIST_ALL_NWFILTER_BINDINGS",
    "CONNECT_LIST_ALL_SECRETS",
    "CONNECT_LIST_ALL_STORAGE_POOLS",
    "CONNECT_LIST_DEFINED_DOMAINS",
    "CONNECT_LIST_DEFINED_INTERFACES",
    "CONNECT_LIST_DEFINED_NETWORKS",
    "CONNECT_LIST_DEFINED_STORAGE_POOLS",
    "CONNECT_LIST_DOMAINS",
    "CONNECT_LIST_INTERFACES",
    "CONNECT_LIST_NETWORKS",
    "CONNECT_LIST_NWFILTERS",
    "CONNECT_LIST_SECRETS",
    "CONNECT_LIST_STORAGE_POOLS",
    "CONNECT_NETWORK_EVENT_DEREGISTER_ANY",
    "CONNECT_NETWORK_EVENT_REGISTER_ANY",
    "CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY",
    "CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY",
    "CONNECT_NUM_OF_DEFINED_DOMAINS",
    "CONNECT_NUM_OF_DEFINED_INTERFACES",
    "CONNECT_NUM_OF_DEFINED_NETWORKS",
    "CONNECT_NUM_OF_DEFINED_STORAGE_POOLS",
    "CONNECT_NUM_OF_DOMAINS",
    "CONNECT_NUM_OF_INTERFACES",
    "CONNECT_NUM_OF_NETWORKS",
    "CONNECT_NUM_OF_NWFILTERS",
    "CONNECT_NUM_OF_SECRETS",
    "CONNECT_NUM_OF_STORAGE_POOLS",
    "CONNECT_OPEN",
    "CONNECT_REGISTER_CLOSE_CALLBACK",
    "CONNECT_SECRET_EVENT_DEREGISTER_ANY",
    "CONNECT_SECRET_EVENT_REGISTER_ANY",
    "CONNECT_SET_IDENTITY",
    "CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY",
    "CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY",
    "CONNECT_SUPPORTS_FEATURE",
    "CONNECT_UNREGISTER_CLOSE_CALLBACK",
    "DOMAIN_ABORT_JOB",
    "DOMAIN_ABORT_JOB_FLAGS",
    "DOMAIN_ADD_IOTHREAD",
    "DOMAIN_AGENT_SET_RESPONSE_TIMEOUT",
    "DOMAIN_ATTACH_DEVICE",
    "DOMAIN_ATTACH_DEVICE_FLAGS",
    "DOMAIN_AUTHORIZED_SSH_KEYS_GET",
    "DOMAIN_AUTHORIZED_SSH_KEYS_SET",
    "DOMAIN_BACKUP_BEGIN",
    "DOMAIN_BACKUP_GET_XML_DESC",
    "DOMAIN_BLOCK_COMMIT",
    "DOMAIN_BLOCK_COPY",
    "DOMAIN_BLOCK_JOB_ABORT",
    "DOMAIN_BLOCK_JOB_SET_SPEED",
    "DOMAIN_BLOCK_PEEK",
    "DOMAIN_BLOCK_PULL",
    "DOMAIN_BLOCK_REBASE",
    "DOMAIN_BLOCK_RESIZE",
    "DOMAIN_BLOCK_STATS",
    "DOMAIN_BLOCK_STATS_FLAGS",
    "DOMAIN_CHECKPOINT_CREATE_XML",
    "DOMAIN_CHECKPOINT_DELETE",
    "DOMAIN_CHECKPOINT_GET_PARENT",
    "DOMAIN_CHECKPOINT_GET_XML_DESC",
    "DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN",
    "DOMAIN_CHECKPOINT_LOOKUP_BY_NAME",
    "DOMAIN_CORE_DUMP",
    "DOMAIN_CORE_DUMP_WITH_FORMAT",
    "DOMAIN_CREATE",
    "DOMAIN_CREATE_WITH_FILES",
    "DOMAIN_CREATE_WITH_FLAGS",
    "DOMAIN_CREATE_XML",
    "DOMAIN_CREATE_XML_WITH_FILES",
    "DOMAIN_DEFINE_XML",
    "DOMAIN_DEFINE_XML_FLAGS",
    "DOMAIN_DEL_IOTHREAD",
    "DOMAIN_DEL_THROTTLE_GROUP",
    "DOMAIN_DESTROY",
    "DOMAIN_DESTROY_FLAGS",
    "DOMAIN_DETACH_DEVICE",
    "DOMAIN_DETACH_DEVICE_ALIAS",
    "DOMAIN_DETACH_DEVICE_FLAGS",
    "DOMAIN_EVENT_BALLOON_CHANGE",
    "DOMAIN_EVENT_BLOCK_JOB",
    "DOMAIN_EVENT_BLOCK_JOB_2",
    "DOMAIN_EVENT_BLOCK_THRESHOLD",
    "DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE",
    "DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE",
    "DOMAIN_EVENT_CALLBACK_BLOCK_JOB",
    "DOMAIN_EVENT_CALLBACK_CONTROL_ERROR",
    "DOMAIN_EVENT_CALLBACK_DEVICE_ADDED",
    "DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED",
    "DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED",
    "DOMAIN_EVENT_CALLBACK_DISK_CHANGE",
    "DOMAIN_EVENT_CALLBACK_GRAPHICS",
    "DOMAIN_EVENT_CALLBACK_IO_ERROR",
    "DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON",
    "DOMAIN_EVENT_CALLBACK_JOB_COMPLETED",
    "DOMAIN_EVENT_CALLBACK_LIFECYCLE",
    "DOMAIN_EVENT_CALLBACK_METADATA_CHANGE",
    "DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION",
    "DOMAIN_EVENT_CALLBACK_PMSUSPEND",
    "DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK",
    "DOMAIN_EVENT_CALLBACK_PMWAKEUP",
    "DOMAIN_EVENT_CALLBACK_REBOOT",
    "DOMAIN_EVENT_CALLBACK_RTC_CHANGE",
    "DOMAIN_EVENT_CALLBACK_TRAY_CHANGE",
    "DOMAIN_EVENT_CALLBACK_TUNABLE",
    "DOMAIN_EVENT_CALLBACK_WATCHDOG",
    "DOMAIN_EVENT_CONTROL_ERROR",
    "DOMAIN_EVENT_DEVICE_REMOVED",
    "DOMAIN_EVENT_DISK_CHANGE",
    "DOMAIN_EVENT_GRAPHICS",
    "DOMAIN_EVENT_IO_ERROR",
    "DOMAIN_EVENT_IO_ERROR_REASON",
    "DOMAIN_EVENT_LIFECYCLE",
    "DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE",
    "DOMAIN_EVENT_MEMORY_FAILURE",
    "DOMAIN_EVENT_NIC_MAC_CHANGE",
    "DOMAIN_EVENT_PMSUSPEND",
    "DOMAIN_EVENT_PMSUSPEND_DISK",
    "DOMAIN_EVENT_PMWAKEUP",
    "DOMAIN_EVENT_REBOOT",
    "DOMAIN_EVENT_RTC_CHANGE",
    "DOMAIN_EVENT_TRAY_CHANGE",
    "DOMAIN_EVENT_WATCHDOG",
    "DOMAIN_FD_ASSOCIATE",
    "DOMAIN_FSFREEZE",
    "DOMAIN_FSTHAW",
    "DOMAIN_FSTRIM",
    "DOMAIN_GET_AUTOSTART",
    "DOMAIN_GET_AUTOSTART_ONCE",
    "DOMAIN_GET_BLKIO_PARAMETERS",
    "DOMAIN_GET_BLOCK_INFO",
    "DOMAIN_GET_BLOCK_IO_TUNE",
    "DOMAIN_GET_BLOCK_JOB_INFO",
    "DOMAIN_GET_CONTROL_INFO",
    "DOMAIN_GET_CPU_STATS",
    "DOMAIN_GET_DISK_ERRORS",
    "DOMAIN_GET_EMULATOR_PIN_INFO",
    "DOMAIN_GET_FSINFO",
    "DOMAIN_GET_GUEST_INFO",
    "DOMAIN_GET_GUEST_VCPUS",
    "DOMAIN_GET_HOSTNAME",
    "DOMAIN_GET_INFO",
    "DOMAIN_GET_INTERFACE_PARAMETERS",
    "DOMAIN_GET_IOTHREAD_INFO",
    "DOMAIN_GET_JOB_INFO",
    "DOMAIN_GET_JOB_STATS",
    "DOMAIN_GET_LAUNCH_SECURITY_INFO",
    "DOMAIN_GET_MAX_MEMORY",
    "DOMAIN_GET_MAX_VCPUS",
    "DOMAIN_GET_MEMORY_PARAMETERS",
    "DOMAIN_GET_MESSAGES",
    "DOMAIN_GET_METADATA",
    "DOMAIN_GET_NUMA_PARAMETERS",
    "DOMAIN_GET_OS_TYPE",
    "DOMAIN_GET_PERF_EVENTS",
    "DOMAIN_GET_SCHEDULER_PARAMETERS",
    "DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS",
    "DOMAIN_GET_SCHEDULER_TYPE",
    "DOMAIN_GET_SECURITY_LABEL",
    "DOMAIN_GET_SECURITY_LABEL_LIST",
    "DOMAIN_GET_STATE",
    "DOMAIN_GET_TIME",
    "DOMAIN_GET_VCPUS",
    "DOMAIN_GET_VCPUS_FLAGS",
    "DOMAIN_GET_VCPU_PIN_INFO",
    "DOMAIN_GET_XML_DESC",
    "DOMAIN_GRAPHICS_RELOAD",
    "DOMAIN_HAS_CURRENT_SNAPSHOT",
    "DOMAIN_HAS_MANAGED_SAVE_IMAGE",
    "DOMAIN_INJECT_NMI",
    "DOMAIN_INTERFACE_ADDRESSES",
    "DOMAIN_INTERFACE_STATS",
    "DOMAIN_IS_ACTIVE",
    "DOMAIN_IS_PERSISTENT",
    "DOMAIN_IS_UPDATED",
    "DOMAIN_LIST_ALL_CHECKPOINTS",
    "DOMAIN_LIST_ALL_SNAPSHOTS",
    "DOMAIN_LOOKUP_BY_ID",
    "DOMAIN_LOOKUP_BY_NAME",
    "DOMAIN_LOOKUP_BY_UUID",
    "DOMAIN_MANAGED_SAVE",
    "DOMAIN_MANAGED_SAVE_DEFINE_XML",
    "DOMAIN_MANAGED_SAVE_GET_XML_DESC",
    "DOMAIN_MANAGED_SAVE_REMOVE",
    "DOMAIN_MEMORY_PEEK",
    "DOMAIN_MEMORY_STATS",
    "DOMAIN_MIGRATE_BEGIN3",
    "DOMAIN_MIGRATE_BEGIN3_PARAMS",
    "DOMAIN_MIGRATE_CONFIRM3",
    "DOMAIN_MIGRATE_CONFIRM3_PARAMS",
    "DOMAIN_MIGRATE_FINISH",
    "DOMAIN_MIGRATE_FINISH2",
    "DOMAIN_MIGRATE_FINISH3",
    "DOMAIN_MIGRATE_FINISH3_PARAMS",
    "DOMAIN_MIGRATE_GET_COMPRESSION_CACHE",
    "DOMAIN_MIGRATE_GET_MAX_DOWNTIME",
    "DOMAIN_MIGRATE_GET_MAX_SPEED",
    "DOMAIN_MIGRATE_PERFORM",
    "DOMAIN_MIGRATE_PERFORM3",
    "DOMAIN_MIGRATE_PERFORM3_PARAMS",
    "DOMAIN_MIGRATE_PREPARE",
    "DOMAIN_MIGRATE_PREPARE2",
    "DOMAIN_MIGRATE_PREPARE3",
    "DOMAIN_MIGRATE_PREPARE3_PARAMS",
    "DOMAIN_MIGRATE_PREPARE_TUNNEL",
    "DOMAIN_MIGRATE_PREPARE_TUNNEL3",
    "DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS",
    "DOMAIN_MIGRATE_SET_COMPRESSION_CACHE",
    "DOMAIN_MIGRATE_SET_MAX_DOWNTIME",
    "DOMAIN_MIGRATE_SET_MAX_SPEED",
    "DOMAIN_MIGRATE_START_POST_COPY",
    "DOMAIN_OPEN_CHANNEL",
    "DOMAIN_OPEN_CONSOLE",
    "DOMAIN_OPEN_GRAPHICS",
    "DOMAIN_OPEN_GRAPHICS_FD",
    "DOMAIN_PIN_EMULATOR",
    "DOMAIN_PIN_IOTHREAD",
    "DOMAIN_PIN_VCPU",
    "DOMAIN_PIN_VCPU_FLAGS",
    "DOMAIN_PM_SUSPEND_FOR_DURATION",
    "DOMAIN_PM_WAKEUP",
    "DOMAIN_REBOOT",
    "DOMAIN_RENAME",
    "DOMAIN_RESET",
    "DOMAIN_RESTORE",
    "DOMAIN_RESTORE_FLAGS",
    "DOMAIN_RESTORE_PARAMS",
    "DOMAIN_RESUME",
    "DOMAIN_REVERT_TO_SNAPSHOT",
    "DOMAIN_SAVE",
    "DOMAIN_SAVE_FLAGS",
    "DOMAIN_SAVE_IMAGE_DEFINE_XML",
    "DOMAIN_SAVE_IMAGE_GET_XML_DESC",
    "DOMAIN_SAVE_PARAMS",
    "DOMAIN_SCREENSHOT",
    "DOMAIN_SEND_KEY",
    "DOMAIN_SEND_PROCESS_SIGNAL",
    "DOMAIN_SET_AUTOSTART",
    "DOMAIN_SET_AUTOSTART_ONCE",
    "DOMAIN_SET_BLKIO_PARAMETERS",
    "DOMAIN_SET_BLOCK_IO_TUNE",
    "DOMAIN_SET_BLOCK_THRESHOLD",
    "DOMAIN_SET_GUEST_VCPUS",
    "DOMAIN_SET_INTERFACE_PARAMETERS",
    "DOMAIN_SET_IOTHREAD_PARAMS",
    "DOMAIN_SET_LAUNCH_SECURITY_STATE",
    "DOMAIN_SET_LIFECYCLE_ACTION",
    "DOMAIN_SET_MAX_MEMORY",
    "DOMAIN_SET_MEMORY",
    "DOMAIN_SET_MEMORY_FLAGS",
    "DOMAIN_SET_MEMORY_PARAMETERS",
    "DOMAIN_SET_MEMORY_STATS_PERIOD",
    "DOMAIN_SET_METADATA",
    "DOMAIN_SET_NUMA_PARAMETERS",
    "DOMAIN_SET_PERF_EVENTS",
    "DOMAIN_SET_SCHEDULER_PARAMETERS",
    "DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS",
    "DOMAIN_SET_THROTTLE_GROUP",
    "DOMAIN_SET_TIME",
    "DOMAIN_SET_USER_PASSWORD",
    "DOMAIN_SET_VCPU",
    "DOMAIN_SET_VCPUS",
    "DOMAIN_SET_VCPUS_FLAGS",
    "DOMAIN_SHUTDOWN",
    "DOMAIN_SHUTDOWN_FLAGS",
    "DOMAIN_SNAPSHOT_CREATE_XML",
    "DOMAIN_SNAPSHOT_CURRENT",
    "DOMAIN_SNAPSHOT_DELETE",
    "DOMAIN_SNAPSHOT_GET_PARENT",
    "DOMAIN_SNAPSHOT_GET_XML_DESC",
    "DOMAIN_SNAPSHOT_HAS_METADATA",
    "DOMAIN_SNAPSHOT_IS_CURRENT",
    "DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN",
    "DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES",
    "DOMAIN_SNAPSHOT_LIST_NAMES",
    "DOMAIN_SNAPSHOT_LOOKUP_BY_NAME",
    "DOMAIN_SNAPSHOT_NUM",
    "DOMAIN_SNAPSHOT_NUM_CHILDREN",
    "DOMAIN_START_DIRTY_RATE_CALC",
    "DOMAIN_SUSPEND",
    "DOMAIN_UNDEFINE",
    "DOMAIN_UNDEFINE_FLAGS",
    "DOMAIN_UPDATE_DEVICE_FLAGS",
    "INTERFACE_CHANGE_BEGIN",
    "INTERFACE_CHANGE_COMMIT",
    "INTERFACE_CHANGE_ROLLBACK",
    "INTERFACE_CREATE",
    "INTERFACE_DEFINE_XML",
    "INTERFACE_DESTROY",
    "INTERFACE_GET_XML_DESC",
    "INTERFACE_IS_ACTIVE",
    "INTERFACE_LOOKUP_BY_MAC_STRING",
    "INTERFACE_LOOKUP_BY_NAME",
    "INTERFACE_UNDEFINE",
    "LXC",
    "LXC_DOMAIN_OPEN_NAMESPACE",
    "LxcProcedure",
    "NETWORK_CREATE",
    "NETWORK_CREATE_XML",
    "NETWORK_CREATE_XML_FLAGS",
    "NETWORK_DEFINE_XML",
    "NETWORK_DEFINE_XML_FLAGS",
    "NETWORK_DESTROY",
    "NETWORK_EVENT_CALLBACK_METADATA_CHANGE",
    "NETWORK_EVENT_LIFECYCLE",
    "NETWORK_GET_AUTOSTART",
    "NETWORK_GET_BRIDGE_NAME",
    "NETWORK_GET_DHCP_LEASES",
    "NETWORK_GET_METADATA",
    "NETWORK_GET_XML_DESC",
    "NETWORK_IS_ACTIVE",
    "NETWORK_IS_PERSISTENT",
    "NETWORK_LIST_ALL_PORTS",
    "NETWORK_LOOKUP_BY_NAME",
    "NETWORK_LOOKUP_BY_UUID",
    "NETWORK_PORT_CREATE_XML",
    "NETWORK_PORT_DELETE",
    "NETWORK_PORT_GET_PARAMETERS",
    "NETWORK_PORT_GET_XML_DESC",
    "NETWORK_PORT_LOOKUP_BY_UUID",
    "NETWORK_PORT_SET_PARAMETERS",
    "NETWORK_SET_AUTOSTART",
    "NETWORK_SET_METADATA",
    "NETWORK_UNDEFINE",
    "NETWORK_UPDATE",
    "NODE_ALLOC_PAGES",
    "NODE_DEVICE_CREATE",
    "NODE_DEVICE_CREATE_XML",
    "NODE_DEVICE_DEFINE_XML",
    "NODE_DEVICE_DESTROY",
    "NODE_DEVICE_DETACH_FLAGS",
    "NODE_DEVICE_DETTACH",
    "NODE_DEVICE_EVENT_LIFECYCLE",
    "NODE_DEVICE_EVENT_UPDATE",
    "NODE_DEVICE_GET_AUTOSTART",
    "NODE_DEVICE_GET_PARENT",
    "NODE_DEVICE_GET_XML_DESC",
    "NODE_DEVICE_IS_ACTIVE",
    "NODE_DEVICE_IS_PERSISTENT",
    "NODE_DEVICE_LIST_CAPS",
    "NODE_DEVICE_LOOKUP_BY_NAME",
    "NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN",
    "NODE_DEVICE_NUM_OF_CAPS",
    "NODE_DEVICE_RESET",
    "NODE_DEVICE_RE_ATTACH",
    "NODE_DEVICE_SET_AUTOSTART",
    "NODE_DEVICE_UNDEFINE",
    "NODE_DEVICE_UPDATE",
    "NODE_GET_CELLS_FREE_MEMORY",
    "NODE_GET_CPU_MAP",
    "NODE_GET_CPU_STATS",
    "NODE_GET_FREE_MEMORY",
    "NODE_GET_FREE_PAGES",
    "NODE_GET_INFO",
    "NODE_GET_MEMORY_PARAMETERS",
    "NODE_GET_MEMORY_STATS",
    "NODE_GET_SECURITY_MODEL",
    "NODE_GET_SEV_INFO",
    "NODE_LIST_DEVICES",
    "NODE_NUM_OF_DEVICES",
    "NODE_SET_MEMORY_PARAMETERS",
    "NODE_SUSPEND_FOR_DURATION",
    "NWFILTER_BINDING_CREATE_XML",
    "NWFILTER_BINDING_DELETE",
    "NWFILTER_BINDING_GET_XML_DESC",
    "NWFILTER_BINDING_LOOKUP_BY_PORT_DEV",
    "NWFILTER_DEFINE_XML",
    "NWFILTER_DEFINE_XML_FLAGS",
    "NWFILTER_GET_XML_DESC",
    "NWFILTER_LOOKUP_BY_NAME",
    "NWFILTER_LOOKUP_BY_UUID",
    "NWFILTER_UNDEFINE",
    "Procedure",
    "QEMU",
    "QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER",
    "QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER",
    "QEMU_DOMAIN_AGENT_COMMAND",
    "QEMU_DOMAIN_ATTACH",
    "QEMU_DOMAIN_MONITOR_COMMAND",
    "QEMU_DOMAIN_MONITOR_COMMAND_WITH_FILES",
    "QEMU_DOMAIN_MONITOR_EVENT",
    "QemuProcedure",
    "REMOTE",
    "SECRET_DEFINE_XML",
    "SECRET_EVENT_LIFECYCLE",
    "SECRET_EVENT_VALUE_CHANGED",
    "SECRET_GET_VALUE",
    "SECRET_GET_XML_DESC",
    "SECRET_LOOKUP_BY_USAGE",
    "SECRET_LOOKUP_BY_UUID",
    "SECRET_SET_VALUE",
    "SECRET_UNDEFINE",
    "STORAGE_POOL_BUILD",
    "STORAGE_POOL_CREATE",
    "STORAGE_POOL_CREATE_XML",
    "STORAGE_POOL_DEFINE_XML",
    "STORAGE_POOL_DELETE",
    "STORAGE_POOL_DESTROY",
    "STORAGE_POOL_EVENT_LIFECYCLE",
    "STORAGE_POOL_EVENT_REFRESH",
    "STORAGE_POOL_GET_AUTOSTART",
    "STORAGE_POOL_GET_INFO",
    "STORAGE_POOL_GET_XML_DESC",
    "STORAGE_POOL_IS_ACTIVE",
    "STORAGE_POOL_IS_PERSISTENT",
    "STORAGE_POOL_LIST_ALL_VOLUMES",
    "STORAGE_POOL_LIST_VOLUMES",
    "STORAGE_POOL_LOOKUP_BY_NAME",
    "STORAGE_POOL_LOOKUP_BY_TARGET_PATH",
    "STORAGE_POOL_LOOKUP_BY_UUID",
    "STORAGE_POOL_LOOKUP_BY_VOLUME",
    "STORAGE_POOL_NUM_OF_VOLUMES",
    "STORAGE_POOL_REFRESH",
    "STORAGE_POOL_SET_AUTOSTART",
    "STORAGE_POOL_UNDEFINE",
    "STORAGE_VOL_CREATE_XML",
    "STORAGE_VOL_CREATE_XML_FROM",
    "STORAGE_VOL_DELETE",
    "STORAGE_VOL_DOWNLOAD",
    "STORAGE_VOL_GET_INFO",
    "STORAGE_VOL_GET_INFO_FLAGS",
    "STORAGE_VOL_GET_PATH",
    "STORAGE_VOL_GET_XML_DESC",
    "STORAGE_VOL_LOOKUP_BY_KEY",
    "STORAGE_VOL_LOOKUP_BY_NAME",
    "STORAGE_VOL_LOOKUP_BY_PATH",
    "STORAGE_VOL_RESIZE",
    "STORAGE_VOL_UPLOAD",
    "STORAGE_VOL_WIPE",
    "STORAGE_VOL_WIPE_PATTERN",
]

AnySpec: TypeAlias = ProcedureSpec[Any, Any]

CONNECT_OPEN: ProcedureSpec[remote.ConnectOpenArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    1,
    "REMOTE_PROC_CONNECT_OPEN",
    remote.ConnectOpenArgs,
    None,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_CLOSE: ProcedureSpec[None, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    2,
    "REMOTE_PROC_CONNECT_CLOSE",
    None,
    None,
    high_priority=True,
    acl=("none",),
)
CONNECT_GET_TYPE: ProcedureSpec[None, remote.ConnectGetTypeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    3,
    "REMOTE_PROC_CONNECT_GET_TYPE",
    None,
    remote.ConnectGetTypeRet,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_GET_VERSION: ProcedureSpec[None, remote.ConnectGetVersionRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    4,
    "REMOTE_PROC_CONNECT_GET_VERSION",
    None,
    remote.ConnectGetVersionRet,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_GET_MAX_VCPUS: ProcedureSpec[remote.ConnectGetMaxVcpusArgs, remote.ConnectGetMaxVcpusRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    5,
    "REMOTE_PROC_CONNECT_GET_MAX_VCPUS",
    remote.ConnectGetMaxVcpusArgs,
    remote.ConnectGetMaxVcpusRet,
    high_priority=True,
    acl=("connect:read",),
)
NODE_GET_INFO: ProcedureSpec[None, remote.NodeGetInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    6,
    "REMOTE_PROC_NODE_GET_INFO",
    None,
    remote.NodeGetInfoRet,
    high_priority=True,
    acl=("connect:read",),
)
CONNECT_GET_CAPABILITIES: ProcedureSpec[None, remote.ConnectGetCapabilitiesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    7,
    "REMOTE_PROC_CONNECT_GET_CAPABILITIES",
    None,
    remote.ConnectGetCapabilitiesRet,
    acl=("connect:read",),
)
DOMAIN_ATTACH_DEVICE: ProcedureSpec[remote.DomainAttachDeviceArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    8,
    "REMOTE_PROC_DOMAIN_ATTACH_DEVICE",
    remote.DomainAttachDeviceArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_CREATE: ProcedureSpec[remote.DomainCreateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    9,
    "REMOTE_PROC_DOMAIN_CREATE",
    remote.DomainCreateArgs,
    None,
    acl=("domain:start",),
)
DOMAIN_CREATE_XML: ProcedureSpec[remote.DomainCreateXmlArgs, remote.DomainCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    10,
    "REMOTE_PROC_DOMAIN_CREATE_XML",
    remote.DomainCreateXmlArgs,
    remote.DomainCreateXmlRet,
    acl=("domain:write", "domain:start",),
)
DOMAIN_DEFINE_XML: ProcedureSpec[remote.DomainDefineXmlArgs, remote.DomainDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    11,
    "REMOTE_PROC_DOMAIN_DEFINE_XML",
    remote.DomainDefineXmlArgs,
    remote.DomainDefineXmlRet,
    high_priority=True,
    acl=("domain:write", "domain:save",),
)
DOMAIN_DESTROY: ProcedureSpec[remote.DomainDestroyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    12,
    "REMOTE_PROC_DOMAIN_DESTROY",
    remote.DomainDestroyArgs,
    None,
    high_priority=True,
    acl=("domain:stop",),
)
DOMAIN_DETACH_DEVICE: ProcedureSpec[remote.DomainDetachDeviceArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    13,
    "REMOTE_PROC_DOMAIN_DETACH_DEVICE",
    remote.DomainDetachDeviceArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_GET_XML_DESC: ProcedureSpec[remote.DomainGetXmlDescArgs, remote.DomainGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    14,
    "REMOTE_PROC_DOMAIN_GET_XML_DESC",
    remote.DomainGetXmlDescArgs,
    remote.DomainGetXmlDescRet,
    acl=("domain:read", "domain:read_secure:VIR_DOMAIN_XML_SECURE", "domain:read_secure:VIR_DOMAIN_XML_MIGRATABLE",),
)
DOMAIN_GET_AUTOSTART: ProcedureSpec[remote.DomainGetAutostartArgs, remote.DomainGetAutostartRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    15,
    "REMOTE_PROC_DOMAIN_GET_AUTOSTART",
    remote.DomainGetAutostartArgs,
    remote.DomainGetAutostartRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_GET_INFO: ProcedureSpec[remote.DomainGetInfoArgs, remote.DomainGetInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    16,
    "REMOTE_PROC_DOMAIN_GET_INFO",
    remote.DomainGetInfoArgs,
    remote.DomainGetInfoRet,
    acl=("domain:read",),
)
DOMAIN_GET_MAX_MEMORY: ProcedureSpec[remote.DomainGetMaxMemoryArgs, remote.DomainGetMaxMemoryRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    17,
    "REMOTE_PROC_DOMAIN_GET_MAX_MEMORY",
    remote.DomainGetMaxMemoryArgs,
    remote.DomainGetMaxMemoryRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_GET_MAX_VCPUS: ProcedureSpec[remote.DomainGetMaxVcpusArgs, remote.DomainGetMaxVcpusRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    18,
    "REMOTE_PROC_DOMAIN_GET_MAX_VCPUS",
    remote.DomainGetMaxVcpusArgs,
    remote.DomainGetMaxVcpusRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_GET_OS_TYPE: ProcedureSpec[remote.DomainGetOsTypeArgs, remote.DomainGetOsTypeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    19,
    "REMOTE_PROC_DOMAIN_GET_OS_TYPE",
    remote.DomainGetOsTypeArgs,
    remote.DomainGetOsTypeRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_GET_VCPUS: ProcedureSpec[remote.DomainGetVcpusArgs, remote.DomainGetVcpusRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    20,
    "REMOTE_PROC_DOMAIN_GET_VCPUS",
    remote.DomainGetVcpusArgs,
    remote.DomainGetVcpusRet,
    high_priority=True,
    acl=("domain:read",),
)
CONNECT_LIST_DEFINED_DOMAINS: ProcedureSpec[remote.ConnectListDefinedDomainsArgs, remote.ConnectListDefinedDomainsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    21,
    "REMOTE_PROC_CONNECT_LIST_DEFINED_DOMAINS",
    remote.ConnectListDefinedDomainsArgs,
    remote.ConnectListDefinedDomainsRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
DOMAIN_LOOKUP_BY_ID: ProcedureSpec[remote.DomainLookupByIdArgs, remote.DomainLookupByIdRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    22,
    "REMOTE_PROC_DOMAIN_LOOKUP_BY_ID",
    remote.DomainLookupByIdArgs,
    remote.DomainLookupByIdRet,
    high_priority=True,
    acl=("domain:getattr",),
)
DOMAIN_LOOKUP_BY_NAME: ProcedureSpec[remote.DomainLookupByNameArgs, remote.DomainLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    23,
    "REMOTE_PROC_DOMAIN_LOOKUP_BY_NAME",
    remote.DomainLookupByNameArgs,
    remote.DomainLookupByNameRet,
    high_priority=True,
    acl=("domain:getattr",),
)
DOMAIN_LOOKUP_BY_UUID: ProcedureSpec[remote.DomainLookupByUuidArgs, remote.DomainLookupByUuidRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    24,
    "REMOTE_PROC_DOMAIN_LOOKUP_BY_UUID",
    remote.DomainLookupByUuidArgs,
    remote.DomainLookupByUuidRet,
    high_priority=True,
    acl=("domain:getattr",),
)
CONNECT_NUM_OF_DEFINED_DOMAINS: ProcedureSpec[None, remote.ConnectNumOfDefinedDomainsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    25,
    "REMOTE_PROC_CONNECT_NUM_OF_DEFINED_DOMAINS",
    None,
    remote.ConnectNumOfDefinedDomainsRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
DOMAIN_PIN_VCPU: ProcedureSpec[remote.DomainPinVcpuArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    26,
    "REMOTE_PROC_DOMAIN_PIN_VCPU",
    remote.DomainPinVcpuArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_REBOOT: ProcedureSpec[remote.DomainRebootArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    27,
    "REMOTE_PROC_DOMAIN_REBOOT",
    remote.DomainRebootArgs,
    None,
    acl=("domain:init_control", "domain:write:VIR_DOMAIN_REBOOT_GUEST_AGENT",),
)
DOMAIN_RESUME: ProcedureSpec[remote.DomainResumeArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    28,
    "REMOTE_PROC_DOMAIN_RESUME",
    remote.DomainResumeArgs,
    None,
    acl=("domain:suspend",),
)
DOMAIN_SET_AUTOSTART: ProcedureSpec[remote.DomainSetAutostartArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    29,
    "REMOTE_PROC_DOMAIN_SET_AUTOSTART",
    remote.DomainSetAutostartArgs,
    None,
    high_priority=True,
    acl=("domain:write",),
)
DOMAIN_SET_MAX_MEMORY: ProcedureSpec[remote.DomainSetMaxMemoryArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    30,
    "REMOTE_PROC_DOMAIN_SET_MAX_MEMORY",
    remote.DomainSetMaxMemoryArgs,
    None,
    high_priority=True,
    acl=("domain:write",),
)
DOMAIN_SET_MEMORY: ProcedureSpec[remote.DomainSetMemoryArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    31,
    "REMOTE_PROC_DOMAIN_SET_MEMORY",
    remote.DomainSetMemoryArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_SET_VCPUS: ProcedureSpec[remote.DomainSetVcpusArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    32,
    "REMOTE_PROC_DOMAIN_SET_VCPUS",
    remote.DomainSetVcpusArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_SHUTDOWN: ProcedureSpec[remote.DomainShutdownArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    33,
    "REMOTE_PROC_DOMAIN_SHUTDOWN",
    remote.DomainShutdownArgs,
    None,
    acl=("domain:init_control",),
)
DOMAIN_SUSPEND: ProcedureSpec[remote.DomainSuspendArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    34,
    "REMOTE_PROC_DOMAIN_SUSPEND",
    remote.DomainSuspendArgs,
    None,
    acl=("domain:suspend",),
)
DOMAIN_UNDEFINE: ProcedureSpec[remote.DomainUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    35,
    "REMOTE_PROC_DOMAIN_UNDEFINE",
    remote.DomainUndefineArgs,
    None,
    high_priority=True,
    acl=("domain:delete",),
)
CONNECT_LIST_DEFINED_NETWORKS: ProcedureSpec[remote.ConnectListDefinedNetworksArgs, remote.ConnectListDefinedNetworksRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    36,
    "REMOTE_PROC_CONNECT_LIST_DEFINED_NETWORKS",
    remote.ConnectListDefinedNetworksArgs,
    remote.ConnectListDefinedNetworksRet,
    high_priority=True,
    acl=("connect:search_networks",),
)
CONNECT_LIST_DOMAINS: ProcedureSpec[remote.ConnectListDomainsArgs, remote.ConnectListDomainsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    37,
    "REMOTE_PROC_CONNECT_LIST_DOMAINS",
    remote.ConnectListDomainsArgs,
    remote.ConnectListDomainsRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
CONNECT_LIST_NETWORKS: ProcedureSpec[remote.ConnectListNetworksArgs, remote.ConnectListNetworksRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    38,
    "REMOTE_PROC_CONNECT_LIST_NETWORKS",
    remote.ConnectListNetworksArgs,
    remote.ConnectListNetworksRet,
    high_priority=True,
    acl=("connect:search_networks",),
)
NETWORK_CREATE: ProcedureSpec[remote.NetworkCreateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    39,
    "REMOTE_PROC_NETWORK_CREATE",
    remote.NetworkCreateArgs,
    None,
    acl=("network:start",),
)
NETWORK_CREATE_XML: ProcedureSpec[remote.NetworkCreateXmlArgs, remote.NetworkCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    40,
    "REMOTE_PROC_NETWORK_CREATE_XML",
    remote.NetworkCreateXmlArgs,
    remote.NetworkCreateXmlRet,
    acl=("network:write", "network:start",),
)
NETWORK_DEFINE_XML: ProcedureSpec[remote.NetworkDefineXmlArgs, remote.NetworkDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    41,
    "REMOTE_PROC_NETWORK_DEFINE_XML",
    remote.NetworkDefineXmlArgs,
    remote.NetworkDefineXmlRet,
    high_priority=True,
    acl=("network:write", "network:save",),
)
NETWORK_DESTROY: ProcedureSpec[remote.NetworkDestroyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    42,
    "REMOTE_PROC_NETWORK_DESTROY",
    remote.NetworkDestroyArgs,
    None,
    high_priority=True,
    acl=("network:stop",),
)
NETWORK_GET_XML_DESC: ProcedureSpec[remote.NetworkGetXmlDescArgs, remote.NetworkGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    43,
    "REMOTE_PROC_NETWORK_GET_XML_DESC",
    remote.NetworkGetXmlDescArgs,
    remote.NetworkGetXmlDescRet,
    high_priority=True,
    acl=("network:read",),
)
NETWORK_GET_AUTOSTART: ProcedureSpec[remote.NetworkGetAutostartArgs, remote.NetworkGetAutostartRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    44,
    "REMOTE_PROC_NETWORK_GET_AUTOSTART",
    remote.NetworkGetAutostartArgs,
    remote.NetworkGetAutostartRet,
    high_priority=True,
    acl=("network:read",),
)
NETWORK_GET_BRIDGE_NAME: ProcedureSpec[remote.NetworkGetBridgeNameArgs, remote.NetworkGetBridgeNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    45,
    "REMOTE_PROC_NETWORK_GET_BRIDGE_NAME",
    remote.NetworkGetBridgeNameArgs,
    remote.NetworkGetBridgeNameRet,
    high_priority=True,
    acl=("network:read",),
)
NETWORK_LOOKUP_BY_NAME: ProcedureSpec[remote.NetworkLookupByNameArgs, remote.NetworkLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    46,
    "REMOTE_PROC_NETWORK_LOOKUP_BY_NAME",
    remote.NetworkLookupByNameArgs,
    remote.NetworkLookupByNameRet,
    high_priority=True,
    acl=("network:getattr",),
)
NETWORK_LOOKUP_BY_UUID: ProcedureSpec[remote.NetworkLookupByUuidArgs, remote.NetworkLookupByUuidRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    47,
    "REMOTE_PROC_NETWORK_LOOKUP_BY_UUID",
    remote.NetworkLookupByUuidArgs,
    remote.NetworkLookupByUuidRet,
    high_priority=True,
    acl=("network:getattr",),
)
NETWORK_SET_AUTOSTART: ProcedureSpec[remote.NetworkSetAutostartArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    48,
    "REMOTE_PROC_NETWORK_SET_AUTOSTART",
    remote.NetworkSetAutostartArgs,
    None,
    high_priority=True,
    acl=("network:write",),
)
NETWORK_UNDEFINE: ProcedureSpec[remote.NetworkUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    49,
    "REMOTE_PROC_NETWORK_UNDEFINE",
    remote.NetworkUndefineArgs,
    None,
    high_priority=True,
    acl=("network:delete",),
)
CONNECT_NUM_OF_DEFINED_NETWORKS: ProcedureSpec[None, remote.ConnectNumOfDefinedNetworksRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    50,
    "REMOTE_PROC_CONNECT_NUM_OF_DEFINED_NETWORKS",
    None,
    remote.ConnectNumOfDefinedNetworksRet,
    high_priority=True,
    acl=("connect:search_networks",),
)
CONNECT_NUM_OF_DOMAINS: ProcedureSpec[None, remote.ConnectNumOfDomainsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    51,
    "REMOTE_PROC_CONNECT_NUM_OF_DOMAINS",
    None,
    remote.ConnectNumOfDomainsRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
CONNECT_NUM_OF_NETWORKS: ProcedureSpec[None, remote.ConnectNumOfNetworksRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    52,
    "REMOTE_PROC_CONNECT_NUM_OF_NETWORKS",
    None,
    remote.ConnectNumOfNetworksRet,
    high_priority=True,
    acl=("connect:search_networks",),
)
DOMAIN_CORE_DUMP: ProcedureSpec[remote.DomainCoreDumpArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    53,
    "REMOTE_PROC_DOMAIN_CORE_DUMP",
    remote.DomainCoreDumpArgs,
    None,
    acl=("domain:core_dump",),
)
DOMAIN_RESTORE: ProcedureSpec[remote.DomainRestoreArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    54,
    "REMOTE_PROC_DOMAIN_RESTORE",
    remote.DomainRestoreArgs,
    None,
    acl=("domain:start", "domain:write",),
)
DOMAIN_SAVE: ProcedureSpec[remote.DomainSaveArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    55,
    "REMOTE_PROC_DOMAIN_SAVE",
    remote.DomainSaveArgs,
    None,
    acl=("domain:hibernate",),
)
DOMAIN_GET_SCHEDULER_TYPE: ProcedureSpec[remote.DomainGetSchedulerTypeArgs, remote.DomainGetSchedulerTypeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    56,
    "REMOTE_PROC_DOMAIN_GET_SCHEDULER_TYPE",
    remote.DomainGetSchedulerTypeArgs,
    remote.DomainGetSchedulerTypeRet,
    acl=("domain:read",),
)
DOMAIN_GET_SCHEDULER_PARAMETERS: ProcedureSpec[remote.DomainGetSchedulerParametersArgs, remote.DomainGetSchedulerParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    57,
    "REMOTE_PROC_DOMAIN_GET_SCHEDULER_PARAMETERS",
    remote.DomainGetSchedulerParametersArgs,
    remote.DomainGetSchedulerParametersRet,
    acl=("domain:read",),
)
DOMAIN_SET_SCHEDULER_PARAMETERS: ProcedureSpec[remote.DomainSetSchedulerParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    58,
    "REMOTE_PROC_DOMAIN_SET_SCHEDULER_PARAMETERS",
    remote.DomainSetSchedulerParametersArgs,
    None,
    acl=("domain:read",),
)
CONNECT_GET_HOSTNAME: ProcedureSpec[None, remote.ConnectGetHostnameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    59,
    "REMOTE_PROC_CONNECT_GET_HOSTNAME",
    None,
    remote.ConnectGetHostnameRet,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_SUPPORTS_FEATURE: ProcedureSpec[remote.ConnectSupportsFeatureArgs, remote.ConnectSupportsFeatureRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    60,
    "REMOTE_PROC_CONNECT_SUPPORTS_FEATURE",
    remote.ConnectSupportsFeatureArgs,
    remote.ConnectSupportsFeatureRet,
    high_priority=True,
    acl=("connect:getattr",),
)
DOMAIN_MIGRATE_PREPARE: ProcedureSpec[remote.DomainMigratePrepareArgs, remote.DomainMigratePrepareRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    61,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE",
    remote.DomainMigratePrepareArgs,
    remote.DomainMigratePrepareRet,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
DOMAIN_MIGRATE_PERFORM: ProcedureSpec[remote.DomainMigratePerformArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    62,
    "REMOTE_PROC_DOMAIN_MIGRATE_PERFORM",
    remote.DomainMigratePerformArgs,
    None,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_FINISH: ProcedureSpec[remote.DomainMigrateFinishArgs, remote.DomainMigrateFinishRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    63,
    "REMOTE_PROC_DOMAIN_MIGRATE_FINISH",
    remote.DomainMigrateFinishArgs,
    remote.DomainMigrateFinishRet,
    acl=("domain:migrate",),
)
DOMAIN_BLOCK_STATS: ProcedureSpec[remote.DomainBlockStatsArgs, remote.DomainBlockStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    64,
    "REMOTE_PROC_DOMAIN_BLOCK_STATS",
    remote.DomainBlockStatsArgs,
    remote.DomainBlockStatsRet,
    acl=("domain:read",),
)
DOMAIN_INTERFACE_STATS: ProcedureSpec[remote.DomainInterfaceStatsArgs, remote.DomainInterfaceStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    65,
    "REMOTE_PROC_DOMAIN_INTERFACE_STATS",
    remote.DomainInterfaceStatsArgs,
    remote.DomainInterfaceStatsRet,
    high_priority=True,
    acl=("domain:read",),
)
AUTH_LIST: ProcedureSpec[None, remote.AuthListRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    66,
    "REMOTE_PROC_AUTH_LIST",
    None,
    remote.AuthListRet,
    high_priority=True,
    acl=("none",),
)
AUTH_SASL_INIT: ProcedureSpec[None, remote.AuthSaslInitRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    67,
    "REMOTE_PROC_AUTH_SASL_INIT",
    None,
    remote.AuthSaslInitRet,
    high_priority=True,
    acl=("none",),
)
AUTH_SASL_START: ProcedureSpec[remote.AuthSaslStartArgs, remote.AuthSaslStartRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    68,
    "REMOTE_PROC_AUTH_SASL_START",
    remote.AuthSaslStartArgs,
    remote.AuthSaslStartRet,
    high_priority=True,
    acl=("none",),
)
AUTH_SASL_STEP: ProcedureSpec[remote.AuthSaslStepArgs, remote.AuthSaslStepRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    69,
    "REMOTE_PROC_AUTH_SASL_STEP",
    remote.AuthSaslStepArgs,
    remote.AuthSaslStepRet,
    high_priority=True,
    acl=("none",),
)
AUTH_POLKIT: ProcedureSpec[None, remote.AuthPolkitRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    70,
    "REMOTE_PROC_AUTH_POLKIT",
    None,
    remote.AuthPolkitRet,
    high_priority=True,
    acl=("none",),
)
CONNECT_NUM_OF_STORAGE_POOLS: ProcedureSpec[None, remote.ConnectNumOfStoragePoolsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    71,
    "REMOTE_PROC_CONNECT_NUM_OF_STORAGE_POOLS",
    None,
    remote.ConnectNumOfStoragePoolsRet,
    high_priority=True,
    acl=("connect:search_storage_pools",),
)
CONNECT_LIST_STORAGE_POOLS: ProcedureSpec[remote.ConnectListStoragePoolsArgs, remote.ConnectListStoragePoolsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    72,
    "REMOTE_PROC_CONNECT_LIST_STORAGE_POOLS",
    remote.ConnectListStoragePoolsArgs,
    remote.ConnectListStoragePoolsRet,
    high_priority=True,
    acl=("connect:search_storage_pools",),
)
CONNECT_NUM_OF_DEFINED_STORAGE_POOLS: ProcedureSpec[None, remote.ConnectNumOfDefinedStoragePoolsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    73,
    "REMOTE_PROC_CONNECT_NUM_OF_DEFINED_STORAGE_POOLS",
    None,
    remote.ConnectNumOfDefinedStoragePoolsRet,
    high_priority=True,
    acl=("connect:search_storage_pools",),
)
CONNECT_LIST_DEFINED_STORAGE_POOLS: ProcedureSpec[remote.ConnectListDefinedStoragePoolsArgs, remote.ConnectListDefinedStoragePoolsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    74,
    "REMOTE_PROC_CONNECT_LIST_DEFINED_STORAGE_POOLS",
    remote.ConnectListDefinedStoragePoolsArgs,
    remote.ConnectListDefinedStoragePoolsRet,
    high_priority=True,
    acl=("connect:search_storage_pools",),
)
CONNECT_FIND_STORAGE_POOL_SOURCES: ProcedureSpec[remote.ConnectFindStoragePoolSourcesArgs, remote.ConnectFindStoragePoolSourcesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    75,
    "REMOTE_PROC_CONNECT_FIND_STORAGE_POOL_SOURCES",
    remote.ConnectFindStoragePoolSourcesArgs,
    remote.ConnectFindStoragePoolSourcesRet,
    acl=("connect:detect_storage_pools",),
)
STORAGE_POOL_CREATE_XML: ProcedureSpec[remote.StoragePoolCreateXmlArgs, remote.StoragePoolCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    76,
    "REMOTE_PROC_STORAGE_POOL_CREATE_XML",
    remote.StoragePoolCreateXmlArgs,
    remote.StoragePoolCreateXmlRet,
    acl=("storage_pool:start", "storage_pool:write",),
)
STORAGE_POOL_DEFINE_XML: ProcedureSpec[remote.StoragePoolDefineXmlArgs, remote.StoragePoolDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    77,
    "REMOTE_PROC_STORAGE_POOL_DEFINE_XML",
    remote.StoragePoolDefineXmlArgs,
    remote.StoragePoolDefineXmlRet,
    high_priority=True,
    acl=("storage_pool:write", "storage_pool:save",),
)
STORAGE_POOL_CREATE: ProcedureSpec[remote.StoragePoolCreateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    78,
    "REMOTE_PROC_STORAGE_POOL_CREATE",
    remote.StoragePoolCreateArgs,
    None,
    acl=("storage_pool:start",),
)
STORAGE_POOL_BUILD: ProcedureSpec[remote.StoragePoolBuildArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    79,
    "REMOTE_PROC_STORAGE_POOL_BUILD",
    remote.StoragePoolBuildArgs,
    None,
    acl=("storage_pool:format",),
)
STORAGE_POOL_DESTROY: ProcedureSpec[remote.StoragePoolDestroyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    80,
    "REMOTE_PROC_STORAGE_POOL_DESTROY",
    remote.StoragePoolDestroyArgs,
    None,
    high_priority=True,
    acl=("storage_pool:stop",),
)
STORAGE_POOL_DELETE: ProcedureSpec[remote.StoragePoolDeleteArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    81,
    "REMOTE_PROC_STORAGE_POOL_DELETE",
    remote.StoragePoolDeleteArgs,
    None,
    acl=("storage_pool:format",),
)
STORAGE_POOL_UNDEFINE: ProcedureSpec[remote.StoragePoolUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    82,
    "REMOTE_PROC_STORAGE_POOL_UNDEFINE",
    remote.StoragePoolUndefineArgs,
    None,
    high_priority=True,
    acl=("storage_pool:delete",),
)
STORAGE_POOL_REFRESH: ProcedureSpec[remote.StoragePoolRefreshArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    83,
    "REMOTE_PROC_STORAGE_POOL_REFRESH",
    remote.StoragePoolRefreshArgs,
    None,
    acl=("storage_pool:refresh",),
)
STORAGE_POOL_LOOKUP_BY_NAME: ProcedureSpec[remote.StoragePoolLookupByNameArgs, remote.StoragePoolLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    84,
    "REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_NAME",
    remote.StoragePoolLookupByNameArgs,
    remote.StoragePoolLookupByNameRet,
    high_priority=True,
    acl=("storage_pool:getattr",),
)
STORAGE_POOL_LOOKUP_BY_UUID: ProcedureSpec[remote.StoragePoolLookupByUuidArgs, remote.StoragePoolLookupByUuidRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    85,
    "REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_UUID",
    remote.StoragePoolLookupByUuidArgs,
    remote.StoragePoolLookupByUuidRet,
    high_priority=True,
    acl=("storage_pool:getattr",),
)
STORAGE_POOL_LOOKUP_BY_VOLUME: ProcedureSpec[remote.StoragePoolLookupByVolumeArgs, remote.StoragePoolLookupByVolumeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    86,
    "REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_VOLUME",
    remote.StoragePoolLookupByVolumeArgs,
    remote.StoragePoolLookupByVolumeRet,
    high_priority=True,
    acl=("storage_pool:getattr",),
)
STORAGE_POOL_GET_INFO: ProcedureSpec[remote.StoragePoolGetInfoArgs, remote.StoragePoolGetInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    87,
    "REMOTE_PROC_STORAGE_POOL_GET_INFO",
    remote.StoragePoolGetInfoArgs,
    remote.StoragePoolGetInfoRet,
    high_priority=True,
    acl=("storage_pool:read",),
)
STORAGE_POOL_GET_XML_DESC: ProcedureSpec[remote.StoragePoolGetXmlDescArgs, remote.StoragePoolGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    88,
    "REMOTE_PROC_STORAGE_POOL_GET_XML_DESC",
    remote.StoragePoolGetXmlDescArgs,
    remote.StoragePoolGetXmlDescRet,
    high_priority=True,
    acl=("storage_pool:read",),
)
STORAGE_POOL_GET_AUTOSTART: ProcedureSpec[remote.StoragePoolGetAutostartArgs, remote.StoragePoolGetAutostartRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    89,
    "REMOTE_PROC_STORAGE_POOL_GET_AUTOSTART",
    remote.StoragePoolGetAutostartArgs,
    remote.StoragePoolGetAutostartRet,
    high_priority=True,
    acl=("storage_pool:read",),
)
STORAGE_POOL_SET_AUTOSTART: ProcedureSpec[remote.StoragePoolSetAutostartArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    90,
    "REMOTE_PROC_STORAGE_POOL_SET_AUTOSTART",
    remote.StoragePoolSetAutostartArgs,
    None,
    high_priority=True,
    acl=("storage_pool:write",),
)
STORAGE_POOL_NUM_OF_VOLUMES: ProcedureSpec[remote.StoragePoolNumOfVolumesArgs, remote.StoragePoolNumOfVolumesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    91,
    "REMOTE_PROC_STORAGE_POOL_NUM_OF_VOLUMES",
    remote.StoragePoolNumOfVolumesArgs,
    remote.StoragePoolNumOfVolumesRet,
    high_priority=True,
    acl=("storage_pool:search_storage_vols",),
)
STORAGE_POOL_LIST_VOLUMES: ProcedureSpec[remote.StoragePoolListVolumesArgs, remote.StoragePoolListVolumesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    92,
    "REMOTE_PROC_STORAGE_POOL_LIST_VOLUMES",
    remote.StoragePoolListVolumesArgs,
    remote.StoragePoolListVolumesRet,
    high_priority=True,
    acl=("storage_pool:search_storage_vols",),
)
STORAGE_VOL_CREATE_XML: ProcedureSpec[remote.StorageVolCreateXmlArgs, remote.StorageVolCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    93,
    "REMOTE_PROC_STORAGE_VOL_CREATE_XML",
    remote.StorageVolCreateXmlArgs,
    remote.StorageVolCreateXmlRet,
    acl=("storage_vol:create",),
)
STORAGE_VOL_DELETE: ProcedureSpec[remote.StorageVolDeleteArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    94,
    "REMOTE_PROC_STORAGE_VOL_DELETE",
    remote.StorageVolDeleteArgs,
    None,
    acl=("storage_vol:delete",),
)
STORAGE_VOL_LOOKUP_BY_NAME: ProcedureSpec[remote.StorageVolLookupByNameArgs, remote.StorageVolLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    95,
    "REMOTE_PROC_STORAGE_VOL_LOOKUP_BY_NAME",
    remote.StorageVolLookupByNameArgs,
    remote.StorageVolLookupByNameRet,
    high_priority=True,
    acl=("storage_vol:getattr",),
)
STORAGE_VOL_LOOKUP_BY_KEY: ProcedureSpec[remote.StorageVolLookupByKeyArgs, remote.StorageVolLookupByKeyRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    96,
    "REMOTE_PROC_STORAGE_VOL_LOOKUP_BY_KEY",
    remote.StorageVolLookupByKeyArgs,
    remote.StorageVolLookupByKeyRet,
    high_priority=True,
    acl=("storage_vol:getattr",),
)
STORAGE_VOL_LOOKUP_BY_PATH: ProcedureSpec[remote.StorageVolLookupByPathArgs, remote.StorageVolLookupByPathRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    97,
    "REMOTE_PROC_STORAGE_VOL_LOOKUP_BY_PATH",
    remote.StorageVolLookupByPathArgs,
    remote.StorageVolLookupByPathRet,
    high_priority=True,
    acl=("storage_vol:getattr",),
)
STORAGE_VOL_GET_INFO: ProcedureSpec[remote.StorageVolGetInfoArgs, remote.StorageVolGetInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    98,
    "REMOTE_PROC_STORAGE_VOL_GET_INFO",
    remote.StorageVolGetInfoArgs,
    remote.StorageVolGetInfoRet,
    high_priority=True,
    acl=("storage_vol:read",),
)
STORAGE_VOL_GET_XML_DESC: ProcedureSpec[remote.StorageVolGetXmlDescArgs, remote.StorageVolGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    99,
    "REMOTE_PROC_STORAGE_VOL_GET_XML_DESC",
    remote.StorageVolGetXmlDescArgs,
    remote.StorageVolGetXmlDescRet,
    high_priority=True,
    acl=("storage_vol:read",),
)
STORAGE_VOL_GET_PATH: ProcedureSpec[remote.StorageVolGetPathArgs, remote.StorageVolGetPathRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    100,
    "REMOTE_PROC_STORAGE_VOL_GET_PATH",
    remote.StorageVolGetPathArgs,
    remote.StorageVolGetPathRet,
    high_priority=True,
    acl=("storage_vol:read",),
)
NODE_GET_CELLS_FREE_MEMORY: ProcedureSpec[remote.NodeGetCellsFreeMemoryArgs, remote.NodeGetCellsFreeMemoryRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    101,
    "REMOTE_PROC_NODE_GET_CELLS_FREE_MEMORY",
    remote.NodeGetCellsFreeMemoryArgs,
    remote.NodeGetCellsFreeMemoryRet,
    high_priority=True,
    acl=("connect:read",),
)
NODE_GET_FREE_MEMORY: ProcedureSpec[None, remote.NodeGetFreeMemoryRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    102,
    "REMOTE_PROC_NODE_GET_FREE_MEMORY",
    None,
    remote.NodeGetFreeMemoryRet,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_BLOCK_PEEK: ProcedureSpec[remote.DomainBlockPeekArgs, remote.DomainBlockPeekRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    103,
    "REMOTE_PROC_DOMAIN_BLOCK_PEEK",
    remote.DomainBlockPeekArgs,
    remote.DomainBlockPeekRet,
    acl=("domain:block_read",),
)
DOMAIN_MEMORY_PEEK: ProcedureSpec[remote.DomainMemoryPeekArgs, remote.DomainMemoryPeekRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    104,
    "REMOTE_PROC_DOMAIN_MEMORY_PEEK",
    remote.DomainMemoryPeekArgs,
    remote.DomainMemoryPeekRet,
    acl=("domain:mem_read",),
)
CONNECT_DOMAIN_EVENT_REGISTER: ProcedureSpec[None, remote.ConnectDomainEventRegisterRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    105,
    "REMOTE_PROC_CONNECT_DOMAIN_EVENT_REGISTER",
    None,
    remote.ConnectDomainEventRegisterRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
CONNECT_DOMAIN_EVENT_DEREGISTER: ProcedureSpec[None, remote.ConnectDomainEventDeregisterRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    106,
    "REMOTE_PROC_CONNECT_DOMAIN_EVENT_DEREGISTER",
    None,
    remote.ConnectDomainEventDeregisterRet,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_EVENT_LIFECYCLE: ProcedureSpec[None, remote.DomainEventLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    107,
    "REMOTE_PROC_DOMAIN_EVENT_LIFECYCLE",
    None,
    remote.DomainEventLifecycleMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_MIGRATE_PREPARE2: ProcedureSpec[remote.DomainMigratePrepare2Args, remote.DomainMigratePrepare2Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    108,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE2",
    remote.DomainMigratePrepare2Args,
    remote.DomainMigratePrepare2Ret,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
DOMAIN_MIGRATE_FINISH2: ProcedureSpec[remote.DomainMigrateFinish2Args, remote.DomainMigrateFinish2Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    109,
    "REMOTE_PROC_DOMAIN_MIGRATE_FINISH2",
    remote.DomainMigrateFinish2Args,
    remote.DomainMigrateFinish2Ret,
    acl=("domain:migrate",),
)
CONNECT_GET_URI: ProcedureSpec[None, remote.ConnectGetUriRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    110,
    "REMOTE_PROC_CONNECT_GET_URI",
    None,
    remote.ConnectGetUriRet,
    high_priority=True,
    acl=("connect:getattr",),
)
NODE_NUM_OF_DEVICES: ProcedureSpec[remote.NodeNumOfDevicesArgs, remote.NodeNumOfDevicesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    111,
    "REMOTE_PROC_NODE_NUM_OF_DEVICES",
    remote.NodeNumOfDevicesArgs,
    remote.NodeNumOfDevicesRet,
    high_priority=True,
    acl=("connect:search_node_devices",),
)
NODE_LIST_DEVICES: ProcedureSpec[remote.NodeListDevicesArgs, remote.NodeListDevicesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    112,
    "REMOTE_PROC_NODE_LIST_DEVICES",
    remote.NodeListDevicesArgs,
    remote.NodeListDevicesRet,
    high_priority=True,
    acl=("connect:search_node_devices",),
)
NODE_DEVICE_LOOKUP_BY_NAME: ProcedureSpec[remote.NodeDeviceLookupByNameArgs, remote.NodeDeviceLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    113,
    "REMOTE_PROC_NODE_DEVICE_LOOKUP_BY_NAME",
    remote.NodeDeviceLookupByNameArgs,
    remote.NodeDeviceLookupByNameRet,
    high_priority=True,
    acl=("node_device:getattr",),
)
NODE_DEVICE_GET_XML_DESC: ProcedureSpec[remote.NodeDeviceGetXmlDescArgs, remote.NodeDeviceGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    114,
    "REMOTE_PROC_NODE_DEVICE_GET_XML_DESC",
    remote.NodeDeviceGetXmlDescArgs,
    remote.NodeDeviceGetXmlDescRet,
    acl=("node_device:read",),
)
NODE_DEVICE_GET_PARENT: ProcedureSpec[remote.NodeDeviceGetParentArgs, remote.NodeDeviceGetParentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    115,
    "REMOTE_PROC_NODE_DEVICE_GET_PARENT",
    remote.NodeDeviceGetParentArgs,
    remote.NodeDeviceGetParentRet,
    high_priority=True,
    acl=("node_device:read",),
)
NODE_DEVICE_NUM_OF_CAPS: ProcedureSpec[remote.NodeDeviceNumOfCapsArgs, remote.NodeDeviceNumOfCapsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    116,
    "REMOTE_PROC_NODE_DEVICE_NUM_OF_CAPS",
    remote.NodeDeviceNumOfCapsArgs,
    remote.NodeDeviceNumOfCapsRet,
    high_priority=True,
    acl=("node_device:read",),
)
NODE_DEVICE_LIST_CAPS: ProcedureSpec[remote.NodeDeviceListCapsArgs, remote.NodeDeviceListCapsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    117,
    "REMOTE_PROC_NODE_DEVICE_LIST_CAPS",
    remote.NodeDeviceListCapsArgs,
    remote.NodeDeviceListCapsRet,
    high_priority=True,
    acl=("node_device:read",),
)
NODE_DEVICE_DETTACH: ProcedureSpec[remote.NodeDeviceDettachArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    118,
    "REMOTE_PROC_NODE_DEVICE_DETTACH",
    remote.NodeDeviceDettachArgs,
    None,
    acl=("node_device:detach",),
)
NODE_DEVICE_RE_ATTACH: ProcedureSpec[remote.NodeDeviceReAttachArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    119,
    "REMOTE_PROC_NODE_DEVICE_RE_ATTACH",
    remote.NodeDeviceReAttachArgs,
    None,
    acl=("node_device:detach",),
)
NODE_DEVICE_RESET: ProcedureSpec[remote.NodeDeviceResetArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    120,
    "REMOTE_PROC_NODE_DEVICE_RESET",
    remote.NodeDeviceResetArgs,
    None,
    acl=("node_device:detach",),
)
DOMAIN_GET_SECURITY_LABEL: ProcedureSpec[remote.DomainGetSecurityLabelArgs, remote.DomainGetSecurityLabelRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    121,
    "REMOTE_PROC_DOMAIN_GET_SECURITY_LABEL",
    remote.DomainGetSecurityLabelArgs,
    remote.DomainGetSecurityLabelRet,
    high_priority=True,
    acl=("domain:read",),
)
NODE_GET_SECURITY_MODEL: ProcedureSpec[None, remote.NodeGetSecurityModelRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    122,
    "REMOTE_PROC_NODE_GET_SECURITY_MODEL",
    None,
    remote.NodeGetSecurityModelRet,
    high_priority=True,
    acl=("connect:read",),
)
NODE_DEVICE_CREATE_XML: ProcedureSpec[remote.NodeDeviceCreateXmlArgs, remote.NodeDeviceCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    123,
    "REMOTE_PROC_NODE_DEVICE_CREATE_XML",
    remote.NodeDeviceCreateXmlArgs,
    remote.NodeDeviceCreateXmlRet,
    acl=("node_device:write", "node_device:start",),
)
NODE_DEVICE_DESTROY: ProcedureSpec[remote.NodeDeviceDestroyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    124,
    "REMOTE_PROC_NODE_DEVICE_DESTROY",
    remote.NodeDeviceDestroyArgs,
    None,
    high_priority=True,
    acl=("node_device:stop",),
)
STORAGE_VOL_CREATE_XML_FROM: ProcedureSpec[remote.StorageVolCreateXmlFromArgs, remote.StorageVolCreateXmlFromRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    125,
    "REMOTE_PROC_STORAGE_VOL_CREATE_XML_FROM",
    remote.StorageVolCreateXmlFromArgs,
    remote.StorageVolCreateXmlFromRet,
    acl=("storage_vol:create",),
)
CONNECT_NUM_OF_INTERFACES: ProcedureSpec[None, remote.ConnectNumOfInterfacesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    126,
    "REMOTE_PROC_CONNECT_NUM_OF_INTERFACES",
    None,
    remote.ConnectNumOfInterfacesRet,
    high_priority=True,
    acl=("connect:search_interfaces",),
)
CONNECT_LIST_INTERFACES: ProcedureSpec[remote.ConnectListInterfacesArgs, remote.ConnectListInterfacesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    127,
    "REMOTE_PROC_CONNECT_LIST_INTERFACES",
    remote.ConnectListInterfacesArgs,
    remote.ConnectListInterfacesRet,
    high_priority=True,
    acl=("connect:search_interfaces",),
)
INTERFACE_LOOKUP_BY_NAME: ProcedureSpec[remote.InterfaceLookupByNameArgs, remote.InterfaceLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    128,
    "REMOTE_PROC_INTERFACE_LOOKUP_BY_NAME",
    remote.InterfaceLookupByNameArgs,
    remote.InterfaceLookupByNameRet,
    high_priority=True,
    acl=("interface:getattr",),
)
INTERFACE_LOOKUP_BY_MAC_STRING: ProcedureSpec[remote.InterfaceLookupByMacStringArgs, remote.InterfaceLookupByMacStringRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    129,
    "REMOTE_PROC_INTERFACE_LOOKUP_BY_MAC_STRING",
    remote.InterfaceLookupByMacStringArgs,
    remote.InterfaceLookupByMacStringRet,
    high_priority=True,
    acl=("interface:getattr",),
)
INTERFACE_GET_XML_DESC: ProcedureSpec[remote.InterfaceGetXmlDescArgs, remote.InterfaceGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    130,
    "REMOTE_PROC_INTERFACE_GET_XML_DESC",
    remote.InterfaceGetXmlDescArgs,
    remote.InterfaceGetXmlDescRet,
    acl=("interface:read",),
)
INTERFACE_DEFINE_XML: ProcedureSpec[remote.InterfaceDefineXmlArgs, remote.InterfaceDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    131,
    "REMOTE_PROC_INTERFACE_DEFINE_XML",
    remote.InterfaceDefineXmlArgs,
    remote.InterfaceDefineXmlRet,
    high_priority=True,
    acl=("interface:write", "interface:save",),
)
INTERFACE_UNDEFINE: ProcedureSpec[remote.InterfaceUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    132,
    "REMOTE_PROC_INTERFACE_UNDEFINE",
    remote.InterfaceUndefineArgs,
    None,
    high_priority=True,
    acl=("interface:delete",),
)
INTERFACE_CREATE: ProcedureSpec[remote.InterfaceCreateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    133,
    "REMOTE_PROC_INTERFACE_CREATE",
    remote.InterfaceCreateArgs,
    None,
    acl=("interface:start",),
)
INTERFACE_DESTROY: ProcedureSpec[remote.InterfaceDestroyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    134,
    "REMOTE_PROC_INTERFACE_DESTROY",
    remote.InterfaceDestroyArgs,
    None,
    high_priority=True,
    acl=("interface:stop",),
)
CONNECT_DOMAIN_XML_FROM_NATIVE: ProcedureSpec[remote.ConnectDomainXmlFromNativeArgs, remote.ConnectDomainXmlFromNativeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    135,
    "REMOTE_PROC_CONNECT_DOMAIN_XML_FROM_NATIVE",
    remote.ConnectDomainXmlFromNativeArgs,
    remote.ConnectDomainXmlFromNativeRet,
    acl=("connect:write",),
)
CONNECT_DOMAIN_XML_TO_NATIVE: ProcedureSpec[remote.ConnectDomainXmlToNativeArgs, remote.ConnectDomainXmlToNativeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    136,
    "REMOTE_PROC_CONNECT_DOMAIN_XML_TO_NATIVE",
    remote.ConnectDomainXmlToNativeArgs,
    remote.ConnectDomainXmlToNativeRet,
    acl=("connect:write",),
)
CONNECT_NUM_OF_DEFINED_INTERFACES: ProcedureSpec[None, remote.ConnectNumOfDefinedInterfacesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    137,
    "REMOTE_PROC_CONNECT_NUM_OF_DEFINED_INTERFACES",
    None,
    remote.ConnectNumOfDefinedInterfacesRet,
    high_priority=True,
    acl=("connect:search_interfaces",),
)
CONNECT_LIST_DEFINED_INTERFACES: ProcedureSpec[remote.ConnectListDefinedInterfacesArgs, remote.ConnectListDefinedInterfacesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    138,
    "REMOTE_PROC_CONNECT_LIST_DEFINED_INTERFACES",
    remote.ConnectListDefinedInterfacesArgs,
    remote.ConnectListDefinedInterfacesRet,
    high_priority=True,
    acl=("connect:search_interfaces",),
)
CONNECT_NUM_OF_SECRETS: ProcedureSpec[None, remote.ConnectNumOfSecretsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    139,
    "REMOTE_PROC_CONNECT_NUM_OF_SECRETS",
    None,
    remote.ConnectNumOfSecretsRet,
    high_priority=True,
    acl=("connect:search_secrets",),
)
CONNECT_LIST_SECRETS: ProcedureSpec[remote.ConnectListSecretsArgs, remote.ConnectListSecretsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    140,
    "REMOTE_PROC_CONNECT_LIST_SECRETS",
    remote.ConnectListSecretsArgs,
    remote.ConnectListSecretsRet,
    high_priority=True,
    acl=("connect:search_secrets",),
)
SECRET_LOOKUP_BY_UUID: ProcedureSpec[remote.SecretLookupByUuidArgs, remote.SecretLookupByUuidRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    141,
    "REMOTE_PROC_SECRET_LOOKUP_BY_UUID",
    remote.SecretLookupByUuidArgs,
    remote.SecretLookupByUuidRet,
    high_priority=True,
    acl=("secret:getattr",),
)
SECRET_DEFINE_XML: ProcedureSpec[remote.SecretDefineXmlArgs, remote.SecretDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    142,
    "REMOTE_PROC_SECRET_DEFINE_XML",
    remote.SecretDefineXmlArgs,
    remote.SecretDefineXmlRet,
    high_priority=True,
    acl=("secret:write", "secret:save",),
)
SECRET_GET_XML_DESC: ProcedureSpec[remote.SecretGetXmlDescArgs, remote.SecretGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    143,
    "REMOTE_PROC_SECRET_GET_XML_DESC",
    remote.SecretGetXmlDescArgs,
    remote.SecretGetXmlDescRet,
    high_priority=True,
    acl=("secret:read",),
)
SECRET_SET_VALUE: ProcedureSpec[remote.SecretSetValueArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    144,
    "REMOTE_PROC_SECRET_SET_VALUE",
    remote.SecretSetValueArgs,
    None,
    high_priority=True,
    acl=("secret:write",),
)
SECRET_GET_VALUE: ProcedureSpec[remote.SecretGetValueArgs, remote.SecretGetValueRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    145,
    "REMOTE_PROC_SECRET_GET_VALUE",
    remote.SecretGetValueArgs,
    remote.SecretGetValueRet,
    high_priority=True,
    acl=("secret:read_secure",),
)
SECRET_UNDEFINE: ProcedureSpec[remote.SecretUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    146,
    "REMOTE_PROC_SECRET_UNDEFINE",
    remote.SecretUndefineArgs,
    None,
    high_priority=True,
    acl=("secret:delete",),
)
SECRET_LOOKUP_BY_USAGE: ProcedureSpec[remote.SecretLookupByUsageArgs, remote.SecretLookupByUsageRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    147,
    "REMOTE_PROC_SECRET_LOOKUP_BY_USAGE",
    remote.SecretLookupByUsageArgs,
    remote.SecretLookupByUsageRet,
    high_priority=True,
    acl=("secret:getattr",),
)
DOMAIN_MIGRATE_PREPARE_TUNNEL: ProcedureSpec[remote.DomainMigratePrepareTunnelArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    148,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL",
    remote.DomainMigratePrepareTunnelArgs,
    None,
    stream=StreamDirection.WRITE,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
CONNECT_IS_SECURE: ProcedureSpec[None, remote.ConnectIsSecureRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    149,
    "REMOTE_PROC_CONNECT_IS_SECURE",
    None,
    remote.ConnectIsSecureRet,
    high_priority=True,
    acl=("none",),
)
DOMAIN_IS_ACTIVE: ProcedureSpec[remote.DomainIsActiveArgs, remote.DomainIsActiveRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    150,
    "REMOTE_PROC_DOMAIN_IS_ACTIVE",
    remote.DomainIsActiveArgs,
    remote.DomainIsActiveRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_IS_PERSISTENT: ProcedureSpec[remote.DomainIsPersistentArgs, remote.DomainIsPersistentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    151,
    "REMOTE_PROC_DOMAIN_IS_PERSISTENT",
    remote.DomainIsPersistentArgs,
    remote.DomainIsPersistentRet,
    high_priority=True,
    acl=("domain:read",),
)
NETWORK_IS_ACTIVE: ProcedureSpec[remote.NetworkIsActiveArgs, remote.NetworkIsActiveRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    152,
    "REMOTE_PROC_NETWORK_IS_ACTIVE",
    remote.NetworkIsActiveArgs,
    remote.NetworkIsActiveRet,
    high_priority=True,
    acl=("network:read",),
)
NETWORK_IS_PERSISTENT: ProcedureSpec[remote.NetworkIsPersistentArgs, remote.NetworkIsPersistentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    153,
    "REMOTE_PROC_NETWORK_IS_PERSISTENT",
    remote.NetworkIsPersistentArgs,
    remote.NetworkIsPersistentRet,
    high_priority=True,
    acl=("network:read",),
)
STORAGE_POOL_IS_ACTIVE: ProcedureSpec[remote.StoragePoolIsActiveArgs, remote.StoragePoolIsActiveRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    154,
    "REMOTE_PROC_STORAGE_POOL_IS_ACTIVE",
    remote.StoragePoolIsActiveArgs,
    remote.StoragePoolIsActiveRet,
    high_priority=True,
    acl=("storage_pool:read",),
)
STORAGE_POOL_IS_PERSISTENT: ProcedureSpec[remote.StoragePoolIsPersistentArgs, remote.StoragePoolIsPersistentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    155,
    "REMOTE_PROC_STORAGE_POOL_IS_PERSISTENT",
    remote.StoragePoolIsPersistentArgs,
    remote.StoragePoolIsPersistentRet,
    high_priority=True,
    acl=("storage_pool:read",),
)
INTERFACE_IS_ACTIVE: ProcedureSpec[remote.InterfaceIsActiveArgs, remote.InterfaceIsActiveRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    156,
    "REMOTE_PROC_INTERFACE_IS_ACTIVE",
    remote.InterfaceIsActiveArgs,
    remote.InterfaceIsActiveRet,
    high_priority=True,
    acl=("interface:read",),
)
CONNECT_GET_LIB_VERSION: ProcedureSpec[None, remote.ConnectGetLibVersionRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    157,
    "REMOTE_PROC_CONNECT_GET_LIB_VERSION",
    None,
    remote.ConnectGetLibVersionRet,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_COMPARE_CPU: ProcedureSpec[remote.ConnectCompareCpuArgs, remote.ConnectCompareCpuRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    158,
    "REMOTE_PROC_CONNECT_COMPARE_CPU",
    remote.ConnectCompareCpuArgs,
    remote.ConnectCompareCpuRet,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_MEMORY_STATS: ProcedureSpec[remote.DomainMemoryStatsArgs, remote.DomainMemoryStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    159,
    "REMOTE_PROC_DOMAIN_MEMORY_STATS",
    remote.DomainMemoryStatsArgs,
    remote.DomainMemoryStatsRet,
    acl=("domain:read",),
)
DOMAIN_ATTACH_DEVICE_FLAGS: ProcedureSpec[remote.DomainAttachDeviceFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    160,
    "REMOTE_PROC_DOMAIN_ATTACH_DEVICE_FLAGS",
    remote.DomainAttachDeviceFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_DETACH_DEVICE_FLAGS: ProcedureSpec[remote.DomainDetachDeviceFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    161,
    "REMOTE_PROC_DOMAIN_DETACH_DEVICE_FLAGS",
    remote.DomainDetachDeviceFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
CONNECT_BASELINE_CPU: ProcedureSpec[remote.ConnectBaselineCpuArgs, remote.ConnectBaselineCpuRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    162,
    "REMOTE_PROC_CONNECT_BASELINE_CPU",
    remote.ConnectBaselineCpuArgs,
    remote.ConnectBaselineCpuRet,
    acl=("connect:read",),
)
DOMAIN_GET_JOB_INFO: ProcedureSpec[remote.DomainGetJobInfoArgs, remote.DomainGetJobInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    163,
    "REMOTE_PROC_DOMAIN_GET_JOB_INFO",
    remote.DomainGetJobInfoArgs,
    remote.DomainGetJobInfoRet,
    acl=("domain:read",),
)
DOMAIN_ABORT_JOB: ProcedureSpec[remote.DomainAbortJobArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    164,
    "REMOTE_PROC_DOMAIN_ABORT_JOB",
    remote.DomainAbortJobArgs,
    None,
    acl=("domain:write",),
)
STORAGE_VOL_WIPE: ProcedureSpec[remote.StorageVolWipeArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    165,
    "REMOTE_PROC_STORAGE_VOL_WIPE",
    remote.StorageVolWipeArgs,
    None,
    acl=("storage_vol:format",),
)
DOMAIN_MIGRATE_SET_MAX_DOWNTIME: ProcedureSpec[remote.DomainMigrateSetMaxDowntimeArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    166,
    "REMOTE_PROC_DOMAIN_MIGRATE_SET_MAX_DOWNTIME",
    remote.DomainMigrateSetMaxDowntimeArgs,
    None,
    acl=("domain:migrate",),
)
CONNECT_DOMAIN_EVENT_REGISTER_ANY: ProcedureSpec[remote.ConnectDomainEventRegisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    167,
    "REMOTE_PROC_CONNECT_DOMAIN_EVENT_REGISTER_ANY",
    remote.ConnectDomainEventRegisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:search_domains",),
)
CONNECT_DOMAIN_EVENT_DEREGISTER_ANY: ProcedureSpec[remote.ConnectDomainEventDeregisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    168,
    "REMOTE_PROC_CONNECT_DOMAIN_EVENT_DEREGISTER_ANY",
    remote.ConnectDomainEventDeregisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_EVENT_REBOOT: ProcedureSpec[None, remote.DomainEventRebootMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    169,
    "REMOTE_PROC_DOMAIN_EVENT_REBOOT",
    None,
    remote.DomainEventRebootMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_RTC_CHANGE: ProcedureSpec[None, remote.DomainEventRtcChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    170,
    "REMOTE_PROC_DOMAIN_EVENT_RTC_CHANGE",
    None,
    remote.DomainEventRtcChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_WATCHDOG: ProcedureSpec[None, remote.DomainEventWatchdogMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    171,
    "REMOTE_PROC_DOMAIN_EVENT_WATCHDOG",
    None,
    remote.DomainEventWatchdogMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_IO_ERROR: ProcedureSpec[None, remote.DomainEventIoErrorMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    172,
    "REMOTE_PROC_DOMAIN_EVENT_IO_ERROR",
    None,
    remote.DomainEventIoErrorMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_GRAPHICS: ProcedureSpec[None, remote.DomainEventGraphicsMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    173,
    "REMOTE_PROC_DOMAIN_EVENT_GRAPHICS",
    None,
    remote.DomainEventGraphicsMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_UPDATE_DEVICE_FLAGS: ProcedureSpec[remote.DomainUpdateDeviceFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    174,
    "REMOTE_PROC_DOMAIN_UPDATE_DEVICE_FLAGS",
    remote.DomainUpdateDeviceFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
NWFILTER_LOOKUP_BY_NAME: ProcedureSpec[remote.NwfilterLookupByNameArgs, remote.NwfilterLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    175,
    "REMOTE_PROC_NWFILTER_LOOKUP_BY_NAME",
    remote.NwfilterLookupByNameArgs,
    remote.NwfilterLookupByNameRet,
    high_priority=True,
    acl=("nwfilter:getattr",),
)
NWFILTER_LOOKUP_BY_UUID: ProcedureSpec[remote.NwfilterLookupByUuidArgs, remote.NwfilterLookupByUuidRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    176,
    "REMOTE_PROC_NWFILTER_LOOKUP_BY_UUID",
    remote.NwfilterLookupByUuidArgs,
    remote.NwfilterLookupByUuidRet,
    high_priority=True,
    acl=("nwfilter:getattr",),
)
NWFILTER_GET_XML_DESC: ProcedureSpec[remote.NwfilterGetXmlDescArgs, remote.NwfilterGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    177,
    "REMOTE_PROC_NWFILTER_GET_XML_DESC",
    remote.NwfilterGetXmlDescArgs,
    remote.NwfilterGetXmlDescRet,
    high_priority=True,
    acl=("nwfilter:read",),
)
CONNECT_NUM_OF_NWFILTERS: ProcedureSpec[None, remote.ConnectNumOfNwfiltersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    178,
    "REMOTE_PROC_CONNECT_NUM_OF_NWFILTERS",
    None,
    remote.ConnectNumOfNwfiltersRet,
    high_priority=True,
    acl=("connect:search_nwfilters",),
)
CONNECT_LIST_NWFILTERS: ProcedureSpec[remote.ConnectListNwfiltersArgs, remote.ConnectListNwfiltersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    179,
    "REMOTE_PROC_CONNECT_LIST_NWFILTERS",
    remote.ConnectListNwfiltersArgs,
    remote.ConnectListNwfiltersRet,
    high_priority=True,
    acl=("connect:search_nwfilters",),
)
NWFILTER_DEFINE_XML: ProcedureSpec[remote.NwfilterDefineXmlArgs, remote.NwfilterDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    180,
    "REMOTE_PROC_NWFILTER_DEFINE_XML",
    remote.NwfilterDefineXmlArgs,
    remote.NwfilterDefineXmlRet,
    high_priority=True,
    acl=("nwfilter:write", "nwfilter:save",),
)
NWFILTER_UNDEFINE: ProcedureSpec[remote.NwfilterUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    181,
    "REMOTE_PROC_NWFILTER_UNDEFINE",
    remote.NwfilterUndefineArgs,
    None,
    high_priority=True,
    acl=("nwfilter:delete",),
)
DOMAIN_MANAGED_SAVE: ProcedureSpec[remote.DomainManagedSaveArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    182,
    "REMOTE_PROC_DOMAIN_MANAGED_SAVE",
    remote.DomainManagedSaveArgs,
    None,
    acl=("domain:hibernate",),
)
DOMAIN_HAS_MANAGED_SAVE_IMAGE: ProcedureSpec[remote.DomainHasManagedSaveImageArgs, remote.DomainHasManagedSaveImageRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    183,
    "REMOTE_PROC_DOMAIN_HAS_MANAGED_SAVE_IMAGE",
    remote.DomainHasManagedSaveImageArgs,
    remote.DomainHasManagedSaveImageRet,
    acl=("domain:read",),
)
DOMAIN_MANAGED_SAVE_REMOVE: ProcedureSpec[remote.DomainManagedSaveRemoveArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    184,
    "REMOTE_PROC_DOMAIN_MANAGED_SAVE_REMOVE",
    remote.DomainManagedSaveRemoveArgs,
    None,
    acl=("domain:hibernate",),
)
DOMAIN_SNAPSHOT_CREATE_XML: ProcedureSpec[remote.DomainSnapshotCreateXmlArgs, remote.DomainSnapshotCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    185,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_CREATE_XML",
    remote.DomainSnapshotCreateXmlArgs,
    remote.DomainSnapshotCreateXmlRet,
    acl=("domain:snapshot", "domain:fs_freeze:VIR_DOMAIN_SNAPSHOT_CREATE_QUIESCE",),
)
DOMAIN_SNAPSHOT_GET_XML_DESC: ProcedureSpec[remote.DomainSnapshotGetXmlDescArgs, remote.DomainSnapshotGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    186,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_GET_XML_DESC",
    remote.DomainSnapshotGetXmlDescArgs,
    remote.DomainSnapshotGetXmlDescRet,
    high_priority=True,
    acl=("domain:read", "domain:read_secure:VIR_DOMAIN_SNAPSHOT_XML_SECURE",),
)
DOMAIN_SNAPSHOT_NUM: ProcedureSpec[remote.DomainSnapshotNumArgs, remote.DomainSnapshotNumRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    187,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_NUM",
    remote.DomainSnapshotNumArgs,
    remote.DomainSnapshotNumRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_LIST_NAMES: ProcedureSpec[remote.DomainSnapshotListNamesArgs, remote.DomainSnapshotListNamesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    188,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_LIST_NAMES",
    remote.DomainSnapshotListNamesArgs,
    remote.DomainSnapshotListNamesRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_LOOKUP_BY_NAME: ProcedureSpec[remote.DomainSnapshotLookupByNameArgs, remote.DomainSnapshotLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    189,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_LOOKUP_BY_NAME",
    remote.DomainSnapshotLookupByNameArgs,
    remote.DomainSnapshotLookupByNameRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_HAS_CURRENT_SNAPSHOT: ProcedureSpec[remote.DomainHasCurrentSnapshotArgs, remote.DomainHasCurrentSnapshotRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    190,
    "REMOTE_PROC_DOMAIN_HAS_CURRENT_SNAPSHOT",
    remote.DomainHasCurrentSnapshotArgs,
    remote.DomainHasCurrentSnapshotRet,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_CURRENT: ProcedureSpec[remote.DomainSnapshotCurrentArgs, remote.DomainSnapshotCurrentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    191,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_CURRENT",
    remote.DomainSnapshotCurrentArgs,
    remote.DomainSnapshotCurrentRet,
    acl=("domain:read",),
)
DOMAIN_REVERT_TO_SNAPSHOT: ProcedureSpec[remote.DomainRevertToSnapshotArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    192,
    "REMOTE_PROC_DOMAIN_REVERT_TO_SNAPSHOT",
    remote.DomainRevertToSnapshotArgs,
    None,
    acl=("domain:snapshot",),
)
DOMAIN_SNAPSHOT_DELETE: ProcedureSpec[remote.DomainSnapshotDeleteArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    193,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_DELETE",
    remote.DomainSnapshotDeleteArgs,
    None,
    acl=("domain:snapshot",),
)
DOMAIN_GET_BLOCK_INFO: ProcedureSpec[remote.DomainGetBlockInfoArgs, remote.DomainGetBlockInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    194,
    "REMOTE_PROC_DOMAIN_GET_BLOCK_INFO",
    remote.DomainGetBlockInfoArgs,
    remote.DomainGetBlockInfoRet,
    acl=("domain:read",),
)
DOMAIN_EVENT_IO_ERROR_REASON: ProcedureSpec[None, remote.DomainEventIoErrorReasonMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    195,
    "REMOTE_PROC_DOMAIN_EVENT_IO_ERROR_REASON",
    None,
    remote.DomainEventIoErrorReasonMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_CREATE_WITH_FLAGS: ProcedureSpec[remote.DomainCreateWithFlagsArgs, remote.DomainCreateWithFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    196,
    "REMOTE_PROC_DOMAIN_CREATE_WITH_FLAGS",
    remote.DomainCreateWithFlagsArgs,
    remote.DomainCreateWithFlagsRet,
    acl=("domain:start",),
)
DOMAIN_SET_MEMORY_PARAMETERS: ProcedureSpec[remote.DomainSetMemoryParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    197,
    "REMOTE_PROC_DOMAIN_SET_MEMORY_PARAMETERS",
    remote.DomainSetMemoryParametersArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_MEMORY_PARAMETERS: ProcedureSpec[remote.DomainGetMemoryParametersArgs, remote.DomainGetMemoryParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    198,
    "REMOTE_PROC_DOMAIN_GET_MEMORY_PARAMETERS",
    remote.DomainGetMemoryParametersArgs,
    remote.DomainGetMemoryParametersRet,
    acl=("domain:read",),
)
DOMAIN_SET_VCPUS_FLAGS: ProcedureSpec[remote.DomainSetVcpusFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    199,
    "REMOTE_PROC_DOMAIN_SET_VCPUS_FLAGS",
    remote.DomainSetVcpusFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG", "domain:write:VIR_DOMAIN_VCPU_GUEST",),
)
DOMAIN_GET_VCPUS_FLAGS: ProcedureSpec[remote.DomainGetVcpusFlagsArgs, remote.DomainGetVcpusFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    200,
    "REMOTE_PROC_DOMAIN_GET_VCPUS_FLAGS",
    remote.DomainGetVcpusFlagsArgs,
    remote.DomainGetVcpusFlagsRet,
    acl=("domain:read", "domain:write:VIR_DOMAIN_VCPU_GUEST",),
)
DOMAIN_OPEN_CONSOLE: ProcedureSpec[remote.DomainOpenConsoleArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    201,
    "REMOTE_PROC_DOMAIN_OPEN_CONSOLE",
    remote.DomainOpenConsoleArgs,
    None,
    stream=StreamDirection.BOTH,
    acl=("domain:open_device",),
)
DOMAIN_IS_UPDATED: ProcedureSpec[remote.DomainIsUpdatedArgs, remote.DomainIsUpdatedRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    202,
    "REMOTE_PROC_DOMAIN_IS_UPDATED",
    remote.DomainIsUpdatedArgs,
    remote.DomainIsUpdatedRet,
    high_priority=True,
    acl=("domain:read",),
)
CONNECT_GET_SYSINFO: ProcedureSpec[remote.ConnectGetSysinfoArgs, remote.ConnectGetSysinfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    203,
    "REMOTE_PROC_CONNECT_GET_SYSINFO",
    remote.ConnectGetSysinfoArgs,
    remote.ConnectGetSysinfoRet,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_SET_MEMORY_FLAGS: ProcedureSpec[remote.DomainSetMemoryFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    204,
    "REMOTE_PROC_DOMAIN_SET_MEMORY_FLAGS",
    remote.DomainSetMemoryFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_SET_BLKIO_PARAMETERS: ProcedureSpec[remote.DomainSetBlkioParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    205,
    "REMOTE_PROC_DOMAIN_SET_BLKIO_PARAMETERS",
    remote.DomainSetBlkioParametersArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_BLKIO_PARAMETERS: ProcedureSpec[remote.DomainGetBlkioParametersArgs, remote.DomainGetBlkioParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    206,
    "REMOTE_PROC_DOMAIN_GET_BLKIO_PARAMETERS",
    remote.DomainGetBlkioParametersArgs,
    remote.DomainGetBlkioParametersRet,
    acl=("domain:read",),
)
DOMAIN_MIGRATE_SET_MAX_SPEED: ProcedureSpec[remote.DomainMigrateSetMaxSpeedArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    207,
    "REMOTE_PROC_DOMAIN_MIGRATE_SET_MAX_SPEED",
    remote.DomainMigrateSetMaxSpeedArgs,
    None,
    acl=("domain:migrate",),
)
STORAGE_VOL_UPLOAD: ProcedureSpec[remote.StorageVolUploadArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    208,
    "REMOTE_PROC_STORAGE_VOL_UPLOAD",
    remote.StorageVolUploadArgs,
    None,
    stream=StreamDirection.WRITE,
    sparse_flag=1,  # VIR_STORAGE_VOL_UPLOAD_SPARSE_STREAM
    acl=("storage_vol:data_write",),
)
STORAGE_VOL_DOWNLOAD: ProcedureSpec[remote.StorageVolDownloadArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    209,
    "REMOTE_PROC_STORAGE_VOL_DOWNLOAD",
    remote.StorageVolDownloadArgs,
    None,
    stream=StreamDirection.READ,
    sparse_flag=1,  # VIR_STORAGE_VOL_DOWNLOAD_SPARSE_STREAM
    acl=("storage_vol:data_read",),
)
DOMAIN_INJECT_NMI: ProcedureSpec[remote.DomainInjectNmiArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    210,
    "REMOTE_PROC_DOMAIN_INJECT_NMI",
    remote.DomainInjectNmiArgs,
    None,
    acl=("domain:inject_nmi",),
)
DOMAIN_SCREENSHOT: ProcedureSpec[remote.DomainScreenshotArgs, remote.DomainScreenshotRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    211,
    "REMOTE_PROC_DOMAIN_SCREENSHOT",
    remote.DomainScreenshotArgs,
    remote.DomainScreenshotRet,
    stream=StreamDirection.READ,
    acl=("domain:screenshot",),
)
DOMAIN_GET_STATE: ProcedureSpec[remote.DomainGetStateArgs, remote.DomainGetStateRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    212,
    "REMOTE_PROC_DOMAIN_GET_STATE",
    remote.DomainGetStateArgs,
    remote.DomainGetStateRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_MIGRATE_BEGIN3: ProcedureSpec[remote.DomainMigrateBegin3Args, remote.DomainMigrateBegin3Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    213,
    "REMOTE_PROC_DOMAIN_MIGRATE_BEGIN3",
    remote.DomainMigrateBegin3Args,
    remote.DomainMigrateBegin3Ret,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_PREPARE3: ProcedureSpec[remote.DomainMigratePrepare3Args, remote.DomainMigratePrepare3Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    214,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE3",
    remote.DomainMigratePrepare3Args,
    remote.DomainMigratePrepare3Ret,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
DOMAIN_MIGRATE_PREPARE_TUNNEL3: ProcedureSpec[remote.DomainMigratePrepareTunnel3Args, remote.DomainMigratePrepareTunnel3Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    215,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL3",
    remote.DomainMigratePrepareTunnel3Args,
    remote.DomainMigratePrepareTunnel3Ret,
    stream=StreamDirection.WRITE,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
DOMAIN_MIGRATE_PERFORM3: ProcedureSpec[remote.DomainMigratePerform3Args, remote.DomainMigratePerform3Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    216,
    "REMOTE_PROC_DOMAIN_MIGRATE_PERFORM3",
    remote.DomainMigratePerform3Args,
    remote.DomainMigratePerform3Ret,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_FINISH3: ProcedureSpec[remote.DomainMigrateFinish3Args, remote.DomainMigrateFinish3Ret] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    217,
    "REMOTE_PROC_DOMAIN_MIGRATE_FINISH3",
    remote.DomainMigrateFinish3Args,
    remote.DomainMigrateFinish3Ret,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_CONFIRM3: ProcedureSpec[remote.DomainMigrateConfirm3Args, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    218,
    "REMOTE_PROC_DOMAIN_MIGRATE_CONFIRM3",
    remote.DomainMigrateConfirm3Args,
    None,
    acl=("domain:migrate",),
)
DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS: ProcedureSpec[remote.DomainSetSchedulerParametersFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    219,
    "REMOTE_PROC_DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS",
    remote.DomainSetSchedulerParametersFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
INTERFACE_CHANGE_BEGIN: ProcedureSpec[remote.InterfaceChangeBeginArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    220,
    "REMOTE_PROC_INTERFACE_CHANGE_BEGIN",
    remote.InterfaceChangeBeginArgs,
    None,
    acl=("connect:interface_transaction",),
)
INTERFACE_CHANGE_COMMIT: ProcedureSpec[remote.InterfaceChangeCommitArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    221,
    "REMOTE_PROC_INTERFACE_CHANGE_COMMIT",
    remote.InterfaceChangeCommitArgs,
    None,
    acl=("connect:interface_transaction",),
)
INTERFACE_CHANGE_ROLLBACK: ProcedureSpec[remote.InterfaceChangeRollbackArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    222,
    "REMOTE_PROC_INTERFACE_CHANGE_ROLLBACK",
    remote.InterfaceChangeRollbackArgs,
    None,
    acl=("connect:interface_transaction",),
)
DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS: ProcedureSpec[remote.DomainGetSchedulerParametersFlagsArgs, remote.DomainGetSchedulerParametersFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    223,
    "REMOTE_PROC_DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS",
    remote.DomainGetSchedulerParametersFlagsArgs,
    remote.DomainGetSchedulerParametersFlagsRet,
    acl=("domain:read",),
)
DOMAIN_EVENT_CONTROL_ERROR: ProcedureSpec[None, remote.DomainEventControlErrorMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    224,
    "REMOTE_PROC_DOMAIN_EVENT_CONTROL_ERROR",
    None,
    remote.DomainEventControlErrorMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_PIN_VCPU_FLAGS: ProcedureSpec[remote.DomainPinVcpuFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    225,
    "REMOTE_PROC_DOMAIN_PIN_VCPU_FLAGS",
    remote.DomainPinVcpuFlagsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_SEND_KEY: ProcedureSpec[remote.DomainSendKeyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    226,
    "REMOTE_PROC_DOMAIN_SEND_KEY",
    remote.DomainSendKeyArgs,
    None,
    acl=("domain:send_input",),
)
NODE_GET_CPU_STATS: ProcedureSpec[remote.NodeGetCpuStatsArgs, remote.NodeGetCpuStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    227,
    "REMOTE_PROC_NODE_GET_CPU_STATS",
    remote.NodeGetCpuStatsArgs,
    remote.NodeGetCpuStatsRet,
    high_priority=True,
    acl=("connect:read",),
)
NODE_GET_MEMORY_STATS: ProcedureSpec[remote.NodeGetMemoryStatsArgs, remote.NodeGetMemoryStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    228,
    "REMOTE_PROC_NODE_GET_MEMORY_STATS",
    remote.NodeGetMemoryStatsArgs,
    remote.NodeGetMemoryStatsRet,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_GET_CONTROL_INFO: ProcedureSpec[remote.DomainGetControlInfoArgs, remote.DomainGetControlInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    229,
    "REMOTE_PROC_DOMAIN_GET_CONTROL_INFO",
    remote.DomainGetControlInfoArgs,
    remote.DomainGetControlInfoRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_GET_VCPU_PIN_INFO: ProcedureSpec[remote.DomainGetVcpuPinInfoArgs, remote.DomainGetVcpuPinInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    230,
    "REMOTE_PROC_DOMAIN_GET_VCPU_PIN_INFO",
    remote.DomainGetVcpuPinInfoArgs,
    remote.DomainGetVcpuPinInfoRet,
    acl=("domain:read",),
)
DOMAIN_UNDEFINE_FLAGS: ProcedureSpec[remote.DomainUndefineFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    231,
    "REMOTE_PROC_DOMAIN_UNDEFINE_FLAGS",
    remote.DomainUndefineFlagsArgs,
    None,
    high_priority=True,
    acl=("domain:delete",),
)
DOMAIN_SAVE_FLAGS: ProcedureSpec[remote.DomainSaveFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    232,
    "REMOTE_PROC_DOMAIN_SAVE_FLAGS",
    remote.DomainSaveFlagsArgs,
    None,
    acl=("domain:hibernate",),
)
DOMAIN_RESTORE_FLAGS: ProcedureSpec[remote.DomainRestoreFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    233,
    "REMOTE_PROC_DOMAIN_RESTORE_FLAGS",
    remote.DomainRestoreFlagsArgs,
    None,
    acl=("domain:start", "domain:write",),
)
DOMAIN_DESTROY_FLAGS: ProcedureSpec[remote.DomainDestroyFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    234,
    "REMOTE_PROC_DOMAIN_DESTROY_FLAGS",
    remote.DomainDestroyFlagsArgs,
    None,
    high_priority=True,
    acl=("domain:stop",),
)
DOMAIN_SAVE_IMAGE_GET_XML_DESC: ProcedureSpec[remote.DomainSaveImageGetXmlDescArgs, remote.DomainSaveImageGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    235,
    "REMOTE_PROC_DOMAIN_SAVE_IMAGE_GET_XML_DESC",
    remote.DomainSaveImageGetXmlDescArgs,
    remote.DomainSaveImageGetXmlDescRet,
    high_priority=True,
    acl=("domain:write",),
)
DOMAIN_SAVE_IMAGE_DEFINE_XML: ProcedureSpec[remote.DomainSaveImageDefineXmlArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    236,
    "REMOTE_PROC_DOMAIN_SAVE_IMAGE_DEFINE_XML",
    remote.DomainSaveImageDefineXmlArgs,
    None,
    high_priority=True,
    acl=("domain:write", "domain:hibernate",),
)
DOMAIN_BLOCK_JOB_ABORT: ProcedureSpec[remote.DomainBlockJobAbortArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    237,
    "REMOTE_PROC_DOMAIN_BLOCK_JOB_ABORT",
    remote.DomainBlockJobAbortArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_GET_BLOCK_JOB_INFO: ProcedureSpec[remote.DomainGetBlockJobInfoArgs, remote.DomainGetBlockJobInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    238,
    "REMOTE_PROC_DOMAIN_GET_BLOCK_JOB_INFO",
    remote.DomainGetBlockJobInfoArgs,
    remote.DomainGetBlockJobInfoRet,
    acl=("domain:read",),
)
DOMAIN_BLOCK_JOB_SET_SPEED: ProcedureSpec[remote.DomainBlockJobSetSpeedArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    239,
    "REMOTE_PROC_DOMAIN_BLOCK_JOB_SET_SPEED",
    remote.DomainBlockJobSetSpeedArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_BLOCK_PULL: ProcedureSpec[remote.DomainBlockPullArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    240,
    "REMOTE_PROC_DOMAIN_BLOCK_PULL",
    remote.DomainBlockPullArgs,
    None,
    acl=("domain:block_write",),
)
DOMAIN_EVENT_BLOCK_JOB: ProcedureSpec[None, remote.DomainEventBlockJobMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    241,
    "REMOTE_PROC_DOMAIN_EVENT_BLOCK_JOB",
    None,
    remote.DomainEventBlockJobMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_MIGRATE_GET_MAX_SPEED: ProcedureSpec[remote.DomainMigrateGetMaxSpeedArgs, remote.DomainMigrateGetMaxSpeedRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    242,
    "REMOTE_PROC_DOMAIN_MIGRATE_GET_MAX_SPEED",
    remote.DomainMigrateGetMaxSpeedArgs,
    remote.DomainMigrateGetMaxSpeedRet,
    acl=("domain:migrate",),
)
DOMAIN_BLOCK_STATS_FLAGS: ProcedureSpec[remote.DomainBlockStatsFlagsArgs, remote.DomainBlockStatsFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    243,
    "REMOTE_PROC_DOMAIN_BLOCK_STATS_FLAGS",
    remote.DomainBlockStatsFlagsArgs,
    remote.DomainBlockStatsFlagsRet,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_GET_PARENT: ProcedureSpec[remote.DomainSnapshotGetParentArgs, remote.DomainSnapshotGetParentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    244,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_GET_PARENT",
    remote.DomainSnapshotGetParentArgs,
    remote.DomainSnapshotGetParentRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_RESET: ProcedureSpec[remote.DomainResetArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    245,
    "REMOTE_PROC_DOMAIN_RESET",
    remote.DomainResetArgs,
    None,
    acl=("domain:reset",),
)
DOMAIN_SNAPSHOT_NUM_CHILDREN: ProcedureSpec[remote.DomainSnapshotNumChildrenArgs, remote.DomainSnapshotNumChildrenRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    246,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_NUM_CHILDREN",
    remote.DomainSnapshotNumChildrenArgs,
    remote.DomainSnapshotNumChildrenRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES: ProcedureSpec[remote.DomainSnapshotListChildrenNamesArgs, remote.DomainSnapshotListChildrenNamesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    247,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES",
    remote.DomainSnapshotListChildrenNamesArgs,
    remote.DomainSnapshotListChildrenNamesRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_EVENT_DISK_CHANGE: ProcedureSpec[None, remote.DomainEventDiskChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    248,
    "REMOTE_PROC_DOMAIN_EVENT_DISK_CHANGE",
    None,
    remote.DomainEventDiskChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_OPEN_GRAPHICS: ProcedureSpec[remote.DomainOpenGraphicsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    249,
    "REMOTE_PROC_DOMAIN_OPEN_GRAPHICS",
    remote.DomainOpenGraphicsArgs,
    None,
    acl=("domain:open_graphics",),
)
NODE_SUSPEND_FOR_DURATION: ProcedureSpec[remote.NodeSuspendForDurationArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    250,
    "REMOTE_PROC_NODE_SUSPEND_FOR_DURATION",
    remote.NodeSuspendForDurationArgs,
    None,
    acl=("connect:pm_control",),
)
DOMAIN_BLOCK_RESIZE: ProcedureSpec[remote.DomainBlockResizeArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    251,
    "REMOTE_PROC_DOMAIN_BLOCK_RESIZE",
    remote.DomainBlockResizeArgs,
    None,
    acl=("domain:block_write",),
)
DOMAIN_SET_BLOCK_IO_TUNE: ProcedureSpec[remote.DomainSetBlockIoTuneArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    252,
    "REMOTE_PROC_DOMAIN_SET_BLOCK_IO_TUNE",
    remote.DomainSetBlockIoTuneArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_BLOCK_IO_TUNE: ProcedureSpec[remote.DomainGetBlockIoTuneArgs, remote.DomainGetBlockIoTuneRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    253,
    "REMOTE_PROC_DOMAIN_GET_BLOCK_IO_TUNE",
    remote.DomainGetBlockIoTuneArgs,
    remote.DomainGetBlockIoTuneRet,
    acl=("domain:read",),
)
DOMAIN_SET_NUMA_PARAMETERS: ProcedureSpec[remote.DomainSetNumaParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    254,
    "REMOTE_PROC_DOMAIN_SET_NUMA_PARAMETERS",
    remote.DomainSetNumaParametersArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_NUMA_PARAMETERS: ProcedureSpec[remote.DomainGetNumaParametersArgs, remote.DomainGetNumaParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    255,
    "REMOTE_PROC_DOMAIN_GET_NUMA_PARAMETERS",
    remote.DomainGetNumaParametersArgs,
    remote.DomainGetNumaParametersRet,
    acl=("domain:read",),
)
DOMAIN_SET_INTERFACE_PARAMETERS: ProcedureSpec[remote.DomainSetInterfaceParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    256,
    "REMOTE_PROC_DOMAIN_SET_INTERFACE_PARAMETERS",
    remote.DomainSetInterfaceParametersArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_INTERFACE_PARAMETERS: ProcedureSpec[remote.DomainGetInterfaceParametersArgs, remote.DomainGetInterfaceParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    257,
    "REMOTE_PROC_DOMAIN_GET_INTERFACE_PARAMETERS",
    remote.DomainGetInterfaceParametersArgs,
    remote.DomainGetInterfaceParametersRet,
    acl=("domain:read",),
)
DOMAIN_SHUTDOWN_FLAGS: ProcedureSpec[remote.DomainShutdownFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    258,
    "REMOTE_PROC_DOMAIN_SHUTDOWN_FLAGS",
    remote.DomainShutdownFlagsArgs,
    None,
    acl=("domain:init_control", "domain:write:VIR_DOMAIN_SHUTDOWN_GUEST_AGENT",),
)
STORAGE_VOL_WIPE_PATTERN: ProcedureSpec[remote.StorageVolWipePatternArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    259,
    "REMOTE_PROC_STORAGE_VOL_WIPE_PATTERN",
    remote.StorageVolWipePatternArgs,
    None,
    acl=("storage_vol:format",),
)
STORAGE_VOL_RESIZE: ProcedureSpec[remote.StorageVolResizeArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    260,
    "REMOTE_PROC_STORAGE_VOL_RESIZE",
    remote.StorageVolResizeArgs,
    None,
    acl=("storage_vol:resize",),
)
DOMAIN_PM_SUSPEND_FOR_DURATION: ProcedureSpec[remote.DomainPmSuspendForDurationArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    261,
    "REMOTE_PROC_DOMAIN_PM_SUSPEND_FOR_DURATION",
    remote.DomainPmSuspendForDurationArgs,
    None,
    acl=("domain:pm_control",),
)
DOMAIN_GET_CPU_STATS: ProcedureSpec[remote.DomainGetCpuStatsArgs, remote.DomainGetCpuStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    262,
    "REMOTE_PROC_DOMAIN_GET_CPU_STATS",
    remote.DomainGetCpuStatsArgs,
    remote.DomainGetCpuStatsRet,
    acl=("domain:read",),
)
DOMAIN_GET_DISK_ERRORS: ProcedureSpec[remote.DomainGetDiskErrorsArgs, remote.DomainGetDiskErrorsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    263,
    "REMOTE_PROC_DOMAIN_GET_DISK_ERRORS",
    remote.DomainGetDiskErrorsArgs,
    remote.DomainGetDiskErrorsRet,
    acl=("domain:read",),
)
DOMAIN_SET_METADATA: ProcedureSpec[remote.DomainSetMetadataArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    264,
    "REMOTE_PROC_DOMAIN_SET_METADATA",
    remote.DomainSetMetadataArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_METADATA: ProcedureSpec[remote.DomainGetMetadataArgs, remote.DomainGetMetadataRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    265,
    "REMOTE_PROC_DOMAIN_GET_METADATA",
    remote.DomainGetMetadataArgs,
    remote.DomainGetMetadataRet,
    acl=("domain:read",),
)
DOMAIN_BLOCK_REBASE: ProcedureSpec[remote.DomainBlockRebaseArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    266,
    "REMOTE_PROC_DOMAIN_BLOCK_REBASE",
    remote.DomainBlockRebaseArgs,
    None,
    acl=("domain:block_write",),
)
DOMAIN_PM_WAKEUP: ProcedureSpec[remote.DomainPmWakeupArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    267,
    "REMOTE_PROC_DOMAIN_PM_WAKEUP",
    remote.DomainPmWakeupArgs,
    None,
    acl=("domain:pm_control",),
)
DOMAIN_EVENT_TRAY_CHANGE: ProcedureSpec[None, remote.DomainEventTrayChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    268,
    "REMOTE_PROC_DOMAIN_EVENT_TRAY_CHANGE",
    None,
    remote.DomainEventTrayChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_PMWAKEUP: ProcedureSpec[None, remote.DomainEventPmwakeupMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    269,
    "REMOTE_PROC_DOMAIN_EVENT_PMWAKEUP",
    None,
    remote.DomainEventPmwakeupMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_PMSUSPEND: ProcedureSpec[None, remote.DomainEventPmsuspendMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    270,
    "REMOTE_PROC_DOMAIN_EVENT_PMSUSPEND",
    None,
    remote.DomainEventPmsuspendMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_SNAPSHOT_IS_CURRENT: ProcedureSpec[remote.DomainSnapshotIsCurrentArgs, remote.DomainSnapshotIsCurrentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    271,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_IS_CURRENT",
    remote.DomainSnapshotIsCurrentArgs,
    remote.DomainSnapshotIsCurrentRet,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_HAS_METADATA: ProcedureSpec[remote.DomainSnapshotHasMetadataArgs, remote.DomainSnapshotHasMetadataRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    272,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_HAS_METADATA",
    remote.DomainSnapshotHasMetadataArgs,
    remote.DomainSnapshotHasMetadataRet,
    acl=("domain:read",),
)
CONNECT_LIST_ALL_DOMAINS: ProcedureSpec[remote.ConnectListAllDomainsArgs, remote.ConnectListAllDomainsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    273,
    "REMOTE_PROC_CONNECT_LIST_ALL_DOMAINS",
    remote.ConnectListAllDomainsArgs,
    remote.ConnectListAllDomainsRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
DOMAIN_LIST_ALL_SNAPSHOTS: ProcedureSpec[remote.DomainListAllSnapshotsArgs, remote.DomainListAllSnapshotsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    274,
    "REMOTE_PROC_DOMAIN_LIST_ALL_SNAPSHOTS",
    remote.DomainListAllSnapshotsArgs,
    remote.DomainListAllSnapshotsRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN: ProcedureSpec[remote.DomainSnapshotListAllChildrenArgs, remote.DomainSnapshotListAllChildrenRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    275,
    "REMOTE_PROC_DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN",
    remote.DomainSnapshotListAllChildrenArgs,
    remote.DomainSnapshotListAllChildrenRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_EVENT_BALLOON_CHANGE: ProcedureSpec[None, remote.DomainEventBalloonChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    276,
    "REMOTE_PROC_DOMAIN_EVENT_BALLOON_CHANGE",
    None,
    remote.DomainEventBalloonChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_GET_HOSTNAME: ProcedureSpec[remote.DomainGetHostnameArgs, remote.DomainGetHostnameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    277,
    "REMOTE_PROC_DOMAIN_GET_HOSTNAME",
    remote.DomainGetHostnameArgs,
    remote.DomainGetHostnameRet,
    acl=("domain:write",),
)
DOMAIN_GET_SECURITY_LABEL_LIST: ProcedureSpec[remote.DomainGetSecurityLabelListArgs, remote.DomainGetSecurityLabelListRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    278,
    "REMOTE_PROC_DOMAIN_GET_SECURITY_LABEL_LIST",
    remote.DomainGetSecurityLabelListArgs,
    remote.DomainGetSecurityLabelListRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_PIN_EMULATOR: ProcedureSpec[remote.DomainPinEmulatorArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    279,
    "REMOTE_PROC_DOMAIN_PIN_EMULATOR",
    remote.DomainPinEmulatorArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_GET_EMULATOR_PIN_INFO: ProcedureSpec[remote.DomainGetEmulatorPinInfoArgs, remote.DomainGetEmulatorPinInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    280,
    "REMOTE_PROC_DOMAIN_GET_EMULATOR_PIN_INFO",
    remote.DomainGetEmulatorPinInfoArgs,
    remote.DomainGetEmulatorPinInfoRet,
    acl=("domain:read",),
)
CONNECT_LIST_ALL_STORAGE_POOLS: ProcedureSpec[remote.ConnectListAllStoragePoolsArgs, remote.ConnectListAllStoragePoolsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    281,
    "REMOTE_PROC_CONNECT_LIST_ALL_STORAGE_POOLS",
    remote.ConnectListAllStoragePoolsArgs,
    remote.ConnectListAllStoragePoolsRet,
    high_priority=True,
    acl=("connect:search_storage_pools",),
)
STORAGE_POOL_LIST_ALL_VOLUMES: ProcedureSpec[remote.StoragePoolListAllVolumesArgs, remote.StoragePoolListAllVolumesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    282,
    "REMOTE_PROC_STORAGE_POOL_LIST_ALL_VOLUMES",
    remote.StoragePoolListAllVolumesArgs,
    remote.StoragePoolListAllVolumesRet,
    high_priority=True,
    acl=("storage_pool:search_storage_vols",),
)
CONNECT_LIST_ALL_NETWORKS: ProcedureSpec[remote.ConnectListAllNetworksArgs, remote.ConnectListAllNetworksRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    283,
    "REMOTE_PROC_CONNECT_LIST_ALL_NETWORKS",
    remote.ConnectListAllNetworksArgs,
    remote.ConnectListAllNetworksRet,
    high_priority=True,
    acl=("connect:search_networks",),
)
CONNECT_LIST_ALL_INTERFACES: ProcedureSpec[remote.ConnectListAllInterfacesArgs, remote.ConnectListAllInterfacesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    284,
    "REMOTE_PROC_CONNECT_LIST_ALL_INTERFACES",
    remote.ConnectListAllInterfacesArgs,
    remote.ConnectListAllInterfacesRet,
    high_priority=True,
    acl=("connect:search_interfaces",),
)
CONNECT_LIST_ALL_NODE_DEVICES: ProcedureSpec[remote.ConnectListAllNodeDevicesArgs, remote.ConnectListAllNodeDevicesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    285,
    "REMOTE_PROC_CONNECT_LIST_ALL_NODE_DEVICES",
    remote.ConnectListAllNodeDevicesArgs,
    remote.ConnectListAllNodeDevicesRet,
    high_priority=True,
    acl=("connect:search_node_devices",),
)
CONNECT_LIST_ALL_NWFILTERS: ProcedureSpec[remote.ConnectListAllNwfiltersArgs, remote.ConnectListAllNwfiltersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    286,
    "REMOTE_PROC_CONNECT_LIST_ALL_NWFILTERS",
    remote.ConnectListAllNwfiltersArgs,
    remote.ConnectListAllNwfiltersRet,
    high_priority=True,
    acl=("connect:search_nwfilters",),
)
CONNECT_LIST_ALL_SECRETS: ProcedureSpec[remote.ConnectListAllSecretsArgs, remote.ConnectListAllSecretsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    287,
    "REMOTE_PROC_CONNECT_LIST_ALL_SECRETS",
    remote.ConnectListAllSecretsArgs,
    remote.ConnectListAllSecretsRet,
    high_priority=True,
    acl=("connect:search_secrets",),
)
NODE_SET_MEMORY_PARAMETERS: ProcedureSpec[remote.NodeSetMemoryParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    288,
    "REMOTE_PROC_NODE_SET_MEMORY_PARAMETERS",
    remote.NodeSetMemoryParametersArgs,
    None,
    acl=("connect:write",),
)
NODE_GET_MEMORY_PARAMETERS: ProcedureSpec[remote.NodeGetMemoryParametersArgs, remote.NodeGetMemoryParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    289,
    "REMOTE_PROC_NODE_GET_MEMORY_PARAMETERS",
    remote.NodeGetMemoryParametersArgs,
    remote.NodeGetMemoryParametersRet,
    acl=("connect:read",),
)
DOMAIN_BLOCK_COMMIT: ProcedureSpec[remote.DomainBlockCommitArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    290,
    "REMOTE_PROC_DOMAIN_BLOCK_COMMIT",
    remote.DomainBlockCommitArgs,
    None,
    acl=("domain:block_write",),
)
NETWORK_UPDATE: ProcedureSpec[remote.NetworkUpdateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    291,
    "REMOTE_PROC_NETWORK_UPDATE",
    remote.NetworkUpdateArgs,
    None,
    high_priority=True,
    acl=("network:write", "network:save:!VIR_NETWORK_UPDATE_AFFECT_CONFIG|VIR_NETWORK_UPDATE_AFFECT_LIVE", "network:save:VIR_NETWORK_UPDATE_AFFECT_CONFIG",),
)
DOMAIN_EVENT_PMSUSPEND_DISK: ProcedureSpec[None, remote.DomainEventPmsuspendDiskMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    292,
    "REMOTE_PROC_DOMAIN_EVENT_PMSUSPEND_DISK",
    None,
    remote.DomainEventPmsuspendDiskMsg,
    is_event=True,
    acl=("none",),
)
NODE_GET_CPU_MAP: ProcedureSpec[remote.NodeGetCpuMapArgs, remote.NodeGetCpuMapRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    293,
    "REMOTE_PROC_NODE_GET_CPU_MAP",
    remote.NodeGetCpuMapArgs,
    remote.NodeGetCpuMapRet,
    acl=("connect:read",),
)
DOMAIN_FSTRIM: ProcedureSpec[remote.DomainFstrimArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    294,
    "REMOTE_PROC_DOMAIN_FSTRIM",
    remote.DomainFstrimArgs,
    None,
    acl=("domain:fs_trim",),
)
DOMAIN_SEND_PROCESS_SIGNAL: ProcedureSpec[remote.DomainSendProcessSignalArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    295,
    "REMOTE_PROC_DOMAIN_SEND_PROCESS_SIGNAL",
    remote.DomainSendProcessSignalArgs,
    None,
    acl=("domain:send_signal",),
)
DOMAIN_OPEN_CHANNEL: ProcedureSpec[remote.DomainOpenChannelArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    296,
    "REMOTE_PROC_DOMAIN_OPEN_CHANNEL",
    remote.DomainOpenChannelArgs,
    None,
    stream=StreamDirection.BOTH,
    acl=("domain:open_device",),
)
NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN: ProcedureSpec[remote.NodeDeviceLookupScsiHostByWwnArgs, remote.NodeDeviceLookupScsiHostByWwnRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    297,
    "REMOTE_PROC_NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN",
    remote.NodeDeviceLookupScsiHostByWwnArgs,
    remote.NodeDeviceLookupScsiHostByWwnRet,
    high_priority=True,
    acl=("node_device:getattr",),
)
DOMAIN_GET_JOB_STATS: ProcedureSpec[remote.DomainGetJobStatsArgs, remote.DomainGetJobStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    298,
    "REMOTE_PROC_DOMAIN_GET_JOB_STATS",
    remote.DomainGetJobStatsArgs,
    remote.DomainGetJobStatsRet,
    acl=("domain:read",),
)
DOMAIN_MIGRATE_GET_COMPRESSION_CACHE: ProcedureSpec[remote.DomainMigrateGetCompressionCacheArgs, remote.DomainMigrateGetCompressionCacheRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    299,
    "REMOTE_PROC_DOMAIN_MIGRATE_GET_COMPRESSION_CACHE",
    remote.DomainMigrateGetCompressionCacheArgs,
    remote.DomainMigrateGetCompressionCacheRet,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_SET_COMPRESSION_CACHE: ProcedureSpec[remote.DomainMigrateSetCompressionCacheArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    300,
    "REMOTE_PROC_DOMAIN_MIGRATE_SET_COMPRESSION_CACHE",
    remote.DomainMigrateSetCompressionCacheArgs,
    None,
    acl=("domain:migrate",),
)
NODE_DEVICE_DETACH_FLAGS: ProcedureSpec[remote.NodeDeviceDetachFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    301,
    "REMOTE_PROC_NODE_DEVICE_DETACH_FLAGS",
    remote.NodeDeviceDetachFlagsArgs,
    None,
    acl=("node_device:detach",),
)
DOMAIN_MIGRATE_BEGIN3_PARAMS: ProcedureSpec[remote.DomainMigrateBegin3ParamsArgs, remote.DomainMigrateBegin3ParamsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    302,
    "REMOTE_PROC_DOMAIN_MIGRATE_BEGIN3_PARAMS",
    remote.DomainMigrateBegin3ParamsArgs,
    remote.DomainMigrateBegin3ParamsRet,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_PREPARE3_PARAMS: ProcedureSpec[remote.DomainMigratePrepare3ParamsArgs, remote.DomainMigratePrepare3ParamsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    303,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE3_PARAMS",
    remote.DomainMigratePrepare3ParamsArgs,
    remote.DomainMigratePrepare3ParamsRet,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS: ProcedureSpec[remote.DomainMigratePrepareTunnel3ParamsArgs, remote.DomainMigratePrepareTunnel3ParamsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    304,
    "REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS",
    remote.DomainMigratePrepareTunnel3ParamsArgs,
    remote.DomainMigratePrepareTunnel3ParamsRet,
    stream=StreamDirection.WRITE,
    acl=("domain:migrate", "domain:start", "domain:write",),
)
DOMAIN_MIGRATE_PERFORM3_PARAMS: ProcedureSpec[remote.DomainMigratePerform3ParamsArgs, remote.DomainMigratePerform3ParamsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    305,
    "REMOTE_PROC_DOMAIN_MIGRATE_PERFORM3_PARAMS",
    remote.DomainMigratePerform3ParamsArgs,
    remote.DomainMigratePerform3ParamsRet,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_FINISH3_PARAMS: ProcedureSpec[remote.DomainMigrateFinish3ParamsArgs, remote.DomainMigrateFinish3ParamsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    306,
    "REMOTE_PROC_DOMAIN_MIGRATE_FINISH3_PARAMS",
    remote.DomainMigrateFinish3ParamsArgs,
    remote.DomainMigrateFinish3ParamsRet,
    acl=("domain:migrate",),
)
DOMAIN_MIGRATE_CONFIRM3_PARAMS: ProcedureSpec[remote.DomainMigrateConfirm3ParamsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    307,
    "REMOTE_PROC_DOMAIN_MIGRATE_CONFIRM3_PARAMS",
    remote.DomainMigrateConfirm3ParamsArgs,
    None,
    acl=("domain:migrate",),
)
DOMAIN_SET_MEMORY_STATS_PERIOD: ProcedureSpec[remote.DomainSetMemoryStatsPeriodArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    308,
    "REMOTE_PROC_DOMAIN_SET_MEMORY_STATS_PERIOD",
    remote.DomainSetMemoryStatsPeriodArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_CREATE_XML_WITH_FILES: ProcedureSpec[remote.DomainCreateXmlWithFilesArgs, remote.DomainCreateXmlWithFilesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    309,
    "REMOTE_PROC_DOMAIN_CREATE_XML_WITH_FILES",
    remote.DomainCreateXmlWithFilesArgs,
    remote.DomainCreateXmlWithFilesRet,
    acl=("domain:write", "domain:start",),
)
DOMAIN_CREATE_WITH_FILES: ProcedureSpec[remote.DomainCreateWithFilesArgs, remote.DomainCreateWithFilesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    310,
    "REMOTE_PROC_DOMAIN_CREATE_WITH_FILES",
    remote.DomainCreateWithFilesArgs,
    remote.DomainCreateWithFilesRet,
    acl=("domain:start",),
)
DOMAIN_EVENT_DEVICE_REMOVED: ProcedureSpec[None, remote.DomainEventDeviceRemovedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    311,
    "REMOTE_PROC_DOMAIN_EVENT_DEVICE_REMOVED",
    None,
    remote.DomainEventDeviceRemovedMsg,
    is_event=True,
    acl=("none",),
)
CONNECT_GET_CPU_MODEL_NAMES: ProcedureSpec[remote.ConnectGetCpuModelNamesArgs, remote.ConnectGetCpuModelNamesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    312,
    "REMOTE_PROC_CONNECT_GET_CPU_MODEL_NAMES",
    remote.ConnectGetCpuModelNamesArgs,
    remote.ConnectGetCpuModelNamesRet,
    acl=("connect:read",),
)
CONNECT_NETWORK_EVENT_REGISTER_ANY: ProcedureSpec[remote.ConnectNetworkEventRegisterAnyArgs, remote.ConnectNetworkEventRegisterAnyRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    313,
    "REMOTE_PROC_CONNECT_NETWORK_EVENT_REGISTER_ANY",
    remote.ConnectNetworkEventRegisterAnyArgs,
    remote.ConnectNetworkEventRegisterAnyRet,
    high_priority=True,
    acl=("connect:search_networks",),
)
CONNECT_NETWORK_EVENT_DEREGISTER_ANY: ProcedureSpec[remote.ConnectNetworkEventDeregisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    314,
    "REMOTE_PROC_CONNECT_NETWORK_EVENT_DEREGISTER_ANY",
    remote.ConnectNetworkEventDeregisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:read",),
)
NETWORK_EVENT_LIFECYCLE: ProcedureSpec[None, remote.NetworkEventLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    315,
    "REMOTE_PROC_NETWORK_EVENT_LIFECYCLE",
    None,
    remote.NetworkEventLifecycleMsg,
    is_event=True,
    acl=("none",),
)
CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY: ProcedureSpec[remote.ConnectDomainEventCallbackRegisterAnyArgs, remote.ConnectDomainEventCallbackRegisterAnyRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    316,
    "REMOTE_PROC_CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY",
    remote.ConnectDomainEventCallbackRegisterAnyArgs,
    remote.ConnectDomainEventCallbackRegisterAnyRet,
    high_priority=True,
    acl=("connect:search_domains",),
)
CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY: ProcedureSpec[remote.ConnectDomainEventCallbackDeregisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    317,
    "REMOTE_PROC_CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY",
    remote.ConnectDomainEventCallbackDeregisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:read",),
)
DOMAIN_EVENT_CALLBACK_LIFECYCLE: ProcedureSpec[None, remote.DomainEventCallbackLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    318,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_LIFECYCLE",
    None,
    remote.DomainEventCallbackLifecycleMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_REBOOT: ProcedureSpec[None, remote.DomainEventCallbackRebootMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    319,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_REBOOT",
    None,
    remote.DomainEventCallbackRebootMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_RTC_CHANGE: ProcedureSpec[None, remote.DomainEventCallbackRtcChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    320,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_RTC_CHANGE",
    None,
    remote.DomainEventCallbackRtcChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_WATCHDOG: ProcedureSpec[None, remote.DomainEventCallbackWatchdogMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    321,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_WATCHDOG",
    None,
    remote.DomainEventCallbackWatchdogMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_IO_ERROR: ProcedureSpec[None, remote.DomainEventCallbackIoErrorMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    322,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_IO_ERROR",
    None,
    remote.DomainEventCallbackIoErrorMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_GRAPHICS: ProcedureSpec[None, remote.DomainEventCallbackGraphicsMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    323,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_GRAPHICS",
    None,
    remote.DomainEventCallbackGraphicsMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON: ProcedureSpec[None, remote.DomainEventCallbackIoErrorReasonMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    324,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON",
    None,
    remote.DomainEventCallbackIoErrorReasonMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_CONTROL_ERROR: ProcedureSpec[None, remote.DomainEventCallbackControlErrorMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    325,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_CONTROL_ERROR",
    None,
    remote.DomainEventCallbackControlErrorMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_BLOCK_JOB: ProcedureSpec[None, remote.DomainEventCallbackBlockJobMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    326,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_BLOCK_JOB",
    None,
    remote.DomainEventCallbackBlockJobMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_DISK_CHANGE: ProcedureSpec[None, remote.DomainEventCallbackDiskChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    327,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DISK_CHANGE",
    None,
    remote.DomainEventCallbackDiskChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_TRAY_CHANGE: ProcedureSpec[None, remote.DomainEventCallbackTrayChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    328,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_TRAY_CHANGE",
    None,
    remote.DomainEventCallbackTrayChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_PMWAKEUP: ProcedureSpec[None, remote.DomainEventCallbackPmwakeupMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    329,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_PMWAKEUP",
    None,
    remote.DomainEventCallbackPmwakeupMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_PMSUSPEND: ProcedureSpec[None, remote.DomainEventCallbackPmsuspendMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    330,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_PMSUSPEND",
    None,
    remote.DomainEventCallbackPmsuspendMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE: ProcedureSpec[None, remote.DomainEventCallbackBalloonChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    331,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE",
    None,
    remote.DomainEventCallbackBalloonChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK: ProcedureSpec[None, remote.DomainEventCallbackPmsuspendDiskMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    332,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK",
    None,
    remote.DomainEventCallbackPmsuspendDiskMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED: ProcedureSpec[None, remote.DomainEventCallbackDeviceRemovedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    333,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED",
    None,
    remote.DomainEventCallbackDeviceRemovedMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_CORE_DUMP_WITH_FORMAT: ProcedureSpec[remote.DomainCoreDumpWithFormatArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    334,
    "REMOTE_PROC_DOMAIN_CORE_DUMP_WITH_FORMAT",
    remote.DomainCoreDumpWithFormatArgs,
    None,
    acl=("domain:core_dump",),
)
DOMAIN_FSFREEZE: ProcedureSpec[remote.DomainFsfreezeArgs, remote.DomainFsfreezeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    335,
    "REMOTE_PROC_DOMAIN_FSFREEZE",
    remote.DomainFsfreezeArgs,
    remote.DomainFsfreezeRet,
    acl=("domain:fs_freeze",),
)
DOMAIN_FSTHAW: ProcedureSpec[remote.DomainFsthawArgs, remote.DomainFsthawRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    336,
    "REMOTE_PROC_DOMAIN_FSTHAW",
    remote.DomainFsthawArgs,
    remote.DomainFsthawRet,
    acl=("domain:fs_freeze",),
)
DOMAIN_GET_TIME: ProcedureSpec[remote.DomainGetTimeArgs, remote.DomainGetTimeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    337,
    "REMOTE_PROC_DOMAIN_GET_TIME",
    remote.DomainGetTimeArgs,
    remote.DomainGetTimeRet,
    acl=("domain:write",),
)
DOMAIN_SET_TIME: ProcedureSpec[remote.DomainSetTimeArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    338,
    "REMOTE_PROC_DOMAIN_SET_TIME",
    remote.DomainSetTimeArgs,
    None,
    acl=("domain:set_time",),
)
DOMAIN_EVENT_BLOCK_JOB_2: ProcedureSpec[None, remote.DomainEventBlockJob2Msg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    339,
    "REMOTE_PROC_DOMAIN_EVENT_BLOCK_JOB_2",
    None,
    remote.DomainEventBlockJob2Msg,
    is_event=True,
    acl=("none",),
)
NODE_GET_FREE_PAGES: ProcedureSpec[remote.NodeGetFreePagesArgs, remote.NodeGetFreePagesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    340,
    "REMOTE_PROC_NODE_GET_FREE_PAGES",
    remote.NodeGetFreePagesArgs,
    remote.NodeGetFreePagesRet,
    high_priority=True,
    acl=("connect:read",),
)
NETWORK_GET_DHCP_LEASES: ProcedureSpec[remote.NetworkGetDhcpLeasesArgs, remote.NetworkGetDhcpLeasesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    341,
    "REMOTE_PROC_NETWORK_GET_DHCP_LEASES",
    remote.NetworkGetDhcpLeasesArgs,
    remote.NetworkGetDhcpLeasesRet,
    acl=("network:read",),
)
CONNECT_GET_DOMAIN_CAPABILITIES: ProcedureSpec[remote.ConnectGetDomainCapabilitiesArgs, remote.ConnectGetDomainCapabilitiesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    342,
    "REMOTE_PROC_CONNECT_GET_DOMAIN_CAPABILITIES",
    remote.ConnectGetDomainCapabilitiesArgs,
    remote.ConnectGetDomainCapabilitiesRet,
    acl=("connect:write",),
)
DOMAIN_OPEN_GRAPHICS_FD: ProcedureSpec[remote.DomainOpenGraphicsFdArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    343,
    "REMOTE_PROC_DOMAIN_OPEN_GRAPHICS_FD",
    remote.DomainOpenGraphicsFdArgs,
    None,
    acl=("domain:open_graphics",),
)
CONNECT_GET_ALL_DOMAIN_STATS: ProcedureSpec[remote.ConnectGetAllDomainStatsArgs, remote.ConnectGetAllDomainStatsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    344,
    "REMOTE_PROC_CONNECT_GET_ALL_DOMAIN_STATS",
    remote.ConnectGetAllDomainStatsArgs,
    remote.ConnectGetAllDomainStatsRet,
    acl=("connect:search_domains",),
)
DOMAIN_BLOCK_COPY: ProcedureSpec[remote.DomainBlockCopyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    345,
    "REMOTE_PROC_DOMAIN_BLOCK_COPY",
    remote.DomainBlockCopyArgs,
    None,
    acl=("domain:block_write",),
)
DOMAIN_EVENT_CALLBACK_TUNABLE: ProcedureSpec[None, remote.DomainEventCallbackTunableMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    346,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_TUNABLE",
    None,
    remote.DomainEventCallbackTunableMsg,
    is_event=True,
    acl=("none",),
)
NODE_ALLOC_PAGES: ProcedureSpec[remote.NodeAllocPagesArgs, remote.NodeAllocPagesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    347,
    "REMOTE_PROC_NODE_ALLOC_PAGES",
    remote.NodeAllocPagesArgs,
    remote.NodeAllocPagesRet,
    acl=("connect:write",),
)
DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE: ProcedureSpec[None, remote.DomainEventCallbackAgentLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    348,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE",
    None,
    remote.DomainEventCallbackAgentLifecycleMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_GET_FSINFO: ProcedureSpec[remote.DomainGetFsinfoArgs, remote.DomainGetFsinfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    349,
    "REMOTE_PROC_DOMAIN_GET_FSINFO",
    remote.DomainGetFsinfoArgs,
    remote.DomainGetFsinfoRet,
    acl=("domain:fs_freeze",),
)
DOMAIN_DEFINE_XML_FLAGS: ProcedureSpec[remote.DomainDefineXmlFlagsArgs, remote.DomainDefineXmlFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    350,
    "REMOTE_PROC_DOMAIN_DEFINE_XML_FLAGS",
    remote.DomainDefineXmlFlagsArgs,
    remote.DomainDefineXmlFlagsRet,
    high_priority=True,
    acl=("domain:write", "domain:save",),
)
DOMAIN_GET_IOTHREAD_INFO: ProcedureSpec[remote.DomainGetIothreadInfoArgs, remote.DomainGetIothreadInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    351,
    "REMOTE_PROC_DOMAIN_GET_IOTHREAD_INFO",
    remote.DomainGetIothreadInfoArgs,
    remote.DomainGetIothreadInfoRet,
    acl=("domain:read",),
)
DOMAIN_PIN_IOTHREAD: ProcedureSpec[remote.DomainPinIothreadArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    352,
    "REMOTE_PROC_DOMAIN_PIN_IOTHREAD",
    remote.DomainPinIothreadArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_INTERFACE_ADDRESSES: ProcedureSpec[remote.DomainInterfaceAddressesArgs, remote.DomainInterfaceAddressesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    353,
    "REMOTE_PROC_DOMAIN_INTERFACE_ADDRESSES",
    remote.DomainInterfaceAddressesArgs,
    remote.DomainInterfaceAddressesRet,
    acl=("domain:read", "domain:write::source:VIR_DOMAIN_INTERFACE_ADDRESSES_SRC_AGENT",),
)
DOMAIN_EVENT_CALLBACK_DEVICE_ADDED: ProcedureSpec[None, remote.DomainEventCallbackDeviceAddedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    354,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DEVICE_ADDED",
    None,
    remote.DomainEventCallbackDeviceAddedMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_ADD_IOTHREAD: ProcedureSpec[remote.DomainAddIothreadArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    355,
    "REMOTE_PROC_DOMAIN_ADD_IOTHREAD",
    remote.DomainAddIothreadArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_DEL_IOTHREAD: ProcedureSpec[remote.DomainDelIothreadArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    356,
    "REMOTE_PROC_DOMAIN_DEL_IOTHREAD",
    remote.DomainDelIothreadArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_SET_USER_PASSWORD: ProcedureSpec[remote.DomainSetUserPasswordArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    357,
    "REMOTE_PROC_DOMAIN_SET_USER_PASSWORD",
    remote.DomainSetUserPasswordArgs,
    None,
    acl=("domain:set_password",),
)
DOMAIN_RENAME: ProcedureSpec[remote.DomainRenameArgs, remote.DomainRenameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    358,
    "REMOTE_PROC_DOMAIN_RENAME",
    remote.DomainRenameArgs,
    remote.DomainRenameRet,
    acl=("domain:write", "domain:save",),
)
DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION: ProcedureSpec[None, remote.DomainEventCallbackMigrationIterationMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    359,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION",
    None,
    remote.DomainEventCallbackMigrationIterationMsg,
    is_event=True,
    acl=("none",),
)
CONNECT_REGISTER_CLOSE_CALLBACK: ProcedureSpec[None, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    360,
    "REMOTE_PROC_CONNECT_REGISTER_CLOSE_CALLBACK",
    None,
    None,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_UNREGISTER_CLOSE_CALLBACK: ProcedureSpec[None, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    361,
    "REMOTE_PROC_CONNECT_UNREGISTER_CLOSE_CALLBACK",
    None,
    None,
    high_priority=True,
    acl=("connect:getattr",),
)
CONNECT_EVENT_CONNECTION_CLOSED: ProcedureSpec[None, remote.ConnectEventConnectionClosedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    362,
    "REMOTE_PROC_CONNECT_EVENT_CONNECTION_CLOSED",
    None,
    remote.ConnectEventConnectionClosedMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_EVENT_CALLBACK_JOB_COMPLETED: ProcedureSpec[None, remote.DomainEventCallbackJobCompletedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    363,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_JOB_COMPLETED",
    None,
    remote.DomainEventCallbackJobCompletedMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_MIGRATE_START_POST_COPY: ProcedureSpec[remote.DomainMigrateStartPostCopyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    364,
    "REMOTE_PROC_DOMAIN_MIGRATE_START_POST_COPY",
    remote.DomainMigrateStartPostCopyArgs,
    None,
    acl=("domain:migrate",),
)
DOMAIN_GET_PERF_EVENTS: ProcedureSpec[remote.DomainGetPerfEventsArgs, remote.DomainGetPerfEventsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    365,
    "REMOTE_PROC_DOMAIN_GET_PERF_EVENTS",
    remote.DomainGetPerfEventsArgs,
    remote.DomainGetPerfEventsRet,
    acl=("domain:read",),
)
DOMAIN_SET_PERF_EVENTS: ProcedureSpec[remote.DomainSetPerfEventsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    366,
    "REMOTE_PROC_DOMAIN_SET_PERF_EVENTS",
    remote.DomainSetPerfEventsArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED: ProcedureSpec[None, remote.DomainEventCallbackDeviceRemovalFailedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    367,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED",
    None,
    remote.DomainEventCallbackDeviceRemovalFailedMsg,
    is_event=True,
    acl=("none",),
)
CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY: ProcedureSpec[remote.ConnectStoragePoolEventRegisterAnyArgs, remote.ConnectStoragePoolEventRegisterAnyRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    368,
    "REMOTE_PROC_CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY",
    remote.ConnectStoragePoolEventRegisterAnyArgs,
    remote.ConnectStoragePoolEventRegisterAnyRet,
    high_priority=True,
    acl=("connect:search_storage_pools",),
)
CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY: ProcedureSpec[remote.ConnectStoragePoolEventDeregisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    369,
    "REMOTE_PROC_CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY",
    remote.ConnectStoragePoolEventDeregisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:read",),
)
STORAGE_POOL_EVENT_LIFECYCLE: ProcedureSpec[None, remote.StoragePoolEventLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    370,
    "REMOTE_PROC_STORAGE_POOL_EVENT_LIFECYCLE",
    None,
    remote.StoragePoolEventLifecycleMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_GET_GUEST_VCPUS: ProcedureSpec[remote.DomainGetGuestVcpusArgs, remote.DomainGetGuestVcpusRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    371,
    "REMOTE_PROC_DOMAIN_GET_GUEST_VCPUS",
    remote.DomainGetGuestVcpusArgs,
    remote.DomainGetGuestVcpusRet,
    acl=("domain:write",),
)
DOMAIN_SET_GUEST_VCPUS: ProcedureSpec[remote.DomainSetGuestVcpusArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    372,
    "REMOTE_PROC_DOMAIN_SET_GUEST_VCPUS",
    remote.DomainSetGuestVcpusArgs,
    None,
    acl=("domain:write",),
)
STORAGE_POOL_EVENT_REFRESH: ProcedureSpec[None, remote.StoragePoolEventRefreshMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    373,
    "REMOTE_PROC_STORAGE_POOL_EVENT_REFRESH",
    None,
    remote.StoragePoolEventRefreshMsg,
    is_event=True,
    acl=("none",),
)
CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY: ProcedureSpec[remote.ConnectNodeDeviceEventRegisterAnyArgs, remote.ConnectNodeDeviceEventRegisterAnyRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    374,
    "REMOTE_PROC_CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY",
    remote.ConnectNodeDeviceEventRegisterAnyArgs,
    remote.ConnectNodeDeviceEventRegisterAnyRet,
    high_priority=True,
    acl=("connect:search_node_devices",),
)
CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY: ProcedureSpec[remote.ConnectNodeDeviceEventDeregisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    375,
    "REMOTE_PROC_CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY",
    remote.ConnectNodeDeviceEventDeregisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:read",),
)
NODE_DEVICE_EVENT_LIFECYCLE: ProcedureSpec[None, remote.NodeDeviceEventLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    376,
    "REMOTE_PROC_NODE_DEVICE_EVENT_LIFECYCLE",
    None,
    remote.NodeDeviceEventLifecycleMsg,
    is_event=True,
    acl=("none",),
)
NODE_DEVICE_EVENT_UPDATE: ProcedureSpec[None, remote.NodeDeviceEventUpdateMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    377,
    "REMOTE_PROC_NODE_DEVICE_EVENT_UPDATE",
    None,
    remote.NodeDeviceEventUpdateMsg,
    is_event=True,
    acl=("none",),
)
STORAGE_VOL_GET_INFO_FLAGS: ProcedureSpec[remote.StorageVolGetInfoFlagsArgs, remote.StorageVolGetInfoFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    378,
    "REMOTE_PROC_STORAGE_VOL_GET_INFO_FLAGS",
    remote.StorageVolGetInfoFlagsArgs,
    remote.StorageVolGetInfoFlagsRet,
    high_priority=True,
    acl=("storage_vol:read",),
)
DOMAIN_EVENT_CALLBACK_METADATA_CHANGE: ProcedureSpec[None, remote.DomainEventCallbackMetadataChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    379,
    "REMOTE_PROC_DOMAIN_EVENT_CALLBACK_METADATA_CHANGE",
    None,
    remote.DomainEventCallbackMetadataChangeMsg,
    is_event=True,
    acl=("none",),
)
CONNECT_SECRET_EVENT_REGISTER_ANY: ProcedureSpec[remote.ConnectSecretEventRegisterAnyArgs, remote.ConnectSecretEventRegisterAnyRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    380,
    "REMOTE_PROC_CONNECT_SECRET_EVENT_REGISTER_ANY",
    remote.ConnectSecretEventRegisterAnyArgs,
    remote.ConnectSecretEventRegisterAnyRet,
    high_priority=True,
    acl=("connect:search_secrets",),
)
CONNECT_SECRET_EVENT_DEREGISTER_ANY: ProcedureSpec[remote.ConnectSecretEventDeregisterAnyArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    381,
    "REMOTE_PROC_CONNECT_SECRET_EVENT_DEREGISTER_ANY",
    remote.ConnectSecretEventDeregisterAnyArgs,
    None,
    high_priority=True,
    acl=("connect:read",),
)
SECRET_EVENT_LIFECYCLE: ProcedureSpec[None, remote.SecretEventLifecycleMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    382,
    "REMOTE_PROC_SECRET_EVENT_LIFECYCLE",
    None,
    remote.SecretEventLifecycleMsg,
    is_event=True,
    acl=("none",),
)
SECRET_EVENT_VALUE_CHANGED: ProcedureSpec[None, remote.SecretEventValueChangedMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    383,
    "REMOTE_PROC_SECRET_EVENT_VALUE_CHANGED",
    None,
    remote.SecretEventValueChangedMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_SET_VCPU: ProcedureSpec[remote.DomainSetVcpuArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    384,
    "REMOTE_PROC_DOMAIN_SET_VCPU",
    remote.DomainSetVcpuArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_EVENT_BLOCK_THRESHOLD: ProcedureSpec[None, remote.DomainEventBlockThresholdMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    385,
    "REMOTE_PROC_DOMAIN_EVENT_BLOCK_THRESHOLD",
    None,
    remote.DomainEventBlockThresholdMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_SET_BLOCK_THRESHOLD: ProcedureSpec[remote.DomainSetBlockThresholdArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    386,
    "REMOTE_PROC_DOMAIN_SET_BLOCK_THRESHOLD",
    remote.DomainSetBlockThresholdArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_MIGRATE_GET_MAX_DOWNTIME: ProcedureSpec[remote.DomainMigrateGetMaxDowntimeArgs, remote.DomainMigrateGetMaxDowntimeRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    387,
    "REMOTE_PROC_DOMAIN_MIGRATE_GET_MAX_DOWNTIME",
    remote.DomainMigrateGetMaxDowntimeArgs,
    remote.DomainMigrateGetMaxDowntimeRet,
    acl=("domain:migrate",),
)
DOMAIN_MANAGED_SAVE_GET_XML_DESC: ProcedureSpec[remote.DomainManagedSaveGetXmlDescArgs, remote.DomainManagedSaveGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    388,
    "REMOTE_PROC_DOMAIN_MANAGED_SAVE_GET_XML_DESC",
    remote.DomainManagedSaveGetXmlDescArgs,
    remote.DomainManagedSaveGetXmlDescRet,
    acl=("domain:read", "domain:read_secure:VIR_DOMAIN_SAVE_IMAGE_XML_SECURE",),
)
DOMAIN_MANAGED_SAVE_DEFINE_XML: ProcedureSpec[remote.DomainManagedSaveDefineXmlArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    389,
    "REMOTE_PROC_DOMAIN_MANAGED_SAVE_DEFINE_XML",
    remote.DomainManagedSaveDefineXmlArgs,
    None,
    acl=("domain:write", "domain:hibernate",),
)
DOMAIN_SET_LIFECYCLE_ACTION: ProcedureSpec[remote.DomainSetLifecycleActionArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    390,
    "REMOTE_PROC_DOMAIN_SET_LIFECYCLE_ACTION",
    remote.DomainSetLifecycleActionArgs,
    None,
    acl=("domain:write",),
)
STORAGE_POOL_LOOKUP_BY_TARGET_PATH: ProcedureSpec[remote.StoragePoolLookupByTargetPathArgs, remote.StoragePoolLookupByTargetPathRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    391,
    "REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_TARGET_PATH",
    remote.StoragePoolLookupByTargetPathArgs,
    remote.StoragePoolLookupByTargetPathRet,
    high_priority=True,
    acl=("storage_pool:getattr",),
)
DOMAIN_DETACH_DEVICE_ALIAS: ProcedureSpec[remote.DomainDetachDeviceAliasArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    392,
    "REMOTE_PROC_DOMAIN_DETACH_DEVICE_ALIAS",
    remote.DomainDetachDeviceAliasArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
CONNECT_COMPARE_HYPERVISOR_CPU: ProcedureSpec[remote.ConnectCompareHypervisorCpuArgs, remote.ConnectCompareHypervisorCpuRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    393,
    "REMOTE_PROC_CONNECT_COMPARE_HYPERVISOR_CPU",
    remote.ConnectCompareHypervisorCpuArgs,
    remote.ConnectCompareHypervisorCpuRet,
    acl=("connect:write",),
)
CONNECT_BASELINE_HYPERVISOR_CPU: ProcedureSpec[remote.ConnectBaselineHypervisorCpuArgs, remote.ConnectBaselineHypervisorCpuRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    394,
    "REMOTE_PROC_CONNECT_BASELINE_HYPERVISOR_CPU",
    remote.ConnectBaselineHypervisorCpuArgs,
    remote.ConnectBaselineHypervisorCpuRet,
    acl=("connect:write",),
)
NODE_GET_SEV_INFO: ProcedureSpec[remote.NodeGetSevInfoArgs, remote.NodeGetSevInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    395,
    "REMOTE_PROC_NODE_GET_SEV_INFO",
    remote.NodeGetSevInfoArgs,
    remote.NodeGetSevInfoRet,
    acl=("connect:read",),
)
DOMAIN_GET_LAUNCH_SECURITY_INFO: ProcedureSpec[remote.DomainGetLaunchSecurityInfoArgs, remote.DomainGetLaunchSecurityInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    396,
    "REMOTE_PROC_DOMAIN_GET_LAUNCH_SECURITY_INFO",
    remote.DomainGetLaunchSecurityInfoArgs,
    remote.DomainGetLaunchSecurityInfoRet,
    acl=("domain:read",),
)
NWFILTER_BINDING_LOOKUP_BY_PORT_DEV: ProcedureSpec[remote.NwfilterBindingLookupByPortDevArgs, remote.NwfilterBindingLookupByPortDevRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    397,
    "REMOTE_PROC_NWFILTER_BINDING_LOOKUP_BY_PORT_DEV",
    remote.NwfilterBindingLookupByPortDevArgs,
    remote.NwfilterBindingLookupByPortDevRet,
    high_priority=True,
    acl=("nwfilter_binding:getattr",),
)
NWFILTER_BINDING_GET_XML_DESC: ProcedureSpec[remote.NwfilterBindingGetXmlDescArgs, remote.NwfilterBindingGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    398,
    "REMOTE_PROC_NWFILTER_BINDING_GET_XML_DESC",
    remote.NwfilterBindingGetXmlDescArgs,
    remote.NwfilterBindingGetXmlDescRet,
    high_priority=True,
    acl=("nwfilter_binding:read",),
)
NWFILTER_BINDING_CREATE_XML: ProcedureSpec[remote.NwfilterBindingCreateXmlArgs, remote.NwfilterBindingCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    399,
    "REMOTE_PROC_NWFILTER_BINDING_CREATE_XML",
    remote.NwfilterBindingCreateXmlArgs,
    remote.NwfilterBindingCreateXmlRet,
    high_priority=True,
    acl=("nwfilter_binding:create",),
)
NWFILTER_BINDING_DELETE: ProcedureSpec[remote.NwfilterBindingDeleteArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    400,
    "REMOTE_PROC_NWFILTER_BINDING_DELETE",
    remote.NwfilterBindingDeleteArgs,
    None,
    high_priority=True,
    acl=("nwfilter_binding:delete",),
)
CONNECT_LIST_ALL_NWFILTER_BINDINGS: ProcedureSpec[remote.ConnectListAllNwfilterBindingsArgs, remote.ConnectListAllNwfilterBindingsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    401,
    "REMOTE_PROC_CONNECT_LIST_ALL_NWFILTER_BINDINGS",
    remote.ConnectListAllNwfilterBindingsArgs,
    remote.ConnectListAllNwfilterBindingsRet,
    high_priority=True,
    acl=("connect:search_nwfilter_bindings",),
)
DOMAIN_SET_IOTHREAD_PARAMS: ProcedureSpec[remote.DomainSetIothreadParamsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    402,
    "REMOTE_PROC_DOMAIN_SET_IOTHREAD_PARAMS",
    remote.DomainSetIothreadParamsArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
CONNECT_GET_STORAGE_POOL_CAPABILITIES: ProcedureSpec[remote.ConnectGetStoragePoolCapabilitiesArgs, remote.ConnectGetStoragePoolCapabilitiesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    403,
    "REMOTE_PROC_CONNECT_GET_STORAGE_POOL_CAPABILITIES",
    remote.ConnectGetStoragePoolCapabilitiesArgs,
    remote.ConnectGetStoragePoolCapabilitiesRet,
    acl=("connect:read",),
)
NETWORK_LIST_ALL_PORTS: ProcedureSpec[remote.NetworkListAllPortsArgs, remote.NetworkListAllPortsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    404,
    "REMOTE_PROC_NETWORK_LIST_ALL_PORTS",
    remote.NetworkListAllPortsArgs,
    remote.NetworkListAllPortsRet,
    high_priority=True,
    acl=("network:search_ports",),
)
NETWORK_PORT_LOOKUP_BY_UUID: ProcedureSpec[remote.NetworkPortLookupByUuidArgs, remote.NetworkPortLookupByUuidRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    405,
    "REMOTE_PROC_NETWORK_PORT_LOOKUP_BY_UUID",
    remote.NetworkPortLookupByUuidArgs,
    remote.NetworkPortLookupByUuidRet,
    high_priority=True,
    acl=("network_port:getattr",),
)
NETWORK_PORT_CREATE_XML: ProcedureSpec[remote.NetworkPortCreateXmlArgs, remote.NetworkPortCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    406,
    "REMOTE_PROC_NETWORK_PORT_CREATE_XML",
    remote.NetworkPortCreateXmlArgs,
    remote.NetworkPortCreateXmlRet,
    acl=("network_port:create",),
)
NETWORK_PORT_GET_PARAMETERS: ProcedureSpec[remote.NetworkPortGetParametersArgs, remote.NetworkPortGetParametersRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    407,
    "REMOTE_PROC_NETWORK_PORT_GET_PARAMETERS",
    remote.NetworkPortGetParametersArgs,
    remote.NetworkPortGetParametersRet,
    acl=("network_port:read",),
)
NETWORK_PORT_SET_PARAMETERS: ProcedureSpec[remote.NetworkPortSetParametersArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    408,
    "REMOTE_PROC_NETWORK_PORT_SET_PARAMETERS",
    remote.NetworkPortSetParametersArgs,
    None,
    acl=("network_port:write",),
)
NETWORK_PORT_GET_XML_DESC: ProcedureSpec[remote.NetworkPortGetXmlDescArgs, remote.NetworkPortGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    409,
    "REMOTE_PROC_NETWORK_PORT_GET_XML_DESC",
    remote.NetworkPortGetXmlDescArgs,
    remote.NetworkPortGetXmlDescRet,
    acl=("network_port:read",),
)
NETWORK_PORT_DELETE: ProcedureSpec[remote.NetworkPortDeleteArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    410,
    "REMOTE_PROC_NETWORK_PORT_DELETE",
    remote.NetworkPortDeleteArgs,
    None,
    acl=("network_port:delete",),
)
DOMAIN_CHECKPOINT_CREATE_XML: ProcedureSpec[remote.DomainCheckpointCreateXmlArgs, remote.DomainCheckpointCreateXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    411,
    "REMOTE_PROC_DOMAIN_CHECKPOINT_CREATE_XML",
    remote.DomainCheckpointCreateXmlArgs,
    remote.DomainCheckpointCreateXmlRet,
    acl=("domain:checkpoint", "domain:fs_freeze:VIR_DOMAIN_CHECKPOINT_CREATE_QUIESCE",),
)
DOMAIN_CHECKPOINT_GET_XML_DESC: ProcedureSpec[remote.DomainCheckpointGetXmlDescArgs, remote.DomainCheckpointGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    412,
    "REMOTE_PROC_DOMAIN_CHECKPOINT_GET_XML_DESC",
    remote.DomainCheckpointGetXmlDescArgs,
    remote.DomainCheckpointGetXmlDescRet,
    acl=("domain:read", "domain:read_secure:VIR_DOMAIN_CHECKPOINT_XML_SECURE",),
)
DOMAIN_LIST_ALL_CHECKPOINTS: ProcedureSpec[remote.DomainListAllCheckpointsArgs, remote.DomainListAllCheckpointsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    413,
    "REMOTE_PROC_DOMAIN_LIST_ALL_CHECKPOINTS",
    remote.DomainListAllCheckpointsArgs,
    remote.DomainListAllCheckpointsRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN: ProcedureSpec[remote.DomainCheckpointListAllChildrenArgs, remote.DomainCheckpointListAllChildrenRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    414,
    "REMOTE_PROC_DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN",
    remote.DomainCheckpointListAllChildrenArgs,
    remote.DomainCheckpointListAllChildrenRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_CHECKPOINT_LOOKUP_BY_NAME: ProcedureSpec[remote.DomainCheckpointLookupByNameArgs, remote.DomainCheckpointLookupByNameRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    415,
    "REMOTE_PROC_DOMAIN_CHECKPOINT_LOOKUP_BY_NAME",
    remote.DomainCheckpointLookupByNameArgs,
    remote.DomainCheckpointLookupByNameRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_CHECKPOINT_GET_PARENT: ProcedureSpec[remote.DomainCheckpointGetParentArgs, remote.DomainCheckpointGetParentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    416,
    "REMOTE_PROC_DOMAIN_CHECKPOINT_GET_PARENT",
    remote.DomainCheckpointGetParentArgs,
    remote.DomainCheckpointGetParentRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_CHECKPOINT_DELETE: ProcedureSpec[remote.DomainCheckpointDeleteArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    417,
    "REMOTE_PROC_DOMAIN_CHECKPOINT_DELETE",
    remote.DomainCheckpointDeleteArgs,
    None,
    acl=("domain:checkpoint",),
)
DOMAIN_GET_GUEST_INFO: ProcedureSpec[remote.DomainGetGuestInfoArgs, remote.DomainGetGuestInfoRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    418,
    "REMOTE_PROC_DOMAIN_GET_GUEST_INFO",
    remote.DomainGetGuestInfoArgs,
    remote.DomainGetGuestInfoRet,
    acl=("domain:write",),
)
CONNECT_SET_IDENTITY: ProcedureSpec[remote.ConnectSetIdentityArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    419,
    "REMOTE_PROC_CONNECT_SET_IDENTITY",
    remote.ConnectSetIdentityArgs,
    None,
    acl=("connect:write",),
)
DOMAIN_AGENT_SET_RESPONSE_TIMEOUT: ProcedureSpec[remote.DomainAgentSetResponseTimeoutArgs, remote.DomainAgentSetResponseTimeoutRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    420,
    "REMOTE_PROC_DOMAIN_AGENT_SET_RESPONSE_TIMEOUT",
    remote.DomainAgentSetResponseTimeoutArgs,
    remote.DomainAgentSetResponseTimeoutRet,
    acl=("domain:write",),
)
DOMAIN_BACKUP_BEGIN: ProcedureSpec[remote.DomainBackupBeginArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    421,
    "REMOTE_PROC_DOMAIN_BACKUP_BEGIN",
    remote.DomainBackupBeginArgs,
    None,
    acl=("domain:checkpoint", "domain:block_write",),
)
DOMAIN_BACKUP_GET_XML_DESC: ProcedureSpec[remote.DomainBackupGetXmlDescArgs, remote.DomainBackupGetXmlDescRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    422,
    "REMOTE_PROC_DOMAIN_BACKUP_GET_XML_DESC",
    remote.DomainBackupGetXmlDescArgs,
    remote.DomainBackupGetXmlDescRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_EVENT_MEMORY_FAILURE: ProcedureSpec[None, remote.DomainEventMemoryFailureMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    423,
    "REMOTE_PROC_DOMAIN_EVENT_MEMORY_FAILURE",
    None,
    remote.DomainEventMemoryFailureMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_AUTHORIZED_SSH_KEYS_GET: ProcedureSpec[remote.DomainAuthorizedSshKeysGetArgs, remote.DomainAuthorizedSshKeysGetRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    424,
    "REMOTE_PROC_DOMAIN_AUTHORIZED_SSH_KEYS_GET",
    remote.DomainAuthorizedSshKeysGetArgs,
    remote.DomainAuthorizedSshKeysGetRet,
    acl=("domain:write",),
)
DOMAIN_AUTHORIZED_SSH_KEYS_SET: ProcedureSpec[remote.DomainAuthorizedSshKeysSetArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    425,
    "REMOTE_PROC_DOMAIN_AUTHORIZED_SSH_KEYS_SET",
    remote.DomainAuthorizedSshKeysSetArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_GET_MESSAGES: ProcedureSpec[remote.DomainGetMessagesArgs, remote.DomainGetMessagesRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    426,
    "REMOTE_PROC_DOMAIN_GET_MESSAGES",
    remote.DomainGetMessagesArgs,
    remote.DomainGetMessagesRet,
    acl=("domain:read",),
)
DOMAIN_START_DIRTY_RATE_CALC: ProcedureSpec[remote.DomainStartDirtyRateCalcArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    427,
    "REMOTE_PROC_DOMAIN_START_DIRTY_RATE_CALC",
    remote.DomainStartDirtyRateCalcArgs,
    None,
    acl=("domain:write",),
)
NODE_DEVICE_DEFINE_XML: ProcedureSpec[remote.NodeDeviceDefineXmlArgs, remote.NodeDeviceDefineXmlRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    428,
    "REMOTE_PROC_NODE_DEVICE_DEFINE_XML",
    remote.NodeDeviceDefineXmlArgs,
    remote.NodeDeviceDefineXmlRet,
    acl=("node_device:write", "node_device:save",),
)
NODE_DEVICE_UNDEFINE: ProcedureSpec[remote.NodeDeviceUndefineArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    429,
    "REMOTE_PROC_NODE_DEVICE_UNDEFINE",
    remote.NodeDeviceUndefineArgs,
    None,
    high_priority=True,
    acl=("node_device:delete",),
)
NODE_DEVICE_CREATE: ProcedureSpec[remote.NodeDeviceCreateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    430,
    "REMOTE_PROC_NODE_DEVICE_CREATE",
    remote.NodeDeviceCreateArgs,
    None,
    high_priority=True,
    acl=("node_device:start",),
)
NWFILTER_DEFINE_XML_FLAGS: ProcedureSpec[remote.NwfilterDefineXmlFlagsArgs, remote.NwfilterDefineXmlFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    431,
    "REMOTE_PROC_NWFILTER_DEFINE_XML_FLAGS",
    remote.NwfilterDefineXmlFlagsArgs,
    remote.NwfilterDefineXmlFlagsRet,
    high_priority=True,
    acl=("nwfilter:write", "nwfilter:save",),
)
NETWORK_DEFINE_XML_FLAGS: ProcedureSpec[remote.NetworkDefineXmlFlagsArgs, remote.NetworkDefineXmlFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    432,
    "REMOTE_PROC_NETWORK_DEFINE_XML_FLAGS",
    remote.NetworkDefineXmlFlagsArgs,
    remote.NetworkDefineXmlFlagsRet,
    high_priority=True,
    acl=("network:write", "network:save",),
)
NODE_DEVICE_GET_AUTOSTART: ProcedureSpec[remote.NodeDeviceGetAutostartArgs, remote.NodeDeviceGetAutostartRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    433,
    "REMOTE_PROC_NODE_DEVICE_GET_AUTOSTART",
    remote.NodeDeviceGetAutostartArgs,
    remote.NodeDeviceGetAutostartRet,
    high_priority=True,
    acl=("node_device:read",),
)
NODE_DEVICE_SET_AUTOSTART: ProcedureSpec[remote.NodeDeviceSetAutostartArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    434,
    "REMOTE_PROC_NODE_DEVICE_SET_AUTOSTART",
    remote.NodeDeviceSetAutostartArgs,
    None,
    high_priority=True,
    acl=("node_device:write",),
)
NODE_DEVICE_IS_PERSISTENT: ProcedureSpec[remote.NodeDeviceIsPersistentArgs, remote.NodeDeviceIsPersistentRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    435,
    "REMOTE_PROC_NODE_DEVICE_IS_PERSISTENT",
    remote.NodeDeviceIsPersistentArgs,
    remote.NodeDeviceIsPersistentRet,
    high_priority=True,
    acl=("node_device:read",),
)
NODE_DEVICE_IS_ACTIVE: ProcedureSpec[remote.NodeDeviceIsActiveArgs, remote.NodeDeviceIsActiveRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    436,
    "REMOTE_PROC_NODE_DEVICE_IS_ACTIVE",
    remote.NodeDeviceIsActiveArgs,
    remote.NodeDeviceIsActiveRet,
    high_priority=True,
    acl=("node_device:read",),
)
NETWORK_CREATE_XML_FLAGS: ProcedureSpec[remote.NetworkCreateXmlFlagsArgs, remote.NetworkCreateXmlFlagsRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    437,
    "REMOTE_PROC_NETWORK_CREATE_XML_FLAGS",
    remote.NetworkCreateXmlFlagsArgs,
    remote.NetworkCreateXmlFlagsRet,
    high_priority=True,
    acl=("network:write", "network:start",),
)
DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE: ProcedureSpec[None, remote.DomainEventMemoryDeviceSizeChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    438,
    "REMOTE_PROC_DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE",
    None,
    remote.DomainEventMemoryDeviceSizeChangeMsg,
    is_event=True,
    acl=("none",),
)
DOMAIN_SET_LAUNCH_SECURITY_STATE: ProcedureSpec[remote.DomainSetLaunchSecurityStateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    439,
    "REMOTE_PROC_DOMAIN_SET_LAUNCH_SECURITY_STATE",
    remote.DomainSetLaunchSecurityStateArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_SAVE_PARAMS: ProcedureSpec[remote.DomainSaveParamsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    440,
    "REMOTE_PROC_DOMAIN_SAVE_PARAMS",
    remote.DomainSaveParamsArgs,
    None,
    acl=("domain:hibernate",),
)
DOMAIN_RESTORE_PARAMS: ProcedureSpec[remote.DomainRestoreParamsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    441,
    "REMOTE_PROC_DOMAIN_RESTORE_PARAMS",
    remote.DomainRestoreParamsArgs,
    None,
    acl=("domain:start", "domain:write",),
)
DOMAIN_ABORT_JOB_FLAGS: ProcedureSpec[remote.DomainAbortJobFlagsArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    442,
    "REMOTE_PROC_DOMAIN_ABORT_JOB_FLAGS",
    remote.DomainAbortJobFlagsArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_FD_ASSOCIATE: ProcedureSpec[remote.DomainFdAssociateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    443,
    "REMOTE_PROC_DOMAIN_FD_ASSOCIATE",
    remote.DomainFdAssociateArgs,
    None,
    acl=("domain:write",),
)
NETWORK_SET_METADATA: ProcedureSpec[remote.NetworkSetMetadataArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    444,
    "REMOTE_PROC_NETWORK_SET_METADATA",
    remote.NetworkSetMetadataArgs,
    None,
    acl=("network:write", "network:save:!VIR_NETWORK_UPDATE_AFFECT_CONFIG|VIR_NETWORK_UPDATE_AFFECT_LIVE", "network:save:VIR_NETWORK_UPDATE_AFFECT_CONFIG",),
)
NETWORK_GET_METADATA: ProcedureSpec[remote.NetworkGetMetadataArgs, remote.NetworkGetMetadataRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    445,
    "REMOTE_PROC_NETWORK_GET_METADATA",
    remote.NetworkGetMetadataArgs,
    remote.NetworkGetMetadataRet,
    acl=("network:read",),
)
NETWORK_EVENT_CALLBACK_METADATA_CHANGE: ProcedureSpec[None, remote.NetworkEventCallbackMetadataChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    446,
    "REMOTE_PROC_NETWORK_EVENT_CALLBACK_METADATA_CHANGE",
    None,
    remote.NetworkEventCallbackMetadataChangeMsg,
    is_event=True,
    acl=("none",),
)
NODE_DEVICE_UPDATE: ProcedureSpec[remote.NodeDeviceUpdateArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    447,
    "REMOTE_PROC_NODE_DEVICE_UPDATE",
    remote.NodeDeviceUpdateArgs,
    None,
    high_priority=True,
    acl=("node_device:write", "node_device:save:!VIR_NODE_DEVICE_UPDATE_AFFECT_CONFIG|VIR_NODE_DEVICE_UPDATE_AFFECT_LIVE", "node_device:save:VIR_NODE_DEVICE_UPDATE_AFFECT_CONFIG",),
)
DOMAIN_GRAPHICS_RELOAD: ProcedureSpec[remote.DomainGraphicsReloadArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    448,
    "REMOTE_PROC_DOMAIN_GRAPHICS_RELOAD",
    remote.DomainGraphicsReloadArgs,
    None,
    acl=("domain:write",),
)
DOMAIN_GET_AUTOSTART_ONCE: ProcedureSpec[remote.DomainGetAutostartOnceArgs, remote.DomainGetAutostartOnceRet] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    449,
    "REMOTE_PROC_DOMAIN_GET_AUTOSTART_ONCE",
    remote.DomainGetAutostartOnceArgs,
    remote.DomainGetAutostartOnceRet,
    high_priority=True,
    acl=("domain:read",),
)
DOMAIN_SET_AUTOSTART_ONCE: ProcedureSpec[remote.DomainSetAutostartOnceArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    450,
    "REMOTE_PROC_DOMAIN_SET_AUTOSTART_ONCE",
    remote.DomainSetAutostartOnceArgs,
    None,
    high_priority=True,
    acl=("domain:write",),
)
DOMAIN_SET_THROTTLE_GROUP: ProcedureSpec[remote.DomainSetThrottleGroupArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    451,
    "REMOTE_PROC_DOMAIN_SET_THROTTLE_GROUP",
    remote.DomainSetThrottleGroupArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_DEL_THROTTLE_GROUP: ProcedureSpec[remote.DomainDelThrottleGroupArgs, None] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    452,
    "REMOTE_PROC_DOMAIN_DEL_THROTTLE_GROUP",
    remote.DomainDelThrottleGroupArgs,
    None,
    acl=("domain:write", "domain:save:!VIR_DOMAIN_AFFECT_CONFIG|VIR_DOMAIN_AFFECT_LIVE", "domain:save:VIR_DOMAIN_AFFECT_CONFIG",),
)
DOMAIN_EVENT_NIC_MAC_CHANGE: ProcedureSpec[None, remote.DomainEventNicMacChangeMsg] = ProcedureSpec(
    remote.REMOTE_PROGRAM,
    remote.REMOTE_PROTOCOL_VERSION,
    453,
    "REMOTE_PROC_DOMAIN_EVENT_NIC_MAC_CHANGE",
    None,
    remote.DomainEventNicMacChangeMsg,
    is_event=True,
    acl=("none",),
)


class Procedure(IntEnum):
    """``remote_procedure``."""

    CONNECT_OPEN = 1
    CONNECT_CLOSE = 2
    CONNECT_GET_TYPE = 3
    CONNECT_GET_VERSION = 4
    CONNECT_GET_MAX_VCPUS = 5
    NODE_GET_INFO = 6
    CONNECT_GET_CAPABILITIES = 7
    DOMAIN_ATTACH_DEVICE = 8
    DOMAIN_CREATE = 9
    DOMAIN_CREATE_XML = 10
    DOMAIN_DEFINE_XML = 11
    DOMAIN_DESTROY = 12
    DOMAIN_DETACH_DEVICE = 13
    DOMAIN_GET_XML_DESC = 14
    DOMAIN_GET_AUTOSTART = 15
    DOMAIN_GET_INFO = 16
    DOMAIN_GET_MAX_MEMORY = 17
    DOMAIN_GET_MAX_VCPUS = 18
    DOMAIN_GET_OS_TYPE = 19
    DOMAIN_GET_VCPUS = 20
    CONNECT_LIST_DEFINED_DOMAINS = 21
    DOMAIN_LOOKUP_BY_ID = 22
    DOMAIN_LOOKUP_BY_NAME = 23
    DOMAIN_LOOKUP_BY_UUID = 24
    CONNECT_NUM_OF_DEFINED_DOMAINS = 25
    DOMAIN_PIN_VCPU = 26
    DOMAIN_REBOOT = 27
    DOMAIN_RESUME = 28
    DOMAIN_SET_AUTOSTART = 29
    DOMAIN_SET_MAX_MEMORY = 30
    DOMAIN_SET_MEMORY = 31
    DOMAIN_SET_VCPUS = 32
    DOMAIN_SHUTDOWN = 33
    DOMAIN_SUSPEND = 34
    DOMAIN_UNDEFINE = 35
    CONNECT_LIST_DEFINED_NETWORKS = 36
    CONNECT_LIST_DOMAINS = 37
    CONNECT_LIST_NETWORKS = 38
    NETWORK_CREATE = 39
    NETWORK_CREATE_XML = 40
    NETWORK_DEFINE_XML = 41
    NETWORK_DESTROY = 42
    NETWORK_GET_XML_DESC = 43
    NETWORK_GET_AUTOSTART = 44
    NETWORK_GET_BRIDGE_NAME = 45
    NETWORK_LOOKUP_BY_NAME = 46
    NETWORK_LOOKUP_BY_UUID = 47
    NETWORK_SET_AUTOSTART = 48
    NETWORK_UNDEFINE = 49
    CONNECT_NUM_OF_DEFINED_NETWORKS = 50
    CONNECT_NUM_OF_DOMAINS = 51
    CONNECT_NUM_OF_NETWORKS = 52
    DOMAIN_CORE_DUMP = 53
    DOMAIN_RESTORE = 54
    DOMAIN_SAVE = 55
    DOMAIN_GET_SCHEDULER_TYPE = 56
    DOMAIN_GET_SCHEDULER_PARAMETERS = 57
    DOMAIN_SET_SCHEDULER_PARAMETERS = 58
    CONNECT_GET_HOSTNAME = 59
    CONNECT_SUPPORTS_FEATURE = 60
    DOMAIN_MIGRATE_PREPARE = 61
    DOMAIN_MIGRATE_PERFORM = 62
    DOMAIN_MIGRATE_FINISH = 63
    DOMAIN_BLOCK_STATS = 64
    DOMAIN_INTERFACE_STATS = 65
    AUTH_LIST = 66
    AUTH_SASL_INIT = 67
    AUTH_SASL_START = 68
    AUTH_SASL_STEP = 69
    AUTH_POLKIT = 70
    CONNECT_NUM_OF_STORAGE_POOLS = 71
    CONNECT_LIST_STORAGE_POOLS = 72
    CONNECT_NUM_OF_DEFINED_STORAGE_POOLS = 73
    CONNECT_LIST_DEFINED_STORAGE_POOLS = 74
    CONNECT_FIND_STORAGE_POOL_SOURCES = 75
    STORAGE_POOL_CREATE_XML = 76
    STORAGE_POOL_DEFINE_XML = 77
    STORAGE_POOL_CREATE = 78
    STORAGE_POOL_BUILD = 79
    STORAGE_POOL_DESTROY = 80
    STORAGE_POOL_DELETE = 81
    STORAGE_POOL_UNDEFINE = 82
    STORAGE_POOL_REFRESH = 83
    STORAGE_POOL_LOOKUP_BY_NAME = 84
    STORAGE_POOL_LOOKUP_BY_UUID = 85
    STORAGE_POOL_LOOKUP_BY_VOLUME = 86
    STORAGE_POOL_GET_INFO = 87
    STORAGE_POOL_GET_XML_DESC = 88
    STORAGE_POOL_GET_AUTOSTART = 89
    STORAGE_POOL_SET_AUTOSTART = 90
    STORAGE_POOL_NUM_OF_VOLUMES = 91
    STORAGE_POOL_LIST_VOLUMES = 92
    STORAGE_VOL_CREATE_XML = 93
    STORAGE_VOL_DELETE = 94
    STORAGE_VOL_LOOKUP_BY_NAME = 95
    STORAGE_VOL_LOOKUP_BY_KEY = 96
    STORAGE_VOL_LOOKUP_BY_PATH = 97
    STORAGE_VOL_GET_INFO = 98
    STORAGE_VOL_GET_XML_DESC = 99
    STORAGE_VOL_GET_PATH = 100
    NODE_GET_CELLS_FREE_MEMORY = 101
    NODE_GET_FREE_MEMORY = 102
    DOMAIN_BLOCK_PEEK = 103
    DOMAIN_MEMORY_PEEK = 104
    CONNECT_DOMAIN_EVENT_REGISTER = 105
    CONNECT_DOMAIN_EVENT_DEREGISTER = 106
    DOMAIN_EVENT_LIFECYCLE = 107
    DOMAIN_MIGRATE_PREPARE2 = 108
    DOMAIN_MIGRATE_FINISH2 = 109
    CONNECT_GET_URI = 110
    NODE_NUM_OF_DEVICES = 111
    NODE_LIST_DEVICES = 112
    NODE_DEVICE_LOOKUP_BY_NAME = 113
    NODE_DEVICE_GET_XML_DESC = 114
    NODE_DEVICE_GET_PARENT = 115
    NODE_DEVICE_NUM_OF_CAPS = 116
    NODE_DEVICE_LIST_CAPS = 117
    NODE_DEVICE_DETTACH = 118
    NODE_DEVICE_RE_ATTACH = 119
    NODE_DEVICE_RESET = 120
    DOMAIN_GET_SECURITY_LABEL = 121
    NODE_GET_SECURITY_MODEL = 122
    NODE_DEVICE_CREATE_XML = 123
    NODE_DEVICE_DESTROY = 124
    STORAGE_VOL_CREATE_XML_FROM = 125
    CONNECT_NUM_OF_INTERFACES = 126
    CONNECT_LIST_INTERFACES = 127
    INTERFACE_LOOKUP_BY_NAME = 128
    INTERFACE_LOOKUP_BY_MAC_STRING = 129
    INTERFACE_GET_XML_DESC = 130
    INTERFACE_DEFINE_XML = 131
    INTERFACE_UNDEFINE = 132
    INTERFACE_CREATE = 133
    INTERFACE_DESTROY = 134
    CONNECT_DOMAIN_XML_FROM_NATIVE = 135
    CONNECT_DOMAIN_XML_TO_NATIVE = 136
    CONNECT_NUM_OF_DEFINED_INTERFACES = 137
    CONNECT_LIST_DEFINED_INTERFACES = 138
    CONNECT_NUM_OF_SECRETS = 139
    CONNECT_LIST_SECRETS = 140
    SECRET_LOOKUP_BY_UUID = 141
    SECRET_DEFINE_XML = 142
    SECRET_GET_XML_DESC = 143
    SECRET_SET_VALUE = 144
    SECRET_GET_VALUE = 145
    SECRET_UNDEFINE = 146
    SECRET_LOOKUP_BY_USAGE = 147
    DOMAIN_MIGRATE_PREPARE_TUNNEL = 148
    CONNECT_IS_SECURE = 149
    DOMAIN_IS_ACTIVE = 150
    DOMAIN_IS_PERSISTENT = 151
    NETWORK_IS_ACTIVE = 152
    NETWORK_IS_PERSISTENT = 153
    STORAGE_POOL_IS_ACTIVE = 154
    STORAGE_POOL_IS_PERSISTENT = 155
    INTERFACE_IS_ACTIVE = 156
    CONNECT_GET_LIB_VERSION = 157
    CONNECT_COMPARE_CPU = 158
    DOMAIN_MEMORY_STATS = 159
    DOMAIN_ATTACH_DEVICE_FLAGS = 160
    DOMAIN_DETACH_DEVICE_FLAGS = 161
    CONNECT_BASELINE_CPU = 162
    DOMAIN_GET_JOB_INFO = 163
    DOMAIN_ABORT_JOB = 164
    STORAGE_VOL_WIPE = 165
    DOMAIN_MIGRATE_SET_MAX_DOWNTIME = 166
    CONNECT_DOMAIN_EVENT_REGISTER_ANY = 167
    CONNECT_DOMAIN_EVENT_DEREGISTER_ANY = 168
    DOMAIN_EVENT_REBOOT = 169
    DOMAIN_EVENT_RTC_CHANGE = 170
    DOMAIN_EVENT_WATCHDOG = 171
    DOMAIN_EVENT_IO_ERROR = 172
    DOMAIN_EVENT_GRAPHICS = 173
    DOMAIN_UPDATE_DEVICE_FLAGS = 174
    NWFILTER_LOOKUP_BY_NAME = 175
    NWFILTER_LOOKUP_BY_UUID = 176
    NWFILTER_GET_XML_DESC = 177
    CONNECT_NUM_OF_NWFILTERS = 178
    CONNECT_LIST_NWFILTERS = 179
    NWFILTER_DEFINE_XML = 180
    NWFILTER_UNDEFINE = 181
    DOMAIN_MANAGED_SAVE = 182
    DOMAIN_HAS_MANAGED_SAVE_IMAGE = 183
    DOMAIN_MANAGED_SAVE_REMOVE = 184
    DOMAIN_SNAPSHOT_CREATE_XML = 185
    DOMAIN_SNAPSHOT_GET_XML_DESC = 186
    DOMAIN_SNAPSHOT_NUM = 187
    DOMAIN_SNAPSHOT_LIST_NAMES = 188
    DOMAIN_SNAPSHOT_LOOKUP_BY_NAME = 189
    DOMAIN_HAS_CURRENT_SNAPSHOT = 190
    DOMAIN_SNAPSHOT_CURRENT = 191
    DOMAIN_REVERT_TO_SNAPSHOT = 192
    DOMAIN_SNAPSHOT_DELETE = 193
    DOMAIN_GET_BLOCK_INFO = 194
    DOMAIN_EVENT_IO_ERROR_REASON = 195
    DOMAIN_CREATE_WITH_FLAGS = 196
    DOMAIN_SET_MEMORY_PARAMETERS = 197
    DOMAIN_GET_MEMORY_PARAMETERS = 198
    DOMAIN_SET_VCPUS_FLAGS = 199
    DOMAIN_GET_VCPUS_FLAGS = 200
    DOMAIN_OPEN_CONSOLE = 201
    DOMAIN_IS_UPDATED = 202
    CONNECT_GET_SYSINFO = 203
    DOMAIN_SET_MEMORY_FLAGS = 204
    DOMAIN_SET_BLKIO_PARAMETERS = 205
    DOMAIN_GET_BLKIO_PARAMETERS = 206
    DOMAIN_MIGRATE_SET_MAX_SPEED = 207
    STORAGE_VOL_UPLOAD = 208
    STORAGE_VOL_DOWNLOAD = 209
    DOMAIN_INJECT_NMI = 210
    DOMAIN_SCREENSHOT = 211
    DOMAIN_GET_STATE = 212
    DOMAIN_MIGRATE_BEGIN3 = 213
    DOMAIN_MIGRATE_PREPARE3 = 214
    DOMAIN_MIGRATE_PREPARE_TUNNEL3 = 215
    DOMAIN_MIGRATE_PERFORM3 = 216
    DOMAIN_MIGRATE_FINISH3 = 217
    DOMAIN_MIGRATE_CONFIRM3 = 218
    DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS = 219
    INTERFACE_CHANGE_BEGIN = 220
    INTERFACE_CHANGE_COMMIT = 221
    INTERFACE_CHANGE_ROLLBACK = 222
    DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS = 223
    DOMAIN_EVENT_CONTROL_ERROR = 224
    DOMAIN_PIN_VCPU_FLAGS = 225
    DOMAIN_SEND_KEY = 226
    NODE_GET_CPU_STATS = 227
    NODE_GET_MEMORY_STATS = 228
    DOMAIN_GET_CONTROL_INFO = 229
    DOMAIN_GET_VCPU_PIN_INFO = 230
    DOMAIN_UNDEFINE_FLAGS = 231
    DOMAIN_SAVE_FLAGS = 232
    DOMAIN_RESTORE_FLAGS = 233
    DOMAIN_DESTROY_FLAGS = 234
    DOMAIN_SAVE_IMAGE_GET_XML_DESC = 235
    DOMAIN_SAVE_IMAGE_DEFINE_XML = 236
    DOMAIN_BLOCK_JOB_ABORT = 237
    DOMAIN_GET_BLOCK_JOB_INFO = 238
    DOMAIN_BLOCK_JOB_SET_SPEED = 239
    DOMAIN_BLOCK_PULL = 240
    DOMAIN_EVENT_BLOCK_JOB = 241
    DOMAIN_MIGRATE_GET_MAX_SPEED = 242
    DOMAIN_BLOCK_STATS_FLAGS = 243
    DOMAIN_SNAPSHOT_GET_PARENT = 244
    DOMAIN_RESET = 245
    DOMAIN_SNAPSHOT_NUM_CHILDREN = 246
    DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES = 247
    DOMAIN_EVENT_DISK_CHANGE = 248
    DOMAIN_OPEN_GRAPHICS = 249
    NODE_SUSPEND_FOR_DURATION = 250
    DOMAIN_BLOCK_RESIZE = 251
    DOMAIN_SET_BLOCK_IO_TUNE = 252
    DOMAIN_GET_BLOCK_IO_TUNE = 253
    DOMAIN_SET_NUMA_PARAMETERS = 254
    DOMAIN_GET_NUMA_PARAMETERS = 255
    DOMAIN_SET_INTERFACE_PARAMETERS = 256
    DOMAIN_GET_INTERFACE_PARAMETERS = 257
    DOMAIN_SHUTDOWN_FLAGS = 258
    STORAGE_VOL_WIPE_PATTERN = 259
    STORAGE_VOL_RESIZE = 260
    DOMAIN_PM_SUSPEND_FOR_DURATION = 261
    DOMAIN_GET_CPU_STATS = 262
    DOMAIN_GET_DISK_ERRORS = 263
    DOMAIN_SET_METADATA = 264
    DOMAIN_GET_METADATA = 265
    DOMAIN_BLOCK_REBASE = 266
    DOMAIN_PM_WAKEUP = 267
    DOMAIN_EVENT_TRAY_CHANGE = 268
    DOMAIN_EVENT_PMWAKEUP = 269
    DOMAIN_EVENT_PMSUSPEND = 270
    DOMAIN_SNAPSHOT_IS_CURRENT = 271
    DOMAIN_SNAPSHOT_HAS_METADATA = 272
    CONNECT_LIST_ALL_DOMAINS = 273
    DOMAIN_LIST_ALL_SNAPSHOTS = 274
    DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN = 275
    DOMAIN_EVENT_BALLOON_CHANGE = 276
    DOMAIN_GET_HOSTNAME = 277
    DOMAIN_GET_SECURITY_LABEL_LIST = 278
    DOMAIN_PIN_EMULATOR = 279
    DOMAIN_GET_EMULATOR_PIN_INFO = 280
    CONNECT_LIST_ALL_STORAGE_POOLS = 281
    STORAGE_POOL_LIST_ALL_VOLUMES = 282
    CONNECT_LIST_ALL_NETWORKS = 283
    CONNECT_LIST_ALL_INTERFACES = 284
    CONNECT_LIST_ALL_NODE_DEVICES = 285
    CONNECT_LIST_ALL_NWFILTERS = 286
    CONNECT_LIST_ALL_SECRETS = 287
    NODE_SET_MEMORY_PARAMETERS = 288
    NODE_GET_MEMORY_PARAMETERS = 289
    DOMAIN_BLOCK_COMMIT = 290
    NETWORK_UPDATE = 291
    DOMAIN_EVENT_PMSUSPEND_DISK = 292
    NODE_GET_CPU_MAP = 293
    DOMAIN_FSTRIM = 294
    DOMAIN_SEND_PROCESS_SIGNAL = 295
    DOMAIN_OPEN_CHANNEL = 296
    NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN = 297
    DOMAIN_GET_JOB_STATS = 298
    DOMAIN_MIGRATE_GET_COMPRESSION_CACHE = 299
    DOMAIN_MIGRATE_SET_COMPRESSION_CACHE = 300
    NODE_DEVICE_DETACH_FLAGS = 301
    DOMAIN_MIGRATE_BEGIN3_PARAMS = 302
    DOMAIN_MIGRATE_PREPARE3_PARAMS = 303
    DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS = 304
    DOMAIN_MIGRATE_PERFORM3_PARAMS = 305
    DOMAIN_MIGRATE_FINISH3_PARAMS = 306
    DOMAIN_MIGRATE_CONFIRM3_PARAMS = 307
    DOMAIN_SET_MEMORY_STATS_PERIOD = 308
    DOMAIN_CREATE_XML_WITH_FILES = 309
    DOMAIN_CREATE_WITH_FILES = 310
    DOMAIN_EVENT_DEVICE_REMOVED = 311
    CONNECT_GET_CPU_MODEL_NAMES = 312
    CONNECT_NETWORK_EVENT_REGISTER_ANY = 313
    CONNECT_NETWORK_EVENT_DEREGISTER_ANY = 314
    NETWORK_EVENT_LIFECYCLE = 315
    CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY = 316
    CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY = 317
    DOMAIN_EVENT_CALLBACK_LIFECYCLE = 318
    DOMAIN_EVENT_CALLBACK_REBOOT = 319
    DOMAIN_EVENT_CALLBACK_RTC_CHANGE = 320
    DOMAIN_EVENT_CALLBACK_WATCHDOG = 321
    DOMAIN_EVENT_CALLBACK_IO_ERROR = 322
    DOMAIN_EVENT_CALLBACK_GRAPHICS = 323
    DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON = 324
    DOMAIN_EVENT_CALLBACK_CONTROL_ERROR = 325
    DOMAIN_EVENT_CALLBACK_BLOCK_JOB = 326
    DOMAIN_EVENT_CALLBACK_DISK_CHANGE = 327
    DOMAIN_EVENT_CALLBACK_TRAY_CHANGE = 328
    DOMAIN_EVENT_CALLBACK_PMWAKEUP = 329
    DOMAIN_EVENT_CALLBACK_PMSUSPEND = 330
    DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE = 331
    DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK = 332
    DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED = 333
    DOMAIN_CORE_DUMP_WITH_FORMAT = 334
    DOMAIN_FSFREEZE = 335
    DOMAIN_FSTHAW = 336
    DOMAIN_GET_TIME = 337
    DOMAIN_SET_TIME = 338
    DOMAIN_EVENT_BLOCK_JOB_2 = 339
    NODE_GET_FREE_PAGES = 340
    NETWORK_GET_DHCP_LEASES = 341
    CONNECT_GET_DOMAIN_CAPABILITIES = 342
    DOMAIN_OPEN_GRAPHICS_FD = 343
    CONNECT_GET_ALL_DOMAIN_STATS = 344
    DOMAIN_BLOCK_COPY = 345
    DOMAIN_EVENT_CALLBACK_TUNABLE = 346
    NODE_ALLOC_PAGES = 347
    DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE = 348
    DOMAIN_GET_FSINFO = 349
    DOMAIN_DEFINE_XML_FLAGS = 350
    DOMAIN_GET_IOTHREAD_INFO = 351
    DOMAIN_PIN_IOTHREAD = 352
    DOMAIN_INTERFACE_ADDRESSES = 353
    DOMAIN_EVENT_CALLBACK_DEVICE_ADDED = 354
    DOMAIN_ADD_IOTHREAD = 355
    DOMAIN_DEL_IOTHREAD = 356
    DOMAIN_SET_USER_PASSWORD = 357
    DOMAIN_RENAME = 358
    DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION = 359
    CONNECT_REGISTER_CLOSE_CALLBACK = 360
    CONNECT_UNREGISTER_CLOSE_CALLBACK = 361
    CONNECT_EVENT_CONNECTION_CLOSED = 362
    DOMAIN_EVENT_CALLBACK_JOB_COMPLETED = 363
    DOMAIN_MIGRATE_START_POST_COPY = 364
    DOMAIN_GET_PERF_EVENTS = 365
    DOMAIN_SET_PERF_EVENTS = 366
    DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED = 367
    CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY = 368
    CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY = 369
    STORAGE_POOL_EVENT_LIFECYCLE = 370
    DOMAIN_GET_GUEST_VCPUS = 371
    DOMAIN_SET_GUEST_VCPUS = 372
    STORAGE_POOL_EVENT_REFRESH = 373
    CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY = 374
    CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY = 375
    NODE_DEVICE_EVENT_LIFECYCLE = 376
    NODE_DEVICE_EVENT_UPDATE = 377
    STORAGE_VOL_GET_INFO_FLAGS = 378
    DOMAIN_EVENT_CALLBACK_METADATA_CHANGE = 379
    CONNECT_SECRET_EVENT_REGISTER_ANY = 380
    CONNECT_SECRET_EVENT_DEREGISTER_ANY = 381
    SECRET_EVENT_LIFECYCLE = 382
    SECRET_EVENT_VALUE_CHANGED = 383
    DOMAIN_SET_VCPU = 384
    DOMAIN_EVENT_BLOCK_THRESHOLD = 385
    DOMAIN_SET_BLOCK_THRESHOLD = 386
    DOMAIN_MIGRATE_GET_MAX_DOWNTIME = 387
    DOMAIN_MANAGED_SAVE_GET_XML_DESC = 388
    DOMAIN_MANAGED_SAVE_DEFINE_XML = 389
    DOMAIN_SET_LIFECYCLE_ACTION = 390
    STORAGE_POOL_LOOKUP_BY_TARGET_PATH = 391
    DOMAIN_DETACH_DEVICE_ALIAS = 392
    CONNECT_COMPARE_HYPERVISOR_CPU = 393
    CONNECT_BASELINE_HYPERVISOR_CPU = 394
    NODE_GET_SEV_INFO = 395
    DOMAIN_GET_LAUNCH_SECURITY_INFO = 396
    NWFILTER_BINDING_LOOKUP_BY_PORT_DEV = 397
    NWFILTER_BINDING_GET_XML_DESC = 398
    NWFILTER_BINDING_CREATE_XML = 399
    NWFILTER_BINDING_DELETE = 400
    CONNECT_LIST_ALL_NWFILTER_BINDINGS = 401
    DOMAIN_SET_IOTHREAD_PARAMS = 402
    CONNECT_GET_STORAGE_POOL_CAPABILITIES = 403
    NETWORK_LIST_ALL_PORTS = 404
    NETWORK_PORT_LOOKUP_BY_UUID = 405
    NETWORK_PORT_CREATE_XML = 406
    NETWORK_PORT_GET_PARAMETERS = 407
    NETWORK_PORT_SET_PARAMETERS = 408
    NETWORK_PORT_GET_XML_DESC = 409
    NETWORK_PORT_DELETE = 410
    DOMAIN_CHECKPOINT_CREATE_XML = 411
    DOMAIN_CHECKPOINT_GET_XML_DESC = 412
    DOMAIN_LIST_ALL_CHECKPOINTS = 413
    DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN = 414
    DOMAIN_CHECKPOINT_LOOKUP_BY_NAME = 415
    DOMAIN_CHECKPOINT_GET_PARENT = 416
    DOMAIN_CHECKPOINT_DELETE = 417
    DOMAIN_GET_GUEST_INFO = 418
    CONNECT_SET_IDENTITY = 419
    DOMAIN_AGENT_SET_RESPONSE_TIMEOUT = 420
    DOMAIN_BACKUP_BEGIN = 421
    DOMAIN_BACKUP_GET_XML_DESC = 422
    DOMAIN_EVENT_MEMORY_FAILURE = 423
    DOMAIN_AUTHORIZED_SSH_KEYS_GET = 424
    DOMAIN_AUTHORIZED_SSH_KEYS_SET = 425
    DOMAIN_GET_MESSAGES = 426
    DOMAIN_START_DIRTY_RATE_CALC = 427
    NODE_DEVICE_DEFINE_XML = 428
    NODE_DEVICE_UNDEFINE = 429
    NODE_DEVICE_CREATE = 430
    NWFILTER_DEFINE_XML_FLAGS = 431
    NETWORK_DEFINE_XML_FLAGS = 432
    NODE_DEVICE_GET_AUTOSTART = 433
    NODE_DEVICE_SET_AUTOSTART = 434
    NODE_DEVICE_IS_PERSISTENT = 435
    NODE_DEVICE_IS_ACTIVE = 436
    NETWORK_CREATE_XML_FLAGS = 437
    DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE = 438
    DOMAIN_SET_LAUNCH_SECURITY_STATE = 439
    DOMAIN_SAVE_PARAMS = 440
    DOMAIN_RESTORE_PARAMS = 441
    DOMAIN_ABORT_JOB_FLAGS = 442
    DOMAIN_FD_ASSOCIATE = 443
    NETWORK_SET_METADATA = 444
    NETWORK_GET_METADATA = 445
    NETWORK_EVENT_CALLBACK_METADATA_CHANGE = 446
    NODE_DEVICE_UPDATE = 447
    DOMAIN_GRAPHICS_RELOAD = 448
    DOMAIN_GET_AUTOSTART_ONCE = 449
    DOMAIN_SET_AUTOSTART_ONCE = 450
    DOMAIN_SET_THROTTLE_GROUP = 451
    DOMAIN_DEL_THROTTLE_GROUP = 452
    DOMAIN_EVENT_NIC_MAC_CHANGE = 453


REMOTE: dict[int, AnySpec] = {
    1: CONNECT_OPEN,
    2: CONNECT_CLOSE,
    3: CONNECT_GET_TYPE,
    4: CONNECT_GET_VERSION,
    5: CONNECT_GET_MAX_VCPUS,
    6: NODE_GET_INFO,
    7: CONNECT_GET_CAPABILITIES,
    8: DOMAIN_ATTACH_DEVICE,
    9: DOMAIN_CREATE,
    10: DOMAIN_CREATE_XML,
    11: DOMAIN_DEFINE_XML,
    12: DOMAIN_DESTROY,
    13: DOMAIN_DETACH_DEVICE,
    14: DOMAIN_GET_XML_DESC,
    15: DOMAIN_GET_AUTOSTART,
    16: DOMAIN_GET_INFO,
    17: DOMAIN_GET_MAX_MEMORY,
    18: DOMAIN_GET_MAX_VCPUS,
    19: DOMAIN_GET_OS_TYPE,
    20: DOMAIN_GET_VCPUS,
    21: CONNECT_LIST_DEFINED_DOMAINS,
    22: DOMAIN_LOOKUP_BY_ID,
    23: DOMAIN_LOOKUP_BY_NAME,
    24: DOMAIN_LOOKUP_BY_UUID,
    25: CONNECT_NUM_OF_DEFINED_DOMAINS,
    26: DOMAIN_PIN_VCPU,
    27: DOMAIN_REBOOT,
    28: DOMAIN_RESUME,
    29: DOMAIN_SET_AUTOSTART,
    30: DOMAIN_SET_MAX_MEMORY,
    31: DOMAIN_SET_MEMORY,
    32: DOMAIN_SET_VCPUS,
    33: DOMAIN_SHUTDOWN,
    34: DOMAIN_SUSPEND,
    35: DOMAIN_UNDEFINE,
    36: CONNECT_LIST_DEFINED_NETWORKS,
    37: CONNECT_LIST_DOMAINS,
    38: CONNECT_LIST_NETWORKS,
    39: NETWORK_CREATE,
    40: NETWORK_CREATE_XML,
    41: NETWORK_DEFINE_XML,
    42: NETWORK_DESTROY,
    43: NETWORK_GET_XML_DESC,
    44: NETWORK_GET_AUTOSTART,
    45: NETWORK_GET_BRIDGE_NAME,
    46: NETWORK_LOOKUP_BY_NAME,
    47: NETWORK_LOOKUP_BY_UUID,
    48: NETWORK_SET_AUTOSTART,
    49: NETWORK_UNDEFINE,
    50: CONNECT_NUM_OF_DEFINED_NETWORKS,
    51: CONNECT_NUM_OF_DOMAINS,
    52: CONNECT_NUM_OF_NETWORKS,
    53: DOMAIN_CORE_DUMP,
    54: DOMAIN_RESTORE,
    55: DOMAIN_SAVE,
    56: DOMAIN_GET_SCHEDULER_TYPE,
    57: DOMAIN_GET_SCHEDULER_PARAMETERS,
    58: DOMAIN_SET_SCHEDULER_PARAMETERS,
    59: CONNECT_GET_HOSTNAME,
    60: CONNECT_SUPPORTS_FEATURE,
    61: DOMAIN_MIGRATE_PREPARE,
    62: DOMAIN_MIGRATE_PERFORM,
    63: DOMAIN_MIGRATE_FINISH,
    64: DOMAIN_BLOCK_STATS,
    65: DOMAIN_INTERFACE_STATS,
    66: AUTH_LIST,
    67: AUTH_SASL_INIT,
    68: AUTH_SASL_START,
    69: AUTH_SASL_STEP,
    70: AUTH_POLKIT,
    71: CONNECT_NUM_OF_STORAGE_POOLS,
    72: CONNECT_LIST_STORAGE_POOLS,
    73: CONNECT_NUM_OF_DEFINED_STORAGE_POOLS,
    74: CONNECT_LIST_DEFINED_STORAGE_POOLS,
    75: CONNECT_FIND_STORAGE_POOL_SOURCES,
    76: STORAGE_POOL_CREATE_XML,
    77: STORAGE_POOL_DEFINE_XML,
    78: STORAGE_POOL_CREATE,
    79: STORAGE_POOL_BUILD,
    80: STORAGE_POOL_DESTROY,
    81: STORAGE_POOL_DELETE,
    82: STORAGE_POOL_UNDEFINE,
    83: STORAGE_POOL_REFRESH,
    84: STORAGE_POOL_LOOKUP_BY_NAME,
    85: STORAGE_POOL_LOOKUP_BY_UUID,
    86: STORAGE_POOL_LOOKUP_BY_VOLUME,
    87: STORAGE_POOL_GET_INFO,
    88: STORAGE_POOL_GET_XML_DESC,
    89: STORAGE_POOL_GET_AUTOSTART,
    90: STORAGE_POOL_SET_AUTOSTART,
    91: STORAGE_POOL_NUM_OF_VOLUMES,
    92: STORAGE_POOL_LIST_VOLUMES,
    93: STORAGE_VOL_CREATE_XML,
    94: STORAGE_VOL_DELETE,
    95: STORAGE_VOL_LOOKUP_BY_NAME,
    96: STORAGE_VOL_LOOKUP_BY_KEY,
    97: STORAGE_VOL_LOOKUP_BY_PATH,
    98: STORAGE_VOL_GET_INFO,
    99: STORAGE_VOL_GET_XML_DESC,
    100: STORAGE_VOL_GET_PATH,
    101: NODE_GET_CELLS_FREE_MEMORY,
    102: NODE_GET_FREE_MEMORY,
    103: DOMAIN_BLOCK_PEEK,
    104: DOMAIN_MEMORY_PEEK,
    105: CONNECT_DOMAIN_EVENT_REGISTER,
    106: CONNECT_DOMAIN_EVENT_DEREGISTER,
    107: DOMAIN_EVENT_LIFECYCLE,
    108: DOMAIN_MIGRATE_PREPARE2,
    109: DOMAIN_MIGRATE_FINISH2,
    110: CONNECT_GET_URI,
    111: NODE_NUM_OF_DEVICES,
    112: NODE_LIST_DEVICES,
    113: NODE_DEVICE_LOOKUP_BY_NAME,
    114: NODE_DEVICE_GET_XML_DESC,
    115: NODE_DEVICE_GET_PARENT,
    116: NODE_DEVICE_NUM_OF_CAPS,
    117: NODE_DEVICE_LIST_CAPS,
    118: NODE_DEVICE_DETTACH,
    119: NODE_DEVICE_RE_ATTACH,
    120: NODE_DEVICE_RESET,
    121: DOMAIN_GET_SECURITY_LABEL,
    122: NODE_GET_SECURITY_MODEL,
    123: NODE_DEVICE_CREATE_XML,
    124: NODE_DEVICE_DESTROY,
    125: STORAGE_VOL_CREATE_XML_FROM,
    126: CONNECT_NUM_OF_INTERFACES,
    127: CONNECT_LIST_INTERFACES,
    128: INTERFACE_LOOKUP_BY_NAME,
    129: INTERFACE_LOOKUP_BY_MAC_STRING,
    130: INTERFACE_GET_XML_DESC,
    131: INTERFACE_DEFINE_XML,
    132: INTERFACE_UNDEFINE,
    133: INTERFACE_CREATE,
    134: INTERFACE_DESTROY,
    135: CONNECT_DOMAIN_XML_FROM_NATIVE,
    136: CONNECT_DOMAIN_XML_TO_NATIVE,
    137: CONNECT_NUM_OF_DEFINED_INTERFACES,
    138: CONNECT_LIST_DEFINED_INTERFACES,
    139: CONNECT_NUM_OF_SECRETS,
    140: CONNECT_LIST_SECRETS,
    141: SECRET_LOOKUP_BY_UUID,
    142: SECRET_DEFINE_XML,
    143: SECRET_GET_XML_DESC,
    144: SECRET_SET_VALUE,
    145: SECRET_GET_VALUE,
    146: SECRET_UNDEFINE,
    147: SECRET_LOOKUP_BY_USAGE,
    148: DOMAIN_MIGRATE_PREPARE_TUNNEL,
    149: CONNECT_IS_SECURE,
    150: DOMAIN_IS_ACTIVE,
    151: DOMAIN_IS_PERSISTENT,
    152: NETWORK_IS_ACTIVE,
    153: NETWORK_IS_PERSISTENT,
    154: STORAGE_POOL_IS_ACTIVE,
    155: STORAGE_POOL_IS_PERSISTENT,
    156: INTERFACE_IS_ACTIVE,
    157: CONNECT_GET_LIB_VERSION,
    158: CONNECT_COMPARE_CPU,
    159: DOMAIN_MEMORY_STATS,
    160: DOMAIN_ATTACH_DEVICE_FLAGS,
    161: DOMAIN_DETACH_DEVICE_FLAGS,
    162: CONNECT_BASELINE_CPU,
    163: DOMAIN_GET_JOB_INFO,
    164: DOMAIN_ABORT_JOB,
    165: STORAGE_VOL_WIPE,
    166: DOMAIN_MIGRATE_SET_MAX_DOWNTIME,
    167: CONNECT_DOMAIN_EVENT_REGISTER_ANY,
    168: CONNECT_DOMAIN_EVENT_DEREGISTER_ANY,
    169: DOMAIN_EVENT_REBOOT,
    170: DOMAIN_EVENT_RTC_CHANGE,
    171: DOMAIN_EVENT_WATCHDOG,
    172: DOMAIN_EVENT_IO_ERROR,
    173: DOMAIN_EVENT_GRAPHICS,
    174: DOMAIN_UPDATE_DEVICE_FLAGS,
    175: NWFILTER_LOOKUP_BY_NAME,
    176: NWFILTER_LOOKUP_BY_UUID,
    177: NWFILTER_GET_XML_DESC,
    178: CONNECT_NUM_OF_NWFILTERS,
    179: CONNECT_LIST_NWFILTERS,
    180: NWFILTER_DEFINE_XML,
    181: NWFILTER_UNDEFINE,
    182: DOMAIN_MANAGED_SAVE,
    183: DOMAIN_HAS_MANAGED_SAVE_IMAGE,
    184: DOMAIN_MANAGED_SAVE_REMOVE,
    185: DOMAIN_SNAPSHOT_CREATE_XML,
    186: DOMAIN_SNAPSHOT_GET_XML_DESC,
    187: DOMAIN_SNAPSHOT_NUM,
    188: DOMAIN_SNAPSHOT_LIST_NAMES,
    189: DOMAIN_SNAPSHOT_LOOKUP_BY_NAME,
    190: DOMAIN_HAS_CURRENT_SNAPSHOT,
    191: DOMAIN_SNAPSHOT_CURRENT,
    192: DOMAIN_REVERT_TO_SNAPSHOT,
    193: DOMAIN_SNAPSHOT_DELETE,
    194: DOMAIN_GET_BLOCK_INFO,
    195: DOMAIN_EVENT_IO_ERROR_REASON,
    196: DOMAIN_CREATE_WITH_FLAGS,
    197: DOMAIN_SET_MEMORY_PARAMETERS,
    198: DOMAIN_GET_MEMORY_PARAMETERS,
    199: DOMAIN_SET_VCPUS_FLAGS,
    200: DOMAIN_GET_VCPUS_FLAGS,
    201: DOMAIN_OPEN_CONSOLE,
    202: DOMAIN_IS_UPDATED,
    203: CONNECT_GET_SYSINFO,
    204: DOMAIN_SET_MEMORY_FLAGS,
    205: DOMAIN_SET_BLKIO_PARAMETERS,
    206: DOMAIN_GET_BLKIO_PARAMETERS,
    207: DOMAIN_MIGRATE_SET_MAX_SPEED,
    208: STORAGE_VOL_UPLOAD,
    209: STORAGE_VOL_DOWNLOAD,
    210: DOMAIN_INJECT_NMI,
    211: DOMAIN_SCREENSHOT,
    212: DOMAIN_GET_STATE,
    213: DOMAIN_MIGRATE_BEGIN3,
    214: DOMAIN_MIGRATE_PREPARE3,
    215: DOMAIN_MIGRATE_PREPARE_TUNNEL3,
    216: DOMAIN_MIGRATE_PERFORM3,
    217: DOMAIN_MIGRATE_FINISH3,
    218: DOMAIN_MIGRATE_CONFIRM3,
    219: DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS,
    220: INTERFACE_CHANGE_BEGIN,
    221: INTERFACE_CHANGE_COMMIT,
    222: INTERFACE_CHANGE_ROLLBACK,
    223: DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS,
    224: DOMAIN_EVENT_CONTROL_ERROR,
    225: DOMAIN_PIN_VCPU_FLAGS,
    226: DOMAIN_SEND_KEY,
    227: NODE_GET_CPU_STATS,
    228: NODE_GET_MEMORY_STATS,
    229: DOMAIN_GET_CONTROL_INFO,
    230: DOMAIN_GET_VCPU_PIN_INFO,
    231: DOMAIN_UNDEFINE_FLAGS,
    232: DOMAIN_SAVE_FLAGS,
    233: DOMAIN_RESTORE_FLAGS,
    234: DOMAIN_DESTROY_FLAGS,
    235: DOMAIN_SAVE_IMAGE_GET_XML_DESC,
    236: DOMAIN_SAVE_IMAGE_DEFINE_XML,
    237: DOMAIN_BLOCK_JOB_ABORT,
    238: DOMAIN_GET_BLOCK_JOB_INFO,
    239: DOMAIN_BLOCK_JOB_SET_SPEED,
    240: DOMAIN_BLOCK_PULL,
    241: DOMAIN_EVENT_BLOCK_JOB,
    242: DOMAIN_MIGRATE_GET_MAX_SPEED,
    243: DOMAIN_BLOCK_STATS_FLAGS,
    244: DOMAIN_SNAPSHOT_GET_PARENT,
    245: DOMAIN_RESET,
    246: DOMAIN_SNAPSHOT_NUM_CHILDREN,
    247: DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES,
    248: DOMAIN_EVENT_DISK_CHANGE,
    249: DOMAIN_OPEN_GRAPHICS,
    250: NODE_SUSPEND_FOR_DURATION,
    251: DOMAIN_BLOCK_RESIZE,
    252: DOMAIN_SET_BLOCK_IO_TUNE,
    253: DOMAIN_GET_BLOCK_IO_TUNE,
    254: DOMAIN_SET_NUMA_PARAMETERS,
    255: DOMAIN_GET_NUMA_PARAMETERS,
    256: DOMAIN_SET_INTERFACE_PARAMETERS,
    257: DOMAIN_GET_INTERFACE_PARAMETERS,
    258: DOMAIN_SHUTDOWN_FLAGS,
    259: STORAGE_VOL_WIPE_PATTERN,
    260: STORAGE_VOL_RESIZE,
    261: DOMAIN_PM_SUSPEND_FOR_DURATION,
    262: DOMAIN_GET_CPU_STATS,
    263: DOMAIN_GET_DISK_ERRORS,
    264: DOMAIN_SET_METADATA,
    265: DOMAIN_GET_METADATA,
    266: DOMAIN_BLOCK_REBASE,
    267: DOMAIN_PM_WAKEUP,
    268: DOMAIN_EVENT_TRAY_CHANGE,
    269: DOMAIN_EVENT_PMWAKEUP,
    270: DOMAIN_EVENT_PMSUSPEND,
    271: DOMAIN_SNAPSHOT_IS_CURRENT,
    272: DOMAIN_SNAPSHOT_HAS_METADATA,
    273: CONNECT_LIST_ALL_DOMAINS,
    274: DOMAIN_LIST_ALL_SNAPSHOTS,
    275: DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN,
    276: DOMAIN_EVENT_BALLOON_CHANGE,
    277: DOMAIN_GET_HOSTNAME,
    278: DOMAIN_GET_SECURITY_LABEL_LIST,
    279: DOMAIN_PIN_EMULATOR,
    280: DOMAIN_GET_EMULATOR_PIN_INFO,
    281: CONNECT_LIST_ALL_STORAGE_POOLS,
    282: STORAGE_POOL_LIST_ALL_VOLUMES,
    283: CONNECT_LIST_ALL_NETWORKS,
    284: CONNECT_LIST_ALL_INTERFACES,
    285: CONNECT_LIST_ALL_NODE_DEVICES,
    286: CONNECT_LIST_ALL_NWFILTERS,
    287: CONNECT_LIST_ALL_SECRETS,
    288: NODE_SET_MEMORY_PARAMETERS,
    289: NODE_GET_MEMORY_PARAMETERS,
    290: DOMAIN_BLOCK_COMMIT,
    291: NETWORK_UPDATE,
    292: DOMAIN_EVENT_PMSUSPEND_DISK,
    293: NODE_GET_CPU_MAP,
    294: DOMAIN_FSTRIM,
    295: DOMAIN_SEND_PROCESS_SIGNAL,
    296: DOMAIN_OPEN_CHANNEL,
    297: NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN,
    298: DOMAIN_GET_JOB_STATS,
    299: DOMAIN_MIGRATE_GET_COMPRESSION_CACHE,
    300: DOMAIN_MIGRATE_SET_COMPRESSION_CACHE,
    301: NODE_DEVICE_DETACH_FLAGS,
    302: DOMAIN_MIGRATE_BEGIN3_PARAMS,
    303: DOMAIN_MIGRATE_PREPARE3_PARAMS,
    304: DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS,
    305: DOMAIN_MIGRATE_PERFORM3_PARAMS,
    306: DOMAIN_MIGRATE_FINISH3_PARAMS,
    307: DOMAIN_MIGRATE_CONFIRM3_PARAMS,
    308: DOMAIN_SET_MEMORY_STATS_PERIOD,
    309: DOMAIN_CREATE_XML_WITH_FILES,
    310: DOMAIN_CREATE_WITH_FILES,
    311: DOMAIN_EVENT_DEVICE_REMOVED,
    312: CONNECT_GET_CPU_MODEL_NAMES,
    313: CONNECT_NETWORK_EVENT_REGISTER_ANY,
    314: CONNECT_NETWORK_EVENT_DEREGISTER_ANY,
    315: NETWORK_EVENT_LIFECYCLE,
    316: CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    317: CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    318: DOMAIN_EVENT_CALLBACK_LIFECYCLE,
    319: DOMAIN_EVENT_CALLBACK_REBOOT,
    320: DOMAIN_EVENT_CALLBACK_RTC_CHANGE,
    321: DOMAIN_EVENT_CALLBACK_WATCHDOG,
    322: DOMAIN_EVENT_CALLBACK_IO_ERROR,
    323: DOMAIN_EVENT_CALLBACK_GRAPHICS,
    324: DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON,
    325: DOMAIN_EVENT_CALLBACK_CONTROL_ERROR,
    326: DOMAIN_EVENT_CALLBACK_BLOCK_JOB,
    327: DOMAIN_EVENT_CALLBACK_DISK_CHANGE,
    328: DOMAIN_EVENT_CALLBACK_TRAY_CHANGE,
    329: DOMAIN_EVENT_CALLBACK_PMWAKEUP,
    330: DOMAIN_EVENT_CALLBACK_PMSUSPEND,
    331: DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE,
    332: DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK,
    333: DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED,
    334: DOMAIN_CORE_DUMP_WITH_FORMAT,
    335: DOMAIN_FSFREEZE,
    336: DOMAIN_FSTHAW,
    337: DOMAIN_GET_TIME,
    338: DOMAIN_SET_TIME,
    339: DOMAIN_EVENT_BLOCK_JOB_2,
    340: NODE_GET_FREE_PAGES,
    341: NETWORK_GET_DHCP_LEASES,
    342: CONNECT_GET_DOMAIN_CAPABILITIES,
    343: DOMAIN_OPEN_GRAPHICS_FD,
    344: CONNECT_GET_ALL_DOMAIN_STATS,
    345: DOMAIN_BLOCK_COPY,
    346: DOMAIN_EVENT_CALLBACK_TUNABLE,
    347: NODE_ALLOC_PAGES,
    348: DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE,
    349: DOMAIN_GET_FSINFO,
    350: DOMAIN_DEFINE_XML_FLAGS,
    351: DOMAIN_GET_IOTHREAD_INFO,
    352: DOMAIN_PIN_IOTHREAD,
    353: DOMAIN_INTERFACE_ADDRESSES,
    354: DOMAIN_EVENT_CALLBACK_DEVICE_ADDED,
    355: DOMAIN_ADD_IOTHREAD,
    356: DOMAIN_DEL_IOTHREAD,
    357: DOMAIN_SET_USER_PASSWORD,
    358: DOMAIN_RENAME,
    359: DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION,
    360: CONNECT_REGISTER_CLOSE_CALLBACK,
    361: CONNECT_UNREGISTER_CLOSE_CALLBACK,
    362: CONNECT_EVENT_CONNECTION_CLOSED,
    363: DOMAIN_EVENT_CALLBACK_JOB_COMPLETED,
    364: DOMAIN_MIGRATE_START_POST_COPY,
    365: DOMAIN_GET_PERF_EVENTS,
    366: DOMAIN_SET_PERF_EVENTS,
    367: DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED,
    368: CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY,
    369: CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY,
    370: STORAGE_POOL_EVENT_LIFECYCLE,
    371: DOMAIN_GET_GUEST_VCPUS,
    372: DOMAIN_SET_GUEST_VCPUS,
    373: STORAGE_POOL_EVENT_REFRESH,
    374: CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY,
    375: CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY,
    376: NODE_DEVICE_EVENT_LIFECYCLE,
    377: NODE_DEVICE_EVENT_UPDATE,
    378: STORAGE_VOL_GET_INFO_FLAGS,
    379: DOMAIN_EVENT_CALLBACK_METADATA_CHANGE,
    380: CONNECT_SECRET_EVENT_REGISTER_ANY,
    381: CONNECT_SECRET_EVENT_DEREGISTER_ANY,
    382: SECRET_EVENT_LIFECYCLE,
    383: SECRET_EVENT_VALUE_CHANGED,
    384: DOMAIN_SET_VCPU,
    385: DOMAIN_EVENT_BLOCK_THRESHOLD,
    386: DOMAIN_SET_BLOCK_THRESHOLD,
    387: DOMAIN_MIGRATE_GET_MAX_DOWNTIME,
    388: DOMAIN_MANAGED_SAVE_GET_XML_DESC,
    389: DOMAIN_MANAGED_SAVE_DEFINE_XML,
    390: DOMAIN_SET_LIFECYCLE_ACTION,
    391: STORAGE_POOL_LOOKUP_BY_TARGET_PATH,
    392: DOMAIN_DETACH_DEVICE_ALIAS,
    393: CONNECT_COMPARE_HYPERVISOR_CPU,
    394: CONNECT_BASELINE_HYPERVISOR_CPU,
    395: NODE_GET_SEV_INFO,
    396: DOMAIN_GET_LAUNCH_SECURITY_INFO,
    397: NWFILTER_BINDING_LOOKUP_BY_PORT_DEV,
    398: NWFILTER_BINDING_GET_XML_DESC,
    399: NWFILTER_BINDING_CREATE_XML,
    400: NWFILTER_BINDING_DELETE,
    401: CONNECT_LIST_ALL_NWFILTER_BINDINGS,
    402: DOMAIN_SET_IOTHREAD_PARAMS,
    403: CONNECT_GET_STORAGE_POOL_CAPABILITIES,
    404: NETWORK_LIST_ALL_PORTS,
    405: NETWORK_PORT_LOOKUP_BY_UUID,
    406: NETWORK_PORT_CREATE_XML,
    407: NETWORK_PORT_GET_PARAMETERS,
    408: NETWORK_PORT_SET_PARAMETERS,
    409: NETWORK_PORT_GET_XML_DESC,
    410: NETWORK_PORT_DELETE,
    411: DOMAIN_CHECKPOINT_CREATE_XML,
    412: DOMAIN_CHECKPOINT_GET_XML_DESC,
    413: DOMAIN_LIST_ALL_CHECKPOINTS,
    414: DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN,
    415: DOMAIN_CHECKPOINT_LOOKUP_BY_NAME,
    416: DOMAIN_CHECKPOINT_GET_PARENT,
    417: DOMAIN_CHECKPOINT_DELETE,
    418: DOMAIN_GET_GUEST_INFO,
    419: CONNECT_SET_IDENTITY,
    420: DOMAIN_AGENT_SET_RESPONSE_TIMEOUT,
    421: DOMAIN_BACKUP_BEGIN,
    422: DOMAIN_BACKUP_GET_XML_DESC,
    423: DOMAIN_EVENT_MEMORY_FAILURE,
    424: DOMAIN_AUTHORIZED_SSH_KEYS_GET,
    425: DOMAIN_AUTHORIZED_SSH_KEYS_SET,
    426: DOMAIN_GET_MESSAGES,
    427: DOMAIN_START_DIRTY_RATE_CALC,
    428: NODE_DEVICE_DEFINE_XML,
    429: NODE_DEVICE_UNDEFINE,
    430: NODE_DEVICE_CREATE,
    431: NWFILTER_DEFINE_XML_FLAGS,
    432: NETWORK_DEFINE_XML_FLAGS,
    433: NODE_DEVICE_GET_AUTOSTART,
    434: NODE_DEVICE_SET_AUTOSTART,
    435: NODE_DEVICE_IS_PERSISTENT,
    436: NODE_DEVICE_IS_ACTIVE,
    437: NETWORK_CREATE_XML_FLAGS,
    438: DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE,
    439: DOMAIN_SET_LAUNCH_SECURITY_STATE,
    440: DOMAIN_SAVE_PARAMS,
    441: DOMAIN_RESTORE_PARAMS,
    442: DOMAIN_ABORT_JOB_FLAGS,
    443: DOMAIN_FD_ASSOCIATE,
    444: NETWORK_SET_METADATA,
    445: NETWORK_GET_METADATA,
    446: NETWORK_EVENT_CALLBACK_METADATA_CHANGE,
    447: NODE_DEVICE_UPDATE,
    448: DOMAIN_GRAPHICS_RELOAD,
    449: DOMAIN_GET_AUTOSTART_ONCE,
    450: DOMAIN_SET_AUTOSTART_ONCE,
    451: DOMAIN_SET_THROTTLE_GROUP,
    452: DOMAIN_DEL_THROTTLE_GROUP,
    453: DOMAIN_EVENT_NIC_MAC_CHANGE,
}

QEMU_DOMAIN_MONITOR_COMMAND: ProcedureSpec[qemu.DomainMonitorCommandArgs, qemu.DomainMonitorCommandRet] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    1,
    "QEMU_PROC_DOMAIN_MONITOR_COMMAND",
    qemu.DomainMonitorCommandArgs,
    qemu.DomainMonitorCommandRet,
    acl=("domain:write",),
)
QEMU_DOMAIN_ATTACH: ProcedureSpec[qemu.DomainAttachArgs, qemu.DomainAttachRet] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    2,
    "QEMU_PROC_DOMAIN_ATTACH",
    qemu.DomainAttachArgs,
    qemu.DomainAttachRet,
    acl=("domain:start", "domain:write",),
)
QEMU_DOMAIN_AGENT_COMMAND: ProcedureSpec[qemu.DomainAgentCommandArgs, qemu.DomainAgentCommandRet] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    3,
    "QEMU_PROC_DOMAIN_AGENT_COMMAND",
    qemu.DomainAgentCommandArgs,
    qemu.DomainAgentCommandRet,
    acl=("domain:write",),
)
QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER: ProcedureSpec[qemu.ConnectDomainMonitorEventRegisterArgs, qemu.ConnectDomainMonitorEventRegisterRet] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    4,
    "QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER",
    qemu.ConnectDomainMonitorEventRegisterArgs,
    qemu.ConnectDomainMonitorEventRegisterRet,
    high_priority=True,
    acl=("connect:search_domains", "connect:write",),
)
QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER: ProcedureSpec[qemu.ConnectDomainMonitorEventDeregisterArgs, None] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    5,
    "QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER",
    qemu.ConnectDomainMonitorEventDeregisterArgs,
    None,
    high_priority=True,
    acl=("connect:write",),
)
QEMU_DOMAIN_MONITOR_EVENT: ProcedureSpec[None, qemu.DomainMonitorEventMsg] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    6,
    "QEMU_PROC_DOMAIN_MONITOR_EVENT",
    None,
    qemu.DomainMonitorEventMsg,
    is_event=True,
    acl=("none",),
)
QEMU_DOMAIN_MONITOR_COMMAND_WITH_FILES: ProcedureSpec[qemu.DomainMonitorCommandWithFilesArgs, qemu.DomainMonitorCommandWithFilesRet] = ProcedureSpec(
    qemu.QEMU_PROGRAM,
    qemu.QEMU_PROTOCOL_VERSION,
    7,
    "QEMU_PROC_DOMAIN_MONITOR_COMMAND_WITH_FILES",
    qemu.DomainMonitorCommandWithFilesArgs,
    qemu.DomainMonitorCommandWithFilesRet,
    acl=("domain:write",),
)


class QemuProcedure(IntEnum):
    """``qemu_procedure``."""

    DOMAIN_MONITOR_COMMAND = 1
    DOMAIN_ATTACH = 2
    DOMAIN_AGENT_COMMAND = 3
    CONNECT_DOMAIN_MONITOR_EVENT_REGISTER = 4
    CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER = 5
    DOMAIN_MONITOR_EVENT = 6
    DOMAIN_MONITOR_COMMAND_WITH_FILES = 7


QEMU: dict[int, AnySpec] = {
    1: QEMU_DOMAIN_MONITOR_COMMAND,
    2: QEMU_DOMAIN_ATTACH,
    3: QEMU_DOMAIN_AGENT_COMMAND,
    4: QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER,
    5: QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER,
    6: QEMU_DOMAIN_MONITOR_EVENT,
    7: QEMU_DOMAIN_MONITOR_COMMAND_WITH_FILES,
}

LXC_DOMAIN_OPEN_NAMESPACE: ProcedureSpec[lxc.DomainOpenNamespaceArgs, None] = ProcedureSpec(
    lxc.LXC_PROGRAM,
    lxc.LXC_PROTOCOL_VERSION,
    1,
    "LXC_PROC_DOMAIN_OPEN_NAMESPACE",
    lxc.DomainOpenNamespaceArgs,
    None,
    acl=("domain:open_namespace",),
)


class LxcProcedure(IntEnum):
    """``lxc_procedure``."""

    DOMAIN_OPEN_NAMESPACE = 1


LXC: dict[int, AnySpec] = {
    1: LXC_DOMAIN_OPEN_NAMESPACE,
}

ADMIN_CONNECT_OPEN: ProcedureSpec[admin.ConnectOpenArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    1,
    "ADMIN_PROC_CONNECT_OPEN",
    admin.ConnectOpenArgs,
    None,
)
ADMIN_CONNECT_CLOSE: ProcedureSpec[None, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    2,
    "ADMIN_PROC_CONNECT_CLOSE",
    None,
    None,
)
ADMIN_CONNECT_GET_LIB_VERSION: ProcedureSpec[None, admin.ConnectGetLibVersionRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    3,
    "ADMIN_PROC_CONNECT_GET_LIB_VERSION",
    None,
    admin.ConnectGetLibVersionRet,
)
ADMIN_CONNECT_LIST_SERVERS: ProcedureSpec[admin.ConnectListServersArgs, admin.ConnectListServersRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    4,
    "ADMIN_PROC_CONNECT_LIST_SERVERS",
    admin.ConnectListServersArgs,
    admin.ConnectListServersRet,
)
ADMIN_CONNECT_LOOKUP_SERVER: ProcedureSpec[admin.ConnectLookupServerArgs, admin.ConnectLookupServerRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    5,
    "ADMIN_PROC_CONNECT_LOOKUP_SERVER",
    admin.ConnectLookupServerArgs,
    admin.ConnectLookupServerRet,
)
ADMIN_SERVER_GET_THREADPOOL_PARAMETERS: ProcedureSpec[admin.ServerGetThreadpoolParametersArgs, admin.ServerGetThreadpoolParametersRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    6,
    "ADMIN_PROC_SERVER_GET_THREADPOOL_PARAMETERS",
    admin.ServerGetThreadpoolParametersArgs,
    admin.ServerGetThreadpoolParametersRet,
)
ADMIN_SERVER_SET_THREADPOOL_PARAMETERS: ProcedureSpec[admin.ServerSetThreadpoolParametersArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    7,
    "ADMIN_PROC_SERVER_SET_THREADPOOL_PARAMETERS",
    admin.ServerSetThreadpoolParametersArgs,
    None,
)
ADMIN_SERVER_LIST_CLIENTS: ProcedureSpec[admin.ServerListClientsArgs, admin.ServerListClientsRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    8,
    "ADMIN_PROC_SERVER_LIST_CLIENTS",
    admin.ServerListClientsArgs,
    admin.ServerListClientsRet,
)
ADMIN_SERVER_LOOKUP_CLIENT: ProcedureSpec[admin.ServerLookupClientArgs, admin.ServerLookupClientRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    9,
    "ADMIN_PROC_SERVER_LOOKUP_CLIENT",
    admin.ServerLookupClientArgs,
    admin.ServerLookupClientRet,
)
ADMIN_CLIENT_GET_INFO: ProcedureSpec[admin.ClientGetInfoArgs, admin.ClientGetInfoRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    10,
    "ADMIN_PROC_CLIENT_GET_INFO",
    admin.ClientGetInfoArgs,
    admin.ClientGetInfoRet,
)
ADMIN_CLIENT_CLOSE: ProcedureSpec[admin.ClientCloseArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    11,
    "ADMIN_PROC_CLIENT_CLOSE",
    admin.ClientCloseArgs,
    None,
)
ADMIN_SERVER_GET_CLIENT_LIMITS: ProcedureSpec[admin.ServerGetClientLimitsArgs, admin.ServerGetClientLimitsRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    12,
    "ADMIN_PROC_SERVER_GET_CLIENT_LIMITS",
    admin.ServerGetClientLimitsArgs,
    admin.ServerGetClientLimitsRet,
)
ADMIN_SERVER_SET_CLIENT_LIMITS: ProcedureSpec[admin.ServerSetClientLimitsArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    13,
    "ADMIN_PROC_SERVER_SET_CLIENT_LIMITS",
    admin.ServerSetClientLimitsArgs,
    None,
)
ADMIN_CONNECT_GET_LOGGING_OUTPUTS: ProcedureSpec[admin.ConnectGetLoggingOutputsArgs, admin.ConnectGetLoggingOutputsRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    14,
    "ADMIN_PROC_CONNECT_GET_LOGGING_OUTPUTS",
    admin.ConnectGetLoggingOutputsArgs,
    admin.ConnectGetLoggingOutputsRet,
)
ADMIN_CONNECT_GET_LOGGING_FILTERS: ProcedureSpec[admin.ConnectGetLoggingFiltersArgs, admin.ConnectGetLoggingFiltersRet] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    15,
    "ADMIN_PROC_CONNECT_GET_LOGGING_FILTERS",
    admin.ConnectGetLoggingFiltersArgs,
    admin.ConnectGetLoggingFiltersRet,
)
ADMIN_CONNECT_SET_LOGGING_OUTPUTS: ProcedureSpec[admin.ConnectSetLoggingOutputsArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    16,
    "ADMIN_PROC_CONNECT_SET_LOGGING_OUTPUTS",
    admin.ConnectSetLoggingOutputsArgs,
    None,
)
ADMIN_CONNECT_SET_LOGGING_FILTERS: ProcedureSpec[admin.ConnectSetLoggingFiltersArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    17,
    "ADMIN_PROC_CONNECT_SET_LOGGING_FILTERS",
    admin.ConnectSetLoggingFiltersArgs,
    None,
)
ADMIN_SERVER_UPDATE_TLS_FILES: ProcedureSpec[admin.ServerUpdateTlsFilesArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    18,
    "ADMIN_PROC_SERVER_UPDATE_TLS_FILES",
    admin.ServerUpdateTlsFilesArgs,
    None,
)
ADMIN_CONNECT_SET_DAEMON_TIMEOUT: ProcedureSpec[admin.ConnectSetDaemonTimeoutArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    19,
    "ADMIN_PROC_CONNECT_SET_DAEMON_TIMEOUT",
    admin.ConnectSetDaemonTimeoutArgs,
    None,
)
ADMIN_CONNECT_DAEMON_SHUTDOWN: ProcedureSpec[admin.ConnectDaemonShutdownArgs, None] = ProcedureSpec(
    admin.ADMIN_PROGRAM,
    admin.ADMIN_PROTOCOL_VERSION,
    20,
    "ADMIN_PROC_CONNECT_DAEMON_SHUTDOWN",
    admin.ConnectDaemonShutdownArgs,
    None,
)


class AdminProcedure(IntEnum):
    """``admin_procedure``."""

    CONNECT_OPEN = 1
    CONNECT_CLOSE = 2
    CONNECT_GET_LIB_VERSION = 3
    CONNECT_LIST_SERVERS = 4
    CONNECT_LOOKUP_SERVER = 5
    SERVER_GET_THREADPOOL_PARAMETERS = 6
    SERVER_SET_THREADPOOL_PARAMETERS = 7
    SERVER_LIST_CLIENTS = 8
    SERVER_LOOKUP_CLIENT = 9
    CLIENT_GET_INFO = 10
    CLIENT_CLOSE = 11
    SERVER_GET_CLIENT_LIMITS = 12
    SERVER_SET_CLIENT_LIMITS = 13
    CONNECT_GET_LOGGING_OUTPUTS = 14
    CONNECT_GET_LOGGING_FILTERS = 15
    CONNECT_SET_LOGGING_OUTPUTS = 16
    CONNECT_SET_LOGGING_FILTERS = 17
    SERVER_UPDATE_TLS_FILES = 18
    CONNECT_SET_DAEMON_TIMEOUT = 19
    CONNECT_DAEMON_SHUTDOWN = 20


ADMIN: dict[int, AnySpec] = {
    1: ADMIN_CONNECT_OPEN,
    2: ADMIN_CONNECT_CLOSE,
    3: ADMIN_CONNECT_GET_LIB_VERSION,
    4: ADMIN_CONNECT_LIST_SERVERS,
    5: ADMIN_CONNECT_LOOKUP_SERVER,
    6: ADMIN_SERVER_GET_THREADPOOL_PARAMETERS,
    7: ADMIN_SERVER_SET_THREADPOOL_PARAMETERS,
    8: ADMIN_SERVER_LIST_CLIENTS,
    9: ADMIN_SERVER_LOOKUP_CLIENT,
    10: ADMIN_CLIENT_GET_INFO,
    11: ADMIN_CLIENT_CLOSE,
    12: ADMIN_SERVER_GET_CLIENT_LIMITS,
    13: ADMIN_SERVER_SET_CLIENT_LIMITS,
    14: ADMIN_CONNECT_GET_LOGGING_OUTPUTS,
    15: ADMIN_CONNECT_GET_LOGGING_FILTERS,
    16: ADMIN_CONNECT_SET_LOGGING_OUTPUTS,
    17: ADMIN_CONNECT_SET_LOGGING_FILTERS,
    18: ADMIN_SERVER_UPDATE_TLS_FILES,
    19: ADMIN_CONNECT_SET_DAEMON_TIMEOUT,
    20: ADMIN_CONNECT_DAEMON_SHUTDOWN,
}

BY_ID: dict[tuple[int, int], AnySpec] = {
    (spec.program, spec.number): spec
    for table in (REMOTE, QEMU, LXC, ADMIN,)
    for spec in table.values()
}
