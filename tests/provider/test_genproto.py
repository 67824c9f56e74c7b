"""The generated protobuf code belongs to the proto file, and the wire to the contract's table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from purevirt.provider.core.model import CapacityType, MachineState
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb

ROOT = Path(__file__).resolve().parents[2]

MESSAGES = {
    "HostRef": "1 provider string, 2 ref string",
    "Resources": "1 resources map",
    "Machine": (
        "1 id string, 2 state MachineState, 3 host HostRef, 4 instance_type string, 5 zone string, "
        "6 capacity_type CapacityType, 7 price_per_hour double, 8 interruption_probability double, "
        "9 resources Resources, 10 labels map, 12 last_error string, 13 allocatable Resources, "
        "14 cluster string, 15 shard_metadata map"
    ),
    "MachineRef": "1 id string",
    "MachineList": "1 machines Machine, 2 revision bytes",
    "ListFilter": "1 states MachineState, 4 max_results int32, 5 since_revision bytes",
    "CreateRequest": "1 machine_id string, 3 shard_id string, 4 shard_epoch int64, 5 sequence_number int64",
    "ConfigureRequest": (
        "1 machine_id string, 2 cluster_id string, 3 bootstrap_blob bytes, 4 shard_id string, "
        "5 shard_epoch int64, 6 sequence_number int64, 7 shard_metadata map"
    ),
    "DrainRequest": (
        "1 machine_id string, 2 grace_period_seconds int64, 3 shard_id string, 4 shard_epoch int64, "
        "5 sequence_number int64"
    ),
    "DeleteRequest": "1 machine_id string, 2 shard_id string, 3 shard_epoch int64, 4 sequence_number int64",
    "TransitionAck": "1 operation_id string, 2 machine Machine",
}
RESERVED = {"Machine": [11], "ListFilter": [2, 3], "CreateRequest": [2]}


@pytest.fixture(scope="module")
def file() -> descriptor_pb2.FileDescriptorProto:
    """The descriptor that reflection serves."""
    return descriptor_pb2.FileDescriptorProto.FromString(pb.DESCRIPTOR.serialized_pb)


def test_generated_code_is_current() -> None:
    """The check mode of the generator finds no drift, and no floor in pyproject.toml that is too low."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "genproto.py"), "--check"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", MESSAGES)
def test_message_has_the_contracts_names_numbers_and_types(
    file: descriptor_pb2.FileDescriptorProto, name: str
) -> None:
    """Field by field, with the reserved numbers."""
    [message] = [one for one in file.message_type if one.name == name]
    maps = {f".{file.package}.{name}.{one.name}" for one in message.nested_type if one.options.map_entry}
    shown = []
    for field in message.field:
        kind = field.type_name.rsplit(".")[-1] or field.Type.Name(field.type).removeprefix("TYPE_").lower()
        shown.append(f"{field.number} {field.name} {'map' if field.type_name in maps else kind}")
    assert ", ".join(shown) == MESSAGES[name]
    reserved = [number for span in message.reserved_range for number in range(span.start, span.end)]
    assert reserved == RESERVED.get(name, [])


def test_service_and_enums_are_the_contracts(file: descriptor_pb2.FileDescriptorProto) -> None:
    """Six calls, no stream; enum values numbered as ours and prefixed by their type."""
    assert (file.package, file.syntax) == ("bigfleet.v1alpha1", "proto3")
    [service] = file.service
    calls = [
        (one.name, one.input_type.rsplit(".")[-1], one.output_type.rsplit(".")[-1]) for one in service.method
    ]
    assert calls == [
        ("Create", "CreateRequest", "TransitionAck"),
        ("Configure", "ConfigureRequest", "TransitionAck"),
        ("Drain", "DrainRequest", "TransitionAck"),
        ("Delete", "DeleteRequest", "TransitionAck"),
        ("Get", "MachineRef", "Machine"),
        ("List", "ListFilter", "MachineList"),
    ]
    assert not any(one.client_streaming or one.server_streaming for one in service.method)
    for message, ours, prefix in (
        (pb.MachineState, MachineState, "MACHINE_STATE_"),
        (pb.CapacityType, CapacityType, "CAPACITY_TYPE_"),
    ):
        assert dict(message.items()) == {prefix + one.name: one.value for one in ours}
