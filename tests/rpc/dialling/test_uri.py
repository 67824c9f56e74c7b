"""URIs: what is dialled, what the daemon is asked to open, and what is refused."""

import re

import pytest

from purevirt.errors import UriError
from purevirt.rpc.dialling.plan import ConnectPlan, UnixPlan
from purevirt.rpc.dialling.uri import plan_connection

RUN = "/var/run/libvirt"
PROBED = (
    *(f"{RUN}/virt{driver}d-sock" for driver in ("xen", "qemu", "lxc", "vbox", "bhyve", "vz")),
    f"{RUN}/libvirt-sock",
)
ENVIRON = {"XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/u"}


def plan(
    uri: str, *, uid: int = 0, readonly: bool = False, environ: dict[str, str] | None = None
) -> ConnectPlan:
    """Return the plan, as root unless told otherwise."""
    return plan_connection(uri, environ=ENVIRON if environ is None else environ, uid=uid, readonly=readonly)


def sockets(
    uri: str, *, uid: int = 0, readonly: bool = False, environ: dict[str, str] | None = None
) -> tuple[str, ...]:
    """Return the sockets of this machine that would be tried."""
    dial = plan(uri, uid=uid, readonly=readonly, environ=environ).dial
    assert isinstance(dial, UnixPlan)
    return dial.socket_paths


@pytest.mark.parametrize(
    ("uri", "paths", "name"),
    [
        ("qemu:///system", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), "qemu:///system"),
        ("qemu+unix:///system", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), "qemu:///system"),
        ("qemu+unix:///system?socket=/x/y", ("/x/y",), "qemu:///system"),
        ("qemu:///system?foo=bar&socket=/s", ("/s",), "qemu:///system?foo=bar"),
        ("qemu:///system?a=1;b=2&socket=/s&c", ("/s",), "qemu:///system?a=1&b=2&c"),
        ("qemu:///system?mode=direct", (f"{RUN}/virtqemud-sock",), "qemu:///system"),
        ("qemu:///system?mode=legacy", (f"{RUN}/libvirt-sock",), "qemu:///system"),
        ("qemu:///system?mode=auto", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), "qemu:///system"),
        ("test+unix:///default", (f"{RUN}/libvirt-sock",), "test:///default"),
        ("lxc:///", (f"{RUN}/virtlxcd-sock", f"{RUN}/libvirt-sock"), "lxc:///"),
        ("xen:///system", (f"{RUN}/virtxend-sock", f"{RUN}/libvirt-sock"), "xen:///system"),
        ("remote:///", (f"{RUN}/libvirt-sock",), ""),
        ("", PROBED, ""),
        ("remote+unix:///", (f"{RUN}/libvirt-sock",), ""),
        ("qemu+UNIX:///system?SOCKET=/a&Mode=auto", ("/a",), "qemu:///system"),
        ("qemu+unix:///system?socket=@libvirt%20x", ("@libvirt x",), "qemu:///system"),
        ("remote:///?name=qemu:///system", (f"{RUN}/libvirt-sock",), "qemu:///system"),
        ("qemu:///system?name=", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), ""),
        ("qemu+unix:///system?socket=/a&socket=/b", ("/b",), "qemu:///system"),
        ("qemu:///system?socket=/a%20b%26c+d", ("/a b&c+d",), "qemu:///system"),
        ("qemu:///system?socket=/a%ff", ("/a\udcff",), "qemu:///system"),
        ("qemu:///system?%73ocket=/a", ("/a",), "qemu:///system"),
        ("qemu:///embed?root=/r%20s#part", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), "qemu:///embed?root=/r%20s#part"),
        ("QEMU:///system", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), "qemu:///system"),
        ("qemu:///system?", (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock"), "qemu:///system"),
    ],
)  # fmt: skip
def test_plan_for_root(uri: str, paths: tuple[str, ...], name: str) -> None:
    """U1, U4, U13, U15, U17, U18, U20, U30: sockets in order, and the name that the daemon gets."""
    assert plan(uri) == ConnectPlan(UnixPlan(paths), name)
    assert plan(uri).transport == "unix"


@pytest.mark.parametrize(
    ("uri", "environ", "uid", "first"),
    [
        ("qemu:///session", ENVIRON, 1000, "/run/user/1000/libvirt/virtqemud-sock"),
        ("qemu:///session", {"HOME": "/home/u"}, 1000, "/home/u/.cache/libvirt/virtqemud-sock"),
        ("qemu:///session", {"HOME": "/h", "XDG_CACHE_HOME": "/c"}, 1000, "/c/libvirt/virtqemud-sock"),
        ("qemu:///session", {"HOME": "/h", "XDG_RUNTIME_DIR": ""}, 1000, "/h/.cache/libvirt/virtqemud-sock"),
        ("qemu:///session", ENVIRON, 0, f"{RUN}/virtqemud-sock"),
        ("qemu:///system", ENVIRON, 1000, f"{RUN}/virtqemud-sock"),
        ("test+unix:///default", ENVIRON, 1000, "/run/user/1000/libvirt/libvirt-sock"),
        ("", ENVIRON, 1000, "/run/user/1000/libvirt/virtqemud-sock"),
        ("remote:///", ENVIRON, 1000, f"{RUN}/libvirt-sock"),
    ],
)
def test_session_directory(uri: str, environ: dict[str, str], uid: int, first: str) -> None:
    """U2, U3: a user's own daemon is found by glib's rules; root has none of its own."""
    assert sockets(uri, uid=uid, environ=environ)[0] == first


