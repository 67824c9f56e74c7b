"""Configure: the blob and the hook, then readiness.

A blob that fits one command goes on the standard input of the one guest-exec that runs the hook. A larger
one is staged first, piece by piece on the standard input of a guest-exec each, in memory that only root
can read; its last piece travels with the hook. Nothing of it is ever on a command line.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

import structlog

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import guest_script
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.guest_agent import (
    MAX_INPUT_BYTES,
    AgentNotAnswering,
    GuestExit,
    ResultLost,
)
from purevirt.provider.libvirt.hosts import HostUnavailable
from purevirt.provider.libvirt.redaction import without_secret
from purevirt.provider.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.provider.libvirt.guest_agent import GuestAgent

log = structlog.get_logger(__name__)

CLEAN_UP_S = 4.0
"""How long a failed or cancelled configure may still work on the guest; a shutdown waits a little longer."""

_QUOTED_BYTES = 1024
_MAX_DRAIN_S = 366 * 24 * 3600
"""More than a year is for ever; kubectl refuses a duration of more than 292 years."""

_PROBE_FIRST_S = 1.0
_PROBE_LAST_S = 10.0
_SIGNAL_BASE = 128


async def configure(agent: GuestAgent, guest: str, cluster_id: str, blob: Secret) -> None:
    """Deliver `blob` and run the hook to its success; the caller bounds the time.

    However it ends, the blob is removed from the guest: by the program that runs the hook, and, where that
    may not have happened, by one more within 4 s.

    Raises:
        BackendError: the hook did not run, or failed; the message quotes the end of its stderr, without
            anything of the blob.
    """
    finished = False
    attempt = secrets.token_hex(8)
    try:
        content = blob.reveal()
        staged = max(0, (len(content) - 1) // MAX_INPUT_BYTES * MAX_INPUT_BYTES)
        if staged:
            result = await agent.run(guest_script.STAGE, name="stage", attempt=attempt)
            _require(result, guest, "stage", blob)
        for at in range(0, staged, MAX_INPUT_BYTES):
            piece = content[at : at + MAX_INPUT_BYTES]
            result = await agent.run(guest_script.APPEND, stdin=piece, name="append", attempt=attempt)
            _require(result, guest, "append", blob)
        result = await agent.run(
            guest_script.CONFIGURE,
            argv=(cluster_id, str(len(content)), str(staged)),
            stdin=content[staged:],
            name="configure",
            attempt=attempt,
        )
        finished = result.signal == 0
        _require_command(result, guest, ("hook",), blob)
    finally:
        if not finished:
            await _clean_up(agent, guest, attempt)


async def wait_node_ready(
    agent: GuestAgent, guest: str, command: str, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Run `command` in the guest, a shell's, again and again until it exits 0; the caller bounds the time.

    A host or an agent that does not answer for a while is waited for: a joining node may restart its agent.

    Raises:
        BackendError: it cannot be run.
    """
    wait_s = _PROBE_FIRST_S
    while True:
        try:
            result = await agent.run(guest_script.PROBE, argv=(command,), name="probe")
        except (AgentNotAnswering, HostUnavailable, ResultLost):
            pass
        else:
            last = _last_command(result)
            if last == ("probe", 0):
                return
            if last is None:
                raise _failure(f"{guest}: the readiness command could not be run", result, Secret(b""))
        await sleep(wait_s)
        wait_s = min(wait_s * 2, _PROBE_LAST_S)


async def drain(agent: GuestAgent, guest: str, grace_s: int, margin_s: float) -> None:
    """Cordon and drain the node within `grace_s` seconds (0 counts as 1, more than a year as a year).

    kubectl is given that limit; if it does not keep it, it is stopped `margin_s` seconds later.

    Raises:
        BackendError: the drain is not complete.
    """
    limit_s = min(max(grace_s, 1), _MAX_DRAIN_S)
    finished = False
    attempt = secrets.token_hex(8)
    try:
        async with asyncio.timeout(limit_s + margin_s):
            result = await agent.run(guest_script.DRAIN, argv=(str(limit_s),), name="drain", attempt=attempt)
        finished = result.signal == 0
        _require_command(result, guest, ("cordon", "drain"), Secret(b""))
    except TimeoutError:
        raise BackendError(f"{guest}: the drain did not end within {limit_s} s; it is not complete") from None
    finally:
        if not finished:
            await _clean_up(agent, guest, attempt)


async def _clean_up(agent: GuestAgent, guest: str, attempt: str) -> None:
    """Stop what still runs and remove the blob, within `CLEAN_UP_S`; also when being cancelled."""
    try:
        async with asyncio.timeout(CLEAN_UP_S):
            with contextlib.suppress(BackendError):
                result = await agent.run(guest_script.CLEAN_UP, name="clean-up", attempt=attempt)
                if result.code == 0 and result.signal == 0:
                    return
    except TimeoutError:
        pass
    log.warning("guest_not_cleaned", guest=guest, hint="a blob may be left in /opt/bigfleet/bootstrap.blob")


def _last_command(result: GuestExit) -> tuple[str, int] | None:
    """Return the name and exit code of the last command that a program ran, or None if it ran none."""
    words = result.stdout.split()
    if result.signal or result.code or len(words) < 2 or not words[-1].isdigit():
        return None
    return words[-2].decode("ascii", "replace"), int(words[-1])


def _require_command(result: GuestExit, guest: str, expected: tuple[str, ...], secret: Secret) -> None:
    """Raise unless the program ran its `expected` commands and all succeeded."""
    last = _last_command(result)
    if last == (expected[-1], 0):
        return
    if last is None:
        raise _failure(f"{guest}: the {expected[0]} could not be run", result, secret)
    name, code = last
    ended = f"exited {code}"
    if code > _SIGNAL_BASE:
        ended += f" (a shell's way to tell of signal {code - _SIGNAL_BASE})"
    raise _failure(f"{guest}: the {name} {ended}", result, secret)


def _require(result: GuestExit, guest: str, name: str, secret: Secret) -> None:
    if result.code or result.signal:
        raise _failure(f"{guest}: {name} failed", result, secret)


def _failure(what: str, result: GuestExit, secret: Secret) -> BackendError:
    if result.signal:
        what += f", killed by signal {result.signal}"
    elif result.code:
        what += f", exit code {result.code}"
    quoted = without_secret(result.stderr[-_QUOTED_BYTES:], secret).decode("utf-8", "replace").strip()
    return BackendError(one_line(f"{what}: {quoted}" if quoted else f"{what}, and said nothing", 2048))
