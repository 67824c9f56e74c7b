"""`purevirt-provider machines`: the inventory for a person, and a FAILED machine's way back.

Reads a state file, or asks a live provider through its admin socket. `repair` needs the live one.
"""

from __future__ import annotations

import argparse
import http.client
import importlib.util
import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from purevirt.provider.core.model import MachineState
from purevirt.provider.durable.state_document import dump_machine
from purevirt.provider.errors import ConfigError, MachineNotFound, ProviderError
from purevirt.provider.tools.state_tool import Parser, load_copy, print_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TIMEOUT_S: Final = 120.0
POLL_S: Final = 0.2
MAX_ERROR_CHARS: Final = 60
_COMMANDS: Final = ("list", "show", "repair")
COLUMNS: Final = ("ID", "STATE", "ZONE", "TYPE", "CLUSTER", "HOST", "LAST ERROR")
_STATES: Final = [state.name.lower() for state in MachineState if state is not MachineState.UNSPECIFIED]

Document = dict[str, Any]


class AdminError(ProviderError):
    """The live provider refused, or could not be asked."""


def main(arguments: Sequence[str]) -> int:
    """Run `purevirt-provider machines ARGUMENTS`; return the exit status.

    Raises:
        ProviderError: the command line is wrong, or what was asked for could not be done.
        SystemExit: --help was asked for and has been printed.
    """
    given = _parse(list(arguments))
    if given.command == "repair":
        return _repair(given)
    if given.admin_socket is None and given.state is None:
        raise ConfigError("--admin-socket or --state: name the live provider's socket, or a state file")
    if given.command == "show":
        machine = _one(given, given.id)
        print_lines([json.dumps(machine, indent=2)] if given.json else _details(machine))
        return 0
    machines = [
        machine
        for machine in _all(given)
        if (not given.states or machine["state"].lower() in given.states)
        and (given.zone is None or machine["zone"] == given.zone)
    ]
    machines.sort(key=lambda machine: str(machine["id"]))
    if given.json:
        print_lines([json.dumps(machines, indent=1)])
    else:
        _print_table([_row(machine) for machine in machines])
    return 0


def _parse(words: list[str]) -> argparse.Namespace:
    """Return what is asked for; without a command in front it is the list."""
    if words and words[0] in (*_COMMANDS, "-h", "--help"):
        return _parser().parse_args(words)
    given, surplus = _parser().parse_known_args(["list", *words])
    for word in surplus:
        if word in _COMMANDS:
            raise ConfigError(f"{word}: write it before the flags, as in machines {word} --admin-socket PATH")
        if not word.startswith("-"):
            raise ConfigError(f"{word!r} is no command: give {', '.join(_COMMANDS)}, before the flags")
    if surplus:
        raise ConfigError(f"unrecognized arguments: {' '.join(surplus)} (see --help)")
    return given


def _parser() -> Parser:
    parser = Parser(prog="purevirt-provider machines", description=__doc__, allow_abbrev=False)
    shared = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument(
        "--admin-socket", metavar="PATH", help="of a live provider (or PUREVIRT_ADMIN_SOCKET)"
    )
    reading = Parser(add_help=False, argument_default=argparse.SUPPRESS, parents=[shared])
    reading.add_argument(
        "--state", metavar="FILE", help="a state file (or PUREVIRT_STATE) that no process owns"
    )
    reading.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(
        admin_socket=os.environ.get("PUREVIRT_ADMIN_SOCKET") or None,
        state=os.environ.get("PUREVIRT_STATE") or None,
        json=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="[list] | show | repair")
    text = "print a table of the machines; a state file has only those that were ever used"
    command = commands.add_parser("list", help=text, description=text, parents=[reading], allow_abbrev=False)
    command.add_argument(
        "--in",
        dest="states",
        action="append",
        choices=_STATES,
        help="only those in this state; may be repeated",
    )
    command.add_argument("--zone", help="only those of this zone")
    text = "print all that is known of one machine"
    command = commands.add_parser("show", help=text, description=text, parents=[reading], allow_abbrev=False)
    command.add_argument("id", metavar="ID")
    text = "tear down what stands behind a FAILED machine, and free its slot"
    command = commands.add_parser("repair", help=text, description=text, parents=[shared], allow_abbrev=False)
    command.add_argument("id", metavar="ID")
    command.add_argument("--yes", action="store_true", help="do not ask")
    command.add_argument("--no-wait", action="store_true", help="return once the repair is under way")
    return parser


def _all(given: argparse.Namespace) -> list[Document]:
    """Return all machines; a live provider is asked rather than its file."""
    if given.admin_socket is not None:
        machines: list[Document] = _ask(given.admin_socket, "GET", "/machines")["machines"]
        return machines
    return [dump_machine(machine) for machine in load_copy(Path(given.state)).machines.values()]


