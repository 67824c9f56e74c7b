"""Hand-made framing of replies against protobuf's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.core.model import MachineState, machine_problem
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.convert import MachineEncoder, machine_list, states, varint
from tests.provider.fakes import machine, machine_of, slot

ENCODER = MachineEncoder("libvirt")


@given(st.integers(0, 2**40))
def test_varint_is_what_protobuf_reads(value: int) -> None:
    """A length in front of a field is read back as the same number."""
    field = b"\x18" + varint(value)  # field 3, an int64
    assert pb.DeleteRequest.FromString(field).shard_epoch == value


@given(
    st.lists(st.tuples(st.integers(0, 999), st.sampled_from(list(MachineState)), st.text(max_size=300))),
    st.binary(),
)
def test_joined_chunks_are_the_message_that_protobuf_would_make(
    rows: list[tuple[int, MachineState, str]], revision: bytes
) -> None:
    """The joined reply parses to exactly the machines, in order, and the revision."""
    fleet = [
        machine(number, state=state, cluster=text, metadata={text: text}) for number, state, text in rows
    ]
    joined = machine_list([ENCODER.chunk(one) for one in fleet], revision)
    expected = pb.MachineList(machines=[ENCODER.message(one) for one in fleet], revision=revision)
    assert pb.MachineList.FromString(joined) == expected


def test_every_state_is_encoded_as_itself_and_unset_fields_stay_unset() -> None:
    """Host only where there is one, sizes only where they are known."""
    for state in MachineState:
        if state is MachineState.UNSPECIFIED:
            continue
        one = machine_of(state)
        assert machine_problem(one) is None
        message = ENCODER.message(one)
        assert int(message.state) == int(state)
        assert message.HasField("host") == (one.host_ref is not None)
    unknown = ENCODER.message(machine(slot=slot(vcpu=0, memory_mib=0)))
    assert not unknown.HasField("allocatable")


def test_filter_with_unknown_states_matches_nothing_instead_of_everything() -> None:
    """A number of a later version must not turn into "all"."""
    message = pb.ListFilter.FromString(b"\x08\x63\x08\x03")
    assert states(message) == {MachineState.UNSPECIFIED, MachineState.IDLE}
    assert states(pb.ListFilter()) == frozenset()
