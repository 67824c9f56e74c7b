"""How the blocking client follows a recipe."""

from __future__ import annotations

import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from purevirt.errors import PurevirtError
from purevirt.rpc.recipes.recipe import CLEAN_UP_S, Bound, MakeCall, NextEvent, Pause, Subscribe

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.rpc.events.stream import SyncEventStream
    from purevirt.rpc.recipes.recipe import Recipe, Step
    from purevirt.rpc.sync.connection import Connection

__all__ = ["blocking", "follow"]

P = ParamSpec("P")
T = TypeVar("T")


def blocking(recipe: Callable[P, Recipe[T]]) -> Callable[Concatenate[Connection, P], T]:
    """Return the function that follows a recipe on the connection it is given first."""

    def following(conn: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return follow(conn, recipe(*args, **kwargs))

    following.__name__ = following.__qualname__ = recipe.__name__
    following.__doc__ = recipe.__doc__
    return following


def follow(conn: Connection, recipe: Recipe[T]) -> T:
    """Return what the recipe returns; what it has begun is undone before an interrupt is passed on."""
    advance: Callable[[], Step] = partial(next, recipe)
    with ExitStack() as stack:
        kitchen = _Kitchen(conn, stack)
        while True:
            try:
                step = advance()
            except StopIteration as done:
                result: T = done.value
                return result
            try:
                outcome = kitchen.take(step)
            except BaseException as error:  # noqa: BLE001 - thrown into the recipe
                if not isinstance(error, Exception):
                    kitchen.bound(CLEAN_UP_S)
                advance = partial(recipe.throw, error)
            else:
                advance = partial(recipe.send, outcome)


class _Kitchen:
    """What the steps of one recipe have in common."""

    def __init__(self, conn: Connection, stack: ExitStack) -> None:
        self._conn = conn
        self._stack = stack
        self._bound_s: float | None = None
        self._deadline: float | None = None
        self._stream: SyncEventStream[Any] | None = None

    def bound(self, seconds: float | None) -> None:
        """Let all that follows end in so many seconds."""
        self._bound_s = seconds
        self._deadline = None if seconds is None else time.monotonic() + seconds

    def take(self, step: Step) -> Any:
        """Return the outcome of a step."""
        if isinstance(step, Bound):
            self.bound(step.seconds)
            return None
        try:
            return self._do(step)
        except TimeoutError as error:
            if isinstance(error, PurevirtError):
                raise
            text = f"not done within {self._bound_s:g} s"
            self.bound(CLEAN_UP_S)
            raise TimeoutError(text) from None

    def _do(self, step: MakeCall | Pause | Subscribe | NextEvent) -> Any:
        if isinstance(step, MakeCall):
            return self._conn.call(step.spec, step.args, timeout_s=self._left_s())
        if isinstance(step, Pause):
            return self._pause(step.seconds)
        if isinstance(step, Subscribe):
            self._stream = self._stack.enter_context(self._conn.events.subscribe(step.topic))
            return None
        return self._next_event(step)

    def _left_s(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def _pause(self, seconds: float) -> None:
        left_s = self._left_s()
        if left_s is None or left_s > seconds:
            time.sleep(seconds)
        else:
            time.sleep(left_s)
            raise TimeoutError

    def _next_event(self, step: NextEvent) -> Any:
        assert self._stream is not None
        left_s = self._left_s()
        bounds = [one for one in (left_s, step.timeout_s) if one is not None]
        try:
            return self._stream.next(min(bounds, default=None))
        except TimeoutError:
            if step.timeout_s is None or (left_s is not None and left_s <= step.timeout_s):
                raise
            return None
