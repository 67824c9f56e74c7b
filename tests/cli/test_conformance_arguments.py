"""`python -m tests.conformance`: what is given wrongly is one line, not a hundred failures or no check."""

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.__main__ import main
from tests.docs.recipe import ROOT


@pytest.fixture
def web_server() -> Iterator[str]:
    """An address at which somebody serves, but not gRPC."""

    over = threading.Event()

    def serve() -> None:
        while not over.is_set():
            client, _ = listener.accept()
            with client, contextlib.suppress(OSError):
                client.recv(1)
                client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = listener.getsockname()
        thread = threading.Thread(target=serve)
        thread.start()
        yield f"127.0.0.1:{address[1]}"
        over.set()
        socket.create_connection(address).close()
        thread.join()


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line that is shown."""
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    shown = capsys.readouterr()
    assert not shown.out
    return shown.err.splitlines()[-1].partition(": error: ")[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            "--addr A --profile plian",
            "'plian' is none for an address; give of plain,",
        ),
        ("--addr A --profile plain,durable", "'durable' is none for an address"),
        ("--profile faults", "--profile: is given without --addr"),
        ("--tls-ca /nowhere", "--tls-ca: is given without --addr"),
        ("--addr A --tls-ca /nowhere", "--tls-ca /nowhere: cannot be read (No such file"),
        ("--addr A --tls-cert F --tls-key F", "--tls-cert: needs --tls-key and --tls-ca"),
        ("--addr A --tls-ca F --tls-key F", "--tls-cert: needs --tls-key and --tls-ca"),
        ("--addr A", "--addr A: is no gRPC in plain text; correct the port, or --tls-ca"),
        ("--addr A --tls-ca F", "--addr A: is no gRPC in TLS with these certificates"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: str, words: str, web_server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before any check: what it is about, what is wrong with it, and what to give."""
    (tmp_path / "ca.pem").write_text("")
    known = {"A": web_server, "F": str(tmp_path / "ca.pem")}
    line = refused([known.get(word, word) for word in arguments.split()], capsys)
    assert words.replace("--addr A", f"--addr {web_server}") in line


def test_a_run_of_nothing_says_so() -> None:
    """Its exit status is none of success, and the reason is there."""
    command = [sys.executable, "-m", "tests.conformance", "--", "-k", "no_such_check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "no check was run: none is meant by what is given behind --" in done.stderr
