"""Looking at a host: whose its domains are, what that costs, and what they are like; on scripted hosts."""

import asyncio
from types import SimpleNamespace

import pytest

from purevirt.errors import ConnectionLost
from purevirt.provider.core.backend import BackendError, ClaimedElsewhere, Observation
from purevirt.provider.libvirt.condition import condition
from purevirt.provider.libvirt.domains import Domains
from purevirt.provider.libvirt.hosts import HostUnavailable, OutcomeUnknown
from purevirt.provider.libvirt.metadata import Tag
from purevirt.provider.libvirt.observation import observe
from purevirt.provider.libvirt.tag_cache import Known, TagCache
from purevirt.provider.libvirt.tag_reading import FEW
from purevirt.rpc.gen.enums import DomainPausedReason, DomainShutoffReason
from purevirt.rpc.gen.remote import Domain, DomainStatsRecord, TypedParam
from tests.provider_libvirt.odd_host import (
    CRASHED,
    DOMAIN,
    OFF,
    PAUSED,
    RUNNING,
    SHUTTING_DOWN,
    SUSPENDED,
    OddHost,
    failure,
)

OWN = "<bigfleet><machineID>m</machineID></bigfleet>"


def listing(*domains: Domain) -> SimpleNamespace:
    """Return the answer that lists them."""
    return SimpleNamespace(domains=list(domains))


def numbered(count: int) -> list[Domain]:
    """Return domains with UUIDs of their own."""
    return [Domain(f"d{number}", number.to_bytes(16), -1) for number in range(count)]


def stats(domain: Domain, state: int, reason: int) -> DomainStatsRecord:
    """Return the record of a domain."""
    params = [TypedParam("state.state", (1, state)), TypedParam("state.reason", (1, reason))]
    return DomainStatsRecord(domain, params)


def complete() -> TagCache:
    """Return a cache that events keep up to date."""
    tags = TagCache()
    tags.clear(complete=True)
    return tags


async def look(host: OddHost, refusal: Exception | None = None) -> Observation:
    """Look at a host once."""

    async def prepare() -> None:
        if refusal is not None:
            raise refusal

    return await observe(host.host, Domains(host.host), prepare)


async def test_inventory_leaves_out_domains_that_go_away_while_it_looks() -> None:
    """Undefined between list and look, or without metadata: nobody's; unreadable: unknown (X13)."""
    host = OddHost(
        connect_list_all_domains=listing(*numbered(3)),
        domain_get_metadata=[failure(42), failure(80), failure(38)],
    )
    found = await Domains(host.host).inventory()
    assert found.ours == ()
    assert found.unknown == ("metadata of d2: no (libvirt code 38)",)


