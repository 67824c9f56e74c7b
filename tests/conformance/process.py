"""`purevirt-provider` over a quick backend: `... -m tests.conformance.process HOLD WORK_S MUTANT FLAGS...`.

It is the program itself, from its command line on; only what would speak to libvirt is another class, unless
the flags ask for the simulator. HOLD is
the folder of `QuickBackend.hold` and MUTANT the name of a rule to break (see `mutants`), `-` for none.

`python -m tests.conformance.process --spawner` starts such processes as they are asked for, without the time
that loading the program takes. It reads a line of JSON for each order and writes one for each answer:
{"start": [HOLD, WORK_S, MUTANT, FLAGS...], "log": PATH} gives {"pid": N}, and {"wait": N} gives
{"status": N}, or null where it has not ended and {"block": false} was said too.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from purevirt.provider.serving.tls import only_tls13

_PR_SET_PDEATHSIG = 1
# What `main` loads late; all of it before the first fork.
_LOADED = (
    "purevirt.provider.__main__",
    "purevirt.provider.settings.config",
    "purevirt.provider.settings.config_report",
    "purevirt.provider.settings.credential_check",
    "purevirt.provider.libvirt.backend",
    "purevirt.provider.settings.backend_config",
    "purevirt.provider.serving.metrics",
    "purevirt.provider.server",
    "tests.conformance.mutants",
    "tests.conformance.quick_backend",
)


def load() -> None:
    """Load the program, without starting a thread."""
    only_tls13()
    for name in _LOADED:
        import_module(name)


def run(hold: str, work_s: str, mutant: str, *flags: str) -> int:
    """Run the program; return its exit status."""
    from purevirt.provider.__main__ import main
    from purevirt.provider.libvirt import backend
    from tests.conformance.mutants import MUTANTS
    from tests.conformance.quick_backend import QuickBackend

    made = QuickBackend(None if hold == "-" else Path(hold), float(work_s))
    if "--use-simulator" not in flags:
        backend.LibvirtBackend = lambda *_, **__: made  # type: ignore[assignment,misc] # in its place
    if mutant != "-":
        MUTANTS[mutant].patch()
    return main(flags)


def spawn(order: dict[str, Any]) -> int:
    """Fork a process that runs the program; return its pid."""
    pid = os.fork()
    if pid == 0:
        _become(order)
    return pid


def _become(order: dict[str, Any]) -> NoReturn:
    status = 70
    try:
        # It does not outlive the one that could end it.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for descriptor, source in ((0, nothing), (1, log), (2, log)):
            os.dup2(source, descriptor)
        status = run(*order["start"])
    except BaseException:  # noqa: BLE001 - it goes no further than this process
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _serve_orders() -> None:
    load()
    for line in sys.stdin:
        order = json.loads(line)
        answer: dict[str, int | None]
        if "start" in order:
            answer = {"pid": spawn(order)}
        else:
            pid, status = os.waitpid(order["wait"], 0 if order.get("block", True) else os.WNOHANG)
            answer = {"status": os.waitstatus_to_exitcode(status) if pid else None}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:] == ["--spawner"]:
        _serve_orders()
    else:
        load()
        sys.exit(run(sys.argv[1], sys.argv[2], sys.argv[3], *sys.argv[4:]))
