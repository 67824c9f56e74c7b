"""Enums of libvirt's public API; those whose members are combined are flags.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

__all__ = [
    "AdmConnectDaemonShutdownFlags",
    "BlkioParameterType",
    "CPUCompareResult",
    "ClientTransport",
    "ConnectBaselineCPUFlags",
    "ConnectCloseReason",
    "ConnectCompareCPUFlags",
    "ConnectCredentialType",
    "ConnectDomainEventAgentLifecycleReason",
    "ConnectDomainEventAgentLifecycleState",
    "ConnectDomainEventBlockJobStatus",
    "ConnectDomainEventDiskChangeReason",
    "ConnectDomainQemuMonitorEventRegisterFlags",
    "ConnectFlags",
    "ConnectGetAllDomainStatsFlags",
    "ConnectGetDomainCapabilitiesFlags",
    "ConnectListAllDomainsFlags",
    "ConnectListAllInterfacesFlags",
    "ConnectListAllNetworksFlags",
    "ConnectListAllNodeDeviceFlags",
    "ConnectListAllSecretsFlags",
    "ConnectListAllStoragePoolsFlags",
    "DomainAbortJobFlagsValues",
    "DomainAgentResponseTimeoutValues",
    "DomainAuthorizedSSHKeysSetFlags",
    "DomainBackupBeginFlags",
    "DomainBlockCommitFlags",
    "DomainBlockCopyFlags",
    "DomainBlockJobAbortFlags",
    "DomainBlockJobInfoFlags",
    "DomainBlockJobSetSpeedFlags",
    "DomainBlockJobType",
    "DomainBlockPullFlags",
    "DomainBlockRebaseFlags",
    "DomainBlockResizeFlags",
    "DomainBlockedReason",
    "DomainChannelFlags",
    "DomainCheckpointCreateFlags",
    "DomainCheckpointDeleteFlags",
    "DomainCheckpointListFlags",
    "DomainCheckpointXMLFlags",
    "DomainConsoleFlags",
    "DomainControlErrorReason",
    "DomainControlState",
    "DomainCoreDumpFlags",
    "DomainCoreDumpFormat",
    "DomainCrashedReason",
    "DomainCreateFlags",
    "DomainDefineFlags",
    "DomainDestroyFlagsValues",
    "DomainDeviceModifyFlags",
    "DomainDirtyRateCalcFlags",
    "DomainDirtyRateStatus",
    "DomainDiskErrorCode",
    "DomainEventCrashedDetailType",
    "DomainEventDefinedDetailType",
    "DomainEventGraphicsAddressType",
    "DomainEventGraphicsPhase",
    "DomainEventID",
    "DomainEventIOErrorAction",
    "DomainEventPMSuspendedDetailType",
    "DomainEventResumedDetailType",
    "DomainEventShutdownDetailType",
    "DomainEventStartedDetailType",
    "DomainEventStoppedDetailType",
    "DomainEventSuspendedDetailType",
    "DomainEventTrayChangeReason",
    "DomainEventType",
    "DomainEventUndefinedDetailType",
    "DomainEventWatchdogAction",
    "DomainFDAssociateFlags",
    "DomainGetHostnameFlags",
    "DomainGetJobStatsFlags",
    "DomainGraphicsReloadType",
    "DomainGuestInfoTypes",
    "DomainInterfaceAddressesSource",
    "DomainJobOperation",
    "DomainJobType",
    "DomainLifecycle",
    "DomainLifecycleAction",
    "DomainMemoryFailureActionType",
    "DomainMemoryFailureFlags",
    "DomainMemoryFailureRecipientType",
    "DomainMemoryFlags",
    "DomainMemoryModFlags",
    "DomainMemoryStatTags",
    "DomainMessageType",
    "DomainMetadataType",
    "DomainMigrateFlags",
    "DomainMigrateMaxSpeedFlags",
    "DomainModificationImpact",
    "DomainNostateReason",
    "DomainNumatuneMemMode",
    "DomainOpenGraphicsFlags",
    "DomainPMSuspendedDiskReason",
    "DomainPMSuspendedReason",
    "DomainPausedReason",
    "DomainProcessSignal",
    "DomainQemuAgentCommandTimeoutValues",
    "DomainQemuMonitorCommandFlags",
    "DomainRebootFlagValues",
    "DomainRunningReason",
    "DomainSaveImageXMLFlags",
    "DomainSaveRestoreFlags",
    "DomainSetTimeFlags",
    "DomainSetUserPasswordFlags",
    "DomainShutdownFlagValues",
    "DomainShutdownReason",
    "DomainShutoffReason",
    "DomainSnapshotCreateFlags",
    "DomainSnapshotDeleteFlags",
    "DomainSnapshotListFlags",
    "DomainSnapshotRevertFlags",
    "DomainSnapshotXMLFlags",
    "DomainState",
    "DomainStatsTypes",
    "DomainUndefineFlagsValues",
    "DomainVcpuFlags",
    "DomainXMLFlags",
    "EventHandleType",
    "IPAddrType",
    "InterfaceDefineFlags",
    "InterfaceXMLFlags",
    "KeycodeSet",
    "MemoryParameterType",
    "NWFilterBindingCreateFlags",
    "NWFilterDefineFlags",
    "NetworkCreateFlags",
    "NetworkDefineFlags",
    "NetworkEventID",
    "NetworkEventLifecycleType",
    "NetworkMetadataType",
    "NetworkPortCreateFlags",
    "NetworkUpdateCommand",
    "NetworkUpdateFlags",
    "NetworkUpdateSection",
    "NetworkXMLFlags",
    "NodeAllocPagesFlags",
    "NodeDeviceCreateXMLFlags",
    "NodeDeviceDefineXMLFlags",
    "NodeDeviceEventID",
    "NodeDeviceEventLifecycleType",
    "NodeDeviceUpdateFlags",
    "NodeDeviceXMLFlags",
    "NodeGetCPUStatsAllCPUs",
    "NodeGetMemoryStatsAllCells",
    "NodeSuspendTarget",
    "SchedParameterType",
    "SecretDefineFlags",
    "SecretEventID",
    "SecretEventLifecycleType",
    "SecretUsageType",
    "StoragePoolBuildFlags",
    "StoragePoolCreateFlags",
    "StoragePoolDefineFlags",
    "StoragePoolDeleteFlags",
    "StoragePoolEventID",
    "StoragePoolEventLifecycleType",
    "StoragePoolState",
    "StorageVolCreateFlags",
    "StorageVolDeleteFlags",
    "StorageVolDownloadFlags",
    "StorageVolInfoFlags",
    "StorageVolResizeFlags",
    "StorageVolType",
    "StorageVolUploadFlags",
    "StorageVolWipeAlgorithm",
    "StorageXMLFlags",
    "StreamEventType",
    "StreamFlags",
    "StreamRecvFlagsValues",
    "TypedParameterFlags",
    "TypedParameterType",
    "VcpuHostCpuState",
    "VcpuState",
    "WIRE_NAMES",
]


class AdmConnectDaemonShutdownFlags(IntFlag):
    """``virAdmConnectDaemonShutdownFlags``."""

    DAEMON_SHUTDOWN_PRESERVE = 1


class BlkioParameterType(IntEnum):
    """``virBlkioParameterType``."""

    INT = 1
    UINT = 2
    LLONG = 3
    ULLONG = 4
    DOUBLE = 5
    BOOLEAN = 6


class CPUCompareResult(IntEnum):
    """``virCPUCompareResult``."""

    ERROR = -1
    INCOMPATIBLE = 0
    IDENTICAL = 1
    SUPERSET = 2


class ClientTransport(IntEnum):
    """``virClientTransport``."""

    UNIX = 0
    TCP = 1
    TLS = 2


class ConnectBaselineCPUFlags(IntFlag):
    """``virConnectBaselineCPUFlags``."""

    EXPAND_FEATURES = 1
    MIGRATABLE = 2


class ConnectCloseReason(IntEnum):
    """``virConnectCloseReason``."""

    ERROR = 0
    EOF = 1
    KEEPALIVE = 2
    CLIENT = 3


class ConnectCompareCPUFlags(IntFlag):
    """``virConnectCompareCPUFlags``."""

    FAIL_INCOMPATIBLE = 1
    VALIDATE_XML = 2


class ConnectCredentialType(IntEnum):
    """``virConnectCredentialType``."""

    USERNAME = 1
    AUTHNAME = 2
    LANGUAGE = 3
    CNONCE = 4
    PASSPHRASE = 5
    ECHOPROMPT = 6
    NOECHOPROMPT = 7
    REALM = 8
    EXTERNAL = 9


class ConnectDomainEventAgentLifecycleReason(IntEnum):
    """``virConnectDomainEventAgentLifecycleReason``."""

    UNKNOWN = 0
    DOMAIN_STARTED = 1
    CHANNEL = 2


class ConnectDomainEventAgentLifecycleState(IntEnum):
    """``virConnectDomainEventAgentLifecycleState``."""

    CONNECTED = 1
    DISCONNECTED = 2


class ConnectDomainEventBlockJobStatus(IntEnum):
    """``virConnectDomainEventBlockJobStatus``."""

    COMPLETED = 0
    FAILED = 1
    CANCELED = 2
    READY = 3


class ConnectDomainEventDiskChangeReason(IntEnum):
    """``virConnectDomainEventDiskChangeReason``."""

    CHANGE_MISSING_ON_START = 0
    DROP_MISSING_ON_START = 1


class ConnectDomainQemuMonitorEventRegisterFlags(IntFlag):
    """``virConnectDomainQemuMonitorEventRegisterFlags``."""

    REGEX = 1
    NOCASE = 2


class ConnectFlags(IntFlag):
    """``virConnectFlags``."""

    RO = 1
    NO_ALIASES = 2


class ConnectGetAllDomainStatsFlags(IntFlag):
    """``virConnectGetAllDomainStatsFlags``."""

    ACTIVE = 1
    INACTIVE = 2
    PERSISTENT = 4
    TRANSIENT = 8
    RUNNING = 16
    PAUSED = 32
    SHUTOFF = 64
    OTHER = 128
    NOWAIT = 536870912
    BACKING = 1073741824
    ENFORCE_STATS = 2147483648


class ConnectGetDomainCapabilitiesFlags(IntFlag):
    """``virConnectGetDomainCapabilitiesFlags``."""

    DISABLE_DEPRECATED_FEATURES = 1


class ConnectListAllDomainsFlags(IntFlag):
    """``virConnectListAllDomainsFlags``."""

    ACTIVE = 1
    INACTIVE = 2
    PERSISTENT = 4
    TRANSIENT = 8
    RUNNING = 16
    PAUSED = 32
    SHUTOFF = 64
    OTHER = 128
    MANAGEDSAVE = 256
    NO_MANAGEDSAVE = 512
    AUTOSTART = 1024
    NO_AUTOSTART = 2048
    HAS_SNAPSHOT = 4096
    NO_SNAPSHOT = 8192
    HAS_CHECKPOINT = 16384
    NO_CHECKPOINT = 32768


class ConnectListAllInterfacesFlags(IntFlag):
    """``virConnectListAllInterfacesFlags``."""

    INACTIVE = 1
    ACTIVE = 2


class ConnectListAllNetworksFlags(IntFlag):
    """``virConnectListAllNetworksFlags``."""

    INACTIVE = 1
    ACTIVE = 2
    PERSISTENT = 4
    TRANSIENT = 8
    AUTOSTART = 16
    NO_AUTOSTART = 32


class ConnectListAllNodeDeviceFlags(IntFlag):
    """``virConnectListAllNodeDeviceFlags``."""

    CAP_SYSTEM = 1
    CAP_PCI_DEV = 2
    CAP_USB_DEV = 4
    CAP_USB_INTERFACE = 8
    CAP_NET = 16
    CAP_SCSI_HOST = 32
    CAP_SCSI_TARGET = 64
    CAP_SCSI = 128
    CAP_STORAGE = 256
    CAP_FC_HOST = 512
    CAP_VPORTS = 1024
    CAP_SCSI_GENERIC = 2048
    CAP_DRM = 4096
    CAP_MDEV_TYPES = 8192
    CAP_MDEV = 16384
    CAP_CCW_DEV = 32768
    CAP_CSS_DEV = 65536
    CAP_VDPA = 131072
    CAP_AP_CARD = 262144
    CAP_AP_QUEUE = 524288
    CAP_AP_MATRIX = 1048576
    CAP_VPD = 2097152
    CAP_CCWGROUP_DEV = 4194304
    CAP_CCWGROUP_MEMBER = 8388608
    PERSISTENT = 268435456
    TRANSIENT = 536870912
    INACTIVE = 1073741824
    ACTIVE = 2147483648


class ConnectListAllSecretsFlags(IntFlag):
    """``virConnectListAllSecretsFlags``."""

    EPHEMERAL = 1
    NO_EPHEMERAL = 2
    PRIVATE = 4
    NO_PRIVATE = 8


class ConnectListAllStoragePoolsFlags(IntFlag):
    """``virConnectListAllStoragePoolsFlags``."""

    INACTIVE = 1
    ACTIVE = 2
    PERSISTENT = 4
    TRANSIENT = 8
    AUTOSTART = 16
    NO_AUTOSTART = 32
    DIR = 64
    FS = 128
    NETFS = 256
    LOGICAL = 512
    DISK = 1024
    ISCSI = 2048
    SCSI = 4096
    MPATH = 8192
    RBD = 16384
    SHEEPDOG = 32768
    GLUSTER = 65536
    ZFS = 131072
    VSTORAGE = 262144
    ISCSI_DIRECT = 524288


class DomainAbortJobFlagsValues(IntFlag):
    """``virDomainAbortJobFlagsValues``."""

    POSTCOPY = 1


class DomainAgentResponseTimeoutValues(IntEnum):
    """``virDomainAgentResponseTimeoutValues``."""

    BLOCK = -2
    DEFAULT = -1
    NOWAIT = 0


class DomainAuthorizedSSHKeysSetFlags(IntFlag):
    """``virDomainAuthorizedSSHKeysSetFlags``."""

    APPEND = 1
    REMOVE = 2


class DomainBackupBeginFlags(IntFlag):
    """``virDomainBackupBeginFlags``."""

    REUSE_EXTERNAL = 1


class DomainBlockCommitFlags(IntFlag):
    """``virDomainBlockCommitFlags``."""

    SHALLOW = 1
    DELETE = 2
    ACTIVE = 4
    RELATIVE = 8
    BANDWIDTH_BYTES = 16


class DomainBlockCopyFlags(IntFlag):
    """``virDomainBlockCopyFlags``."""

    SHALLOW = 1
    REUSE_EXT = 2
    TRANSIENT_JOB = 4
    SYNCHRONOUS_WRITES = 8


class DomainBlockJobAbortFlags(IntFlag):
    """``virDomainBlockJobAbortFlags``."""

    ASYNC = 1
    PIVOT = 2


class DomainBlockJobInfoFlags(IntFlag):
    """``virDomainBlockJobInfoFlags``."""

    BANDWIDTH_BYTES = 1


class DomainBlockJobSetSpeedFlags(IntFlag):
    """``virDomainBlockJobSetSpeedFlags``."""

    SPEED_BANDWIDTH_BYTES = 1


class DomainBlockJobType(IntEnum):
    """``virDomainBlockJobType``."""

    UNKNOWN = 0
    PULL = 1
    COPY = 2
    COMMIT = 3
    ACTIVE_COMMIT = 4
    BACKUP = 5


class DomainBlockPullFlags(IntFlag):
    """``virDomainBlockPullFlags``."""

    BANDWIDTH_BYTES = 64


class DomainBlockRebaseFlags(IntFlag):
    """``virDomainBlockRebaseFlags``."""

    SHALLOW = 1
    REUSE_EXT = 2
    COPY_RAW = 4
    COPY = 8
    RELATIVE = 16
    COPY_DEV = 32
    BANDWIDTH_BYTES = 64


class DomainBlockResizeFlags(IntFlag):
    """``virDomainBlockResizeFlags``."""

    BYTES = 1
    CAPACITY = 2


class DomainBlockedReason(IntEnum):
    """``virDomainBlockedReason``."""

    UNKNOWN = 0


class DomainChannelFlags(IntFlag):
    """``virDomainChannelFlags``."""

    FORCE = 1


class DomainCheckpointCreateFlags(IntFlag):
    """``virDomainCheckpointCreateFlags``."""

    REDEFINE = 1
    QUIESCE = 2
    REDEFINE_VALIDATE = 4


class DomainCheckpointDeleteFlags(IntFlag):
    """``virDomainCheckpointDeleteFlags``."""

    CHILDREN = 1
    METADATA_ONLY = 2
    CHILDREN_ONLY = 4


class DomainCheckpointListFlags(IntFlag):
    """``virDomainCheckpointListFlags``."""

    DESCENDANTS = 1
    ROOTS = 1
    TOPOLOGICAL = 2
    LEAVES = 4
    NO_LEAVES = 8


class DomainCheckpointXMLFlags(IntFlag):
    """``virDomainCheckpointXMLFlags``."""

    SECURE = 1
    NO_DOMAIN = 2
    SIZE = 4


class DomainConsoleFlags(IntFlag):
    """``virDomainConsoleFlags``."""

    FORCE = 1
    SAFE = 2


class DomainControlErrorReason(IntEnum):
    """``virDomainControlErrorReason``."""

    NONE = 0
    UNKNOWN = 1
    MONITOR = 2
    INTERNAL = 3


class DomainControlState(IntEnum):
    """``virDomainControlState``."""

    OK = 0
    JOB = 1
    OCCUPIED = 2
    ERROR = 3


class DomainCoreDumpFlags(IntFlag):
    """``virDomainCoreDumpFlags``."""

    CRASH = 1
    LIVE = 2
    BYPASS_CACHE = 4
    RESET = 8
    MEMORY_ONLY = 16


class DomainCoreDumpFormat(IntEnum):
    """``virDomainCoreDumpFormat``."""

    RAW = 0
    KDUMP_ZLIB = 1
    KDUMP_LZO = 2
    KDUMP_SNAPPY = 3
    WIN_DMP = 4


class DomainCrashedReason(IntEnum):
    """``virDomainCrashedReason``."""

    UNKNOWN = 0
    PANICKED = 1


class DomainCreateFlags(IntFlag):
    """``virDomainCreateFlags``."""

    NONE = 0
    START_PAUSED = 1
    START_AUTODESTROY = 2
    START_BYPASS_CACHE = 4
    START_FORCE_BOOT = 8
    START_VALIDATE = 16
    START_RESET_NVRAM = 32


class DomainDefineFlags(IntFlag):
    """``virDomainDefineFlags``."""

    VALIDATE = 1


class DomainDestroyFlagsValues(IntFlag):
    """``virDomainDestroyFlagsValues``."""

    DEFAULT = 0
    GRACEFUL = 1
    REMOVE_LOGS = 2


class DomainDeviceModifyFlags(IntFlag):
    """``virDomainDeviceModifyFlags``."""

    CURRENT = 0
    LIVE = 1
    CONFIG = 2
    FORCE = 4


class DomainDirtyRateCalcFlags(IntFlag):
    """``virDomainDirtyRateCalcFlags``."""

    PAGE_SAMPLING = 0
    DIRTY_BITMAP = 1
    DIRTY_RING = 2


class DomainDirtyRateStatus(IntEnum):
    """``virDomainDirtyRateStatus``."""

    UNSTARTED = 0
    MEASURING = 1
    MEASURED = 2


class DomainDiskErrorCode(IntEnum):
    """``virDomainDiskErrorCode``."""

    NONE = 0
    UNSPEC = 1
    NO_SPACE = 2


class DomainEventCrashedDetailType(IntEnum):
    """``virDomainEventCrashedDetailType``."""

    PANICKED = 0
    CRASHLOADED = 1


class DomainEventDefinedDetailType(IntEnum):
    """``virDomainEventDefinedDetailType``."""

    ADDED = 0
    UPDATED = 1
    RENAMED = 2
    FROM_SNAPSHOT = 3


class DomainEventGraphicsAddressType(IntEnum):
    """``virDomainEventGraphicsAddressType``."""

    IPV4 = 0
    IPV6 = 1
    UNIX = 2


class DomainEventGraphicsPhase(IntEnum):
    """``virDomainEventGraphicsPhase``."""

    CONNECT = 0
    INITIALIZE = 1
    DISCONNECT = 2


class DomainEventID(IntEnum):
    """``virDomainEventID``."""

    LIFECYCLE = 0
    REBOOT = 1
    RTC_CHANGE = 2
    WATCHDOG = 3
    IO_ERROR = 4
    GRAPHICS = 5
    IO_ERROR_REASON = 6
    CONTROL_ERROR = 7
    BLOCK_JOB = 8
    DISK_CHANGE = 9
    TRAY_CHANGE = 10
    PMWAKEUP = 11
    PMSUSPEND = 12
    BALLOON_CHANGE = 13
    PMSUSPEND_DISK = 14
    DEVICE_REMOVED = 15
    BLOCK_JOB_2 = 16
    TUNABLE = 17
    AGENT_LIFECYCLE = 18
    DEVICE_ADDED = 19
    MIGRATION_ITERATION = 20
    JOB_COMPLETED = 21
    DEVICE_REMOVAL_FAILED = 22
    METADATA_CHANGE = 23
    BLOCK_THRESHOLD = 24
    MEMORY_FAILURE = 25
    MEMORY_DEVICE_SIZE_CHANGE = 26
    NIC_MAC_CHANGE = 27


class DomainEventIOErrorAction(IntEnum):
    """``virDomainEventIOErrorAction``."""

    NONE = 0
    PAUSE = 1
    REPORT = 2


class DomainEventPMSuspendedDetailType(IntEnum):
    """``virDomainEventPMSuspendedDetailType``."""

    MEMORY = 0
    DISK = 1


class DomainEventResumedDetailType(IntEnum):
    """``virDomainEventResumedDetailType``."""

    UNPAUSED = 0
    MIGRATED = 1
    FROM_SNAPSHOT = 2
    POSTCOPY = 3
    POSTCOPY_FAILED = 4


class DomainEventShutdownDetailType(IntEnum):
    """``virDomainEventShutdownDetailType``."""

    FINISHED = 0
    GUEST = 1
    HOST = 2


class DomainEventStartedDetailType(IntEnum):
    """``virDomainEventStartedDetailType``."""

    BOOTED = 0
    MIGRATED = 1
    RESTORED = 2
    FROM_SNAPSHOT = 3
    WAKEUP = 4


class DomainEventStoppedDetailType(IntEnum):
    """``virDomainEventStoppedDetailType``."""

    SHUTDOWN = 0
    DESTROYED = 1
    CRASHED = 2
    MIGRATED = 3
    SAVED = 4
    FAILED = 5
    FROM_SNAPSHOT = 6


class DomainEventSuspendedDetailType(IntEnum):
    """``virDomainEventSuspendedDetailType``."""

    PAUSED = 0
    MIGRATED = 1
    IOERROR = 2
    WATCHDOG = 3
    RESTORED = 4
    FROM_SNAPSHOT = 5
    API_ERROR = 6
    POSTCOPY = 7
    POSTCOPY_FAILED = 8


class DomainEventTrayChangeReason(IntEnum):
    """``virDomainEventTrayChangeReason``."""

    OPEN = 0
    CLOSE = 1


class DomainEventType(IntEnum):
    """``virDomainEventType``."""

    DEFINED = 0
    UNDEFINED = 1
    STARTED = 2
    SUSPENDED = 3
    RESUMED = 4
    STOPPED = 5
    SHUTDOWN = 6
    PMSUSPENDED = 7
    CRASHED = 8


class DomainEventUndefinedDetailType(IntEnum):
    """``virDomainEventUndefinedDetailType``."""

    REMOVED = 0
    RENAMED = 1


class DomainEventWatchdogAction(IntEnum):
    """``virDomainEventWatchdogAction``."""

    NONE = 0
    PAUSE = 1
    RESET = 2
    POWEROFF = 3
    SHUTDOWN = 4
    DEBUG = 5
    INJECTNMI = 6


class DomainFDAssociateFlags(IntFlag):
    """``virDomainFDAssociateFlags``."""

    RESTORE = 1
    WRITABLE = 2


class DomainGetHostnameFlags(IntFlag):
    """``virDomainGetHostnameFlags``."""

    LEASE = 1
    AGENT = 2


class DomainGetJobStatsFlags(IntFlag):
    """``virDomainGetJobStatsFlags``."""

    COMPLETED = 1
    KEEP_COMPLETED = 2


class DomainGraphicsReloadType(IntEnum):
    """``virDomainGraphicsReloadType``."""

    ANY = 0
    VNC = 1


class DomainGuestInfoTypes(IntFlag):
    """``virDomainGuestInfoTypes``."""

    USERS = 1
    OS = 2
    TIMEZONE = 4
    HOSTNAME = 8
    FILESYSTEM = 16
    DISKS = 32
    INTERFACES = 64
    LOAD = 128


class DomainInterfaceAddressesSource(IntEnum):
    """``virDomainInterfaceAddressesSource``."""

    LEASE = 0
    AGENT = 1
    ARP = 2


class DomainJobOperation(IntEnum):
    """``virDomainJobOperation``."""

    UNKNOWN = 0
    START = 1
    SAVE = 2
    RESTORE = 3
    MIGRATION_IN = 4
    MIGRATION_OUT = 5
    SNAPSHOT = 6
    SNAPSHOT_REVERT = 7
    DUMP = 8
    BACKUP = 9
    SNAPSHOT_DELETE = 10


class DomainJobType(IntEnum):
    """``virDomainJobType``."""

    NONE = 0
    BOUNDED = 1
    UNBOUNDED = 2
    COMPLETED = 3
    FAILED = 4
    CANCELLED = 5


class DomainLifecycle(IntEnum):
    """``virDomainLifecycle``."""

    POWEROFF = 0
    REBOOT = 1
    CRASH = 2


class DomainLifecycleAction(IntEnum):
    """``virDomainLifecycleAction``."""

    DESTROY = 0
    RESTART = 1
    RESTART_RENAME = 2
    PRESERVE = 3
    COREDUMP_DESTROY = 4
    COREDUMP_RESTART = 5


class DomainMemoryFailureActionType(IntEnum):
    """``virDomainMemoryFailureActionType``."""

    IGNORE = 0
    INJECT = 1
    FATAL = 2
    RESET = 3


class DomainMemoryFailureFlags(IntFlag):
    """``virDomainMemoryFailureFlags``."""

    ACTION_REQUIRED = 1
    RECURSIVE = 2


class DomainMemoryFailureRecipientType(IntEnum):
    """``virDomainMemoryFailureRecipientType``."""

    HYPERVISOR = 0
    GUEST = 1


class DomainMemoryFlags(IntFlag):
    """``virDomainMemoryFlags``."""

    VIRTUAL = 1
    PHYSICAL = 2


class DomainMemoryModFlags(IntFlag):
    """``virDomainMemoryModFlags``."""

    CURRENT = 0
    LIVE = 1
    CONFIG = 2
    MAXIMUM = 4


class DomainMemoryStatTags(IntEnum):
    """``virDomainMemoryStatTags``."""

    SWAP_IN = 0
    SWAP_OUT = 1
    MAJOR_FAULT = 2
    MINOR_FAULT = 3
    UNUSED = 4
    AVAILABLE = 5
    ACTUAL_BALLOON = 6
    RSS = 7
    USABLE = 8
    LAST_UPDATE = 9
    DISK_CACHES = 10
    HUGETLB_PGALLOC = 11
    HUGETLB_PGFAIL = 12
    LAST = 13
    NR = 13


class DomainMessageType(IntFlag):
    """``virDomainMessageType``."""

    DEPRECATION = 1
    TAINTING = 2
    IOERRORS = 4


class DomainMetadataType(IntEnum):
    """``virDomainMetadataType``."""

    DESCRIPTION = 0
    TITLE = 1
    ELEMENT = 2


class DomainMigrateFlags(IntFlag):
    """``virDomainMigrateFlags``."""

    LIVE = 1
    PEER2PEER = 2
    TUNNELLED = 4
    PERSIST_DEST = 8
    UNDEFINE_SOURCE = 16
    PAUSED = 32
    NON_SHARED_DISK = 64
    NON_SHARED_INC = 128
    CHANGE_PROTECTION = 256
    UNSAFE = 512
    OFFLINE = 1024
    COMPRESSED = 2048
    ABORT_ON_ERROR = 4096
    AUTO_CONVERGE = 8192
    RDMA_PIN_ALL = 16384
    POSTCOPY = 32768
    TLS = 65536
    PARALLEL = 131072
    NON_SHARED_SYNCHRONOUS_WRITES = 262144
    POSTCOPY_RESUME = 524288
    ZEROCOPY = 1048576


class DomainMigrateMaxSpeedFlags(IntFlag):
    """``virDomainMigrateMaxSpeedFlags``."""

    POSTCOPY = 1


class DomainModificationImpact(IntFlag):
    """``virDomainModificationImpact``."""

    CURRENT = 0
    LIVE = 1
    CONFIG = 2


class DomainNostateReason(IntEnum):
    """``virDomainNostateReason``."""

    UNKNOWN = 0


class DomainNumatuneMemMode(IntEnum):
    """``virDomainNumatuneMemMode``."""

    STRICT = 0
    PREFERRED = 1
    INTERLEAVE = 2
    RESTRICTIVE = 3


class DomainOpenGraphicsFlags(IntFlag):
    """``virDomainOpenGraphicsFlags``."""

    SKIPAUTH = 1


class DomainPMSuspendedDiskReason(IntEnum):
    """``virDomainPMSuspendedDiskReason``."""

    UNKNOWN = 0


class DomainPMSuspendedReason(IntEnum):
    """``virDomainPMSuspendedReason``."""

    UNKNOWN = 0


class DomainPausedReason(IntEnum):
    """``virDomainPausedReason``."""

    UNKNOWN = 0
    USER = 1
    MIGRATION = 2
    SAVE = 3
    DUMP = 4
    IOERROR = 5
    WATCHDOG = 6
    FROM_SNAPSHOT = 7
    SHUTTING_DOWN = 8
    SNAPSHOT = 9
    CRASHED = 10
    STARTING_UP = 11
    POSTCOPY = 12
    POSTCOPY_FAILED = 13
    API_ERROR = 14


class DomainProcessSignal(IntEnum):
    """``virDomainProcessSignal``."""

    NOP = 0
    HUP = 1
    INT = 2
    QUIT = 3
    ILL = 4
    TRAP = 5
    ABRT = 6
    BUS = 7
    FPE = 8
    KILL = 9
    USR1 = 10
    SEGV = 11
    USR2 = 12
    PIPE = 13
    ALRM = 14
    TERM = 15
    STKFLT = 16
    CHLD = 17
    CONT = 18
    STOP = 19
    TSTP = 20
    TTIN = 21
    TTOU = 22
    URG = 23
    XCPU = 24
    XFSZ = 25
    VTALRM = 26
    PROF = 27
    WINCH = 28
    POLL = 29
    PWR = 30
    SYS = 31
    RT0 = 32
    RT1 = 33
    RT2 = 34
    RT3 = 35
    RT4 = 36
    RT5 = 37
    RT6 = 38
    RT7 = 39
    RT8 = 40
    RT9 = 41
    RT10 = 42
    RT11 = 43
    RT12 = 44
    RT13 = 45
    RT14 = 46
    RT15 = 47
    RT16 = 48
    RT17 = 49
    RT18 = 50
    RT19 = 51
    RT20 = 52
    RT21 = 53
    RT22 = 54
    RT23 = 55
    RT24 = 56
    RT25 = 57
    RT26 = 58
    RT27 = 59
    RT28 = 60
    RT29 = 61
    RT30 = 62
    RT31 = 63
    RT32 = 64


class DomainQemuAgentCommandTimeoutValues(IntEnum):
    """``virDomainQemuAgentCommandTimeoutValues``."""

    BLOCK = -2
    MIN = -2
    DEFAULT = -1
    NOWAIT = 0
    SHUTDOWN = 60


class DomainQemuMonitorCommandFlags(IntFlag):
    """``virDomainQemuMonitorCommandFlags``."""

    DEFAULT = 0
    HMP = 1


class DomainRebootFlagValues(IntFlag):
    """``virDomainRebootFlagValues``."""

    DEFAULT = 0
    ACPI_POWER_BTN = 1
    GUEST_AGENT = 2
    INITCTL = 4
    SIGNAL = 8
    PARAVIRT = 16


class DomainRunningReason(IntEnum):
    """``virDomainRunningReason``."""

    UNKNOWN = 0
    BOOTED = 1
    MIGRATED = 2
    RESTORED = 3
    FROM_SNAPSHOT = 4
    UNPAUSED = 5
    MIGRATION_CANCELED = 6
    SAVE_CANCELED = 7
    WAKEUP = 8
    CRASHED = 9
    POSTCOPY = 10
    POSTCOPY_FAILED = 11


class DomainSaveImageXMLFlags(IntFlag):
    """``virDomainSaveImageXMLFlags``."""

    SECURE = 1


class DomainSaveRestoreFlags(IntFlag):
    """``virDomainSaveRestoreFlags``."""

    BYPASS_CACHE = 1
    RUNNING = 2
    PAUSED = 4
    RESET_NVRAM = 8


class DomainSetTimeFlags(IntFlag):
    """``virDomainSetTimeFlags``."""

    TIME_SYNC = 1


class DomainSetUserPasswordFlags(IntFlag):
    """``virDomainSetUserPasswordFlags``."""

    PASSWORD_ENCRYPTED = 1


class DomainShutdownFlagValues(IntFlag):
    """``virDomainShutdownFlagValues``."""

    DEFAULT = 0
    ACPI_POWER_BTN = 1
    GUEST_AGENT = 2
    INITCTL = 4
    SIGNAL = 8
    PARAVIRT = 16


class DomainShutdownReason(IntEnum):
    """``virDomainShutdownReason``."""

    UNKNOWN = 0
    USER = 1


class DomainShutoffReason(IntEnum):
    """``virDomainShutoffReason``."""

    UNKNOWN = 0
    SHUTDOWN = 1
    DESTROYED = 2
    CRASHED = 3
    MIGRATED = 4
    SAVED = 5
    FAILED = 6
    FROM_SNAPSHOT = 7
    DAEMON = 8


class DomainSnapshotCreateFlags(IntFlag):
    """``virDomainSnapshotCreateFlags``."""

    REDEFINE = 1
    CURRENT = 2
    NO_METADATA = 4
    HALT = 8
    DISK_ONLY = 16
    REUSE_EXT = 32
    QUIESCE = 64
    ATOMIC = 128
    LIVE = 256
    VALIDATE = 512


class DomainSnapshotDeleteFlags(IntFlag):
    """``virDomainSnapshotDeleteFlags``."""

    CHILDREN = 1
    METADATA_ONLY = 2
    CHILDREN_ONLY = 4


class DomainSnapshotListFlags(IntFlag):
    """``virDomainSnapshotListFlags``."""

    DESCENDANTS = 1
    ROOTS = 1
    METADATA = 2
    LEAVES = 4
    NO_LEAVES = 8
    NO_METADATA = 16
    INACTIVE = 32
    ACTIVE = 64
    DISK_ONLY = 128
    INTERNAL = 256
    EXTERNAL = 512
    TOPOLOGICAL = 1024


class DomainSnapshotRevertFlags(IntFlag):
    """``virDomainSnapshotRevertFlags``."""

    RUNNING = 1
    PAUSED = 2
    FORCE = 4
    RESET_NVRAM = 8


class DomainSnapshotXMLFlags(IntFlag):
    """``virDomainSnapshotXMLFlags``."""

    SECURE = 1


class DomainState(IntEnum):
    """``virDomainState``."""

    NOSTATE = 0
    RUNNING = 1
    BLOCKED = 2
    PAUSED = 3
    SHUTDOWN = 4
    SHUTOFF = 5
    CRASHED = 6
    PMSUSPENDED = 7


class DomainStatsTypes(IntFlag):
    """``virDomainStatsTypes``."""

    STATE = 1
    CPU_TOTAL = 2
    BALLOON = 4
    VCPU = 8
    INTERFACE = 16
    BLOCK = 32
    PERF = 64
    IOTHREAD = 128
    MEMORY = 256
    DIRTYRATE = 512
    VM = 1024


class DomainUndefineFlagsValues(IntFlag):
    """``virDomainUndefineFlagsValues``."""

    MANAGED_SAVE = 1
    SNAPSHOTS_METADATA = 2
    NVRAM = 4
    KEEP_NVRAM = 8
    CHECKPOINTS_METADATA = 16
    TPM = 32
    KEEP_TPM = 64


class DomainVcpuFlags(IntFlag):
    """``virDomainVcpuFlags``."""

    CURRENT = 0
    LIVE = 1
    CONFIG = 2
    MAXIMUM = 4
    GUEST = 8
    HOTPLUGGABLE = 16


class DomainXMLFlags(IntFlag):
    """``virDomainXMLFlags``."""

    SECURE = 1
    INACTIVE = 2
    UPDATE_CPU = 4
    MIGRATABLE = 8


class EventHandleType(IntFlag):
    """``virEventHandleType``."""

    READABLE = 1
    WRITABLE = 2
    ERROR = 4
    HANGUP = 8


class IPAddrType(IntEnum):
    """``virIPAddrType``."""

    IPV4 = 0
    IPV6 = 1


class InterfaceDefineFlags(IntFlag):
    """``virInterfaceDefineFlags``."""

    VALIDATE = 1


class InterfaceXMLFlags(IntFlag):
    """``virInterfaceXMLFlags``."""

    INACTIVE = 1


class KeycodeSet(IntEnum):
    """``virKeycodeSet``."""

    LINUX = 0
    XT = 1
    ATSET1 = 2
    ATSET2 = 3
    ATSET3 = 4
    OSX = 5
    XT_KBD = 6
    USB = 7
    WIN32 = 8
    QNUM = 9


class MemoryParameterType(IntEnum):
    """``virMemoryParameterType``."""

    INT = 1
    UINT = 2
    LLONG = 3
    ULLONG = 4
    DOUBLE = 5
    BOOLEAN = 6


class NWFilterBindingCreateFlags(IntFlag):
    """``virNWFilterBindingCreateFlags``."""

    VALIDATE = 1


class NWFilterDefineFlags(IntFlag):
    """``virNWFilterDefineFlags``."""

    VALIDATE = 1


class NetworkCreateFlags(IntFlag):
    """``virNetworkCreateFlags``."""

    VALIDATE = 1


class NetworkDefineFlags(IntFlag):
    """``virNetworkDefineFlags``."""

    VALIDATE = 1


class NetworkEventID(IntEnum):
    """``virNetworkEventID``."""

    LIFECYCLE = 0
    METADATA_CHANGE = 1


class NetworkEventLifecycleType(IntEnum):
    """``virNetworkEventLifecycleType``."""

    DEFINED = 0
    UNDEFINED = 1
    STARTED = 2
    STOPPED = 3


class NetworkMetadataType(IntEnum):
    """``virNetworkMetadataType``."""

    DESCRIPTION = 0
    TITLE = 1
    ELEMENT = 2


class NetworkPortCreateFlags(IntFlag):
    """``virNetworkPortCreateFlags``."""

    RECLAIM = 1
    VALIDATE = 2


class NetworkUpdateCommand(IntEnum):
    """``virNetworkUpdateCommand``."""

    NONE = 0
    MODIFY = 1
    DELETE = 2
    ADD_LAST = 3
    ADD_FIRST = 4


class NetworkUpdateFlags(IntFlag):
    """``virNetworkUpdateFlags``."""

    CURRENT = 0
    LIVE = 1
    CONFIG = 2


class NetworkUpdateSection(IntEnum):
    """``virNetworkUpdateSection``."""

    NONE = 0
    BRIDGE = 1
    DOMAIN = 2
    IP = 3
    IP_DHCP_HOST = 4
    IP_DHCP_RANGE = 5
    FORWARD = 6
    FORWARD_INTERFACE = 7
    FORWARD_PF = 8
    PORTGROUP = 9
    DNS_HOST = 10
    DNS_TXT = 11
    DNS_SRV = 12


class NetworkXMLFlags(IntFlag):
    """``virNetworkXMLFlags``."""

    INACTIVE = 1


class NodeAllocPagesFlags(IntFlag):
    """``virNodeAllocPagesFlags``."""

    ADD = 0
    SET = 1


class NodeDeviceCreateXMLFlags(IntFlag):
    """``virNodeDeviceCreateXMLFlags``."""

    VALIDATE = 1


class NodeDeviceDefineXMLFlags(IntFlag):
    """``virNodeDeviceDefineXMLFlags``."""

    VALIDATE = 1


class NodeDeviceEventID(IntEnum):
    """``virNodeDeviceEventID``."""

    LIFECYCLE = 0
    UPDATE = 1


class NodeDeviceEventLifecycleType(IntEnum):
    """``virNodeDeviceEventLifecycleType``."""

    CREATED = 0
    DELETED = 1
    DEFINED = 2
    UNDEFINED = 3


class NodeDeviceUpdateFlags(IntFlag):
    """``virNodeDeviceUpdateFlags``."""

    CURRENT = 0
    LIVE = 1
    CONFIG = 2


class NodeDeviceXMLFlags(IntFlag):
    """``virNodeDeviceXMLFlags``."""

    INACTIVE = 1


class NodeGetCPUStatsAllCPUs(IntEnum):
    """``virNodeGetCPUStatsAllCPUs``."""

    CPU_STATS_ALL_CPUS = -1


class NodeGetMemoryStatsAllCells(IntEnum):
    """``virNodeGetMemoryStatsAllCells``."""

    MEMORY_STATS_ALL_CELLS = -1


class NodeSuspendTarget(IntEnum):
    """``virNodeSuspendTarget``."""

    MEM = 0
    DISK = 1
    HYBRID = 2


class SchedParameterType(IntEnum):
    """``virSchedParameterType``."""

    INT = 1
    UINT = 2
    LLONG = 3
    ULLONG = 4
    DOUBLE = 5
    BOOLEAN = 6


class SecretDefineFlags(IntFlag):
    """``virSecretDefineFlags``."""

    VALIDATE = 1


class SecretEventID(IntEnum):
    """``virSecretEventID``."""

    LIFECYCLE = 0
    VALUE_CHANGED = 1


class SecretEventLifecycleType(IntEnum):
    """``virSecretEventLifecycleType``."""

    DEFINED = 0
    UNDEFINED = 1


class SecretUsageType(IntEnum):
    """``virSecretUsageType``."""

    NONE = 0
    VOLUME = 1
    CEPH = 2
    ISCSI = 3
    TLS = 4
    VTPM = 5


class StoragePoolBuildFlags(IntFlag):
    """``virStoragePoolBuildFlags``."""

    NEW = 0
    REPAIR = 1
    RESIZE = 2
    NO_OVERWRITE = 4
    OVERWRITE = 8


class StoragePoolCreateFlags(IntFlag):
    """``virStoragePoolCreateFlags``."""

    NORMAL = 0
    WITH_BUILD = 1
    WITH_BUILD_OVERWRITE = 2
    WITH_BUILD_NO_OVERWRITE = 4


class StoragePoolDefineFlags(IntFlag):
    """``virStoragePoolDefineFlags``."""

    VALIDATE = 1


class StoragePoolDeleteFlags(IntFlag):
    """``virStoragePoolDeleteFlags``."""

    NORMAL = 0
    ZEROED = 1


class StoragePoolEventID(IntEnum):
    """``virStoragePoolEventID``."""

    LIFECYCLE = 0
    REFRESH = 1


class StoragePoolEventLifecycleType(IntEnum):
    """``virStoragePoolEventLifecycleType``."""

    DEFINED = 0
    UNDEFINED = 1
    STARTED = 2
    STOPPED = 3
    CREATED = 4
    DELETED = 5


class StoragePoolState(IntEnum):
    """``virStoragePoolState``."""

    INACTIVE = 0
    BUILDING = 1
    RUNNING = 2
    DEGRADED = 3
    INACCESSIBLE = 4


class StorageVolCreateFlags(IntFlag):
    """``virStorageVolCreateFlags``."""

    PREALLOC_METADATA = 1
    REFLINK = 2
    VALIDATE = 4


class StorageVolDeleteFlags(IntFlag):
    """``virStorageVolDeleteFlags``."""

    NORMAL = 0
    ZEROED = 1
    WITH_SNAPSHOTS = 2


class StorageVolDownloadFlags(IntFlag):
    """``virStorageVolDownloadFlags``."""

    SPARSE_STREAM = 1


class StorageVolInfoFlags(IntFlag):
    """``virStorageVolInfoFlags``."""

    USE_ALLOCATION = 0
    GET_PHYSICAL = 1


class StorageVolResizeFlags(IntFlag):
    """``virStorageVolResizeFlags``."""

    ALLOCATE = 1
    DELTA = 2
    SHRINK = 4


class StorageVolType(IntEnum):
    """``virStorageVolType``."""

    FILE = 0
    BLOCK = 1
    DIR = 2
    NETWORK = 3
    NETDIR = 4
    PLOOP = 5


class StorageVolUploadFlags(IntFlag):
    """``virStorageVolUploadFlags``."""

    SPARSE_STREAM = 1


class StorageVolWipeAlgorithm(IntEnum):
    """``virStorageVolWipeAlgorithm``."""

    ZERO = 0
    NNSA = 1
    DOD = 2
    BSI = 3
    GUTMANN = 4
    SCHNEIER = 5
    PFITZNER7 = 6
    PFITZNER33 = 7
    RANDOM = 8
    TRIM = 9


class StorageXMLFlags(IntFlag):
    """``virStorageXMLFlags``."""

    INACTIVE = 1


class StreamEventType(IntFlag):
    """``virStreamEventType``."""

    READABLE = 1
    WRITABLE = 2
    ERROR = 4
    HANGUP = 8


class StreamFlags(IntFlag):
    """``virStreamFlags``."""

    NONBLOCK = 1


class StreamRecvFlagsValues(IntFlag):
    """``virStreamRecvFlagsValues``."""

    STOP_AT_HOLE = 1


class TypedParameterFlags(IntFlag):
    """``virTypedParameterFlags``."""

    STRING_OKAY = 4


class TypedParameterType(IntEnum):
    """``virTypedParameterType``."""

    INT = 1
    UINT = 2
    LLONG = 3
    ULLONG = 4
    DOUBLE = 5
    BOOLEAN = 6
    STRING = 7


class VcpuHostCpuState(IntEnum):
    """``virVcpuHostCpuState``."""

    UNAVAILABLE = -2
    OFFLINE = -1


class VcpuState(IntEnum):
    """``virVcpuState``."""

    OFFLINE = 0
    RUNNING = 1
    BLOCKED = 2


WIRE_NAMES = {
    "virAdmConnectDaemonShutdownFlags": "AdmConnectDaemonShutdownFlags",
    "VIR_DAEMON_SHUTDOWN_PRESERVE": "AdmConnectDaemonShutdownFlags.DAEMON_SHUTDOWN_PRESERVE",
    "virBlkioParameterType": "BlkioParameterType",
    "VIR_DOMAIN_BLKIO_PARAM_INT": "BlkioParameterType.INT",
    "VIR_DOMAIN_BLKIO_PARAM_UINT": "BlkioParameterType.UINT",
    "VIR_DOMAIN_BLKIO_PARAM_LLONG": "BlkioParameterType.LLONG",
    "VIR_DOMAIN_BLKIO_PARAM_ULLONG": "BlkioParameterType.ULLONG",
    "VIR_DOMAIN_BLKIO_PARAM_DOUBLE": "BlkioParameterType.DOUBLE",
    "VIR_DOMAIN_BLKIO_PARAM_BOOLEAN": "BlkioParameterType.BOOLEAN",
    "virCPUCompareResult": "CPUCompareResult",
    "VIR_CPU_COMPARE_ERROR": "CPUCompareResult.ERROR",
    "VIR_CPU_COMPARE_INCOMPATIBLE": "CPUCompareResult.INCOMPATIBLE",
    "VIR_CPU_COMPARE_IDENTICAL": "CPUCompareResult.IDENTICAL",
    "VIR_CPU_COMPARE_SUPERSET": "CPUCompareResult.SUPERSET",
    "virClientTransport": "ClientTransport",
    "VIR_CLIENT_TRANS_UNIX": "ClientTransport.UNIX",
    "VIR_CLIENT_TRANS_TCP": "ClientTransport.TCP",
    "VIR_CLIENT_TRANS_TLS": "ClientTransport.TLS",
    "virConnectBaselineCPUFlags": "ConnectBaselineCPUFlags",
    "VIR_CONNECT_BASELINE_CPU_EXPAND_FEATURES": "ConnectBaselineCPUFlags.EXPAND_FEATURES",
    "VIR_CONNECT_BASELINE_CPU_MIGRATABLE": "ConnectBaselineCPUFlags.MIGRATABLE",
    "virConnectCloseReason": "ConnectCloseReason",
    "VIR_CONNECT_CLOSE_REASON_ERROR": "ConnectCloseReason.ERROR",
    "VIR_CONNECT_CLOSE_REASON_EOF": "ConnectCloseReason.EOF",
    "VIR_CONNECT_CLOSE_REASON_KEEPALIVE": "ConnectCloseReason.KEEPALIVE",
    "VIR_CONNECT_CLOSE_REASON_CLIENT": "ConnectCloseReason.CLIENT",
    "virConnectCompareCPUFlags": "ConnectCompareCPUFlags",
    "VIR_CONNECT_COMPARE_CPU_FAIL_INCOMPATIBLE": "ConnectCompareCPUFlags.FAIL_INCOMPATIBLE",
    "VIR_CONNECT_COMPARE_CPU_VALIDATE_XML": "ConnectCompareCPUFlags.VALIDATE_XML",
    "virConnectCredentialType": "ConnectCredentialType",
    "VIR_CRED_USERNAME": "ConnectCredentialType.USERNAME",
    "VIR_CRED_AUTHNAME": "ConnectCredentialType.AUTHNAME",
    "VIR_CRED_LANGUAGE": "ConnectCredentialType.LANGUAGE",
    "VIR_CRED_CNONCE": "ConnectCredentialType.CNONCE",
    "VIR_CRED_PASSPHRASE": "ConnectCredentialType.PASSPHRASE",
    "VIR_CRED_ECHOPROMPT": "ConnectCredentialType.ECHOPROMPT",
    "VIR_CRED_NOECHOPROMPT": "ConnectCredentialType.NOECHOPROMPT",
    "VIR_CRED_REALM": "ConnectCredentialType.REALM",
    "VIR_CRED_EXTERNAL": "ConnectCredentialType.EXTERNAL",
    "virConnectDomainEventAgentLifecycleReason": "ConnectDomainEventAgentLifecycleReason",
    "VIR_CONNECT_DOMAIN_EVENT_AGENT_LIFECYCLE_REASON_UNKNOWN": "ConnectDomainEventAgentLifecycleReason.UNKNOWN",
    "VIR_CONNECT_DOMAIN_EVENT_AGENT_LIFECYCLE_REASON_DOMAIN_STARTED": "ConnectDomainEventAgentLifecycleReason.DOMAIN_STARTED",
    "VIR_CONNECT_DOMAIN_EVENT_AGENT_LIFECYCLE_REASON_CHANNEL": "ConnectDomainEventAgentLifecycleReason.CHANNEL",
    "virConnectDomainEventAgentLifecycleState": "ConnectDomainEventAgentLifecycleState",
    "VIR_CONNECT_DOMAIN_EVENT_AGENT_LIFECYCLE_STATE_CONNECTED": "ConnectDomainEventAgentLifecycleState.CONNECTED",
    "VIR_CONNECT_DOMAIN_EVENT_AGENT_LIFECYCLE_STATE_DISCONNECTED": "ConnectDomainEventAgentLifecycleState.DISCONNECTED",
    "virConnectDomainEventBlockJobStatus": "ConnectDomainEventBlockJobStatus",
    "VIR_DOMAIN_BLOCK_JOB_COMPLETED": "ConnectDomainEventBlockJobStatus.COMPLETED",
    "VIR_DOMAIN_BLOCK_JOB_FAILED": "ConnectDomainEventBlockJobStatus.FAILED",
    "VIR_DOMAIN_BLOCK_JOB_CANCELED": "ConnectDomainEventBlockJobStatus.CANCELED",
    "VIR_DOMAIN_BLOCK_JOB_READY": "ConnectDomainEventBlockJobStatus.READY",
    "virConnectDomainEventDiskChangeReason": "ConnectDomainEventDiskChangeReason",
    "VIR_DOMAIN_EVENT_DISK_CHANGE_MISSING_ON_START": "ConnectDomainEventDiskChangeReason.CHANGE_MISSING_ON_START",
    "VIR_DOMAIN_EVENT_DISK_DROP_MISSING_ON_START": "ConnectDomainEventDiskChangeReason.DROP_MISSING_ON_START",
    "virConnectDomainQemuMonitorEventRegisterFlags": "ConnectDomainQemuMonitorEventRegisterFlags",
    "VIR_CONNECT_DOMAIN_QEMU_MONITOR_EVENT_REGISTER_REGEX": "ConnectDomainQemuMonitorEventRegisterFlags.REGEX",
    "VIR_CONNECT_DOMAIN_QEMU_MONITOR_EVENT_REGISTER_NOCASE": "ConnectDomainQemuMonitorEventRegisterFlags.NOCASE",
    "virConnectFlags": "ConnectFlags",
    "VIR_CONNECT_RO": "ConnectFlags.RO",
    "VIR_CONNECT_NO_ALIASES": "ConnectFlags.NO_ALIASES",
    "virConnectGetAllDomainStatsFlags": "ConnectGetAllDomainStatsFlags",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_ACTIVE": "ConnectGetAllDomainStatsFlags.ACTIVE",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_INACTIVE": "ConnectGetAllDomainStatsFlags.INACTIVE",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_PERSISTENT": "ConnectGetAllDomainStatsFlags.PERSISTENT",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_TRANSIENT": "ConnectGetAllDomainStatsFlags.TRANSIENT",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_RUNNING": "ConnectGetAllDomainStatsFlags.RUNNING",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_PAUSED": "ConnectGetAllDomainStatsFlags.PAUSED",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_SHUTOFF": "ConnectGetAllDomainStatsFlags.SHUTOFF",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_OTHER": "ConnectGetAllDomainStatsFlags.OTHER",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_NOWAIT": "ConnectGetAllDomainStatsFlags.NOWAIT",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_BACKING": "ConnectGetAllDomainStatsFlags.BACKING",
    "VIR_CONNECT_GET_ALL_DOMAINS_STATS_ENFORCE_STATS": "ConnectGetAllDomainStatsFlags.ENFORCE_STATS",
    "virConnectGetDomainCapabilitiesFlags": "ConnectGetDomainCapabilitiesFlags",
    "VIR_CONNECT_GET_DOMAIN_CAPABILITIES_DISABLE_DEPRECATED_FEATURES": "ConnectGetDomainCapabilitiesFlags.DISABLE_DEPRECATED_FEATURES",
    "virConnectListAllDomainsFlags": "ConnectListAllDomainsFlags",
    "VIR_CONNECT_LIST_DOMAINS_ACTIVE": "ConnectListAllDomainsFlags.ACTIVE",
    "VIR_CONNECT_LIST_DOMAINS_INACTIVE": "ConnectListAllDomainsFlags.INACTIVE",
    "VIR_CONNECT_LIST_DOMAINS_PERSISTENT": "ConnectListAllDomainsFlags.PERSISTENT",
    "VIR_CONNECT_LIST_DOMAINS_TRANSIENT": "ConnectListAllDomainsFlags.TRANSIENT",
    "VIR_CONNECT_LIST_DOMAINS_RUNNING": "ConnectListAllDomainsFlags.RUNNING",
    "VIR_CONNECT_LIST_DOMAINS_PAUSED": "ConnectListAllDomainsFlags.PAUSED",
    "VIR_CONNECT_LIST_DOMAINS_SHUTOFF": "ConnectListAllDomainsFlags.SHUTOFF",
    "VIR_CONNECT_LIST_DOMAINS_OTHER": "ConnectListAllDomainsFlags.OTHER",
    "VIR_CONNECT_LIST_DOMAINS_MANAGEDSAVE": "ConnectListAllDomainsFlags.MANAGEDSAVE",
    "VIR_CONNECT_LIST_DOMAINS_NO_MANAGEDSAVE": "ConnectListAllDomainsFlags.NO_MANAGEDSAVE",
    "VIR_CONNECT_LIST_DOMAINS_AUTOSTART": "ConnectListAllDomainsFlags.AUTOSTART",
    "VIR_CONNECT_LIST_DOMAINS_NO_AUTOSTART": "ConnectListAllDomainsFlags.NO_AUTOSTART",
    "VIR_CONNECT_LIST_DOMAINS_HAS_SNAPSHOT": "ConnectListAllDomainsFlags.HAS_SNAPSHOT",
    "VIR_CONNECT_LIST_DOMAINS_NO_SNAPSHOT": "ConnectListAllDomainsFlags.NO_SNAPSHOT",
    "VIR_CONNECT_LIST_DOMAINS_HAS_CHECKPOINT": "ConnectListAllDomainsFlags.HAS_CHECKPOINT",
    "VIR_CONNECT_LIST_DOMAINS_NO_CHECKPOINT": "ConnectListAllDomainsFlags.NO_CHECKPOINT",
    "virConnectListAllInterfacesFlags": "ConnectListAllInterfacesFlags",
    "VIR_CONNECT_LIST_INTERFACES_INACTIVE": "ConnectListAllInterfacesFlags.INACTIVE",
    "VIR_CONNECT_LIST_INTERFACES_ACTIVE": "ConnectListAllInterfacesFlags.ACTIVE",
    "virConnectListAllNetworksFlags": "ConnectListAllNetworksFlags",
    "VIR_CONNECT_LIST_NETWORKS_INACTIVE": "ConnectListAllNetworksFlags.INACTIVE",
    "VIR_CONNECT_LIST_NETWORKS_ACTIVE": "ConnectListAllNetworksFlags.ACTIVE",
    "VIR_CONNECT_LIST_NETWORKS_PERSISTENT": "ConnectListAllNetworksFlags.PERSISTENT",
    "VIR_CONNECT_LIST_NETWORKS_TRANSIENT": "ConnectListAllNetworksFlags.TRANSIENT",
    "VIR_CONNECT_LIST_NETWORKS_AUTOSTART": "ConnectListAllNetworksFlags.AUTOSTART",
    "VIR_CONNECT_LIST_NETWORKS_NO_AUTOSTART": "ConnectListAllNetworksFlags.NO_AUTOSTART",
    "virConnectListAllNodeDeviceFlags": "ConnectListAllNodeDeviceFlags",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_SYSTEM": "ConnectListAllNodeDeviceFlags.CAP_SYSTEM",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_PCI_DEV": "ConnectListAllNodeDeviceFlags.CAP_PCI_DEV",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_USB_DEV": "ConnectListAllNodeDeviceFlags.CAP_USB_DEV",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_USB_INTERFACE": "ConnectListAllNodeDeviceFlags.CAP_USB_INTERFACE",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_NET": "ConnectListAllNodeDeviceFlags.CAP_NET",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_SCSI_HOST": "ConnectListAllNodeDeviceFlags.CAP_SCSI_HOST",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_SCSI_TARGET": "ConnectListAllNodeDeviceFlags.CAP_SCSI_TARGET",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_SCSI": "ConnectListAllNodeDeviceFlags.CAP_SCSI",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_STORAGE": "ConnectListAllNodeDeviceFlags.CAP_STORAGE",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_FC_HOST": "ConnectListAllNodeDeviceFlags.CAP_FC_HOST",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_VPORTS": "ConnectListAllNodeDeviceFlags.CAP_VPORTS",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_SCSI_GENERIC": "ConnectListAllNodeDeviceFlags.CAP_SCSI_GENERIC",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_DRM": "ConnectListAllNodeDeviceFlags.CAP_DRM",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_MDEV_TYPES": "ConnectListAllNodeDeviceFlags.CAP_MDEV_TYPES",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_MDEV": "ConnectListAllNodeDeviceFlags.CAP_MDEV",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_CCW_DEV": "ConnectListAllNodeDeviceFlags.CAP_CCW_DEV",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_CSS_DEV": "ConnectListAllNodeDeviceFlags.CAP_CSS_DEV",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_VDPA": "ConnectListAllNodeDeviceFlags.CAP_VDPA",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_AP_CARD": "ConnectListAllNodeDeviceFlags.CAP_AP_CARD",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_AP_QUEUE": "ConnectListAllNodeDeviceFlags.CAP_AP_QUEUE",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_AP_MATRIX": "ConnectListAllNodeDeviceFlags.CAP_AP_MATRIX",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_VPD": "ConnectListAllNodeDeviceFlags.CAP_VPD",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_CCWGROUP_DEV": "ConnectListAllNodeDeviceFlags.CAP_CCWGROUP_DEV",
    "VIR_CONNECT_LIST_NODE_DEVICES_CAP_CCWGROUP_MEMBER": "ConnectListAllNodeDeviceFlags.CAP_CCWGROUP_MEMBER",
    "VIR_CONNECT_LIST_NODE_DEVICES_PERSISTENT": "ConnectListAllNodeDeviceFlags.PERSISTENT",
    "VIR_CONNECT_LIST_NODE_DEVICES_TRANSIENT": "ConnectListAllNodeDeviceFlags.TRANSIENT",
    "VIR_CONNECT_LIST_NODE_DEVICES_INACTIVE": "ConnectListAllNodeDeviceFlags.INACTIVE",
    "VIR_CONNECT_LIST_NODE_DEVICES_ACTIVE": "ConnectListAllNodeDeviceFlags.ACTIVE",
    "virConnectListAllSecretsFlags": "ConnectListAllSecretsFlags",
    "VIR_CONNECT_LIST_SECRETS_EPHEMERAL": "ConnectListAllSecretsFlags.EPHEMERAL",
    "VIR_CONNECT_LIST_SECRETS_NO_EPHEMERAL": "ConnectListAllSecretsFlags.NO_EPHEMERAL",
    "VIR_CONNECT_LIST_SECRETS_PRIVATE": "ConnectListAllSecretsFlags.PRIVATE",
    "VIR_CONNECT_LIST_SECRETS_NO_PRIVATE": "ConnectListAllSecretsFlags.NO_PRIVATE",
    "virConnectListAllStoragePoolsFlags": "ConnectListAllStoragePoolsFlags",
    "VIR_CONNECT_LIST_STORAGE_POOLS_INACTIVE": "ConnectListAllStoragePoolsFlags.INACTIVE",
    "VIR_CONNECT_LIST_STORAGE_POOLS_ACTIVE": "ConnectListAllStoragePoolsFlags.ACTIVE",
    "VIR_CONNECT_LIST_STORAGE_POOLS_PERSISTENT": "ConnectListAllStoragePoolsFlags.PERSISTENT",
    "VIR_CONNECT_LIST_STORAGE_POOLS_TRANSIENT": "ConnectListAllStoragePoolsFlags.TRANSIENT",
    "VIR_CONNECT_LIST_STORAGE_POOLS_AUTOSTART": "ConnectListAllStoragePoolsFlags.AUTOSTART",
    "VIR_CONNECT_LIST_STORAGE_POOLS_NO_AUTOSTART": "ConnectListAllStoragePoolsFlags.NO_AUTOSTART",
    "VIR_CONNECT_LIST_STORAGE_POOLS_DIR": "ConnectListAllStoragePoolsFlags.DIR",
    "VIR_CONNECT_LIST_STORAGE_POOLS_FS": "ConnectListAllStoragePoolsFlags.FS",
    "VIR_CONNECT_LIST_STORAGE_POOLS_NETFS": "ConnectListAllStoragePoolsFlags.NETFS",
    "VIR_CONNECT_LIST_STORAGE_POOLS_LOGICAL": "ConnectListAllStoragePoolsFlags.LOGICAL",
    "VIR_CONNECT_LIST_STORAGE_POOLS_DISK": "ConnectListAllStoragePoolsFlags.DISK",
    "VIR_CONNECT_LIST_STORAGE_POOLS_ISCSI": "ConnectListAllStoragePoolsFlags.ISCSI",
    "VIR_CONNECT_LIST_STORAGE_POOLS_SCSI": "ConnectListAllStoragePoolsFlags.SCSI",
    "VIR_CONNECT_LIST_STORAGE_POOLS_MPATH": "ConnectListAllStoragePoolsFlags.MPATH",
    "VIR_CONNECT_LIST_STORAGE_POOLS_RBD": "ConnectListAllStoragePoolsFlags.RBD",
    "VIR_CONNECT_LIST_STORAGE_POOLS_SHEEPDOG": "ConnectListAllStoragePoolsFlags.SHEEPDOG",
    "VIR_CONNECT_LIST_STORAGE_POOLS_GLUSTER": "ConnectListAllStoragePoolsFlags.GLUSTER",
    "VIR_CONNECT_LIST_STORAGE_POOLS_ZFS": "ConnectListAllStoragePoolsFlags.ZFS",
    "VIR_CONNECT_LIST_STORAGE_POOLS_VSTORAGE": "ConnectListAllStoragePoolsFlags.VSTORAGE",
    "VIR_CONNECT_LIST_STORAGE_POOLS_ISCSI_DIRECT": "ConnectListAllStoragePoolsFlags.ISCSI_DIRECT",
    "virDomainAbortJobFlagsValues": "DomainAbortJobFlagsValues",
    "VIR_DOMAIN_ABORT_JOB_POSTCOPY": "DomainAbortJobFlagsValues.POSTCOPY",
    "virDomainAgentResponseTimeoutValues": "DomainAgentResponseTimeoutValues",
    "VIR_DOMAIN_AGENT_RESPONSE_TIMEOUT_BLOCK": "DomainAgentResponseTimeoutValues.BLOCK",
    "VIR_DOMAIN_AGENT_RESPONSE_TIMEOUT_DEFAULT": "DomainAgentResponseTimeoutValues.DEFAULT",
    "VIR_DOMAIN_AGENT_RESPONSE_TIMEOUT_NOWAIT": "DomainAgentResponseTimeoutValues.NOWAIT",
    "virDomainAuthorizedSSHKeysSetFlags": "DomainAuthorizedSSHKeysSetFlags",
    "VIR_DOMAIN_AUTHORIZED_SSH_KEYS_SET_APPEND": "DomainAuthorizedSSHKeysSetFlags.APPEND",
    "VIR_DOMAIN_AUTHORIZED_SSH_KEYS_SET_REMOVE": "DomainAuthorizedSSHKeysSetFlags.REMOVE",
    "virDomainBackupBeginFlags": "DomainBackupBeginFlags",
    "VIR_DOMAIN_BACKUP_BEGIN_REUSE_EXTERNAL": "DomainBackupBeginFlags.REUSE_EXTERNAL",
    "virDomainBlockCommitFlags": "DomainBlockCommitFlags",
    "VIR_DOMAIN_BLOCK_COMMIT_SHALLOW": "DomainBlockCommitFlags.SHALLOW",
    "VIR_DOMAIN_BLOCK_COMMIT_DELETE": "DomainBlockCommitFlags.DELETE",
    "VIR_DOMAIN_BLOCK_COMMIT_ACTIVE": "DomainBlockCommitFlags.ACTIVE",
    "VIR_DOMAIN_BLOCK_COMMIT_RELATIVE": "DomainBlockCommitFlags.RELATIVE",
    "VIR_DOMAIN_BLOCK_COMMIT_BANDWIDTH_BYTES": "DomainBlockCommitFlags.BANDWIDTH_BYTES",
    "virDomainBlockCopyFlags": "DomainBlockCopyFlags",
    "VIR_DOMAIN_BLOCK_COPY_SHALLOW": "DomainBlockCopyFlags.SHALLOW",
    "VIR_DOMAIN_BLOCK_COPY_REUSE_EXT": "DomainBlockCopyFlags.REUSE_EXT",
    "VIR_DOMAIN_BLOCK_COPY_TRANSIENT_JOB": "DomainBlockCopyFlags.TRANSIENT_JOB",
    "VIR_DOMAIN_BLOCK_COPY_SYNCHRONOUS_WRITES": "DomainBlockCopyFlags.SYNCHRONOUS_WRITES",
    "virDomainBlockJobAbortFlags": "DomainBlockJobAbortFlags",
    "VIR_DOMAIN_BLOCK_JOB_ABORT_ASYNC": "DomainBlockJobAbortFlags.ASYNC",
    "VIR_DOMAIN_BLOCK_JOB_ABORT_PIVOT": "DomainBlockJobAbortFlags.PIVOT",
    "virDomainBlockJobInfoFlags": "DomainBlockJobInfoFlags",
    "VIR_DOMAIN_BLOCK_JOB_INFO_BANDWIDTH_BYTES": "DomainBlockJobInfoFlags.BANDWIDTH_BYTES",
    "virDomainBlockJobSetSpeedFlags": "DomainBlockJobSetSpeedFlags",
    "VIR_DOMAIN_BLOCK_JOB_SPEED_BANDWIDTH_BYTES": "DomainBlockJobSetSpeedFlags.SPEED_BANDWIDTH_BYTES",
    "virDomainBlockJobType": "DomainBlockJobType",
    "VIR_DOMAIN_BLOCK_JOB_TYPE_UNKNOWN": "DomainBlockJobType.UNKNOWN",
    "VIR_DOMAIN_BLOCK_JOB_TYPE_PULL": "DomainBlockJobType.PULL",
    "VIR_DOMAIN_BLOCK_JOB_TYPE_COPY": "DomainBlockJobType.COPY",
    "VIR_DOMAIN_BLOCK_JOB_TYPE_COMMIT": "DomainBlockJobType.COMMIT",
    "VIR_DOMAIN_BLOCK_JOB_TYPE_ACTIVE_COMMIT": "DomainBlockJobType.ACTIVE_COMMIT",
    "VIR_DOMAIN_BLOCK_JOB_TYPE_BACKUP": "DomainBlockJobType.BACKUP",
    "virDomainBlockPullFlags": "DomainBlockPullFlags",
    "VIR_DOMAIN_BLOCK_PULL_BANDWIDTH_BYTES": "DomainBlockPullFlags.BANDWIDTH_BYTES",
    "virDomainBlockRebaseFlags": "DomainBlockRebaseFlags",
    "VIR_DOMAIN_BLOCK_REBASE_SHALLOW": "DomainBlockRebaseFlags.SHALLOW",
    "VIR_DOMAIN_BLOCK_REBASE_REUSE_EXT": "DomainBlockRebaseFlags.REUSE_EXT",
    "VIR_DOMAIN_BLOCK_REBASE_COPY_RAW": "DomainBlockRebaseFlags.COPY_RAW",
    "VIR_DOMAIN_BLOCK_REBASE_COPY": "DomainBlockRebaseFlags.COPY",
    "VIR_DOMAIN_BLOCK_REBASE_RELATIVE": "DomainBlockRebaseFlags.RELATIVE",
    "VIR_DOMAIN_BLOCK_REBASE_COPY_DEV": "DomainBlockRebaseFlags.COPY_DEV",
    "VIR_DOMAIN_BLOCK_REBASE_BANDWIDTH_BYTES": "DomainBlockRebaseFlags.BANDWIDTH_BYTES",
    "virDomainBlockResizeFlags": "DomainBlockResizeFlags",
    "VIR_DOMAIN_BLOCK_RESIZE_BYTES": "DomainBlockResizeFlags.BYTES",
    "VIR_DOMAIN_BLOCK_RESIZE_CAPACITY": "DomainBlockResizeFlags.CAPACITY",
    "virDomainBlockedReason": "DomainBlockedReason",
    "VIR_DOMAIN_BLOCKED_UNKNOWN": "DomainBlockedReason.UNKNOWN",
    "virDomainChannelFlags": "DomainChannelFlags",
    "VIR_DOMAIN_CHANNEL_FORCE": "DomainChannelFlags.FORCE",
    "virDomainCheckpointCreateFlags": "DomainCheckpointCreateFlags",
    "VIR_DOMAIN_CHECKPOINT_CREATE_REDEFINE": "DomainCheckpointCreateFlags.REDEFINE",
    "VIR_DOMAIN_CHECKPOINT_CREATE_QUIESCE": "DomainCheckpointCreateFlags.QUIESCE",
    "VIR_DOMAIN_CHECKPOINT_CREATE_REDEFINE_VALIDATE": "DomainCheckpointCreateFlags.REDEFINE_VALIDATE",
    "virDomainCheckpointDeleteFlags": "DomainCheckpointDeleteFlags",
    "VIR_DOMAIN_CHECKPOINT_DELETE_CHILDREN": "DomainCheckpointDeleteFlags.CHILDREN",
    "VIR_DOMAIN_CHECKPOINT_DELETE_METADATA_ONLY": "DomainCheckpointDeleteFlags.METADATA_ONLY",
    "VIR_DOMAIN_CHECKPOINT_DELETE_CHILDREN_ONLY": "DomainCheckpointDeleteFlags.CHILDREN_ONLY",
    "virDomainCheckpointListFlags": "DomainCheckpointListFlags",
    "VIR_DOMAIN_CHECKPOINT_LIST_DESCENDANTS": "DomainCheckpointListFlags.DESCENDANTS",
    "VIR_DOMAIN_CHECKPOINT_LIST_ROOTS": "DomainCheckpointListFlags.ROOTS",
    "VIR_DOMAIN_CHECKPOINT_LIST_TOPOLOGICAL": "DomainCheckpointListFlags.TOPOLOGICAL",
    "VIR_DOMAIN_CHECKPOINT_LIST_LEAVES": "DomainCheckpointListFlags.LEAVES",
    "VIR_DOMAIN_CHECKPOINT_LIST_NO_LEAVES": "DomainCheckpointListFlags.NO_LEAVES",
    "virDomainCheckpointXMLFlags": "DomainCheckpointXMLFlags",
    "VIR_DOMAIN_CHECKPOINT_XML_SECURE": "DomainCheckpointXMLFlags.SECURE",
    "VIR_DOMAIN_CHECKPOINT_XML_NO_DOMAIN": "DomainCheckpointXMLFlags.NO_DOMAIN",
    "VIR_DOMAIN_CHECKPOINT_XML_SIZE": "DomainCheckpointXMLFlags.SIZE",
    "virDomainConsoleFlags": "DomainConsoleFlags",
    "VIR_DOMAIN_CONSOLE_FORCE": "DomainConsoleFlags.FORCE",
    "VIR_DOMAIN_CONSOLE_SAFE": "DomainConsoleFlags.SAFE",
    "virDomainControlErrorReason": "DomainControlErrorReason",
    "VIR_DOMAIN_CONTROL_ERROR_REASON_NONE": "DomainControlErrorReason.NONE",
    "VIR_DOMAIN_CONTROL_ERROR_REASON_UNKNOWN": "DomainControlErrorReason.UNKNOWN",
    "VIR_DOMAIN_CONTROL_ERROR_REASON_MONITOR": "DomainControlErrorReason.MONITOR",
    "VIR_DOMAIN_CONTROL_ERROR_REASON_INTERNAL": "DomainControlErrorReason.INTERNAL",
    "virDomainControlState": "DomainControlState",
    "VIR_DOMAIN_CONTROL_OK": "DomainControlState.OK",
    "VIR_DOMAIN_CONTROL_JOB": "DomainControlState.JOB",
    "VIR_DOMAIN_CONTROL_OCCUPIED": "DomainControlState.OCCUPIED",
    "VIR_DOMAIN_CONTROL_ERROR": "DomainControlState.ERROR",
    "virDomainCoreDumpFlags": "DomainCoreDumpFlags",
    "VIR_DUMP_CRASH": "DomainCoreDumpFlags.CRASH",
    "VIR_DUMP_LIVE": "DomainCoreDumpFlags.LIVE",
    "VIR_DUMP_BYPASS_CACHE": "DomainCoreDumpFlags.BYPASS_CACHE",
    "VIR_DUMP_RESET": "DomainCoreDumpFlags.RESET",
    "VIR_DUMP_MEMORY_ONLY": "DomainCoreDumpFlags.MEMORY_ONLY",
    "virDomainCoreDumpFormat": "DomainCoreDumpFormat",
    "VIR_DOMAIN_CORE_DUMP_FORMAT_RAW": "DomainCoreDumpFormat.RAW",
    "VIR_DOMAIN_CORE_DUMP_FORMAT_KDUMP_ZLIB": "DomainCoreDumpFormat.KDUMP_ZLIB",
    "VIR_DOMAIN_CORE_DUMP_FORMAT_KDUMP_LZO": "DomainCoreDumpFormat.KDUMP_LZO",
    "VIR_DOMAIN_CORE_DUMP_FORMAT_KDUMP_SNAPPY": "DomainCoreDumpFormat.KDUMP_SNAPPY",
    "VIR_DOMAIN_CORE_DUMP_FORMAT_WIN_DMP": "DomainCoreDumpFormat.WIN_DMP",
    "virDomainCrashedReason": "DomainCrashedReason",
    "VIR_DOMAIN_CRASHED_UNKNOWN": "DomainCrashedReason.UNKNOWN",
    "VIR_DOMAIN_CRASHED_PANICKED": "DomainCrashedReason.PANICKED",
    "virDomainCreateFlags": "DomainCreateFlags",
    "VIR_DOMAIN_NONE": "DomainCreateFlags.NONE",
    "VIR_DOMAIN_START_PAUSED": "DomainCreateFlags.START_PAUSED",
    "VIR_DOMAIN_START_AUTODESTROY": "DomainCreateFlags.START_AUTODESTROY",
    "VIR_DOMAIN_START_BYPASS_CACHE": "DomainCreateFlags.START_BYPASS_CACHE",
    "VIR_DOMAIN_START_FORCE_BOOT": "DomainCreateFlags.START_FORCE_BOOT",
    "VIR_DOMAIN_START_VALIDATE": "DomainCreateFlags.START_VALIDATE",
    "VIR_DOMAIN_START_RESET_NVRAM": "DomainCreateFlags.START_RESET_NVRAM",
    "virDomainDefineFlags": "DomainDefineFlags",
    "VIR_DOMAIN_DEFINE_VALIDATE": "DomainDefineFlags.VALIDATE",
    "virDomainDestroyFlagsValues": "DomainDestroyFlagsValues",
    "VIR_DOMAIN_DESTROY_DEFAULT": "DomainDestroyFlagsValues.DEFAULT",
    "VIR_DOMAIN_DESTROY_GRACEFUL": "DomainDestroyFlagsValues.GRACEFUL",
    "VIR_DOMAIN_DESTROY_REMOVE_LOGS": "DomainDestroyFlagsValues.REMOVE_LOGS",
    "virDomainDeviceModifyFlags": "DomainDeviceModifyFlags",
    "VIR_DOMAIN_DEVICE_MODIFY_CURRENT": "DomainDeviceModifyFlags.CURRENT",
    "VIR_DOMAIN_DEVICE_MODIFY_LIVE": "DomainDeviceModifyFlags.LIVE",
    "VIR_DOMAIN_DEVICE_MODIFY_CONFIG": "DomainDeviceModifyFlags.CONFIG",
    "VIR_DOMAIN_DEVICE_MODIFY_FORCE": "DomainDeviceModifyFlags.FORCE",
    "virDomainDirtyRateCalcFlags": "DomainDirtyRateCalcFlags",
    "VIR_DOMAIN_DIRTYRATE_MODE_PAGE_SAMPLING": "DomainDirtyRateCalcFlags.PAGE_SAMPLING",
    "VIR_DOMAIN_DIRTYRATE_MODE_DIRTY_BITMAP": "DomainDirtyRateCalcFlags.DIRTY_BITMAP",
    "VIR_DOMAIN_DIRTYRATE_MODE_DIRTY_RING": "DomainDirtyRateCalcFlags.DIRTY_RING",
    "virDomainDirtyRateStatus": "DomainDirtyRateStatus",
    "VIR_DOMAIN_DIRTYRATE_UNSTARTED": "DomainDirtyRateStatus.UNSTARTED",
    "VIR_DOMAIN_DIRTYRATE_MEASURING": "DomainDirtyRateStatus.MEASURING",
    "VIR_DOMAIN_DIRTYRATE_MEASURED": "DomainDirtyRateStatus.MEASURED",
    "virDomainDiskErrorCode": "DomainDiskErrorCode",
    "VIR_DOMAIN_DISK_ERROR_NONE": "DomainDiskErrorCode.NONE",
    "VIR_DOMAIN_DISK_ERROR_UNSPEC": "DomainDiskErrorCode.UNSPEC",
    "VIR_DOMAIN_DISK_ERROR_NO_SPACE": "DomainDiskErrorCode.NO_SPACE",
    "virDomainEventCrashedDetailType": "DomainEventCrashedDetailType",
    "VIR_DOMAIN_EVENT_CRASHED_PANICKED": "DomainEventCrashedDetailType.PANICKED",
    "VIR_DOMAIN_EVENT_CRASHED_CRASHLOADED": "DomainEventCrashedDetailType.CRASHLOADED",
    "virDomainEventDefinedDetailType": "DomainEventDefinedDetailType",
    "VIR_DOMAIN_EVENT_DEFINED_ADDED": "DomainEventDefinedDetailType.ADDED",
    "VIR_DOMAIN_EVENT_DEFINED_UPDATED": "DomainEventDefinedDetailType.UPDATED",
    "VIR_DOMAIN_EVENT_DEFINED_RENAMED": "DomainEventDefinedDetailType.RENAMED",
    "VIR_DOMAIN_EVENT_DEFINED_FROM_SNAPSHOT": "DomainEventDefinedDetailType.FROM_SNAPSHOT",
    "virDomainEventGraphicsAddressType": "DomainEventGraphicsAddressType",
    "VIR_DOMAIN_EVENT_GRAPHICS_ADDRESS_IPV4": "DomainEventGraphicsAddressType.IPV4",
    "VIR_DOMAIN_EVENT_GRAPHICS_ADDRESS_IPV6": "DomainEventGraphicsAddressType.IPV6",
    "VIR_DOMAIN_EVENT_GRAPHICS_ADDRESS_UNIX": "DomainEventGraphicsAddressType.UNIX",
    "virDomainEventGraphicsPhase": "DomainEventGraphicsPhase",
    "VIR_DOMAIN_EVENT_GRAPHICS_CONNECT": "DomainEventGraphicsPhase.CONNECT",
    "VIR_DOMAIN_EVENT_GRAPHICS_INITIALIZE": "DomainEventGraphicsPhase.INITIALIZE",
    "VIR_DOMAIN_EVENT_GRAPHICS_DISCONNECT": "DomainEventGraphicsPhase.DISCONNECT",
    "virDomainEventID": "DomainEventID",
    "VIR_DOMAIN_EVENT_ID_LIFECYCLE": "DomainEventID.LIFECYCLE",
    "VIR_DOMAIN_EVENT_ID_REBOOT": "DomainEventID.REBOOT",
    "VIR_DOMAIN_EVENT_ID_RTC_CHANGE": "DomainEventID.RTC_CHANGE",
    "VIR_DOMAIN_EVENT_ID_WATCHDOG": "DomainEventID.WATCHDOG",
    "VIR_DOMAIN_EVENT_ID_IO_ERROR": "DomainEventID.IO_ERROR",
    "VIR_DOMAIN_EVENT_ID_GRAPHICS": "DomainEventID.GRAPHICS",
    "VIR_DOMAIN_EVENT_ID_IO_ERROR_REASON": "DomainEventID.IO_ERROR_REASON",
    "VIR_DOMAIN_EVENT_ID_CONTROL_ERROR": "DomainEventID.CONTROL_ERROR",
    "VIR_DOMAIN_EVENT_ID_BLOCK_JOB": "DomainEventID.BLOCK_JOB",
    "VIR_DOMAIN_EVENT_ID_DISK_CHANGE": "DomainEventID.DISK_CHANGE",
    "VIR_DOMAIN_EVENT_ID_TRAY_CHANGE": "DomainEventID.TRAY_CHANGE",
    "VIR_DOMAIN_EVENT_ID_PMWAKEUP": "DomainEventID.PMWAKEUP",
    "VIR_DOMAIN_EVENT_ID_PMSUSPEND": "DomainEventID.PMSUSPEND",
    "VIR_DOMAIN_EVENT_ID_BALLOON_CHANGE": "DomainEventID.BALLOON_CHANGE",
    "VIR_DOMAIN_EVENT_ID_PMSUSPEND_DISK": "DomainEventID.PMSUSPEND_DISK",
    "VIR_DOMAIN_EVENT_ID_DEVICE_REMOVED": "DomainEventID.DEVICE_REMOVED",
    "VIR_DOMAIN_EVENT_ID_BLOCK_JOB_2": "DomainEventID.BLOCK_JOB_2",
    "VIR_DOMAIN_EVENT_ID_TUNABLE": "DomainEventID.TUNABLE",
    "VIR_DOMAIN_EVENT_ID_AGENT_LIFECYCLE": "DomainEventID.AGENT_LIFECYCLE",
    "VIR_DOMAIN_EVENT_ID_DEVICE_ADDED": "DomainEventID.DEVICE_ADDED",
    "VIR_DOMAIN_EVENT_ID_MIGRATION_ITERATION": "DomainEventID.MIGRATION_ITERATION",
    "VIR_DOMAIN_EVENT_ID_JOB_COMPLETED": "DomainEventID.JOB_COMPLETED",
    "VIR_DOMAIN_EVENT_ID_DEVICE_REMOVAL_FAILED": "DomainEventID.DEVICE_REMOVAL_FAILED",
    "VIR_DOMAIN_EVENT_ID_METADATA_CHANGE": "DomainEventID.METADATA_CHANGE",
    "VIR_DOMAIN_EVENT_ID_BLOCK_THRESHOLD": "DomainEventID.BLOCK_THRESHOLD",
    "VIR_DOMAIN_EVENT_ID_MEMORY_FAILURE": "DomainEventID.MEMORY_FAILURE",
    "VIR_DOMAIN_EVENT_ID_MEMORY_DEVICE_SIZE_CHANGE": "DomainEventID.MEMORY_DEVICE_SIZE_CHANGE",
    "VIR_DOMAIN_EVENT_ID_NIC_MAC_CHANGE": "DomainEventID.NIC_MAC_CHANGE",
    "virDomainEventIOErrorAction": "DomainEventIOErrorAction",
    "VIR_DOMAIN_EVENT_IO_ERROR_NONE": "DomainEventIOErrorAction.NONE",
    "VIR_DOMAIN_EVENT_IO_ERROR_PAUSE": "DomainEventIOErrorAction.PAUSE",
    "VIR_DOMAIN_EVENT_IO_ERROR_REPORT": "DomainEventIOErrorAction.REPORT",
    "virDomainEventPMSuspendedDetailType": "DomainEventPMSuspendedDetailType",
    "VIR_DOMAIN_EVENT_PMSUSPENDED_MEMORY": "DomainEventPMSuspendedDetailType.MEMORY",
    "VIR_DOMAIN_EVENT_PMSUSPENDED_DISK": "DomainEventPMSuspendedDetailType.DISK",
    "virDomainEventResumedDetailType": "DomainEventResumedDetailType",
    "VIR_DOMAIN_EVENT_RESUMED_UNPAUSED": "DomainEventResumedDetailType.UNPAUSED",
    "VIR_DOMAIN_EVENT_RESUMED_MIGRATED": "DomainEventResumedDetailType.MIGRATED",
    "VIR_DOMAIN_EVENT_RESUMED_FROM_SNAPSHOT": "DomainEventResumedDetailType.FROM_SNAPSHOT",
    "VIR_DOMAIN_EVENT_RESUMED_POSTCOPY": "DomainEventResumedDetailType.POSTCOPY",
    "VIR_DOMAIN_EVENT_RESUMED_POSTCOPY_FAILED": "DomainEventResumedDetailType.POSTCOPY_FAILED",
    "virDomainEventShutdownDetailType": "DomainEventShutdownDetailType",
    "VIR_DOMAIN_EVENT_SHUTDOWN_FINISHED": "DomainEventShutdownDetailType.FINISHED",
    "VIR_DOMAIN_EVENT_SHUTDOWN_GUEST": "DomainEventShutdownDetailType.GUEST",
    "VIR_DOMAIN_EVENT_SHUTDOWN_HOST": "DomainEventShutdownDetailType.HOST",
    "virDomainEventStartedDetailType": "DomainEventStartedDetailType",
    "VIR_DOMAIN_EVENT_STARTED_BOOTED": "DomainEventStartedDetailType.BOOTED",
    "VIR_DOMAIN_EVENT_STARTED_MIGRATED": "DomainEventStartedDetailType.MIGRATED",
    "VIR_DOMAIN_EVENT_STARTED_RESTORED": "DomainEventStartedDetailType.RESTORED",
    "VIR_DOMAIN_EVENT_STARTED_FROM_SNAPSHOT": "DomainEventStartedDetailType.FROM_SNAPSHOT",
    "VIR_DOMAIN_EVENT_STARTED_WAKEUP": "DomainEventStartedDetailType.WAKEUP",
    "virDomainEventStoppedDetailType": "DomainEventStoppedDetailType",
    "VIR_DOMAIN_EVENT_STOPPED_SHUTDOWN": "DomainEventStoppedDetailType.SHUTDOWN",
    "VIR_DOMAIN_EVENT_STOPPED_DESTROYED": "DomainEventStoppedDetailType.DESTROYED",
    "VIR_DOMAIN_EVENT_STOPPED_CRASHED": "DomainEventStoppedDetailType.CRASHED",
    "VIR_DOMAIN_EVENT_STOPPED_MIGRATED": "DomainEventStoppedDetailType.MIGRATED",
    "VIR_DOMAIN_EVENT_STOPPED_SAVED": "DomainEventStoppedDetailType.SAVED",
    "VIR_DOMAIN_EVENT_STOPPED_FAILED": "DomainEventStoppedDetailType.FAILED",
    "VIR_DOMAIN_EVENT_STOPPED_FROM_SNAPSHOT": "DomainEventStoppedDetailType.FROM_SNAPSHOT",
    "virDomainEventSuspendedDetailType": "DomainEventSuspendedDetailType",
    "VIR_DOMAIN_EVENT_SUSPENDED_PAUSED": "DomainEventSuspendedDetailType.PAUSED",
    "VIR_DOMAIN_EVENT_SUSPENDED_MIGRATED": "DomainEventSuspendedDetailType.MIGRATED",
    "VIR_DOMAIN_EVENT_SUSPENDED_IOERROR": "DomainEventSuspendedDetailType.IOERROR",
    "VIR_DOMAIN_EVENT_SUSPENDED_WATCHDOG": "DomainEventSuspendedDetailType.WATCHDOG",
    "VIR_DOMAIN_EVENT_SUSPENDED_RESTORED": "DomainEventSuspendedDetailType.RESTORED",
    "VIR_DOMAIN_EVENT_SUSPENDED_FROM_SNAPSHOT": "DomainEventSuspendedDetailType.FROM_SNAPSHOT",
    "VIR_DOMAIN_EVENT_SUSPENDED_API_ERROR": "DomainEventSuspendedDetailType.API_ERROR",
    "VIR_DOMAIN_EVENT_SUSPENDED_POSTCOPY": "DomainEventSuspendedDetailType.POSTCOPY",
    "VIR_DOMAIN_EVENT_SUSPENDED_POSTCOPY_FAILED": "DomainEventSuspendedDetailType.POSTCOPY_FAILED",
    "virDomainEventTrayChangeReason": "DomainEventTrayChangeReason",
    "VIR_DOMAIN_EVENT_TRAY_CHANGE_OPEN": "DomainEventTrayChangeReason.OPEN",
    "VIR_DOMAIN_EVENT_TRAY_CHANGE_CLOSE": "DomainEventTrayChangeReason.CLOSE",
    "virDomainEventType": "DomainEventType",
    "VIR_DOMAIN_EVENT_DEFINED": "DomainEventType.DEFINED",
    "VIR_DOMAIN_EVENT_UNDEFINED": "DomainEventType.UNDEFINED",
    "VIR_DOMAIN_EVENT_STARTED": "DomainEventType.STARTED",
    "VIR_DOMAIN_EVENT_SUSPENDED": "DomainEventType.SUSPENDED",
    "VIR_DOMAIN_EVENT_RESUMED": "DomainEventType.RESUMED",
    "VIR_DOMAIN_EVENT_STOPPED": "DomainEventType.STOPPED",
    "VIR_DOMAIN_EVENT_SHUTDOWN": "DomainEventType.SHUTDOWN",
    "VIR_DOMAIN_EVENT_PMSUSPENDED": "DomainEventType.PMSUSPENDED",
    "VIR_DOMAIN_EVENT_CRASHED": "DomainEventType.CRASHED",
    "virDomainEventUndefinedDetailType": "DomainEventUndefinedDetailType",
    "VIR_DOMAIN_EVENT_UNDEFINED_REMOVED": "DomainEventUndefinedDetailType.REMOVED",
    "VIR_DOMAIN_EVENT_UNDEFINED_RENAMED": "DomainEventUndefinedDetailType.RENAMED",
    "virDomainEventWatchdogAction": "DomainEventWatchdogAction",
    "VIR_DOMAIN_EVENT_WATCHDOG_NONE": "DomainEventWatchdogAction.NONE",
    "VIR_DOMAIN_EVENT_WATCHDOG_PAUSE": "DomainEventWatchdogAction.PAUSE",
    "VIR_DOMAIN_EVENT_WATCHDOG_RESET": "DomainEventWatchdogAction.RESET",
    "VIR_DOMAIN_EVENT_WATCHDOG_POWEROFF": "DomainEventWatchdogAction.POWEROFF",
    "VIR_DOMAIN_EVENT_WATCHDOG_SHUTDOWN": "DomainEventWatchdogAction.SHUTDOWN",
    "VIR_DOMAIN_EVENT_WATCHDOG_DEBUG": "DomainEventWatchdogAction.DEBUG",
    "VIR_DOMAIN_EVENT_WATCHDOG_INJECTNMI": "DomainEventWatchdogAction.INJECTNMI",
    "virDomainFDAssociateFlags": "DomainFDAssociateFlags",
    "VIR_DOMAIN_FD_ASSOCIATE_SECLABEL_RESTORE": "DomainFDAssociateFlags.RESTORE",
    "VIR_DOMAIN_FD_ASSOCIATE_SECLABEL_WRITABLE": "DomainFDAssociateFlags.WRITABLE",
    "virDomainGetHostnameFlags": "DomainGetHostnameFlags",
    "VIR_DOMAIN_GET_HOSTNAME_LEASE": "DomainGetHostnameFlags.LEASE",
    "VIR_DOMAIN_GET_HOSTNAME_AGENT": "DomainGetHostnameFlags.AGENT",
    "virDomainGetJobStatsFlags": "DomainGetJobStatsFlags",
    "VIR_DOMAIN_JOB_STATS_COMPLETED": "DomainGetJobStatsFlags.COMPLETED",
    "VIR_DOMAIN_JOB_STATS_KEEP_COMPLETED": "DomainGetJobStatsFlags.KEEP_COMPLETED",
    "virDomainGraphicsReloadType": "DomainGraphicsReloadType",
    "VIR_DOMAIN_GRAPHICS_RELOAD_TYPE_ANY": "DomainGraphicsReloadType.ANY",
    "VIR_DOMAIN_GRAPHICS_RELOAD_TYPE_VNC": "DomainGraphicsReloadType.VNC",
    "virDomainGuestInfoTypes": "DomainGuestInfoTypes",
    "VIR_DOMAIN_GUEST_INFO_USERS": "DomainGuestInfoTypes.USERS",
    "VIR_DOMAIN_GUEST_INFO_OS": "DomainGuestInfoTypes.OS",
    "VIR_DOMAIN_GUEST_INFO_TIMEZONE": "DomainGuestInfoTypes.TIMEZONE",
    "VIR_DOMAIN_GUEST_INFO_HOSTNAME": "DomainGuestInfoTypes.HOSTNAME",
    "VIR_DOMAIN_GUEST_INFO_FILESYSTEM": "DomainGuestInfoTypes.FILESYSTEM",
    "VIR_DOMAIN_GUEST_INFO_DISKS": "DomainGuestInfoTypes.DISKS",
    "VIR_DOMAIN_GUEST_INFO_INTERFACES": "DomainGuestInfoTypes.INTERFACES",
    "VIR_DOMAIN_GUEST_INFO_LOAD": "DomainGuestInfoTypes.LOAD",
    "virDomainInterfaceAddressesSource": "DomainInterfaceAddressesSource",
    "VIR_DOMAIN_INTERFACE_ADDRESSES_SRC_LEASE": "DomainInterfaceAddressesSource.LEASE",
    "VIR_DOMAIN_INTERFACE_ADDRESSES_SRC_AGENT": "DomainInterfaceAddressesSource.AGENT",
    "VIR_DOMAIN_INTERFACE_ADDRESSES_SRC_ARP": "DomainInterfaceAddressesSource.ARP",
    "virDomainJobOperation": "DomainJobOperation",
    "VIR_DOMAIN_JOB_OPERATION_UNKNOWN": "DomainJobOperation.UNKNOWN",
    "VIR_DOMAIN_JOB_OPERATION_START": "DomainJobOperation.START",
    "VIR_DOMAIN_JOB_OPERATION_SAVE": "DomainJobOperation.SAVE",
    "VIR_DOMAIN_JOB_OPERATION_RESTORE": "DomainJobOperation.RESTORE",
    "VIR_DOMAIN_JOB_OPERATION_MIGRATION_IN": "DomainJobOperation.MIGRATION_IN",
    "VIR_DOMAIN_JOB_OPERATION_MIGRATION_OUT": "DomainJobOperation.MIGRATION_OUT",
    "VIR_DOMAIN_JOB_OPERATION_SNAPSHOT": "DomainJobOperation.SNAPSHOT",
    "VIR_DOMAIN_JOB_OPERATION_SNAPSHOT_REVERT": "DomainJobOperation.SNAPSHOT_REVERT",
    "VIR_DOMAIN_JOB_OPERATION_DUMP": "DomainJobOperation.DUMP",
    "VIR_DOMAIN_JOB_OPERATION_BACKUP": "DomainJobOperation.BACKUP",
    "VIR_DOMAIN_JOB_OPERATION_SNAPSHOT_DELETE": "DomainJobOperation.SNAPSHOT_DELETE",
    "virDomainJobType": "DomainJobType",
    "VIR_DOMAIN_JOB_NONE": "DomainJobType.NONE",
    "VIR_DOMAIN_JOB_BOUNDED": "DomainJobType.BOUNDED",
    "VIR_DOMAIN_JOB_UNBOUNDED": "DomainJobType.UNBOUNDED",
    "VIR_DOMAIN_JOB_COMPLETED": "DomainJobType.COMPLETED",
    "VIR_DOMAIN_JOB_FAILED": "DomainJobType.FAILED",
    "VIR_DOMAIN_JOB_CANCELLED": "DomainJobType.CANCELLED",
    "virDomainLifecycle": "DomainLifecycle",
    "VIR_DOMAIN_LIFECYCLE_POWEROFF": "DomainLifecycle.POWEROFF",
    "VIR_DOMAIN_LIFECYCLE_REBOOT": "DomainLifecycle.REBOOT",
    "VIR_DOMAIN_LIFECYCLE_CRASH": "DomainLifecycle.CRASH",
    "virDomainLifecycleAction": "DomainLifecycleAction",
    "VIR_DOMAIN_LIFECYCLE_ACTION_DESTROY": "DomainLifecycleAction.DESTROY",
    "VIR_DOMAIN_LIFECYCLE_ACTION_RESTART": "DomainLifecycleAction.RESTART",
    "VIR_DOMAIN_LIFECYCLE_ACTION_RESTART_RENAME": "DomainLifecycleAction.RESTART_RENAME",
    "VIR_DOMAIN_LIFECYCLE_ACTION_PRESERVE": "DomainLifecycleAction.PRESERVE",
    "VIR_DOMAIN_LIFECYCLE_ACTION_COREDUMP_DESTROY": "DomainLifecycleAction.COREDUMP_DESTROY",
    "VIR_DOMAIN_LIFECYCLE_ACTION_COREDUMP_RESTART": "DomainLifecycleAction.COREDUMP_RESTART",
    "virDomainMemoryFailureActionType": "DomainMemoryFailureActionType",
    "VIR_DOMAIN_EVENT_MEMORY_FAILURE_ACTION_IGNORE": "DomainMemoryFailureActionType.IGNORE",
    "VIR_DOMAIN_EVENT_MEMORY_FAILURE_ACTION_INJECT": "DomainMemoryFailureActionType.INJECT",
    "VIR_DOMAIN_EVENT_MEMORY_FAILURE_ACTION_FATAL": "DomainMemoryFailureActionType.FATAL",
    "VIR_DOMAIN_EVENT_MEMORY_FAILURE_ACTION_RESET": "DomainMemoryFailureActionType.RESET",
    "virDomainMemoryFailureFlags": "DomainMemoryFailureFlags",
    "VIR_DOMAIN_MEMORY_FAILURE_ACTION_REQUIRED": "DomainMemoryFailureFlags.ACTION_REQUIRED",
    "VIR_DOMAIN_MEMORY_FAILURE_RECURSIVE": "DomainMemoryFailureFlags.RECURSIVE",
    "virDomainMemoryFailureRecipientType": "DomainMemoryFailureRecipientType",
    "VIR_DOMAIN_EVENT_MEMORY_FAILURE_RECIPIENT_HYPERVISOR": "DomainMemoryFailureRecipientType.HYPERVISOR",
    "VIR_DOMAIN_EVENT_MEMORY_FAILURE_RECIPIENT_GUEST": "DomainMemoryFailureRecipientType.GUEST",
    "virDomainMemoryFlags": "DomainMemoryFlags",
    "VIR_MEMORY_VIRTUAL": "DomainMemoryFlags.VIRTUAL",
    "VIR_MEMORY_PHYSICAL": "DomainMemoryFlags.PHYSICAL",
    "virDomainMemoryModFlags": "DomainMemoryModFlags",
    "VIR_DOMAIN_MEM_CURRENT": "DomainMemoryModFlags.CURRENT",
    "VIR_DOMAIN_MEM_LIVE": "DomainMemoryModFlags.LIVE",
    "VIR_DOMAIN_MEM_CONFIG": "DomainMemoryModFlags.CONFIG",
    "VIR_DOMAIN_MEM_MAXIMUM": "DomainMemoryModFlags.MAXIMUM",
    "virDomainMemoryStatTags": "DomainMemoryStatTags",
    "VIR_DOMAIN_MEMORY_STAT_SWAP_IN": "DomainMemoryStatTags.SWAP_IN",
    "VIR_DOMAIN_MEMORY_STAT_SWAP_OUT": "DomainMemoryStatTags.SWAP_OUT",
    "VIR_DOMAIN_MEMORY_STAT_MAJOR_FAULT": "DomainMemoryStatTags.MAJOR_FAULT",
    "VIR_DOMAIN_MEMORY_STAT_MINOR_FAULT": "DomainMemoryStatTags.MINOR_FAULT",
    "VIR_DOMAIN_MEMORY_STAT_UNUSED": "DomainMemoryStatTags.UNUSED",
    "VIR_DOMAIN_MEMORY_STAT_AVAILABLE": "DomainMemoryStatTags.AVAILABLE",
    "VIR_DOMAIN_MEMORY_STAT_ACTUAL_BALLOON": "DomainMemoryStatTags.ACTUAL_BALLOON",
    "VIR_DOMAIN_MEMORY_STAT_RSS": "DomainMemoryStatTags.RSS",
    "VIR_DOMAIN_MEMORY_STAT_USABLE": "DomainMemoryStatTags.USABLE",
    "VIR_DOMAIN_MEMORY_STAT_LAST_UPDATE": "DomainMemoryStatTags.LAST_UPDATE",
    "VIR_DOMAIN_MEMORY_STAT_DISK_CACHES": "DomainMemoryStatTags.DISK_CACHES",
    "VIR_DOMAIN_MEMORY_STAT_HUGETLB_PGALLOC": "DomainMemoryStatTags.HUGETLB_PGALLOC",
    "VIR_DOMAIN_MEMORY_STAT_HUGETLB_PGFAIL": "DomainMemoryStatTags.HUGETLB_PGFAIL",
    "VIR_DOMAIN_MEMORY_STAT_LAST": "DomainMemoryStatTags.LAST",
    "VIR_DOMAIN_MEMORY_STAT_NR": "DomainMemoryStatTags.NR",
    "virDomainMessageType": "DomainMessageType",
    "VIR_DOMAIN_MESSAGE_DEPRECATION": "DomainMessageType.DEPRECATION",
    "VIR_DOMAIN_MESSAGE_TAINTING": "DomainMessageType.TAINTING",
    "VIR_DOMAIN_MESSAGE_IOERRORS": "DomainMessageType.IOERRORS",
    "virDomainMetadataType": "DomainMetadataType",
    "VIR_DOMAIN_METADATA_DESCRIPTION": "DomainMetadataType.DESCRIPTION",
    "VIR_DOMAIN_METADATA_TITLE": "DomainMetadataType.TITLE",
    "VIR_DOMAIN_METADATA_ELEMENT": "DomainMetadataType.ELEMENT",
    "virDomainMigrateFlags": "DomainMigrateFlags",
    "VIR_MIGRATE_LIVE": "DomainMigrateFlags.LIVE",
    "VIR_MIGRATE_PEER2PEER": "DomainMigrateFlags.PEER2PEER",
    "VIR_MIGRATE_TUNNELLED": "DomainMigrateFlags.TUNNELLED",
    "VIR_MIGRATE_PERSIST_DEST": "DomainMigrateFlags.PERSIST_DEST",
    "VIR_MIGRATE_UNDEFINE_SOURCE": "DomainMigrateFlags.UNDEFINE_SOURCE",
    "VIR_MIGRATE_PAUSED": "DomainMigrateFlags.PAUSED",
    "VIR_MIGRATE_NON_SHARED_DISK": "DomainMigrateFlags.NON_SHARED_DISK",
    "VIR_MIGRATE_NON_SHARED_INC": "DomainMigrateFlags.NON_SHARED_INC",
    "VIR_MIGRATE_CHANGE_PROTECTION": "DomainMigrateFlags.CHANGE_PROTECTION",
    "VIR_MIGRATE_UNSAFE": "DomainMigrateFlags.UNSAFE",
    "VIR_MIGRATE_OFFLINE": "DomainMigrateFlags.OFFLINE",
    "VIR_MIGRATE_COMPRESSED": "DomainMigrateFlags.COMPRESSED",
    "VIR_MIGRATE_ABORT_ON_ERROR": "DomainMigrateFlags.ABORT_ON_ERROR",
    "VIR_MIGRATE_AUTO_CONVERGE": "DomainMigrateFlags.AUTO_CONVERGE",
    "VIR_MIGRATE_RDMA_PIN_ALL": "DomainMigrateFlags.RDMA_PIN_ALL",
    "VIR_MIGRATE_POSTCOPY": "DomainMigrateFlags.POSTCOPY",
    "VIR_MIGRATE_TLS": "DomainMigrateFlags.TLS",
    "VIR_MIGRATE_PARALLEL": "DomainMigrateFlags.PARALLEL",
    "VIR_MIGRATE_NON_SHARED_SYNCHRONOUS_WRITES": "DomainMigrateFlags.NON_SHARED_SYNCHRONOUS_WRITES",
    "VIR_MIGRATE_POSTCOPY_RESUME": "DomainMigrateFlags.POSTCOPY_RESUME",
    "VIR_MIGRATE_ZEROCOPY": "DomainMigrateFlags.ZEROCOPY",
    "virDomainMigrateMaxSpeedFlags": "DomainMigrateMaxSpeedFlags",
    "VIR_DOMAIN_MIGRATE_MAX_SPEED_POSTCOPY": "DomainMigrateMaxSpeedFlags.POSTCOPY",
    "virDomainModificationImpact": "DomainModificationImpact",
    "VIR_DOMAIN_AFFECT_CURRENT": "DomainModificationImpact.CURRENT",
    "VIR_DOMAIN_AFFECT_LIVE": "DomainModificationImpact.LIVE",
    "VIR_DOMAIN_AFFECT_CONFIG": "DomainModificationImpact.CONFIG",
    "virDomainNostateReason": "DomainNostateReason",
    "VIR_DOMAIN_NOSTATE_UNKNOWN": "DomainNostateReason.UNKNOWN",
    "virDomainNumatuneMemMode": "DomainNumatuneMemMode",
    "VIR_DOMAIN_NUMATUNE_MEM_STRICT": "DomainNumatuneMemMode.STRICT",
    "VIR_DOMAIN_NUMATUNE_MEM_PREFERRED": "DomainNumatuneMemMode.PREFERRED",
    "VIR_DOMAIN_NUMATUNE_MEM_INTERLEAVE": "DomainNumatuneMemMode.INTERLEAVE",
    "VIR_DOMAIN_NUMATUNE_MEM_RESTRICTIVE": "DomainNumatuneMemMode.RESTRICTIVE",
    "virDomainOpenGraphicsFlags": "DomainOpenGraphicsFlags",
    "VIR_DOMAIN_OPEN_GRAPHICS_SKIPAUTH": "DomainOpenGraphicsFlags.SKIPAUTH",
    "virDomainPMSuspendedDiskReason": "DomainPMSuspendedDiskReason",
    "VIR_DOMAIN_PMSUSPENDED_DISK_UNKNOWN": "DomainPMSuspendedDiskReason.UNKNOWN",
    "virDomainPMSuspendedReason": "DomainPMSuspendedReason",
    "VIR_DOMAIN_PMSUSPENDED_UNKNOWN": "DomainPMSuspendedReason.UNKNOWN",
    "virDomainPausedReason": "DomainPausedReason",
    "VIR_DOMAIN_PAUSED_UNKNOWN": "DomainPausedReason.UNKNOWN",
    "VIR_DOMAIN_PAUSED_USER": "DomainPausedReason.USER",
    "VIR_DOMAIN_PAUSED_MIGRATION": "DomainPausedReason.MIGRATION",
    "VIR_DOMAIN_PAUSED_SAVE": "DomainPausedReason.SAVE",
    "VIR_DOMAIN_PAUSED_DUMP": "DomainPausedReason.DUMP",
    "VIR_DOMAIN_PAUSED_IOERROR": "DomainPausedReason.IOERROR",
    "VIR_DOMAIN_PAUSED_WATCHDOG": "DomainPausedReason.WATCHDOG",
    "VIR_DOMAIN_PAUSED_FROM_SNAPSHOT": "DomainPausedReason.FROM_SNAPSHOT",
    "VIR_DOMAIN_PAUSED_SHUTTING_DOWN": "DomainPausedReason.SHUTTING_DOWN",
    "VIR_DOMAIN_PAUSED_SNAPSHOT": "DomainPausedReason.SNAPSHOT",
    "VIR_DOMAIN_PAUSED_CRASHED": "DomainPausedReason.CRASHED",
    "VIR_DOMAIN_PAUSED_STARTING_UP": "DomainPausedReason.STARTING_UP",
    "VIR_DOMAIN_PAUSED_POSTCOPY": "DomainPausedReason.POSTCOPY",
    "VIR_DOMAIN_PAUSED_POSTCOPY_FAILED": "DomainPausedReason.POSTCOPY_FAILED",
    "VIR_DOMAIN_PAUSED_API_ERROR": "DomainPausedReason.API_ERROR",
    "virDomainProcessSignal": "DomainProcessSignal",
    "VIR_DOMAIN_PROCESS_SIGNAL_NOP": "DomainProcessSignal.NOP",
    "VIR_DOMAIN_PROCESS_SIGNAL_HUP": "DomainProcessSignal.HUP",
    "VIR_DOMAIN_PROCESS_SIGNAL_INT": "DomainProcessSignal.INT",
    "VIR_DOMAIN_PROCESS_SIGNAL_QUIT": "DomainProcessSignal.QUIT",
    "VIR_DOMAIN_PROCESS_SIGNAL_ILL": "DomainProcessSignal.ILL",
    "VIR_DOMAIN_PROCESS_SIGNAL_TRAP": "DomainProcessSignal.TRAP",
    "VIR_DOMAIN_PROCESS_SIGNAL_ABRT": "DomainProcessSignal.ABRT",
    "VIR_DOMAIN_PROCESS_SIGNAL_BUS": "DomainProcessSignal.BUS",
    "VIR_DOMAIN_PROCESS_SIGNAL_FPE": "DomainProcessSignal.FPE",
    "VIR_DOMAIN_PROCESS_SIGNAL_KILL": "DomainProcessSignal.KILL",
    "VIR_DOMAIN_PROCESS_SIGNAL_USR1": "DomainProcessSignal.USR1",
    "VIR_DOMAIN_PROCESS_SIGNAL_SEGV": "DomainProcessSignal.SEGV",
    "VIR_DOMAIN_PROCESS_SIGNAL_USR2": "DomainProcessSignal.USR2",
    "VIR_DOMAIN_PROCESS_SIGNAL_PIPE": "DomainProcessSignal.PIPE",
    "VIR_DOMAIN_PROCESS_SIGNAL_ALRM": "DomainProcessSignal.ALRM",
    "VIR_DOMAIN_PROCESS_SIGNAL_TERM": "DomainProcessSignal.TERM",
    "VIR_DOMAIN_PROCESS_SIGNAL_STKFLT": "DomainProcessSignal.STKFLT",
    "VIR_DOMAIN_PROCESS_SIGNAL_CHLD": "DomainProcessSignal.CHLD",
    "VIR_DOMAIN_PROCESS_SIGNAL_CONT": "DomainProcessSignal.CONT",
    "VIR_DOMAIN_PROCESS_SIGNAL_STOP": "DomainProcessSignal.STOP",
    "VIR_DOMAIN_PROCESS_SIGNAL_TSTP": "DomainProcessSignal.TSTP",
    "VIR_DOMAIN_PROCESS_SIGNAL_TTIN": "DomainProcessSignal.TTIN",
    "VIR_DOMAIN_PROCESS_SIGNAL_TTOU": "DomainProcessSignal.TTOU",
    "VIR_DOMAIN_PROCESS_SIGNAL_URG": "DomainProcessSignal.URG",
    "VIR_DOMAIN_PROCESS_SIGNAL_XCPU": "DomainProcessSignal.XCPU",
    "VIR_DOMAIN_PROCESS_SIGNAL_XFSZ": "DomainProcessSignal.XFSZ",
    "VIR_DOMAIN_PROCESS_SIGNAL_VTALRM": "DomainProcessSignal.VTALRM",
    "VIR_DOMAIN_PROCESS_SIGNAL_PROF": "DomainProcessSignal.PROF",
    "VIR_DOMAIN_PROCESS_SIGNAL_WINCH": "DomainProcessSignal.WINCH",
    "VIR_DOMAIN_PROCESS_SIGNAL_POLL": "DomainProcessSignal.POLL",
    "VIR_DOMAIN_PROCESS_SIGNAL_PWR": "DomainProcessSignal.PWR",
    "VIR_DOMAIN_PROCESS_SIGNAL_SYS": "DomainProcessSignal.SYS",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT0": "DomainProcessSignal.RT0",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT1": "DomainProcessSignal.RT1",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT2": "DomainProcessSignal.RT2",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT3": "DomainProcessSignal.RT3",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT4": "DomainProcessSignal.RT4",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT5": "DomainProcessSignal.RT5",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT6": "DomainProcessSignal.RT6",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT7": "DomainProcessSignal.RT7",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT8": "DomainProcessSignal.RT8",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT9": "DomainProcessSignal.RT9",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT10": "DomainProcessSignal.RT10",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT11": "DomainProcessSignal.RT11",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT12": "DomainProcessSignal.RT12",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT13": "DomainProcessSignal.RT13",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT14": "DomainProcessSignal.RT14",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT15": "DomainProcessSignal.RT15",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT16": "DomainProcessSignal.RT16",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT17": "DomainProcessSignal.RT17",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT18": "DomainProcessSignal.RT18",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT19": "DomainProcessSignal.RT19",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT20": "DomainProcessSignal.RT20",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT21": "DomainProcessSignal.RT21",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT22": "DomainProcessSignal.RT22",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT23": "DomainProcessSignal.RT23",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT24": "DomainProcessSignal.RT24",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT25": "DomainProcessSignal.RT25",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT26": "DomainProcessSignal.RT26",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT27": "DomainProcessSignal.RT27",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT28": "DomainProcessSignal.RT28",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT29": "DomainProcessSignal.RT29",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT30": "DomainProcessSignal.RT30",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT31": "DomainProcessSignal.RT31",
    "VIR_DOMAIN_PROCESS_SIGNAL_RT32": "DomainProcessSignal.RT32",
    "virDomainQemuAgentCommandTimeoutValues": "DomainQemuAgentCommandTimeoutValues",
    "VIR_DOMAIN_QEMU_AGENT_COMMAND_BLOCK": "DomainQemuAgentCommandTimeoutValues.BLOCK",
    "VIR_DOMAIN_QEMU_AGENT_COMMAND_MIN": "DomainQemuAgentCommandTimeoutValues.MIN",
    "VIR_DOMAIN_QEMU_AGENT_COMMAND_DEFAULT": "DomainQemuAgentCommandTimeoutValues.DEFAULT",
    "VIR_DOMAIN_QEMU_AGENT_COMMAND_NOWAIT": "DomainQemuAgentCommandTimeoutValues.NOWAIT",
    "VIR_DOMAIN_QEMU_AGENT_COMMAND_SHUTDOWN": "DomainQemuAgentCommandTimeoutValues.SHUTDOWN",
    "virDomainQemuMonitorCommandFlags": "DomainQemuMonitorCommandFlags",
    "VIR_DOMAIN_QEMU_MONITOR_COMMAND_DEFAULT": "DomainQemuMonitorCommandFlags.DEFAULT",
    "VIR_DOMAIN_QEMU_MONITOR_COMMAND_HMP": "DomainQemuMonitorCommandFlags.HMP",
    "virDomainRebootFlagValues": "DomainRebootFlagValues",
    "VIR_DOMAIN_REBOOT_DEFAULT": "DomainRebootFlagValues.DEFAULT",
    "VIR_DOMAIN_REBOOT_ACPI_POWER_BTN": "DomainRebootFlagValues.ACPI_POWER_BTN",
    "VIR_DOMAIN_REBOOT_GUEST_AGENT": "DomainRebootFlagValues.GUEST_AGENT",
    "VIR_DOMAIN_REBOOT_INITCTL": "DomainRebootFlagValues.INITCTL",
    "VIR_DOMAIN_REBOOT_SIGNAL": "DomainRebootFlagValues.SIGNAL",
    "VIR_DOMAIN_REBOOT_PARAVIRT": "DomainRebootFlagValues.PARAVIRT",
    "virDomainRunningReason": "DomainRunningReason",
    "VIR_DOMAIN_RUNNING_UNKNOWN": "DomainRunningReason.UNKNOWN",
    "VIR_DOMAIN_RUNNING_BOOTED": "DomainRunningReason.BOOTED",
    "VIR_DOMAIN_RUNNING_MIGRATED": "DomainRunningReason.MIGRATED",
    "VIR_DOMAIN_RUNNING_RESTORED": "DomainRunningReason.RESTORED",
    "VIR_DOMAIN_RUNNING_FROM_SNAPSHOT": "DomainRunningReason.FROM_SNAPSHOT",
    "VIR_DOMAIN_RUNNING_UNPAUSED": "DomainRunningReason.UNPAUSED",
    "VIR_DOMAIN_RUNNING_MIGRATION_CANCELED": "DomainRunningReason.MIGRATION_CANCELED",
    "VIR_DOMAIN_RUNNING_SAVE_CANCELED": "DomainRunningReason.SAVE_CANCELED",
    "VIR_DOMAIN_RUNNING_WAKEUP": "DomainRunningReason.WAKEUP",
    "VIR_DOMAIN_RUNNING_CRASHED": "DomainRunningReason.CRASHED",
    "VIR_DOMAIN_RUNNING_POSTCOPY": "DomainRunningReason.POSTCOPY",
    "VIR_DOMAIN_RUNNING_POSTCOPY_FAILED": "DomainRunningReason.POSTCOPY_FAILED",
    "virDomainSaveImageXMLFlags": "DomainSaveImageXMLFlags",
    "VIR_DOMAIN_SAVE_IMAGE_XML_SECURE": "DomainSaveImageXMLFlags.SECURE",
    "virDomainSaveRestoreFlags": "DomainSaveRestoreFlags",
    "VIR_DOMAIN_SAVE_BYPASS_CACHE": "DomainSaveRestoreFlags.BYPASS_CACHE",
    "VIR_DOMAIN_SAVE_RUNNING": "DomainSaveRestoreFlags.RUNNING",
    "VIR_DOMAIN_SAVE_PAUSED": "DomainSaveRestoreFlags.PAUSED",
    "VIR_DOMAIN_SAVE_RESET_NVRAM": "DomainSaveRestoreFlags.RESET_NVRAM",
    "virDomainSetTimeFlags": "DomainSetTimeFlags",
    "VIR_DOMAIN_TIME_SYNC": "DomainSetTimeFlags.TIME_SYNC",
    "virDomainSetUserPasswordFlags": "DomainSetUserPasswordFlags",
    "VIR_DOMAIN_PASSWORD_ENCRYPTED": "DomainSetUserPasswordFlags.PASSWORD_ENCRYPTED",
    "virDomainShutdownFlagValues": "DomainShutdownFlagValues",
    "VIR_DOMAIN_SHUTDOWN_DEFAULT": "DomainShutdownFlagValues.DEFAULT",
    "VIR_DOMAIN_SHUTDOWN_ACPI_POWER_BTN": "DomainShutdownFlagValues.ACPI_POWER_BTN",
    "VIR_DOMAIN_SHUTDOWN_GUEST_AGENT": "DomainShutdownFlagValues.GUEST_AGENT",
    "VIR_DOMAIN_SHUTDOWN_INITCTL": "DomainShutdownFlagValues.INITCTL",
    "VIR_DOMAIN_SHUTDOWN_SIGNAL": "DomainShutdownFlagValues.SIGNAL",
    "VIR_DOMAIN_SHUTDOWN_PARAVIRT": "DomainShutdownFlagValues.PARAVIRT",
    "virDomainShutdownReason": "DomainShutdownReason",
    "VIR_DOMAIN_SHUTDOWN_UNKNOWN": "DomainShutdownReason.UNKNOWN",
    "VIR_DOMAIN_SHUTDOWN_USER": "DomainShutdownReason.USER",
    "virDomainShutoffReason": "DomainShutoffReason",
    "VIR_DOMAIN_SHUTOFF_UNKNOWN": "DomainShutoffReason.UNKNOWN",
    "VIR_DOMAIN_SHUTOFF_SHUTDOWN": "DomainShutoffReason.SHUTDOWN",
    "VIR_DOMAIN_SHUTOFF_DESTROYED": "DomainShutoffReason.DESTROYED",
    "VIR_DOMAIN_SHUTOFF_CRASHED": "DomainShutoffReason.CRASHED",
    "VIR_DOMAIN_SHUTOFF_MIGRATED": "DomainShutoffReason.MIGRATED",
    "VIR_DOMAIN_SHUTOFF_SAVED": "DomainShutoffReason.SAVED",
    "VIR_DOMAIN_SHUTOFF_FAILED": "DomainShutoffReason.FAILED",
    "VIR_DOMAIN_SHUTOFF_FROM_SNAPSHOT": "DomainShutoffReason.FROM_SNAPSHOT",
    "VIR_DOMAIN_SHUTOFF_DAEMON": "DomainShutoffReason.DAEMON",
    "virDomainSnapshotCreateFlags": "DomainSnapshotCreateFlags",
    "VIR_DOMAIN_SNAPSHOT_CREATE_REDEFINE": "DomainSnapshotCreateFlags.REDEFINE",
    "VIR_DOMAIN_SNAPSHOT_CREATE_CURRENT": "DomainSnapshotCreateFlags.CURRENT",
    "VIR_DOMAIN_SNAPSHOT_CREATE_NO_METADATA": "DomainSnapshotCreateFlags.NO_METADATA",
    "VIR_DOMAIN_SNAPSHOT_CREATE_HALT": "DomainSnapshotCreateFlags.HALT",
    "VIR_DOMAIN_SNAPSHOT_CREATE_DISK_ONLY": "DomainSnapshotCreateFlags.DISK_ONLY",
    "VIR_DOMAIN_SNAPSHOT_CREATE_REUSE_EXT": "DomainSnapshotCreateFlags.REUSE_EXT",
    "VIR_DOMAIN_SNAPSHOT_CREATE_QUIESCE": "DomainSnapshotCreateFlags.QUIESCE",
    "VIR_DOMAIN_SNAPSHOT_CREATE_ATOMIC": "DomainSnapshotCreateFlags.ATOMIC",
    "VIR_DOMAIN_SNAPSHOT_CREATE_LIVE": "DomainSnapshotCreateFlags.LIVE",
    "VIR_DOMAIN_SNAPSHOT_CREATE_VALIDATE": "DomainSnapshotCreateFlags.VALIDATE",
    "virDomainSnapshotDeleteFlags": "DomainSnapshotDeleteFlags",
    "VIR_DOMAIN_SNAPSHOT_DELETE_CHILDREN": "DomainSnapshotDeleteFlags.CHILDREN",
    "VIR_DOMAIN_SNAPSHOT_DELETE_METADATA_ONLY": "DomainSnapshotDeleteFlags.METADATA_ONLY",
    "VIR_DOMAIN_SNAPSHOT_DELETE_CHILDREN_ONLY": "DomainSnapshotDeleteFlags.CHILDREN_ONLY",
    "virDomainSnapshotListFlags": "DomainSnapshotListFlags",
    "VIR_DOMAIN_SNAPSHOT_LIST_DESCENDANTS": "DomainSnapshotListFlags.DESCENDANTS",
    "VIR_DOMAIN_SNAPSHOT_LIST_ROOTS": "DomainSnapshotListFlags.ROOTS",
    "VIR_DOMAIN_SNAPSHOT_LIST_METADATA": "DomainSnapshotListFlags.METADATA",
    "VIR_DOMAIN_SNAPSHOT_LIST_LEAVES": "DomainSnapshotListFlags.LEAVES",
    "VIR_DOMAIN_SNAPSHOT_LIST_NO_LEAVES": "DomainSnapshotListFlags.NO_LEAVES",
    "VIR_DOMAIN_SNAPSHOT_LIST_NO_METADATA": "DomainSnapshotListFlags.NO_METADATA",
    "VIR_DOMAIN_SNAPSHOT_LIST_INACTIVE": "DomainSnapshotListFlags.INACTIVE",
    "VIR_DOMAIN_SNAPSHOT_LIST_ACTIVE": "DomainSnapshotListFlags.ACTIVE",
    "VIR_DOMAIN_SNAPSHOT_LIST_DISK_ONLY": "DomainSnapshotListFlags.DISK_ONLY",
    "VIR_DOMAIN_SNAPSHOT_LIST_INTERNAL": "DomainSnapshotListFlags.INTERNAL",
    "VIR_DOMAIN_SNAPSHOT_LIST_EXTERNAL": "DomainSnapshotListFlags.EXTERNAL",
    "VIR_DOMAIN_SNAPSHOT_LIST_TOPOLOGICAL": "DomainSnapshotListFlags.TOPOLOGICAL",
    "virDomainSnapshotRevertFlags": "DomainSnapshotRevertFlags",
    "VIR_DOMAIN_SNAPSHOT_REVERT_RUNNING": "DomainSnapshotRevertFlags.RUNNING",
    "VIR_DOMAIN_SNAPSHOT_REVERT_PAUSED": "DomainSnapshotRevertFlags.PAUSED",
    "VIR_DOMAIN_SNAPSHOT_REVERT_FORCE": "DomainSnapshotRevertFlags.FORCE",
    "VIR_DOMAIN_SNAPSHOT_REVERT_RESET_NVRAM": "DomainSnapshotRevertFlags.RESET_NVRAM",
    "virDomainSnapshotXMLFlags": "DomainSnapshotXMLFlags",
    "VIR_DOMAIN_SNAPSHOT_XML_SECURE": "DomainSnapshotXMLFlags.SECURE",
    "virDomainState": "DomainState",
    "VIR_DOMAIN_NOSTATE": "DomainState.NOSTATE",
    "VIR_DOMAIN_RUNNING": "DomainState.RUNNING",
    "VIR_DOMAIN_BLOCKED": "DomainState.BLOCKED",
    "VIR_DOMAIN_PAUSED": "DomainState.PAUSED",
    "VIR_DOMAIN_SHUTDOWN": "DomainState.SHUTDOWN",
    "VIR_DOMAIN_SHUTOFF": "DomainState.SHUTOFF",
    "VIR_DOMAIN_CRASHED": "DomainState.CRASHED",
    "VIR_DOMAIN_PMSUSPENDED": "DomainState.PMSUSPENDED",
    "virDomainStatsTypes": "DomainStatsTypes",
    "VIR_DOMAIN_STATS_STATE": "DomainStatsTypes.STATE",
    "VIR_DOMAIN_STATS_CPU_TOTAL": "DomainStatsTypes.CPU_TOTAL",
    "VIR_DOMAIN_STATS_BALLOON": "DomainStatsTypes.BALLOON",
    "VIR_DOMAIN_STATS_VCPU": "DomainStatsTypes.VCPU",
    "VIR_DOMAIN_STATS_INTERFACE": "DomainStatsTypes.INTERFACE",
    "VIR_DOMAIN_STATS_BLOCK": "DomainStatsTypes.BLOCK",
    "VIR_DOMAIN_STATS_PERF": "DomainStatsTypes.PERF",
    "VIR_DOMAIN_STATS_IOTHREAD": "DomainStatsTypes.IOTHREAD",
    "VIR_DOMAIN_STATS_MEMORY": "DomainStatsTypes.MEMORY",
    "VIR_DOMAIN_STATS_DIRTYRATE": "DomainStatsTypes.DIRTYRATE",
    "VIR_DOMAIN_STATS_VM": "DomainStatsTypes.VM",
    "virDomainUndefineFlagsValues": "DomainUndefineFlagsValues",
    "VIR_DOMAIN_UNDEFINE_MANAGED_SAVE": "DomainUndefineFlagsValues.MANAGED_SAVE",
    "VIR_DOMAIN_UNDEFINE_SNAPSHOTS_METADATA": "DomainUndefineFlagsValues.SNAPSHOTS_METADATA",
    "VIR_DOMAIN_UNDEFINE_NVRAM": "DomainUndefineFlagsValues.NVRAM",
    "VIR_DOMAIN_UNDEFINE_KEEP_NVRAM": "DomainUndefineFlagsValues.KEEP_NVRAM",
    "VIR_DOMAIN_UNDEFINE_CHECKPOINTS_METADATA": "DomainUndefineFlagsValues.CHECKPOINTS_METADATA",
    "VIR_DOMAIN_UNDEFINE_TPM": "DomainUndefineFlagsValues.TPM",
    "VIR_DOMAIN_UNDEFINE_KEEP_TPM": "DomainUndefineFlagsValues.KEEP_TPM",
    "virDomainVcpuFlags": "DomainVcpuFlags",
    "VIR_DOMAIN_VCPU_CURRENT": "DomainVcpuFlags.CURRENT",
    "VIR_DOMAIN_VCPU_LIVE": "DomainVcpuFlags.LIVE",
    "VIR_DOMAIN_VCPU_CONFIG": "DomainVcpuFlags.CONFIG",
    "VIR_DOMAIN_VCPU_MAXIMUM": "DomainVcpuFlags.MAXIMUM",
    "VIR_DOMAIN_VCPU_GUEST": "DomainVcpuFlags.GUEST",
    "VIR_DOMAIN_VCPU_HOTPLUGGABLE": "DomainVcpuFlags.HOTPLUGGABLE",
    "virDomainXMLFlags": "DomainXMLFlags",
    "VIR_DOMAIN_XML_SECURE": "DomainXMLFlags.SECURE",
    "VIR_DOMAIN_XML_INACTIVE": "DomainXMLFlags.INACTIVE",
    "VIR_DOMAIN_XML_UPDATE_CPU": "DomainXMLFlags.UPDATE_CPU",
    "VIR_DOMAIN_XML_MIGRATABLE": "DomainXMLFlags.MIGRATABLE",
    "virEventHandleType": "EventHandleType",
    "VIR_EVENT_HANDLE_READABLE": "EventHandleType.READABLE",
    "VIR_EVENT_HANDLE_WRITABLE": "EventHandleType.WRITABLE",
    "VIR_EVENT_HANDLE_ERROR": "EventHandleType.ERROR",
    "VIR_EVENT_HANDLE_HANGUP": "EventHandleType.HANGUP",
    "virIPAddrType": "IPAddrType",
    "VIR_IP_ADDR_TYPE_IPV4": "IPAddrType.IPV4",
    "VIR_IP_ADDR_TYPE_IPV6": "IPAddrType.IPV6",
    "virInterfaceDefineFlags": "InterfaceDefineFlags",
    "VIR_INTERFACE_DEFINE_VALIDATE": "InterfaceDefineFlags.VALIDATE",
    "virInterfaceXMLFlags": "InterfaceXMLFlags",
    "VIR_INTERFACE_XML_INACTIVE": "InterfaceXMLFlags.INACTIVE",
    "virKeycodeSet": "KeycodeSet",
    "VIR_KEYCODE_SET_LINUX": "KeycodeSet.LINUX",
    "VIR_KEYCODE_SET_XT": "KeycodeSet.XT",
    "VIR_KEYCODE_SET_ATSET1": "KeycodeSet.ATSET1",
    "VIR_KEYCODE_SET_ATSET2": "KeycodeSet.ATSET2",
    "VIR_KEYCODE_SET_ATSET3": "KeycodeSet.ATSET3",
    "VIR_KEYCODE_SET_OSX": "KeycodeSet.OSX",
    "VIR_KEYCODE_SET_XT_KBD": "KeycodeSet.XT_KBD",
    "VIR_KEYCODE_SET_USB": "KeycodeSet.USB",
    "VIR_KEYCODE_SET_WIN32": "KeycodeSet.WIN32",
    "VIR_KEYCODE_SET_QNUM": "KeycodeSet.QNUM",
    "virMemoryParameterType": "MemoryParameterType",
    "VIR_DOMAIN_MEMORY_PARAM_INT": "MemoryParameterType.INT",
    "VIR_DOMAIN_MEMORY_PARAM_UINT": "MemoryParameterType.UINT",
    "VIR_DOMAIN_MEMORY_PARAM_LLONG": "MemoryParameterType.LLONG",
    "VIR_DOMAIN_MEMORY_PARAM_ULLONG": "MemoryParameterType.ULLONG",
    "VIR_DOMAIN_MEMORY_PARAM_DOUBLE": "MemoryParameterType.DOUBLE",
    "VIR_DOMAIN_MEMORY_PARAM_BOOLEAN": "MemoryParameterType.BOOLEAN",
    "virNWFilterBindingCreateFlags": "NWFilterBindingCreateFlags",
    "VIR_NWFILTER_BINDING_CREATE_VALIDATE": "NWFilterBindingCreateFlags.VALIDATE",
    "virNWFilterDefineFlags": "NWFilterDefineFlags",
    "VIR_NWFILTER_DEFINE_VALIDATE": "NWFilterDefineFlags.VALIDATE",
    "virNetworkCreateFlags": "NetworkCreateFlags",
    "VIR_NETWORK_CREATE_VALIDATE": "NetworkCreateFlags.VALIDATE",
    "virNetworkDefineFlags": "NetworkDefineFlags",
    "VIR_NETWORK_DEFINE_VALIDATE": "NetworkDefineFlags.VALIDATE",
    "virNetworkEventID": "NetworkEventID",
    "VIR_NETWORK_EVENT_ID_LIFECYCLE": "NetworkEventID.LIFECYCLE",
    "VIR_NETWORK_EVENT_ID_METADATA_CHANGE": "NetworkEventID.METADATA_CHANGE",
    "virNetworkEventLifecycleType": "NetworkEventLifecycleType",
    "VIR_NETWORK_EVENT_DEFINED": "NetworkEventLifecycleType.DEFINED",
    "VIR_NETWORK_EVENT_UNDEFINED": "NetworkEventLifecycleType.UNDEFINED",
    "VIR_NETWORK_EVENT_STARTED": "NetworkEventLifecycleType.STARTED",
    "VIR_NETWORK_EVENT_STOPPED": "NetworkEventLifecycleType.STOPPED",
    "virNetworkMetadataType": "NetworkMetadataType",
    "VIR_NETWORK_METADATA_DESCRIPTION": "NetworkMetadataType.DESCRIPTION",
    "VIR_NETWORK_METADATA_TITLE": "NetworkMetadataType.TITLE",
    "VIR_NETWORK_METADATA_ELEMENT": "NetworkMetadataType.ELEMENT",
    "virNetworkPortCreateFlags": "NetworkPortCreateFlags",
    "VIR_NETWORK_PORT_CREATE_RECLAIM": "NetworkPortCreateFlags.RECLAIM",
    "VIR_NETWORK_PORT_CREATE_VALIDATE": "NetworkPortCreateFlags.VALIDATE",
    "virNetworkUpdateCommand": "NetworkUpdateCommand",
    "VIR_NETWORK_UPDATE_COMMAND_NONE": "NetworkUpdateCommand.NONE",
    "VIR_NETWORK_UPDATE_COMMAND_MODIFY": "NetworkUpdateCommand.MODIFY",
    "VIR_NETWORK_UPDATE_COMMAND_DELETE": "NetworkUpdateCommand.DELETE",
    "VIR_NETWORK_UPDATE_COMMAND_ADD_LAST": "NetworkUpdateCommand.ADD_LAST",
    "VIR_NETWORK_UPDATE_COMMAND_ADD_FIRST": "NetworkUpdateCommand.ADD_FIRST",
    "virNetworkUpdateFlags": "NetworkUpdateFlags",
    "VIR_NETWORK_UPDATE_AFFECT_CURRENT": "NetworkUpdateFlags.CURRENT",
    "VIR_NETWORK_UPDATE_AFFECT_LIVE": "NetworkUpdateFlags.LIVE",
    "VIR_NETWORK_UPDATE_AFFECT_CONFIG": "NetworkUpdateFlags.CONFIG",
    "virNetworkUpdateSection": "NetworkUpdateSection",
    "VIR_NETWORK_SECTION_NONE": "NetworkUpdateSection.NONE",
    "VIR_NETWORK_SECTION_BRIDGE": "NetworkUpdateSection.BRIDGE",
    "VIR_NETWORK_SECTION_DOMAIN": "NetworkUpdateSection.DOMAIN",
    "VIR_NETWORK_SECTION_IP": "NetworkUpdateSection.IP",
    "VIR_NETWORK_SECTION_IP_DHCP_HOST": "NetworkUpdateSection.IP_DHCP_HOST",
    "VIR_NETWORK_SECTION_IP_DHCP_RANGE": "NetworkUpdateSection.IP_DHCP_RANGE",
    "VIR_NETWORK_SECTION_FORWARD": "NetworkUpdateSection.FORWARD",
    "VIR_NETWORK_SECTION_FORWARD_INTERFACE": "NetworkUpdateSection.FORWARD_INTERFACE",
    "VIR_NETWORK_SECTION_FORWARD_PF": "NetworkUpdateSection.FORWARD_PF",
    "VIR_NETWORK_SECTION_PORTGROUP": "NetworkUpdateSection.PORTGROUP",
    "VIR_NETWORK_SECTION_DNS_HOST": "NetworkUpdateSection.DNS_HOST",
    "VIR_NETWORK_SECTION_DNS_TXT": "NetworkUpdateSection.DNS_TXT",
    "VIR_NETWORK_SECTION_DNS_SRV": "NetworkUpdateSection.DNS_SRV",
    "virNetworkXMLFlags": "NetworkXMLFlags",
    "VIR_NETWORK_XML_INACTIVE": "NetworkXMLFlags.INACTIVE",
    "virNodeAllocPagesFlags": "NodeAllocPagesFlags",
    "VIR_NODE_ALLOC_PAGES_ADD": "NodeAllocPagesFlags.ADD",
    "VIR_NODE_ALLOC_PAGES_SET": "NodeAllocPagesFlags.SET",
    "virNodeDeviceCreateXMLFlags": "NodeDeviceCreateXMLFlags",
    "VIR_NODE_DEVICE_CREATE_XML_VALIDATE": "NodeDeviceCreateXMLFlags.VALIDATE",
    "virNodeDeviceDefineXMLFlags": "NodeDeviceDefineXMLFlags",
    "VIR_NODE_DEVICE_DEFINE_XML_VALIDATE": "NodeDeviceDefineXMLFlags.VALIDATE",
    "virNodeDeviceEventID": "NodeDeviceEventID",
    "VIR_NODE_DEVICE_EVENT_ID_LIFECYCLE": "NodeDeviceEventID.LIFECYCLE",
    "VIR_NODE_DEVICE_EVENT_ID_UPDATE": "NodeDeviceEventID.UPDATE",
    "virNodeDeviceEventLifecycleType": "NodeDeviceEventLifecycleType",
    "VIR_NODE_DEVICE_EVENT_CREATED": "NodeDeviceEventLifecycleType.CREATED",
    "VIR_NODE_DEVICE_EVENT_DELETED": "NodeDeviceEventLifecycleType.DELETED",
    "VIR_NODE_DEVICE_EVENT_DEFINED": "NodeDeviceEventLifecycleType.DEFINED",
    "VIR_NODE_DEVICE_EVENT_UNDEFINED": "NodeDeviceEventLifecycleType.UNDEFINED",
    "virNodeDeviceUpdateFlags": "NodeDeviceUpdateFlags",
    "VIR_NODE_DEVICE_UPDATE_AFFECT_CURRENT": "NodeDeviceUpdateFlags.CURRENT",
    "VIR_NODE_DEVICE_UPDATE_AFFECT_LIVE": "NodeDeviceUpdateFlags.LIVE",
    "VIR_NODE_DEVICE_UPDATE_AFFECT_CONFIG": "NodeDeviceUpdateFlags.CONFIG",
    "virNodeDeviceXMLFlags": "NodeDeviceXMLFlags",
    "VIR_NODE_DEVICE_XML_INACTIVE": "NodeDeviceXMLFlags.INACTIVE",
    "virNodeGetCPUStatsAllCPUs": "NodeGetCPUStatsAllCPUs",
    "VIR_NODE_CPU_STATS_ALL_CPUS": "NodeGetCPUStatsAllCPUs.CPU_STATS_ALL_CPUS",
    "virNodeGetMemoryStatsAllCells": "NodeGetMemoryStatsAllCells",
    "VIR_NODE_MEMORY_STATS_ALL_CELLS": "NodeGetMemoryStatsAllCells.MEMORY_STATS_ALL_CELLS",
    "virNodeSuspendTarget": "NodeSuspendTarget",
    "VIR_NODE_SUSPEND_TARGET_MEM": "NodeSuspendTarget.MEM",
    "VIR_NODE_SUSPEND_TARGET_DISK": "NodeSuspendTarget.DISK",
    "VIR_NODE_SUSPEND_TARGET_HYBRID": "NodeSuspendTarget.HYBRID",
    "virSchedParameterType": "SchedParameterType",
    "VIR_DOMAIN_SCHED_FIELD_INT": "SchedParameterType.INT",
    "VIR_DOMAIN_SCHED_FIELD_UINT": "SchedParameterType.UINT",
    "VIR_DOMAIN_SCHED_FIELD_LLONG": "SchedParameterType.LLONG",
    "VIR_DOMAIN_SCHED_FIELD_ULLONG": "SchedParameterType.ULLONG",
    "VIR_DOMAIN_SCHED_FIELD_DOUBLE": "SchedParameterType.DOUBLE",
    "VIR_DOMAIN_SCHED_FIELD_BOOLEAN": "SchedParameterType.BOOLEAN",
    "virSecretDefineFlags": "SecretDefineFlags",
    "VIR_SECRET_DEFINE_VALIDATE": "SecretDefineFlags.VALIDATE",
    "virSecretEventID": "SecretEventID",
    "VIR_SECRET_EVENT_ID_LIFECYCLE": "SecretEventID.LIFECYCLE",
    "VIR_SECRET_EVENT_ID_VALUE_CHANGED": "SecretEventID.VALUE_CHANGED",
    "virSecretEventLifecycleType": "SecretEventLifecycleType",
    "VIR_SECRET_EVENT_DEFINED": "SecretEventLifecycleType.DEFINED",
    "VIR_SECRET_EVENT_UNDEFINED": "SecretEventLifecycleType.UNDEFINED",
    "virSecretUsageType": "SecretUsageType",
    "VIR_SECRET_USAGE_TYPE_NONE": "SecretUsageType.NONE",
    "VIR_SECRET_USAGE_TYPE_VOLUME": "SecretUsageType.VOLUME",
    "VIR_SECRET_USAGE_TYPE_CEPH": "SecretUsageType.CEPH",
    "VIR_SECRET_USAGE_TYPE_ISCSI": "SecretUsageType.ISCSI",
    "VIR_SECRET_USAGE_TYPE_TLS": "SecretUsageType.TLS",
    "VIR_SECRET_USAGE_TYPE_VTPM": "SecretUsageType.VTPM",
    "virStoragePoolBuildFlags": "StoragePoolBuildFlags",
    "VIR_STORAGE_POOL_BUILD_NEW": "StoragePoolBuildFlags.NEW",
    "VIR_STORAGE_POOL_BUILD_REPAIR": "StoragePoolBuildFlags.REPAIR",
    "VIR_STORAGE_POOL_BUILD_RESIZE": "StoragePoolBuildFlags.RESIZE",
    "VIR_STORAGE_POOL_BUILD_NO_OVERWRITE": "StoragePoolBuildFlags.NO_OVERWRITE",
    "VIR_STORAGE_POOL_BUILD_OVERWRITE": "StoragePoolBuildFlags.OVERWRITE",
    "virStoragePoolCreateFlags": "StoragePoolCreateFlags",
    "VIR_STORAGE_POOL_CREATE_NORMAL": "StoragePoolCreateFlags.NORMAL",
    "VIR_STORAGE_POOL_CREATE_WITH_BUILD": "StoragePoolCreateFlags.WITH_BUILD",
    "VIR_STORAGE_POOL_CREATE_WITH_BUILD_OVERWRITE": "StoragePoolCreateFlags.WITH_BUILD_OVERWRITE",
    "VIR_STORAGE_POOL_CREATE_WITH_BUILD_NO_OVERWRITE": "StoragePoolCreateFlags.WITH_BUILD_NO_OVERWRITE",
    "virStoragePoolDefineFlags": "StoragePoolDefineFlags",
    "VIR_STORAGE_POOL_DEFINE_VALIDATE": "StoragePoolDefineFlags.VALIDATE",
    "virStoragePoolDeleteFlags": "StoragePoolDeleteFlags",
    "VIR_STORAGE_POOL_DELETE_NORMAL": "StoragePoolDeleteFlags.NORMAL",
    "VIR_STORAGE_POOL_DELETE_ZEROED": "StoragePoolDeleteFlags.ZEROED",
    "virStoragePoolEventID": "StoragePoolEventID",
    "VIR_STORAGE_POOL_EVENT_ID_LIFECYCLE": "StoragePoolEventID.LIFECYCLE",
    "VIR_STORAGE_POOL_EVENT_ID_REFRESH": "StoragePoolEventID.REFRESH",
    "virStoragePoolEventLifecycleType": "StoragePoolEventLifecycleType",
    "VIR_STORAGE_POOL_EVENT_DEFINED": "StoragePoolEventLifecycleType.DEFINED",
    "VIR_STORAGE_POOL_EVENT_UNDEFINED": "StoragePoolEventLifecycleType.UNDEFINED",
    "VIR_STORAGE_POOL_EVENT_STARTED": "StoragePoolEventLifecycleType.STARTED",
    "VIR_STORAGE_POOL_EVENT_STOPPED": "StoragePoolEventLifecycleType.STOPPED",
    "VIR_STORAGE_POOL_EVENT_CREATED": "StoragePoolEventLifecycleType.CREATED",
    "VIR_STORAGE_POOL_EVENT_DELETED": "StoragePoolEventLifecycleType.DELETED",
    "virStoragePoolState": "StoragePoolState",
    "VIR_STORAGE_POOL_INACTIVE": "StoragePoolState.INACTIVE",
    "VIR_STORAGE_POOL_BUILDING": "StoragePoolState.BUILDING",
    "VIR_STORAGE_POOL_RUNNING": "StoragePoolState.RUNNING",
    "VIR_STORAGE_POOL_DEGRADED": "StoragePoolState.DEGRADED",
    "VIR_STORAGE_POOL_INACCESSIBLE": "StoragePoolState.INACCESSIBLE",
    "virStorageVolCreateFlags": "StorageVolCreateFlags",
    "VIR_STORAGE_VOL_CREATE_PREALLOC_METADATA": "StorageVolCreateFlags.PREALLOC_METADATA",
    "VIR_STORAGE_VOL_CREATE_REFLINK": "StorageVolCreateFlags.REFLINK",
    "VIR_STORAGE_VOL_CREATE_VALIDATE": "StorageVolCreateFlags.VALIDATE",
    "virStorageVolDeleteFlags": "StorageVolDeleteFlags",
    "VIR_STORAGE_VOL_DELETE_NORMAL": "StorageVolDeleteFlags.NORMAL",
    "VIR_STORAGE_VOL_DELETE_ZEROED": "StorageVolDeleteFlags.ZEROED",
    "VIR_STORAGE_VOL_DELETE_WITH_SNAPSHOTS": "StorageVolDeleteFlags.WITH_SNAPSHOTS",
    "virStorageVolDownloadFlags": "StorageVolDownloadFlags",
    "VIR_STORAGE_VOL_DOWNLOAD_SPARSE_STREAM": "StorageVolDownloadFlags.SPARSE_STREAM",
    "virStorageVolInfoFlags": "StorageVolInfoFlags",
    "VIR_STORAGE_VOL_USE_ALLOCATION": "StorageVolInfoFlags.USE_ALLOCATION",
    "VIR_STORAGE_VOL_GET_PHYSICAL": "StorageVolInfoFlags.GET_PHYSICAL",
    "virStorageVolResizeFlags": "StorageVolResizeFlags",
    "VIR_STORAGE_VOL_RESIZE_ALLOCATE": "StorageVolResizeFlags.ALLOCATE",
    "VIR_STORAGE_VOL_RESIZE_DELTA": "StorageVolResizeFlags.DELTA",
    "VIR_STORAGE_VOL_RESIZE_SHRINK": "StorageVolResizeFlags.SHRINK",
    "virStorageVolType": "StorageVolType",
    "VIR_STORAGE_VOL_FILE": "StorageVolType.FILE",
    "VIR_STORAGE_VOL_BLOCK": "StorageVolType.BLOCK",
    "VIR_STORAGE_VOL_DIR": "StorageVolType.DIR",
    "VIR_STORAGE_VOL_NETWORK": "StorageVolType.NETWORK",
    "VIR_STORAGE_VOL_NETDIR": "StorageVolType.NETDIR",
    "VIR_STORAGE_VOL_PLOOP": "StorageVolType.PLOOP",
    "virStorageVolUploadFlags": "StorageVolUploadFlags",
    "VIR_STORAGE_VOL_UPLOAD_SPARSE_STREAM": "StorageVolUploadFlags.SPARSE_STREAM",
    "virStorageVolWipeAlgorithm": "StorageVolWipeAlgorithm",
    "VIR_STORAGE_VOL_WIPE_ALG_ZERO": "StorageVolWipeAlgorithm.ZERO",
    "VIR_STORAGE_VOL_WIPE_ALG_NNSA": "StorageVolWipeAlgorithm.NNSA",
    "VIR_STORAGE_VOL_WIPE_ALG_DOD": "StorageVolWipeAlgorithm.DOD",
    "VIR_STORAGE_VOL_WIPE_ALG_BSI": "StorageVolWipeAlgorithm.BSI",
    "VIR_STORAGE_VOL_WIPE_ALG_GUTMANN": "StorageVolWipeAlgorithm.GUTMANN",
    "VIR_STORAGE_VOL_WIPE_ALG_SCHNEIER": "StorageVolWipeAlgorithm.SCHNEIER",
    "VIR_STORAGE_VOL_WIPE_ALG_PFITZNER7": "StorageVolWipeAlgorithm.PFITZNER7",
    "VIR_STORAGE_VOL_WIPE_ALG_PFITZNER33": "StorageVolWipeAlgorithm.PFITZNER33",
    "VIR_STORAGE_VOL_WIPE_ALG_RANDOM": "StorageVolWipeAlgorithm.RANDOM",
    "VIR_STORAGE_VOL_WIPE_ALG_TRIM": "StorageVolWipeAlgorithm.TRIM",
    "virStorageXMLFlags": "StorageXMLFlags",
    "VIR_STORAGE_XML_INACTIVE": "StorageXMLFlags.INACTIVE",
    "virStreamEventType": "StreamEventType",
    "VIR_STREAM_EVENT_READABLE": "StreamEventType.READABLE",
    "VIR_STREAM_EVENT_WRITABLE": "StreamEventType.WRITABLE",
    "VIR_STREAM_EVENT_ERROR": "StreamEventType.ERROR",
    "VIR_STREAM_EVENT_HANGUP": "StreamEventType.HANGUP",
    "virStreamFlags": "StreamFlags",
    "VIR_STREAM_NONBLOCK": "StreamFlags.NONBLOCK",
    "virStreamRecvFlagsValues": "StreamRecvFlagsValues",
    "VIR_STREAM_RECV_STOP_AT_HOLE": "StreamRecvFlagsValues.STOP_AT_HOLE",
    "virTypedParameterFlags": "TypedParameterFlags",
    "VIR_TYPED_PARAM_STRING_OKAY": "TypedParameterFlags.STRING_OKAY",
    "virTypedParameterType": "TypedParameterType",
    "VIR_TYPED_PARAM_INT": "TypedParameterType.INT",
    "VIR_TYPED_PARAM_UINT": "TypedParameterType.UINT",
    "VIR_TYPED_PARAM_LLONG": "TypedParameterType.LLONG",
    "VIR_TYPED_PARAM_ULLONG": "TypedParameterType.ULLONG",
    "VIR_TYPED_PARAM_DOUBLE": "TypedParameterType.DOUBLE",
    "VIR_TYPED_PARAM_BOOLEAN": "TypedParameterType.BOOLEAN",
    "VIR_TYPED_PARAM_STRING": "TypedParameterType.STRING",
    "virVcpuHostCpuState": "VcpuHostCpuState",
    "VIR_VCPU_INFO_CPU_UNAVAILABLE": "VcpuHostCpuState.UNAVAILABLE",
    "VIR_VCPU_INFO_CPU_OFFLINE": "VcpuHostCpuState.OFFLINE",
    "virVcpuState": "VcpuState",
    "VIR_VCPU_OFFLINE": "VcpuState.OFFLINE",
    "VIR_VCPU_RUNNING": "VcpuState.RUNNING",
    "VIR_VCPU_BLOCKED": "VcpuState.BLOCKED",
}
