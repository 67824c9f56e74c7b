"""Both clients and a real libvirtd that asks for a name and a password."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import purevirt
from purevirt.errors import AuthenticationError, AuthFileError, DaemonUnproven
from purevirt.rpc.auth.credentials import Credentials, CredentialsRequest
from purevirt.rpc.auth.sasl_prep import saslprep
from tests.lab import LabHost, Sasl, Ssh, Tcp, Tls
from tests.rpc.auth.flavours import FLAVOURS, Flavour, hostname

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("lab_able")]

UNPREPARED = "p\u00aass cafe\u0301"
USERS = {"alice": "down the rabbit-hole", "b=o,b": "x,y=z", "eve": UNPREPARED, "bell": "a\u0007b"}
ALICE = Credentials("alice", USERS["alice"])
MECHANISMS = ("SCRAM-SHA-512", "SCRAM-SHA-256", "SCRAM-SHA-1", "PLAIN")

each_flavour = pytest.mark.parametrize("flavour", FLAVOURS)


@pytest.fixture(scope="module")
def host(lab_able: None) -> Iterator[LabHost]:
    """A host that asks on its unix socket, over TLS, over plain TCP, and so behind its sshd."""
    sasl = Sasl(
        users=USERS, mechanisms=("scram-sha-512", "scram-sha-256", "scram-sha-1", "plain", "digest-md5")
    )
    with LabHost("asks", sasl=sasl, tls=Tls(), tcp=Tcp(), ssh=Ssh()) as running:
        yield running


@each_flavour
@pytest.mark.parametrize("mechanism", [None, *MECHANISMS])
def test_each_mechanism_over_unix(host: LabHost, flavour: Flavour, mechanism: str | None) -> None:
    """Chosen by us or by the URI; calls go on as ever."""
    wish = None if mechanism is None else f"sasl.{mechanism}"
    assert hostname(flavour, host.unix_uri(auth=wish), credentials=ALICE) == "asks"


@each_flavour
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_each_mechanism_over_tls(host: LabHost, flavour: Flavour, mechanism: str) -> None:
    """libvirtd counts TLS's encryption, and asks for no layer of the mechanism's own."""
    assert hostname(flavour, host.tls_uri(auth=f"sasl.{mechanism}"), credentials=ALICE) == "asks"


@each_flavour
def test_behind_ssh(host: LabHost, flavour: Flavour) -> None:
    """The daemon at the other end of the tunnel asks on its unix socket."""
    uri = host.ssh_uri(socket=host.socket_path, authfile=host.sasl.authfile())
    assert hostname(flavour, uri) == "asks"


@each_flavour
def test_libvirts_auth_file(host: LabHost, flavour: Flavour, monkeypatch: pytest.MonkeyPatch) -> None:
    """U27: the file that virsh logs in with, by URI and by environment; the latter wins, as with virsh."""
    right, wrong = host.sasl.authfile(), host.sasl.authfile(password="wrong")
    assert hostname(flavour, host.unix_uri(authfile=right)) == "asks"
    assert hostname(flavour, host.tls_uri(authfile=right)) == "asks"
    with pytest.raises(AuthenticationError, match="refused the user 'alice'"):
        hostname(flavour, host.unix_uri(authfile=wrong))
    monkeypatch.setenv("LIBVIRT_AUTH_FILE", str(right))
    assert hostname(flavour, host.unix_uri(authfile=wrong)) == "asks"


@each_flavour
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_wrong_password_and_unknown_user(host: LabHost, flavour: Flavour, mechanism: str) -> None:
    """Refused by name of user and mechanism; the daemon is not said to be an impostor."""
    for credentials in (Credentials("alice", "wr0ng"), Credentials("nobody", "wr0ng")):
        with pytest.raises(
            AuthenticationError, match=f"'{credentials.username}' by {mechanism}: wrong"
        ) as caught:
            hostname(flavour, host.unix_uri(auth=f"sasl.{mechanism}"), credentials=credentials)
        assert caught.value.mechanism == f"sasl.{mechanism}"
        assert not isinstance(caught.value, DaemonUnproven)
        assert "wr0ng" not in str(caught.value)


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_odd_names_and_passwords(host: LabHost, user: str, mechanism: str) -> None:
    """What SCRAM escapes, what SASLprep changes, and what it prohibits."""
    credentials = Credentials(user, USERS[user])
    assert hostname("blocking", host.unix_uri(auth=f"sasl.{mechanism}"), credentials=credentials) == "asks"


def test_libvirtd_does_not_prepare(host: LabHost) -> None:
    """Why the second try is there: the form of SCRAM's standard alone is refused by Cyrus SASL."""
    prepared = saslprep(UNPREPARED)
    assert prepared is not None
    assert prepared != UNPREPARED
    with pytest.raises(AuthenticationError, match="refused the user 'eve'"):
        hostname("blocking", host.unix_uri(), credentials=Credentials("eve", prepared))


