"""What a host tells of itself: when it is looked at again, and what is asked again then."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from purevirt.errors import ConnectionClosed, ConnectionLost
from purevirt.provider.libvirt import watching
from purevirt.provider.libvirt.metadata import NAMESPACE, Tag
from purevirt.provider.libvirt.tag_cache import Known, TagCache
from purevirt.provider.libvirt.watching import Watch
from purevirt.rpc.aio.events import Events
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.events.kind import EventKind
from purevirt.rpc.gen import event_kinds as kinds
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.enums import DomainEventType, DomainMetadataType
from purevirt.rpc.gen.remote import Domain
from purevirt.rpc.procedure import AnyProcedure
from tests.provider_libvirt.odd_host import OddHost, failure

OURS, FOREIGN, NEW = (Domain(name, name.encode().ljust(16), 1) for name in ("ours", "foreign", "new"))
LIFECYCLE, METADATA = kinds.DOMAIN_LIFECYCLE, kinds.DOMAIN_METADATA_CHANGE


class Telling:
    """A host that registers for events, refusing those kinds that it is told to, and tells of things."""

    def __init__(self, *refused: EventKind[Any]) -> None:
        self.refused = {kind.event_id for kind in refused}
        self.host = OddHost()
        self.host.events = Events()
        self.tags = TagCache()
        self.watch = Watch(self.host.host, self.tags)

    async def connect(self) -> None:
        """Make a connection, and return once all is registered."""

        async def answer(spec: AnyProcedure, args: Any) -> object:
            del spec
            if getattr(args, "event_id", -1) in self.refused:
                raise failure(3)
            return SimpleNamespace(callback_id=args.event_id)

        self.host.events.connected(answer)
        await self.settle()

    def disconnect(self) -> None:
        """Lose it, as a host does."""
        self.host.events.disconnected()
        for call in self.host.on_lost:
            call()

    async def settle(self) -> None:
        """Let everybody do what there is to do."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def lifecycle(self, domain: Domain, event: int) -> bool:
        """Tell that something happened to a domain; return whether that is a reason to look."""
        message = remote.DomainEventLifecycleMsg(domain, event, 0)
        return await self.tell(LIFECYCLE, remote.DomainEventCallbackLifecycleMsg(0, message))

    async def tell(self, kind: EventKind[Any], message: Any) -> bool:
        """Tell something; return whether that is a reason to look."""
        self.watch.looked()
        self.host.events.push(ServerEvent(kind.event, message))
        await self.settle()
        return self.watch._heard.is_set()

    def know(self) -> None:
        """Remember what two domains said."""
        with self.tags.reading() as reading:
            self.tags.store(reading, OURS.uuid, Known(Tag("m")))
            self.tags.store(reading, FOREIGN.uuid, Known(None))


async def started(*refused: EventKind[Any]) -> Telling:
    """Return a host that is watched, and two of whose domains are known."""
    telling = Telling(*refused)
    telling.watch.start()
    await telling.connect()
    telling.know()
    return telling


async def test_events_that_change_whose_a_domain_is_make_it_be_asked_again() -> None:
    """Defined, undefined, our metadata written: forgotten, and a reason to look; not other metadata."""
    telling = await started()
    for event in (DomainEventType.DEFINED, DomainEventType.UNDEFINED):
        for domain in (OURS, FOREIGN, NEW):
            telling.know()
            assert await telling.lifecycle(domain, event)
            assert telling.tags.get(domain.uuid) is None
    telling.know()
    for kind, uri, counts in (
        (DomainMetadataType.ELEMENT, NAMESPACE, True),
        (DomainMetadataType.ELEMENT, "urn:other", False),
        (DomainMetadataType.TITLE, None, False),
    ):
        message = remote.DomainEventCallbackMetadataChangeMsg(8, OURS, kind, uri)
        telling.know()
        assert await telling.tell(METADATA, _of(METADATA, message)) is counts
        assert (telling.tags.get(OURS.uuid) is None) is counts
    await telling.watch.stop()


def _of(kind: EventKind[Any], message: Any) -> Any:
    """Return the message as of the registration of its kind."""
    message.callback_id = kind.event_id
    return message


