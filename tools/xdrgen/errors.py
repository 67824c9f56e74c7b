"""What can be wrong with the input, always with the place."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Position", "XdrSemanticError", "XdrSyntaxError", "XdrgenError"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place in an input file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class XdrgenError(Exception):
    """Generation stopped; nothing has been written."""


class XdrSyntaxError(XdrgenError):
    """The text does not follow the grammar.

    Attributes:
        file, line, column: where the unexpected text starts.
        expected: what the grammar allows there.
        got: what is there.
    """

    def __init__(self, position: Position, expected: str, got: str) -> None:
        super().__init__(f"{position}: expected {expected}, got {got}")
        self.file = position.file
        self.line = position.line
        self.column = position.column
        self.expected = expected
        self.got = got


class XdrSemanticError(XdrgenError):
    """The text follows the grammar but means nothing that can be generated.

    Attributes:
        file, line, column: the declaration at fault; line 0 when the fault is a whole file's.
    """

    def __init__(self, position: Position, message: str) -> None:
        super().__init__(f"{position}: {message}" if position.line else f"{position.file}: {message}")
        self.file = position.file
        self.line = position.line
        self.column = position.column
