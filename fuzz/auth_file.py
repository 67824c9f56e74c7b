"""Any file gives credentials or an AuthFileSyntaxError that names a line and shows no password."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fuzz.choices import Choices
from purevirt.rpc.auth.file import AuthFileSyntaxError, find_login

if TYPE_CHECKING:
    from collections.abc import Iterator

_HOSTS = ("localhost", "kvm.example", "", "höst", "a]b", "\udc80")
_SECRET = b"hunter2-pw"
_PASSWORD_LINE = re.compile(rb"^[ \t\f]*password[ \t]*=", re.MULTILINE)


def check(data: bytes) -> None:
    """Read the input as it is, and once more with a password as the last line."""
    choices = Choices(data)
    host = _HOSTS[choices.byte() % len(_HOSTS)]
    text = choices.rest()
    _find(text, host)
    found = _find(text + b"\npassword=" + _SECRET, host)
    assert found.get("password", "") == "" or isinstance(found["password"], str)
    _find(_PASSWORD_LINE.sub(lambda found: found[0] + _SECRET, text), host)


def _find(text: bytes, host: str) -> dict[str, str]:
    try:
        found = find_login(text, host)
    except AuthFileSyntaxError as error:
        assert 1 <= error.line <= text.count(b"\n") + 1, "a line that is not in the file"
        assert "\n" not in str(error), "an error of several lines"
        assert _SECRET.decode() not in str(error), "an error shows a password"
        return {}
    assert set(found) <= {"username", "authname", "password"}
    assert all("\0" not in value for value in found.values())
    return found


def seeds() -> Iterator[bytes]:
    """Yield files with every construct."""
    login = b"username=alice\npassword=s3cret\nauthname=bob\n"
    texts = [
        b"[credentials-a]\n" + login + b"[auth-libvirt-localhost]\ncredentials=a\n",
        b"[credentials-a]\r\n" + login + b"[auth-libvirt-default]\r\ncredentials=a\r\n",
        b"# note\n\n [credentials-a] \npassword = a\\sb\\\\c\\n\n[auth-libvirt-default]\ncredentials=a",
        b"[auth-libvirt-default]\ncredentials=missing\n",
        b"[auth-libvirt-default]\nother=1\n",
        b"[credentials-a]\npassword=\\q\n[auth-libvirt-default]\ncredentials=a\n",
        b"[credentials-a]\npassword=\xff\n[auth-libvirt-default]\ncredentials=a\n",
        b"[auth-libvirt-default]\ncredentials=a\\nb\\t\n",
        b"key=before\n",
        b"[unfinished\n",
        b"[a]\nname[de]=x\nname=y\n[a]\nname=z\n",
        b"[a]\n\0\n",
        b"",
    ]
    for number, text in enumerate(texts):
        yield bytes([number % 2]) + text
