"""The choice of a mechanism, and the calls that carry its messages."""

import contextlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.errors import AuthenticationError, ConnectionLost, DaemonUnproven, InternalError, libvirt_error
from purevirt.rpc.auth.credentials import Counterpart, Credentials, SignIn
from purevirt.rpc.auth.sasl import MECHANISMS, authenticate_sasl, choose_mechanism
from purevirt.rpc.gen import remote
from tests.rpc.auth.driven import DAEMON, DENIED, NONCE, Said, ScramServer, Shell, sasl_shell

ALICE = Credentials("alice", "secret")
TCP = Counterpart("h:1", "tcp", is_encrypted=False)
UNVERIFIED = Counterpart("h:1", "tls")


def authenticate(
    shell: Shell,
    *,
    wanted: str | None = None,
    credentials: Credentials = ALICE,
    daemon: Counterpart = DAEMON,
) -> None:
    """Run the whole of it."""
    shell.run(authenticate_sasl(daemon, wanted, SignIn(NONCE, credentials)))


# which mechanism


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        ("PLAIN,SCRAM-SHA-1,SCRAM-SHA-256", "SCRAM-SHA-256"),
        ("SCRAM-SHA-1,PLAIN", "SCRAM-SHA-1"),
        ("SCRAM-SHA-512,SCRAM-SHA-256", "SCRAM-SHA-512"),
        ("GSSAPI,DIGEST-MD5,SCRAM-SHA-256-PLUS,PLAIN", "PLAIN"),
        ("EXTERNAL,PLAIN", "PLAIN"),
        ("ANONYMOUS,EXTERNAL", "EXTERNAL"),
    ],
)
def test_the_strongest_that_both_have(offered: str, chosen: str) -> None:
    """The daemon's order does not matter, and what we do not have is passed over."""
    assert choose_mechanism(DAEMON, offered.split(","), None) == chosen


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_uri_chooses(name: str) -> None:
    """`auth=sasl.MECH` beats the order, in any case."""
    assert choose_mechanism(DAEMON, MECHANISMS, name.lower()) == name


REFUSED = [
    (DAEMON, "GSSAPI", None, "GSSAPI: Kerberos and its security layer are not implemented"),
    (
        DAEMON,
        "DIGEST-MD5,CRAM-MD5",
        None,
        "DIGEST-MD5: it is obsolete.*security layer.*; CRAM-MD5: it is obs",
    ),
    (DAEMON, "ANONYMOUS", None, "ANONYMOUS: it authenticates nobody"),
    (DAEMON, "LOGIN,NTLM,GSS-SPNEGO", None, "LOGIN: it is obsolete; NTLM: it is obsolete; GSS-SPNEGO: Kerb"),
    (DAEMON, "SCRAM-SHA-256-PLUS", None, "SCRAM-SHA-256-PLUS: channel binding is not implemented"),
    (DAEMON, "X-NEW", None, "X-NEW: it is not known"),
    (DAEMON, "", None, "nothing that is a name"),
    (TCP, "SCRAM-SHA-256", None, "SCRAM-SHA-256: over plain TCP it would have to encrypt.*use TLS or SSH"),
    (TCP, "EXTERNAL", None, "EXTERNAL: over plain TCP it would have to encrypt"),
    (TCP, "GSSAPI", None, "GSSAPI: Kerberos"),
    (UNVERIFIED, "PLAIN", None, "PLAIN: it would tell the password to a daemon that is not verified"),
    (DAEMON, "PLAIN", "GSSAPI", "asks for auth=sasl.GSSAPI, which cannot be done: Kerberos"),
    (DAEMON, "PLAIN", "SCRAM-SHA-256", "asks for auth=sasl.SCRAM-SHA-256, the daemon has PLAIN; name one"),
    (UNVERIFIED, "PLAIN", "PLAIN", "auth=sasl.PLAIN, which cannot be done: it would tell the password"),
    (TCP, "SCRAM-SHA-1", "SCRAM-SHA-1", "auth=sasl.SCRAM-SHA-1, which cannot be done: over plain TCP"),
]


