"""Files of known hosts on disk: which are read, what must be there, how a new key is written."""

import fcntl
import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from purevirt.errors import ConnectError, HostKeyChanged, HostKeyError, KnownHostsMalformed, KnownHostsMissing
from purevirt.rpc.aio.ssh import files as ssh_files
from purevirt.rpc.aio.ssh.files import (
    append_known_host,
    default_keyfiles,
    local_user,
    read_known_hosts,
)
from purevirt.rpc.ssh.host_key_policy import judge
from purevirt.rpc.ssh.known_hosts import KnownHost, known_hosts_line
from purevirt.rpc.ssh.plan import KnownHostsText, SshHop, SshPlan
from tests.rpc.ssh.known import NOW_S, ed25519, words

KEY, OTHER = ed25519(1), ed25519(2)
HOP = SshHop("h", 2222)


def plan(*known: str | KnownHostsText, verify: str = "normal") -> SshPlan:
    return SshPlan("h", 2222, known_hosts=known, verify=verify)  # type: ignore[arg-type] # one of three words


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home with an empty ~/.ssh, on a system without files of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(ssh_files, "_SYSTEM_FILES", (str(tmp_path / "system"),))
    (tmp_path / ".ssh").mkdir()
    return tmp_path


def test_default_files_add_up(home: Path) -> None:
    """The user's files and the system's count together; those that are missing do not matter."""
    for name in (".ssh/known_hosts", ".ssh/known_hosts2", "system"):
        (home / name).write_bytes(b"h " + words(KEY))
    known = read_known_hosts(SshPlan("h"), HOP)
    assert [Path(file).name for file in known.files] == ["known_hosts", "known_hosts2", "system"]
    assert len(known.entries) == 3
    (home / ".ssh/known_hosts").unlink()
    (home / ".ssh/known_hosts2").unlink()
    assert [Path(file).name for file in read_known_hosts(SshPlan("h"), HOP).files] == ["system"]


def test_no_default_file_at_all(home: Path) -> None:
    """Nothing to compare with is an error that names where one was looked for (H26)."""
    with pytest.raises(
        KnownHostsMissing, match="SSH to h port 2222: there is no file of known hosts"
    ) as caught:
        read_known_hosts(SshPlan("h"), HOP)
    assert caught.value.file == str(home / ".ssh" / "known_hosts")
    assert read_known_hosts(SshPlan("h", verify="auto"), HOP).files == ()


def test_text_in_memory(home: Path) -> None:
    """Text and bytes may stand for files, under a name for errors; both may be mixed with paths."""
    (home / "file").write_bytes(b"a " + words(KEY))
    known = read_known_hosts(
        plan(
            KnownHostsText(b"b " + words(KEY), "secret"), str(home / "file"), KnownHostsText("c caf\u00e9\n")
        ),
        HOP,
    )
    assert known.files == ("secret", str(home / "file"), "known_hosts (in memory)")
    assert [entry.file for entry in known.entries] == ["secret", str(home / "file")]
    with pytest.raises(KnownHostsMalformed, match=r"^secret:1: "):
        read_known_hosts(plan(KnownHostsText("@revoked", "secret")), HOP)


