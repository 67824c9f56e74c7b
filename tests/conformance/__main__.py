"""The checks against a provider: `python -m tests.conformance --addr HOST:PORT`, or against some of its own.

What it prints is a line for each check. What is given behind `--` goes to pytest as it is.
"""

from __future__ import annotations

import argparse
import os
import queue
import socket
import sys
from pathlib import Path
from typing import Final

import grpc
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


FILES: Final = ("tls-ca", "tls-cert", "tls-key")
OF_ADDRESSES: Final = ("plain", "faults", "metal", "fleet")
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


def serves_grpc(addr: str, certificates: tuple[bytes | None, ...], name: str) -> bool:
    """Tell whether a connection comes about: another port, or another kind of TLS, would fail every check."""
    # the checks' own way there has to be imported by pytest
    ca, cert, key = certificates
    if ca is None:
        channel = grpc.insecure_channel(addr)
    else:
        named = (("grpc.ssl_target_name_override", name),) if name else ()
        channel = grpc.secure_channel(addr, grpc.ssl_channel_credentials(ca, key, cert), options=named)
    states = queue.SimpleQueue[grpc.ChannelConnectivity]()
    with channel:
        channel.subscribe(states.put, try_to_connect=True)
        try:
            while (state := states.get(timeout=REACH_S)) is not grpc.ChannelConnectivity.READY:
                if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
                    return False
        except queue.Empty:
            return False
    return True


def complaint(given: dict[str, str]) -> str | None:
    """Return what is wrong with the settings, given by name and empty where left out; None if nothing is."""
    addr, profile = given["addr"], given["profile"]
    if not addr:
        lone = next((name for name in FLAGS if given[name]), None)
        return lone and f"--{lone}: is given without --addr; providers of its own are checked in all profiles"
    for one in profile.split(",") if profile else ():
        if one not in OF_ADDRESSES:
            return f"--profile {profile}: {one!r} is none for an address; give of {','.join(OF_ADDRESSES)}"
    contents: list[bytes | None] = []
    for name in FILES:
        try:
            contents.append(Path(given[name]).read_bytes() if given[name] else None)
        except OSError as error:
            return f"--{name} {given[name]}: cannot be read ({error.strerror}); correct it"
    ca, cert, key = contents
    if (cert is None) != (key is None) or (cert is not None and ca is None):
        return "--tls-cert: needs --tls-key and --tls-ca, and is needed by --tls-key; give all three"
    try:
        reach(addr)
    except (OSError, ValueError) as error:
        return f"--addr {addr}: cannot be reached ({error}); start the provider, or correct it"
    if not serves_grpc(addr, (ca, cert, key), given["tls-name"]):
        how = "TLS with these certificates" if ca is not None else "plain text"
        return f"--addr {addr}: is no gRPC in {how}; correct the port, or --tls-ca and the others"
    return None


def main(arguments: list[str]) -> int:
    """Run the checks; return pytest's exit status, which is 0 where all held."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    for name, text in FLAGS.items():
        parser.add_argument(f"--{name}", help=text)
    own, rest = arguments, list[str]()
    if "--" in arguments:
        at = arguments.index("--")
        own, rest = arguments[:at], arguments[at + 1 :]
    flags = vars(parser.parse_args(own))
    given = {
        name: flags[key] or os.environ.get(f"PUREVIRT_CONFORMANCE_{key.upper()}", "")
        for name in FLAGS
        for key in [name.replace("-", "_")]
    }
    if (wrong := complaint(given)) is not None:
        parser.error(wrong)
    options = [f"--provider-{name}={value}" for name, value in given.items() if value]
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
    status = int(pytest.main([str(folder), *plain, *options, *rest], plugins=[Report()]))
    if status == pytest.ExitCode.NO_TESTS_COLLECTED:
        sys.stderr.write(f"{parser.prog}: no check was run: none is meant by what is given behind --\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
