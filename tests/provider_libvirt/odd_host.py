"""A host whose answers are scripted, for what a real one does too rarely to be met in the lab."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TypeVar, cast

from purevirt.errors import LibvirtError, libvirt_error
from purevirt.provider.libvirt.hosts import Host
from purevirt.rpc.aio.events import Events
from purevirt.rpc.gen.remote import Domain
from purevirt.rpc.procedure import AnyProcedure

T = TypeVar("T")

DOMAIN = Domain("bigfleet-x", bytes(16), 1)
RUNNING, PAUSED, SHUTTING_DOWN, OFF, CRASHED, SUSPENDED = 1, 3, 4, 5, 6, 7


class OddHost:
    """Answers calls of a host from `answers`: per procedure the answers in turn, the last one for ever."""

    zone = "z1"

    def __init__(self, **answers: object) -> None:
        self.answers = {
            name: list(given) if isinstance(given, list) else [given] for name, given in answers.items()
        }
        self.answers.setdefault("connect_get_all_domain_stats", [failure(3)])
        self.answers.setdefault("domain_lookup_by_uuid", [failure(42)])
        self.answers.setdefault("domain_get_info", [SimpleNamespace(nr_virt_cpu=1, max_mem=1 << 20)])
        self.events = registering()
        self.on_lost: list[Callable[[], None]] = []
        self.called: list[tuple[str, tuple[object, ...]]] = []

    def __getattr__(self, name: str) -> Callable[..., Awaitable[object]]:
        async def procedure(*arguments: object, **named: object) -> object:
            self.called.append((name, (*arguments, *named.values())))
            script = self.answers[name]
            answer = script.pop(0) if len(script) > 1 else script[0]
            if isinstance(answer, BaseException):
                raise answer
            return answer

        return procedure

    async def call(self, _what: str, function: Callable[["OddHost"], Awaitable[T]], *, repeatable: bool) -> T:
        return await function(self)

    async def ask(self, _what: str, function: Callable[["OddHost"], Awaitable[T]], *, repeatable: bool) -> T:
        return await function(self)

    @asynccontextmanager
    async def bulk(self) -> AsyncIterator["OddHost"]:
        yield self

    async def wait_open(self, _limit_s: float) -> bool:
        return True

    @property
    def host(self) -> Host:
        """The same, as the type that the code asks for."""
        return cast("Host", self)

    def names(self) -> list[str]:
        """Return the procedures called, in order."""
        return [name for name, _ in self.called]


def registering(registered: list[object] | None = None) -> Events:
    """Return subscriptions of a host that registers everything, as number 1, and notes it."""

    async def answer(spec: AnyProcedure, args: object) -> object:
        assert args is not None
        if registered is not None:
            registered.append(spec)
        return SimpleNamespace(callback_id=1)

    events = Events()
    events.connected(answer)
    return events


def failure(code: int, domain: int = 10, errno: int = -1) -> LibvirtError:
    """Return libvirt's error with that code."""
    return libvirt_error(code=code, domain=domain, message="no", level=2, int1=errno)


def state(*values: int) -> list[object]:
    """Return answers of DomainGetState; a state may be a pair with its reason."""
    return [SimpleNamespace(state=value % 100, reason=value // 100) for value in values]
