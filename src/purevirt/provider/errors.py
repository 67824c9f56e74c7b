"""Why the provider refuses a call, or does not start."""

from __future__ import annotations

from purevirt.errors import PurevirtError


class ProviderError(PurevirtError):
    """Root of what the provider raises on purpose. The message is one line and safe to show to a caller."""


class ConfigError(ProviderError):
    """A flag, an environment variable or a file is wrong; the process does not start."""


class InvalidRequest(ProviderError):
    """The request itself is malformed or over a documented cap; no machine was touched."""


class IdentityRejected(ProviderError):
    """The caller's certificate does not speak for the shard that the request names; nothing was touched."""


class Fenced(ProviderError):
    """The token is not newer than the newest one accepted from that shard for that machine."""


class MachineNotFound(ProviderError):
    """No machine of that id is in the inventory."""


class InvalidTransition(ProviderError):
    """The machine is not where that operation starts; it was left as it is."""


class DeleteUnsupported(ProviderError):
    """The pool's machines are never deleted (bare metal)."""


class Unavailable(ProviderError):
    """The provider is shutting down and takes no more commands."""


class StoreError(ProviderError):
    """The state file could not be opened or written; nothing of the refused call was applied."""


class Interrupted(ProviderError):
    """Somebody pressed Ctrl-C, and what was under way has cleaned up."""
