"""What holds of every file of known hosts."""

from hypothesis import given
from hypothesis import strategies as st

from purevirt.errors import HostKeyChanged, HostKeyError, HostKeyRevoked, HostKeyUnknown, KnownHostsMalformed
from purevirt.rpc.ssh.host_key_policy import host_key_algorithms, judge
from purevirt.rpc.ssh.key import SshKeyError, fingerprint, parse_certificate
from purevirt.rpc.ssh.known_hosts import look_up, parse_known_hosts
from tests.rpc.ssh.known import NOW_S, certificate, ed25519, hashed, rsa, verdict, words

HOST, PORT, ADDRESSES = "kvm1.x", 2222, ("10.0.0.5",)
KEYS = [ed25519(1), ed25519(2), rsa(1), ed25519(9)]
PRESENTED = [*KEYS, certificate(KEYS[0], KEYS[3], (b"kvm1.x",)), certificate(KEYS[1], KEYS[2], (b"a",))]
NAMES = [
    b"kvm1.x",
    b"[kvm1.x]:2222",
    b"*",
    b"*.x",
    b"[*]:2222",
    b"!kvm1.x",
    b"KVM?.x",
    b"10.0.0.5",
    b"other",
    b"",
]

markers = st.sampled_from([b"", b"", b"@cert-authority ", b"@revoked ", b"@what "])
patterns = st.one_of(
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(b",".join),
    st.sampled_from(NAMES).map(hashed),
)
blobs = st.sampled_from([*KEYS, PRESENTED[4]])
lines = st.builds(lambda marker, names, blob: marker + names + b" " + words(blob), markers, patterns, blobs)
broken = st.builds(
    lambda line, at, byte: line[:at] + byte + line[at + 1 :], lines, st.integers(0, 90), st.binary(max_size=2)
)
files = st.lists(st.one_of(lines, lines, broken, st.binary(max_size=40)), max_size=6).map(b"\n".join)
presented = st.sampled_from(PRESENTED)


def seen(text: bytes, blob: bytes) -> str:
    return verdict(text, blob, HOST, PORT, addresses=ADDRESSES)


@given(
    st.binary(max_size=400),
    st.text(max_size=20) | st.sampled_from(["h\n", "\0", "[", "*"]),
    st.integers(1, 65535),
    st.binary(max_size=200),
)
def test_garbage_raises_only_documented_errors(data: bytes, host: str, port: int, blob: bytes) -> None:
    """Whatever is in the file and whatever is presented, the outcome is an entry or one of the errors."""
    try:
        known = parse_known_hosts(data, "f")
    except KnownHostsMalformed:
        return
    keys = look_up(known, host, port)
    assert host_key_algorithms(keys)
    outcome = None
    try:
        judge(keys, blob, now_s=NOW_S, signed=True)
    except HostKeyError as error:
        outcome = error
    assert type(outcome) in {HostKeyUnknown, HostKeyChanged, HostKeyRevoked, type(None)}
    assert "\n" not in str(outcome)


@given(files, presented)
def test_acceptance_has_a_reason(text: bytes, blob: bytes) -> None:
    """What is accepted is written in the file: the key, or the authority that signed for it."""
    if seen(text, blob) != "accepted":
        return
    keys = look_up(parse_known_hosts(text, "f"), HOST, PORT)
    entry = judge(keys, blob, now_s=NOW_S, signed=True)
    vouching = {blob} if blob in KEYS else {parse_certificate(blob).key_blob, parse_certificate(blob).ca_blob}
    assert entry.blob in vouching
    assert words(entry.blob) in text
    assert text.split(b"\n")[entry.line - 1].count(words(entry.blob))


@given(files, presented, lines.map(lambda line: line.replace(b"*", b"other")))
def test_unrelated_lines_change_no_refusal(text: bytes, blob: bytes, line: bytes) -> None:
    """A line for other hosts never turns a refusal into acceptance."""
    if seen(line, blob) == "malformed":
        return
    entry = parse_known_hosts(line, "f").entries
    names = [b"kvm1.x", b"[kvm1.x]:2222", b"10.0.0.5", b"[10.0.0.5]:2222"]
    if any(one.matches(name) for one in entry for name in names):
        return
    before = seen(text, blob)
    assert seen(text + b"\n" + line, blob) == before
    assert seen(line + b"\n" + text, blob) == before


@given(files, presented, st.binary(max_size=60).filter(lambda data: b"@" not in data))
def test_garbage_lines_change_nothing(text: bytes, blob: bytes, line: bytes) -> None:
    """A line that is no entry says nothing, wherever it stands."""
    if parse_known_hosts(line, "f").entries:
        return
    before = seen(text, blob)
    assert seen(text + b"\n" + line, blob) == before
    assert seen(line + b"\n" + text, blob) == before


@given(files, presented, patterns, blobs)
def test_a_revocation_never_opens_a_door(text: bytes, blob: bytes, names: bytes, revoked: bytes) -> None:
    """Adding a revocation never turns a refusal into acceptance."""
    if seen(text, blob) != "accepted":
        assert seen(text + b"\n@revoked " + names + b" " + words(revoked), blob) != "accepted"
        assert seen(b"@revoked " + names + b" " + words(revoked) + b"\n" + text, blob) != "accepted"


@given(files, presented)
def test_revoked_everywhere_is_accepted_nowhere(text: bytes, blob: bytes) -> None:
    """A key that is revoked for all hosts is refused whatever else the file says."""
    key = blob if blob in KEYS else parse_certificate(blob).key_blob
    assert seen(text + b"\n@revoked * " + words(key), blob) in {"revoked", "malformed"}


@given(files, st.permutations(range(6)), presented)
def test_order_does_not_matter(text: bytes, order: list[int], blob: bytes) -> None:
    """Every line counts the same wherever it stands."""
    split = text.split(b"\n")
    shuffled = b"\n".join(split[index] for index in order if index < len(split))
    if len(split) <= len(order):
        assert seen(shuffled, blob) == seen(text, blob)


@given(files, files, presented)
def test_two_files_are_one(first: bytes, second: bytes, blob: bytes) -> None:
    """Several files count as if they were one after the other."""
    try:
        known = parse_known_hosts(first, "a") + parse_known_hosts(second, "b")
    except KnownHostsMalformed:
        return
    try:
        judge(look_up(known, HOST, PORT, ADDRESSES), blob, now_s=NOW_S, signed=True)
        outcome = "accepted"
    except HostKeyError as error:
        outcome = {HostKeyUnknown: "unknown", HostKeyChanged: "changed", HostKeyRevoked: "revoked"}[
            type(error)
        ]
    assert outcome == seen(first + b"\n" + second, blob)


@given(st.binary(max_size=300), st.integers(0, 300), st.integers(0, 255))
def test_mangled_certificates_are_refused_or_read(tail: bytes, at: int, byte: int) -> None:
    """No bytes make the reader of certificates raise anything else, or believe a length."""
    whole = PRESENTED[4]
    for data in (whole[:at] + tail, whole[:at] + bytes([byte]) + whole[at + 1 :], tail):
        try:
            certificate_ = parse_certificate(data)
        except SshKeyError:
            continue
        finally:
            assert fingerprint(data).startswith("SHA256:")
        assert len(certificate_.key_blob) + len(certificate_.ca_blob) < len(data)
