"""Which authentication is done with whom, and polkit's refusals."""

from typing import Any

import pytest

from purevirt.errors import AuthenticationError, RpcError, libvirt_error
from purevirt.rpc.auth.credentials import Credentials, SignIn
from purevirt.rpc.auth.exchange import authenticate
from purevirt.rpc.dialling.plan import ConnectPlan, DialPlan, ExtPlan, TcpPlan, TlsPlan, UnixPlan
from purevirt.rpc.gen import remote
from purevirt.rpc.ssh.plan import SshPlan
from tests.rpc.auth.driven import NONCE, ScramServer, Shell, sasl_shell

NONE, SASL, POLKIT = remote.AuthType.NONE, remote.AuthType.SASL, remote.AuthType.POLKIT
UNIX = UnixPlan(("/run/sock",))
ALICE = Credentials("alice", "secret")


def run(
    shell: Shell,
    dial: DialPlan | None = UNIX,
    *,
    auth: str | None = None,
    readonly: bool = False,
    sign_in: SignIn | None = None,
    authfile: str | None = None,
) -> None:
    """Authenticate by a plan."""
    plan = ConnectPlan(dial, "qemu:///system", auth, authfile=authfile)
    shell.run(authenticate(plan, "there", readonly=readonly, sign_in=sign_in or SignIn(NONCE, ALICE)))


def offering(*kinds: Any, **answers: Any) -> Shell:
    """Return the shell of a daemon that offers kinds of authentication."""
    shell = sasl_shell("PLAIN,SCRAM-SHA-256", ScramServer())
    shell.answers |= {"AUTH_LIST": remote.AuthListRet(types=[*kinds]), "AUTH_POLKIT": None, **answers}
    return shell


@pytest.mark.parametrize(
    ("kinds", "auth", "asked"),
    [
        ([NONE, SASL], None, []),
        ([SASL, POLKIT], None, ["AUTH_SASL_INIT", "AUTH_SASL_START", "AUTH_SASL_STEP"]),
        ([POLKIT, SASL], None, ["AUTH_POLKIT"]),
        ([SASL, POLKIT], "polkit", ["AUTH_POLKIT"]),
        ([POLKIT, SASL], "sasl", ["AUTH_SASL_INIT", "AUTH_SASL_START", "AUTH_SASL_STEP"]),
        ([POLKIT, SASL], "sasl.SCRAM-SHA-256", ["AUTH_SASL_INIT", "AUTH_SASL_START", "AUTH_SASL_STEP"]),
        ([SASL, NONE], "none", []),
        ([9, NONE], "none", []),
    ],
)
def test_the_first_or_what_the_uri_says(kinds: list[Any], auth: str | None, asked: list[str]) -> None:
    """The daemon's order decides, unless the URI does."""
    shell = offering(*kinds)
    run(shell, auth=auth)
    assert shell.names == ["AUTH_LIST", *asked]


@pytest.mark.parametrize(
    ("kinds", "auth", "text"),
    [
        ([NONE], "sasl.SCRAM-SHA-256", "auth=sasl.SCRAM-SHA-256, the daemon offers none"),
        ([SASL, POLKIT, 9], "none", "auth=none, the daemon offers sasl, polkit, 9$"),
        ([POLKIT], "sasl", "auth=sasl, the daemon offers polkit"),
    ],
)
def test_what_is_not_offered(kinds: list[Any], auth: str, text: str) -> None:
    """The error lists the offers."""
    shell = offering(*kinds)
    with pytest.raises(AuthenticationError, match=text) as caught:
        run(shell, auth=auth)
    assert shell.names == ["AUTH_LIST"]
    assert caught.value.mechanism == auth.partition(".")[0]
    assert caught.value.transport == "unix"


def test_a_failed_list_is_not_none() -> None:
    """Only a daemon that does not know the procedure wants none."""
    error = libvirt_error(code=39, domain=7, message="no slot", level=2)
    with pytest.raises(RpcError, match="no slot"):
        run(Shell({"AUTH_LIST": error}))


