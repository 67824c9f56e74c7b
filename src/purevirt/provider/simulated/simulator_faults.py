"""What --simulator-faults adds: slots whose Create fails, and clusters that do not come up.

Source: capacity-provider contract, section 8.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from purevirt.provider.core.catalog import Catalog, Offering
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.simulated.guest import CLUSTER, HOOK, KUBECTL, bootstrap, kubectl
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator import NEVER, Exit, SimulatedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.provider.core.backend import BackendMachine
    from purevirt.provider.secret import Secret
    from purevirt.testing.simulator.agent.program import Program, ProgramRun
    from purevirt.testing.simulator.faults.host_faults import HostFaults

__all__ = [
    "FAULT_LABEL",
    "FAULT_SLOTS",
    "PROBE",
    "LateBackend",
    "fail_creates",
    "faulty_programs",
    "with_fault_slots",
]

FAULT_LABEL: Final = ("conformance.fault/create", "error")
FAULT_SLOTS: Final = 8
PROBE: Final = "bigfleet-ready"
"""The readiness command, where none is configured."""

_ERROR = "fault-error"
_TIMEOUT = "fault-timeout"
_SLOW_OK = "fault-slow-ok"
_READINESS_BLOCK = "fault-readiness-block"
_DRAIN_ERROR = "fault-drain-error"
_LATE_S = 1.0


def with_fault_slots(catalog: Catalog, zone: str) -> Catalog:
    """Return the catalogue with the slots whose Create fails."""
    faulty = Offering(
        instance_type=next(iter(catalog.types)),
        zone=zone,
        capacity_type=catalog.capacity_type,
        count=FAULT_SLOTS,
        labels=dict([FAULT_LABEL]),
    )
    return Catalog(
        provider=catalog.provider,
        types=catalog.types,
        prices=catalog.prices,
        offerings=[*catalog.offerings, faulty],
    )


def fail_creates(faults: HostFaults, catalog: Catalog) -> None:
    """Let the host refuse the domains of those slots."""
    name, value = FAULT_LABEL
    ids = [escape(slot.id) for slot in catalog.slots() if slot.labels.get(name) == value]
    error = SimulatedError(
        ErrorNumber.OPERATION_FAILED, ErrorDomain.QEMU, "a create that was ordered to fail"
    )
    faults.refuse(error, "DOMAIN_DEFINE_XML*", when=lambda args: any(one in args.xml for one in ids))


def faulty_programs(configure_limit_s: float) -> Mapping[str, Program]:
    """Return hook, kubectl and readiness command that fail as the cluster's id says."""

    def hook(run: ProgramRun) -> Exit:
        end = bootstrap(run)
        match run.argv[1]:
            case cluster if cluster == _ERROR:
                return Exit(code=1, stderr=b"bootstrap: ordered to fail\n")
            case cluster if cluster == _TIMEOUT:
                return Exit(after_s=NEVER)
            case cluster if cluster == _SLOW_OK:
                return Exit(after_s=configure_limit_s + _LATE_S, ignores_signals=True)
        return end

    def draining(run: ProgramRun) -> Exit:
        if run.argv[1] == "drain" and _joined(run) == _DRAIN_ERROR:
            return Exit(code=1, stderr=b"kubectl: ordered to fail\n")
        return kubectl(run)

    def probe(run: ProgramRun) -> int:
        return int(_joined(run) == _READINESS_BLOCK)

    return {HOOK: hook, KUBECTL: draining, f"/usr/local/bin/{PROBE}": probe}


def _joined(run: ProgramRun) -> str:
    found = run.files.find(CLUSTER)
    return "" if found is None else found.content.decode()


class LateBackend(LibvirtBackend):
    """The backend, which for one cluster does not let itself be cancelled once, and reports success late."""

    async def configure(
        self, machine: BackendMachine, cluster_id: str, blob: Secret, operation_id: str
    ) -> None:
        """See `Backend.configure`."""
        work = asyncio.ensure_future(super().configure(machine, cluster_id, blob, operation_id))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            if cluster_id != _SLOW_OK or work.cancelled():
                await self._given_up(work)
                raise
            # the fault itself: the transition's limit is over, and this goes on
            try:
                await asyncio.shield(work)
            except asyncio.CancelledError:
                await self._given_up(work)
                raise

    @staticmethod
    async def _given_up(work: asyncio.Future[None]) -> None:
        work.cancel()
        await asyncio.wait({work})
