"""What the engine tells whoever counts: a Protocol, so that the engine knows no metrics library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from purevirt.provider.model import Kind


class Observer(Protocol):
    """Told of what happens, on the event loop; must not block or raise."""

    def transition_started(self, kind: Kind) -> None:
        """Note that the work of an accepted operation starts."""
        ...

    def transition_ended(self, kind: Kind, result: str, elapsed_s: float) -> None:
        """Note that an operation ended as `result`: succeeded, failed or timed_out."""
        ...

    def committed(self, elapsed_s: float, *, success: bool) -> None:
        """Note that a group of changes was, or could not be, made durable."""
        ...

    def reconciled(self, *, success: bool) -> None:
        """Note that the hosts were observed, or could not be."""
        ...

    def called(self, method: str, code: str, elapsed_s: float) -> None:
        """Note that a call was answered with a status code."""
        ...

    def unexpected(self, where: str) -> None:
        """Note an exception that nobody planned for."""
        ...


class Silent:
    """An observer that counts nothing."""

    def transition_started(self, kind: Kind) -> None:
        """Do nothing."""

    def transition_ended(self, kind: Kind, result: str, elapsed_s: float) -> None:
        """Do nothing."""

    def committed(self, elapsed_s: float, *, success: bool) -> None:
        """Do nothing."""

    def reconciled(self, *, success: bool) -> None:
        """Do nothing."""

    def unexpected(self, where: str) -> None:
        """Do nothing."""

    def called(self, method: str, code: str, elapsed_s: float) -> None:
        """Do nothing."""
