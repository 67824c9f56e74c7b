"""Any text is a plan or a UriError of one line, and no error shows a password."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fuzz.choices import Choices
from purevirt.errors import UriError
from purevirt.rpc.dialling.plan import endpoint_of
from purevirt.rpc.dialling.uri import plan_connection

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECRET = "hunter2-pw"  # noqa: S105 - not one
_ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {},
    {"XDG_RUNTIME_DIR": "/run/user/7"},
    {"HOME": "/home/one", "LIBVIRT_DEFAULT_URI": "test:///default"},
)


def check(data: bytes) -> None:
    """Read the input as a URI, and once more with a password put where it has a user or a server."""
    choices = Choices(data)
    mode = choices.byte()
    text = choices.rest().decode("utf-8", "surrogateescape")
    _plan(text, mode)
    start, slashes, server = text.partition("//")
    if slashes and start.endswith(":") and not set(start) & set("/?#"):
        _plan(f"{start}//user:{_SECRET}@{server}", mode)


def _plan(text: str, mode: int) -> None:
    uid = 0 if mode & 4 else 7
    try:
        plan = plan_connection(
            text, environ=_ENVIRONMENTS[mode & 3 if mode & 3 < 3 else 0], uid=uid, readonly=bool(mode & 8)
        )
    except UriError as error:
        assert "\n" not in str(error), "an error of several lines"
        assert _SECRET not in str(error), "an error shows the password"
        return
    assert plan.dial is not None
    assert _SECRET not in endpoint_of(plan.dial), "the endpoint shows the password"
    assert _SECRET not in repr(plan.dial), "the plan's repr shows the password"
    assert all(_SECRET not in warning for warning in plan.warnings), "a warning shows the password"


def seeds() -> Iterator[bytes]:
    """Yield URIs of every transport and parameter."""
    texts = [
        "",
        "qemu:///system",
        "qemu:///session",
        "test:///default",
        "qemu+unix:///system?socket=/run/a%20b&mode=direct",
        "qemu+unix:///system?socket=@abstract",
        "qemu+tls://host.example:16514/system?pkipath=/etc/pki&no_verify=1",
        "qemu://[fe80::1%25eth0]:7/system",
        "qemu+tcp://10.0.0.1/system?auth=sasl.SCRAM-SHA-256&authfile=/etc/auth",
        "qemu+ssh://user:pass@host:2222/system?keyfile=/k&known_hosts=/kh&known_hosts_verify=normal",
        "qemu+libssh2://host/system?sshauth=privkey,agent&proxy=netcat&netcat=nc&no_tty=1",
        "qemu+ssh://host/session?socket=/run/sock&mode=legacy&command=ssh",
        "qemu+ext:///system?command=/bin/prog",
        "xen+tls://host/?name=xen:///system",
        "qemu+tcp://user@host/system#part",
        "remote+unix:///?name=qemu:///system&x=1;y=2",
        "qemu+nothing:///x?no_verify=yes",
        "qemu://host:99999/system",
        "qemu://[::1/system",
    ]
    for number, text in enumerate(texts):
        yield bytes([number & 15]) + text.encode()
