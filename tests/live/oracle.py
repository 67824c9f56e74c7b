"""The oracle: libvirt's own Python binding, in a process of its own.

Debian's package serves the system's Python only, so this file is run by that one: a request is a line of JSON
on standard input, its answer a line on standard output. It imports nothing of the project.

A request names a URI and a chain of calls on that URI's connection, which stays open until the process ends:
the state of the test driver lives as long as a connection to it does.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

_PATIENCE_S: Final = 30.0
_TICK_MS: Final = 100
_IDENTITY: Final[dict[str, Callable[[Any], object]]] = {
    "virDomain": lambda it: [it.name(), it.UUIDString(), it.ID()],
    "virNetwork": lambda it: [it.name(), it.UUIDString()],
    "virNetworkPort": lambda it: [[it.network().name(), it.network().UUIDString()], it.UUIDString()],
    "virNWFilter": lambda it: [it.name(), it.UUIDString()],
    "virNWFilterBinding": lambda it: [it.portDev(), it.filterName()],
    "virInterface": lambda it: [it.name(), it.MACString()],
    "virStoragePool": lambda it: [it.name(), it.UUIDString()],
    "virStorageVol": lambda it: [it.storagePoolLookupByVolume().name(), it.name(), it.key()],
    "virNodeDevice": lambda it: it.name(),
    "virSecret": lambda it: [it.UUIDString(), it.usageType(), it.usageID()],
    "virDomainSnapshot": lambda it: [it.getName(), it.getDomain().name()],
    "virDomainCheckpoint": lambda it: [it.getName(), it.getDomain().name()],
}


class Helpers:
    """What takes more than one chain: streams and event callbacks."""

    def __init__(self, libvirt: Any, connection: Any) -> None:
        self._libvirt = libvirt
        self._connection = connection
        self._callbacks: list[tuple[str, int]] = []
        self._heard: list[object] = []

    def received(self, owner: Any, method: str, *arguments: Any) -> list[object]:
        """Call `method` with a stream first, and return its answer and all bytes of the stream."""
        stream = self._connection.newStream()
        answer = getattr(owner, method)(stream, *arguments)
        data = bytearray()
        while piece := stream.recv(262120):
            data += piece
        stream.finish()
        return [answer, bytes(data)]

    def sent(self, owner: Any, method: str, data: bytes, *arguments: Any) -> int:
        """Call `method` with a stream first, send `data` through it and return how much that was."""
        stream = self._connection.newStream()
        getattr(owner, method)(stream, *arguments)
        sent = 0
        while sent < len(data):
            sent += stream.send(data[sent:])
        stream.finish()
        return sent

    def opens_console(self, domain: Any) -> bool:
        """Open a domain's first console, and close it again."""
        stream = self._connection.newStream()
        domain.openConsole(None, stream)
        stream.abort()
        return True

    def notes_its_end(self) -> None:
        """Ask to be told of the connection's end."""
        self._connection.registerCloseCallback(lambda *_: None, None)

    def listens(self, method: str, event: int) -> bool:
        """Register for a class of events, and remember what comes."""

        def callback(_connection: Any, *arguments: Any) -> None:
            self._heard.append(plain(arguments[:-1]))

        register = getattr(self._connection, method)
        number = register(None, event, callback, None)
        self._callbacks.append((method.replace("Register", "Deregister"), number))
        return int(number) >= 0

    def ignores(self) -> None:
        """Undo every registration, and forget what was heard."""
        for method, number in self._callbacks:
            getattr(self._connection, method)(number)
        self._callbacks.clear()
        self._heard.clear()

    def heard(self, count: int) -> list[object]:
        """Return the next `count` events, or those that came within half a minute."""
        deadline = time.monotonic() + _PATIENCE_S
        while len(self._heard) < count and time.monotonic() < deadline:
            self._libvirt.virEventRunDefaultImpl()
        found, self._heard = self._heard[:count], self._heard[count:]
        return found


def plain(value: Any) -> object:
    """Return an answer in the forms that JSON has; bytes are text of hexadecimal digits."""
    identity = _IDENTITY.get(type(value).__name__)
    if identity is not None:
        return identity(value)
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


class Oracle:
    """The open connections, by URI."""

    def __init__(self) -> None:
        self._libvirt: Any = importlib.import_module("libvirt")
        self._libvirt.virEventRegisterDefaultImpl()
        # The event loop's one step would otherwise last until something happens.
        self._libvirt.virEventAddTimeout(_TICK_MS, lambda *_: None, None)
        self._libvirt.registerErrorHandler(lambda *_: None, None)
        self._roots: dict[str, dict[str, Any]] = {}

    def answer(self, request: dict[str, Any]) -> dict[str, object]:
        """Return the value that a request's chain leads to, or the error that libvirt raises."""
        roots = self._opened(request["uri"])
        try:
            return {"value": plain(self._walk(roots, request["query"]))}
        except self._libvirt.libvirtError as error:
            said = [error.get_error_code(), error.get_error_domain(), error.get_error_message()]
            return {"error": said}

    def _opened(self, uri: str) -> dict[str, Any]:
        if uri not in self._roots:
            connection = self._libvirt.open(uri)
            self._roots[uri] = {
                "connection": connection,
                "helpers": Helpers(self._libvirt, connection),
                "qemu": importlib.import_module("libvirt_qemu"),
                "lxc": importlib.import_module("libvirt_lxc"),
            }
        return self._roots[uri]

    def _walk(self, roots: dict[str, Any], query: dict[str, Any]) -> Any:
        value = roots[query["root"]]
        for name, arguments in query["steps"]:
            value = getattr(value, name)(*self._arguments(roots, arguments))
        return value

    def _arguments(self, roots: dict[str, Any], arguments: Sequence[Any]) -> list[Any]:
        return [self._argument(roots, item) for item in arguments]

    def _argument(self, roots: dict[str, Any], item: Any) -> Any:
        if isinstance(item, list):
            return self._arguments(roots, item)
        if isinstance(item, dict):
            if "root" in item:
                return self._walk(roots, item)
            if "bytes" in item:
                return bytes.fromhex(item["bytes"])
            if "tuple" in item:
                return tuple(self._arguments(roots, item["tuple"]))
        return item


def main() -> None:
    """Answer until standard input ends."""
    oracle = Oracle()
    for line in sys.stdin:
        try:
            answer = oracle.answer(json.loads(line))
        except Exception as error:  # noqa: BLE001 - whoever asked is told what went wrong
            answer = {"failure": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
