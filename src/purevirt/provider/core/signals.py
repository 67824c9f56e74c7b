"""What engine, service and backend tell whoever counts: Protocols, so that none knows a metrics library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from purevirt.provider.core.model import Kind

ApiOutcome = Literal["ok", "error", "timeout", "lost", "cancelled"]
"""How a call to a host ended: answered, refused by the host, not answered in time, its connection gone under
it (or not there), given up by whoever made it."""


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


class BackendObserver(Protocol):
    """Told by a backend of its hosts, on the event loop; must not block or raise."""

    def api_called(self, op: str, outcome: ApiOutcome, elapsed_s: float) -> None:
        """Note that one call to a host ended after `elapsed_s` seconds.

        `op` is a label of a metric: a fixed name such as the procedure's, never anything of a machine's.
        """
        ...

    def reconnected(self, zone: str) -> None:
        """Note that the host of `zone` is connected again after its connection was lost."""
        ...

    def zone_changed(self, zone: str, *, up: bool) -> None:
        """Note that the host of `zone` answers now, or has stopped answering."""
        ...


class SilentBackend:
    """A backend's observer that counts nothing."""

    def api_called(self, op: str, outcome: ApiOutcome, elapsed_s: float) -> None:
        """Do nothing."""

    def reconnected(self, zone: str) -> None:
        """Do nothing."""

    def zone_changed(self, zone: str, *, up: bool) -> None:
        """Do nothing."""
