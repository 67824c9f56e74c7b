"""At least 120 procedures, answered by a real libvirtd as libvirt's own binding is answered."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab import LabHost
from tests.live.areas import AREAS, Areas
from tests.live.query import OracleProcess

pytestmark = pytest.mark.lab

_DEMANDED = 120


@pytest.fixture(scope="module")
def areas(lab_image: Path) -> Iterator[Areas]:
    """The areas, on a host of their own, so that nobody else's domains are in the lists."""
    with LabHost("live") as host, OracleProcess() as oracle:
        yield Areas(host.prepare(lab_image), oracle)


@pytest.mark.parametrize("name", AREAS)
def test_answers_are_those_that_libvirt_gets(areas: Areas, name: str) -> None:
    """Each answer, effect and refusal of the area is the same for us and for libvirt's own client."""
    ledger = areas.ledger(name)
    assert ledger.compared or ledger.refused


@pytest.mark.parametrize("name", AREAS)
def test_blocking_client_answers_alike(areas: Areas, name: str) -> None:
    """What was asked by the asyncio client and changes nothing was answered alike to the blocking one."""
    for twin in areas.ledger(name).twins:
        assert twin.of_sync == twin.of_asyncio, twin.call


def test_enough_procedures_are_compared(areas: Areas, capsys: pytest.CaptureFixture[str]) -> None:
    """Over all areas, so many different procedures succeeded and agreed, the blocking client's among them."""
    ledgers = [areas.ledger(name) for name in AREAS]
    compared = {name for ledger in ledgers for name in ledger.compared}
    refused = {name for ledger in ledgers for name in ledger.refused} - compared
    twins = {twin.call for ledger in ledgers for twin in ledger.twins}
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(compared)} procedures answered as libvirt's own client is, {len(twins)} of them also "
            f"through the blocking client; {len(refused)} more refused alike\n"
        )
    assert len(compared) >= _DEMANDED
    assert len(twins) >= _DEMANDED