def test_session_as_root_keeps_its_name() -> None:
    """U3: it is the daemon's to refuse /session on the system socket."""
    assert plan("qemu:///session").remote_name == "qemu:///session"


def test_session_without_any_directory() -> None:
    """U2: with nowhere to look, the error names the variables."""
    with pytest.raises(UriError, match="XDG_RUNTIME_DIR, XDG_CACHE_HOME and HOME"):
        plan("qemu:///session", uid=1000, environ={})


@pytest.mark.parametrize(
    ("uri", "uid", "last"),
    [
        ("qemu:///system", 0, f"{RUN}/libvirt-sock-ro"),
        ("qemu:///session", 1000, "/run/user/1000/libvirt/libvirt-sock"),
        ("qemu:///system?socket=/s", 0, "/s"),
    ],
)
def test_readonly_sockets(uri: str, uid: int, last: str) -> None:
    """E12: system daemons have a read-only socket, session daemons have none."""
    assert sockets(uri, uid=uid, readonly=True)[-1] == last


@pytest.mark.parametrize("auth", ["none", "polkit", "sasl", "sasl.SCRAM-SHA-256"])
def test_auth_is_kept_for_the_handshake(auth: str) -> None:
    """What the URI insists on reaches the handshake and not the daemon."""
    made = plan(f"qemu:///system?auth={auth}")
    assert (made.auth, made.remote_name) == (auth, "qemu:///system")


REFUSED = [
    ("qemu+unix://host/system", "no server name, got 'host'"),
    ("qemu+unix://host:99/system", "no server name, got 'host:99'"),
    ("qemu+unix://:99/system", "no server name, got ':99'"),
    ("qemu+unix://u@/system", "no server name, got ''"),
    ("qemu:///system?socket=/s&mode=direct", "'mode' and 'socket' exclude each other"),
    ("qemu:///system?name=a%00b", "'name' has a NUL"),
    ("qemu+foo://h/system", "unknown transport 'foo'; known are tls, unix, ssh, libssh, libssh2, ext, tcp"),
    ("qemu:///system?name=qemu+ssh://other/system", "name=.*has a transport or a server"),
    ("qemu:///system?name=qemu://other/system", "the daemon itself would dial it"),
    ("qemu:///system?name=qemu+unix:///system", "has a transport"),
    ("qemu:///system?mode=x", "mode='x'; allowed are auto, legacy, direct"),
    ("qemu:///system?auth=kerberos", "auth='kerberos'; allowed are none, polkit, sasl, and sasl.MECHANISM"),
    ("qemu:///system?auth=sasl.", "auth='sasl.'; allowed are none"),
    ("qemu:///system?auth=polkit.x", "auth='polkit.x'; allowed are none"),
    ("qemu:///system?socket=", "'socket' is not a path"),
    ("qemu:///system?socket=/a%00b", "'socket' is not a path"),
    ("qemu:///system?socket", "parameter 'socket' has no value"),
    ("test+unix:///default?mode=direct", "driver 'test' has no daemon of its own; use mode=legacy"),
    ("test:///default", "test driver runs inside libvirt's C library.*test\\+unix:///default"),
    ("esx:///x", "esx driver runs inside"),
    ("///system", "no driver"),
    ("system", "no driver"),
    ("+unix:///system", "no driver"),
    ("qemu:system", "no path from the root"),
    ("qemu://[::1/system", "server name is not one"),
    ("qemu:///sys\ntem", "a space or a control character"),
    (" qemu:///system", "a space or a control character"),
    ("qemu:///system\0", "a space or a control character"),
    ("qemu:///sys tem", "write it as %20"),
    ("qemu:///system?authfile=", "parameter 'authfile' is not a path"),
    ("qemu:///system?tls_priority=NORMAL", "'tls_priority': GnuTLS's priority strings are not supported"),
    *(
        (f"qemu:///system?{key}=1", f"parameter '{key}' has no meaning for a unix socket")
        for key in (
            "command", "keyfile", "known_hosts", "known_hosts_verify", "netcat", "no_sanity",
            "no_tty", "no_verify", "pkipath", "proxy", "sshauth",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("uri", "match"), REFUSED)
def test_refused(uri: str, match: str) -> None:
    """U5, U6, U8, U10, U14, U16, U17, U19, U25, U27: each refusal names the part and the cure."""
    with pytest.raises(UriError, match=match) as caught:
        plan(uri)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith("URI '")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "uri",
    [
        "qemu+ssh://user:hunter2@h/system?mode=direct",
        "qemu+tls://user:hunter2@h/system",
        "qemu+unix://user:hunter2@h/system",
        "qemu+foo://user:hunter2@h/system",
        "qemu://user:hunter2@[h/system",
        "qemu://user:hunter2@h:port/system",
        "qemu+ssh://user:hunter2/@h/system",
        "//user:hunter2@h/system",
        "user:hunter2@h/system",
        "qemu:///system?name=qemu://u:hunter2@h/",
        "qemu:///s y?name=qemu://u:hunter2@h/",
    ],
)
def test_a_password_is_never_shown(uri: str) -> None:
    """U24: whatever is wrong with a URI, the error does not have its password."""
    with pytest.raises(UriError) as caught:
        plan(uri)
    assert "hunter2" not in str(caught.value)
    assert not re.search(r"\buser\b", str(caught.value))
