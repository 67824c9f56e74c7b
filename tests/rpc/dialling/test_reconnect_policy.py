"""When a lost connection is dialled again."""

import pytest

from purevirt.errors import (
    AuthenticationError,
    CertificateRefused,
    ConnectError,
    ConnectionLost,
    HostKeyChanged,
    KnownHostsMissing,
    LocalProtocolError,
    RemoteProtocolError,
    TlsCredentialsError,
    UriError,
    libvirt_error,
)
from purevirt.rpc.dialling.reconnect_policy import Backoff, Verdict, judge


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (ConnectError("refused", endpoint="e"), Verdict.AGAIN),
        (ConnectionLost("gone", maybe_executed=True), Verdict.AGAIN),
        (RemoteProtocolError("garbage"), Verdict.AGAIN),
        (OSError("no route"), Verdict.AGAIN),
        (TimeoutError(), Verdict.AGAIN),
        (libvirt_error(code=38, domain=0, message="starting", level=2), Verdict.AGAIN),
        (libvirt_error(code=88, domain=0, message="denied", level=2), Verdict.SLOWLY),
        (AuthenticationError("wrong", endpoint="e", mechanism="sasl"), Verdict.SLOWLY),
        (HostKeyChanged("changed", host="h", port=22), Verdict.SLOWLY),
        (KnownHostsMissing("none", host="h", port=22), Verdict.SLOWLY),
        (CertificateRefused("refused", endpoint="e"), Verdict.SLOWLY),
        (TlsCredentialsError("no key", endpoint="e", file="f"), Verdict.SLOWLY),
        (UriError("not one"), Verdict.NEVER),
        (LocalProtocolError("misuse"), Verdict.NEVER),
        (TypeError("a bug in the caller's function"), Verdict.NEVER),
    ],
)
def test_verdicts(error: Exception, verdict: Verdict) -> None:
    """By class alone: what heals by itself, what a person has to mend, what never will."""
    assert judge(error) is verdict


def test_pauses_double_up_to_a_bound() -> None:
    """With full luck the longest, without any half of it; a good connection starts anew."""
    luck = 1.0
    backoff = Backoff(0.5, 3.0, lambda: luck)
    assert [backoff.pause_s() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    luck = 0.0
    assert backoff.pause_s() == 1.5
    assert backoff.jitter(300.0) == 150.0
    backoff.reset()
    assert [backoff.pause_s() for _ in range(2)] == [0.25, 0.5]


@pytest.mark.parametrize(("first", "last"), [(0.0, 1.0), (2.0, 1.0)])
def test_pauses_that_are_none(first: float, last: float) -> None:
    """A busy loop, or bounds the wrong way round, is refused."""
    with pytest.raises(ValueError, match="positive and grow"):
        Backoff(first, last, lambda: 1.0)
