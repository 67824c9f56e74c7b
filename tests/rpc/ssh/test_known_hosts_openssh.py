"""Our verdict on a server beside the `ssh` program's, on the same files and the same sshd (CASES 4.6).

Where we are stricter on purpose, the row says so and what each of the two decides.
"""

import base64
import hashlib
import hmac
import random
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from purevirt.errors import AuthenticationError, HostKeyError
from purevirt.rpc.aio.ssh.dial import dial
from purevirt.rpc.ssh.plan import SshPlan
from tests.rpc.ssh.known import verdict
from tests.rpc.ssh.server import SSHD, Keys, Sshd, certify, keygen, public
from tests.rpc.ssh.sink import Sink

ACCEPT, REJECT = "accept", "reject"
_STRICT = (
    *("-o", "GlobalKnownHostsFile=none"),
    *("-o", "StrictHostKeyChecking=yes"),
    *("-o", "BatchMode=yes"),
    *("-o", "PreferredAuthentications=none"),
)


def hashed(name: str) -> str:
    salt = b"0123456789abcdefghij"
    digest = hmac.digest(salt, name.encode(), hashlib.sha1)
    return f"|1|{base64.b64encode(salt).decode()}|{base64.b64encode(digest).decode()}"


# {k}: the host's key, {x}: another, {c}: the authority, {p}: the port
ROWS = [
    ("H1", "localhost", "[localhost]:{p} {k}", ACCEPT, ACCEPT),
    ("H3", "localhost", "localhost {k}", ACCEPT, ACCEPT),
    ("H3-other", "localhost", "localhost {x}", REJECT, REJECT),
    ("H4", "localhost", "[localhost]:{p} {x}\nlocalhost {k}", REJECT, REJECT),
    ("H5-port", "localhost", "{h} {k}", ACCEPT, ACCEPT),
    ("H6", "localhost", hashed("localhost") + " {k}", ACCEPT, ACCEPT),
    ("H5-wrong-salt", "localhost", hashed("localhost").replace("|MDEy", "|MTEy") + " {k}", REJECT, REJECT),
    ("H9", "localhost", "localhost {c}", REJECT, REJECT),
    ("H10", "localhost", "@revoked [localhost]:{p} {k}\n[localhost]:{p} {k}", REJECT, REJECT),
    ("H11", "localhost", "@revoked [localhost]:{p} {k}\nlocalhost {k}", REJECT, REJECT),
    ("H11, stricter: union", "localhost", "@revoked localhost {k}\n[localhost]:{p} {k}", ACCEPT, REJECT),
    ("H11, stricter: address", "localhost", "@revoked 127.0.0.1 {k}\nlocalhost {k}", ACCEPT, REJECT),
    ("H13", "localhost", "@revoked * {k}\n[localhost]:{p} {k}", REJECT, REJECT),
    ("H15", "localhost", "local*,!localhost {k}", REJECT, REJECT),
    ("H15-port", "localhost", "*,!localhost {k}", ACCEPT, ACCEPT),
    ("H16", "localhost", "[127.0.0.1]:{p} {k}\n127.0.0.1 {k}", REJECT, REJECT),
    ("H17", "127.0.0.1", "127.0.0.0/8 {k}", REJECT, REJECT),
    ("address", "127.0.0.1", "127.0.0.? {k}", ACCEPT, ACCEPT),
    ("address, port", "127.0.0.1", "[127.0.0.*]:{p} {k}", ACCEPT, ACCEPT),
    ("H19", "localhost", "loca[l]host {k}", REJECT, REJECT),
    ("H20", "localhost", "garbage\n@foo localhost {k}\n|1|x|y {k}\nlocalhost {k}", ACCEPT, ACCEPT),
    ("H20, stricter: revocation", "localhost", "@revoked localhost\nlocalhost {k}", ACCEPT, REJECT),
    ("H21", "localhost", "# caf\u00e9\nlocalhost {k} caf\u00e9\u0085", ACCEPT, ACCEPT),
    ("H24", "localhost", "localhost {r}", REJECT, REJECT),
    ("H24-port", "localhost", "[localhost]:{p} {r}", REJECT, REJECT),
    ("H25", "localhost", "", REJECT, REJECT),
    ("upper-case-entry", "localhost", "LOCALHOST {k}", ACCEPT, ACCEPT),
    ("upper-case-name", "LocalHost", "localhost {k}", ACCEPT, ACCEPT),
    ("star", "localhost", "* {k}", ACCEPT, ACCEPT),
    ("bare-star-CA", "localhost", "@cert-authority * {k}", REJECT, REJECT),
    ("CR", "localhost", "localhost {k}\r", ACCEPT, ACCEPT),
    ("cut-key", "localhost", "localhost {cut}", REJECT, REJECT),
    ("two-markers", "localhost", "@cert-authority @cert-authority localhost {k}", REJECT, REJECT),
]

