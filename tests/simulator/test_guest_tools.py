"""The tools and the small shell of simulated guests, without any daemon around them."""

import pytest

from purevirt.testing.simulator.agent.files import GuestFiles
from purevirt.testing.simulator.agent.program import NEVER, Exit
from purevirt.testing.simulator.agent.system import GuestOs, GuestSystem
from purevirt.testing.simulator.timeline import Timeline


@pytest.fixture
def guest() -> GuestSystem:
    """A guest whose time stands still, with a few files."""
    files = GuestFiles({"/data/a": b"one\n", "/data/b": b"two\n", "/script": b"echo $0 $1; exit 4"})
    programs = {
        "/opt/wait": lambda _run: Exit(after_s=2, stdout=b"waited\n"),
        "/opt/never": lambda _run: Exit(after_s=NEVER),
    }
    return GuestSystem(
        host_name="g", os=GuestOs(), files=files, programs=programs, timeline=Timeline(lambda: 0.0)
    )


def ends(guest: GuestSystem, *argv: str, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    """Return code and both outputs of a program."""
    end = guest.start(argv, stdin=stdin).exit
    return end.code, end.stdout, end.stderr


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("cat", "/data/a", "/data/b"), (0, b"one\ntwo\n", b"")),
        (("cat", "/data/a", "/no"), (1, b"one\n", b"cat: /no: No such file or directory\n")),
        (("cat", "/data"), (1, b"", b"cat: /data: Is a directory\n")),
        (("head", "-c", "2", "/data/a"), (0, b"on", b"")),
        (("head", "-n", "2"), (2, b"", b"head: only -c COUNT, of at most 64 MiB, is simulated\n")),
        (("sleep", "soon"), (1, b"", b"sleep: invalid time interval 'soon'\n")),
        (("sleep",), (1, b"", b"sleep: missing operand\n")),
        (("uname",), (0, b"Linux\n", b"")),
        (("uname", "-n", "-m"), (0, b"g x86_64\n", b"")),
        (("uname", "-a"), (0, b"Linux g 6.1.0-simulated #1 SMP PREEMPT_DYNAMIC x86_64\n", b"")),
        (("uname", "-z"), (2, b"", b"uname: only -s -n -r -v -m and -a are simulated\n")),
        (("hostname",), (0, b"g\n", b"")),
        (("ls", "/data", "/script"), (0, b"a\nb\n/script\n", b"")),
        (("ls", "/no"), (1, b"", b"ls: /no: No such file or directory\n")),
        (("rm", "/no"), (1, b"", b"rm: /no: No such file or directory\n")),
        (("rm", "-f", "/no"), (0, b"", b"")),
        (("mkdir", "/no/deep"), (1, b"", b"mkdir: /no/deep: No such file or directory\n")),
        (("mkdir", "/data"), (1, b"", b"mkdir: /data: File exists\n")),
        (("sh", "/script", "x"), (4, b"/script x\n", b"")),
        (("sh", "/no"), (127, b"", b"sh: /no: No such file or directory\n")),
        (("sh", "-x"), (2, b"", b"sh: -x: not simulated\n")),
    ],
)
def test_tools(guest: GuestSystem, argv: tuple[str, ...], expected: tuple[int, bytes, bytes]) -> None:
    """Each does what it is for, and refuses the rest in words of its own."""
    assert ends(guest, *argv) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("mkdir -p /x/y; touch /x/y/z; ls /x/y", (0, b"z\n", b"")),
        ("cat </no; echo $?", (0, b"1\n", b"sh: /no: No such file or directory\n")),
        ("echo a >/no/file; echo $?", (0, b"1\n", b"sh: /no/file: No such file or directory\n")),
        ("/data/a; echo $?", (0, b"126\n", b"sh: /data/a: Permission denied\n")),
        ("A=1 env | head -c 0; B=2; echo [$A$B]", (2, b"", b"")),
        ("A=1 env | cat >/tmp/e; B=2; echo -$A$B-; export B=3; echo $B", (0, b"-2-\n3\n", b"")),
        ("cat /no 2>/tmp/err; cat /tmp/err", (0, b"cat: /no: No such file or directory\n", b"")),
        ("kill -TERM 99; echo $?; kill -0 99", (1, b"1\n", b"")),
        ("exit 3; echo never", (3, b"", b"")),
        ("false; exit", (1, b"", b"")),
        ("echo one \\\n two", (0, b"one two\n", b"")),
    ],
)
def test_scripts(guest: GuestSystem, script: str, expected: tuple[int, bytes, bytes]) -> None:
    """Redirections, variables, failures and ends."""
    code, out, err = ends(guest, "sh", "-c", script)
    assert (code, out) == expected[:2]
    assert err == expected[2] or b"does not know" in err


def test_scripts_on_standard_input_and_times(guest: GuestSystem) -> None:
    """A script may come as input; the times of what it runs add up, and what never ends is its end."""
    assert ends(guest, "sh", stdin=b"echo hi")[:2] == (0, b"hi\n")
    end = guest.start(("sh", "-c", "/opt/wait; /opt/wait; echo done")).exit
    assert (end.after_s, end.stdout) == (4, b"waited\nwaited\ndone\n")
    end = guest.start(("sh", "-c", "/opt/never; echo done")).exit
    assert (end.after_s, end.stdout) == (NEVER, b"")
    killed = guest.start(("sh", "-c", "kill $$; echo done")).exit
    assert (killed.signal, killed.stdout) == (15, b"")


def test_files_that_cannot_be() -> None:
    """Folders and files do not take each other's places, and paths are cleaned."""
    files = GuestFiles({"/a/b": b"1"}, capacity_bytes=4)
    assert files.read("//a/./b") == b"1"
    assert "/a" in files
    for call in (
        lambda: files.list_folder("/a/b"),
        lambda: files.list_folder("/no"),
        lambda: files.make("/a"),
        lambda: files.write("/c", b"12345"),
    ):
        with pytest.raises(OSError, match=r"\[Errno"):
            call()
    assert files.used_bytes == 1
