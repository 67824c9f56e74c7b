"""One machine of the shared hosts, and how tests drive the backend on it."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import TypeVar

import pytest

from purevirt.provider.core.backend import BackendMachine
from purevirt.provider.libvirt import guest_agent
from purevirt.provider.libvirt.backend import LibvirtBackend, LibvirtBackendConfig
from purevirt.rpc.recipes import agent as agent_recipe
from purevirt.rpc.recipes import guest as guest_recipe
from tests.lab.guests import Inhabited
from tests.lab.host import GOLDEN

T = TypeVar("T")
ZONE = "z1"


class Driver:
    """Runs a backend's coroutines on a host from a test that is not one, since the oracle blocks."""

    def __init__(self, host: Inhabited) -> None:
        self.host = host
        self.config = LibvirtBackendConfig(provider="libvirt", zones={ZONE: host.uri}, image=GOLDEN)

    def run(self, use: Callable[[LibvirtBackend], Awaitable[T]], **changes: object) -> T:
        """Return what `use` makes of a fresh backend; `changes` are made to its configuration."""

        async def main() -> T:
            config = replace(self.config, **changes)  # type: ignore[arg-type]  # the test's to get right
            async with LibvirtBackend(config) as backend, asyncio.timeout(60):
                return await use(backend)

        return asyncio.run(main())

    def create(self, machine: BackendMachine, operation_id: str = "op-create", **changes: object) -> str:
        """Create a machine and return its domain's name."""
        return self.run(lambda backend: backend.create(machine, operation_id), **changes)

    def delete(self, machine: BackendMachine) -> None:
        """Delete a machine."""
        self.run(lambda backend: backend.delete(machine, "op-delete"))

    def volumes(self) -> set[str]:
        """Return the names of the pool's volumes."""
        self.host.virsh("pool-refresh", "default")
        return {
            line.split()[0] for line in self.host.virsh("vol-list", "default").splitlines() if line.strip()
        }

    def domains(self) -> set[str]:
        """Return the names of all domains."""
        return set(self.host.virsh("list", "--all", "--name").split())


def new_machine(name: str, host_ref: str | None = None) -> BackendMachine:
    """Return a small machine of that name's own."""
    return BackendMachine(
        id=f"libvirt/OnDemand/kvm.tiny/{ZONE}/{name}",
        instance_type="kvm.tiny",
        zone=ZONE,
        vcpu=1,
        memory_mib=192,
        host_ref=host_ref,
    )


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents are asked again soon."""
    monkeypatch.setattr(guest_recipe, "_FIRST_PAUSE_S", 0.005)
    monkeypatch.setattr(guest_recipe, "_LAST_PAUSE_S", 0.005)
    monkeypatch.setattr(agent_recipe, "_RECHECK_S", 0.005)
    monkeypatch.setattr(guest_agent, "_FROZEN_PAUSE_S", 0.005)


@pytest.fixture(scope="module")
def driver(any_host: Inhabited) -> Driver:
    """The backend on the shared hosts, a real one and a simulated one."""
    return Driver(any_host)


@pytest.fixture(scope="module")
def machine(driver: Driver) -> Iterator[BackendMachine]:
    """A created machine whose guest has booted, shared by a module's tests; nothing of it may be left."""
    before = driver.volumes(), driver.domains()
    spare = new_machine("shared")
    made = replace(spare, host_ref=driver.create(spare, "op-shared"))
    assert made.host_ref is not None
    driver.host.wait_agent(made.host_ref)
    assert driver.host.guest_exec(made.host_ref, ["await-boot"]).code == 0
    yield made
    driver.delete(made)
    assert (driver.volumes(), driver.domains()) == before


@pytest.fixture
def nothing_left(driver: Driver) -> Iterator[None]:
    """The host is left as it was found, the golden image's bytes included."""
    before = driver.volumes(), driver.domains(), golden_sum(driver)
    yield
    assert (driver.volumes(), driver.domains(), golden_sum(driver)) == before


def golden_sum(driver: Driver) -> str:
    """Return the golden volume's checksum."""
    return hashlib.sha256((driver.host.pool_path / GOLDEN).read_bytes()).hexdigest()
