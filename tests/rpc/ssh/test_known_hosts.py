"""The rules of known_hosts, row by row (CASES 4.6), without a network."""

import base64
import pickle

import pytest

from purevirt.errors import (
    ConnectError,
    HostKeyChanged,
    HostKeyError,
    HostKeyRevoked,
    HostKeyUnknown,
    KnownHostsMalformed,
)
from purevirt.rpc.ssh.host_key_policy import host_key_algorithms, judge
from purevirt.rpc.ssh.key import SshKeyError, fingerprint
from purevirt.rpc.ssh.known_hosts import (
    SkippedLine,
    known_hosts_line,
    look_up,
    parse_known_hosts,
)
from tests.rpc.ssh.known import NOW_S, certificate, ed25519, hashed, rsa, string, verdict, words

KEY, OTHER, THIRD, CA, RSA = ed25519(1), ed25519(2), ed25519(3), ed25519(9), rsa(1)
K, X, C, R = words(KEY), words(OTHER), words(CA), words(RSA)
FUTURE_TYPE = words(string(b"ssh-future@example.com") + string(b"q" * 40))


@pytest.mark.parametrize(
    ("text", "host", "port", "expected"),
    [
        pytest.param(b"[h]:2222 " + K, "h", 2222, "accepted", id="H1"),
        pytest.param(b"[h]:2222 " + K, "h", 22, "unknown", id="H2"),
        pytest.param(b"h " + K, "h", 2222, "accepted", id="H3"),
        pytest.param(b"[h]:2222 " + X + b"\nh " + K, "h", 2222, "changed", id="H4"),
        pytest.param(b"h " + K + b"\n[h]:2222 " + X, "h", 2222, "changed", id="H4-order"),
        pytest.param(hashed(b"h") + b" " + K, "h", 22, "accepted", id="H5-plain"),
        pytest.param(hashed(b"[h]:2222") + b" " + K, "h", 2222, "accepted", id="H5-port"),
        pytest.param(
            hashed(b"h", b"t" * 20).replace(b"dHR0", b"c3Nz", 1) + b" " + K, "h", 22, "unknown", id="H5-salt"
        ),
        pytest.param(hashed(b"h") + b" " + K, "h", 2222, "accepted", id="H6"),
        pytest.param(b"h " + C, "h", 22, "changed", id="H9-plain-key"),
        pytest.param(b"h " + X, "h", 2222, "unknown", id="H3-other-key"),
        pytest.param(b"@revoked [h]:2222 " + K + b"\n[h]:2222 " + K, "h", 2222, "revoked", id="H10"),
        pytest.param(b"@revoked [h]:2222 " + K + b"\nh " + K, "h", 2222, "revoked", id="H11"),
        pytest.param(b"@revoked h " + K + b"\n[h]:2222 " + K, "h", 2222, "revoked", id="H11-union"),
        pytest.param(b"[h]:2222 " + K + b"\n@revoked * " + K, "h", 2222, "revoked", id="H13"),
        pytest.param(
            b"@revoked " + hashed(b"h") + b" " + K + b"\n[h]:2222 " + K, "h", 2222, "revoked", id="H10-hashed"
        ),
        pytest.param(b"@revoked * " + X + b"\nh " + K, "h", 2222, "accepted", id="H13-other-key"),
        pytest.param(b"@revoked x " + K + b"\nh " + K, "h", 2222, "accepted", id="H13-other-host"),
        pytest.param(b"*.example.com,!kvm1.example.com " + K, "kvm1.example.com", 22, "unknown", id="H15"),
        pytest.param(
            b"*.example.com,!kvm1.example.com " + K, "kvm2.example.com", 22, "accepted", id="H15-kvm2"
        ),
        pytest.param(
            b"!kvm1.example.com,*.example.com " + K, "kvm1.example.com", 22, "unknown", id="H15-order"
        ),
        pytest.param(b"!h " + K, "x", 22, "unknown", id="H15-negation-alone"),
        pytest.param(b"*,!h " + K, "h", 2222, "accepted", id="H15-negation-of-bare-name"),
        pytest.param(b"10.0.0.0/24 " + K, "10.0.0.5", 22, "unknown", id="H17"),
        pytest.param(b"127.0.0.? " + K, "127.0.0.1", 2222, "accepted", id="address-question-mark"),
        pytest.param(b"[127.0.0.*]:2222 " + K, "127.0.0.1", 2222, "accepted", id="address-star"),
        pytest.param(b"kvm[1-9].example.com " + K, "kvm1.example.com", 22, "unknown", id="H19"),
        pytest.param(b"kvm[1-9].example.com " + K, "kvm[1-9].example.com", 22, "accepted", id="H19-literal"),
        pytest.param(
            b"garbage\n@foo h " + K + b"\n|1|bad|hash " + K + b"\nh " + K, "h", 22, "accepted", id="H20"
        ),
        pytest.param(b"# caf\xe9\nh " + K + b" caf\xe9\x85\x0b\x0c", "h", 22, "accepted", id="H21"),
        pytest.param(b"H.Example.COM " + K, "h.example.com", 22, "accepted", id="upper-case-entry"),
        pytest.param(b"h.example.com " + K, "H.Example.COM", 22, "accepted", id="upper-case-name"),
        pytest.param(
            hashed(b"h.example.com") + b" " + K, "H.Example.COM", 22, "accepted", id="upper-case-hashed"
        ),
        pytest.param(b"[h]:2222 " + R, "h", 2222, "changed", id="H24"),
        pytest.param(b"[h]:2222 " + R + b"\n[h]:2222 " + K, "h", 2222, "accepted", id="H24-both"),
        pytest.param(b"", "h", 22, "unknown", id="H25-empty"),
        pytest.param(b"\n\n# nothing\n", "h", 22, "unknown", id="H25-comments"),
        pytest.param(b"h\t \t" + K.replace(b" ", b" \t ") + b"\r\n", "h", 22, "accepted", id="blanks-and-CR"),
        pytest.param(b"  h " + K, "h", 22, "accepted", id="leading-blanks"),
        pytest.param(b"a,b,h,c " + K, "h", 22, "accepted", id="list"),
        pytest.param(b"a,h" + b" " + K, "a,h", 22, "unknown", id="list-is-no-name"),
        pytest.param(b"h" + b" " + X + b"\nh " + K, "h", 22, "accepted", id="two-keys"),
        pytest.param(b"[h]:22 " + K, "h", 22, "unknown", id="port-22-is-written-bare"),
        pytest.param(b"2001:db8::1 " + K, "2001:DB8::1", 22, "accepted", id="IPv6"),
        pytest.param(b"[2001:db8::1]:2222 " + K, "2001:db8::1", 2222, "accepted", id="IPv6-port"),
        pytest.param(
            b"[h]:2222 " + FUTURE_TYPE + b"\nh " + K, "h", 2222, "accepted", id="unknown-type-says-nothing"
        ),
        pytest.param(b"h " + FUTURE_TYPE, "h", 22, "unknown", id="unknown-type-only"),
        pytest.param(b"h " + K + b" \x00", "h", 22, "unknown", id="NUL"),
        pytest.param(b"h ssh-rsa " + K.split()[1], "h", 22, "unknown", id="type-and-key-disagree"),
        pytest.param(b"h " + K[:-8], "h", 22, "unknown", id="truncated-key"),
        pytest.param(b"h " + K[:-1], "h", 22, "unknown", id="broken-base64"),
    ],
)
def test_row(text: bytes, host: str, port: int, expected: str) -> None:
    """Each row of the table of host keys has its verdict, and so have the corners around it."""
    assert verdict(text, KEY, host, port) == expected


