"""Which auth file is read, and what a connection authenticates with."""

import logging
import re
from pathlib import Path

import pytest

from purevirt.rpc.auth.credentials import AuthFile
from purevirt.rpc.auth.file import MAX_AUTH_FILE_BYTES
from purevirt.rpc.shared import auth_local
from purevirt.rpc.shared.auth_local import new_sign_in


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder and a system, with an auth file each that says where it is."""
    system = put(tmp_path / "etc" / "auth.conf")
    monkeypatch.setattr(auth_local, "_SYSTEM_FILE", str(system))
    put(tmp_path / "home" / ".config" / "libvirt" / "auth.conf")
    put(tmp_path / "xdg" / "libvirt" / "auth.conf")
    put(tmp_path / "named")
    put(tmp_path / "by-env")
    return tmp_path


def put(path: Path, data: bytes = b"# a file") -> Path:
    """Make a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def read(authfile: str | None, **environ: str) -> AuthFile | None:
    """Return the file that is read."""
    return new_sign_in(None, environ).read_auth_file(authfile)


def test_order(home: Path) -> None:
    """U27: LIBVIRT_AUTH_FILE, the URI's, the user's, the system's, as libvirt has it."""
    user, xdg, named = {"HOME": f"{home}/home"}, {"XDG_CONFIG_HOME": f"{home}/xdg"}, f"{home}/named"
    for file, authfile, environ in (
        ("by-env", named, {"LIBVIRT_AUTH_FILE": f"{home}/by-env", **user, **xdg}),
        ("named", named, {**user, **xdg}),
        ("xdg/libvirt/auth.conf", None, {**user, **xdg}),
        ("home/.config/libvirt/auth.conf", None, user),
        ("home/.config/libvirt/auth.conf", None, {"XDG_CONFIG_HOME": "", **user}),
        ("etc/auth.conf", None, {"HOME": f"{home}/nowhere"}),
    ):
        assert read(authfile, **environ) == AuthFile(str(home / file), b"# a file")


def test_there_need_not_be_one(home: Path) -> None:
    """Nothing is named, and nothing is where libvirt looks."""
    (home / "etc" / "auth.conf").unlink()
    assert read(None, HOME=f"{home}/nowhere") is None


def test_without_a_home_in_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's folder is the one that Python finds."""
    monkeypatch.setattr(Path, "home", lambda: home / "home")
    assert read(None) == AuthFile(str(home / "home/.config/libvirt/auth.conf"), b"# a file")


def test_one_that_is_named_has_to_be_there(home: Path) -> None:
    """There is no falling back from it."""
    for authfile, environ in (
        (f"{home}/no", {}),
        (None, {"LIBVIRT_AUTH_FILE": f"{home}/no"}),
        (str(home), {}),
    ):
        with pytest.raises(OSError, match=re.escape(str(home))) as caught:
            read(authfile, HOME=f"{home}/home", **environ)
        assert caught.value.filename


def test_read_again_each_time(home: Path) -> None:
    """A password that was changed in the file is used by the next connection."""
    sign_in = new_sign_in(None, {})
    first = sign_in.read_auth_file(f"{home}/named")
    put(home / "named", b"# another")
    assert (first, sign_in.read_auth_file(f"{home}/named")) == (
        AuthFile(f"{home}/named", b"# a file"),
        AuthFile(f"{home}/named", b"# another"),
    )


def test_a_file_without_an_end(home: Path) -> None:
    """It is not read into memory."""
    put(home / "named", b"#" * MAX_AUTH_FILE_BYTES)
    assert read(f"{home}/named") is not None
    put(home / "named", b"#" * (MAX_AUTH_FILE_BYTES + 1))
    for path in (f"{home}/named", "/dev/zero"):
        with pytest.raises(OSError, match="more than 1048576 bytes") as caught:
            read(path)
        assert caught.value.filename == path


@pytest.mark.parametrize(("mode", "warned"), [(0o600, False), (0o640, False), (0o644, True)])
def test_a_file_that_everybody_can_read(
    home: Path, mode: int, warned: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """It is read, and warned of with the cure."""
    (home / "named").chmod(mode)
    with caplog.at_level(logging.WARNING, "purevirt.rpc"):
        assert read(f"{home}/named") is not None
    assert [record.getMessage() for record in caplog.records] == (
        [f"{home}/named: everybody can read the passwords in it; chmod o-r it"] if warned else []
    )


def test_nonces() -> None:
    """Printable, without a comma, long, and never the same."""
    nonces = {new_sign_in(None, {}).nonce for _ in range(1000)}
    assert len(nonces) == 1000
    assert all(re.fullmatch("[0-9a-f]{48}", nonce) for nonce in nonces)
