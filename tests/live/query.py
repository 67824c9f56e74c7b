"""Questions to the oracle, written as calls of libvirt's own binding."""

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from tests.lab.process import system_environment

if TYPE_CHECKING:
    from collections.abc import Callable

_SYSTEM_PYTHON: Final = "/usr/bin/python3"


class OracleError(Exception):
    """The question itself was wrong, e.g. the binding has no such method."""


class Query:
    """A chain of calls, e.g. ``CONNECTION.lookupByName("test").info()``; nothing happens yet."""

    def __init__(self, root: str, steps: tuple[tuple[str, tuple[object, ...]], ...] = ()) -> None:
        self._root = root
        self._steps = steps

    def __getattr__(self, name: str) -> "Callable[..., Query]":
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments: Query(self._root, (*self._steps, (name, arguments)))

    def __repr__(self) -> str:
        calls = (f"{name}({', '.join(map(repr, arguments))})" for name, arguments in self._steps)
        return ".".join((self._root, *calls))

    def as_json(self) -> dict[str, object]:
        """Return the form that the oracle reads."""
        steps = [[name, [_argument(item) for item in arguments]] for name, arguments in self._steps]
        return {"root": self._root, "steps": steps}


def _argument(item: object) -> object:
    match item:
        case Query():
            return item.as_json()
        case bytes():
            return {"bytes": item.hex()}
        case tuple():
            return {"tuple": [_argument(one) for one in item]}
        case list():
            return [_argument(one) for one in item]
        case _:
            return item


CONNECTION: Final = Query("connection")
HELPERS: Final = Query("helpers")
QEMU: Final = Query("qemu")
LXC: Final = Query("lxc")


class Refusal(list[object]):
    """Code, domain and message of a libvirt error, where a value was asked for."""


class OracleProcess:
    """The running oracle; a context manager."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [_SYSTEM_PYTHON, "-I", str(Path(__file__).with_name("oracle.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=system_environment(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()

    def ask(self, uri: str, query: Query) -> Any:
        """Return what libvirt's binding answers, in JSON's forms, or the `Refusal` it raises.

        Raises:
            OracleError: the question makes no sense to the binding.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"uri": uri, "query": query.as_json()}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or '{"failure": "it ended"}')
        if "failure" in answer:
            raise OracleError(f"{query!r}: {answer['failure']}")
        return Refusal(answer["error"]) if "error" in answer else answer["value"]
