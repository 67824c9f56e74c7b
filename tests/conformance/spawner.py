"""Provider processes of the checks' own: started, killed, started again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.conformance.target import Access

if TYPE_CHECKING:
    from collections.abc import Sequence

READY_S: Final = 60.0
_POLL_S: Final = 0.003
_ROOT: Final = Path(__file__).parents[2]


class Spawner:
    """Starts providers; see `process`. They end with it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.conformance.process", "--spawner"],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def order(self, **given: object) -> dict[str, Any]:
        """Give an order and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(given) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the spawner has ended; what it printed is on standard error"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the spawner."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=READY_S)
        self._process.stdout.close()


@dataclass(eq=False)
class OwnProcess:
    """One provider, over all its lives.

    Attributes:
        folder: for its state, its log and the files that hold its work.
        flags: its command line; `--addr` and `--state` are added.
        mutant: the rule that it breaks; empty: none.
    """

    spawner: Spawner
    folder: Path
    flags: Sequence[str]
    work_s: float = 0.0
    mutant: str = ""
    access: Access = field(default_factory=lambda: Access(address=""))
    pid: int = 0

    def __post_init__(self) -> None:
        self.hold.mkdir(exist_ok=True)

    @property
    def hold(self) -> Path:
        """The folder whose files hold work."""
        return self.folder / "hold"

    @property
    def state(self) -> Path:
        """The state file."""
        return self.folder / "state.db"

    @property
    def log(self) -> Path:
        """What the process prints, over all its lives."""
        return self.folder / "log"

    def start(self, state: Path | None = None) -> Access:
        """Start it, wait until it serves, and return where."""
        seen = self.log.stat().st_size if self.log.exists() else 0
        self.pid = self._spawn(state or self.state)
        deadline_s = time.monotonic() + READY_S
        while True:
            lines = self.log.read_bytes()[seen:].splitlines() if self.log.exists() else []
            for line in lines:
                with suppress(ValueError):
                    event = json.loads(line)
                    if event.get("event") == "serving":
                        self.access = replace(self.access, address=f"127.0.0.1:{event['port']}")
                        return self.access
            ended = self.spawner.order(wait=self.pid, block=False)["status"]
            text = "\n".join(line.decode(errors="replace") for line in lines[-20:])
            assert ended is None, f"the provider ended with status {ended}:\n{text}"
            assert time.monotonic() < deadline_s, f"the provider does not serve:\n{text}"
            time.sleep(_POLL_S)

    def refusal(self, state: Path | None = None) -> tuple[int, str]:
        """Start one more that does not come up; return its exit status and what it printed."""
        log = self.folder / "refusal"
        log.unlink(missing_ok=True)
        pid = self._spawn(state or self.state, log)
        deadline_s = time.monotonic() + READY_S
        while (status := self.spawner.order(wait=pid, block=False)["status"]) is None:
            if b'"serving"' in (log.read_bytes() if log.exists() else b"") or time.monotonic() > deadline_s:
                os.kill(pid, signal.SIGKILL)
                self.spawner.order(wait=pid)
                raise AssertionError("the provider was to refuse to start, and serves")
            time.sleep(_POLL_S)
        return status, log.read_text()

    def kill(self) -> None:
        """End it as a crash would."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self.spawner.order(wait=self.pid)
            self.pid = 0

    def end(self) -> None:
        """End it as an operator does: a simulated host that is killed leaves its folders."""
        os.kill(self.pid, signal.SIGTERM)
        self.spawner.order(wait=self.pid)
        self.pid = 0

    def _spawn(self, state: Path, log: Path | None = None) -> int:
        flags = ["--addr", "127.0.0.1:0", "--state", str(state), *self.flags]
        start = [str(self.hold), str(self.work_s), self.mutant or "-", *flags]
        pid: int = self.spawner.order(start=start, log=str(log or self.log))["pid"]
        return pid
