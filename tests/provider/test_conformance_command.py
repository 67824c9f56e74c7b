"""`python -m tests.conformance`: an address at which nobody serves is one line, and no ninety failures."""

import pytest

from tests.conformance.__main__ import main


@pytest.mark.parametrize(
    ("addr", "why"),
    [
        ("9000", "it must be HOST:PORT or unix:PATH"),
        ("127.0.0.1:65536", "it must be HOST:PORT or unix:PATH"),
        ("127.0.0.1:0", ""),
        ("unix:/no/such/socket", "No such file or directory"),
    ],
)
def test_nobody_serves_there(addr: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What was given, what is wrong with it, and what to do; no check is run."""
    with pytest.raises(SystemExit) as caught:
        main(["--addr", addr])
    assert caught.value.code == 2
    shown = capsys.readouterr()
    assert f"--addr {addr}: cannot be reached (" in shown.err
    assert why in shown.err
    assert not shown.out
