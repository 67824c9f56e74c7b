"""Broken records of machines."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving import convert, service
from tests.conformance.broken import mutant, put, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.core.engine import Ack
    from purevirt.provider.core.model import Machine


def shown(change: Callable[[pb.Machine], object]) -> None:
    """Change how every machine is shown."""

    def make(right: Any) -> Any:
        def message(self: object, machine: Machine) -> pb.Machine:
            made: pb.Machine = right(self, machine)
            change(made)
            return made

        return message

    wrap(convert.MachineEncoder, "message", make)


@mutant("PV-SHAPE-01")
def prices_are_no_numbers() -> None:
    shown(lambda one: setattr(one, "price_per_hour", math.nan))


@mutant("PV-SHAPE-01", "PV-SHAPE-07")
def interruptions_are_certain_and_more() -> None:
    shown(lambda one: setattr(one, "interruption_probability", 1.5))


@mutant("PV-SHAPE-01")
def zones_are_missing() -> None:
    shown(lambda one: one.ClearField("zone"))


@mutant("PV-SHAPE-02", "PV-LIFE-01")
def hosts_are_hidden() -> None:
    shown(lambda one: one.ClearField("host"))


@mutant("PV-SHAPE-03")
def errors_are_everywhere() -> None:
    shown(lambda one: setattr(one, "last_error", "none"))


@mutant("PV-SHAPE-04")
def zones_are_labels_too() -> None:
    shown(lambda one: one.labels.update({"zone": one.zone}))


@mutant("PV-SHAPE-05")
def replicas_do_not_fit() -> None:
    shown(lambda one: one.resources.resources.update({"cpu": "1000"}))


@mutant("PV-SHAPE-07")
def interruptions_are_made_up() -> None:
    shown(lambda one: setattr(one, "interruption_probability", 0.01))


@mutant("PV-SHAPE-08")
def bare_metal_costs() -> None:
    shown(lambda one: setattr(one, "price_per_hour", 0.5))


@mutant("PV-SHAPE-09")
def prices_follow_the_state() -> None:
    shown(lambda one: setattr(one, "price_per_hour", float(one.state)))


@mutant("PV-WIRE-02")
def reserved_fields_are_used() -> None:
    shown(lambda one: one.MergeFromString(b"\x5a\x01x"))


@mutant("PV-SHAPE-06")
def get_and_list_differ() -> None:
    def make(right: Any) -> Any:
        async def get(self: object, request: pb.MachineRef) -> bytes:
            answered: bytes = await right(self, request)
            return answered + pb.Machine(labels={"seen-by": "get"}).SerializeToString()

        return get

    wrap(service.CapacityProviderService, "get", make)


@mutant("PV-WIRE-01", "PV-LIFE-01")
def answers_have_no_machine() -> None:
    def ack(_: object, given: Ack) -> bytes:
        return pb.TransitionAck(operation_id=given.operation_id).SerializeToString()

    put(convert.MachineEncoder, "ack", ack)
