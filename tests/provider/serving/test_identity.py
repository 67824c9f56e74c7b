"""Which shard a certificate speaks for, name by name."""

from __future__ import annotations

import pytest
from cryptography import x509

from purevirt.provider.errors import IdentityRejected
from purevirt.provider.serving.identity import IdentityPolicy, check_identity
from tests.provider.pki import authority

SHARD = "bigfleet://shard/s1"


def verdict(policy: IdentityPolicy, certificate: bytes | None, shard_id: str = "s1") -> str:
    """Return why the caller is refused, or nothing."""
    context = {} if certificate is None else {"x509_pem_cert": [certificate], "peer_uri": [b"ignored"]}
    try:
        check_identity(policy, context, shard_id)
    except IdentityRejected as error:
        return str(error)
    return ""


@pytest.mark.parametrize("policy", ["auto", "require"])
@pytest.mark.parametrize(
    ("names", "shard_id", "reason"),
    [
        ([SHARD], "s1", ""),
        ([SHARD, "spiffe://x/y", "https://bigfleet"], "s1", ""),
        ([SHARD], "s2", "which does not speak for shard_id 's2'"),
        ([SHARD], "S1", "which does not speak for"),
        ([SHARD], "s1/", "which does not speak for"),
        ([SHARD], "", "which does not speak for shard_id ''"),
        (["bigfleet://shard/"], "", "which does not speak for"),
        (["bigfleet://shard/s%31"], "s1", "which does not speak for"),
        (["bigfleet://cluster/s1"], "s1", "is for 'bigfleet://cluster/s1', which does not speak for"),
        (["bigfleet://shard"], "s1", "which does not speak for"),
        (["BIGFLEET://shard/s1"], "s1", "which does not speak for"),
        (["bigfleet://shard/s1\0.evil"], "s1", "which does not speak for"),
        ([SHARD, "bigfleet://shard/s2"], "s1", "has 2 bigfleet:// names"),
        ([SHARD, SHARD], "s1", "has 2 bigfleet:// names"),
        ([SHARD, "bigfleet://cluster/c"], "s1", "has 2 bigfleet:// names"),
    ],
)
def test_a_name_of_ours_speaks_for_its_shard_alone(
    policy: IdentityPolicy, names: list[str], shard_id: str, reason: str
) -> None:
    """Byte for byte, one name, of the right kind; a NUL in it ends nothing. Off looks at none of it."""
    certificate = authority().client(*names).cert
    found = verdict(policy, certificate, shard_id)
    assert bool(found) is bool(reason)
    assert reason in found
    assert verdict("off", certificate, shard_id) == ""


@pytest.mark.parametrize(
    "others",
    [
        [],
        [x509.DNSName(SHARD)],
        [x509.RFC822Name("s1@example.com")],
        [x509.UniformResourceIdentifier("spiffe://bigfleet/shard/s1")],
    ],
    ids=["no names", "DNS name", "mail name", "another scheme"],
)
def test_a_certificate_without_a_name_of_ours(others: list[x509.GeneralName]) -> None:
    """Anybody for auto, nobody for require; what looks like one of ours in another kind of name is none."""
    certificate = authority().client(others=others).cert
    assert verdict("auto", certificate, "any") == ""
    assert "--shard-identity require wants one" in verdict("require", certificate)


@pytest.mark.parametrize("policy", ["auto", "require", "off"])
def test_a_caller_without_a_certificate_is_not_asked(policy: IdentityPolicy) -> None:
    """Plaintext, and TLS without client certificates."""
    assert verdict(policy, None) == ""


def test_a_certificate_whose_names_cannot_be_read_speaks_for_nobody() -> None:
    """Never an exception that would make it a bug of ours."""
    assert "names cannot be read" in verdict(
        "auto", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    )


def test_long_names_are_cut_in_the_refusal() -> None:
    """What a stranger's certificate says fills no log."""
    certificate = authority().client("bigfleet://shard/" + "x" * 5000).cert
    assert len(verdict("auto", certificate, "y" * 5000)) < 600
