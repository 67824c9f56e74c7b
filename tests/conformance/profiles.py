"""The providers that the checks start for themselves, by profile."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tests.conformance.quick_backend import BROKEN_TYPE, ZONE
from tests.conformance.spawner import OwnProcess, Spawner
from tests.conformance.target import FAULT_LABEL, Access
from tests.provider.pki import authority

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.registry import Profile

SHARD: Final = "shard-of-the-certificate"
_SLOTS: Final[dict[Profile, int]] = {
    "plain": 400,
    "faults": 40,
    "metal": 40,
    "fleet": 3000,
    "durable": 800,
    "mtls": 20,
}
# Time enough for a crowded machine, and short enough to wait for the end of what never ends.
LIMIT_S: Final = 2.0
# The same for a guest that boots first.
BOOT_LIMIT_S: Final = 3.0
_FAULT_SLOTS: Final = 8
_TYPES: Final = {
    "conformance.small": {"vcpu": 2, "memory_mib": 4096},
    "conformance.odd": {"vcpu": 3, "memory_mib": 1500},
    BROKEN_TYPE: {"vcpu": 1, "memory_mib": 1024},
}


def own_process(spawner: Spawner, profile: Profile, folder: Path, mutant: str = "") -> OwnProcess:
    """Return a process of that profile that has not been started."""
    if profile == "simulated":
        flags = ["--use-simulator", "--simulator-faults", "--metrics-addr=", "--seed-count", "24"]
        return OwnProcess(spawner, folder, [*flags, "--transition-timeout", f"{BOOT_LIMIT_S:g}s"])
    types, offerings = folder / "types.json", folder / "offerings.json"
    types.write_text(json.dumps(_TYPES))
    offerings.write_text(json.dumps(_offerings(profile)))
    flags = ["--connect", f"{ZONE}=qemu:///system", "--image", "golden.qcow2", "--metrics-addr="]
    flags += ["--instance-types", str(types), "--offerings", str(offerings), "--reconcile-interval", "0"]
    flags += ["--transition-timeout", f"{LIMIT_S:g}s" if profile == "faults" else "5m"]
    made = OwnProcess(spawner, folder, flags, work_s=0.02 if profile == "durable" else 0.0, mutant=mutant)
    if profile == "mtls":
        _secure(made)
    return made


def _offerings(profile: Profile) -> list[dict[str, object]]:
    """Return the offerings: machines of two shapes, and those whose Create fails."""
    kind = "bare_metal" if profile == "metal" else "on_demand"
    common: dict[str, object] = {"zone": ZONE, "capacity_type": kind}
    odd = {"cpu": "1", "memory": "256Mi"}
    found: list[dict[str, object]] = [
        {**common, "instance_type": "conformance.small", "count": _SLOTS[profile], "labels": {"rack": "r1"}},
        {**common, "instance_type": "conformance.odd", "count": 3, "resources": odd},
    ]
    if profile == "faults":
        labels = {FAULT_LABEL: "error"}
        found.append({**common, "instance_type": BROKEN_TYPE, "count": _FAULT_SLOTS, "labels": labels})
    return found


def _secure(process: OwnProcess) -> None:
    """Give a process a certificate, and its checks one that speaks for SHARD."""
    ca = process.folder / "ca.pem"
    ca.write_bytes(authority().pem)
    cert, key = authority().server().write(process.folder, "server")
    process.flags = [*process.flags, "--tls-cert", str(cert), "--tls-key", str(key), "--tls-ca", str(ca)]
    client = authority().client(f"bigfleet://shard/{SHARD}")
    process.access = replace(
        Access(address=""),
        ca=authority().pem,
        key=client.key,
        cert=client.cert,
        server_name="localhost",
        shard_id=SHARD,
    )
