"""Lists, statistics and waiting for a state, against scripted answers."""

from typing import TYPE_CHECKING, Any

import pytest

from purevirt.errors import NoDomain
from purevirt.rpc.events.stream import Gap
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.enums import DomainState
from purevirt.rpc.recipes import look as look_recipe
from purevirt.rpc.recipes.look import DomainStats, get_all_domain_stats, wait_for_state
from purevirt.rpc.recipes.recipe import Recipe
from tests.rpc import wire
from tests.rpc.recipes.cook import Cook, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

NET = remote.Network(name="n", uuid=bytes(16))
POOL = remote.StoragePool(name="p", uuid=bytes(16))


@pytest.mark.parametrize(
    ("recipe", "subject", "args", "ret", "field"),
    [
        ("list_domains", None, remote.ConnectListAllDomainsArgs, remote.ConnectListAllDomainsRet, "domains"),
        ("list_networks", None, remote.ConnectListAllNetworksArgs, remote.ConnectListAllNetworksRet, "nets"),
        ("list_network_ports", NET, remote.NetworkListAllPortsArgs, remote.NetworkListAllPortsRet, "ports"),
        (
            "list_storage_pools",
            None,
            remote.ConnectListAllStoragePoolsArgs,
            remote.ConnectListAllStoragePoolsRet,
            "pools",
        ),
        (
            "list_volumes",
            POOL,
            remote.StoragePoolListAllVolumesArgs,
            remote.StoragePoolListAllVolumesRet,
            "vols",
        ),
        (
            "list_interfaces",
            None,
            remote.ConnectListAllInterfacesArgs,
            remote.ConnectListAllInterfacesRet,
            "ifaces",
        ),
        (
            "list_node_devices",
            None,
            remote.ConnectListAllNodeDevicesArgs,
            remote.ConnectListAllNodeDevicesRet,
            "devices",
        ),
        ("list_secrets", None, remote.ConnectListAllSecretsArgs, remote.ConnectListAllSecretsRet, "secrets"),
        (
            "list_nwfilters",
            None,
            remote.ConnectListAllNwfiltersArgs,
            remote.ConnectListAllNwfiltersRet,
            "filters",
        ),
        (
            "list_nwfilter_bindings",
            None,
            remote.ConnectListAllNwfilterBindingsArgs,
            remote.ConnectListAllNwfilterBindingsRet,
            "bindings",
        ),
        (
            "list_snapshots",
            wire.DOMAIN,
            remote.DomainListAllSnapshotsArgs,
            remote.DomainListAllSnapshotsRet,
            "snapshots",
        ),
        (
            "list_checkpoints",
            wire.DOMAIN,
            remote.DomainListAllCheckpointsArgs,
            remote.DomainListAllCheckpointsRet,
            "checkpoints",
        ),
    ],
)
def test_lists(recipe: str, subject: object, args: Any, ret: Any, field: str) -> None:
    """Asks for the objects and not their number, passes the flags on, and returns the list alone."""
    make: Callable[..., Recipe[list[object]]] = getattr(look_recipe, recipe)
    items = [object(), object()]
    cook = Cook(ret(**{field: items, "ret": 2}))
    subjects = [] if subject is None else [subject]
    assert cook.cook(make(*subjects, 5)) is items
    assert cook.calls == [args(*subjects, 1, 5)]


def test_statistics() -> None:
    """One mapping a domain; of all domains if none is named."""
    params = [remote.TypedParam("cpu.time", (4, 5)), remote.TypedParam("state.state", (1, 1))]
    reply = remote.ConnectGetAllDomainStatsRet([remote.DomainStatsRecord(wire.DOMAIN, params)])
    cook = Cook(reply, reply)
    assert cook.cook(_twice()) == [DomainStats(wire.DOMAIN, {"cpu.time": 5, "state.state": 1})]
    assert cook.calls == [
        remote.ConnectGetAllDomainStatsArgs([wire.DOMAIN], 3, 1),
        remote.ConnectGetAllDomainStatsArgs([], 0, 0),
    ]


def _twice() -> Recipe[list[DomainStats]]:
    named = yield from get_all_domain_stats([wire.DOMAIN], 3, 1)
    every = yield from get_all_domain_stats()
    assert named == every
    return every


def test_waiting_for_a_state() -> None:
    """Events first, then a look; each event or marker is a reason for another."""
    states = [remote.DomainGetStateRet(state=number, reason=number) for number in (1, 1, 3)]
    cook = Cook(states[0], "event", states[1], Gap(3), states[2])
    reached = cook.cook(wait_for_state(wire.DOMAIN, DomainState.PAUSED, DomainState.SHUTOFF, timeout_s=7.0))
    assert reached == states[2]
    assert cook.bounds == [7.0]
    assert [topic.key for topic in cook.topics] == [("domain_lifecycle", wire.DOMAIN.uuid)]
    assert cook.waits == [None, None]


def test_a_state_that_is_there_already() -> None:
    """No event is waited for; a domain that is gone is told."""
    running = remote.DomainGetStateRet(state=1, reason=0)
    cook = Cook(running)
    assert cook.cook(wait_for_state(wire.DOMAIN, DomainState.RUNNING)) is running
    assert (cook.waits, cook.bounds) == ([], [None])
    with pytest.raises(NoDomain):
        Cook(refusal(42)).cook(wait_for_state(wire.DOMAIN, DomainState.SHUTOFF))
    with pytest.raises(ValueError, match="at least one state"):
        Cook().cook(wait_for_state(wire.DOMAIN))
