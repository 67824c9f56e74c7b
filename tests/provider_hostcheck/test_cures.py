"""Every failure has a cure that can be typed, and no name of a host gets into a shell."""

import json

import pytest

from purevirt.errors import (
    AgentNotConfigured,
    AgentUnresponsive,
    AuthenticationError,
    CertificateRefused,
    CertificateUntrusted,
    ConnectError,
    GuestNotRunning,
    HostKeyChanged,
    HostKeyRevoked,
    HostKeyUnknown,
    KnownHostsMissing,
    LibvirtError,
    NoDomain,
    PurevirtError,
    TlsCredentialsError,
    libvirt_error,
)
from purevirt.provider.hostcheck import cures
from purevirt.provider.hostcheck.finding import Finding, Status
from purevirt.provider.hostcheck.table import document, lines


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TimeoutError("late"), "firewall-cmd"),
        (ConnectError("x", endpoint="e"), "systemctl enable --now libvirtd.socket"),
        (CertificateRefused("x", endpoint="e"), "tls_allowed_dn_list"),
        (CertificateUntrusted("x", endpoint="e", reason="r", code=1), "virt-pki-validate"),
        (TlsCredentialsError("x", endpoint="e", file="/a b"), "'/a b'"),
        (AuthenticationError("x", endpoint="e", mechanism="ssh"), "ssh-copy-id"),
        (AuthenticationError("x", endpoint="e", mechanism="polkit"), "usermod -aG libvirt"),
        (AuthenticationError("x", endpoint="e", mechanism="sasl"), "authfile"),
        (HostKeyUnknown("x", host="h", port=22), "ssh-keyscan -p 22 h >> ~/.ssh/known_hosts"),
        (KnownHostsMissing("x", host="h", port=2, file="/k n"), ">> '/k n'"),
        (HostKeyChanged("x", host="h;rm", port=22, file="/k"), "ssh-keygen -R 'h;rm' -f /k"),
        (HostKeyRevoked("x", host="h", port=22), "ssh-keygen -A"),
    ],
)
def test_connection_that_fails_has_a_cure(error: PurevirtError | TimeoutError, words: str) -> None:
    """By the kind of failure."""
    assert words in cures.connect_cure(error)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (NoDomain, "virsh list"),
        (GuestNotRunning, "virsh start 'a b'"),
        (AgentNotConfigured, "virsh edit 'a b'"),
        (AgentUnresponsive, "apt-get install qemu-guest-agent"),
    ],
)
def test_agent_that_fails_has_a_cure(kind: type[LibvirtError], words: str) -> None:
    """By the kind of failure."""
    made = libvirt_error(code=1, domain=1, message="x", level=2)
    made.__class__ = kind
    assert words in cures.agent_cure("a b", made)


def test_table_puts_each_cure_below_its_row() -> None:
    """Columns are aligned, and the last line counts what has to be mended."""
    findings = [
        Finding(zone="zone-a", what="pool", status=Status.FAIL, detail="gone", cure="do this"),
        Finding(zone="b", what="network", status=Status.OK, detail="there"),
    ]
    head, first, cure, second, last = lines(findings)
    assert [line.index(word) for line, word in ((head, "found"), (first, "gone"), (second, "there"))] == [
        23
    ] * 3
    assert cure == " " * 23 + "> do this"
    assert last == "1 to mend"
    assert list(lines(findings[1:]))[-1] == "all is well"
    assert [row["status"] for row in json.loads(document(findings))] == ["fail", "ok"]
