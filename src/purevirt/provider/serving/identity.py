"""Which shard a caller may speak for: the URI names in its certificate against the request's shard_id.

A shard's certificate has one name `bigfleet://shard/<shard_id>`. Without this check, whoever holds any
certificate of the CA could fence a shard out of its own machines with one huge epoch. Reads name no shard, so
any name of ours may read, also one of another kind; `require` refuses a certificate without one for them too.
Source: capacity-provider contract, section 3; RFC 5280, section 4.2.1.6 (URI names).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from cryptography import x509

from purevirt.provider.errors import IdentityRejected

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

IdentityPolicy = Literal["auto", "require", "off"]
IDENTITY_POLICIES: Final = ("auto", "require", "off")
SCHEME: Final = "bigfleet://"
SHARD_PREFIX: Final = "bigfleet://shard/"
MAX_SHOWN_CHARS: Final = 200

_CERTIFICATE: Final = "x509_pem_cert"
# Certificates of callers with a live connection; one costs some kB.
_REMEMBERED: Final = 256


def check_identity(
    policy: IdentityPolicy, auth_context: Mapping[str, Iterable[bytes]], shard_id: str
) -> None:
    """Return if the caller may send `shard_id`; a caller without a client certificate may.

    Args:
        policy: auto checks a certificate that has a name of ours, require wants one, off checks nothing.
        auth_context: what gRPC says of the caller's connection.
        shard_id: the request's; empty for an unfenced one, which no certificate with a name may send.

    Raises:
        IdentityRejected: it may not; the message names both sides.
    """
    names = _presented(policy, auth_context)
    if not names:
        return
    if len(names) > 1:
        raise IdentityRejected(
            f"the client certificate has {len(names)} bigfleet:// names; issue one with a single "
            f"{SHARD_PREFIX}<shard_id>"
        )
    if names[0] != SHARD_PREFIX + shard_id or not shard_id:
        raise IdentityRejected(
            f"the client certificate is for {names[0][:MAX_SHOWN_CHARS]!r}, which does not speak for "
            f"shard_id {shard_id[:MAX_SHOWN_CHARS]!r}"
        )


def check_reader(policy: IdentityPolicy, auth_context: Mapping[str, Iterable[bytes]]) -> None:
    """Return if the caller may read; see `check_identity`.

    Raises:
        IdentityRejected: the policy is require, and the certificate has no name of ours.
    """
    if policy == "require":
        _presented(policy, auth_context)


def _presented(policy: IdentityPolicy, auth_context: Mapping[str, Iterable[bytes]]) -> tuple[str, ...]:
    """Return the names of ours that a caller has to be held to, none where nothing is to be checked.

    Raises:
        IdentityRejected: there is a certificate that the policy refuses, whoever it is to speak for.
    """
    if policy == "off":
        return ()
    certificate = b"".join(auth_context.get(_CERTIFICATE, ()))
    if not certificate:
        return ()
    names = _names(certificate)
    if not names and policy == "require":
        raise IdentityRejected(
            "the client certificate has no bigfleet:// name, and --shard-identity require wants one; "
            f"issue it with the URI name {SHARD_PREFIX}<shard_id>"
        )
    return names


@lru_cache(maxsize=_REMEMBERED)
def _names(certificate: bytes) -> tuple[str, ...]:
    """Return the URI names of ours in a certificate in PEM.

    Read from the certificate itself: what gRPC lists of it ends at a NUL byte, so that a name of `a`, NUL and
    anything behind it would pass for shard a's. The scheme counts in any case, as in any URI.
    """
    try:
        extension = x509.load_pem_x509_certificate(certificate).extensions.get_extension_for_class(
            x509.SubjectAlternativeName
        )
    except x509.ExtensionNotFound:
        return ()
    except (ValueError, x509.DuplicateExtension, x509.UnsupportedGeneralNameType):
        raise IdentityRejected("the client certificate's names cannot be read; issue it anew") from None
    found = extension.value.get_values_for_type(x509.UniformResourceIdentifier)
    return tuple(name for name in found if name.lower().startswith(SCHEME))
