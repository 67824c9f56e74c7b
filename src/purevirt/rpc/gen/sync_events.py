"""A blocking stream for each event.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.events.stream import DEFAULT_MAX_EVENTS, SyncEventSource
from purevirt.rpc.gen import event_kinds

if TYPE_CHECKING:
    from purevirt.rpc.events.stream import SyncEventStream, Overflow
    from purevirt.rpc.gen import remote

__all__ = ["EventMethods"]


class EventMethods(SyncEventSource):
    """A blocking stream for each event.

    Named after the messages less what they have in common. The first argument is what the
    events are about, None for all there are. `max_events` wait for a subscriber that is busy;
    what happens to more of them is up to `overflow`.
    """

    __slots__ = ()

    def network_lifecycle(
        self,
        net: remote.Network | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.NetworkEventLifecycleMsg]:
        """Subscribe to REMOTE_PROC_NETWORK_EVENT_LIFECYCLE (315).

        A message has ``callback_id``, ``net``, ``event``, ``detail``.
        Source: src/remote/remote_protocol.x, VIR_NETWORK_EVENT_ID_LIFECYCLE.
        """
        return self.subscribe(event_kinds.NETWORK_LIFECYCLE.topic(net), max_events, overflow)

    def network_metadata_change(
        self,
        net: remote.Network | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.NetworkEventCallbackMetadataChangeMsg]:
        """Subscribe to REMOTE_PROC_NETWORK_EVENT_CALLBACK_METADATA_CHANGE (446).

        A message has ``callback_id``, ``net``, ``type``, ``nsuri``.
        Source: src/remote/remote_protocol.x, VIR_NETWORK_EVENT_ID_METADATA_CHANGE.
        """
        return self.subscribe(event_kinds.NETWORK_METADATA_CHANGE.topic(net), max_events, overflow)

    def domain_lifecycle(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackLifecycleMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_LIFECYCLE (318).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_LIFECYCLE.
        """
        return self.subscribe(event_kinds.DOMAIN_LIFECYCLE.topic(dom), max_events, overflow)

    def domain_reboot(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackRebootMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_REBOOT (319).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_REBOOT.
        """
        return self.subscribe(event_kinds.DOMAIN_REBOOT.topic(dom), max_events, overflow)

    def domain_rtc_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackRtcChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_RTC_CHANGE (320).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_RTC_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_RTC_CHANGE.topic(dom), max_events, overflow)

    def domain_watchdog(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackWatchdogMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_WATCHDOG (321).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_WATCHDOG.
        """
        return self.subscribe(event_kinds.DOMAIN_WATCHDOG.topic(dom), max_events, overflow)

    def domain_io_error(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackIoErrorMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_IO_ERROR (322).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_IO_ERROR.
        """
        return self.subscribe(event_kinds.DOMAIN_IO_ERROR.topic(dom), max_events, overflow)

    def domain_graphics(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackGraphicsMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_GRAPHICS (323).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_GRAPHICS.
        """
        return self.subscribe(event_kinds.DOMAIN_GRAPHICS.topic(dom), max_events, overflow)

    def domain_io_error_reason(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackIoErrorReasonMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_IO_ERROR_REASON (324).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_IO_ERROR_REASON.
        """
        return self.subscribe(event_kinds.DOMAIN_IO_ERROR_REASON.topic(dom), max_events, overflow)

    def domain_control_error(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackControlErrorMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_CONTROL_ERROR (325).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_CONTROL_ERROR.
        """
        return self.subscribe(event_kinds.DOMAIN_CONTROL_ERROR.topic(dom), max_events, overflow)

    def domain_block_job(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackBlockJobMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_BLOCK_JOB (326).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_BLOCK_JOB.
        """
        return self.subscribe(event_kinds.DOMAIN_BLOCK_JOB.topic(dom), max_events, overflow)

    def domain_disk_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackDiskChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DISK_CHANGE (327).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_DISK_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_DISK_CHANGE.topic(dom), max_events, overflow)

    def domain_tray_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackTrayChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_TRAY_CHANGE (328).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_TRAY_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_TRAY_CHANGE.topic(dom), max_events, overflow)

    def domain_pmwakeup(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackPmwakeupMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_PMWAKEUP (329).

        A message has ``callback_id``, ``reason``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_PMWAKEUP.
        """
        return self.subscribe(event_kinds.DOMAIN_PMWAKEUP.topic(dom), max_events, overflow)

    def domain_pmsuspend(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackPmsuspendMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_PMSUSPEND (330).

        A message has ``callback_id``, ``reason``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_PMSUSPEND.
        """
        return self.subscribe(event_kinds.DOMAIN_PMSUSPEND.topic(dom), max_events, overflow)

    def domain_balloon_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackBalloonChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_BALLOON_CHANGE (331).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_BALLOON_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_BALLOON_CHANGE.topic(dom), max_events, overflow)

    def domain_pmsuspend_disk(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackPmsuspendDiskMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_PMSUSPEND_DISK (332).

        A message has ``callback_id``, ``reason``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_PMSUSPEND_DISK.
        """
        return self.subscribe(event_kinds.DOMAIN_PMSUSPEND_DISK.topic(dom), max_events, overflow)

    def domain_device_removed(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackDeviceRemovedMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED (333).

        A message has ``callback_id``, ``msg``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_DEVICE_REMOVED.
        """
        return self.subscribe(event_kinds.DOMAIN_DEVICE_REMOVED.topic(dom), max_events, overflow)

    def domain_block_job_2(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventBlockJob2Msg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_BLOCK_JOB_2 (339).

        A message has ``callback_id``, ``dom``, ``dst``, ``type``, ``status``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_BLOCK_JOB_2.
        """
        return self.subscribe(event_kinds.DOMAIN_BLOCK_JOB_2.topic(dom), max_events, overflow)

    def domain_tunable(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackTunableMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_TUNABLE (346).

        A message has ``callback_id``, ``dom``, ``params``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_TUNABLE.
        """
        return self.subscribe(event_kinds.DOMAIN_TUNABLE.topic(dom), max_events, overflow)

    def domain_agent_lifecycle(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackAgentLifecycleMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE (348).

        A message has ``callback_id``, ``dom``, ``state``, ``reason``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_AGENT_LIFECYCLE.
        """
        return self.subscribe(event_kinds.DOMAIN_AGENT_LIFECYCLE.topic(dom), max_events, overflow)

    def domain_device_added(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackDeviceAddedMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DEVICE_ADDED (354).

        A message has ``callback_id``, ``dom``, ``dev_alias``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_DEVICE_ADDED.
        """
        return self.subscribe(event_kinds.DOMAIN_DEVICE_ADDED.topic(dom), max_events, overflow)

    def domain_migration_iteration(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackMigrationIterationMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_MIGRATION_ITERATION (359).

        A message has ``callback_id``, ``dom``, ``iteration``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_MIGRATION_ITERATION.
        """
        return self.subscribe(event_kinds.DOMAIN_MIGRATION_ITERATION.topic(dom), max_events, overflow)

    def domain_job_completed(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackJobCompletedMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_JOB_COMPLETED (363).

        A message has ``callback_id``, ``dom``, ``params``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_JOB_COMPLETED.
        """
        return self.subscribe(event_kinds.DOMAIN_JOB_COMPLETED.topic(dom), max_events, overflow)

    def domain_device_removal_failed(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackDeviceRemovalFailedMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_DEVICE_REMOVAL_FAILED (367).

        A message has ``callback_id``, ``dom``, ``dev_alias``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_DEVICE_REMOVAL_FAILED.
        """
        return self.subscribe(event_kinds.DOMAIN_DEVICE_REMOVAL_FAILED.topic(dom), max_events, overflow)

    def domain_metadata_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventCallbackMetadataChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_CALLBACK_METADATA_CHANGE (379).

        A message has ``callback_id``, ``dom``, ``type``, ``nsuri``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_METADATA_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_METADATA_CHANGE.topic(dom), max_events, overflow)

    def domain_block_threshold(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventBlockThresholdMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_BLOCK_THRESHOLD (385).

        A message has ``callback_id``, ``dom``, ``dev``, ``path``, ``threshold``, ``excess``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_BLOCK_THRESHOLD.
        """
        return self.subscribe(event_kinds.DOMAIN_BLOCK_THRESHOLD.topic(dom), max_events, overflow)

    def domain_memory_failure(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventMemoryFailureMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_MEMORY_FAILURE (423).

        A message has ``callback_id``, ``dom``, ``recipient``, ``action``, ``flags``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_MEMORY_FAILURE.
        """
        return self.subscribe(event_kinds.DOMAIN_MEMORY_FAILURE.topic(dom), max_events, overflow)

    def domain_memory_device_size_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventMemoryDeviceSizeChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_MEMORY_DEVICE_SIZE_CHANGE (438).

        A message has ``callback_id``, ``dom``, ``alias``, ``size``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_MEMORY_DEVICE_SIZE_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_MEMORY_DEVICE_SIZE_CHANGE.topic(dom), max_events, overflow)

    def domain_nic_mac_change(
        self,
        dom: remote.Domain | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.DomainEventNicMacChangeMsg]:
        """Subscribe to REMOTE_PROC_DOMAIN_EVENT_NIC_MAC_CHANGE (453).

        A message has ``callback_id``, ``dom``, ``alias``, ``old_mac``, ``new_mac``.
        Source: src/remote/remote_protocol.x, VIR_DOMAIN_EVENT_ID_NIC_MAC_CHANGE.
        """
        return self.subscribe(event_kinds.DOMAIN_NIC_MAC_CHANGE.topic(dom), max_events, overflow)

    def storage_pool_lifecycle(
        self,
        pool: remote.StoragePool | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.StoragePoolEventLifecycleMsg]:
        """Subscribe to REMOTE_PROC_STORAGE_POOL_EVENT_LIFECYCLE (370).

        A message has ``callback_id``, ``pool``, ``event``, ``detail``.
        Source: src/remote/remote_protocol.x, VIR_STORAGE_POOL_EVENT_ID_LIFECYCLE.
        """
        return self.subscribe(event_kinds.STORAGE_POOL_LIFECYCLE.topic(pool), max_events, overflow)

    def storage_pool_refresh(
        self,
        pool: remote.StoragePool | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.StoragePoolEventRefreshMsg]:
        """Subscribe to REMOTE_PROC_STORAGE_POOL_EVENT_REFRESH (373).

        A message has ``callback_id``, ``pool``.
        Source: src/remote/remote_protocol.x, VIR_STORAGE_POOL_EVENT_ID_REFRESH.
        """
        return self.subscribe(event_kinds.STORAGE_POOL_REFRESH.topic(pool), max_events, overflow)

    def node_device_lifecycle(
        self,
        dev: remote.NodeDevice | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.NodeDeviceEventLifecycleMsg]:
        """Subscribe to REMOTE_PROC_NODE_DEVICE_EVENT_LIFECYCLE (376).

        A message has ``callback_id``, ``dev``, ``event``, ``detail``.
        Source: src/remote/remote_protocol.x, VIR_NODE_DEVICE_EVENT_ID_LIFECYCLE.
        """
        return self.subscribe(event_kinds.NODE_DEVICE_LIFECYCLE.topic(dev), max_events, overflow)

    def node_device_update(
        self,
        dev: remote.NodeDevice | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.NodeDeviceEventUpdateMsg]:
        """Subscribe to REMOTE_PROC_NODE_DEVICE_EVENT_UPDATE (377).

        A message has ``callback_id``, ``dev``.
        Source: src/remote/remote_protocol.x, VIR_NODE_DEVICE_EVENT_ID_UPDATE.
        """
        return self.subscribe(event_kinds.NODE_DEVICE_UPDATE.topic(dev), max_events, overflow)

    def secret_lifecycle(
        self,
        secret: remote.Secret | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.SecretEventLifecycleMsg]:
        """Subscribe to REMOTE_PROC_SECRET_EVENT_LIFECYCLE (382).

        A message has ``callback_id``, ``secret``, ``event``, ``detail``.
        Source: src/remote/remote_protocol.x, VIR_SECRET_EVENT_ID_LIFECYCLE.
        """
        return self.subscribe(event_kinds.SECRET_LIFECYCLE.topic(secret), max_events, overflow)

    def secret_value_changed(
        self,
        secret: remote.Secret | None = None,
        *,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[remote.SecretEventValueChangedMsg]:
        """Subscribe to REMOTE_PROC_SECRET_EVENT_VALUE_CHANGED (383).

        A message has ``callback_id``, ``secret``.
        Source: src/remote/remote_protocol.x, VIR_SECRET_EVENT_ID_VALUE_CHANGED.
        """
        return self.subscribe(event_kinds.SECRET_VALUE_CHANGED.topic(secret), max_events, overflow)