@pytest.mark.parametrize(("daemon", "offered", "wanted", "text"), REFUSED)
def test_mechanisms_that_are_refused(
    daemon: Counterpart, offered: str, wanted: str | None, text: str
) -> None:
    """By name and with the reason, before anything about the user is sent; a wish is never replaced."""
    shell = sasl_shell(offered, ScramServer())
    with pytest.raises(AuthenticationError, match=text) as caught:
        authenticate(shell, daemon=daemon, wanted=wanted)
    assert shell.names == ["AUTH_SASL_INIT"]
    assert caught.value.mechanism == ("sasl" if wanted is None else f"sasl.{wanted}")
    assert (caught.value.endpoint, caught.value.transport) == (daemon.endpoint, daemon.transport)


def test_scram_is_done_with_a_daemon_that_is_not_verified() -> None:
    """Unlike PLAIN it does not say the password, and shows who the daemon is."""
    server = ScramServer()
    authenticate(sasl_shell("PLAIN,SCRAM-SHA-256", server), daemon=UNVERIFIED)
    assert server.mechanisms == ["SCRAM-SHA-256"]


@pytest.mark.parametrize(
    "listing", ["scram-sha-256 plain", "PLAIN, SCRAM-SHA-256", ",,SCRAM-SHA-256,é\x1b[31m"]
)
def test_lists_as_they_come(listing: str) -> None:
    """Blanks or commas, any case; what is not a name is not one."""
    server = ScramServer()
    authenticate(sasl_shell(listing, server))
    assert server.mechanisms == ["SCRAM-SHA-256"]


def test_a_list_without_an_end() -> None:
    """An error shows a bounded part of what the daemon lists, and only names."""
    listing = ",".join(f"X{number}" for number in range(10_000)) + ",\x1b[31m"
    with pytest.raises(AuthenticationError) as caught:
        authenticate(sasl_shell(listing, ScramServer()))
    assert len(str(caught.value)) < 3000
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("daemon", "text"), [(DAEMON, "let it offer SCRAM-SHA-256"), (TCP, "over plain TCP it offers only what")]
)
def test_no_mechanism_at_all(daemon: Counterpart, text: str) -> None:
    """The daemon's refusal to list any, with what to do about it."""
    shell = Shell({"AUTH_SASL_INIT": DENIED})
    with pytest.raises(
        AuthenticationError, match=f"no SASL mechanism for us: authentication failed; {text}"
    ) as got:
        authenticate(shell, daemon=daemon)
    assert got.value.__cause__ is DENIED


# the exchange


@pytest.mark.parametrize("data_with_success", [True, False])
def test_scram_to_the_end(data_with_success: bool) -> None:
    """The daemon's last message comes with its contentment or before it; either way it is looked at."""
    server = ScramServer(data_with_success=data_with_success)
    shell = sasl_shell("SCRAM-SHA-256", server)
    authenticate(shell)
    steps = ["AUTH_SASL_STEP"] if data_with_success else ["AUTH_SASL_STEP", "AUTH_SASL_STEP"]
    assert shell.names == ["AUTH_SASL_INIT", "AUTH_SASL_START", *steps]
    assert shell.work == 1
    (start,) = shell.args("AUTH_SASL_START")
    assert start == remote.AuthSaslStartArgs("SCRAM-SHA-256", 0, b"n,,n=alice,r=ournonce")
    if not data_with_success:
        assert shell.args("AUTH_SASL_STEP")[-1] == remote.AuthSaslStepArgs(nil=1, data=b"")


def test_plain() -> None:
    """RFC 4616: nobody to act for, name and password in one message, and no step."""
    shell = sasl_shell("PLAIN", lambda _mechanism, _data: (True, None))
    authenticate(shell)
    assert shell.names == ["AUTH_SASL_INIT", "AUTH_SASL_START"]
    assert shell.args("AUTH_SASL_START") == [remote.AuthSaslStartArgs("PLAIN", 0, b"\0alice\0secret")]
    shell = sasl_shell("PLAIN", lambda _mechanism, _data: (True, b""))
    authenticate(shell, credentials=Credentials("é", "ª", act_as="bob"))
    assert shell.args("AUTH_SASL_START")[0].data == "bob\0é\0ª".encode(), "the daemon prepares, not we"


