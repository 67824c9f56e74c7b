"""A value that must not be seen: it redacts itself wherever Python would print it."""

from __future__ import annotations

from typing import NoReturn, final


@final
class Secret:
    """Bytes that appear in no repr, log line or exception, such as a bootstrap blob.

    The only way to the content is `reveal()`, so that every use can be found by name. It cannot be pickled,
    which keeps it out of crash dumps and process pools. Equality is not defined: nothing needs it.
    """

    __slots__ = ("_content",)

    def __init__(self, content: bytes) -> None:
        self._content = content

    def reveal(self) -> bytes:
        """Return the content itself. The caller keeps it off command lines, logs, errors and disk."""
        return self._content

    def __len__(self) -> int:
        """Return the size in bytes, which is no secret."""
        return len(self._content)

    def __repr__(self) -> str:
        return f"<secret, {len(self._content)} bytes>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is never serialized")
