"""What is in effect, and what is refused before anything is bound, dialled or written."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import asyncssh
import pytest
import yaml
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.__main__ import main
from purevirt.provider.core.quantity import parse_quantity
from purevirt.provider.errors import ConfigError
from purevirt.provider.settings.config import parse_config
from purevirt.provider.settings.config_report import masked_uri
from purevirt.provider.settings.flags import FLAGS
from tests.provider.pki import EXPIRED, FUTURE, Authority, authority
from tests.provider.settings.test_config import GOOD, offer

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from pathlib import Path

BASE = ("--connect", "qemu+unix:///system?socket=/nowhere/s", "--image", "g")
CANARY = "canary-5b1d"


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, base: tuple[str, ...] = BASE) -> str:
    """Return the one line that --check-config refuses a command line with."""
    assert main([*base, *arguments, "--check-config"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("purevirt-provider: --")
    assert err.count("\n") == 1
    assert CANARY not in err
    return err


def test_every_flag_can_come_from_its_variable() -> None:
    """The variable is PUREVIRT_ and the flag's name in capitals, for all of them."""
    for flag in FLAGS:
        variable = "PUREVIRT_" + flag.name.replace("-", "_").upper()
        assert flag.variable == variable
    made = parse_config(BASE, {"PUREVIRT_SHARD_IDENTITY": "require", "PUREVIRT_LOG_LEVEL": "error"}, uid=0)
    assert (made.shard_identity, made.log_level) == ("require", 40)


