"""The backend that does not let itself be cancelled for one cluster, and does for all others."""

import asyncio

import pytest

from purevirt.provider.core.backend import BackendMachine
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.secret import Secret
from purevirt.provider.settings.backend_config import backend_config
from purevirt.provider.settings.config import parse_config
from purevirt.provider.simulated.simulator_faults import LateBackend

MACHINE = BackendMachine(id="m", instance_type="t", zone="z", vcpu=1, memory_mib=1)


@pytest.mark.parametrize(("cluster", "cancels"), [("c", 1), ("fault-slow-ok", 2)])
async def test_work_ends_with_who_waits_for_it(
    cluster: str, cancels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, and for the late cluster when it is cancelled again: then the work has ended, too."""
    ended: list[str] = []
    begun = asyncio.Event()

    async def configure(
        _self: LibvirtBackend, _machine: BackendMachine, cluster_id: str, _blob: Secret, _operation: str
    ) -> None:
        begun.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            ended.append(cluster_id)

    monkeypatch.setattr(LibvirtBackend, "configure", configure)
    backend = LateBackend(backend_config(parse_config(["--use-simulator"], {}, uid=0)))
    task = asyncio.ensure_future(backend.configure(MACHINE, cluster, Secret(b""), "1-aa"))
    await begun.wait()
    for number in range(cancels):
        assert (ended, task.done()) == ([], False)
        task.cancel()
        if number < cancels - 1:
            # it goes on, as the fault is
            for _ in range(5):
                await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == [cluster]
