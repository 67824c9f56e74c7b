"""The faults of the contract's section 8 once more, on the simulator that the provider brings."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tests.conformance.profiles import own_process
from tests.conformance.registry import every_check
from tests.conformance.target import Target

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.spawner import Spawner

BESIDES = ("PV-LIFE-01", "PV-LIFE-02", "PV-LIFE-03", "PV-LIFE-04", "PV-LIMIT-07", "PV-IDEM-09")


def test_simulated_hosts_pass_what_is_checked_on_the_quick_backend(spawner: Spawner, tmp_path: Path) -> None:
    """All faults and some lives, side by side on one provider: most of the time is spent waiting."""
    process = own_process(spawner, "simulated", tmp_path)
    target = Target(process.start(), process)
    checks = [one for one in every_check().values() if one.on == "faults" or one.id in BESIDES]
    try:
        with ThreadPoolExecutor(len(checks)) as pool:
            running = {one.id: pool.submit(one.run, target) for one in checks}
        failures = {name: one.exception() for name, one in running.items() if one.exception()}
        assert not failures, process.log.read_text()[-4000:]
    finally:
        target.close()
        process.end()