def test_files_that_cannot_be_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, a name that is none and a file without end are refused, each by its name."""
    for name in (str(home), "a\0b", "/dev/zero"):
        monkeypatch.setattr(ssh_files, "_MAX_FILE_BYTES", 1000)
        with pytest.raises(KnownHostsMissing) as caught:
            read_known_hosts(plan(name), HOP)
        assert caught.value.file == name
    with pytest.raises(KnownHostsMissing, match="too large"):
        read_known_hosts(plan("/dev/zero"), HOP)
    assert read_known_hosts(plan("/dev/null"), HOP).entries == ()


def test_append_judges_again(home: Path) -> None:
    """Whoever comes second is told of another key, and does not write the same key twice (H30)."""
    file = home / "known"
    assert append_known_host(plan(str(file)), HOP, KEY, now_s=NOW_S) == str(file)
    assert append_known_host(plan(str(file)), HOP, KEY, now_s=NOW_S) == str(file)
    assert file.read_bytes() == known_hosts_line("h", 2222, KEY) + b"\n"
    with pytest.raises(HostKeyChanged, match="known:1 knows another one"):
        append_known_host(plan(str(file)), HOP, OTHER, now_s=NOW_S)
    file.write_bytes(b"@revoked\n")
    with pytest.raises(KnownHostsMalformed):
        append_known_host(plan(str(file)), HOP, KEY, now_s=NOW_S)


@pytest.mark.parametrize(
    ("known", "kind", "text"),
    [
        (str, ConnectError, "cannot be written there: Is a directory"),
        (lambda home: "/proc/none/known_hosts", ConnectError, "cannot be written there"),
        (lambda home: KnownHostsText(b""), KnownHostsMissing, "no file to write the new key to"),
    ],
)
def test_append_where_it_cannot_be(
    home: Path, known: Callable[[Path], str | KnownHostsText], kind: type[ConnectError], text: str
) -> None:
    """A key that cannot be written down is not accepted."""
    with pytest.raises(kind, match=text) as caught:
        append_known_host(plan(known(home)), HOP, KEY, now_s=NOW_S)
    assert type(caught.value) is kind


def test_append_of_a_name_that_is_a_pattern(home: Path) -> None:
    """A name that would match other hosts is not written."""
    with pytest.raises(ConnectError, match="cannot be written"):
        append_known_host(plan(str(home / "known")), SshHop("*", 22), KEY, now_s=NOW_S)


def test_append_judges_and_writes_under_a_lock(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the last look at the file until the line is in it, nobody else can write a key (H30)."""
    file = home / "known"
    locked: list[bool] = []

    def judged(*args: Any, **words: Any) -> KnownHost:
        with file.open("rb") as other:
            try:
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                locked.append(True)
        return judge(*args, **words)

    monkeypatch.setattr(ssh_files, "judge", judged)
    append_known_host(plan(str(file)), HOP, KEY, now_s=NOW_S)
    assert locked == [True]
    with file.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _append(file: str, index: int) -> str:
    try:
        return append_known_host(plan(file), SshHop(f"h{index % 5}", 2222), ed25519(index % 10), now_s=NOW_S)
    except HostKeyError as error:
        return type(error).__name__


def test_append_from_many_processes(home: Path) -> None:
    """Lines are never torn, and of two keys for one name one wins and the other is refused (H30)."""
    file = str(home / "known")
    with multiprocessing.get_context("fork").Pool(4) as pool:
        outcomes = pool.starmap(_append, [(file, index) for index in range(40)], chunksize=1)
    known = read_known_hosts(plan(file), HOP)
    assert known.skipped == ()
    assert sorted(entry.patterns for entry in known.entries) == [b"[h%d]:2222" % index for index in range(5)]
    assert set(outcomes) == {file, "HostKeyChanged"}
    assert outcomes.count(file) == 20


def test_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an entry in the user database the environment counts, and then nothing (H32)."""

    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setenv("LOGNAME", "somebody")
    assert local_user() == "somebody"
    monkeypatch.delenv("LOGNAME")
    monkeypatch.delenv("USER", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(ssh_files, "_SYSTEM_FILES", ())
    assert local_user() is None
    assert default_keyfiles() == []
    with pytest.raises(KnownHostsMissing, match="no file of known hosts"):
        read_known_hosts(SshPlan("h"), HOP)
    with pytest.raises(KnownHostsMissing, match="no file to write"):
        append_known_host(SshPlan("h", verify="auto"), HOP, KEY, now_s=NOW_S)


def test_default_keys(home: Path) -> None:
    """The user's own keys, those that exist, best first."""
    for name in ("id_rsa", "id_ed25519", "id_other"):
        (home / ".ssh" / name).touch()
    assert [Path(path).name for path in default_keyfiles()] == ["id_ed25519", "id_rsa"]
