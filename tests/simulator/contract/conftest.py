"""The daemons under test, with the same assertions for each.

A behaviour is asked of all three, but for what is marked `qemu("why")`: it is the QEMU driver's own, or
needs what libvirt's test driver has not, which the mark says.
"""

import socket
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc import xdr
from purevirt.rpc.framing import encode_frame
from purevirt.rpc.gen import procedures, remote
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import Machine
from tests.simulator.contract.daemon import Daemon, removed

if TYPE_CHECKING:
    from tests.lab import LabHost

KINDS = (
    pytest.param("real", marks=pytest.mark.lab),
    pytest.param("test", marks=pytest.mark.lab),
    "simulated",
)


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line("markers", "qemu(why): not asked of libvirt's test driver, and why")


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Leave out what is not asked of the test driver."""
    left = [item for item in items if _is_left_out(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


def _is_left_out(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("qemu")
    if mark is None:
        return False
    if len(mark.args) != 1:
        raise pytest.UsageError(f'{item.nodeid}: the mark says why: @pytest.mark.qemu("...")')
    callspec = getattr(item, "callspec", None)
    return callspec is not None and callspec.params.get("daemon") == "test"


@pytest.fixture(scope="session")
def simulated() -> Iterator[Daemon]:
    """A simulated daemon of a host without KVM, as the lab's are, in a thread of its own."""
    with SimulatedLibvirtd(machine=Machine(has_kvm=False)).in_thread() as sim:
        yield Daemon("simulated", sim.uri, str(sim.socket), sim.host.storage.files.folder)


@pytest.fixture(scope="session")
def real(libvirtd: "LabHost") -> Daemon:
    """The lab's libvirtd, with its QEMU driver."""
    return Daemon("real", libvirtd.uri, str(libvirtd.socket_path), libvirtd.folder)


@pytest.fixture(scope="session")
def test_driver(libvirtd: "LabHost") -> Iterator[Daemon]:
    """The same libvirtd with its test driver, which forgets all when its last connection ends."""
    opening = xdr.encode(remote.ConnectOpenArgs(name="test:///default", flags=0))
    with socket.socket(socket.AF_UNIX) as kept:
        kept.connect(str(libvirtd.socket_path))
        kept.sendall(encode_frame(remote.REMOTE_PROGRAM, 1, procedures.CONNECT_OPEN.number, 0, 1, 0, opening))
        assert kept.recv(28)
        yield Daemon("test", libvirtd.test_uri, str(libvirtd.socket_path), libvirtd.folder)


@pytest.fixture(scope="session", params=KINDS)
def daemon(request: pytest.FixtureRequest) -> Daemon:
    """One daemon after the other."""
    fixture = "test_driver" if request.param == "test" else request.param
    found: Daemon = request.getfixturevalue(fixture)
    return found


@pytest.fixture
async def conn(daemon: Daemon) -> AsyncIterator[Connection]:
    """A connection to it; the domains and networks that the test made are removed afterwards."""
    async with await purevirt.connect(daemon.uri) as connection:
        yield connection
    if daemon.made:
        async with await purevirt.connect(daemon.uri) as other:
            await removed(other, daemon)
