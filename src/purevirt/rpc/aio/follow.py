"""How the asyncio client follows a recipe."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from purevirt.errors import PurevirtError
from purevirt.rpc.recipes.recipe import CLEAN_UP_S, Bound, MakeCall, NextEvent, Pause, Subscribe

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from purevirt.rpc.aio.connection import Connection
    from purevirt.rpc.aio.events import Events
    from purevirt.rpc.events.stream import AsyncEventStream
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.recipes.recipe import Recipe, Step

__all__ = ["Link", "asynchronous", "follow"]

P = ParamSpec("P")
T = TypeVar("T")


class Link(Protocol):
    """What a recipe is followed on: a connection, or what stands for the connection of the moment."""

    @property
    def events(self) -> Events:
        """Where to subscribe."""

    def call(self, spec: AnyProcedure, args: Any, /) -> Awaitable[Any]:
        """Make a call and return its reply."""


_cleaning: set[asyncio.Task[None]] = set()


def asynchronous(
    recipe: Callable[P, Recipe[T]],
) -> Callable[Concatenate[Connection, P], Coroutine[Any, Any, T]]:
    """Return the coroutine function that follows a recipe on the connection it is given first."""

    async def following(conn: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await follow(conn, recipe(*args, **kwargs))

    following.__name__ = following.__qualname__ = recipe.__name__
    following.__doc__ = recipe.__doc__
    return following


async def follow(link: Link, recipe: Recipe[T]) -> T:
    """Return what the recipe returns.

    When it is cancelled, what the recipe has begun is undone behind the caller's back.
    """
    advance: Callable[[], Step] = partial(next, recipe)
    async with AsyncExitStack() as stack:
        kitchen = _Kitchen(link, stack)
        while True:
            try:
                step = advance()
            except StopIteration as done:
                result: T = done.value
                return result
            try:
                outcome = await kitchen.take(step)
            except asyncio.CancelledError as error:
                _abandon(link, recipe, error)
                raise
            except Exception as error:  # noqa: BLE001 - thrown into the recipe
                advance = partial(recipe.throw, error)
            else:
                advance = partial(recipe.send, outcome)


class _Kitchen:
    """What the steps of one recipe have in common."""

    def __init__(self, link: Link, stack: AsyncExitStack) -> None:
        self._link = link
        self._stack = stack
        self._bound_s: float | None = None
        self._deadline: float | None = None
        self._stream: AsyncEventStream[Any] | None = None

    def bound(self, seconds: float | None) -> None:
        """Let all that follows end in so many seconds."""
        self._bound_s = seconds
        self._deadline = None if seconds is None else asyncio.get_running_loop().time() + seconds

    async def take(self, step: Step) -> Any:
        """Return the outcome of a step."""
        if isinstance(step, Bound):
            self.bound(step.seconds)
            return None
        limit = asyncio.timeout_at(self._deadline)
        try:
            async with limit:
                return await self._do(step)
        except TimeoutError:
            if not limit.expired():
                raise
            text = f"not done within {self._bound_s:g} s"
            self.bound(CLEAN_UP_S)
            raise TimeoutError(text) from None

    async def _do(self, step: MakeCall | Pause | Subscribe | NextEvent) -> Any:
        if isinstance(step, MakeCall):
            return await self._link.call(step.spec, step.args)
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        if isinstance(step, Subscribe):
            stream = self._link.events.subscribe(step.topic)
            self._stream = await self._stack.enter_async_context(stream)
            return None
        return await self._next_event(step)

    async def _next_event(self, step: NextEvent) -> Any:
        assert self._stream is not None
        try:
            async with asyncio.timeout(step.timeout_s):
                return await anext(self._stream)
        except TimeoutError:
            return None


def _abandon(link: Link, recipe: Recipe[Any], error: BaseException) -> None:
    """Throw `error` into the recipe, and have done what it still wants done."""
    try:
        step = recipe.throw(error)
    except (StopIteration, asyncio.CancelledError, PurevirtError):
        return
    task = asyncio.get_running_loop().create_task(_clean_up(link, recipe, step))
    _cleaning.add(task)
    task.add_done_callback(_cleaning.discard)


async def _clean_up(link: Link, recipe: Recipe[Any], step: Step) -> None:
    async with AsyncExitStack() as stack:
        kitchen = _Kitchen(link, stack)
        kitchen.bound(CLEAN_UP_S)
        while True:
            try:
                advance = partial(recipe.send, await kitchen.take(step))
            except (PurevirtError, TimeoutError) as error:
                advance = partial(recipe.throw, error)
            try:
                step = advance()
            except (StopIteration, asyncio.CancelledError, PurevirtError, TimeoutError):
                return
