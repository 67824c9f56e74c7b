"""URIs of other machines: TLS, TCP, SSH, and programs."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from purevirt.errors import UriError
from purevirt.rpc.dialling.plan import ConnectPlan, ExtPlan, TcpPlan, TlsPlan, endpoint_of
from purevirt.rpc.dialling.uri import plan_connection
from purevirt.rpc.dialling.uri_text import parse_uri
from purevirt.rpc.ssh.options import SshOptions
from purevirt.rpc.ssh.plan import SshHop, SshPlan

RUN = "/var/run/libvirt"
SYSTEM = (f"{RUN}/virtqemud-sock", f"{RUN}/libvirt-sock")


def plan(uri: str, *, readonly: bool = False, environ: dict[str, str] | None = None) -> ConnectPlan:
    """Return the plan of a user other than root."""
    return plan_connection(uri, environ=environ or {"HOME": "/home/u"}, uid=1000, readonly=readonly)


@pytest.mark.parametrize(
    ("uri", "dial", "name"),
    [
        ("qemu://host/system", TlsPlan("host"), "qemu:///system"),
        ("qemu+tls://host/system", TlsPlan("host", 16514), "qemu:///system"),
        ("qemu+tls:///system", TlsPlan("localhost"), "qemu:///system"),
        ("qemu+tls://[2001:db8::1]:16515/system", TlsPlan("2001:db8::1", 16515), "qemu:///system"),
        ("qemu+tls://[fe80::1%25eth0]/system", TlsPlan("fe80::1%eth0"), "qemu:///system"),
        ("qemu+tls://HOST/system?pkipath=/p%20q", TlsPlan("host", pkipath="/p q"), "qemu:///system"),
        ("qemu+tls://h/system?no_verify=0&no_sanity=1", TlsPlan("h"), "qemu:///system"),
        ("qemu+tls://h/system?no_verify=1", TlsPlan("h", verify=False), "qemu:///system"),
        ("qemu+tls://h/system?No_Verify=-2", TlsPlan("h", verify=False), "qemu:///system"),
        ("qemu+tls://h/system?a=b&name=qemu:///x", TlsPlan("h"), "qemu:///x"),
        ("qemu+tls://h/system?a=b;c=d#f", TlsPlan("h"), "qemu:///system?a=b&c=d#f"),
        ("remote://h/", TlsPlan("h"), ""),
        ("test://host/default", TlsPlan("host"), "test:///default"),
        ("qemu+tcp://h/system", TcpPlan("h", 16509), "qemu:///system"),
        ("qemu+tcp://h:17/session", TcpPlan("h", 17), "qemu:///session"),
        ("qemu+tcp:///system", TcpPlan("localhost"), "qemu:///system"),
        ("qemu+ext:///system?command=/x%20y", ExtPlan("/x y"), "qemu:///system"),
        ("esx+ext:///?command=x", ExtPlan("x"), "esx:///"),
    ],
)  # fmt: skip
def test_plan(uri: str, dial: object, name: str) -> None:
    """U6, U7, U8, U12, U13, U15, U20, U26: what is dialled, and the name that the daemon gets."""
    made = plan(uri)
    assert (made.dial, made.remote_name) == (dial, name)
    assert made.transport == type(dial).__name__.removesuffix("Plan").lower()


@pytest.mark.parametrize(
    ("uri", "fields"),
    [
        ("qemu+ssh://h/system", {"host": "h", "socket_paths": SYSTEM, "helper_uri": "qemu:///system"}),
        ("qemu+ssh:///system", {"host": "localhost"}),
        ("qemu+ssh://u%40d:p%40ss@[::1]:2222/system", {"user": "u@d", "password": "p@ss", "port": 2222}),
        ("qemu+ssh://u:p@ss@[::1]/system", {"password": "p@ss", "host": "::1"}),
        ("qemu+libssh://h/system", {"user": "root", "known_hosts": None}),
        ("qemu+libssh2://u@h/system", {"user": "u"}),
        ("qemu+ssh://h/system?known_hosts=/k", {"known_hosts": ("/k",), "verify": "normal"}),
        ("qemu+libssh://h/system?known_hosts_verify=auto", {"verify": "auto"}),
        ("qemu+ssh://h/system?known_hosts_verify=ignore", {"verify": "ignore"}),
        ("qemu+ssh://h/system?no_verify=1", {"verify": "ignore"}),
        ("qemu+ssh://h/system?no_verify=1&known_hosts_verify=ignore", {"verify": "ignore"}),
        ("qemu+ssh://h/system?no_verify=0&known_hosts_verify=auto", {"verify": "auto"}),
        ("qemu+ssh://h/system?keyfile=/k", {"keyfile": "/k", "methods": None}),
        ("qemu+ssh://h/system?sshauth=agent,password", {"methods": ("agent", "password")}),
        ("qemu+ssh://h/system?no_tty=1", {"methods": ("agent", "privkey")}),
        ("qemu+ssh://h/system?no_tty=1&keyfile=/k", {"methods": ("privkey", "agent")}),
        ("qemu+ssh://h/system?no_tty=1&sshauth=privkey", {"methods": ("privkey",)}),
        ("qemu+ssh://h/system?no_tty=0", {"methods": None}),
        ("qemu+ssh://h/system?socket=/s", {"socket_paths": ("/s",), "helper_uri": "", "proxy": "auto"}),
        ("qemu+ssh://h/system?socket=/s&mode=auto", {"socket_paths": ("/s",)}),
        ("qemu+ssh://h/system?netcat=ncat", {"netcat": "ncat", "proxy": "auto"}),
        ("qemu+ssh://h/system?proxy=netcat", {"netcat": "nc", "proxy": "netcat", "helper_uri": ""}),
        ("qemu+ssh://h/system?proxy=native", {"proxy": "native", "helper_uri": "qemu:///system"}),
        ("qemu+ssh://h/system?mode=legacy", {"socket_paths": SYSTEM[1:]}),
        ("qemu+ssh://h/system?mode=legacy", {"helper_uri": "qemu:///system?mode=legacy"}),
        ("qemu+ssh://h/system?x=1&mode=auto#f", {"helper_uri": "qemu:///system?x=1&mode=auto#f"}),
        ("qemu+ssh://h/session", {"socket_paths": (), "helper_uri": "qemu:///session"}),
        ("qemu+ssh://h/session?socket=/run/s", {"socket_paths": ("/run/s",), "helper_uri": ""}),
        ("remote+ssh://h/", {"socket_paths": (f"{RUN}/libvirt-sock",), "helper_uri": ""}),
        ("test+ssh://h/default", {"socket_paths": (f"{RUN}/libvirt-sock",), "helper_uri": "test:///default"}),
    ],
)  # fmt: skip
def test_ssh(uri: str, fields: dict[str, Any]) -> None:
    """U15, U21, U22, U24, U28: every parameter of the three SSH transports, for each of them."""
    made = plan(uri)
    assert isinstance(made.dial, SshPlan)
    assert {key: getattr(made.dial, key) for key in fields} == fields
    assert made.transport == "ssh"


def test_ssh_readonly() -> None:
    """E12: the read-only socket is the one that is dialled, and the helper is told."""
    made = plan("qemu+ssh://h/system", readonly=True).dial
    assert isinstance(made, SshPlan)
    assert (made.socket_paths[-1], made.readonly) == (f"{RUN}/libvirt-sock-ro", True)


REFUSED = [
    ("qemu+tls://h:0/system", "port is not a number from 1 to 65535"),
    ("qemu+tls://h:99999/system", "port is not a number"),
    ("qemu+tls://h:x/system", "port is not a number"),
    ("qemu+tls://a%20b/system", "server name is not one"),
    ("qemu+tls://a%2fb/system", "server name is not one"),
    ("qemu+tls://u@h/system", "before the @ has no meaning for tls"),
    ("qemu+tcp://u@h/system", "before the @ has no meaning for tcp"),
    ("qemu+tls://h/system?mode=direct", "Cannot use direct socket mode for tls"),
    ("qemu+tcp://h/system?mode=direct", "Cannot use direct socket mode for tcp"),
    ("qemu+ssh://h/system?mode=direct", "Cannot use direct socket mode for ssh"),
    ("qemu+ssh://h/system?mode=x", "mode='x'; allowed are auto, legacy, direct"),
    ("qemu+tls://h/system?mode=legacy", "'mode' has no meaning for tls"),
    ("qemu+tls://h/system?no_verify=yes", "no_verify='yes': failed to parse"),
    ("qemu+tls://h/system?no_verify=", "no_verify='': failed to parse"),
    ("qemu+tls://h/system?no_sanity=no", "no_sanity='no': failed to parse"),
    ("qemu+tls://h/system?no_verify=٣", "failed to parse"),
    ("qemu+tls://h/system?pkipath=", "'pkipath' is not a path"),
    ("qemu+tls://h/system?tls_priority=SECURE256", "'tls_priority': GnuTLS's priority strings"),
    ("qemu+tcp://h/system?pkipath=/p", "'pkipath' has no meaning for tcp"),
    ("qemu+tcp://h/system?no_verify=1", "'no_verify' has no meaning for tcp"),
    ("qemu+ssh://h/system?auth=ssh", "auth='ssh'; allowed are none, polkit, sasl"),
    ("qemu+ssh://h/system?command=/usr/bin/ssh", "'command': this client speaks SSH itself"),
    ("qemu+ssh://h/system?pkipath=/p", "'pkipath' has no meaning for ssh"),
    ("qemu+libssh://h/system?tls_priority=x", "'tls_priority'"),
    ("qemu+ssh://h/system?known_hosts_verify=bogus", "'bogus'; allowed are normal, auto, ignore"),
    ("qemu+ssh://h/system?no_verify=1&known_hosts_verify=auto", "contradict"),
    ("qemu+ssh://h/system?sshauth=ssh-password", "unknown 'ssh-password'; allowed are agent, privkey, pa"),
    ("qemu+ssh://h/system?sshauth=agent,", "unknown ''"),
    ("qemu+ssh://h/system?no_tty=1&sshauth=password", "no_tty=1 asks nobody"),
    ("qemu+ssh://h/system?proxy=x", "proxy='x'; allowed are auto, netcat, native"),
    ("qemu+ssh://h/system?proxy=native&netcat=/n", "'netcat' has no meaning with proxy=native"),
    ("qemu+ssh://h/system?proxy=native&socket=/s", "proxy=native would not heed 'socket'"),
    ("qemu+ssh://h/system?mode=legacy&socket=/s", "'mode' and 'socket' exclude each other"),
    ("qemu+ssh://h/system?socket=@s", "SSH does not reach abstract sockets"),
    ("qemu+ssh://h/session?proxy=netcat", "only virt-ssh-helper knows"),
    ("remote+ssh://h/session", "only virt-ssh-helper knows"),
    ("remote+ssh://h/?proxy=native", "proxy=native needs a driver"),
    ("qemu+ext:///system", "ext needs command="),
    ("qemu+ext://h/system?command=/x", "ext has no server"),
    ("qemu+ext:///system?command=", "'command' is not a path"),
    ("qemu+ext:///system?command=/x&socket=/s", "'socket' has no meaning for ext"),
]  # fmt: skip


@pytest.mark.parametrize(("uri", "match"), REFUSED)
def test_refused(uri: str, match: str) -> None:
    """U12, U16, U17, U21, U25, U26, U27, U28: each refusal names the part; nothing is ignored."""
    with pytest.raises(UriError, match=match) as caught:
        plan(uri)
    assert str(caught.value).startswith("URI '")


@pytest.mark.parametrize(
    ("uri", "match"),
    [
        ("qemu+tcp://h/system", "plain text"),
        ("qemu+tls://h/system?no_verify=1", "certificate is not checked"),
        ("qemu+ssh://user:hunter2@h/system", "it holds a password"),
    ],
)
def test_warnings(uri: str, match: str) -> None:
    """U8, U24, T9: what is dangerous is said, without the secret."""
    (warning,) = plan(uri).warnings
    assert match in warning
    assert "hunter2" not in warning


@pytest.mark.parametrize("uri", ["qemu+tls://h/system", "qemu+ssh://u@h/system", "qemu:///system"])
def test_no_warnings(uri: str) -> None:
    """What is safe is silent."""
    assert plan(uri).warnings == ()


def test_a_password_is_in_no_repr(caplog: pytest.LogCaptureFixture) -> None:
    """U24: a URI's password is decoded, and shown nowhere."""
    uri = "qemu+ssh://user:hunter2@h/system"
    with caplog.at_level(logging.DEBUG):
        assert "hunter2" not in repr(plan(uri)) + repr(parse_uri(uri))
    assert "hunter2" not in caplog.text


