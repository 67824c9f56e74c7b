"""The life of one stream, as a table. Pure.

Theory of operation
-------------------
A stream is opened by a call and lives on that call's serial. The client ends it in one of two ways: it
*finishes* (a STREAM packet with status OK, after all its data or after the peer's end of data), or it
*aborts* (status ERROR). Both are confirmed by the daemon, with OK or with ERROR. The daemon may also fail
the stream by itself at any moment (status ERROR), and then it forgets it: a finish or abort that crosses
that error on the wire is never answered, so an ERROR always ends the stream, whatever we were waiting
for.

An empty packet with status CONTINUE means end of data when the daemon sends it; sent by a client it would
be taken for the end too, which is why empty writes are dropped before they come here.

A stream may be given up before the daemon has answered the call that opens it. Nothing can be sent then;
the abort goes out when the reply arrives (OPENING_ABORTED).

An entry that is missing from the table is a packet or a request that has no meaning in that state: a
local one raises LocalProtocolError, a remote one is dropped, as C clients do for streams they closed.

Source: src/rpc/virnetclientstream.c, src/remote/remote_daemon_stream.c; behaviour of the errors measured.
"""

from __future__ import annotations

import enum

__all__ = ["TRANSITIONS", "StreamEffect", "StreamInput", "StreamPhase"]


class StreamPhase(enum.Enum):
    """Where a stream is in its life."""

    OPENING = "opening"
    OPENING_ABORTED = "opening, given up"
    ACTIVE = "active"
    ENDED = "at the end of its data"
    FINISHING = "finishing"
    ABORTING = "aborting"
    CLOSED = "closed"


class StreamInput(enum.Enum):
    """What can happen to a stream: SEND to ABORT are ours, the others the daemon's."""

    SEND = "send"
    FINISH = "finish"
    ABORT = "abort"
    OPENED = "opened"
    REFUSED = "refused"
    DATA = "data"
    END = "end of data"
    CONFIRM = "confirmation"
    ERROR = "error"


class StreamEffect(enum.Enum):
    """What the session does on a transition."""

    NONE = "none"
    SEND_PACKET = "send the packet"
    SEND_FINISH = "send status OK"
    SEND_ABORT = "send status ERROR"
    DELIVER = "hand the data on"
    DELIVER_END = "tell that the data has ended"
    FINISHED = "tell that the stream is complete"
    ABORTED = "tell that the abort is confirmed"
    FAILED = "tell the error"
    CUT = "tell that the daemon ended it unasked"


_P, _I, _E = StreamPhase, StreamInput, StreamEffect

TRANSITIONS: dict[tuple[StreamPhase, StreamInput], tuple[StreamPhase, StreamEffect]] = {
    (_P.OPENING, _I.OPENED): (_P.ACTIVE, _E.NONE),
    (_P.OPENING, _I.REFUSED): (_P.CLOSED, _E.FAILED),
    (_P.OPENING, _I.ABORT): (_P.OPENING_ABORTED, _E.NONE),
    (_P.OPENING, _I.DATA): (_P.OPENING, _E.DELIVER),
    (_P.OPENING, _I.END): (_P.OPENING, _E.DELIVER_END),
    (_P.OPENING, _I.ERROR): (_P.CLOSED, _E.FAILED),
    (_P.OPENING_ABORTED, _I.OPENED): (_P.ABORTING, _E.SEND_ABORT),
    (_P.OPENING_ABORTED, _I.REFUSED): (_P.CLOSED, _E.ABORTED),
    (_P.OPENING_ABORTED, _I.ERROR): (_P.CLOSED, _E.ABORTED),
    (_P.OPENING_ABORTED, _I.ABORT): (_P.OPENING_ABORTED, _E.NONE),
    (_P.ACTIVE, _I.SEND): (_P.ACTIVE, _E.SEND_PACKET),
    (_P.ACTIVE, _I.FINISH): (_P.FINISHING, _E.SEND_FINISH),
    (_P.ACTIVE, _I.ABORT): (_P.ABORTING, _E.SEND_ABORT),
    (_P.ACTIVE, _I.DATA): (_P.ACTIVE, _E.DELIVER),
    (_P.ACTIVE, _I.END): (_P.ENDED, _E.DELIVER_END),
    (_P.ACTIVE, _I.CONFIRM): (_P.CLOSED, _E.CUT),
    (_P.ACTIVE, _I.ERROR): (_P.CLOSED, _E.FAILED),
    (_P.ENDED, _I.SEND): (_P.ENDED, _E.SEND_PACKET),
    (_P.ENDED, _I.FINISH): (_P.FINISHING, _E.SEND_FINISH),
    (_P.ENDED, _I.ABORT): (_P.ABORTING, _E.SEND_ABORT),
    (_P.ENDED, _I.CONFIRM): (_P.CLOSED, _E.CUT),
    (_P.ENDED, _I.ERROR): (_P.CLOSED, _E.FAILED),
    (_P.FINISHING, _I.ABORT): (_P.FINISHING, _E.NONE),
    (_P.FINISHING, _I.CONFIRM): (_P.CLOSED, _E.FINISHED),
    (_P.FINISHING, _I.ERROR): (_P.CLOSED, _E.FAILED),
    (_P.ABORTING, _I.ABORT): (_P.ABORTING, _E.NONE),
    (_P.ABORTING, _I.CONFIRM): (_P.CLOSED, _E.ABORTED),
    (_P.ABORTING, _I.ERROR): (_P.CLOSED, _E.ABORTED),
    (_P.CLOSED, _I.ABORT): (_P.CLOSED, _E.NONE),
}
