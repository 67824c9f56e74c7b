"""Which events there are, and that each can be subscribed to in exactly one way."""

from inspect import signature

import pytest

from purevirt.rpc.events import stream as event_stream
from purevirt.rpc.events import table as event_table
from purevirt.rpc.events.table import KINDS, kind_of
from purevirt.rpc.gen import aio_events, enums, event_kinds, procedures, qemu, remote, sync_events
from tests.rpc import wire

OLDER = {
    "BALLOON_CHANGE",
    "BLOCK_JOB",
    "CONTROL_ERROR",
    "DEVICE_REMOVED",
    "DISK_CHANGE",
    "GRAPHICS",
    "IO_ERROR",
    "IO_ERROR_REASON",
    "LIFECYCLE",
    "PMSUSPEND",
    "PMSUSPEND_DISK",
    "PMWAKEUP",
    "REBOOT",
    "RTC_CHANGE",
    "TRAY_CHANGE",
    "WATCHDOG",
}
FAMILIES = {
    "domain": enums.DomainEventID,
    "network": enums.NetworkEventID,
    "storage_pool": enums.StoragePoolEventID,
    "node_device": enums.NodeDeviceEventID,
    "secret": enums.SecretEventID,
}


def test_every_event_is_covered_once() -> None:
    """Each event procedure of every program is one kind's; or it is a domain's older style, whose twin is."""
    events = [spec for spec in procedures.BY_ID.values() if spec.is_event]
    covered = [kind.event for kind in KINDS]
    assert len(set(covered)) == len(covered)
    older = {spec for spec in events if spec.name.removeprefix("REMOTE_PROC_DOMAIN_EVENT_") in OLDER}
    assert len(older) == len(OLDER)
    assert set(events) == {*covered, *older}
    for spec in older:
        twin = spec.name.replace("EVENT_", "EVENT_CALLBACK_", 1)
        assert any(one.name == twin for one in covered), twin
        assert kind_of(spec) is None


def test_each_kind_has_its_number_and_calls() -> None:
    """Against the public enumerations: all of libvirt's pattern, which answers with a number."""
    for family, enum in FAMILIES.items():
        kinds = {one.event_id: one for one in event_kinds.ALL if one.name.startswith(f"{family}_")}
        assert sorted(kinds) == sorted(enum), family
        for member in enum:
            kind = kinds[member]
            assert kind.name == f"{family}_{member.name.lower()}"
            assert kind.register.name.endswith("_REGISTER_ANY")
            assert kind.deregister.name == kind.register.name.replace("_REGISTER", "_DEREGISTER")
            assert kind.has_callback_id
            assert kind.event.ret is not None
            assert kind.event.ret.__match_args__[0] == "callback_id"
            assert kind_of(kind.event) is kind
    assert len(event_kinds.ALL) == sum(len(enum) for enum in FAMILIES.values())


@pytest.mark.parametrize("methods", [aio_events.EventMethods, sync_events.EventMethods])
def test_every_kind_has_its_method(methods: type) -> None:
    """Under its name, in both clients, with the same parameters."""
    names = {name for name in dir(methods) if not name.startswith("_")} - {"subscribe"}
    assert names == {kind.name for kind in KINDS}
    for name in names:
        parameters = signature(getattr(methods, name)).parameters
        assert {"max_events", "overflow"} <= parameters.keys()


def test_topics_are_shared_by_object() -> None:
    """By UUID, or by name where there is none; the domain's name and number may differ."""
    kind = event_kinds.DOMAIN_LIFECYCLE
    renamed = remote.Domain(name="other", uuid=wire.DOMAIN.uuid, id=-1)
    assert kind.topic(wire.DOMAIN).key == kind.topic(renamed).key != kind.topic().key
    assert kind.topic(wire.DOMAIN).args == remote.ConnectDomainEventCallbackRegisterAnyArgs(0, wire.DOMAIN)
    assert event_kinds.DOMAIN_REBOOT.topic(wire.DOMAIN).key != kind.topic(wire.DOMAIN).key
    device = event_kinds.NODE_DEVICE_UPDATE
    first, second = device.topic(remote.NodeDevice("pci_1")), device.topic(remote.NodeDevice("pci_2"))
    assert first.key != second.key
    assert first.args.event_id == 1
    assert event_table.CONNECTION_CLOSED.topic().args is None
    assert not event_table.CONNECTION_CLOSED.has_callback_id
    assert repr(kind) == "<EventKind domain_lifecycle>"
    assert repr(first) == "<Topic ('node_device_update', 'pci_1')>"


def test_monitor_topics() -> None:
    """A domain, a name and flags; the flags are those of the public enumeration."""
    flags = enums.ConnectDomainQemuMonitorEventRegisterFlags
    both = event_table.monitor_topic(wire.DOMAIN, "SHUT.*", regex=True, ignore_case=True)
    assert both.args == qemu.ConnectDomainMonitorEventRegisterArgs(
        wire.DOMAIN, "SHUT.*", flags.REGEX | flags.NOCASE
    )
    keys = {
        event_table.monitor_topic(dom, name, regex=regex, ignore_case=case).key
        for dom in (None, wire.DOMAIN)
        for name in (None, "STOP")
        for regex in (False, True)
        for case in (False, True)
    }
    assert len(keys) == 16


def test_markers() -> None:
    """A resync is a gap, so that one check finds both; equal by class and count."""
    gap, resync = event_stream.Gap(2), event_stream.Resync()
    assert isinstance(resync, event_stream.Gap)
    assert gap == event_stream.Gap(2) != event_stream.Gap(3)
    assert gap != event_stream.Resync(2)
    assert len({gap, event_stream.Gap(2), resync, event_stream.Resync()}) == 2
    assert (repr(gap), repr(resync)) == ("Gap(dropped=2)", "Resync(dropped=0)")