def test_print_config_shows_values_with_where_they_come_from(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """YAML with every setting, the origin as a comment, and nothing is started."""
    monkeypatch.setenv("PUREVIRT_NETWORK", "n1")
    monkeypatch.setenv("PUREVIRT_TRANSITION_TIMEOUT", "7s")
    assert main([*BASE, "--print-config", "--image=ü: #x"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    shown = yaml.safe_load(out)
    assert list(shown) == [
        flag.name for flag in FLAGS if not flag.name.endswith("-config") or flag.name[0] == "n"
    ]
    assert shown["image"] == "ü: #x"
    assert shown["connect"] == ["local=qemu+unix:///system?socket=/nowhere/s"]
    assert (shown["create-timeout"], shown["seed-count"], shown["state"]) == ("7s", "32", None)
    lines = out.splitlines()
    assert 'network: "n1"  # environment' in lines
    assert 'storage-pool: "default"  # default' in lines
    assert 'drain-timeout: "7s"  # environment' in lines


@pytest.mark.parametrize(
    "uri",
    [
        f"qemu+ssh://u:{CANARY}@h/system",
        f"qemu+ssh://u:{CANARY}@{CANARY}@h/system?x=1",
        f"qemu+ssh://h/system?passphrase={CANARY}&keyfile=/k",
        f"qemu+ssh://h/system?keyfile=/k&api_TOKEN={CANARY}",
    ],
)
def test_whatever_could_be_a_secret_in_a_uri_is_masked(uri: str) -> None:
    """Also where a URI like that is refused before it is shown."""
    assert CANARY not in masked_uri(uri)
    assert "***" in masked_uri(uri)


@pytest.mark.parametrize(
    "uri", ["qemu:///system", "qemu+ssh://u@[::1]:22/system?keyfile=/k", "test:///default"]
)
def test_a_uri_without_secrets_is_shown_as_it_is(uri: str) -> None:
    """What is not a secret is what an operator wants to see."""
    assert masked_uri(uri) == uri


def test_check_config_says_yes_without_starting_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 0; neither a state file nor a lock of it is made."""
    cert, key = authority().server().write(tmp_path, "server")
    ca = tmp_path / "ca.pem"
    # A CA that has expired beside its successor is how CAs are renewed.
    ca.write_bytes(Authority("old", lifetime=EXPIRED).pem + authority().pem)
    state = tmp_path / "folder" / "state.db"
    state.parent.mkdir()
    tls = ("--tls-cert", str(cert), "--tls-key", str(key), "--tls-ca", str(ca))
    assert main([*BASE, *tls, "--state", str(state), "--check-config"]) == 0
    assert capsys.readouterr().out == "# the configuration is valid\n"
    assert list(state.parent.iterdir()) == []


def encrypted(key: bytes) -> bytes:
    """Return a key under a passphrase."""
    return load_pem_private_key(key, None).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(CANARY.encode())
    )


def _folder_instead(folder: Path) -> None:
    (folder / "s.pem").unlink()
    (folder / "s.pem").mkdir()


TLS_FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "cert missing": (lambda p: (p / "s.pem").unlink(), "--tls-cert {}/s.pem: cannot be read (No such file"),
    "key missing": (lambda p: (p / "s.key").unlink(), "--tls-key {}/s.key: cannot be read (No such file"),
    "ca missing": (lambda p: (p / "ca.pem").unlink(), "--tls-ca {}/ca.pem: cannot be read (No such file"),
    "cert a folder": (_folder_instead, "--tls-cert {}/s.pem: cannot be read (Is a directory)"),
    "cert empty": (
        lambda p: (p / "s.pem").write_bytes(b""),
        "--tls-cert {}/s.pem: holds no certificate",
    ),
    "key garbage": (
        lambda p: (p / "s.key").write_text(f"-----BEGIN PRIVATE KEY-----\n{CANARY}\n"),
        "--tls-key {}/s.key: holds no private key in PEM",
    ),
    "key encrypted": (
        lambda p: (p / "s.key").write_bytes(encrypted((p / "s.key").read_bytes())),
        "--tls-key {}/s.key: is encrypted, and a server has nobody to ask",
    ),
    "key of another": (
        lambda p: (p / "s.key").write_bytes(authority().server().key),
        "--tls-key {0}/s.key: does not belong to the certificate in --tls-cert {0}/s.pem",
    ),
    "ca empty": (
        lambda p: (p / "ca.pem").write_text("\n"),
        "--tls-ca {}/ca.pem: holds no certificate",
    ),
    "ca a key": (
        lambda p: (p / "ca.pem").write_bytes((p / "s.key").read_bytes()),
        "--tls-ca {}/ca.pem: holds no certificate in PEM",
    ),
    "ca expired": (
        lambda p: (p / "ca.pem").write_bytes(Authority("x", lifetime=EXPIRED).pem),
        "--tls-ca {}/ca.pem: expired 20",
    ),
    "cert expired": (
        lambda p: authority().server(lifetime=EXPIRED).write(p, "s"),
        "--tls-cert {}/s.pem: expired 20",
    ),
    "cert not yet valid": (
        lambda p: authority().server(lifetime=FUTURE).write(p, "s"),
        "--tls-cert {}/s.pem: is not valid before 20",
    ),
    "endless": (
        lambda p: (p / "ca.pem").write_bytes(bytes(5 << 20)),
        "--tls-ca {}/ca.pem: is larger than 4194304 bytes",
    ),
}


@pytest.mark.parametrize("name", TLS_FAULTS)
def test_tls_files_that_do_not_do_are_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that names flag and file, and nothing of what is in a key."""
    cert, key = authority().server().write(tmp_path, "s")
    (tmp_path / "ca.pem").write_bytes(authority().pem)
    spoil, message = TLS_FAULTS[name]
    spoil(tmp_path)
    line = refusal(
        capsys, "--tls-cert", str(cert), "--tls-key", str(key), "--tls-ca", str(tmp_path / "ca.pem")
    )
    assert message.format(tmp_path) in line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tls-cert", "c"], "--tls-cert c: is given without --tls-key"),
        (["--tls-key", "k"], "--tls-key k: is given without --tls-cert"),
        (["--tls-ca", "a"], "--tls-ca a: is given without --tls-cert and --tls-key"),
        (["--tls-ca", "a", "--tls-cert", "c"], "--tls-cert c: is given without --tls-key"),
        (["--shard-identity", "on"], "--shard-identity: must be one of auto, require, off, got 'on'"),
        (["--log-level", "loud"], "--log-level: must be one of debug, info, warning, error, got 'loud'"),
        (["--print-config=x"], "--print-config: must be true or false, got 'x'"),
    ],
)
def test_flags_that_do_not_fit_together_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A half of TLS is an error and not plain text."""
    assert message in refusal(capsys, *arguments)


def test_state_in_a_wrong_place_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder, a folder that is not there: the flag, the path and the cure."""
    assert f"--state {tmp_path}: is a folder; name a file in it" in refusal(capsys, "--state", str(tmp_path))
    missing = tmp_path / "no" / "state.db"
    assert f"--state {missing}: {missing.parent} is not there; make it" in refusal(
        capsys, "--state", str(missing)
    )


def test_a_damaged_state_is_status_two_and_one_line(tmp_path: Path) -> None:
    """A file that is no state is refused when it is opened, as a wrong flag is; only that is told."""
    state = tmp_path / "state.db"
    state.write_bytes(b"no database" * 1000)
    command = [*BASE, "--addr", "127.0.0.1:0", "--metrics-addr=", "--state", str(state)]
    done = subprocess.run(
        [sys.executable, "-m", "purevirt.provider", *command],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("purevirt-provider: --state")
    assert str(state) in done.stderr


def test_an_address_that_cannot_be_had_is_status_two_before_any_host_is_asked() -> None:
    """One line with address, reason and cure; gRPC prints nothing of its own, and no host was dialled."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        addr = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(
            [sys.executable, "-m", "purevirt.provider", *BASE, "--addr", addr, "--metrics-addr="],
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"purevirt-provider: --addr: cannot listen on {addr} (Address already in use); name an address of "
        "this machine, with a free port, or unix: and a path in a folder that is there\n"
    )


def test_what_a_uri_names_has_to_be_usable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Keys, known hosts, certificates, sockets, programs: zone, file and cure, and nothing is dialled."""
    file = tmp_path / "file"
    file.write_text(CANARY)
    locked = tmp_path / "locked"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(locked, passphrase=CANARY)
    faults = {
        f"qemu+ssh://h/system?keyfile={tmp_path}/no": f"keyfile={tmp_path}/no cannot be read (No such file",
        f"qemu+ssh://h/system?keyfile={file}": f"keyfile={file} is no private key",
        f"qemu+libssh://h/system?keyfile={locked}": f"keyfile={locked} is no private key that can be used",
        f"qemu+ssh://h/system?known_hosts={tmp_path}/no": f"known_hosts={tmp_path}/no cannot be read",
        f"qemu://h/system?pkipath={tmp_path}": f"{tmp_path}/cacert.pem does not exist",
        f"qemu+unix:///system?socket={file}": f"{file} is no socket",
        f"qemu+ext:///system?command={tmp_path}/no": f"{tmp_path}/no is no program",
    }
    for uri, message in faults.items():
        line = refusal(capsys, base=("--connect", f"z1={uri}", "--image", "g"))
        assert line.startswith("purevirt-provider: --connect: zone 'z1': ")
        assert message in line
        assert main(["--connect", uri, "--image", "g"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_what_may_still_come_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that listens, one that is not there yet, a usable key, and a locked key with an agent."""
    usable, locked = tmp_path / "usable", tmp_path / "locked"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(usable)
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(locked, passphrase=CANARY)
    monkeypatch.setenv("SSH_AUTH_SOCK", str(tmp_path / "agent"))
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s")
        uris = [
            f"a=qemu+unix:///system?socket={tmp_path}/s",
            f"b=qemu+unix:///system?socket={tmp_path}/later",
            f"c=qemu+ssh://h/system?keyfile={usable}&known_hosts={os.devnull}",
            f"d=qemu+ssh://h/system?keyfile={locked}",
        ]
        assert main(["--connect", ",".join(uris), "--image", "g", "--check-config"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("cpu", "lots", "must be a quantity like 2, 500m or 4Gi, got 'lots'"),
        ("memory", "4 Gi", "must be a quantity"),
        ("memory", "4GiB", "must be a quantity"),
        ("cpu", "-1", "must be a quantity"),
        ("cpu", "1e999", "must be a quantity"),
        ("cpu", "٣", "must be a quantity"),
        ("cpu", 0, "must be more than 0, got '0'"),
        ("cpu", "", "must be a quantity"),
        ("cpu", None, "must be a string"),
    ],
)
def test_resources_are_quantities(tmp_path: Path, name: str, value: object, shown: str) -> None:
    """A shard divides by them; the error has file and path of the field."""
    with pytest.raises(ConfigError) as caught:
        offer(tmp_path, [GOOD, {**GOOD, "resources": {name: value}}])
    line = str(caught.value)
    assert line.startswith(f"--offerings {tmp_path}/offerings.yaml: offerings[1].resources.{name}: {shown}")


@pytest.mark.parametrize(
    ("text", "amount"),
    [("2", 2), ("500m", 0.5), ("4Gi", 2**32), (".5", 0.5), ("1e3", 1000), ("2.k", 2000), ("+1E", 1e18)],
)
def test_quantity_is_exact(text: str, amount: float) -> None:
    """Decimal and binary suffixes, and exponents."""
    assert parse_quantity(text) == amount


@given(st.text(alphabet="0123456789.eE+-numkMGTPi ", max_size=10))
def test_quantity_is_positive_or_a_clear_error(text: str) -> None:
    """Any text is an amount of more than 0, or a ValueError that shows it."""
    with contextlib.suppress(_Refused):
        assert _amount(text) > 0


class _Refused(Exception):
    """A ValueError that showed the text."""


def _amount(text: str) -> Fraction:
    """Parse; only an error that shows the text is passed on as `_Refused`."""
    try:
        return parse_quantity(text)
    except ValueError as error:
        if repr(text) not in str(error):
            raise
        raise _Refused from error
