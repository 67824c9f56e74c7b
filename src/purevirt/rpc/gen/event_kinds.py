"""The events that are registered for by libvirt's common pattern.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from typing import Any

from purevirt.rpc.events.kind import EventKind
from purevirt.rpc.gen import procedures, remote

__all__ = [
    "ALL",
    "DOMAIN_AGENT_LIFECYCLE",
    "DOMAIN_BALLOON_CHANGE",
    "DOMAIN_BLOCK_JOB",
    "DOMAIN_BLOCK_JOB_2",
    "DOMAIN_BLOCK_THRESHOLD",
    "DOMAIN_CONTROL_ERROR",
    "DOMAIN_DEVICE_ADDED",
    "DOMAIN_DEVICE_REMOVAL_FAILED",
    "DOMAIN_DEVICE_REMOVED",
    "DOMAIN_DISK_CHANGE",
    "DOMAIN_GRAPHICS",
    "DOMAIN_IO_ERROR",
    "DOMAIN_IO_ERROR_REASON",
    "DOMAIN_JOB_COMPLETED",
    "DOMAIN_LIFECYCLE",
    "DOMAIN_MEMORY_DEVICE_SIZE_CHANGE",
    "DOMAIN_MEMORY_FAILURE",
    "DOMAIN_METADATA_CHANGE",
    "DOMAIN_MIGRATION_ITERATION",
    "DOMAIN_NIC_MAC_CHANGE",
    "DOMAIN_PMSUSPEND",
    "DOMAIN_PMSUSPEND_DISK",
    "DOMAIN_PMWAKEUP",
    "DOMAIN_REBOOT",
    "DOMAIN_RTC_CHANGE",
    "DOMAIN_TRAY_CHANGE",
    "DOMAIN_TUNABLE",
    "DOMAIN_WATCHDOG",
    "NETWORK_LIFECYCLE",
    "NETWORK_METADATA_CHANGE",
    "NODE_DEVICE_LIFECYCLE",
    "NODE_DEVICE_UPDATE",
    "SECRET_LIFECYCLE",
    "SECRET_VALUE_CHANGED",
    "STORAGE_POOL_LIFECYCLE",
    "STORAGE_POOL_REFRESH",
]

NETWORK_LIFECYCLE: EventKind[remote.NetworkEventLifecycleMsg] = EventKind(
    "network_lifecycle",
    procedures.NETWORK_EVENT_LIFECYCLE,
    procedures.CONNECT_NETWORK_EVENT_REGISTER_ANY,
    procedures.CONNECT_NETWORK_EVENT_DEREGISTER_ANY,
    0,  # VIR_NETWORK_EVENT_ID_LIFECYCLE
)
NETWORK_METADATA_CHANGE: EventKind[remote.NetworkEventCallbackMetadataChangeMsg] = EventKind(
    "network_metadata_change",
    procedures.NETWORK_EVENT_CALLBACK_METADATA_CHANGE,
    procedures.CONNECT_NETWORK_EVENT_REGISTER_ANY,
    procedures.CONNECT_NETWORK_EVENT_DEREGISTER_ANY,
    1,  # VIR_NETWORK_EVENT_ID_METADATA_CHANGE
)
DOMAIN_LIFECYCLE: EventKind[remote.DomainEventCallbackLifecycleMsg] = EventKind(
    "domain_lifecycle",
    procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    0,  # VIR_DOMAIN_EVENT_ID_LIFECYCLE
)
DOMAIN_REBOOT: EventKind[remote.DomainEventCallbackRebootMsg] = EventKind(
    "domain_reboot",
    procedures.DOMAIN_EVENT_CALLBACK_REBOOT,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    1,  # VIR_DOMAIN_EVENT_ID_REBOOT
)
DOMAIN_RTC_CHANGE: EventKind[remote.DomainEventCallbackRtcChangeMsg] = EventKind(
    "domain_rtc_change",
    procedures.DOMAIN_EVENT_CALLBACK_RTC_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    2,  # VIR_DOMAIN_EVENT_ID_RTC_CHANGE
)
DOMAIN_WATCHDOG: EventKind[remote.DomainEventCallbackWatchdogMsg] = EventKind(
    "domain_watchdog",
    procedures.DOMAIN_EVENT_CALLBACK_WATCHDOG,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    3,  # VIR_DOMAIN_EVENT_ID_WATCHDOG
)
DOMAIN_IO_ERROR: EventKind[remote.DomainEventCallbackIoErrorMsg] = EventKind(
    "domain_io_error",
    procedures.DOMAIN_EVENT_CALLBACK_IO_ERROR,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    4,  # VIR_DOMAIN_EVENT_ID_IO_ERROR
)
DOMAIN_GRAPHICS: EventKind[remote.DomainEventCallbackGraphicsMsg] = EventKind(
    "domain_graphics",
    procedures.DOMAIN_EVENT_CALLBACK_GRAPHICS,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    5,  # VIR_DOMAIN_EVENT_ID_GRAPHICS
)
DOMAIN_IO_ERROR_REASON: EventKind[remote.DomainEventCallbackIoErrorReasonMsg] = EventKind(
    "domain_io_error_reason",
    procedures.DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    6,  # VIR_DOMAIN_EVENT_ID_IO_ERROR_REASON
)
DOMAIN_CONTROL_ERROR: EventKind[remote.DomainEventCallbackControlErrorMsg] = EventKind(
    "domain_control_error",
    procedures.DOMAIN_EVENT_CALLBACK_CONTROL_ERROR,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    7,  # VIR_DOMAIN_EVENT_ID_CONTROL_ERROR
)
DOMAIN_BLOCK_JOB: EventKind[remote.DomainEventCallbackBlockJobMsg] = EventKind(
    "domain_block_job",
    procedures.DOMAIN_EVENT_CALLBACK_BLOCK_JOB,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    8,  # VIR_DOMAIN_EVENT_ID_BLOCK_JOB
)
DOMAIN_DISK_CHANGE: EventKind[remote.DomainEventCallbackDiskChangeMsg] = EventKind(
    "domain_disk_change",
    procedures.DOMAIN_EVENT_CALLBACK_DISK_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    9,  # VIR_DOMAIN_EVENT_ID_DISK_CHANGE
)
DOMAIN_TRAY_CHANGE: EventKind[remote.DomainEventCallbackTrayChangeMsg] = EventKind(
    "domain_tray_change",
    procedures.DOMAIN_EVENT_CALLBACK_TRAY_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    10,  # VIR_DOMAIN_EVENT_ID_TRAY_CHANGE
)
DOMAIN_PMWAKEUP: EventKind[remote.DomainEventCallbackPmwakeupMsg] = EventKind(
    "domain_pmwakeup",
    procedures.DOMAIN_EVENT_CALLBACK_PMWAKEUP,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    11,  # VIR_DOMAIN_EVENT_ID_PMWAKEUP
)
DOMAIN_PMSUSPEND: EventKind[remote.DomainEventCallbackPmsuspendMsg] = EventKind(
    "domain_pmsuspend",
    procedures.DOMAIN_EVENT_CALLBACK_PMSUSPEND,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    12,  # VIR_DOMAIN_EVENT_ID_PMSUSPEND
)
DOMAIN_BALLOON_CHANGE: EventKind[remote.DomainEventCallbackBalloonChangeMsg] = EventKind(
    "domain_balloon_change",
    procedures.DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    13,  # VIR_DOMAIN_EVENT_ID_BALLOON_CHANGE
)
DOMAIN_PMSUSPEND_DISK: EventKind[remote.DomainEventCallbackPmsuspendDiskMsg] = EventKind(
    "domain_pmsuspend_disk",
    procedures.DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    14,  # VIR_DOMAIN_EVENT_ID_PMSUSPEND_DISK
)
DOMAIN_DEVICE_REMOVED: EventKind[remote.DomainEventCallbackDeviceRemovedMsg] = EventKind(
    "domain_device_removed",
    procedures.DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    15,  # VIR_DOMAIN_EVENT_ID_DEVICE_REMOVED
)
DOMAIN_BLOCK_JOB_2: EventKind[remote.DomainEventBlockJob2Msg] = EventKind(
    "domain_block_job_2",
    procedures.DOMAIN_EVENT_BLOCK_JOB_2,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    16,  # VIR_DOMAIN_EVENT_ID_BLOCK_JOB_2
)
DOMAIN_TUNABLE: EventKind[remote.DomainEventCallbackTunableMsg] = EventKind(
    "domain_tunable",
    procedures.DOMAIN_EVENT_CALLBACK_TUNABLE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    17,  # VIR_DOMAIN_EVENT_ID_TUNABLE
)
DOMAIN_AGENT_LIFECYCLE: EventKind[remote.DomainEventCallbackAgentLifecycleMsg] = EventKind(
    "domain_agent_lifecycle",
    procedures.DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    18,  # VIR_DOMAIN_EVENT_ID_AGENT_LIFECYCLE
)
DOMAIN_DEVICE_ADDED: EventKind[remote.DomainEventCallbackDeviceAddedMsg] = EventKind(
    "domain_device_added",
    procedures.DOMAIN_EVENT_CALLBACK_DEVICE_ADDED,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    19,  # VIR_DOMAIN_EVENT_ID_DEVICE_ADDED
)
DOMAIN_MIGRATION_ITERATION: EventKind[remote.DomainEventCallbackMigrationIterationMsg] = EventKind(
    "domain_migration_iteration",
    procedures.DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    20,  # VIR_DOMAIN_EVENT_ID_MIGRATION_ITERATION
)
DOMAIN_JOB_COMPLETED: EventKind[remote.DomainEventCallbackJobCompletedMsg] = EventKind(
    "domain_job_completed",
    procedures.DOMAIN_EVENT_CALLBACK_JOB_COMPLETED,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    21,  # VIR_DOMAIN_EVENT_ID_JOB_COMPLETED
)
DOMAIN_DEVICE_REMOVAL_FAILED: EventKind[remote.DomainEventCallbackDeviceRemovalFailedMsg] = EventKind(
    "domain_device_removal_failed",
    procedures.DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    22,  # VIR_DOMAIN_EVENT_ID_DEVICE_REMOVAL_FAILED
)
DOMAIN_METADATA_CHANGE: EventKind[remote.DomainEventCallbackMetadataChangeMsg] = EventKind(
    "domain_metadata_change",
    procedures.DOMAIN_EVENT_CALLBACK_METADATA_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    23,  # VIR_DOMAIN_EVENT_ID_METADATA_CHANGE
)
DOMAIN_BLOCK_THRESHOLD: EventKind[remote.DomainEventBlockThresholdMsg] = EventKind(
    "domain_block_threshold",
    procedures.DOMAIN_EVENT_BLOCK_THRESHOLD,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    24,  # VIR_DOMAIN_EVENT_ID_BLOCK_THRESHOLD
)
DOMAIN_MEMORY_FAILURE: EventKind[remote.DomainEventMemoryFailureMsg] = EventKind(
    "domain_memory_failure",
    procedures.DOMAIN_EVENT_MEMORY_FAILURE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    25,  # VIR_DOMAIN_EVENT_ID_MEMORY_FAILURE
)
DOMAIN_MEMORY_DEVICE_SIZE_CHANGE: EventKind[remote.DomainEventMemoryDeviceSizeChangeMsg] = EventKind(
    "domain_memory_device_size_change",
    procedures.DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    26,  # VIR_DOMAIN_EVENT_ID_MEMORY_DEVICE_SIZE_CHANGE
)
DOMAIN_NIC_MAC_CHANGE: EventKind[remote.DomainEventNicMacChangeMsg] = EventKind(
    "domain_nic_mac_change",
    procedures.DOMAIN_EVENT_NIC_MAC_CHANGE,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY,
    procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY,
    27,  # VIR_DOMAIN_EVENT_ID_NIC_MAC_CHANGE
)
STORAGE_POOL_LIFECYCLE: EventKind[remote.StoragePoolEventLifecycleMsg] = EventKind(
    "storage_pool_lifecycle",
    procedures.STORAGE_POOL_EVENT_LIFECYCLE,
    procedures.CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY,
    procedures.CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY,
    0,  # VIR_STORAGE_POOL_EVENT_ID_LIFECYCLE
)
STORAGE_POOL_REFRESH: EventKind[remote.StoragePoolEventRefreshMsg] = EventKind(
    "storage_pool_refresh",
    procedures.STORAGE_POOL_EVENT_REFRESH,
    procedures.CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY,
    procedures.CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY,
    1,  # VIR_STORAGE_POOL_EVENT_ID_REFRESH
)
NODE_DEVICE_LIFECYCLE: EventKind[remote.NodeDeviceEventLifecycleMsg] = EventKind(
    "node_device_lifecycle",
    procedures.NODE_DEVICE_EVENT_LIFECYCLE,
    procedures.CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY,
    procedures.CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY,
    0,  # VIR_NODE_DEVICE_EVENT_ID_LIFECYCLE
)
NODE_DEVICE_UPDATE: EventKind[remote.NodeDeviceEventUpdateMsg] = EventKind(
    "node_device_update",
    procedures.NODE_DEVICE_EVENT_UPDATE,
    procedures.CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY,
    procedures.CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY,
    1,  # VIR_NODE_DEVICE_EVENT_ID_UPDATE
)
SECRET_LIFECYCLE: EventKind[remote.SecretEventLifecycleMsg] = EventKind(
    "secret_lifecycle",
    procedures.SECRET_EVENT_LIFECYCLE,
    procedures.CONNECT_SECRET_EVENT_REGISTER_ANY,
    procedures.CONNECT_SECRET_EVENT_DEREGISTER_ANY,
    0,  # VIR_SECRET_EVENT_ID_LIFECYCLE
)
SECRET_VALUE_CHANGED: EventKind[remote.SecretEventValueChangedMsg] = EventKind(
    "secret_value_changed",
    procedures.SECRET_EVENT_VALUE_CHANGED,
    procedures.CONNECT_SECRET_EVENT_REGISTER_ANY,
    procedures.CONNECT_SECRET_EVENT_DEREGISTER_ANY,
    1,  # VIR_SECRET_EVENT_ID_VALUE_CHANGED
)

ALL: tuple[EventKind[Any], ...] = (
    NETWORK_LIFECYCLE,
    NETWORK_METADATA_CHANGE,
    DOMAIN_LIFECYCLE,
    DOMAIN_REBOOT,
    DOMAIN_RTC_CHANGE,
    DOMAIN_WATCHDOG,
    DOMAIN_IO_ERROR,
    DOMAIN_GRAPHICS,
    DOMAIN_IO_ERROR_REASON,
    DOMAIN_CONTROL_ERROR,
    DOMAIN_BLOCK_JOB,
    DOMAIN_DISK_CHANGE,
    DOMAIN_TRAY_CHANGE,
    DOMAIN_PMWAKEUP,
    DOMAIN_PMSUSPEND,
    DOMAIN_BALLOON_CHANGE,
    DOMAIN_PMSUSPEND_DISK,
    DOMAIN_DEVICE_REMOVED,
    DOMAIN_BLOCK_JOB_2,
    DOMAIN_TUNABLE,
    DOMAIN_AGENT_LIFECYCLE,
    DOMAIN_DEVICE_ADDED,
    DOMAIN_MIGRATION_ITERATION,
    DOMAIN_JOB_COMPLETED,
    DOMAIN_DEVICE_REMOVAL_FAILED,
    DOMAIN_METADATA_CHANGE,
    DOMAIN_BLOCK_THRESHOLD,
    DOMAIN_MEMORY_FAILURE,
    DOMAIN_MEMORY_DEVICE_SIZE_CHANGE,
    DOMAIN_NIC_MAC_CHANGE,
    STORAGE_POOL_LIFECYCLE,
    STORAGE_POOL_REFRESH,
    NODE_DEVICE_LIFECYCLE,
    NODE_DEVICE_UPDATE,
    SECRET_LIFECYCLE,
    SECRET_VALUE_CHANGED,
)
