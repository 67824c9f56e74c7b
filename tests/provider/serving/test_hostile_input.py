"""What nobody sends on purpose: broken requests, idle scrapers, hosts that say the impossible."""

from __future__ import annotations

import asyncio
import errno
from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.errors import DecodeError, LibvirtError, libvirt_error
from purevirt.provider.core.backend import BackendError
from purevirt.provider.core.model import MAX_ID_BYTES, Kind, Machine, MachineState
from purevirt.provider.libvirt.domains import Domains
from purevirt.provider.libvirt.observation import observe
from purevirt.provider.libvirt.volumes import Volumes
from purevirt.provider.serving.service import SERVICE
from purevirt.rpc.gen.remote import StoragePool, StorageVol
from tests.provider.client import DEADLINE_S, provider, refused, settings
from tests.provider.core.test_reconcile import FakeFleet, follow, seen
from tests.provider.fakes import bench, command, machine_of, slot
from tests.provider_libvirt.odd_host import DOMAIN, OddHost, failure
from tests.provider_libvirt.test_odd_backend import creation_on

if TYPE_CHECKING:
    from purevirt.provider.core.backend import ObservedMachine

S = MachineState
CANARY = b"canary-in-a-blob"


@pytest.mark.parametrize("method", ["Create", "Configure", "Drain", "Delete", "Get", "List"])
@pytest.mark.parametrize(
    "content",
    [b"\x0a\x03\xff\xfe\xfd" + CANARY, b"\xff" * 50, b"\x0a\x7fabc", b"\x0b" * 10_000],
    ids=["not UTF-8", "no tag", "cut", "groups"],
)
async def test_what_is_no_message_is_an_invalid_argument(
    method: str, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither UNKNOWN, nor anything of the content in the answer, nor a traceback on standard error."""
    async with provider() as p:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = p.client.channel.unary_unary(
            f"/{SERVICE}/{method}"
        )
        code, details = await refused(call(content, timeout=DEADLINE_S))
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert CANARY.decode() not in details
    assert "Traceback" not in "".join(capfd.readouterr())


async def test_idle_connections_to_the_pages_do_not_outlive_the_server() -> None:
    """Whoever has connected and asked nothing is hung up on, and its task has ended."""
    async with provider(settings(metrics_addr="127.0.0.1:0")) as p:
        port = p.server.http_port
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for _, writer in opened:
            writer.write(b"GET /healthz")
            await writer.drain()
        http = p.server._http
        assert http is not None
        async with asyncio.timeout(DEADLINE_S):
            while len(http._connections) < len(opened):  # noqa: ASYNC110 # the server tells nobody
                await asyncio.sleep(0)
        await http.close()
        assert not http._connections
        for reader, writer in opened:
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await reader.readexactly(1)
            writer.close()


@pytest.mark.parametrize("state", [S.IDLE, S.CONFIGURED])
@pytest.mark.parametrize("running", [True, False])
def test_a_copy_of_a_domain_does_not_take_its_place(state: MachineState, *, running: bool) -> None:
    """A clone has the metadata too: the host on record stays, also while it is off, and is still told of."""
    ours = machine_of(state)
    cluster = ours.cluster
    own = seen(running=running, cluster=cluster)
    for copy in (seen(host_ref="a-clone", cluster=cluster), seen(host_ref="z-clone", cluster=cluster)):
        made = follow(FakeFleet(ours), own, copy)
        assert not made.changes
        assert "claimed by" in made.remarks[0]


@pytest.mark.parametrize(
    "claim",
    [
        seen(host_ref="\udcff"),
        seen(cluster="c" * (MAX_ID_BYTES + 1)),
        seen(cluster="\ud800"),
        seen(machine_id="\udc80"),
        seen(machine_id="x" * (MAX_ID_BYTES + 1)),
        seen(host_ref="h" * (MAX_ID_BYTES + 1)),
    ],
)
def test_what_cannot_be_recorded_is_skipped_with_a_remark(claim: ObservedMachine) -> None:
    """A foreign domain's names spoil the observation of nothing else, and their length is bounded."""
    made = follow(FakeFleet(Machine(slot=slot()), Machine(slot=slot(1))), claim, seen(1))
    assert [one.id for one in made.changes] == [slot(1).id]
    assert "is skipped" in made.remarks[0]
    assert len(made.remarks[0]) < 500


def test_a_machine_whose_host_says_the_impossible_is_not_missing() -> None:
    """A domain that was tampered with is there all the same."""
    odd = seen(cluster="c" * (MAX_ID_BYTES + 1))
    made = follow(FakeFleet(machine_of(S.IDLE)), odd, missing=frozenset({slot().id}))
    assert not made.changes
    assert not made.doubted


@pytest.mark.parametrize("error", [DecodeError("a reply", path="x", offset=0), RuntimeError("canary")])
async def test_one_hosts_nonsense_is_that_zones_alone(error: Exception) -> None:
    """A reply that cannot be decoded, or a bug that it sets off, makes the zone be down, no more (L6)."""
    for host, up in (
        (OddHost(connect_list_all_domains=_listed()), True),
        (OddHost(connect_list_all_domains=error), False),
    ):
        [zone] = (await observe(host.host, Domains(host.host), _ready)).zones
        assert (zone.name, zone.up) == ("z1", up)
        assert "canary" not in zone.detail


async def test_a_machine_that_cannot_be_shown_does_not_stop_the_writer() -> None:
    """A bug in making an answer's bytes costs that machine's answers; all others go on."""

    def encode(one: Machine) -> bytes:
        if one.id == slot(1).id and one.state is not S.SPECULATIVE:
            raise ValueError("canary")
        return one.id.encode()

    async with bench(encode=encode) as b:
        await b.engine.submit(command(Kind.CREATE, 1))
        assert b.state(1) is S.SPECULATIVE
        assert "publish" in b.observer.strange
        assert (await b.engine.submit(command(Kind.CREATE, 2))).machine.state is S.CREATING


@pytest.mark.parametrize("held", [True, False])
async def test_a_roll_back_takes_no_disk_of_a_domain_that_is_there(*, held: bool) -> None:
    """Volumes are named after the machine: what one attempt made may be another one's disk by now."""
    host = OddHost(
        domain_lookup_by_uuid=DOMAIN if held else failure(42),
        storage_pool_lookup_by_name=StoragePool("default", bytes(16)),
        storage_vol_lookup_by_name=StorageVol("default", "v", "/pool/v"),
        storage_vol_delete=None,
    )
    attempt = creation_on(host)
    made = StorageVol("default", "v", "/pool/v")

    async def make() -> StorageVol:
        return made

    await attempt._made("volume v", make(), lambda: attempt._remove_volume("v"))
    await attempt.roll_back()
    assert ("storage_vol_delete" in host.names()) is not held


@pytest.mark.parametrize(
    "error",
    [
        libvirt_error(code=38, domain=18, message="cannot write", level=2, int1=errno.ENOSPC),
        libvirt_error(code=1, domain=0, message="qemu-img: x: No space left on device", level=2),
    ],
    ids=["errno", "text"],
)
async def test_a_full_pool_is_called_full(error: LibvirtError) -> None:
    """Whoever met it, libvirt itself or the program that it called (G12)."""
    host = OddHost(
        storage_pool_lookup_by_name=StoragePool("default", bytes(16)), storage_vol_create_xml=error
    )
    with pytest.raises(BackendError, match="pool default is full"):
        await Volumes(host.host, "default").create_seed("v", 512)


async def _ready() -> None:
    """Nothing has to be so before a look."""


def _listed() -> object:
    class Listed:
        domains = ()

    return Listed()