def test_an_address_entry_does_not_vouch_for_a_name() -> None:
    """Whoever rules the DNS cannot make one host pass for another (H16)."""
    assert verdict(b"10.0.0.5 " + K, KEY, "h", 22, addresses=("10.0.0.5",)) == "unknown"


def test_an_address_entry_is_good_for_the_address() -> None:
    """A server dialled by its address has that as its name."""
    assert verdict(b"10.0.0.5 " + K, KEY, "10.0.0.5", 22, addresses=("10.0.0.5",)) == "accepted"


@pytest.mark.parametrize("form", [b"10.0.0.5", b"[10.0.0.5]:2222", b"10.0.*", hashed(b"10.0.0.5")])
def test_a_revocation_counts_under_the_address(form: bytes) -> None:
    """Revocations are the union over all names, addresses among them."""
    text = b"@revoked " + form + b" " + K + b"\n[h]:2222 " + K
    assert verdict(text, KEY, "h", 2222, addresses=("10.0.0.5",)) == "revoked"
    assert verdict(text, KEY, "h", 2222) == "accepted"


@pytest.mark.parametrize(
    "line",
    [
        b"@revoked",
        b"@revoked h",
        b"@revoked h ssh-ed25519",
        b"@revoked h ssh-ed25519 !!!!",
        b"@revoked h " + K[:-8],
        b"@revoked h ssh-rsa " + K.split()[1],
        b"@revoked |1|bad|hash " + K,
        b"@Revoked h " + K,
        b"@revoke h " + K,
        b"@revokedh " + K,
        b"@cert-authority @revoked h " + K,
        b"\xef\xbb\xbf@revoked h " + K,
        b"@\x00revoked h " + K,
        b"@revoked h " + K + b"\x00",
    ],
)
def test_a_revocation_that_cannot_be_read_refuses_the_file(line: bytes) -> None:
    """A mangled revocation must not pass for none (H20)."""
    with pytest.raises(KnownHostsMalformed, match=r"^file:3: a revocation that cannot be read") as caught:
        parse_known_hosts(b"h " + K + b"\n\n" + line, "file", host="h", port=7)
    assert (caught.value.file, caught.value.line, caught.value.host, caught.value.port) == ("file", 3, "h", 7)


