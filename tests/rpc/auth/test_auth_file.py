"""libvirt's file of credentials: which group counts, how values are written, and what is wrong where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.rpc.auth.file import AuthFileSyntaxError, find_login

FILE = b"""\
# of the two, the first is for tests
[credentials-test]
authname=fred
password=123456

[credentials-prod]
username = boss
authname = bar
password = let me in
realm = ignored

[auth-libvirt-test1.example.com]
credentials=test

[auth-libvirt-::1]
credentials=test

[auth-libvirt-default]
credentials=prod

[auth-esx-other]
credentials=nowhere
"""
TEST = {"authname": "fred", "password": "123456"}
PROD = {"username": "boss", "authname": "bar", "password": "let me in"}


@pytest.mark.parametrize(
    ("host", "login"),
    [
        ("test1.example.com", TEST),
        ("::1", TEST),
        ("TEST1.example.com", PROD),
        ("test1.example.com.", PROD),
        ("test1", PROD),
        ("localhost", PROD),
        ("default", PROD),
        ("esx-other", PROD),
        ("é\udcff", PROD),
    ],
)
def test_which_group_counts(host: str, login: dict[str, str]) -> None:
    """The server's name just as the URI has it, or else `default`; no wildcards, no other service."""
    assert find_login(FILE, host) == login


@pytest.mark.parametrize("data", [b"", b"# nothing\n", b"[credentials-a]\npassword=x\n", b"[auth-esx-h]\n"])
def test_a_file_with_nothing_for_us(data: bytes) -> None:
    """A file may be for other services alone."""
    assert find_login(data, "h") == {}


def test_a_host_without_its_own_word() -> None:
    """A host's group beats `default` also where it has less."""
    data = b"[auth-libvirt-h]\ncredentials=few\n[auth-libvirt-default]\ncredentials=all\n"
    data += b"[credentials-few]\nauthname=x\n[credentials-all]\nauthname=y\npassword=z\n"
    assert find_login(data, "h") == {"authname": "x"}


def one(lines: bytes) -> str | None:
    """Return the password that lines of the group of credentials set."""
    data = b"[auth-libvirt-default]\ncredentials=c\n[credentials-c]\n" + lines
    return find_login(data, "h").get("password")


@pytest.mark.parametrize(
    ("lines", "password"),
    [
        (b"password=a b", "a b"),
        (b"password=a\r\n", "a"),
        (b"  password \t= \t a", "a"),
        (b"password=a \t", "a \t"),
        (b"password= \f\va", "\va"),
        (b"password=\\s\\t\\n\\r\\\\", " \t\n\r\\"),
        (b"password=a=b#c;d\"e'", "a=b#c;d\"e'"),
        (b"password=caf\xc3\xa9", "café"),
        (b"password=", ""),
        (b"password=a\npassword=b", "b"),
        (b"password=a\n[credentials-c]\nauthname=x", "a"),
        (b"password=a\n[credentials-c]  \t\npassword=b", "b"),
        (b"password[de]=a", None),
        (b"Password=a", None),
        (b"pass word=a", None),
        (b"#password=a", None),
        (b"  # x\n\n \t\npassword=a", "a"),
        (b"\xff=a\npassword=b", "b"),
        (b"other=\\q\npassword=b", "b"),
    ],
)
def test_values(lines: bytes, password: str | None) -> None:
    """As GLib's key files have them."""
    assert one(lines) == password


@pytest.mark.parametrize(
    ("data", "line", "text"),
    [
        (b"a=b\n[g]\n", 1, "a key before the first"),
        (b"\n\n[g]\nsome words\n", 4, "neither a .group. nor key=value"),
        (b"[g]\n;comment\n", 2, "start a comment with #"),
        (b"[g]\n=b\n", 2, "neither"),
        (b"[g]\na[=b\n", 2, "neither"),
        (b"[g]\na]b=c\n", 2, "neither"),
        (b"[g\n", 1, "not the head of a group"),
        (b"[]\n", 1, "not the head"),
        (b"[a[b]]\n", 1, "not the head"),
        (b"[g] x\n", 1, "not the head"),
        (b"[g\x01]\n", 1, "not the head"),
        (b"\xef\xbb\xbf[g]\n", 1, "neither"),
        (b"[g]\na=b\0c\n", 2, "a NUL"),
        (b"\x7fELF\0", 1, "a NUL"),
        (b"x\n[auth-libvirt-default]\n", 1, "neither"),
        (b"[a]\n[auth-libvirt-default]\nx=y\n", 2, r"\[auth-libvirt-default\] has no line credentials=NAME"),
        (b"[auth-libvirt-h]\ncredentials=c\n", 2, r"no group \[credentials-c\]"),
        (b"[auth-libvirt-default]\n\ncredentials=\n", 3, r"no group \[credentials-\]"),
        (b"[auth-libvirt-default]\ncredentials=a\\nb\n", 2, r"no group \['credentials-a\\nb'\]$"),
        (b"[auth-libvirt-default]\ncredentials=\\x\n", 2, "the value of 'credentials' has a backslash"),
        (b"[auth-libvirt-default]\ncredentials=\xff\n", 2, "the value of 'credentials' is not UTF-8"),
    ],
)
def test_what_is_wrong_where(data: bytes, line: int, text: str) -> None:
    """Each with its line, and without the line's own words: they could be the password."""
    with pytest.raises(AuthFileSyntaxError, match=text) as caught:
        find_login(data, "h")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


@pytest.mark.parametrize("value", [b"sesame\\", b"sesame\\q", b"sesame\\;", b"sesame\xff"])
def test_values_that_are_not(value: bytes) -> None:
    """What libvirt would take for another password than was written is named, and not shown."""
    with pytest.raises(AuthFileSyntaxError, match="line 4: the value of 'password'") as caught:
        one(b"password=" + value)
    assert "sesame" not in str(caught.value)


@given(st.binary())
def test_garbage(data: bytes) -> None:
    """Any bytes are a file, or one error."""
    try:
        login = find_login(data, "h")
    except AuthFileSyntaxError as error:
        assert 1 <= error.line <= data.count(b"\n") + 1  # noqa: PT017 # garbage may also be a file
    else:
        assert login == {}
