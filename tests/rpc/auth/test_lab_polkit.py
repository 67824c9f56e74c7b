"""Both clients as an unprivileged user, and a real libvirtd that asks a real polkitd."""

import sys
from pathlib import Path

import pytest

from purevirt.errors import AuthenticationError
from tests.lab import LabHost, Polkit
from tests.lab.polkit import REFUSE
from tests.rpc.auth.flavours import FLAVOURS, hostname

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("lab_able")]

NO = """polkit.addRule(function(action, subject) {
    if (action.id == "org.libvirt.unix.manage") { return polkit.Result.NO; }
});
"""
PROGRAM = Path(__file__).with_name("as_user.py")


def as_user(host: LabHost, uri: str, *options: str) -> list[str]:
    """Return what each client says as the lab's user."""
    done = host.polkit.run([sys.executable, PROGRAM, uri, *options])
    lines = done.stdout.decode().splitlines()
    assert [line.split(" ", 1)[0] for line in lines] == [*FLAVOURS], done.stderr.decode()
    return [line.split(" ", 1)[1] for line in lines]


def test_a_user_whom_the_rules_let_in() -> None:
    """One void call, by either client, and with `auth=polkit`; root is not asked, and is offered none."""
    with LabHost("lets", polkit=Polkit()) as host:
        assert as_user(host, host.uri) == ["lets", "lets"]
        assert as_user(host, host.unix_uri(auth="polkit")) == ["lets", "lets"]
        for flavour in FLAVOURS:
            assert hostname(flavour, host.uri) == "lets"
            with pytest.raises(AuthenticationError, match="auth=polkit, the daemon offers none"):
                hostname(flavour, host.unix_uri(auth="polkit"))


def test_a_user_who_would_have_to_be_asked() -> None:
    """There is no agent: said so, with the action to write a rule for."""
    with LabHost("asks", polkit=Polkit(REFUSE)) as host:
        for line in as_user(host, host.uri):
            assert line.startswith(
                f"polkit {host.socket_path}: polkit refused this process: authentication unav"
            )
            assert "no agent of theirs runs; write a rule in" in line
            assert "YES to org.libvirt.unix.manage" in line


def test_a_user_whom_the_rules_refuse() -> None:
    """Said so, with the cure that a readonly connection is, which is then let in."""
    with LabHost("denies", polkit=Polkit(NO)) as host:
        for line in as_user(host, host.uri):
            assert "its rules do not let this process do org.libvirt.unix.manage" in line
            assert line.endswith("or ask for a readonly connection")
        readonly = host.unix_uri(socket=host.folder / "run" / "libvirt-sock-ro")
        assert as_user(host, readonly, "readonly") == ["denies", "denies"]
