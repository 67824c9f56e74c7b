"""Both clients follow recipes: steps, deadlines, interrupts, and what is undone."""

import asyncio
import base64
import json
from typing import Any

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import AgentUnresponsive, LibvirtError, NoDomain, OperationTimeout
from purevirt.rpc import xdr
from purevirt.rpc.aio import convenience, follow
from purevirt.rpc.gen import procedures, qemu, remote
from purevirt.rpc.gen.enums import DomainState
from purevirt.rpc.recipes.recipe import Pause, Recipe, call
from purevirt.rpc.sync import convenience as sync_convenience
from purevirt.rpc.sync import follow as sync_follow
from tests.rpc import wire
from tests.rpc.events.event_peer import Registrar
from tests.rpc.peer import Link, Peer, PeerThread, answer
from tests.rpc.test_sync_calls import interrupt_once
from tests.rpc.wire import Message

AGENT = procedures.QEMU_DOMAIN_AGENT_COMMAND
STATE = procedures.DOMAIN_GET_STATE


class Guest:
    """An agent behind a scripted daemon.

    Attributes:
        commands: what it was told.
        results: what it answers, by command; an int is libvirt's code of an error.
        silent: commands that are never answered.
    """

    def __init__(self, peer: Peer, **results: Any) -> None:
        self.commands: list[tuple[str, Any]] = []
        self.results = {name.replace("_", "-"): result for name, result in results.items()}
        self.silent: set[str] = set()
        peer.on(AGENT, self._command)

    def names(self) -> list[str]:
        """Return the commands' names."""
        return [name for name, _ in self.commands]

    async def _command(self, link: Link, message: Message) -> None:
        args, _ = xdr.decode(qemu.DomainAgentCommandArgs, message.payload)
        request = json.loads(args.cmd)
        self.commands.append((request["execute"], request.get("arguments")))
        if request["execute"] in self.silent:
            return
        result = self.results[request["execute"]]
        if isinstance(result, list):
            result = result.pop(0)
        if type(result) is int and request["execute"] != "guest-file-open":
            await link.refuse(message, result)
        else:
            reply = qemu.DomainAgentCommandRet(json.dumps({"return": result}))
            await link.reply(message, xdr.encode(reply))


class States:
    """A domain that changes its state with each look, and says so."""

    def __init__(self, peer: Peer, *states: int) -> None:
        self.states = list(states)
        self.looks = 0
        self.registrar = Registrar(peer)
        peer.on(STATE, self._look)

    async def _look(self, link: Link, message: Message) -> None:
        assert self.registrar.active, "looked before the events were asked for"
        self.looks += 1
        now = remote.DomainGetStateRet(state=self.states[0], reason=0)
        if len(self.states) > 1:
            # the change comes before the answer that does not know of it yet
            del self.states[0]
            await link.send(wire.lifecycle(0, callback_id=next(iter(self.registrar.active))))
        await link.reply(message, xdr.encode(now))


# asyncio


async def test_waiting_for_a_state(peer: Peer) -> None:
    """No change is missed, however it falls between a look and an event; then all is taken back."""
    states = States(peer, DomainState.RUNNING, DomainState.PAUSED, DomainState.SHUTOFF)
    async with await purevirt.connect(peer.uri) as conn:
        reached = await purevirt.wait_for_state(conn, wire.DOMAIN, DomainState.SHUTOFF)
        assert reached.state == DomainState.SHUTOFF
        assert states.looks == 3
        assert states.registrar.active == {}


async def test_a_state_that_never_comes(peer: Peer) -> None:
    """TimeoutError with its time; a cancelled waiter is out at once; nothing is left at the daemon."""
    states = States(peer, DomainState.RUNNING)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(TimeoutError, match=r"not done within 0\.01 s"):
            await purevirt.wait_for_state(conn, wire.DOMAIN, DomainState.SHUTOFF, timeout_s=0.01)
        assert states.registrar.active == {}
        waiting = asyncio.create_task(purevirt.wait_for_state(conn, wire.DOMAIN, DomainState.SHUTOFF))
        await peer.until(lambda: bool(states.registrar.active) and states.looks >= 2)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await peer.until(lambda: states.registrar.active == {})


