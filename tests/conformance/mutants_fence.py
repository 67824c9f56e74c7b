"""Broken fences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import grpc

from purevirt.provider.core import engine, lifecycle
from purevirt.provider.core.fencing import Mark, MarkKey, Token
from purevirt.provider.core.lifecycle import Decision, Refused, Repeated
from purevirt.provider.errors import Fenced, InvalidRequest, InvalidTransition
from purevirt.provider.serving import service
from tests.conformance.broken import mutant, put, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.core.lifecycle import Command
    from purevirt.provider.core.model import Machine


def tokens_pass(newer: Callable[[Mark, Mark], bool]) -> None:
    """Let a token pass where `newer(mark, presented)` says so."""

    def advance(mark: Mark | None, token: Token) -> Mark:
        presented = Mark(token.epoch, token.sequence)
        if mark is not None and not newer(mark, presented):
            raise Fenced(f"fenced: shard {token.shard_id!r}")
        return presented

    put(lifecycle, "advance", advance)


def decides(change: Callable[[Command, Machine | None, Mark | None, Decision], Decision]) -> None:
    """Change decisions."""
    right = lifecycle.decide

    def decide(command: Command, machine: Machine | None, mark: Mark | None, **named: Any) -> Decision:
        return change(command, machine, mark, right(command, machine, mark, **named))

    put(lifecycle, "decide", decide)


def keyed(shard_and_machine: Callable[[str, str], tuple[str, str]]) -> None:
    """Keep marks under other keys."""
    put(engine, "MarkKey", lambda shard_id, machine_id: MarkKey(*shard_and_machine(shard_id, machine_id)))


def tokens_are(make: Callable[[str, int, int], Token | None]) -> None:
    """Read other tokens from requests."""
    put(Token, "of", staticmethod(make))


@mutant("PV-FENCE-01", "PV-FENCE-07", "PV-RACE-01", "PV-RACE-03")
def equal_tokens_pass() -> None:
    tokens_pass(lambda mark, presented: presented >= mark)


@mutant("PV-FENCE-03", "PV-FENCE-04", "PV-FENCE-14")
def sequences_alone_count() -> None:
    tokens_pass(lambda mark, presented: presented.sequence > mark.sequence)


@mutant("PV-FENCE-02", "PV-FENCE-08")
def epochs_alone_count() -> None:
    tokens_pass(lambda mark, presented: presented.epoch >= mark.epoch)


@mutant("PV-FENCE-11", "PV-PROP-01")
def any_other_token_is_newer() -> None:
    tokens_pass(lambda mark, presented: presented != mark)


@mutant("PV-FENCE-09")
def marks_are_the_shards() -> None:
    keyed(lambda shard_id, _: (shard_id, ""))


@mutant("PV-FENCE-10")
def marks_are_the_machines() -> None:
    keyed(lambda _, machine_id: ("", machine_id))


@mutant("PV-FENCE-16")
def shards_are_compared_loosely() -> None:
    keyed(lambda shard_id, machine_id: (shard_id.strip().lower(), machine_id))


@mutant("PV-FENCE-05", "PV-FENCE-15", "PV-DUR-01")
def refusals_move_no_mark() -> None:
    decides(lambda _c, _m, _k, made: replace(made, mark=None) if isinstance(made.outcome, Refused) else made)


@mutant("PV-FENCE-07")
def retries_move_no_mark() -> None:
    decides(lambda _c, _m, _k, made: replace(made, mark=None) if isinstance(made.outcome, Repeated) else made)


@mutant("PV-FENCE-15", "PV-PROP-01")
def first_contact_is_free() -> None:
    decides(lambda _c, _m, mark, made: replace(made, mark=None) if mark is None else made)


@mutant("PV-FENCE-08")
def refused_tokens_set_the_mark() -> None:
    def change(command: Command, _m: Machine | None, _k: Mark | None, made: Decision) -> Decision:
        token = command.token
        if isinstance(made.outcome, Refused) and isinstance(made.outcome.error, Fenced) and token:
            return replace(made, mark=Mark(token.epoch, token.sequence))
        return made

    decides(change)


@mutant("PV-REQ-02")
def malformed_requests_move_the_mark() -> None:
    def change(command: Command, _m: Machine | None, _k: Mark | None, made: Decision) -> Decision:
        token = command.token
        if isinstance(made.outcome, Refused) and isinstance(made.outcome.error, InvalidRequest) and token:
            return replace(made, mark=Mark(token.epoch, token.sequence))
        return made

    decides(change)


@mutant("PV-REQ-04", "PV-REQ-03")
def fence_comes_before_shape() -> None:
    def change(command: Command, _m: Machine | None, mark: Mark | None, made: Decision) -> Decision:
        token = command.token
        if token and mark and Mark(token.epoch, token.sequence) <= mark:
            return Decision(Refused(Fenced(f"fenced: shard {token.shard_id!r}")))
        return made

    decides(change)


@mutant("PV-FENCE-06")
def existence_comes_before_the_fence() -> None:
    decides(lambda _c, machine, _k, made: replace(made, mark=None) if machine is None else made)


@mutant("PV-FAULT-07")
def failed_comes_before_the_fence() -> None:
    def change(command: Command, machine: Machine | None, _k: Mark | None, made: Decision) -> Decision:
        if machine is not None and machine.last_error:
            return Decision(Refused(InvalidTransition(f"{command.machine_id} has failed")))
        return made

    decides(change)


@mutant("PV-FENCE-12")
def unfenced_is_a_token() -> None:
    tokens_are(Token)


@mutant("PV-FENCE-13")
def two_zeros_are_no_token() -> None:
    tokens_are(lambda shard, epoch, sequence: Token(shard, epoch, sequence) if epoch or sequence else None)


@mutant("PV-FENCE-13")
def no_shard_is_no_token() -> None:
    tokens_are(lambda shard, epoch, sequence: Token(shard, epoch, sequence) if shard else None)


@mutant("PV-FENCE-14")
def tokens_have_32_bits() -> None:
    low = 2**32 - 1
    tokens_are(
        lambda shard, epoch, sequence: (
            Token(shard, epoch & low, sequence & low) if shard or epoch or sequence else None
        )
    )


@mutant("PV-FENCE-17")
def reads_are_fenced() -> None:
    fenced: set[str] = set()

    def change(command: Command, _m: Machine | None, _k: Mark | None, made: Decision) -> Decision:
        if isinstance(made.outcome, Refused) and isinstance(made.outcome.error, Fenced):
            fenced.add(command.machine_id)
        return made

    decides(change)

    def make(right: Any) -> Any:
        async def get(self: object, request: Any) -> bytes:
            if request.id in fenced:
                raise Fenced("fenced")
            answered: bytes = await right(self, request)
            return answered

        return get

    wrap(service.CapacityProviderService, "get", make)


@mutant("PV-LIFE-05", "PV-FAULT-06", "PV-PROP-02")
def out_of_position_looks_like_a_fence() -> None:
    codes: Any = service.STATUS_CODES
    codes[InvalidTransition] = grpc.StatusCode.FAILED_PRECONDITION
