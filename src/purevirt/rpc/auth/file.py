r"""libvirt's file of credentials (auth.conf). Pure.

The format is GLib's key file: groups in brackets, ``key=value``, lines that start with ``#`` are comments.
What libvirt reads is read alike: of several groups of one name all count, of several keys the last one, and
``\s \n \t \r \\`` in a value are a space, a line feed, a tab, a carriage return and a backslash.
Where libvirt ignores what GLib complains of, a line is named instead: an unknown escape, text that is not
UTF-8.

Source: libvirt's documentation of authentication ("Client configuration"); virAuthConfigLookup in
src/util/virauthconfig.c; GLib's documentation of GKeyFile.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

__all__ = ["MAX_AUTH_FILE_BYTES", "AuthFileSyntaxError", "find_login"]

MAX_AUTH_FILE_BYTES = 1 << 20
"""What is read of an auth file at most; a longer one is not an auth file."""

_KEYS = ("username", "authname", "password")
_BLANKS = b" \t\n\f\r"
_GROUP = re.compile(rb"\[([^\[\]\x00-\x1f\x7f]+)\][ \t]*")
_KEY = re.compile(rb"[^\[\]=]+(?:\[[A-Za-z0-9_.@-]*\])?")
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


class AuthFileSyntaxError(ValueError):
    """An auth file that is not one.

    Attributes:
        line: where, from 1.
        text: what is wrong, without a word of the file's that could be a secret.
    """

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}")
        self.line = line
        self.text = text


class _Value(NamedTuple):
    line: int
    raw: bytes


class _Group(NamedTuple):
    line: int
    values: dict[bytes, _Value]


_Groups: TypeAlias = dict[bytes, _Group]


def find_login(data: bytes, host: str) -> dict[str, str]:
    """Return what the file has for libvirt's daemon on `host`: of username, authname, password what it sets.

    The group ``auth-libvirt-HOST`` decides, with the server's name just as the URI has it, or else
    ``auth-libvirt-default``; it names a group ``credentials-NAME``. Nothing is returned if the file has
    neither.

    Raises:
        AuthFileSyntaxError: the file is not one, or names a group of credentials that it does not have.
    """
    groups = _parse(data)
    wanted = f"auth-libvirt-{host}".encode("utf-8", "surrogatepass")
    name = wanted if wanted in groups else b"auth-libvirt-default"
    group = groups.get(name)
    if group is None:
        return {}
    reference = group.values.get(b"credentials")
    shown = name.decode("utf-8", "replace")
    if reference is None:
        raise AuthFileSyntaxError(group.line, f"group [{shown}] has no line credentials=NAME")
    target = _text("credentials", reference)
    found = groups.get(b"credentials-" + target.encode())
    if found is None:
        wanted_name = f"credentials-{target}"
        if not wanted_name.isprintable():
            # an escape in it makes a line break or a tab, which no group's name can have
            wanted_name = ascii(wanted_name)
        raise AuthFileSyntaxError(
            reference.line, f"group [{shown}] names credentials, but there is no group [{wanted_name}]"
        )
    return {key: _text(key, found.values[key.encode()]) for key in _KEYS if key.encode() in found.values}


def _parse(data: bytes) -> _Groups:
    groups: _Groups = {}
    values: dict[bytes, _Value] | None = None
    for number, whole in enumerate(data.split(b"\n"), 1):
        if b"\0" in whole:
            raise AuthFileSyntaxError(number, "a NUL; this is not a text file")
        line = whole.removesuffix(b"\r").lstrip(_BLANKS)
        if not line or line.startswith(b"#"):
            continue
        if line.startswith(b"["):
            head = _GROUP.fullmatch(line)
            if head is None:
                raise AuthFileSyntaxError(
                    number, "not the head of a group; write [credentials-NAME] or the like"
                )
            values = groups.setdefault(head[1], _Group(number, {})).values
            continue
        written, sign, value = line.partition(b"=")
        key = written.rstrip(_BLANKS)
        if not sign or not _KEY.fullmatch(key):
            raise AuthFileSyntaxError(number, "neither a [group] nor key=value; start a comment with #")
        if values is None:
            raise AuthFileSyntaxError(number, "a key before the first [group]")
        values[key] = _Value(number, value.lstrip(_BLANKS))
    return groups


def _text(key: str, value: _Value) -> str:
    try:
        text = value.raw.decode()
    except UnicodeDecodeError:
        raise AuthFileSyntaxError(value.line, f"the value of {key!r} is not UTF-8") from None

    def unescape(match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            raise AuthFileSyntaxError(
                value.line, f"the value of {key!r} has a backslash that starts no escape; write \\\\ for one"
            )
        return _ESCAPES[match[1]]

    return _ESCAPE.sub(unescape, text)
