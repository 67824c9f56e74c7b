"""SCRAM: the vectors of its standards, and what a server may not say."""

import base64
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.errors import InternalError
from purevirt.rpc.auth.sasl_fault import SaslFault
from purevirt.rpc.auth.sasl_scram import MAX_ITERATIONS, scram
from tests.rpc.auth.driven import NONCE, ScramServer

VECTORS = {
    "sha1": (
        "fyko+d2lbbFgONRv9qkxdawL",
        b"n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
        b"r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
        b"c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=",
        b"v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
    ),
    "sha256": (
        "rOprNGfwEbeRWgbNEkqO",
        b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
        b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
        (
            b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            b"p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
        ),
        b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
    ),
}


class Client:
    """The client's side; work is done at once."""

    def __init__(
        self,
        digest: str = "sha256",
        nonce: str = NONCE,
        *,
        username: str = "alice",
        password: str = "secret",
        act_as: str | None = None,
    ) -> None:
        self._side: Any = scram(digest, username, password, act_as, nonce)

    def say(self, said: bytes | None = None) -> bytes | None:
        """Return the answer to a message; None once it is over."""
        try:
            step = self._side.send(said)
            while callable(step):
                step = self._side.send(step())
        except StopIteration:
            return None
        assert isinstance(step, bytes)
        return step


@pytest.mark.parametrize("digest", VECTORS)
def test_vectors_of_the_standards(digest: str) -> None:
    """RFC 5802 section 5 and RFC 7677 section 3, byte for byte, the server's signature included."""
    nonce, first, server_first, last, server_last = VECTORS[digest]
    client = Client(digest, nonce, username="user", password="pencil")
    assert client.say() == first
    assert client.say(server_first) == last
    assert client.say(server_last) is None


@pytest.mark.parametrize("digest", ["sha1", "sha224", "sha256", "sha384", "sha512"])
def test_each_digest_with_a_server_of_its_own(digest: str) -> None:
    """A server written from the standard's formulas is content, and contents the client."""
    server, client = ScramServer(digest), Client(digest)
    first = server("SCRAM", client.say())
    assert isinstance(first, tuple)
    last = server(None, client.say(first[1]))
    assert isinstance(last, tuple)
    assert last[0]
    assert client.say(last[1]) is None


def test_names_are_escaped_and_may_act_for_others() -> None:
    """A comma and an equals sign in a name, and an authorization identity, which the proof covers too."""
    users = {"a,b=c": "pass,word=x"}
    server = ScramServer(users=users)
    client = Client(username="a,b=c", password="pass,word=x", act_as="o=p")
    message = client.say()
    assert message == b"n,a=o=3Dp,n=a=2Cb=3Dc,r=ournonce"
    first = server("SCRAM", message)
    assert isinstance(first, tuple)
    last = server(None, client.say(first[1]))
    assert isinstance(last, tuple)
    assert server.acting_for == ["o=3Dp"]
    assert client.say(last[1]) is None


def test_the_hash_is_left_to_the_caller() -> None:
    """What may take half a second is yielded as work; a caller that answers nonsense is our bug."""
    side: Any = scram("sha256", "alice", "secret", None, NONCE)
    side.send(None)
    assert callable(side.send(b"r=ournonceX,s=c2FsdA==,i=1000000"))
    with pytest.raises(InternalError, match="NoneType instead of bytes"):
        side.send(None)


FIRST = [
    (None, "sent nothing"),
    (b"", "lacks a nonce"),
    (b"r=ournonceX,s=c2FsdA==", "lacks a nonce, a salt"),
    (b"m=ext,r=ournonceX,s=c2FsdA==,i=4096", "extension of SCRAM"),
    (b"x=ournonceX,s=c2FsdA==,i=4096", "no r= where"),
    (b"r=ournonceX,x=c2FsdA==,i=4096", "no s= where"),
    (b"r=ournonceX,s=c2FsdA==,x=4096", "no i= where"),
    (b"s=c2FsdA==,r=ournonceX,i=4096", "no r= where"),
    (b"r=ournonce,s=c2FsdA==,i=4096", "nonce does not go on"),
    (b"r=othersnonce,s=c2FsdA==,i=4096", "nonce does not go on"),
    (b"r=ournonc,s=c2FsdA==,i=4096", "nonce does not go on"),
    (b"r=,s=c2FsdA==,i=4096", "nonce does not go on"),
    (b"r=ournonceX\x7f,s=c2FsdA==,i=4096", "not printable"),
    (b"r=ournonce\xc3\xa9,s=c2FsdA==,i=4096", "not printable"),
    (b"r=ournonceX,s=,i=4096", "salt is empty"),
    (b"r=ournonceX,s=c2FsdA,i=4096", "not base64"),
    (b"r=ournonceX,s=c2FsdB==,i=4096", "not base64"),
    (b"r=ournonceX,s=c2Fs dA==,i=4096", "not base64"),
    (b"r=ournonceX,s=c2FsdA==c2FsdA==,i=4096", "not base64"),
    (b"r=ournonceX,s=\xff\xff\xff\xff,i=4096", "not base64"),
    (b"r=ournonceX,s=c2FsdA==,i=", "not a number"),
    (b"r=ournonceX,s=c2FsdA==,i=04096", "not a number"),
    (b"r=ournonceX,s=c2FsdA==,i=-4096", "not a number"),
    (b"r=ournonceX,s=c2FsdA==,i=4_096", "not a number"),
    (b"r=ournonceX,s=c2FsdA==,i=" + "٤٠٩٦".encode(), "not a number"),
    (b"r=ournonceX,s=c2FsdA==,i=99999999999", "not a number"),
    (b"r=ournonceX,s=c2FsdA==,i=4095", "4095 rounds of hashing, 4096 to 1000000"),
    (b"r=ournonceX,s=c2FsdA==,i=1", "1 rounds"),
    (b"r=ournonceX,s=c2FsdA==,i=1000001", "1000001 rounds"),
    (b"r=ournonceX,s=c2FsdA==,i=9999999999", "9999999999 rounds"),
]