async def test_events_about_what_runs_count_for_machines_of_ours() -> None:
    """A foreign domain that starts or stops is no news; one that nobody has asked yet may be ours."""
    telling = await started()
    assert await telling.lifecycle(OURS, DomainEventType.STOPPED)
    assert not await telling.lifecycle(FOREIGN, DomainEventType.STOPPED)
    assert await telling.lifecycle(NEW, DomainEventType.STARTED)
    assert telling.tags.is_ours(OURS.uuid)
    for kind, message in (
        (kinds.DOMAIN_REBOOT, remote.DomainEventCallbackRebootMsg(0, remote.DomainEventRebootMsg(OURS))),
        (kinds.DOMAIN_AGENT_LIFECYCLE, remote.DomainEventCallbackAgentLifecycleMsg(0, OURS, 1, 1)),
        (kinds.DOMAIN_DEVICE_ADDED, remote.DomainEventCallbackDeviceAddedMsg(0, OURS, "net1")),
        (
            kinds.DOMAIN_IO_ERROR_REASON,
            remote.DomainEventCallbackIoErrorReasonMsg(
                0, remote.DomainEventIoErrorReasonMsg(OURS, "/d", "vda", 1, "enospc")
            ),
        ),
    ):
        assert await telling.tell(kind, _of(kind, message))
    await telling.watch.stop()


async def test_nothing_is_believed_across_connections() -> None:
    """What was remembered is forgotten when the connection ends, and nothing is again before events are."""
    telling = await started()
    async with asyncio.timeout(20):
        await telling.watch.armed(10)
    telling.disconnect()
    telling.know()
    assert telling.tags.get(OURS.uuid) is None
    await telling.watch.armed(0)
    telling.watch.looked()
    await telling.connect()
    assert telling.watch._heard.is_set()
    telling.know()
    assert telling.tags.is_ours(OURS.uuid)
    await telling.watch.stop()


async def test_dropped_events_make_everything_be_asked_again() -> None:
    """A reader that was too slow does not know what it has missed."""
    telling = await started()
    telling.watch.looked()
    for _ in range(1100):
        message = remote.DomainEventLifecycleMsg(FOREIGN, DomainEventType.STOPPED, 0)
        telling.host.events.push(
            ServerEvent(LIFECYCLE.event, remote.DomainEventCallbackLifecycleMsg(0, message))
        )
    await telling.settle()
    assert telling.watch._heard.is_set()
    assert telling.tags.get(OURS.uuid) is None
    telling.know()
    assert telling.tags.is_ours(OURS.uuid)
    await telling.watch.stop()


async def test_host_that_cannot_tell_is_asked_at_every_look(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An old daemon without metadata events: nothing is remembered, and a look does not wait for ever."""
    monkeypatch.setattr(watching, "_RETRY_S", 3600.0)
    telling = await started(METADATA)
    assert telling.tags.get(OURS.uuid) is None
    await telling.watch.armed(0.001)
    assert "events_refused" in capsys.readouterr().out
    assert await telling.lifecycle(NEW, DomainEventType.DEFINED)
    await telling.watch.stop()


@pytest.mark.parametrize("others", [True, False])
async def test_refused_kind_costs_only_itself(monkeypatch: pytest.MonkeyPatch, others: bool) -> None:
    """Without watchdog events all else is told."""
    monkeypatch.setattr(watching, "_RETRY_S", 3600.0)
    telling = await started(*[kinds.DOMAIN_WATCHDOG] * others)
    assert telling.tags.is_ours(OURS.uuid)
    await telling.watch.stop()


async def test_stream_that_ends_is_entered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ended it, as long as the zone is there; with the zone's own end, so does the listening."""
    monkeypatch.setattr(watching, "_RETRY_S", 0.0)
    telling = await started()
    first = telling.host.events
    telling.host.events = Events()
    first.end(ConnectionLost("odd", maybe_executed=False))
    await telling.connect()
    telling.know()
    assert telling.tags.is_ours(OURS.uuid)
    telling.host.events.end(ConnectionClosed("closed", maybe_executed=False))
    await asyncio.wait(telling.watch._tasks)


async def test_bursts_are_gathered_and_a_busy_host_is_not_looked_at_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first event after a quiet time is answered soon; the next look is a second after the last."""
    telling = await started()
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    telling.watch._heard.set()
    monkeypatch.setattr(asyncio, "sleep", sleep)
    telling.watch._looked_at = asyncio.get_running_loop().time() - 3600
    await telling.watch.changed()
    telling.watch.looked()
    telling.watch._heard.set()
    await telling.watch.changed()
    monkeypatch.undo()
    assert pauses[0] == watching.GATHER_S
    assert watching.GATHER_S < pauses[1] <= watching.PAUSE_S
    await telling.watch.stop()
