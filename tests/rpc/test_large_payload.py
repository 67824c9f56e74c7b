"""Large payloads are decoded with the collector resting, and nobody notices afterwards."""

import gc
from collections.abc import Iterator

import pytest

from purevirt.errors import DecodeError
from purevirt.rpc import xdr
from purevirt.rpc.gen import remote

DOMAINS = [remote.Domain(f"guest-{number}", bytes(16), -1) for number in range(5000)]
PAYLOAD = xdr.encode(remote.ConnectListAllDomainsRet(DOMAINS, len(DOMAINS)))


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The collector is as it was after each test."""
    was = gc.isenabled()
    yield
    (gc.enable if was else gc.disable)()


def test_no_collection_runs_in_the_middle_of_a_large_payload() -> None:
    """5,000 values are more than the first generation holds, so one would have run."""
    gc.enable()
    gc.collect()
    before = gc.get_stats()[0]["collections"]
    value, surplus = xdr.decode(remote.ConnectListAllDomainsRet, PAYLOAD)
    assert gc.get_stats()[0]["collections"] - before <= 1
    assert (value.domains, surplus) == (DOMAINS, 0)
    assert gc.isenabled()


def test_the_collector_is_back_after_a_payload_that_does_not_decode() -> None:
    """An error leaves nothing behind either."""
    gc.enable()
    with pytest.raises(DecodeError):
        xdr.decode(remote.ConnectListAllDomainsRet, PAYLOAD[:-3])
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    """Who turned it off keeps it off."""
    gc.disable()
    xdr.decode(remote.ConnectListAllDomainsRet, PAYLOAD)
    assert not gc.isenabled()
