"""What a daemon does with registrations: gives numbers, remembers them, and can be slow or refuse."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from purevirt.rpc import xdr
from purevirt.rpc.gen import procedures, remote
from tests.rpc import wire

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.rpc.peer import Link, Peer
    from tests.rpc.wire import Message

REGISTER = procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY
DEREGISTER = procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY


class Registrar:
    """The daemon's books of domain events.

    Attributes:
        active: number to arguments, of what is registered now.
        count: how many registrations there were.
        before_reply: what happens between a registration and its answer, given its number.
    """

    def __init__(self, peer: Peer, first_id: int = 0) -> None:
        self.active: dict[int, remote.ConnectDomainEventCallbackRegisterAnyArgs] = {}
        self.count = 0
        self.links: list[Link] = []
        self.before_reply: Callable[[Link, int], Awaitable[Any]] | None = None
        self._first_id = first_id
        peer.on(REGISTER, self._register)
        peer.on(DEREGISTER, self._deregister)

    async def _register(self, link: Link, call: Message) -> None:
        if link not in self.links:
            self.links.append(link)
            self.active.clear()
        args, _ = xdr.decode(remote.ConnectDomainEventCallbackRegisterAnyArgs, call.payload)
        number = self._first_id + self.count
        self.count += 1
        self.active[number] = args
        if self.before_reply is not None:
            await self.before_reply(link, number)
        await link.reply(
            call, xdr.encode(remote.ConnectDomainEventCallbackRegisterAnyRet(callback_id=number))
        )

    async def _deregister(self, link: Link, call: Message) -> None:
        args, _ = xdr.decode(remote.ConnectDomainEventCallbackDeregisterAnyArgs, call.payload)
        if self.active.pop(args.callback_id, None) is None:
            await link.refuse(call, 1, f"domain event callback {args.callback_id} not registered")
        else:
            await link.reply(call)


class Gate:
    """Holds answers up until it is opened; tells when somebody waits at it."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()

    async def __call__(self, _link: Link, _number: int) -> None:
        self.reached.set()
        await self.open.wait()


def lifecycles(numbers: range, callback_id: int) -> bytes:
    """Return lifecycle events of one registration."""
    return b"".join(wire.lifecycle(number, callback_id=callback_id) for number in numbers)