async def test_waiting_for_an_agent(peer: Peer) -> None:
    """V12: it is asked when its event comes, and again when there was none for a while."""
    registrar = Registrar(peer)
    guest = Guest(peer, guest_ping=[86, 86, {}])
    event = procedures.DOMAIN_EVENT_CALLBACK_AGENT_LIFECYCLE

    async def connected(link: Link) -> None:
        message = remote.DomainEventCallbackAgentLifecycleMsg(0, wire.DOMAIN, 1, 2)
        await link.send(wire.frame(event, wire.MESSAGE, 1, wire.OK, xdr.encode(message)))

    async with await purevirt.connect(peer.uri) as conn:
        waiting = asyncio.create_task(purevirt.wait_for_agent(conn, wire.DOMAIN))
        for count in (1, 2):
            await peer.until(lambda count=count: len(guest.commands) == count)  # type: ignore[misc] # a bound default
            await connected(peer.link)
        await waiting
        assert guest.names() == ["guest-ping"] * 3
        assert registrar.active == {}


async def test_an_agent_without_events(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is connected and slow does not tell when it begins to answer: it is asked again."""
    from purevirt.rpc.recipes import agent as agent_recipe

    monkeypatch.setattr(agent_recipe, "_RECHECK_S", 0.001)
    Registrar(peer)
    guest = Guest(peer, guest_ping=[86, 86, {}])
    async with await purevirt.connect(peer.uri) as conn:
        await purevirt.wait_for_agent(conn, wire.DOMAIN)
        assert len(guest.commands) == 3


async def test_a_process(peer: Peer) -> None:
    """Started, asked for until it has ended."""
    ended = {"exited": True, "exitcode": 0, "out-data": base64.b64encode(b"hi").decode()}
    Guest(peer, guest_exec={"pid": 4}, guest_exec_status=[{"exited": False}, ended])
    async with await purevirt.connect(peer.uri) as conn:
        result = await purevirt.guest_exec(conn, wire.DOMAIN, "echo", ["hi"])
        assert (result.code, result.stdout) == (0, b"hi")


async def test_cancelled_in_a_file(peer: Peer) -> None:
    """The caller is out at once; the guest's file is closed behind it."""
    guest = Guest(peer, guest_file_open=7, guest_file_close={})
    guest.silent = {"guest-file-read"}
    async with await purevirt.connect(peer.uri) as conn:
        reading = asyncio.create_task(purevirt.guest_file_read(conn, wire.DOMAIN, "/x"))
        await peer.until(lambda: "guest-file-read" in guest.names())
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        await peer.until(lambda: guest.commands[-1] == ("guest-file-close", {"handle": 7}))
        await conn.connect_get_hostname()
    while follow._cleaning:  # noqa: ASYNC110 # nobody else waits for it
        await asyncio.sleep(0)


async def test_cleaning_up_that_fails(peer: Peer) -> None:
    """A file that cannot be closed either, because of the agent or the connection, is nobody's concern."""
    guest = Guest(peer, guest_file_open=7, guest_file_close=86)
    guest.silent = {"guest-file-write"}
    async with await purevirt.connect(peer.uri) as conn:
        for count in (1, 2):
            writing = asyncio.create_task(purevirt.guest_file_write(conn, wire.DOMAIN, "/x", b"x"))
            await peer.until(lambda count=count: guest.names().count("guest-file-write") == count)  # type: ignore[misc] # a bound default
            if count == 2:
                guest.silent.add("guest-file-close")
            writing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await writing
        await peer.until(lambda: guest.names().count("guest-file-close") == 2)
    while follow._cleaning:  # noqa: ASYNC110 # nobody else waits for it
        await asyncio.sleep(0)


async def test_too_late_in_a_file(peer: Peer) -> None:
    """The deadline has passed, and the file is closed all the same, within a time of its own."""
    guest = Guest(peer, guest_file_open=7, guest_file_close={})
    guest.silent = {"guest-file-read"}
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(TimeoutError, match=r"not done within 0\.05 s"):
            await purevirt.guest_file_read(conn, wire.DOMAIN, "/x", timeout_s=0.05)
        assert guest.names()[-1] == "guest-file-close"


async def test_an_error_that_is_a_timeout_too(peer: Peer) -> None:
    """libvirt's own OperationTimeout is not taken for the deadline's."""

    async def refuse(link: Link, message: Message) -> None:
        await link.refuse(message, 68)

    peer.on(wire.HOSTNAME, refuse)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(OperationTimeout):
            await follow.follow(conn, _hostname_after_a_pause())


def _hostname_after_a_pause() -> Recipe[str]:
    yield Pause(0.0)
    return (yield from call(wire.HOSTNAME, None)).hostname


async def test_a_reading_of_nothing(peer: Peer) -> None:
    """Lists and statistics, and errors, come through; names and words are the recipe's."""

    async def refuse(link: Link, message: Message) -> None:
        await link.refuse(message, 42)

    peer.on(
        procedures.CONNECT_LIST_ALL_DOMAINS,
        answer(xdr.encode(remote.ConnectListAllDomainsRet([wire.DOMAIN], 1))),
    )
    peer.on(procedures.DOMAIN_LIST_ALL_SNAPSHOTS, refuse)
    async with await purevirt.connect(peer.uri) as conn:
        assert await purevirt.list_domains(conn) == [wire.DOMAIN]
        with pytest.raises(NoDomain):
            await purevirt.list_snapshots(conn, wire.DOMAIN)
    for module in (convenience, sync_convenience):
        for name in module.__all__:
            one = getattr(module, name)
            assert one.__name__ == name
            assert one.__doc__


# blocking


def test_blocking_waits(peer_beside: PeerThread) -> None:
    """The same recipes: a state, and one that never comes."""
    states = States(peer_beside.peer, DomainState.RUNNING, DomainState.PAUSED, DomainState.SHUTOFF)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        reached = purevirt.sync.wait_for_state(conn, wire.DOMAIN, DomainState.SHUTOFF)
        assert (reached.state, states.looks) == (DomainState.SHUTOFF, 3)
        with pytest.raises(TimeoutError, match=r"not done within 0\.01 s"):
            purevirt.sync.wait_for_state(conn, wire.DOMAIN, DomainState.RUNNING, timeout_s=0.01)
        assert states.registrar.active == {}


def test_blocking_agent(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that comes, a process, a file; and one that does not come in time."""
    from purevirt.rpc.recipes import agent as agent_recipe

    Registrar(peer_beside.peer)
    guest = Guest(
        peer_beside.peer,
        guest_ping=[86, {}, *[86] * 1000],
        guest_exec={"pid": 4},
        guest_exec_status=[{"exited": False}, {"exited": True, "exitcode": 2}],
        guest_file_open=7,
        guest_file_write={"count": 3},
        guest_file_close={},
    )
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        monkeypatch.setattr(agent_recipe, "_RECHECK_S", 0.001)
        purevirt.sync.wait_for_agent(conn, wire.DOMAIN, timeout_s=20.0)
        monkeypatch.setattr(agent_recipe, "_RECHECK_S", 2.0)
        assert purevirt.sync.guest_exec(conn, wire.DOMAIN, "x").code == 2
        purevirt.sync.guest_file_write(conn, wire.DOMAIN, "/x", b"abc")
        assert guest.names()[-1] == "guest-file-close"
        with pytest.raises(TimeoutError, match=r"not done within 0\.01 s"):
            purevirt.sync.wait_for_agent(conn, wire.DOMAIN, timeout_s=0.01)
        with pytest.raises(AgentUnresponsive):
            purevirt.sync.agent_command(conn, wire.DOMAIN, "guest-ping")


def test_blocking_pauses_end_in_time(peer_beside: PeerThread) -> None:
    """A process that does not end: the pause between two looks is no longer than what is left."""
    Guest(peer_beside.peer, guest_exec={"pid": 4}, guest_exec_status=[{"exited": False}] * 1000)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(TimeoutError, match=r"not done within 0\.05 s"):
            purevirt.sync.guest_exec(conn, wire.DOMAIN, "x", timeout_s=0.05)
        assert conn.is_open


def test_blocking_errors_pass_through(peer_beside: PeerThread) -> None:
    """libvirt's errors, also those that are TimeoutErrors."""

    async def refuse(link: Link, message: Message) -> None:
        await link.refuse(message, 68)

    peer_beside.peer.on(wire.HOSTNAME, refuse)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(OperationTimeout):
            sync_follow.follow(conn, _hostname_after_a_pause())
        with pytest.raises(LibvirtError):
            purevirt.sync.list_domains(conn)


def test_interrupted_in_a_file(peer_beside: PeerThread) -> None:
    """Ctrl-C while a guest's file is read: the file is closed, and then the interrupt is passed on."""
    guest = Guest(peer_beside.peer, guest_file_open=7, guest_file_close={})
    guest.silent = {"guest-file-read"}
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        thread = interrupt_once(lambda: "guest-file-read" in guest.names() and conn._wire._pollers == 1)
        with pytest.raises(KeyboardInterrupt):
            purevirt.sync.guest_file_read(conn, wire.DOMAIN, "/x")
        thread.join()
        assert guest.names()[-1] == "guest-file-close"
        assert conn.connect_get_hostname() == "peer"


def test_names_that_are_imported_later() -> None:
    """The package gives them when asked, and no others."""
    assert purevirt.sync.list_volumes is sync_convenience.list_volumes
    for module in (purevirt.sync, purevirt.rpc.sync):
        with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
            _ = module.Nonsense
