"""The auth file beside GLib, which reads it for libvirt's own client."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from purevirt.rpc.auth.file import AuthFileSyntaxError, find_login
from tests.rpc.auth.glib import libvirt_login

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("lab_able")]

HOST = "h"
PIECES = st.sampled_from(
    [
        *(bytes([byte]) for byte in b"[]=#; \t\r\v\f\x01\x7fa"),
        *(b"\\s", b"\\n", b"\\\\", b"de", b"\xc3\xa9"),
    ]
)
LINES = st.one_of(
    st.sampled_from(
        [
            b"[auth-libvirt-h]",
            b"[auth-libvirt-default]",
            b"[auth-libvirt-other]",
            b"[credentials-a]",
            b"[credentials-b]",
            b"credentials=a",
            b"credentials = b",
            b"password=x",
            b" password = y z ",
            b"authname=n",
            b"username=u",
            b"password[de]=x",
            b"",
            b"# comment",
        ]
    ),
    st.lists(PIECES, max_size=6).map(b"".join),
    st.tuples(
        st.sampled_from([b"password=", b"credentials=", b"authname ="]), st.lists(PIECES, max_size=6)
    ).map(lambda pair: pair[0] + b"".join(pair[1])),
)
END = [b"[credentials-a]", b"[credentials-b]", b"password=end"]


@settings(max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(LINES, max_size=14), st.booleans(), st.booleans())
def test_read_as_libvirt_reads_it(lines: list[bytes], whole: bool, dos: bool) -> None:
    """The same login, and an error where libvirt has one; what GLib only complains of is an error, too."""
    if whole:
        lines = [b"[auth-libvirt-h]", b"credentials=a", *lines, *END]
    data = (b"\r\n" if dos else b"\n").join(lines)
    try:
        ours = find_login(data, HOST)
    except AuthFileSyntaxError as error:
        if "backslash" not in error.text:
            assert libvirt_login(data, HOST.encode()) is None
    else:
        assert libvirt_login(data, HOST.encode()) == ours
