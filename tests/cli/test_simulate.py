"""`purevirt simulate`: a daemon for anybody, as a process."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import purevirt.sync
from purevirt.cli import simulate
from purevirt.cli.__main__ import main
from purevirt.entry import EXIT_UNREAD


@contextmanager
def simulating(*arguments: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run the command, and return the process and the URI that it prints."""
    command = [sys.executable, "-m", "purevirt.cli", "simulate", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            # killed, it would leave its folders
            process.terminate()
            process.wait(timeout=20)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_serves_until_it_is_told_to_stop(how: signal.Signals) -> None:
    """The socket is where it was asked for, and gone afterwards; a thousand domains are there at once."""
    with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        path = Path(folder) / "sock"
        with simulating("--socket", str(path), "--domains", "1000", "--running", "2") as (process, uri):
            assert uri == f"qemu+unix:///system?socket={path}"
            with purevirt.sync.connect(uri) as conn:
                assert len(conn.connect_list_all_domains().domains) == 1000
                assert conn.connect_num_of_domains() == 2
            process.send_signal(how)
            assert process.wait(timeout=20) == 0
        assert not path.exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_leaves_nothing_when_it_is_told_to_stop_before_it_serves(how: signal.Signals, tmp_path: Path) -> None:
    """The folders of its disks and its socket are gone, also if it was still defining domains."""
    program = (
        "import os, sys\n"
        "import purevirt.testing.simulator as simulator\n"
        "from purevirt.cli.__main__ import main\n"
        "define = simulator.populate\n"
        "def populate(host, *given, **named):\n"
        "    define(host, *given, **named)\n"
        "    assert os.listdir(os.environ['TMPDIR'])\n"
        f"    os.kill(os.getpid(), {int(how)})\n"
        "simulator.populate = populate\n"
        "sys.exit(main(['simulate']))\n"
    )
    environ = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + how, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_uri_that_nobody_can_read(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full is no fault of the socket's, and a reader that is gone is none at all."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    command = [sys.executable, "-m", "purevirt.cli", "simulate"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert done.returncode == 1
    said = "purevirt simulate: the URI cannot be printed (No space left on device); see where it goes\n"
    assert done.stderr == said
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as unread:
        done = subprocess.run(
            command, stdout=unread, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stderr) == (EXIT_UNREAD, "")


def test_without_a_socket_it_makes_one_and_delays_are_asked_for() -> None:
    """The URI is all that one needs."""
    with simulating("--delay-ms", "1") as (_, uri), purevirt.sync.connect(uri) as conn:
        assert conn.connect_get_hostname() == "simulated"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--domains", "1", "--running", "2"], "--running 2: there are only 1 domains"),
        (["--socket", "/no/such/folder/sock"], "--socket /no/such/folder/sock: cannot listen there"),
    ],
)
def test_refusals(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what and why."""
    assert main(["simulate", *arguments]) == 1
    error = capsys.readouterr().err
    assert error.startswith("purevirt simulate: ")
    assert why in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--domains", "-1"], "--domains: must be a whole number from 0 to 1000000, got '-1'"),
        (["--running", "many"], "--running: must be a whole number from 0 to 1000000, got 'many'"),
        (["--domains", "99999999999"], "--domains: must be a whole number from 0 to 1000000, got '9999"),
        (["--seed", "x"], "--seed: must be a whole number, got 'x'"),
        (["--delay-ms", "nan"], "--delay-ms: must be milliseconds, 0 or more, got 'nan'"),
        (["--delay-ms", "-5"], "--delay-ms: must be milliseconds, 0 or more, got '-5'"),
        (["--delay-ms", "5s"], "--delay-ms: must be milliseconds, 0 or more, got '5s'"),
        (["--socket", ""], "--socket: is empty; name a path"),
    ],
)
def test_usage(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong flag is a usage error, as of any program: which one, what it was, and what it takes."""
    with pytest.raises(SystemExit) as caught:
        main(["simulate", *arguments])
    assert caught.value.code == 2
    assert why in capsys.readouterr().err


def test_a_socket_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever listens there goes on; what nobody listens at any more is no hindrance."""
    with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        path = Path(folder) / "sock"
        with socket.socket(socket.AF_UNIX) as abandoned:
            abandoned.bind(str(path))
        with simulating("--socket", str(path)) as (_, uri):
            assert main(["simulate", "--socket", str(path)]) == 1
            error = capsys.readouterr().err
            assert f"--socket {path}: cannot listen there (Address already in use); name a new path" in error
            with purevirt.sync.connect(uri) as conn:
                assert conn.connect_get_hostname() == "simulated"


def test_interrupted_before_it_serves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C in the middle of the start is a word and a status, and no traceback."""

    def interrupt(_options: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run", interrupt)
    assert main(["simulate"]) == 130
    assert capsys.readouterr().err == "\npurevirt: interrupted\n"
