"""The session against a small model, over any sequence of calls, replies, cancellations and streams."""

from dataclasses import dataclass, field

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule

from purevirt.errors import ConnectionLost, LocalProtocolError
from purevirt.rpc.session_events import (
    Call,
    CallCompleted,
    CallFailed,
    SessionEvent,
    StreamChannel,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
)
from tests.rpc import wire
from tests.rpc.driven import Driven

PLACES = 3


@dataclass(eq=False)
class Expected:
    """What the model knows of one call, and of the stream that it opens."""

    call: Call
    stream: StreamChannel | None = None
    cancelled: bool = False
    told: list[str] = field(default_factory=list)
    answered: bool = False
    aborted: bool = False
    finished: bool = False
    ended: bool = False
    over: bool = False
    received: list[bytes] = field(default_factory=list)
    delivered: list[bytes] = field(default_factory=list)
    closed_count: int = 0


class SessionMachine(RuleBasedStateMachine):
    """Both sides of one connection: the user's requests, and a daemon that answers what it has been sent."""

    calls = Bundle("calls")

    def __init__(self) -> None:
        super().__init__()
        self.driven = Driven(max_calls=PLACES)
        self.all: dict[Call, Expected] = {}
        self.queue: list[Expected] = []
        self.at_daemon: dict[int, Expected] = {}
        self.failed = False

    # the model's wire

    def settle(self) -> None:
        """Note what was sent; frames of calls have to come in the order in which the calls were entered."""
        for message in self.driven.sent():
            if message.type != wire.CALL:
                continue
            expected = self.queue.pop(0)
            assert message.serial == expected.call.serial
            assert message.serial not in self.at_daemon
            self.at_daemon[message.serial] = expected

    def take(self, events: list[SessionEvent]) -> None:
        """Note what was told."""
        for event in events:
            match event:
                case CallCompleted(call, _):
                    self.all[call].told.append("completed")
                case CallFailed(call, error):
                    lost = isinstance(error, ConnectionLost)
                    self.all[call].told.append(f"lost {error.maybe_executed}" if lost else "failed")  # type: ignore[attr-defined] # of ConnectionLost
                case StreamDataReceived(stream, data):
                    self.all[stream.call].delivered.append(data)
                case StreamEnded(stream):
                    assert not self.all[stream.call].ended
                    self.all[stream.call].ended = True
                case StreamClosed(stream, _):
                    self.all[stream.call].closed_count += 1
                    self.all[stream.call].over = True
                case _:
                    raise AssertionError(event)
        self.settle()

    # the user

    @precondition(lambda self: not self.failed)
    @rule(target=calls, opens=st.booleans())
    def start(self, opens: bool) -> Expected:
        """Make a call, or one that opens a stream."""
        if opens:
            stream = self.driven.stream(wire.CONSOLE)
            expected = Expected(stream.call, stream)
        else:
            expected = Expected(self.driven.call())
        self.all[expected.call] = expected
        self.queue.append(expected)
        self.settle()
        return expected

    @rule(expected=calls)
    def cancel(self, expected: Expected) -> None:
        """Cancel a call in any state, more than once too."""
        waiting = expected in self.queue
        maybe = self.driven.session.cancel_call(expected.call)
        if waiting and not self.failed:
            assert maybe is False
            self.queue.remove(expected)
            expected.over = True
        if not expected.told:
            expected.cancelled = True
            expected.aborted = True
        self.settle()

    @rule(expected=calls)
    def abort(self, expected: Expected) -> None:
        """Abort a stream in any phase; never refused."""
        if expected.stream is not None:
            self.driven.session.abort_stream(expected.stream)
            expected.aborted = True
            self.settle()

    @rule(expected=calls, finish=st.booleans())
    def write(self, expected: Expected, finish: bool) -> None:
        """Write to a stream or finish it: allowed exactly while it is open and not given up."""
        if expected.stream is None:
            return
        session = self.driven.session
        open_ = expected.answered and not (expected.aborted or expected.finished or expected.over)
        try:
            if finish:
                session.finish_stream(expected.stream)
            else:
                session.send_stream_data(expected.stream, b"x")
        except LocalProtocolError:
            assert not open_
        except ConnectionLost:
            assert self.failed
        else:
            assert open_
            assert not self.failed
            expected.finished = finish

    # the daemon

    @precondition(lambda self: not self.failed)
    @rule(expected=calls, good=st.booleans())
    def reply(self, expected: Expected, good: bool) -> None:
        """Answer a call that has arrived."""
        serial = expected.call.serial
        if self.at_daemon.get(serial) is not expected or expected.answered:
            return
        expected.answered = True
        before = list(expected.told)
        make = wire.reply if good else wire.refusal
        self.take(self.driven.feed(make(expected.call.spec, serial)))
        news = [] if expected.cancelled else ["completed" if good else "failed"]
        assert expected.told == before + news
        if expected.stream is not None and not good:
            assert expected.over
        del self.at_daemon[serial]

    @precondition(lambda self: not self.failed)
    @rule(expected=calls, data=st.sampled_from([b"a", b"bc"]))
    def packet(self, expected: Expected, data: bytes) -> None:
        """Send data on a stream, wanted or not."""
        if expected.stream is None or not expected.call.serial:
            return
        wanted = not (expected.ended or expected.aborted or expected.finished or expected.over)
        if wanted:
            expected.received.append(data)
        self.take(self.driven.feed(wire.packet(wire.CONSOLE, expected.call.serial, data)))

    @precondition(lambda self: not self.failed)
    @rule(expected=calls, error=st.booleans())
    def end_stream(self, expected: Expected, error: bool) -> None:
        """Confirm or fail a stream that has been opened, asked or unasked."""
        if expected.stream is None or not expected.answered:
            return
        make = wire.stream_error if error else wire.confirm
        self.take(self.driven.feed(make(wire.CONSOLE, expected.call.serial)))
        assert expected.over

    @precondition(lambda self: not self.failed)
    @rule(data=st.sampled_from([wire.ping(), wire.pong(), wire.reply(wire.HOSTNAME, 0x7777_7777)]))
    def noise(self, data: bytes) -> None:
        """Send what concerns nobody."""
        assert self.driven.feed(data) == []
        self.settle()

    @precondition(lambda self: len(self.all) > 6)
    @rule()
    def fail(self) -> None:
        """End the connection: everybody who waits is told, with the truth."""
        if self.failed:
            assert self.driven.fail() == []
            return
        before = {call: list(expected.told) for call, expected in self.all.items()}
        for event in self.driven.fail():
            self.take([event])
        for call, expected in self.all.items():
            if before[call] or expected.cancelled:
                assert expected.told == before[call]
            else:
                assert expected.told == [f"lost {expected not in self.queue}"]
        self.failed = True

    @rule(expected=consumes(calls))
    def forget(self, expected: Expected) -> None:
        """Leave one alone from now on."""

    # always

    @invariant()
    def places_are_kept(self) -> None:
        """K8, K9: never more than the places, and nobody waits while one is free."""
        if not self.failed:
            session = self.driven.session
            assert session.in_flight_count == len(self.at_daemon) <= PLACES
            assert session.waiting_count == len(self.queue)
            assert not self.queue or session.in_flight_count == PLACES

    @invariant()
    def each_is_told_once(self) -> None:
        """A call has one outcome, a stream one end, and its data comes whole and in order."""
        for expected in self.all.values():
            assert len(expected.told) <= 1
            assert expected.closed_count <= 1
            assert expected.delivered == expected.received


TestSession = SessionMachine.TestCase
TestSession.settings = settings(max_examples=150, stateful_step_count=40)
