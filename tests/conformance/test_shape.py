"""PV-SHAPE: what a record of a machine looks like, whatever happens to it."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.conformance.calls import Fields, S
from tests.conformance.registry import check

if TYPE_CHECKING:
    from tests.conformance.target import Target

QUANTITY = re.compile(r"([0-9]+(?:\.[0-9]+)?)(m|Ki|Mi|Gi|Ti|k|M|G|T|)")
FACTORS: dict[str, Decimal | int] = {
    "m": Decimal("0.001"),
    "": 1,
    "k": 10**3,
    "M": 10**6,
    "G": 10**9,
    "T": 10**12,
}
FACTORS |= {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
BOUND = (S.MACHINE_STATE_CONFIGURING, S.MACHINE_STATE_CONFIGURED, S.MACHINE_STATE_DRAINING)
HOSTLESS = (S.MACHINE_STATE_SPECULATIVE, S.MACHINE_STATE_CREATING)


def in_every_state(target: Target) -> list[pb.Machine]:
    """Return the fleet, with a machine in each state at rest."""
    shard = target.shard()
    _, idle, bound = target.take(3)
    shard.idle(idle)
    shard.configured(bound, Fields(metadata={"k": "v"}))
    return list(target.calls.list().machines)


def amount(quantity: str) -> Decimal:
    """Return what a Kubernetes quantity stands for."""
    found = QUANTITY.fullmatch(quantity)
    assert found, quantity
    return Decimal(found[1]) * FACTORS[found[2]]


@check("PV-SHAPE-01")
def test_fields_are_within_their_bounds(target: Target) -> None:
    """Ids are unique; type, zone and capacity type are set; price and probability are possible numbers."""
    machines = in_every_state(target)
    assert len({machine.id for machine in machines}) == len(machines) > 0
    for machine in machines:
        assert machine.id
        assert machine.instance_type
        assert machine.zone
        assert machine.capacity_type in (1, 2, 3, 4)
        assert machine.state in range(1, 9)
        assert 0 <= machine.price_per_hour < math.inf
        assert 0 <= machine.interruption_probability <= 1
        if machine.capacity_type == pb.CAPACITY_TYPE_SPOT:
            assert machine.interruption_probability > 0


@check("PV-SHAPE-02")
def test_host_is_where_the_state_says(target: Target) -> None:
    """None in SPECULATIVE, one in IDLE and from there on, with provider and name."""
    for machine in in_every_state(target):
        if machine.state == S.MACHINE_STATE_FAILED:
            continue
        assert machine.HasField("host") == (machine.state not in HOSTLESS), machine.id
        if machine.HasField("host"):
            assert machine.host.provider
            assert machine.host.ref


@check("PV-SHAPE-03")
def test_binding_and_error_are_where_the_state_says(target: Target) -> None:
    """A cluster in the bound states alone, an error in FAILED alone."""
    for machine in in_every_state(target):
        failed = machine.state == S.MACHINE_STATE_FAILED
        assert bool(machine.last_error) == failed, machine.id
        if not failed:
            assert bool(machine.cluster) == (machine.state in BOUND), machine.id
            assert machine.cluster or not machine.shard_metadata


@check("PV-SHAPE-04")
def test_fields_of_their_own_are_no_labels(target: Target) -> None:
    """Type, zone and capacity type."""
    for machine in target.calls.list().machines:
        assert not {"instance_type", "zone", "capacity_type"} & set(machine.labels), machine.id


@check("PV-SHAPE-05")
def test_resources_fit_into_what_is_allocatable(target: Target) -> None:
    """Both are quantities, cpu and memory are among them, and a replica fits at least once."""
    for machine in target.calls.list().machines:
        whole, one = machine.allocatable.resources, machine.resources.resources
        assert {"cpu", "memory"} <= set(whole)
        assert one
        for name, quantity in one.items():
            assert amount(whole[name]) >= amount(quantity) > 0, machine.id


@check("PV-SHAPE-06")
def test_get_is_what_list_says(target: Target) -> None:
    """The same record by either way, in every state at rest."""
    target.settle()
    by_state = {machine.state: machine for machine in in_every_state(target)}
    assert len(by_state) >= 3
    for machine in by_state.values():
        assert target.calls.get(machine.id) == machine


@check("PV-SHAPE-07")
def test_local_machines_are_not_interrupted(target: Target) -> None:
    """On demand on one's own hosts: probability exactly 0, and a price, since bare metal alone is free."""
    for machine in target.calls.list().machines:
        assert machine.capacity_type == pb.CAPACITY_TYPE_ON_DEMAND
        assert machine.interruption_probability == 0
        assert machine.price_per_hour > 0


@check("PV-SHAPE-08", on="metal")
def test_bare_metal_costs_nothing(target: Target) -> None:
    """Price and probability are 0; no other capacity type is beside it."""
    for machine in target.calls.list().machines:
        assert machine.capacity_type == pb.CAPACITY_TYPE_BARE_METAL
        assert (machine.price_per_hour, machine.interruption_probability) == (0, 0)


@check("PV-SHAPE-09")
def test_shape_stays_through_a_life(target: Target) -> None:
    """What a machine is does not change with what happens to it."""
    shard, machine_id = target.shard(), target.take_one()

    def shape(machine: pb.Machine) -> pb.Machine:
        kept = pb.Machine()
        kept.CopyFrom(machine)
        for name in ("state", "host", "cluster", "shard_metadata", "last_error"):
            kept.ClearField(name)
        return kept

    first = shape(shard.get(machine_id))
    for kind in ("create", "configure", "drain", "delete"):
        assert shape(shard.do(kind, machine_id).machine) == first
        assert shape(shard.rest(machine_id)) == first