def _one(given: argparse.Namespace, machine_id: str) -> Document:
    """Return one machine."""
    if given.admin_socket is not None:
        return _ask(given.admin_socket, "GET", f"/machines/{quote(machine_id, safe='', errors='replace')}")
    machine = load_copy(Path(given.state)).machines.get(machine_id)
    if machine is None:
        raise MachineNotFound(
            f"no machine {machine_id!r} in {given.state}; one that was never used is not in it"
        )
    return dump_machine(machine)


def _repair(given: argparse.Namespace) -> int:
    """Repair one machine: show, ask, submit, wait."""
    if given.admin_socket is None:
        raise ConfigError("--admin-socket: is required; a repair is the live provider's to make")
    machine = _one(given, given.id)
    if machine["state"] != MachineState.FAILED.name:
        raise AdminError(f"machine {given.id!r} is {machine['state']}; only one that is FAILED is repaired")
    print_lines(_details(machine))
    if not given.yes and not _confirmed():
        return 1
    page = f"/machines/{quote(given.id, safe='', errors='replace')}"
    operation_id = _ask(given.admin_socket, "POST", f"{page}/repair")["operation_id"]
    print_lines([f"repairing, operation {operation_id}"])
    while not given.no_wait:
        machine = _ask(given.admin_socket, "GET", page)
        if machine["state"] == MachineState.FAILED.name:
            raise AdminError(f"machine {given.id!r} could not be repaired: {machine['last_error']}")
        if machine["state"] != MachineState.DELETING.name:
            print_lines([f"machine {given.id!r} is {machine['state']}"])
            break
        time.sleep(POLL_S)
    return 0


def _confirmed() -> bool:
    """Ask the person at the terminal."""
    if not sys.stdin.isatty():
        raise ConfigError("--yes: is required where nobody can be asked")
    sys.stdout.write("Tear down what stands behind it, its data included? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


class _UnixConnection(http.client.HTTPConnection):
    """HTTP to a unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=TIMEOUT_S)
        self._path = path

    def connect(self) -> None:
        """Connect."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _ask(path: str, method: str, target: str) -> Document:
    """Return the provider's answer.

    Raises:
        AdminError: it refused, is not there, or is something else.
    """
    connection = _UnixConnection(path)
    try:
        connection.request(method, target)
        response = connection.getresponse()
        document = json.loads(response.read())
    except OSError as error:
        raise AdminError(
            f"--admin-socket {path}: cannot be asked ({error.strerror or 'too slow'}); is the provider "
            "running, with this --admin-socket, and are you its user?"
        ) from error
    except (http.client.HTTPException, ValueError) as error:
        raise AdminError(f"--admin-socket {path}: is not a provider's") from error
    finally:
        connection.close()
    if not isinstance(document, dict) or "error" in document:
        raise AdminError(
            str(document["error"]) if isinstance(document, dict) else "an answer of another kind"
        )
    return document


def _row(machine: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the cells of a machine."""
    error = str(machine["last_error"])
    return (
        str(machine["id"]),
        str(machine["state"]),
        str(machine["zone"]),
        str(machine["instance_type"]),
        machine["cluster"] or "-",
        machine["host_ref"] or "-",
        error if len(error) <= MAX_ERROR_CHARS else error[: MAX_ERROR_CHARS - 1] + "…",
    )


def _details(machine: Mapping[str, Any]) -> list[str]:
    """Return the lines of `show`; what is long or many goes last."""
    lines: list[str] = []
    for name, value in machine.items():
        if isinstance(value, dict):
            lines.append(f"{name + ':':26}{'' if value else '-'}")
            lines.extend(f"  {key}: {printable(str(text))}" for key, text in value.items())
        else:
            lines.append(f"{name + ':':26}{'-' if value in (None, '') else printable(str(value))}")
    return lines


def printable(text: str) -> str:
    """Return `text` without what a terminal would obey."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _print_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows under COLUMNS: with rich on a terminal where it is installed, in plain columns elsewhere."""
    safe = [tuple(printable(cell) for cell in row) for row in rows]
    if sys.stdout.isatty() and importlib.util.find_spec("rich") is not None:
        from rich.console import Console  # noqa: PLC0415 - an extra that the provider does without
        from rich.markup import escape  # noqa: PLC0415 - as above
        from rich.table import Table  # noqa: PLC0415 - as above

        table = Table(*COLUMNS, box=None)
        for row in safe:
            table.add_row(*(escape(cell) for cell in row), style="red" if row[1] == "FAILED" else None)
        Console().print(table)
    else:
        widths = [max(map(len, column)) for column in zip(COLUMNS, *safe, strict=True)]
        print_lines(
            [
                "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
                for row in (COLUMNS, *safe)
            ]
        )
    print_lines([f"{len(rows)} machines"])
