"""When to dial again, and when not to. Pure: chance comes in as an argument."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from purevirt.errors import (
    AuthenticationError,
    CertificateRefused,
    CertificateUntrusted,
    HostKeyError,
    InternalError,
    LocalProtocolError,
    OperationDenied,
    PurevirtError,
    TlsCredentialsError,
    UriError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Backoff", "Verdict", "judge"]

_SLOWLY = (
    AuthenticationError,
    CertificateRefused,
    CertificateUntrusted,
    HostKeyError,
    OperationDenied,
    TlsCredentialsError,
)
_NEVER = (InternalError, LocalProtocolError, UriError)


class Verdict(enum.Enum):
    """What to do after a failed dial."""

    AGAIN = "again"
    SLOWLY = "slowly"
    NEVER = "never"


def judge(error: BaseException) -> Verdict:
    """Return what to do after `error`.

    What only a person can mend (a password, a key, a certificate) is tried again slowly: credentials are
    read anew with each dial, so a service recovers once they are right, and no account is locked and no log
    filled meanwhile. What is wrong with the program or its URI is never tried again.
    """
    if isinstance(error, _NEVER):
        return Verdict.NEVER
    if isinstance(error, _SLOWLY):
        return Verdict.SLOWLY
    if isinstance(error, PurevirtError | OSError):  # TimeoutError is an OSError
        return Verdict.AGAIN
    return Verdict.NEVER


class Backoff:
    """Pauses that double from `first_s` to `last_s`, each made shorter by up to half.

    The shortening keeps many clients from dialling a daemon that has restarted all at once.

    Args:
        first_s: the longest that the first pause can be; likewise `last_s`, all later ones.
        last_s: see `first_s`.
        chance: gives numbers from 0 to 1.
    """

    def __init__(self, first_s: float, last_s: float, chance: Callable[[], float]) -> None:
        if not 0 < first_s <= last_s:
            raise ValueError(f"pauses from {first_s:g} s to {last_s:g} s: they have to be positive and grow")
        self._first_s = first_s
        self._last_s = last_s
        self._chance = chance
        self._next_s = first_s

    def pause_s(self) -> float:
        """Return how long to wait now; the next time it is longer."""
        longest_s = self._next_s
        self._next_s = min(2 * longest_s, self._last_s)
        return self.jitter(longest_s)

    def jitter(self, longest_s: float) -> float:
        """Return a part of `longest_s`, at least half of it."""
        return longest_s * (0.5 + 0.5 * self._chance())

    def reset(self) -> None:
        """Begin again with the first pause."""
        self._next_s = self._first_s
