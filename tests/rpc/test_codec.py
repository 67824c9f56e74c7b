"""Arguments to payloads, payloads to replies and events."""

import logging
import re

import pytest

from purevirt.errors import BadDiscriminantError, DecodeError, EncodeError, LimitExceededError
from purevirt.rpc import xdr
from purevirt.rpc.codec import Codec, ServerEvent
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.procedure import ProcedureSpec
from purevirt.rpc.session_events import EventReceived
from tests.rpc import wire


def event(data: bytes) -> EventReceived:
    """Return what the session makes of an event's frame."""
    (message,) = wire.unpack(data)
    return EventReceived(message.program, message.procedure, message.payload)


def test_no_arguments_are_no_bytes() -> None:
    """A void call and a void reply have an empty payload."""
    assert Codec.encode(None) == b""
    assert Codec().decode(procedures.CONNECT_OPEN, b"") is None


def test_surplus_is_logged_once_for_each_procedure(caplog: pytest.LogCaptureFixture) -> None:
    """P18: four bytes more than we know are accepted, and said once, not at every call."""
    codec = Codec()
    with caplog.at_level(logging.WARNING, "purevirt.rpc"):
        for _ in range(3):
            reply = codec.decode(wire.HOSTNAME, wire.hostname("h") + b"\0\0\0\7")
            assert reply.hostname == "h"
        assert [record.getMessage() for record in caplog.records] == [
            "REMOTE_PROC_CONNECT_GET_HOSTNAME: 4 bytes after the reply, from a newer daemon?"
        ]
        version = xdr.encode(remote.ConnectGetLibVersionRet(lib_ver=1))
        codec.decode(wire.VERSION, version + b"\0" * 8)
        codec.decode(wire.VERSION, version)
    assert len(caplog.records) == 2
    assert "8 bytes" in caplog.messages[1]


def test_short_reply_is_refused() -> None:
    """P19: one byte short is not a reply."""
    with pytest.raises(DecodeError):
        Codec().decode(wire.HOSTNAME, wire.hostname("hostname")[:-1])


def test_a_claimed_length_is_not_believed() -> None:
    """P20: a string of 4 GiB in a payload of 60 bytes is refused by its limit."""
    with pytest.raises(LimitExceededError, match=r"4294967280.*4194304"):
        Codec().decode(wire.HOSTNAME, b"\xff\xff\xff\xf0" + b"x" * 56)


def test_a_typed_parameter_of_an_unknown_type_is_refused() -> None:
    """P30: type 8 fails the reply; it is not guessed at."""
    good = xdr.encode(
        remote.DomainGetSchedulerParametersFlagsRet([remote.TypedParam("cpu_shares", (4, 1024))])
    )
    bad = good.replace((4).to_bytes(4) + (1024).to_bytes(8), (8).to_bytes(4) + (1024).to_bytes(8))
    assert bad != good
    spec = procedures.DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS
    assert Codec().decode(spec, good).params[0].data == 1024
    with pytest.raises(BadDiscriminantError, match="8"):
        Codec().decode(spec, bad)


def test_a_bad_argument_is_refused() -> None:
    """P25: what would not reach the daemon as it was meant is not sent."""
    with pytest.raises(EncodeError, match="NUL at byte 4"):
        Codec.encode(remote.DomainLookupByNameArgs(name="test\0zzz"))


def test_an_event_is_decoded() -> None:
    """V10's good side: an event comes with its row of the table and its message."""
    decoded = Codec.decode_event(event(wire.lifecycle(4, callback_id=9)))
    assert decoded is not None
    assert decoded.spec is procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE
    assert isinstance(decoded.message, remote.DomainEventCallbackLifecycleMsg)
    assert (decoded.message.callback_id, decoded.message.msg.event) == (9, 4)


def test_surplus_after_an_event_is_accepted() -> None:
    """P18: a newer daemon's longer event is an event."""
    data = wire.lifecycle(4)
    (message,) = wire.unpack(data)
    longer = wire.frame(wire.LIFECYCLE, wire.MESSAGE, 1, wire.OK, message.payload + b"\0\0\0\0")
    got, usual = Codec.decode_event(event(longer)), Codec.decode_event(event(data))
    assert got is not None
    assert usual is not None
    assert (got.spec, got.message, got.size) == (usual.spec, usual.message, usual.size + 4)


def test_an_event_without_payload(caplog: pytest.LogCaptureFixture) -> None:
    """An event whose row has no message is an event all the same."""
    bare: ProcedureSpec[None, None] = ProcedureSpec(1, 1, 2, "X_EVENT", None, None, is_event=True)
    procedures.BY_ID[1, 2] = bare
    try:
        decoded = Codec.decode_event(EventReceived(1, 2, b""))
    finally:
        del procedures.BY_ID[1, 2]
    assert decoded == ServerEvent(bare, None)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (wire.frame(wire.LIFECYCLE, wire.MESSAGE, 1, wire.OK, b"\0\0\0\1"), r"LIFECYCLE \(318\)"),
        (wire.pack(0x20008086, 60000, wire.MESSAGE, 1, wire.OK), "0x20008086 procedure 60000"),
        (wire.pack(0x1234, 1, wire.MESSAGE, 1, wire.OK), "0x1234 procedure 1"),
        (wire.frame(wire.HOSTNAME, wire.MESSAGE, 1), "unknown event"),
    ],
)
def test_an_event_that_makes_no_sense_is_logged(
    data: bytes, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    """V10: undecodable, unknown, or a procedure that is no event: one line with its number, and on."""
    with caplog.at_level(logging.WARNING, "purevirt.rpc"):
        assert Codec.decode_event(event(data)) is None
    (line,) = caplog.messages
    assert re.search(words, line)


def test_characters_are_words_on_the_wire() -> None:
    """P28: a model of 32 characters is 128 bytes of the 160, signed or not, and 32 bytes here."""
    model = b"x86_64" + b"\0" * 26
    words = b"".join(bytes([0, 0, 0, one]) for one in model)
    payload = words + (1024).to_bytes(8) + b"".join(number.to_bytes(4) for number in (8, 2400, 1, 2, 2, 2))
    assert len(payload) == 160
    node = Codec().decode(procedures.NODE_GET_INFO, payload)
    assert node == remote.NodeGetInfoRet(model, 1024, 8, 2400, 1, 2, 2, 2)
    assert xdr.encode(node) == payload