@pytest.mark.parametrize(
    "xml", ["<bigfleet/>", "<bigfleet", "<bigfleet><machineID>\udcff</machineID></bigfleet>", "<a/><b/>"]
)
async def test_foreign_metadata_that_names_no_machine_is_nobodys(
    xml: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It blocks nothing, since it claims nothing; an operator is told once, not at every look."""
    host = OddHost(connect_list_all_domains=listing(DOMAIN), domain_get_metadata=xml)
    domains = Domains(host.host, complete())
    for _ in range(2):
        assert await domains.find("m") is None
        found = await domains.inventory()
        assert (found.ours, found.unknown) == ((), ())
    assert capsys.readouterr().out.count("foreign_metadata") == 1


async def test_machine_on_a_domain_whose_name_cannot_be_recorded_is_told() -> None:
    """Bytes that are no text are no machine's host; other machines are not held up by it."""
    host = OddHost(
        connect_list_all_domains=listing(Domain("odd-\udcff", bytes(16), 1)), domain_get_metadata=OWN
    )
    domains = Domains(host.host)
    assert await domains.find("other") is None
    with pytest.raises(BackendError, match=r"domain odd-\?: its name is not UTF-8; rename it"):
        await domains.find("m")


async def test_find_blocks_where_a_domain_may_be_the_machine() -> None:
    """Metadata that cannot be read may be anyone's: no twin is made."""
    host = OddHost(connect_list_all_domains=listing(DOMAIN), domain_get_metadata=failure(38))
    with pytest.raises(BackendError, match="whether a domain for m exists cannot be told"):
        await Domains(host.host).find("m")


async def test_find_asks_the_domain_that_it_remembers() -> None:
    """What is remembered finds a domain; whose that is, is asked again before anything is done to it."""
    host = OddHost(
        connect_list_all_domains=listing(DOMAIN),
        domain_get_metadata=[OWN, "<bigfleet><machineID>other</machineID></bigfleet>"],
    )
    tags = complete()
    domains = Domains(host.host, tags)
    await domains.inventory()
    assert tags.is_ours(DOMAIN.uuid)
    assert await domains.find("m") is None
    assert await domains.find("other") == (DOMAIN, Tag("other"))


async def test_find_gives_up_on_a_domain_that_keeps_changing() -> None:
    """Two that write the metadata in turn must not keep us for ever."""
    other = "<bigfleet><machineID>other</machineID></bigfleet>"
    host = OddHost(connect_list_all_domains=listing(DOMAIN), domain_get_metadata=[OWN, other] * 9)
    with pytest.raises(BackendError, match="keeps changing"):
        await Domains(host.host).find("m")


async def test_inventory_of_a_host_that_goes_away_is_no_inventory() -> None:
    """An unreachable host is not a host of unreadable domains."""
    host = OddHost(connect_list_all_domains=listing(DOMAIN), domain_get_metadata=HostUnavailable("down"))
    with pytest.raises(HostUnavailable):
        await Domains(host.host).inventory()


async def test_later_looks_ask_only_what_has_changed() -> None:
    """One list while nothing changes; one question for each domain that an event was about."""
    host = OddHost(connect_list_all_domains=listing(*numbered(5)), domain_get_metadata=failure(80))
    tags = complete()
    domains = Domains(host.host, tags)
    await domains.inventory()
    host.called.clear()
    await domains.inventory()
    assert host.names() == ["connect_list_all_domains"]
    tags.forget(numbered(5)[3].uuid)
    host.called.clear()
    await domains.inventory()
    assert host.names() == ["connect_list_all_domains", "domain_get_metadata"]
    assert host.called[1][1][0] == numbered(5)[3]
    host.called.clear()
    tags.renew()
    await domains.inventory()
    assert len(host.called) == 6


async def test_nothing_is_remembered_while_events_are_not_complete() -> None:
    """Without events about every change, each look asks every domain."""
    host = OddHost(connect_list_all_domains=listing(*numbered(3)), domain_get_metadata=failure(80))
    domains = Domains(host.host)
    await domains.inventory()
    await domains.inventory()
    assert host.names().count("domain_get_metadata") == 6


@pytest.mark.parametrize("change", ["bind", "remove"])
async def test_what_is_changed_here_is_asked_again_before_any_event_tells_of_it(change: str) -> None:
    """A drained machine is not taken for a bound one for the moment that its event is late."""
    host = OddHost(
        connect_list_all_domains=listing(DOMAIN),
        domain_get_metadata=["<bigfleet><machineID>m</machineID><clusterID>c</clusterID></bigfleet>", OWN],
        domain_is_persistent=1,
        domain_is_active=1,
        domain_set_metadata=None,
        domain_destroy=None,
        domain_undefine_flags=None,
    )
    domains = Domains(host.host, complete())
    assert [one.tag.cluster_id for one in (await domains.inventory()).ours] == ["c"]
    await (domains.bind(DOMAIN, Tag("m")) if change == "bind" else domains.remove(DOMAIN))
    assert [one.tag.cluster_id for one in (await domains.inventory()).ours] == [None]


@pytest.mark.parametrize("change", ["forget", "clear"])
def test_answer_that_is_older_than_a_change_is_not_remembered(change: str) -> None:
    """The event overtakes the answer: the next look asks again."""
    tags = complete()
    with tags.reading() as reading:
        if change == "forget":
            tags.forget(b"u")
        else:
            tags.clear(complete=True)
        tags.store(reading, b"u", Known(Tag("m")))
    assert tags.get(b"u") is None
    with tags.reading() as reading:
        tags.store(reading, b"u", Known(Tag("m")))
    assert tags.is_ours(b"u")
    tags.keep([b"v"])
    assert tags.get(b"u") is None


async def test_look_that_is_given_up_is_gone_on_with_by_the_next() -> None:
    """A host with too many domains for one look is up after some, and not down for ever."""
    count, portion = 60, 25

    class Slow(OddHost):
        left = portion
        stuck = asyncio.Event()

        async def domain_get_metadata(self, *_arguments: object) -> str:
            self.called.append(("domain_get_metadata", ()))
            if not self.left:
                self.stuck.set()
                await asyncio.Event().wait()
            self.left -= 1
            raise failure(80)

    host = Slow(connect_list_all_domains=listing(*numbered(count)))
    domains = Domains(host.host, complete())
    given_up = asyncio.create_task(domains.inventory())
    await host.stuck.wait()
    given_up.cancel()
    await asyncio.wait([given_up])
    host.left, host.called = count, []
    assert (await domains.inventory()).unknown == ()
    assert host.names().count("domain_get_metadata") == count - portion


async def test_many_domains_are_asked_over_a_connection_of_their_own() -> None:
    """Few share the one there is; a lost one in between is a lost host, not a host without domains."""
    bulks: list[None] = []

    class Counting(OddHost):
        def bulk(self):  # type: ignore[no-untyped-def] # as the base's
            bulks.append(None)
            return super().bulk()

    host = Counting(connect_list_all_domains=listing(*numbered(FEW)), domain_get_metadata=OWN)
    found = await Domains(host.host).inventory()
    assert (len(found.ours), len(bulks)) == (FEW, 0)
    host.answers["connect_list_all_domains"] = [listing(*numbered(FEW + 1))]
    found = await Domains(host.host).inventory()
    assert (len(found.ours), len(bulks)) == (FEW + 1, 1)
    host.answers["domain_get_metadata"] = [ConnectionLost("end of file", maybe_executed=True)]
    with pytest.raises(HostUnavailable, match="reading metadata: the connection to the host was lost"):
        await Domains(host.host).inventory()


async def test_look_tells_what_each_machine_is_like() -> None:
    """State, size, binding and name, from a list, the states of all, and two questions for each domain."""
    running, paused = numbered(2)
    bound = "<bigfleet><machineID>n</machineID><clusterID>c</clusterID></bigfleet>"
    host = OddHost(
        connect_list_all_domains=listing(running, paused),
        domain_get_metadata=[OWN, bound],
        domain_get_info=SimpleNamespace(nr_virt_cpu=3, max_mem=2 << 20),
        connect_get_all_domain_stats=SimpleNamespace(copy=None),
    )
    host.answers["connect_get_all_domain_stats"] = [[stats(running, RUNNING, 1), stats(paused, PAUSED, 5)]]
    answer = await look(host)
    first, second = answer.machines
    assert (first.machine_id, first.host_ref, first.running, first.vcpu, first.memory_mib) == (
        "m",
        "d0",
        True,
        3,
        2048,
    )
    assert (second.cluster, second.running, second.off) == ("c", False, False)
    assert second.trouble == "it is paused after an I/O error; is its storage full or gone?"
    assert "domain_get_state" not in host.names()


async def test_look_asks_each_machine_where_the_host_cannot_tell_of_all() -> None:
    """A driver without that call, or a domain that came meanwhile."""
    host = OddHost(
        connect_list_all_domains=listing(DOMAIN),
        domain_get_metadata=OWN,
        domain_get_state=SimpleNamespace(state=OFF, reason=2),
    )
    (found,) = (await look(host)).machines
    assert (found.off, found.trouble) == (True, "it is off (destroyed)")


async def test_look_leaves_out_a_machine_that_goes_away_meanwhile() -> None:
    """A machine deleted meanwhile is not reported with half its facts."""
    host = OddHost(
        connect_list_all_domains=listing(DOMAIN), domain_get_metadata=OWN, domain_get_state=failure(42)
    )
    answer = await look(host)
    assert answer.machines == []
    assert [(zone.up, zone.complete) for zone in answer.zones] == [(True, True)]


@pytest.mark.parametrize("error", [failure(38), OutcomeUnknown("lost"), ValueError("hunter2")])
async def test_look_at_a_host_that_says_no_is_a_zone_down(error: Exception) -> None:
    """A host that cannot list its domains keeps its machines as they are; the unexpected is not quoted."""
    (zone,) = (await look(OddHost(connect_list_all_domains=error))).zones
    assert (zone.up, zone.complete) == (False, False)
    assert zone.detail
    assert "hunter2" not in zone.detail


async def test_look_gives_up_on_a_host_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that hangs is down after the zone's own bound: L8."""
    monkeypatch.setattr("purevirt.provider.libvirt.observation.ZONE_LIMIT_S", 0.01)

    class Hanging(OddHost):
        async def connect_list_all_domains(self, *_arguments: object, **_named: object) -> object:
            return await asyncio.Event().wait()

    (zone,) = (await look(Hanging())).zones
    assert (zone.up, zone.complete, zone.detail) == (False, False, "no answer within 0.01 s")


async def test_look_at_a_host_of_another_provider_is_refused() -> None:
    """That is more than a zone that is down: at the start it ends the process."""
    with pytest.raises(ClaimedElsewhere):
        await look(OddHost(), ClaimedElsewhere("held"))
    (zone,) = (await look(OddHost(), BackendError("wait"))).zones
    assert (zone.up, zone.detail) == (False, "wait")


@pytest.mark.parametrize(
    ("state", "reason", "running", "off", "lasts"),
    [
        (RUNNING, 1, True, False, False),
        (2, 0, True, False, False),
        (SHUTTING_DOWN, 1, False, False, False),
        (SUSPENDED, 0, False, False, False),
        (0, 0, False, False, False),
        (OFF, DomainShutoffReason.DESTROYED, False, True, True),
        (OFF, DomainShutoffReason.SAVED, False, True, True),
        (OFF, DomainShutoffReason.MIGRATED, False, False, True),
        (OFF, 99, False, True, True),
        (CRASHED, 1, False, True, True),
        (PAUSED, DomainPausedReason.USER, False, False, False),
        (PAUSED, DomainPausedReason.MIGRATION, False, False, False),
        (PAUSED, DomainPausedReason.STARTING_UP, False, False, False),
        (PAUSED, DomainPausedReason.SNAPSHOT, False, False, False),
        (PAUSED, DomainPausedReason.IOERROR, False, False, True),
        (PAUSED, DomainPausedReason.WATCHDOG, False, False, True),
        (PAUSED, 99, False, False, False),
    ],
)
def test_condition_tells_what_lasts_from_what_passes(
    state: int, reason: int, running: bool, off: bool, lasts: bool
) -> None:
    """Off can be started, unless it went elsewhere; a pause by a person or for a moment is none (L9)."""
    found = condition(state, reason)
    assert (found.running, found.off, bool(found.trouble)) == (running, off, lasts)
