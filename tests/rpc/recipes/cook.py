"""Follows a recipe by hand, with scripted outcomes."""

import json
from typing import Any, TypeVar

from purevirt.errors import LibvirtError, libvirt_error
from purevirt.rpc.gen import qemu
from purevirt.rpc.recipes.recipe import Bound, MakeCall, NextEvent, Pause, Recipe, Subscribe

T = TypeVar("T")


class Raw(str):
    """An answer of the agent as text, where a plain value stands for its result."""

    __slots__ = ()


def refusal(code: int, message: str = "words of the daemon") -> LibvirtError:
    """Return libvirt's error with that code."""
    return libvirt_error(code=code, domain=10, message=message, level=2, str1="%s", str2=message)


def info(**commands: bool) -> dict[str, object]:
    """Return the result of guest-info: which commands are enabled."""
    listed = [{"name": name.replace("_", "-"), "enabled": on} for name, on in commands.items()]
    return {"version": "7.2", "supported_commands": listed}


class Cook:
    """Gives the scripted outcomes in turn, and notes what was to be done.

    Attributes:
        commands: what the agent was told, as pairs of command and arguments.
        calls: the other calls' arguments.
        pauses, waits, bounds, topics: what the other steps said.
    """

    def __init__(self, *outcomes: Any) -> None:
        self.outcomes = list(outcomes)
        self.commands: list[tuple[str, Any]] = []
        self.timeouts: list[int] = []
        self.calls: list[Any] = []
        self.pauses: list[float] = []
        self.waits: list[float | None] = []
        self.bounds: list[float | None] = []
        self.topics: list[Any] = []

    def cook(self, recipe: Recipe[T]) -> T:
        """Return what the recipe returns, or raise what it raises."""
        outcome: Any = None
        while True:
            try:
                failed = isinstance(outcome, BaseException)
                step = recipe.throw(outcome) if failed else recipe.send(outcome)
            except StopIteration as done:
                assert self.outcomes == [], "more outcomes than steps"
                result: T = done.value
                return result
            outcome = self._take(step)

    def _take(self, step: object) -> Any:
        if isinstance(step, MakeCall):
            answer = self.outcomes.pop(0)
            if not isinstance(step.args, qemu.DomainAgentCommandArgs):
                self.calls.append(step.args)
                return answer
            request = json.loads(step.args.cmd)
            self.commands.append((request["execute"], request.get("arguments")))
            self.timeouts.append(step.args.timeout)
            if isinstance(answer, BaseException):
                return answer
            if not isinstance(answer, Raw):
                answer = json.dumps({"return": answer})
            return qemu.DomainAgentCommandRet(None if answer == "absent" else answer)
        if isinstance(step, Pause):
            self.pauses.append(step.seconds)
        elif isinstance(step, Bound):
            self.bounds.append(step.seconds)
        elif isinstance(step, Subscribe):
            self.topics.append(step.topic)
        else:
            assert isinstance(step, NextEvent)
            self.waits.append(step.timeout_s)
            return self.outcomes.pop(0)
        return None