def test_skipped_lines_say_where_and_why() -> None:
    """What is skipped can be logged (H20)."""
    known = parse_known_hosts(b"@foo h " + K + b"\nh\nx ssh-ed25519 ????\n|2|a|b " + K, "f")
    assert [str(line) for line in known.skipped] == [
        "f:1: skipped: unknown marker '@foo'",
        "f:2: skipped: it has no key",
        "f:3: skipped: its key is not base64",
        "f:4: skipped: its hashed name is not of the form |1|salt|hash",
    ]
    assert known.skipped[1] == SkippedLine("f", 2, "it has no key")


def test_revoking_a_certificate_revokes_its_key() -> None:
    """A revocation may be written with the certificate that the host had."""
    cert = certificate(KEY, CA, (b"h",))
    assert verdict(b"@revoked * " + words(cert) + b"\nh " + K, KEY) == "revoked"


@pytest.mark.parametrize(
    ("text", "cert", "expected"),
    [
        pytest.param(b"@cert-authority *.x " + C, certificate(KEY, CA, (b"h.x",)), "accepted", id="H7"),
        pytest.param(
            b"@cert-authority [h.x]:2222 " + C, certificate(KEY, CA, (b"a", b"h.x")), "accepted", id="H7-port"
        ),
        pytest.param(
            b"@cert-authority *.x " + C, certificate(KEY, CA, (b"g.x",)), "unknown", id="H8-principal"
        ),
        pytest.param(
            b"@cert-authority * " + C, certificate(KEY, CA, (b"*",)), "unknown", id="H8-no-wildcards"
        ),
        pytest.param(b"@cert-authority * " + C, certificate(KEY, CA, ()), "unknown", id="H8-no-principals"),
        pytest.param(
            b"@cert-authority * " + C,
            certificate(KEY, CA, (b"h.x",), valid=(0, NOW_S)),
            "unknown",
            id="H8-expired",
        ),
        pytest.param(
            b"@cert-authority * " + C,
            certificate(KEY, CA, (b"h.x",), valid=(NOW_S + 1, 2**64 - 1)),
            "unknown",
            id="H8-early",
        ),
        pytest.param(
            b"@cert-authority * " + C, certificate(KEY, CA, (b"h.x",), kind=1), "unknown", id="H8-user-cert"
        ),
        pytest.param(
            b"@cert-authority * " + C,
            certificate(KEY, CA, (b"h.x",), critical=b"c"),
            "unknown",
            id="H8-critical",
        ),
        pytest.param(
            b"@cert-authority * " + C,
            certificate(KEY, CA, (b"h.x",), signature=b"ssh-rsa"),
            "unknown",
            id="H8-SHA-1",
        ),
        pytest.param(b"h.x " + C, certificate(KEY, CA, (b"h.x",)), "unknown", id="H9"),
        pytest.param(
            b"@cert-authority y " + C, certificate(KEY, CA, (b"h.x",)), "unknown", id="H7-other-host"
        ),
        pytest.param(
            b"@cert-authority * " + X, certificate(KEY, CA, (b"h.x",)), "unknown", id="H7-other-authority"
        ),
        pytest.param(
            b"@cert-authority * " + C + b"\n@revoked * " + C,
            certificate(KEY, CA, (b"h.x",)),
            "revoked",
            id="H14",
        ),
        pytest.param(
            b"@cert-authority * " + C + b"\n@revoked h.x " + K,
            certificate(KEY, CA, (b"h.x",)),
            "revoked",
            id="H14-key",
        ),
        pytest.param(
            b"@cert-authority * " + X + b"\nh.x " + K,
            certificate(KEY, CA, (b"h.x",)),
            "accepted",
            id="plain-key",
        ),
        pytest.param(
            b"@cert-authority * " + C + b"\n[h.x]:2222 " + X,
            certificate(KEY, CA, (b"g",)),
            "changed",
            id="plain-key-changed",
        ),
        pytest.param(b"@cert-authority * " + C, KEY, "unknown", id="no-certificate"),
        pytest.param(b"@cert-authority * " + K, KEY, "unknown", id="authority-is-no-host-key"),
    ],
)
def test_certificate(text: bytes, cert: bytes, expected: str) -> None:
    """A certificate convinces if all it says fits, and falls back to the key inside it as in OpenSSH."""
    assert verdict(text, cert, "h.x", 2222) == expected


