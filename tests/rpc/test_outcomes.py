"""What came of many calls, without any connection."""

import pytest

from purevirt.errors import ConnectionClosed, ConnectionLost, DecodeError, EncodeError
from purevirt.rpc import xdr
from purevirt.rpc.codec import Codec
from purevirt.rpc.gen import remote
from purevirt.rpc.outcomes import Outcomes
from purevirt.rpc.session import decode_error
from tests.rpc import wire

HOST = remote.ConnectGetHostnameRet(hostname="h")


def outcomes() -> Outcomes[remote.ConnectGetHostnameRet]:
    """Return some that are empty yet."""
    return Outcomes(Codec(), wire.HOSTNAME)


def test_by_number() -> None:
    """In whatever order they came: replies and errors, in their places."""
    refused, failed = EncodeError("too long", path="name"), decode_error(wire.error_payload(42, "no"), None)
    some = outcomes()
    some.ended(3, b"")
    some.ended(1, failed)
    some.refused(2, refused)
    some.ended(0, xdr.encode(HOST))
    first, *others, last = some.results()
    assert (first, others) == (HOST, [failed, refused])
    assert isinstance(last, DecodeError)
    assert (len(some), some.lost) == (4, None)


@pytest.mark.parametrize(
    ("answered", "sent", "maybe_executed"),
    [(True, False, True), (False, True, True), (False, False, False)],
)
def test_a_loss_speaks_for_all(answered: bool, sent: bool, maybe_executed: bool) -> None:
    """P17: one that was answered was carried out, one that was sent perhaps; with neither, none was."""
    cause = OSError("cut")
    lost = ConnectionClosed("closed", maybe_executed=False)
    lost.__cause__ = cause
    some = outcomes()
    if answered:
        some.ended(0, wire.hostname("h"))
    if sent:
        some.ended(1, ConnectionLost("sent", maybe_executed=True))
    some.ended(2, lost)
    assert some.lost is lost
    with pytest.raises(ConnectionClosed, match="closed") as caught:
        some.results()
    assert caught.value.maybe_executed is maybe_executed
    assert caught.value.__cause__ is cause
