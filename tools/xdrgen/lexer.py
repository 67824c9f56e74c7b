"""Tokens of the XDR language (RFC 4506 section 6.1), comments and ``%`` lines kept.

Comments are tokens here, because libvirt declares streams, priorities and permissions only there.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen.errors import Position, XdrSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["KEYWORDS", "Token", "TokenKind", "tokenize"]


class TokenKind(enum.Enum):
    """What a token is."""

    WORD = "identifier"
    KEYWORD = "keyword"
    NUMBER = "number"
    PUNCTUATION = "punctuation"
    COMMENT = "comment"
    PASSTHROUGH = "% line"
    END = "end of file"


KEYWORDS = frozenset(
    # RFC 4506 section 6.2, less quadruple (never used by libvirt: refused as an unknown type), plus char and
    # short of rpcgen's dialect.
    {
        "bool",
        "case",
        "char",
        "const",
        "default",
        "double",
        "enum",
        "float",
        "hyper",
        "int",
        "opaque",
        "short",
        "string",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
    },
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token and where it starts. The text of a comment is without its delimiters."""

    kind: TokenKind
    text: str
    position: Position

    def __str__(self) -> str:
        if self.kind is TokenKind.END:
            return "the end of the file"
        return f"{self.text!r}"


_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\n]+)
  | (?P<comment>/\*.*?\*/)
  | (?P<passthrough>(?m:^)%[^\n]*)
  | (?P<number>-?[0-9][0-9A-Za-z_]*)
  | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<punctuation>[{}\[\]()<>;:,=*])
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"-?(0x[0-9A-Fa-f]+|0[0-7]*|[1-9][0-9]*)")
_MAX_NUMBER = 64
"""How long a number may be; no number of the protocol needs half of it."""


def tokenize(text: str, file: str) -> Iterator[Token]:
    """Yield the tokens of `text`, an END token last.

    Raises:
        XdrSyntaxError: a character that starts no token, an endless comment, a malformed number.
    """
    offset, line, line_start = 0, 1, 0
    while offset < len(text):
        position = Position(file, line, offset - line_start + 1)
        found = _TOKEN.match(text, offset)
        if found is None:
            if text.startswith("/*", offset):
                raise XdrSyntaxError(position, "'*/' after this comment", "the end of the file")
            raise XdrSyntaxError(position, "a token", repr(text[offset]))
        token = _token(found, position)
        if token is not None:
            yield token
        newlines = found.group().count("\n")
        if newlines:
            line += newlines
            line_start = text.rindex("\n", offset, found.end()) + 1
        offset = found.end()
    yield Token(TokenKind.END, "", Position(file, line, offset - line_start + 1))


def _token(found: re.Match[str], position: Position) -> Token | None:
    text = found.group()
    match found.lastgroup:
        case "space":
            return None
        case "comment":
            return Token(TokenKind.COMMENT, text[2:-2], position)
        case "passthrough":
            return Token(TokenKind.PASSTHROUGH, text, position)
        case "number":
            if not _NUMBER.fullmatch(text):
                raise XdrSyntaxError(position, "a decimal, hexadecimal or octal number", repr(text))
            if len(text) > _MAX_NUMBER:
                raise XdrSyntaxError(position, f"a number of at most {_MAX_NUMBER} characters", text[:20])
            return Token(TokenKind.NUMBER, text, position)
        case "word":
            return Token(TokenKind.KEYWORD if text in KEYWORDS else TokenKind.WORD, text, position)
        case _:
            return Token(TokenKind.PUNCTUATION, text, position)
