"""What a real host does too rarely to be met in the lab: scripted answers in the place of a connection."""

import asyncio

import pytest

from purevirt.errors import LibvirtError
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import domains, volumes
from purevirt.provider.libvirt.domains import Domains
from purevirt.provider.libvirt.metadata import Tag
from purevirt.provider.libvirt.volumes import Volumes
from purevirt.rpc.gen.remote import Domain, StoragePool, StorageVol
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
    state,
)

POOL = StoragePool("default", bytes(16))
VOLUME = StorageVol("default", "v", "/pool/v")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domains, "_SETTLE_S", 0.0)
    monkeypatch.setattr(volumes, "_BUSY_PAUSES_S", (0.0, 0.0))


@pytest.mark.parametrize(
    ("states", "procedures"),
    [
        ([RUNNING], []),
        ([OFF, RUNNING], ["domain_create_with_flags"]),
        ([CRASHED, RUNNING], ["domain_create_with_flags"]),
        ([PAUSED, RUNNING], ["domain_resume"]),
        ([SUSPENDED, RUNNING], ["domain_pm_wakeup"]),
        ([SHUTTING_DOWN, SHUTTING_DOWN, OFF, RUNNING], ["domain_create_with_flags"]),
        ([PAUSED + 500, RUNNING], ["domain_resume"]),
    ],
)
async def test_ensure_running_does_what_the_state_needs(states: list[int], procedures: list[str]) -> None:
    """Off starts, paused resumes, suspended wakes, shutting down is waited out."""
    host = OddHost(
        domain_get_state=state(*states),
        domain_create_with_flags=DOMAIN,
        domain_resume=None,
        domain_pm_wakeup=None,
    )
    await Domains(host.host).ensure_running(DOMAIN)
    assert [name for name in host.names() if name != "domain_get_state"] == procedures


async def test_ensure_running_gives_a_suspended_guest_time_to_wake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waking returns before the guest runs: looked at fifty times without a pause it would seem dead."""
    pauses = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    host = OddHost(domain_get_state=state(SUSPENDED, SUSPENDED, RUNNING), domain_pm_wakeup=None)
    await Domains(host.host).ensure_running(DOMAIN)
    assert len(pauses) == 2


async def test_ensure_running_looks_again_when_someone_was_faster() -> None:
    """A domain that was started between our look and our call is running, not an error."""
    host = OddHost(domain_get_state=state(OFF, RUNNING), domain_create_with_flags=failure(55))
    await Domains(host.host).ensure_running(DOMAIN)


async def test_ensure_running_tells_why_a_start_is_refused() -> None:
    """A refusal that another look does not explain is the host's to tell, at once."""
    host = OddHost(domain_get_state=state(OFF), domain_create_with_flags=failure(55))
    with pytest.raises(LibvirtError):
        await Domains(host.host).ensure_running(DOMAIN)
    assert host.names().count("domain_create_with_flags") == 1


async def test_domain_that_pauses_again_on_an_io_error_is_not_running() -> None:
    """Resuming onto a full disk pauses again: told, not tried for ever: L9."""
    host = OddHost(domain_get_state=state(PAUSED + 500), domain_resume=None)
    with pytest.raises(BackendError, match=r"it does not run \(state, reason: \(3, 5\)\)"):
        await Domains(host.host).ensure_running(DOMAIN)
    assert host.names().count("domain_resume") == 1


@pytest.mark.parametrize(
    ("unknown", "sent"),
    [(0, [55]), (32, [55, 23]), (32 | 16, [55, 23, 7]), (55, [55, 23, 7, 3, 1, 0])],
)
async def test_remove_peels_off_flags_that_the_daemon_does_not_know(unknown: int, sent: list[int]) -> None:
    """Old daemons and other drivers know fewer kinds of leftovers: newest off first: L4."""

    class Picky(OddHost):
        async def domain_undefine_flags(self, _domain: Domain, flags: int) -> None:
            self.called.append(("domain_undefine_flags", (flags,)))
            if flags & unknown:
                raise failure(8)

    host = Picky(domain_destroy=failure(55))
    await Domains(host.host).remove(DOMAIN)
    assert [arguments for name, arguments in host.called if name == "domain_undefine_flags"] == [
        (flags,) for flags in sent
    ]


async def test_remove_raises_what_no_flag_explains() -> None:
    """A daemon that refuses even no flags is an error, and so is any other refusal."""
    with pytest.raises(LibvirtError):
        await Domains(OddHost(domain_destroy=None, domain_undefine_flags=failure(8)).host).remove(DOMAIN)
    with pytest.raises(LibvirtError):
        await Domains(OddHost(domain_destroy=None, domain_undefine_flags=failure(29)).host).remove(DOMAIN)


async def test_remove_of_a_domain_that_is_started_meanwhile() -> None:
    """It runs on without a definition, after a reboot of its host say, until it is stopped once more."""
    host = OddHost(
        domain_destroy=None, domain_undefine_flags=[None, failure(42)], domain_lookup_by_uuid=DOMAIN
    )
    await Domains(host.host).remove(DOMAIN)
    assert host.names() == [
        "domain_destroy",
        "domain_undefine_flags",
        "domain_lookup_by_uuid",
        "domain_destroy",
        "domain_undefine_flags",
    ]


