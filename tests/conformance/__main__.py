"""The checks against a provider: `python -m tests.conformance --addr HOST:PORT`, or against some of its own.

What it prints is a line for each check. What is given behind `--` goes to pytest as it is.
"""

from __future__ import annotations

import argparse
import socket
import sys
from pathlib import Path
from typing import Final

import pytest

FLAGS: Final = {
    "addr": "HOST:PORT or unix:PATH (default: starts providers of its own)",
    "tls-ca": "PEM file of the CA of the provider's certificate (default: plain text)",
    "tls-cert": "PEM file with a client certificate",
    "tls-key": "PEM file with that certificate's key",
    "tls-name": "the name in the provider's certificate, where it is not the address's",
    "shard-id": "the shard that the client certificate speaks for (default: any)",
    "profile": "what the provider is, by commas: plain, faults, metal, fleet (default: plain)",
}


REACH_S: Final = 10.0


class Report:
    """Prints how each check ended, by its id."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Leave out the dots of what went well: it has its line."""
        return ("passed" if report.when == "call" else "", "", "") if report.passed else None

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print a line when a check has been called, or could not be."""
        name = dict(report.user_properties).get("conformance")
        if name and (report.when == "call" or report.failed):
            outcome = "ok" if report.passed else "FAILED"
            sys.stdout.write(f"{name!s:14} {outcome:6} {report.duration:6.2f} s  {report.nodeid}\n")


def reach(addr: str) -> None:
    """Return if somebody listens there: a wrong address is no provider that fails every check.

    Raises:
        ValueError: it is no address.
        OSError: nobody does.
    """
    if addr.startswith("unix:"):
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(REACH_S)
            probe.connect(addr.removeprefix("unix:"))
        return
    host, colon, port = addr.rpartition(":")
    if not (host and colon and port.isdecimal() and int(port) < 1 << 16):
        raise ValueError("it must be HOST:PORT or unix:PATH")
    socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_S).close()


def main(arguments: list[str]) -> int:
    """Run the checks; return pytest's exit status, which is 0 where all held."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    for name, text in FLAGS.items():
        parser.add_argument(f"--{name}", help=text)
    own, rest = arguments, list[str]()
    if "--" in arguments:
        at = arguments.index("--")
        own, rest = arguments[:at], arguments[at + 1 :]
    given = vars(parser.parse_args(own))
    if given["addr"]:
        try:
            reach(given["addr"])
        except (OSError, ValueError) as error:
            parser.error(
                f"--addr {given['addr']}: cannot be reached ({error}); start the provider, or correct it"
            )
    options = [
        f"--provider-{name}={given[name.replace('-', '_')]}"
        for name in FLAGS
        if given[name.replace("-", "_")]
    ]
    folder = Path(__file__).parent
    plain = [
        "-q",
        "--no-header",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder.parents[1]),
    ]
    return int(pytest.main([str(folder), *plain, *options, *rest], plugins=[Report()]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