CERTIFICATES = [
    ("H7", "localhost", "", "@cert-authority local* {c}", ACCEPT, ACCEPT),
    ("H7-port", "localhost", "", "@cert-authority [localhost]:{p} {c}", ACCEPT, ACCEPT),
    ("H8-principal", "other", "", "@cert-authority * {c}", REJECT, REJECT),
    ("H8-expired", "localhost", "20200101:20210101", "@cert-authority * {c}", REJECT, REJECT),
    ("H8, stricter: no principals", "", "", "@cert-authority * {c}", ACCEPT, REJECT),
    ("H9", "localhost", "", "localhost {c}", REJECT, REJECT),
    ("H14", "localhost", "", "@cert-authority * {c}\n@revoked * {c}", REJECT, REJECT),
    ("H14-key", "localhost", "", "@cert-authority * {c}\n@revoked * {k}", REJECT, REJECT),
    ("plain-key", "other", "", "@cert-authority * {c}\nlocalhost {k}", ACCEPT, ACCEPT),
    ("plain-key-alone", "localhost", "", "localhost {k}", ACCEPT, ACCEPT),
    ("other-authority", "localhost", "", "@cert-authority * {x}", REJECT, REJECT),
]


@pytest.fixture
def any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are looked up as DNS has them; musl's resolver heeds the case of those in /etc/hosts."""
    resolve = socket.getaddrinfo

    def resolve_lower(host: str, *args: Any, **options: Any) -> Any:
        return resolve(host.lower(), *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve_lower)


@pytest.fixture(scope="module")
def authority(keys: Keys) -> Path:
    return keygen(keys.folder / "authority")


@pytest.fixture(scope="module")
def rsa(keys: Keys) -> Path:
    return keygen(keys.folder / "rsa", "rsa", extra=("-b", "2048"))


@pytest.fixture(scope="module")
def sshd(keys: Keys) -> Iterator[Sshd]:
    with Sshd(keys, {"MaxStartups": "100"}) as running:
        yield running


def filled(text: str, keys: Keys, authority: Path, rsa: Path, port: int) -> bytes:
    """Return the bytes of a file; Latin-1, as the text may be."""
    key = public(keys.host)
    text = text.format(
        k=key,
        x=public(keys.stranger),
        c=public(authority),
        r=public(rsa),
        p=port,
        cut=key[:-8],
        h=hashed(f"[localhost]:{port}"),
    )
    return text.encode("latin-1") + b"\n"


def openssh(file: Path, host: str, port: int, *options: str) -> str:
    """Return what the ssh program decides; it goes no further than its verdict."""
    answer = subprocess.run(
        ["ssh", "-F", "none", "-p", str(port), *_STRICT, "-o", f"UserKnownHostsFile={file}", *options, host],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        check=False,
        timeout=30,
    )
    if "Host key verification failed" in answer.stderr:
        return REJECT
    assert "Permission denied" in answer.stderr, answer.stderr
    return ACCEPT


async def purevirt(file: Path, host: str, port: int, keys: Keys) -> str:
    """Return what our client decides, dialling for real; nobody lets the stranger in."""
    plan = SshPlan(
        host,
        port,
        keyfile=str(keys.stranger),
        methods=("privkey",),
        known_hosts=(str(file),),
        socket_paths=("/nonexistent",),
    )
    with pytest.raises((HostKeyError, AuthenticationError)) as caught:
        await dial(plan, Sink())
    return REJECT if isinstance(caught.value, HostKeyError) else ACCEPT


