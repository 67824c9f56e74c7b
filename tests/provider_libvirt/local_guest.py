"""A guest agent played on this machine: it runs the guest's programs here, below a folder of the test's own.

It speaks the commands of qemu-ga that the backend uses, and keeps to the rules that were measured on the real
one: an exit is told once, a pid that was told is unknown afterwards, output is captured until all who hold it
have closed it, and a request longer than the monitor socket takes is never answered.
"""

import asyncio
import base64
import json
import os
import signal
from dataclasses import dataclass, field
from pathlib import Path

from purevirt.errors import LibvirtError, libvirt_error

MAX_REQUEST_CHARS = 213_000
"""A little less than what a socket buffer of Linux's default size took in the lab."""


def agent_failure(code: int, message: str = "agent says no") -> LibvirtError:
    """Return libvirt's error for an agent command."""
    return libvirt_error(code=code, domain=10, message=message, level=2)


@dataclass
class LocalGuest:
    """Runs guest programs with `/opt/bigfleet` and `/run` moved below `root`.

    `shell` is the argv prefix that takes the place of `/bin/sh`. `requests` are the commands, as they came.
    `failures` are raised, first to last, by the next commands of that name.
    """

    root: Path
    shell: tuple[str, ...] = ("/bin/sh",)
    requests: list[dict[str, object]] = field(default_factory=list)
    failures: dict[str, list[Exception]] = field(default_factory=dict)
    path: str = os.environ["PATH"]
    _running: dict[int, "asyncio.Task[dict[str, object]]"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folder = self.root / "opt/bigfleet"
        self.blob = self.folder / "bootstrap.blob"
        self.folder.mkdir(parents=True)
        (self.root / "run").mkdir()

    def install_hook(self, body: str) -> None:
        """Lay the image's bootstrap hook, a shell script."""
        hook = self.folder / "bootstrap"
        hook.write_text(f"#!/bin/sh\n{body}\n")
        hook.chmod(0o755)

    def leftovers(self) -> set[str]:
        """Return the files that the programs left, the hook and the ends of attempts aside."""
        files = [*self.folder.iterdir(), *(self.root / "run").iterdir()]
        return {file.name for file in files if not file.name.startswith("bigfleet-ended-")} - {"bootstrap"}

    def executed(self, name: str) -> list[dict[str, object]]:
        """Return the arguments of every request of that name."""
        return [
            arguments
            for request in self.requests
            if request["execute"] == name and isinstance(arguments := request.get("arguments"), dict)
        ]

    async def __call__(self, command: str, timeout_s: int, *, repeatable: bool) -> str | None:
        """Answer one command as libvirt's agent call does."""
        if len(command) > MAX_REQUEST_CHARS:
            raise agent_failure(86, "Guest agent not available for now")
        request = json.loads(command)
        self.requests.append(request)
        name, arguments = request["execute"], request.get("arguments", {})
        if self.failures.get(name):
            raise self.failures[name].pop(0)
        if name == "guest-ping":
            return '{"return":{}}'
        if name == "guest-exec":
            return json.dumps({"return": {"pid": await self._start(arguments)}})
        if name == "guest-exec-status":
            return json.dumps({"return": self._status(arguments["pid"])})
        if name == "guest-info":
            known = ("guest-ping", "guest-exec", "guest-exec-status", "guest-info")
            return json.dumps(
                {"return": {"supported_commands": [{"name": one, "enabled": True} for one in known]}}
            )
        raise agent_failure(113, f"The command {name} has not been found")

    async def _start(self, arguments: dict[str, object]) -> int:
        assert arguments["path"] == "/bin/sh"
        assert arguments["capture-output"] is True
        argv = arguments["arg"]
        assert isinstance(argv, list)
        flag, program, *rest = argv
        moved = program.replace("/opt/bigfleet", str(self.folder)).replace("=/run/", f"={self.root}/run/")
        process = await asyncio.create_subprocess_exec(
            *self.shell,
            flag,
            moved,
            *rest,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={"PATH": self.path},
        )
        self._running[process.pid] = asyncio.create_task(
            self._wait(process, base64.b64decode(str(arguments.get("input-data", ""))))
        )
        return process.pid

    @staticmethod
    async def _wait(process: asyncio.subprocess.Process, stdin: bytes) -> dict[str, object]:
        out, err = await process.communicate(stdin)
        assert process.returncode is not None
        status: dict[str, object] = {"exited": True}
        if process.returncode < 0:
            status["signal"] = -process.returncode
        else:
            status["exitcode"] = process.returncode
        for key, data in (("out-data", out), ("err-data", err)):
            if data:
                status[key] = base64.b64encode(data).decode()
        return status

    def _status(self, pid: int) -> dict[str, object]:
        task = self._running.get(pid)
        if task is None:
            raise agent_failure(113, "Invalid parameter 'pid'")
        if not task.done():
            return {"exited": False}
        del self._running[pid]
        return task.result()

    async def ended(self) -> None:
        """Return when nothing that was started runs any more."""
        await asyncio.gather(*self._running.values())

    def kill_running(self) -> None:
        """Kill every program that runs, as a guest that is reset would."""
        for pid in self._running:
            os.kill(pid, signal.SIGKILL)

    def forget_running(self) -> "list[asyncio.Task[dict[str, object]]]":
        """Know no pid any more, as an agent that was restarted; return what still runs."""
        running = list(self._running.values())
        self._running.clear()
        return running
