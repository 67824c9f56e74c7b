"""Broken edges of the service: requests, messages, limits, certificates."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import grpc

from purevirt.provider.core import lifecycle
from purevirt.provider.core.model import Kind
from purevirt.provider.errors import IdentityRejected, InvalidRequest
from purevirt.provider.serving import convert, identity, listener, service
from tests.conformance.broken import mutant, put, wrap
from tests.conformance.mutants_life import enters
from tests.conformance.quick_backend import QuickBackend

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.core.lifecycle import Command


def shapes(change: Callable[[Command], Command]) -> None:
    """Check the shape of something else than what was sent."""
    right = lifecycle.check_shape
    for module in (lifecycle, service):
        put(module, "check_shape", lambda command: right(change(command)))


@mutant("PV-REQ-01")
def ids_may_be_empty() -> None:
    shapes(lambda command: replace(command, machine_id=command.machine_id or "x"))


@mutant("PV-REQ-02", "PV-REQ-04")
def grace_may_be_negative() -> None:
    shapes(lambda command: replace(command, grace_s=0))


@mutant("PV-REQ-03")
def tokens_may_be_negative() -> None:
    shapes(lambda command: replace(command, token=None))


@mutant("PV-REQ-05")
def cluster_may_be_empty() -> None:
    wrap(
        lifecycle,
        "_locate",
        lambda right: (
            lambda command, *rest: right(replace(command, cluster_id=command.cluster_id or "default"), *rest)
        ),
    )


@mutant("PV-REQ-06")
def caps_may_be_negative() -> None:
    def make(right: Any) -> Any:
        async def listed(self: object, request: Any) -> bytes:
            request.max_results = max(request.max_results, 0)
            answered: bytes = await right(self, request)
            return answered

        return listed

    wrap(service.CapacityProviderService, "list", make)


def parses(change: Callable[[Callable[[], Any], Any, bytes], Any]) -> None:
    """Read requests in another way."""

    def make(right: Any) -> Any:
        return lambda kind, content: change(lambda: right(kind, content), kind, content)

    wrap(service, "_parsed", make)


@mutant("PV-WIRE-05")
def garbage_is_an_accident() -> None:
    parses(lambda _, kind, content: kind.FromString(content))


@mutant("PV-WIRE-04")
def later_versions_are_refused() -> None:
    def change(right: Callable[[], Any], _: Any, content: bytes) -> Any:
        made = right()
        known = type(made)()
        known.CopyFrom(made)
        known.DiscardUnknownFields()
        if len(known.SerializeToString()) != len(made.SerializeToString()):
            raise InvalidRequest("the request has unknown fields")
        return made

    parses(change)


@mutant("PV-WIRE-06")
def there_is_a_watch() -> None:
    def make(right: Any) -> Any:
        def handler(name: str, methods: dict[str, Any]) -> Any:
            return right(name, {**methods, "Watch": methods["List"]} if "List" in methods else methods)

        return handler

    wrap(grpc, "method_handlers_generic_handler", make)


@mutant("PV-WIRE-07")
def health_is_of_the_server_alone() -> None:
    put(listener, "SERVICE", "elsewhere")


# Limits.


def binds(change: Callable[[str], str]) -> None:
    """Bind with other metadata than what was sent."""
    enters(
        lambda _, after, command: (
            replace(after, metadata={change(key): change(value) for key, value in after.metadata.items()})
            if command.kind is Kind.CONFIGURE
            else after
        )
    )


@mutant("PV-LIMIT-01", "PV-LIMIT-02", "PV-DUR-03")
def values_are_cut() -> None:
    binds(lambda text: text[:1000])


@mutant("PV-LIMIT-07", "PV-LIFE-02")
def text_is_tidied() -> None:
    binds(lambda text: unicodedata.normalize("NFC", text).strip("\0\r\n\t"))


@mutant("PV-LIMIT-03", "PV-LIMIT-04")
def blobs_have_a_mebibyte() -> None:
    put(lifecycle, "MAX_BLOB_BYTES", 1 << 20)


@mutant("PV-LIMIT-05")
def what_is_too_large_is_cut() -> None:
    most = 3 << 20
    shapes(lambda command: replace(command, metadata={}))
    binds(lambda text: text[:most])


def receives(most: int) -> None:
    """Take requests of other sizes."""
    options = dict(listener.SERVER_OPTIONS) | {"grpc.max_receive_message_length": most}
    put(listener, "SERVER_OPTIONS", tuple(options.items()))


@mutant("PV-LIMIT-04", "PV-LIMIT-05")
def requests_have_three_mebibytes() -> None:
    receives(3 << 20)


@mutant("PV-LIMIT-06")
def requests_have_no_bound() -> None:
    receives(-1)


@mutant("PV-LIMIT-09")
def grace_has_32_bits() -> None:
    def make(right: Any) -> Any:
        def command(message: Any) -> Command:
            if message.grace_period_seconds >= 2**31:
                raise InvalidRequest("grace_period_seconds: is too long")
            made: Command = right(message)
            return made

        return command

    wrap(convert, "drain_command", make)


@mutant("PV-FAULT-08")
def every_fault_fails() -> None:
    def make(right: Any) -> Any:
        async def configure(self: Any, machine: Any, cluster_id: str, *rest: Any) -> None:
            await right(self, machine, "fault-error" if cluster_id.startswith("fault") else cluster_id, *rest)

        return configure

    wrap(QuickBackend, "configure", make)


# Certificates.


@mutant("PV-IDENT-01", "PV-IDENT-02", "PV-IDENT-03")
def identity_is_not_asked() -> None:
    put(service, "check_identity", lambda *_: None)


@mutant("PV-IDENT-02")
def the_first_name_counts() -> None:
    wrap(identity, "_names", lambda right: lambda certificate: right(certificate)[:1])


@mutant("PV-IDENT-02")
def names_are_compared_by_their_beginning() -> None:
    wrap(
        identity,
        "_names",
        lambda right: lambda certificate: tuple(name.removesuffix("/x") for name in right(certificate)),
    )


@mutant("PV-IDENT-03")
def unfenced_needs_no_name() -> None:
    wrap(
        service,
        "check_identity",
        lambda right: lambda policy, context, shard: right(policy, context, shard) if shard else None,
    )


@mutant("PV-IDENT-01")
def identity_comes_after_the_fence() -> None:
    right, rejected = identity.check_identity, set[str]()

    def check(policy: Any, context: Any, shard_id: str) -> None:
        try:
            right(policy, context, shard_id)
        except IdentityRejected:
            rejected.add(shard_id)

    def make(submit_right: Any) -> Any:
        async def submit(self: Any, command: Command) -> bytes:
            try:
                answered: bytes = await submit_right(self, command)
            finally:
                if command.token and command.token.shard_id in rejected:
                    rejected.clear()
                    raise IdentityRejected("the client certificate does not speak for it")
            return answered

        return submit

    put(service, "check_identity", check)
    wrap(service.CapacityProviderService, "submit", make)


@mutant("PV-IDENT-05")
def identity_comes_before_shape() -> None:
    put(service, "check_shape", lambda _: None)


@mutant("PV-IDENT-04")
def reads_need_a_shards_name() -> None:
    def check(policy: Any, context: Any) -> None:
        identity.check_identity(policy, context, "shard-of-the-certificate")

    put(service, "check_reader", check)


@mutant("PV-IDENT-06")
def certificates_are_optional() -> None:
    wrap(
        grpc,
        "dynamic_ssl_server_credentials",
        lambda right: lambda *given, **_: right(*given, require_client_authentication=False),
    )