@pytest.mark.parametrize(("name", "rounds"), [(DOMAIN.name, 3), ("restored", 1)])
async def test_remove_of_a_domain_that_does_not_go(name: str, rounds: int) -> None:
    """Nobody is told that it is gone; another one with its UUID is not touched."""
    host = OddHost(
        domain_destroy=None, domain_undefine_flags=None, domain_lookup_by_uuid=Domain(name, DOMAIN.uuid, 1)
    )
    with pytest.raises(
        BackendError, match=f"{DOMAIN.name} was removed, and domain {name} has its UUID again"
    ):
        await Domains(host.host).remove(DOMAIN)
    assert host.names().count("domain_destroy") == rounds


@pytest.mark.parametrize("at", ["domain_destroy", "domain_undefine_flags"])
async def test_remove_of_a_domain_that_went_away_is_success(at: str) -> None:
    """A transient domain is gone once destroyed; another may have undefined it: X17."""
    answers: dict[str, object] = {"domain_destroy": None, "domain_undefine_flags": None}
    await Domains(OddHost(**(answers | {at: failure(42)})).host).remove(DOMAIN)


@pytest.mark.parametrize(("persistent", "active", "flags"), [(1, 1, 3), (1, 0, 2), (0, 1, 1)])
async def test_bind_writes_where_the_domain_is(persistent: int, active: int, flags: int) -> None:
    """LIVE on an inactive domain, and CONFIG on a transient one, are refused by libvirt: X14."""
    host = OddHost(domain_is_persistent=persistent, domain_is_active=active, domain_set_metadata=None)
    await Domains(host.host).bind(DOMAIN, Tag("m", "c"))
    (arguments,) = [arguments for name, arguments in host.called if name == "domain_set_metadata"]
    assert arguments == (
        DOMAIN,
        2,
        "<bigfleet><machineID>m</machineID><clusterID>c</clusterID></bigfleet>",
        "bigfleet",
        "https://bigfleet.dev/libvirt/v1",
        flags,
    )


async def test_busy_pool_is_tried_again() -> None:
    """Jobs running in a pool have no code of their own: code 1 of the storage driver: G13."""
    host = OddHost(
        storage_pool_lookup_by_name=POOL,
        storage_vol_lookup_by_name=VOLUME,
        storage_vol_delete=[failure(1, 18), failure(1, 18), None],
    )
    await Volumes(host.host, "default").delete("v")
    assert host.names().count("storage_vol_delete") == 3


async def test_volume_in_use_is_tried_again_while_its_pool_is_active() -> None:
    """A volume that is being allocated or read has the code of an inactive pool; the pool is asked."""
    host = OddHost(
        storage_pool_lookup_by_name=POOL,
        storage_pool_is_active=1,
        storage_vol_lookup_by_name=VOLUME,
        storage_vol_delete=[failure(55, 18), None],
    )
    await Volumes(host.host, "default").delete("v")
    stuck = OddHost(
        storage_pool_lookup_by_name=POOL,
        storage_pool_is_active=1,
        storage_vol_lookup_by_name=VOLUME,
        storage_vol_delete=failure(55, 18),
    )
    with pytest.raises(LibvirtError):
        await Volumes(stuck.host, "default").delete("v")


@pytest.mark.parametrize("error", [failure(1, 10), failure(29, 18), failure(38, 18, errno=13)])
async def test_other_failures_of_a_pool_are_not_tried_again(error: LibvirtError) -> None:
    """Only what may pass is waited for."""
    host = OddHost(storage_pool_lookup_by_name=POOL, storage_vol_create_xml=error)
    with pytest.raises(LibvirtError):
        await Volumes(host.host, "default").create_seed("v", 2048)
    assert host.names().count("storage_vol_create_xml") == 1


async def test_full_pool_is_named() -> None:
    """No space left is told apart from every other failure, by errno: G12, E13."""
    host = OddHost(storage_pool_lookup_by_name=POOL, storage_vol_create_xml=failure(38, 18, errno=28))
    with pytest.raises(BackendError, match="zone z1: creating volume v: pool default is full"):
        await Volumes(host.host, "default").create_seed("v", 2048)


async def test_lasting_failure_of_the_storage_driver_ends() -> None:
    """What looks busy for ever is an error in the end."""
    host = OddHost(storage_pool_lookup_by_name=POOL, storage_vol_create_xml=failure(1, 18))
    with pytest.raises(LibvirtError):
        await Volumes(host.host, "default").create_seed("v", 2048)
    assert host.names().count("storage_vol_create_xml") == 3


async def test_volume_of_another_pool_is_not_ours() -> None:
    """A disk that lies in another pool is never deleted from this one."""
    host = OddHost(storage_vol_lookup_by_path=StorageVol("other", "v", "/elsewhere/v"))
    assert await Volumes(host.host, "default").name_of("/elsewhere/v") is None
    assert (
        await Volumes(OddHost(storage_vol_lookup_by_path=failure(50)).host, "default").name_of("/x") is None
    )