def test_external_asks_nobody() -> None:
    """Its message is empty, which is not none; there is no name and no password, and no file is read."""
    shell = sasl_shell("EXTERNAL", lambda _mechanism, _data: (True, None))
    steps = authenticate_sasl(DAEMON, None, SignIn(NONCE))
    shell.run(steps)
    assert shell.args("AUTH_SASL_START") == [remote.AuthSaslStartArgs("EXTERNAL", 0, b"")]
    assert shell.work == 0


@pytest.mark.parametrize("mechanism", ["PLAIN", "EXTERNAL"])
def test_mechanisms_of_one_message(mechanism: str) -> None:
    """A daemon that is not content at once is told that there is no more, once; it may not say anything."""
    said: list[Said] = [(False, b""), (True, None)]
    shell = sasl_shell(mechanism, lambda _mechanism, _data: said.pop(0))
    authenticate(shell)
    assert shell.args("AUTH_SASL_STEP") == [remote.AuthSaslStepArgs(nil=1, data=b"")]
    shell = sasl_shell(mechanism, lambda _mechanism, _data: (False, None))
    with pytest.raises(
        AuthenticationError, match=f"{mechanism} with the daemon failed: it does not come to an"
    ):
        authenticate(shell)
    assert len(shell.args("AUTH_SASL_STEP")) == 1
    shell = sasl_shell(mechanism, lambda _mechanism, _data: (True, b"x"))
    with pytest.raises(AuthenticationError, match=f"sent a message where {mechanism} has none") as caught:
        authenticate(shell)
    assert not isinstance(caught.value, DaemonUnproven)


def test_an_impostor() -> None:
    """A daemon that lets anybody in and does not know the password is told from one that refuses."""
    with pytest.raises(
        DaemonUnproven, match=r"signature is wrong.*not the daemon that it says it is"
    ) as caught:
        authenticate(sasl_shell("SCRAM-SHA-256", ScramServer(knows=False)))
    assert caught.value.mechanism == "sasl.SCRAM-SHA-256"


@pytest.mark.parametrize(
    "said",
    [
        [(True, None)],
        [(True, b"")],
        [(True, b"r=ournonceX,s=c2FsdA==,i=4096")],
        [(False, b"r=ournonceX,s=c2FsdA==,i=4096"), (True, None)],
        [(False, b"r=ournonceX,s=c2FsdA==,i=4096"), (True, b"")],
    ],
)
def test_content_too_early(said: list[Said]) -> None:
    """One client step is always done: a daemon that is content before it proved itself is not let off."""
    shell = sasl_shell("SCRAM-SHA-1", lambda _mechanism, _data: said.pop(0))
    with pytest.raises(AuthenticationError, match=r"before it had shown|sent nothing|lacks a|no v= where"):
        authenticate(shell)
    assert said == []


def test_content_before_the_proof_is_an_impostors() -> None:
    """The class says so where the conversation is right up to there."""
    said: list[Said] = [(True, b"r=ournonceX,s=c2FsdA==,i=4096")]
    with pytest.raises(DaemonUnproven, match="let us in before it had shown"):
        authenticate(sasl_shell("SCRAM-SHA-1", lambda _mechanism, _data: said.pop(0)))


@pytest.mark.parametrize("credentials", [Credentials("alice", "wrong"), Credentials("nobody", "secret")])
def test_refused_by_the_daemon(credentials: Credentials) -> None:
    """A wrong password and an unknown user look alike; the user is named, the password is not."""
    shell = sasl_shell("SCRAM-SHA-256", ScramServer())
    name = credentials.username
    with pytest.raises(
        AuthenticationError, match=f"refused the user '{name}' by SCRAM-SHA-256: wrong"
    ) as caught:
        authenticate(shell, credentials=credentials)
    assert caught.value.mechanism == "sasl.SCRAM-SHA-256"
    assert caught.value.__cause__ is DENIED
    assert credentials.password not in str(caught.value).replace("wrong password", "")
    assert shell.names.count("AUTH_SASL_INIT") == 1, "nothing else to try: not tried"


UNPREPARED = Credentials("alice", "p\u00aass")


