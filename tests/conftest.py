"""What every test may ask for: the lab's hosts (see `tests.lab`)."""

import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.lab import LabHost, Ssh, Tcp, Tls
from tests.lab.guests import Inhabited
from tests.lab.image import ensure_image
from tests.lab.packages import obstacle

_SIMULATED_FOLDERS = frozenset(("simulator", "provider_simulated"))


class LabHosts(Protocol):
    """Starts hosts side by side, one per name, and returns them; they end with the test."""

    def __call__(self, *names: str) -> list[LabHost]: ...


def pytest_configure(config: pytest.Config) -> None:
    """Ctrl-C is for the tests that send it, also in the background of a shell that has it ignored there."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "real(why): not asked of the simulated host, and why")
    config.addinivalue_line("markers", "sim: runs on the simulated libvirtd alone (set by itself)")


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Leave out what is not asked of the simulated host, and mark what is."""
    left = {item for item in items if _is_left_out(item)}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
    for item in items:
        if item.get_closest_marker("lab") is None and _is_simulated(item):
            item.add_marker("sim")


def _is_simulated(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    folders = {parent.name for parent in item.path.parents}
    return not folders.isdisjoint(_SIMULATED_FOLDERS) or (
        callspec is not None and "simulated" in callspec.params.values()
    )


def _is_left_out(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("real")
    if mark is None:
        return False
    if len(mark.args) != 1:
        raise pytest.UsageError(f'{item.nodeid}: the mark says why: @pytest.mark.real("...")')
    callspec = getattr(item, "callspec", None)
    return callspec is not None and "simulated" in callspec.params.values()


@pytest.fixture(autouse=True)
def _logs_as_they_come() -> Iterator[None]:
    """Leave no test the levels and handlers that another one's program has set up, nor its standard error."""
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    yield
    root.setLevel(before[0])
    for handler in [one for one in root.handlers if one not in before[1]]:
        root.removeHandler(handler)
    # the client's own tests run where structlog is not installed
    if (structlog := sys.modules.get("structlog")) is not None:
        structlog.reset_defaults()


@pytest.fixture(scope="session")
def lab_able() -> None:
    """The machine can run the lab; where it cannot, whoever could change that is told how."""
    reason = obstacle()
    if reason is None:
        return
    if os.environ.get("CI") == "true" or os.geteuid() == 0:
        pytest.fail(f"{reason} (or `python -m tests.lab ensure`)", pytrace=False)
    pytest.skip(f"no lab, so nothing that needs a real libvirtd is tested: {reason}")


@pytest.fixture(scope="session")
def lab_image(lab_able: None) -> Path:
    """The golden guest image."""
    return ensure_image()


@pytest.fixture(scope="session")
def libvirtd(lab_able: None) -> Iterator[LabHost]:
    """A bare host: libvirtd with its QEMU and test drivers, without pool, network and image."""
    with LabHost("bare") as host:
        yield host


@pytest.fixture(scope="session")
def lab_access(lab_able: None) -> Iterator[LabHost]:
    """A bare host reached by TLS, plain TCP and ssh too, shared by all: its sshd is not to be restarted."""
    with LabHost("access", tls=Tls(), tcp=Tcp(), ssh=Ssh()) as host:
        yield host


@pytest.fixture(scope="session")
def lab_host(lab_image: Path) -> Iterator[LabHost]:
    """One host with pool, network and golden volume, shared by all tests: each names its own guests."""
    with LabHost("lab") as host:
        yield host.prepare(lab_image)


@pytest.fixture(scope="session")
def simulated_host() -> Iterator[Inhabited]:
    """A simulated host with the same, shared by all tests too."""
    from tests.simulator.host import SimulatedHost

    with SimulatedHost("lab") as host:
        yield host


@pytest.fixture(scope="session", params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
def any_host(request: pytest.FixtureRequest) -> Inhabited:
    """The lab's host, then the simulated one: what is asked of both is asked with the same assertions."""
    found: Inhabited = request.getfixturevalue("lab_host" if request.param == "real" else "simulated_host")
    return found


@pytest.fixture
def lab_hosts(lab_image: Path) -> Iterator[LabHosts]:
    """Hosts of the test's own, with pool, network and golden volume each."""
    with ExitStack() as running:

        def start(*names: str) -> list[LabHost]:
            return [running.enter_context(LabHost(name)).prepare(lab_image) for name in names]

        yield start


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """With CI=true a skipped test is a failed run: what was not tried is not known to work."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        reporter.write_line("CI=true: tests were skipped, see above", red=True)
