"""A guest's agent, spoken to through virsh: the oracle for what happened inside a guest."""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from tests.lab.errors import LabError
from tests.lab.process import wait_until

# A command goes to virsh as one argument, which the kernel bounds at 128 KiB.
_CHUNK_BYTES: Final = 48 * 1024


@dataclass(frozen=True, slots=True)
class Exit:
    """How a command in a guest ended.

    Args:
        code: Its exit code, or 128 plus the signal's number.
        out: Its standard output.
        err: Its standard error.
    """

    code: int
    out: bytes
    err: bytes


class GuestAgent:
    """The agent of one guest.

    Args:
        virsh: Runs virsh with arguments and returns its output.
        domain: The guest's domain name.
    """

    def __init__(self, virsh: Callable[..., str], domain: str) -> None:
        self._virsh = virsh
        self._domain = domain

    def call(self, command: str, **arguments: object) -> object:
        """Return what an agent command returns.

        Raises:
            LabError: The agent is not connected, or refused the command.
        """
        request: dict[str, object] = {"execute": command}
        if arguments:
            request["arguments"] = arguments
        answer = self._virsh("qemu-agent-command", self._domain, json.dumps(request), "--timeout", "20")
        return cast("dict[str, object]", json.loads(answer))["return"]

    def ping(self) -> str | None:
        """Return None if the agent answers, else why not."""
        try:
            self.call("guest-ping")
        except LabError as error:
            return str(error)
        return None

    def execute(self, argv: Sequence[str], *, stdin: bytes = b"", timeout_s: float = 60.0) -> Exit:
        """Return how a command in the guest ended.

        Args:
            argv: The program, by path or by name, and its arguments.
            stdin: What it reads, at most 48 KiB.
            timeout_s: How long to wait for its end; it is not killed then.

        Raises:
            LabError: It could not be started, or did not end in time.
        """
        if len(stdin) > _CHUNK_BYTES:
            raise LabError(f"{len(stdin)} bytes of standard input: at most {_CHUNK_BYTES} fit; use write()")
        arguments: dict[str, object] = {"path": argv[0], "arg": list(argv[1:]), "capture-output": True}
        if stdin:
            arguments["input-data"] = base64.b64encode(stdin).decode()
        started = cast("dict[str, int]", self.call("guest-exec", **arguments))
        status: dict[str, object] = {}

        def ended() -> str | None:
            status.update(cast("dict[str, object]", self.call("guest-exec-status", pid=started["pid"])))
            return None if status["exited"] else "it is still running"

        what = f"{argv[0]} in guest {self._domain}"
        wait_until(ended, what=what, timeout_s=timeout_s, interval_s=0.03)
        code = status["exitcode"] if "exitcode" in status else 128 + cast("int", status.get("signal", 0))
        return Exit(
            cast("int", code),
            base64.b64decode(cast("str", status.get("out-data", ""))),
            base64.b64decode(cast("str", status.get("err-data", ""))),
        )

    def read(self, path: str) -> bytes:
        """Return a file's content.

        Raises:
            LabError: There is no such file in the guest.
        """
        handle = self.call("guest-file-open", path=path, mode="r")
        content = bytearray()
        try:
            while True:
                part = self.call("guest-file-read", handle=handle, count=_CHUNK_BYTES)
                chunk = cast("dict[str, object]", part)
                content += base64.b64decode(cast("str", chunk["buf-b64"]))
                if chunk["eof"] or not chunk["count"]:
                    return bytes(content)
        finally:
            self.call("guest-file-close", handle=handle)

    def write(self, path: str, content: bytes) -> None:
        """Make a file with this content; it is made anew if it exists.

        Raises:
            LabError: The file cannot be made in the guest.
        """
        handle = self.call("guest-file-open", path=path, mode="w")
        try:
            rest = memoryview(content)
            while rest:
                encoded = base64.b64encode(rest[:_CHUNK_BYTES]).decode()
                written = self.call("guest-file-write", **{"handle": handle, "buf-b64": encoded})
                rest = rest[cast("dict[str, int]", written)["count"] :]
        finally:
            self.call("guest-file-close", handle=handle)