def test_a_certificate_with_a_bad_signature_is_worth_nothing() -> None:
    """The signature is somebody else's to check, and counts."""
    cert = certificate(KEY, CA, (b"h",))
    assert verdict(b"@cert-authority * " + C, cert, signed=False) == "unknown"
    assert verdict(b"@cert-authority * " + C, cert, signed=True) == "accepted"


def test_the_accepting_entry_is_returned() -> None:
    """Callers learn which line vouched for the server."""
    known = parse_known_hosts(b"x " + X, "a") + parse_known_hosts(b"\nh " + K, "b")
    entry = judge(look_up(known, "h", 22), KEY, now_s=NOW_S)
    assert (entry.file, entry.line, entry.key_type) == ("b", 2, "ssh-ed25519")


@pytest.mark.parametrize(
    ("text", "class_", "line", "words_"),
    [
        (
            b"\n[h]:2222 " + X,
            HostKeyChanged,
            2,
            ["b:2 knows another one", fingerprint(OTHER), "replace that line"],
        ),
        (b"h " + K + b"\n@revoked h " + K, HostKeyRevoked, 2, ["b:2 revokes this key", "new key"]),
        (b"", HostKeyUnknown, 0, ["not in a or b", "ssh-keyscan -p 2222 h"]),
    ],
)
def test_errors_name_everything(
    text: bytes, class_: type[HostKeyError], line: int, words_: list[str]
) -> None:
    """File, line, host, port, key type, fingerprint and the cure are in the message and in attributes."""
    known = parse_known_hosts(b"", "a") + parse_known_hosts(text, "b")
    with pytest.raises(class_) as caught:
        judge(look_up(known, "h", 2222), KEY, now_s=NOW_S)
    error = caught.value
    assert type(error) is class_
    assert isinstance(error, ConnectError)
    assert isinstance(error, OSError)
    assert (error.host, error.port, error.line) == ("h", 2222, line)
    assert (error.key_type, error.fingerprint) == ("ssh-ed25519", fingerprint(KEY))
    assert error.file == ("b" if line else "a")
    for part in ["host key of h port 2222", "ssh-ed25519 " + fingerprint(KEY), *words_]:
        assert part in str(error)
    assert "\n" not in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.fingerprint) == (str(error), line, error.fingerprint)