def test_the_default_of_the_environment() -> None:
    """U20: the empty URI is LIBVIRT_DEFAULT_URI, as for the C client."""
    made = plan("", environ={"LIBVIRT_DEFAULT_URI": "qemu+tls://h/system"})
    assert made.dial == TlsPlan("h")
    assert plan("qemu+tcp://x/system", environ={"LIBVIRT_DEFAULT_URI": "qemu:///"}).dial == TcpPlan("x")


@pytest.mark.parametrize(
    ("uri", "endpoint"),
    [
        ("qemu+tls://[::1]/system", "[::1]:16514"),
        ("qemu+tcp://h/system", "h:16509"),
        ("qemu+ssh://u:hunter2@h/system", "h:22"),
        ("qemu+ext:///system?command=/x", "/x"),
        ("qemu:///system", f"{RUN}/libvirt-sock"),
    ],
)
def test_endpoint(uri: str, endpoint: str) -> None:
    """What errors call the other end."""
    dial = plan(uri).dial
    assert dial is not None
    assert endpoint_of(dial) == endpoint


def test_what_a_uri_cannot_say() -> None:
    """Options add to the URI's plan, and what they leave out stays."""
    made = plan("qemu+ssh://u:p@h/system?known_hosts=/k").dial
    assert isinstance(made, SshPlan)
    assert SshOptions().applied_to(made) == made
    options = SshOptions(
        password="hunter2",
        known_hosts=("/other",),
        jumps=(SshHop("gate"),),
        ssh_config=("/c",),
        agent_path="/a",
    )
    assert options.applied_to(made) == replace(
        made,
        password="hunter2",
        known_hosts=("/other",),
        jumps=(SshHop("gate"),),
        ssh_config=("/c",),
        agent_path="/a",
    )
    assert "hunter2" not in repr(options)