# whom a password is told


@pytest.mark.parametrize(
    "dial", [UNIX, TlsPlan("h"), SshPlan("h", verify="normal"), SshPlan("h", verify="auto")]
)
def test_plain_where_the_daemon_is_known(dial: DialPlan) -> None:
    """This machine's socket, and verified TLS and SSH."""
    shell = sasl_shell("PLAIN", lambda _mechanism, _data: (True, None))
    run(shell, dial)
    assert shell.names[-1] == "AUTH_SASL_START"


@pytest.mark.parametrize(
    "dial", [None, ExtPlan("/x"), TcpPlan("h"), TlsPlan("h", verify=False), SshPlan("h", verify="ignore")]
)
def test_no_plain_where_it_is_not(dial: DialPlan | None) -> None:
    """Anybody could be the daemon, or listen."""
    shell = sasl_shell("PLAIN", lambda _mechanism, _data: (True, None))
    with pytest.raises(AuthenticationError, match=r"PLAIN: (it would tell the password|over plain TCP)"):
        run(shell, dial)
    assert shell.names == ["AUTH_LIST", "AUTH_SASL_INIT"]


@pytest.mark.parametrize(
    "dial", [None, ExtPlan("/x"), TlsPlan("h", verify=False), SshPlan("h", verify="ignore")]
)
def test_scram_where_it_is_not(dial: DialPlan | None) -> None:
    """SCRAM shows who the daemon is, and tells it nothing."""
    run(offering(SASL), dial)


def test_no_scram_over_plain_tcp() -> None:
    """All that follows could be read and changed."""
    shell = offering(SASL)
    with pytest.raises(AuthenticationError, match="SCRAM-SHA-256: over plain TCP it would have to encrypt"):
        run(shell, TcpPlan("h"))
    assert shell.names == ["AUTH_LIST", "AUTH_SASL_INIT"]


@pytest.mark.parametrize(
    ("dial", "host"),
    [
        (UNIX, "localhost"),
        (None, "localhost"),
        (ExtPlan("/x"), "localhost"),
        (TlsPlan("kvm1"), "kvm1"),
        (TlsPlan("::1"), "::1"),
        (SshPlan("kvm2"), "kvm2"),
    ],
)
def test_the_host_of_the_auth_file(dial: DialPlan | None, host: str) -> None:
    """The URI's server, `localhost` where it has none, as libvirt has it; and the URI's file."""
    asked = []

    def ask(request: Any) -> Credentials:
        asked.append(request)
        return ALICE

    named: list[str | None] = []
    shell = offering(SASL)
    run(shell, dial, sign_in=SignIn(NONCE, ask, named.append), authfile="/f")
    assert [request.host for request in asked] == [host]
    assert named == ["/f"]


# polkit

REFUSALS = [
    (
        45,
        False,
        r"its rules do not let this process do org\.libvirt\.unix\.manage; write a rule.*or ask for a re",
    ),
    (45, True, r"do not let this process do org\.libvirt\.unix\.monitor; write a rule .* for this user$"),
    (
        94,
        False,
        r"no agent of theirs runs; write a rule .* YES to org\.libvirt\.unix\.manage, or run pkttyagent",
    ),
    (79, False, "the person who was asked gave up"),
    (1, False, "its rules do not let"),
]


@pytest.mark.parametrize(("code", "readonly", "text"), REFUSALS)
def test_polkit_refuses(code: int, readonly: bool, text: str) -> None:
    """By the daemon's code: by rule, nobody to ask, or given up; each with its cure."""
    error = libvirt_error(code=code, domain=7, message="the daemon's words", level=2)
    with pytest.raises(
        AuthenticationError, match=f"polkit refused this process: the daemon's words; .*{text}"
    ) as got:
        run(offering(POLKIT, AUTH_POLKIT=error), readonly=readonly)
    assert got.value.mechanism == "polkit"
    assert got.value.__cause__ is error