def test_unknown_mentions_a_key_of_the_bare_name() -> None:
    """An entry without a port that does not fit is no mismatch, but worth a hint."""
    with pytest.raises(HostKeyUnknown, match="f:1 knows another key for h without a port"):
        judge(look_up(parse_known_hosts(b"h " + X, "f"), "h", 2222), KEY, now_s=NOW_S)


def test_principals_of_a_stranger_cannot_break_the_line() -> None:
    """What an unknown server sends is shown as ASCII on one line."""
    cert = certificate(KEY, CA, (b"a\nb\x1b[2J", b"\xff"))
    known = parse_known_hosts(b"@cert-authority * " + C, "f")
    with pytest.raises(HostKeyUnknown) as caught:
        judge(look_up(known, "h", 22), cert, now_s=NOW_S, signed=True)
    assert str(caught.value).isprintable()


def test_garbage_instead_of_a_key_is_unknown() -> None:
    """A server that presents no key at all is refused like one with an unknown key."""
    with pytest.raises(HostKeyUnknown, match="it is not a key") as caught:
        judge(look_up(parse_known_hosts(b"* " + K, "f"), "h", 22), b"\0\0\0\3ab", now_s=NOW_S)
    assert caught.value.key_type == ""


def test_fingerprint_is_what_ssh_keygen_shows() -> None:
    """The vector was made by ssh-keygen -lf (OpenSSH 9.2)."""
    blob = base64.b64decode("AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f")
    assert fingerprint(blob) == "SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA"


def test_known_types_are_asked_for_first() -> None:
    """The server presents the key that is known, if it has it still; certificates need an authority."""
    keys = look_up(parse_known_hosts(b"h " + R, "f"), "h", 2222)
    assert host_key_algorithms(keys)[:3] == ["rsa-sha2-512", "rsa-sha2-256", "ssh-ed25519"]
    assert not any("cert" in name for name in host_key_algorithms(keys))
    keys = look_up(parse_known_hosts(b"@cert-authority * " + C, "f"), "h", 2222)
    names = host_key_algorithms(keys)
    assert names[0] == "ssh-ed25519-cert-v01@openssh.com"
    assert "ssh-ed25519" in names
    assert "ssh-rsa" not in names


def test_a_new_line_is_read_back() -> None:
    """What is written for a new host is what is looked up for it."""
    for host, port in (("h", 22), ("h", 2222), ("2001:db8::1", 22), ("2001:DB8::1", 2222)):
        assert verdict(known_hosts_line(host, port, KEY), KEY, host, port) == "accepted"


@pytest.mark.parametrize("host", ["", "a b", "a,b", "*", "h?", "!h", "|1|x|y", "a\nb", "a\tb"])
def test_a_name_that_would_mean_something_else_is_not_written(host: str) -> None:
    """No name can smuggle a pattern or a second line into the file."""
    with pytest.raises(SshKeyError, match="cannot be written"):
        known_hosts_line(host, 22, KEY)


def test_a_long_pattern_is_matched_in_bounded_time() -> None:
    """A pattern of many stars costs its length times the name's, not an exponential."""
    text = b"a*" * 2000 + b"b " + K
    assert verdict(text, KEY, "a" * 2000, 22) == "unknown"


@pytest.mark.parametrize(
    ("principals", "words_"),
    [((), "it names no principal"), ((b"g",), "it is for 'g', not for h")],
)
def test_what_is_wrong_with_a_certificate_is_said(principals: tuple[bytes, ...], words_: str) -> None:
    """The refusal of a key tells why the certificate around it did not help (H8)."""
    known = parse_known_hosts(b"@cert-authority * " + C, "f")
    with pytest.raises(HostKeyUnknown, match=f"its certificate does not help: {words_}"):
        judge(look_up(known, "h", 22), certificate(KEY, CA, principals), now_s=NOW_S, signed=True)
