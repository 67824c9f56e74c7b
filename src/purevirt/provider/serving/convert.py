"""Between the wire's messages and ours: the only module that builds or reads protobuf messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from purevirt.provider.core.fencing import Token
from purevirt.provider.core.lifecycle import Command
from purevirt.provider.core.model import Kind, MachineState, allocatable
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from purevirt.provider.core.engine import Ack
    from purevirt.provider.core.model import Machine

# Field numbers 1 and 2 of MachineList, both length-delimited.
_MACHINES_TAG = b"\x0a"
_REVISION_TAG = b"\x12"
# Shapes come from the operator's offerings; what has more of them is made anew each time.
MAX_SHAPES: Final = 4096


class MachineEncoder:
    """Builds the wire's Machine from ours, with this provider's label in its host reference."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._resources: dict[tuple[tuple[str, str], ...], pb.Resources] = {}

    def message(self, machine: Machine) -> pb.Machine:
        """Return the machine as a message."""
        slot = machine.slot
        message = pb.Machine(
            id=slot.id,
            # The numbers are those of the wire.
            state=cast("pb.MachineState", int(machine.state)),
            instance_type=slot.instance_type,
            zone=slot.zone,
            capacity_type=cast("pb.CapacityType", int(slot.capacity_type)),
            price_per_hour=slot.price_per_hour,
            interruption_probability=slot.interruption_probability,
            resources=self._shared(slot.resources),
            labels=dict(slot.labels),
            last_error=machine.last_error,
            allocatable=self._shared(allocatable(slot.vcpu, slot.memory_mib)),
            cluster=machine.cluster or "",
            shard_metadata=dict(machine.metadata),
        )
        if machine.host_ref is not None:
            message.host.provider = self._provider
            message.host.ref = machine.host_ref
        return message

    def _shared(self, resources: Mapping[str, str]) -> pb.Resources | None:
        """Return the message of `resources`, made once: a fleet has few shapes. None stays unset."""
        if not resources:
            return None
        key = tuple(resources.items())
        found = self._resources.get(key)
        if found is None:
            found = pb.Resources(resources=dict(resources))
            if len(self._resources) < MAX_SHAPES:
                self._resources[key] = found
        return found

    def chunk(self, machine: Machine) -> bytes:
        """Return the machine as it stands in a serialized MachineList: tag, length, message.

        The same machine gives the same bytes.
        """
        body = self.message(machine).SerializeToString(deterministic=True)
        return _MACHINES_TAG + varint(len(body)) + body

    def ack(self, ack: Ack) -> bytes:
        """Return the serialized TransitionAck."""
        message = pb.TransitionAck(operation_id=ack.operation_id, machine=self.message(ack.machine))
        return message.SerializeToString()


def varint(value: int) -> bytes:
    """Return a non-negative `value` in protobuf's base-128 form."""
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def machine_list(chunks: Sequence[bytes], revision: bytes) -> bytes:
    """Return the serialized MachineList of machines that are framed already."""
    return b"".join((*chunks, _REVISION_TAG, varint(len(revision)), revision))


def states(message: pb.ListFilter) -> frozenset[MachineState]:
    """Return the states asked for; a number that this version does not know matches no machine.

    UNSPECIFIED stands for those, since no machine is in it, and an empty set would mean all.
    """
    known = {int(state) for state in MachineState}
    return frozenset(
        MachineState(number) if int(number) in known else MachineState.UNSPECIFIED
        for number in message.states
    )


def create_command(message: pb.CreateRequest) -> Command:
    """Return the command of a Create."""
    return Command(kind=Kind.CREATE, machine_id=message.machine_id, token=_token(message))


def configure_command(message: pb.ConfigureRequest) -> Command:
    """Return the command of a Configure; its blob is wrapped at once."""
    return Command(
        kind=Kind.CONFIGURE,
        machine_id=message.machine_id,
        token=_token(message),
        cluster_id=message.cluster_id,
        blob=Secret(message.bootstrap_blob),
        metadata=dict(message.shard_metadata),
    )


def drain_command(message: pb.DrainRequest) -> Command:
    """Return the command of a Drain."""
    return Command(
        kind=Kind.DRAIN,
        machine_id=message.machine_id,
        token=_token(message),
        grace_s=message.grace_period_seconds,
    )


def delete_command(message: pb.DeleteRequest) -> Command:
    """Return the command of a Delete."""
    return Command(kind=Kind.DELETE, machine_id=message.machine_id, token=_token(message))


def _token(
    message: pb.CreateRequest | pb.ConfigureRequest | pb.DrainRequest | pb.DeleteRequest,
) -> Token | None:
    return Token.of(message.shard_id, message.shard_epoch, message.sequence_number)
