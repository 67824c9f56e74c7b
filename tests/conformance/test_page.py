"""docs/conformance.md lists the checks that there are, and the suite is what it says from a command line."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.conformance.page import AREAS, BEGIN, PAGE, tables
from tests.conformance.profiles import own_process
from tests.conformance.registry import every_check

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.spawner import Spawner


def test_page_lists_every_check() -> None:
    """The tables are those that `python -m tests.conformance.page` writes; each check says what it is."""
    written = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2]
    assert written.splitlines() == ["", *tables()]
    assert {name.split("-")[1] for name in every_check()} == set(AREAS)
    assert all(check.run.__doc__ for check in every_check().values())


def test_command_line_checks_an_address(spawner: Spawner, tmp_path: Path) -> None:
    """Over mutual TLS, as a certificate's shard; what needs more is left out; 0 is for all well."""
    process = own_process(spawner, "mtls", tmp_path)
    access = process.start()
    words = ["--addr", access.address, "--tls-name", access.server_name, "--shard-id", access.shard_id]
    for name, content in (("tls-ca", access.ca), ("tls-cert", access.cert), ("tls-key", access.key)):
        assert content is not None
        (tmp_path / name).write_bytes(content)
        words += [f"--{name}", str(tmp_path / name)]
    ids = ("PV-FENCE-01", "PV-FENCE-10", "PV-LIFE-04", "PV-LIFE-09", "PV-FLEET-01")
    command = [sys.executable, "-m", "tests.conformance", *words, "--", "-k", " or ".join(ids)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PAGE.parents[1])
    finally:
        process.kill()
    lines = [line.split()[:2] for line in ended.stdout.splitlines() if "PV-" in line[:4]]
    assert (ended.returncode, sorted(lines)) == (0, [["PV-FENCE-01", "ok"], ["PV-LIFE-04", "ok"]]), ended
    assert "deselected" in ended.stdout


def test_command_line_tells_a_broken_provider(spawner: Spawner, tmp_path: Path) -> None:
    """A check that fails is named, and the exit status is not 0."""
    process = own_process(spawner, "plain", tmp_path, mutant="delete_leaves_the_host")
    access = process.start()
    command = [sys.executable, "-m", "tests.conformance", "--addr", access.address, "--", "-k", "PV-LIFE-04"]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PAGE.parents[1])
    finally:
        process.kill()
    assert ended.returncode == 1
    assert "PV-LIFE-04     FAILED" in ended.stdout