@pytest.mark.parametrize(("row", "host", "text", "theirs", "ours"), ROWS, ids=[row[0] for row in ROWS])
async def test_key(
    row: str,
    host: str,
    text: str,
    theirs: str,
    ours: str,
    keys: Keys,
    authority: Path,
    rsa: Path,
    sshd: Sshd,
    tmp_path: Path,
    any_case: None,
) -> None:
    """The two clients decide the same, or as the row says why not (H1-H25)."""
    file = tmp_path / "known"
    file.write_bytes(filled(text, keys, authority, rsa, sshd.port))
    assert openssh(file, host, sshd.port) == theirs
    assert await purevirt(file, host, sshd.port, keys) == ours
    assert theirs == ours or "stricter" in row


@pytest.mark.parametrize(
    ("row", "principals", "validity", "text", "theirs", "ours"),
    CERTIFICATES,
    ids=[row[0] for row in CERTIFICATES],
)
async def test_certificate(
    row: str,
    principals: str,
    validity: str,
    text: str,
    theirs: str,
    ours: str,
    keys: Keys,
    authority: Path,
    rsa: Path,
    tmp_path: Path,
) -> None:
    """The same for servers that present a certificate, signed for real (H7-H9, H14)."""
    key = tmp_path / "host"
    key.write_bytes(keys.host.read_bytes())
    key.chmod(0o600)
    key.with_name("host.pub").write_text(public(keys.host) + "\n")
    cert = certify(authority, key, principals=principals, validity=validity)
    file = tmp_path / "known"
    with Sshd(keys, {"HostCertificate": str(cert)}, (key,)) as sshd:
        file.write_bytes(filled(text, keys, authority, rsa, sshd.port))
        assert openssh(file, "localhost", sshd.port) == theirs
        assert await purevirt(file, "localhost", sshd.port, keys) == ours
    assert theirs == ours or "stricter" in row


def test_any_file(keys: Keys, authority: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """On a hundred files thrown together at random, nothing is accepted that OpenSSH rejects.

    What it accepts and we reject has a revocation in it.
    """
    server = Sshd(keys)  # not started: ssh starts one for each file, on a pipe, so that any name will do
    request.addfinalizer(server.stop)
    config = server.config()
    chance = random.Random(20)  # the same files every time
    names = [
        "kvm1.example.com",
        "[kvm1.example.com]:2222",
        "*.example.com",
        "*",
        "!kvm1.example.com",
        "kvm?.*",
    ]
    names += [
        hashed("kvm1.example.com"),
        hashed("[kvm1.example.com]:2222"),
        "[kvm1.*]:*",
        "KVM1.example.com",
        "",
    ]
    secrets = [keys.host, keys.host, keys.stranger, authority]
    blob = base64.b64decode(public(keys.host).split()[1])
    accepted = 0
    for index in range(100):
        lines = []
        for _ in range(chance.randint(1, 5)):
            marker = chance.choice(["", "", "", "@revoked ", "@cert-authority ", "@what "])
            patterns = ",".join(chance.sample(names[:6] + names[8:10], chance.randint(1, 3)))
            patterns = chance.choice([patterns, patterns, chance.choice(names[6:8])])
            lines.append(f"{marker}{patterns} {public(chance.choice(secrets))}")
        file = tmp_path / f"known{index}"
        file.write_text("\n".join(lines) + "\n")
        port = chance.choice([22, 2222])
        theirs = openssh(file, "kvm1.example.com", port, "-o", f"ProxyCommand={SSHD} -i -f {config}")
        ours = verdict(file.read_bytes(), blob, "kvm1.example.com", port)
        if ours == "accepted":
            accepted += 1
            assert theirs == ACCEPT, file.read_text()
        elif theirs == ACCEPT:
            assert ours == "revoked", file.read_text()
    assert 15 < accepted < 85
