"""The soak itself works: a few machines for two seconds, everything going wrong, nothing broken."""

import json
import subprocess
import sys
from pathlib import Path

from tests.docs.recipe import ROOT


def test_a_very_short_soak(tmp_path: Path) -> None:
    """Machines live, trouble is made, the observer looks; no invariant is broken, and nothing is left."""
    report = tmp_path / "soak.json"
    options = ["--minutes=0.04", "--machines=6", "--hold=0.5", "--trouble-every=1", "--busy=1"]
    command = [sys.executable, "-m", "bench.soak", *options, "--seed=3", f"--report={report}"]
    subprocess.run(command, cwd=ROOT, check=False, capture_output=True, timeout=100)
    result = json.loads(report.read_text())
    assert result["violations"] == []
    assert result["descriptors_left"] == []
    counts = result["counts"]
    assert counts["Create done"] > 0
    assert counts["looks"] > 0
    assert sum(number for name, number in counts.items() if name.startswith("trouble: ")) > 0