@each_flavour
@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("sasl.GSSAPI", "auth=sasl.GSSAPI, which cannot be done: Kerberos"),
        ("sasl.DIGEST-MD5", "auth=sasl.DIGEST-MD5, which cannot be done: it is obsolete"),
        ("sasl.EXTERNAL", "auth=sasl.EXTERNAL, the daemon has .*SCRAM-SHA-256"),
        ("polkit", "auth=polkit, the daemon offers sasl"),
        ("none", "auth=none, the daemon offers sasl"),
    ],
)
def test_what_is_not_to_be_had(host: LabHost, flavour: Flavour, wish: str, text: str) -> None:
    """Said by name, with what there is."""
    with pytest.raises(AuthenticationError, match=text):
        hostname(flavour, host.unix_uri(auth=wish), credentials=ALICE)


@each_flavour
def test_nothing_to_log_in_with(host: LabHost, flavour: Flavour, tmp_path: Path) -> None:
    """No credentials, a file for another host, no file where one is named."""
    empty = tmp_path / "auth.conf"
    empty.touch(0o600)
    with pytest.raises(
        AuthenticationError, match=rf"{empty} has no authname for the server 'localhost'.*write"
    ):
        hostname(flavour, host.unix_uri(authfile=empty))
    with pytest.raises(AuthFileError, match="No such file or directory"):
        hostname(flavour, host.unix_uri(authfile=tmp_path / "no"))


@each_flavour
def test_somebody_is_asked(host: LabHost, flavour: Flavour) -> None:
    """With what is needed to know which password it is."""
    asked = []

    def ask(request: CredentialsRequest) -> Credentials:
        asked.append(request)
        return ALICE

    assert hostname(flavour, host.tls_uri(), credentials=ask) == "asks"
    (request,) = asked
    assert (request.host, request.mechanism, request.username) == ("localhost", "SCRAM-SHA-512", None)


@each_flavour
def test_over_plain_tcp(host: LabHost, flavour: Flavour) -> None:
    """Only what encrypts by itself is offered there; it is refused, and nothing about the user is sent."""
    with pytest.raises(AuthenticationError, match=r"SASL mechanism.*(over plain TCP|security layer)"):
        hostname(flavour, host.tcp_uri(), credentials=ALICE)


def test_over_plain_tcp_without_any(lab_able: None) -> None:
    """With SCRAM alone libvirtd has no mechanism for plain TCP, and says only that it failed."""
    with (
        LabHost("scram", sasl=Sasl(), tcp=Tcp()) as scram,
        pytest.raises(
            AuthenticationError, match=r"no SASL mechanism for us: .*over plain TCP it offers only what"
        ),
    ):
        hostname("blocking", scram.tcp_uri(), credentials=ALICE)


async def test_many_at_once(host: LabHost) -> None:
    """Connections authenticate beside each other."""
    found = await asyncio.gather(*(purevirt.connect(host.test_uri, credentials=ALICE) for _ in range(8)))
    assert all(conn.is_open for conn in found)
    for conn in found:
        await conn.close()