@pytest.mark.parametrize("stored", ["pass", "p\u00aass"])
def test_prepared_or_as_typed(stored: str) -> None:
    """The standard's form is tried first, then the bytes that a daemon without SASLprep compares."""
    server = ScramServer(users={"alice": stored})
    shell = sasl_shell("SCRAM-SHA-256", server)
    authenticate(shell, credentials=UNPREPARED)
    nonces = [args.data.rpartition(b"r=")[2] for args in shell.args("AUTH_SASL_START")]
    assert nonces == ([b"ournonce"] if stored == "pass" else [b"ournonce", b"ournonce2"]), "never one twice"
    assert shell.names.count("AUTH_SASL_INIT") == len(nonces)


def test_neither_prepared_nor_as_typed() -> None:
    """Two refusals are one error; that there was a second try is nobody's business."""
    shell = sasl_shell("SCRAM-SHA-256", ScramServer())
    with pytest.raises(AuthenticationError, match="refused the user 'alice'"):
        authenticate(shell, credentials=UNPREPARED)
    assert len(shell.args("AUTH_SASL_START")) == 2


def test_what_cannot_be_prepared_is_sent_as_it_is() -> None:
    """A character that SASLprep prohibits may be in a password that a daemon has."""
    password = "bell\u0007"
    shell = sasl_shell("SCRAM-SHA-256", ScramServer(users={"alice": password}))
    authenticate(shell, credentials=Credentials("alice", password))
    assert len(shell.args("AUTH_SASL_START")) == 1


def test_a_lost_connection_is_not_a_refusal() -> None:
    """What is not about authentication passes as it is."""
    lost = ConnectionLost("gone", maybe_executed=True)
    for name in ("AUTH_SASL_INIT", "AUTH_SASL_START", "AUTH_SASL_STEP"):
        shell = sasl_shell("SCRAM-SHA-256", ScramServer())
        shell.answers[name] = lost
        with pytest.raises(ConnectionLost) as caught:
            authenticate(shell)
        assert caught.value is lost


def test_another_error_of_the_daemons() -> None:
    """Its words are kept whatever its code is."""
    shell = sasl_shell("SCRAM-SHA-256", ScramServer())
    shell.answers["AUTH_SASL_START"] = libvirt_error(code=1, domain=7, message="boom", level=2)
    with pytest.raises(AuthenticationError, match="boom"):
        authenticate(shell)


def test_messages_over_the_bound() -> None:
    """REMOTE_AUTH_SASL_DATA_MAX, said before anything is sent."""
    shell = sasl_shell("PLAIN", lambda _mechanism, _data: (True, None))
    authenticate(shell, credentials=Credentials("alice", "x" * (65536 - 7)))
    assert len(shell.args("AUTH_SASL_START")[0].data) == 65536
    with pytest.raises(AuthenticationError, match="too long for it: 65537 bytes of 65536"):
        authenticate(shell, credentials=Credentials("alice", "x" * (65536 - 6)))
    assert len(shell.args("AUTH_SASL_START")) == 1


@pytest.mark.parametrize("name", ["AUTH_SASL_INIT", "AUTH_SASL_START", "AUTH_SASL_STEP"])
def test_a_shell_that_answers_nonsense_is_our_bug(name: str) -> None:
    """The generator trusts no shell with the class of a reply."""
    shell = sasl_shell("SCRAM-SHA-256", ScramServer())
    shell.answers[name] = None
    with pytest.raises(InternalError, match=re.escape("NoneType instead of AuthSasl")):
        authenticate(shell)


@given(st.sampled_from(MECHANISMS), st.lists(st.tuples(st.booleans(), st.none() | st.binary()), min_size=4))
def test_garbage_is_an_authentication_error(mechanism: str, said: list[Any]) -> None:
    """Whatever a daemon says and when, it lets us in or is an AuthenticationError; with SCRAM it is one."""
    shell = sasl_shell(mechanism, lambda _mechanism, _data: said.pop(0))
    context = contextlib.suppress(AuthenticationError)
    with pytest.raises(AuthenticationError) if mechanism.startswith("SCRAM") else context:
        authenticate(shell)
