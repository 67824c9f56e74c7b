"""What is wrong with what a server says in a SASL conversation. Pure."""

from __future__ import annotations

__all__ = ["SaslFault"]


class SaslFault(Exception):
    """A server broke the rules of its mechanism, or refused; never leaves `purevirt.rpc.auth.sasl`.

    Attributes:
        is_impostor: the server did not show that it knows the password.
    """

    def __init__(self, text: str, *, is_impostor: bool = False) -> None:
        super().__init__(text)
        self.is_impostor = is_impostor
