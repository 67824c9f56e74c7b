"""What a look at a host costs, in calls; the host is a real or a simulated one."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

import purevirt
from purevirt.provider.core.signals import ApiOutcome, SilentBackend
from purevirt.provider.libvirt import names
from purevirt.provider.libvirt.backend import LibvirtBackend, LibvirtBackendConfig
from purevirt.provider.libvirt.metadata import NAMESPACE
from tests.lab.guests import Inhabited
from tests.provider_libvirt.conftest import ZONE
from tests.simulator.host import SimulatedHost

OURS = 100
XML = (
    "<domain type='qemu'><name>{name}</name><uuid>{uuid}</uuid><memory>131072</memory>"
    f"<os><type>hvm</type></os><metadata><b:bigfleet xmlns:b='{NAMESPACE}'><machineID>{{id}}</machineID>"
    "</b:bigfleet></metadata></domain>"
)


class Calls(SilentBackend):
    """Counts calls by procedure."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()

    def api_called(self, op: str, outcome: ApiOutcome, elapsed_s: float) -> None:
        self.made[op] += 1


@pytest.fixture(params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
def crowded(request: pytest.FixtureRequest) -> Iterator[Inhabited]:
    """A host with a hundred defined domains of ours."""
    with ExitStack() as own:
        if request.param == "real":
            host: Inhabited = request.getfixturevalue("libvirtd")
        else:
            host = own.enter_context(SimulatedHost("crowded"))
        yield from crowd(host)


def crowd(host: Inhabited) -> Iterator[Inhabited]:
    """Fill a host, and empty it afterwards."""

    async def each(call: str) -> None:
        async with await purevirt.connect(host.uri) as conn:
            if call == "define":
                ids = [str(number) for number in range(OURS)]
                texts = [
                    XML.format(name=names.domain_name(one), uuid=names.domain_uuid(one), id=one)
                    for one in ids
                ]
                await asyncio.gather(*(conn.domain_define_xml(text) for text in texts))
            else:
                listed = await conn.connect_list_all_domains(need_results=1, flags=0)
                await asyncio.gather(*(conn.domain_undefine_flags(domain, 0) for domain in listed.domains))

    asyncio.run(each("define"))
    yield host
    asyncio.run(each("undefine"))


def test_look_at_a_hundred_machines_is_two_calls_once_they_are_known(crowded: Inhabited) -> None:
    """First one question for each, over a connection of its own; then a list and all states (L14)."""

    async def main() -> None:
        calls = Calls()
        config = LibvirtBackendConfig(provider="libvirt", zones={ZONE: crowded.uri}, image="golden.qcow2")
        async with LibvirtBackend(config, calls) as backend:
            first = await backend.describe_zone(ZONE)
            assert (len(first.machines), first.zones[0].complete) == (OURS, True)
            assert calls.made["domain_get_metadata"] == OURS
            calls.made.clear()
            # Pool, image and network are looked at beside it; that has its own pace.
            again = await backend.describe_zone(ZONE)
            assert list(again.machines) == list(first.machines)
            looked = {op: count for op, count in calls.made.items() if op.startswith(("connect_", "domain_"))}
            looked.pop("connect_close", None)  # of the first look's own connection
            assert looked == {"connect_list_all_domains": 1, "connect_get_all_domain_stats": 1}

    asyncio.run(main())