@pytest.mark.parametrize(("message", "text"), FIRST)
def test_first_messages_that_are_refused(message: bytes | None, text: str) -> None:
    """Nothing is hashed for a server that breaks a rule; no proof is sent to it."""
    client = Client()
    client.say()
    with pytest.raises(SaslFault, match=re.escape(text)) as caught:
        client.say(message)
    assert not caught.value.is_impostor


def test_rounds_at_both_ends() -> None:
    """The fewest and the most are done; what follows the count is for extensions."""
    for count in (4096, MAX_ITERATIONS):
        side: Any = scram("sha1", "alice", "secret", None, NONCE)
        side.send(None)
        assert callable(side.send(b"r=ournonceX,s=c2FsdA==,i=%d,x=y" % count))


def final(signature: bytes = b"\0" * 32) -> bytes:
    """Return a last message."""
    return b"v=" + base64.b64encode(signature)


FINAL = [
    (None, "sent nothing", False),
    (b"", "no v= where", False),
    (b"x=y", "no v= where", False),
    (b"v=", "signature is empty", False),
    (b"v=????", "not base64", False),
    (b"e=invalid-proof", "refused: invalid-proof", False),
    (b"e=other-error,x=y", "refused: other-error", False),
    (b"e=\x1b[31m", "refused: for a reason that is not a word", False),
    (b"e=" + b"a" * 41, "refused: for a reason that is not a word", False),
    (final(), "signature is wrong", True),
    (final(b"x"), "signature is wrong", True),
    (final(b"\0" * 33), "signature is wrong", True),
]


@pytest.mark.parametrize(("message", "text", "is_impostor"), FINAL)
def test_last_messages_that_are_refused(message: bytes | None, text: str, is_impostor: bool) -> None:
    """A server that does not prove itself is an impostor; a refusal is a word, never raw bytes."""
    client = Client()
    client.say()
    client.say(b"r=ournonceX,s=c2FsdA==,i=4096")
    with pytest.raises(SaslFault, match=re.escape(text)) as caught:
        client.say(message)
    assert caught.value.is_impostor is is_impostor


def test_each_bit_of_the_signature_counts() -> None:
    """One flipped bit anywhere makes it wrong."""
    nonce, _, server_first, _, server_last = VECTORS["sha256"]
    signature = base64.b64decode(server_last[2:])
    for position in range(len(signature)):
        wrong = bytearray(signature)
        wrong[position] ^= 1 << position % 8
        client = Client("sha256", nonce, username="user", password="pencil")
        client.say()
        client.say(server_first)
        with pytest.raises(SaslFault, match="signature is wrong"):
            client.say(final(bytes(wrong)))


@given(st.binary(), st.binary())
def test_garbage_is_the_servers_fault(first: bytes, last: bytes) -> None:
    """Whatever a server says, nothing but a SaslFault comes of it."""
    client = Client()
    client.say()
    with pytest.raises(SaslFault):
        client.say(first)
    client = Client()
    client.say()
    client.say(b"r=ournonceX,s=c2FsdA==,i=4096")
    with pytest.raises(SaslFault):
        client.say(last)


FIELDS = st.lists(
    st.one_of(
        st.sampled_from([b"r=ournonceX", b"r=ournonce", b"s=c2FsdA==", b"i=4096", b"i=0", b"m=x", b"", b"="]),
        st.binary(max_size=8),
    ),
    max_size=5,
)


@given(FIELDS)
def test_near_misses_are_the_servers_fault(fields: list[bytes]) -> None:
    """So for messages that are nearly right; those that are get a proof."""
    client = Client()
    client.say()
    try:
        answer = client.say(b",".join(fields))
    except SaslFault:
        return
    assert answer is not None
    assert answer.startswith(b"c=biws,r=ournonceX")
