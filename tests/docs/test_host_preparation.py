"""docs/host-preparation.md against the commands: flags, rows, the example, the files of deploy/."""

import ast
import asyncio
import re
import subprocess
from pathlib import Path

import pytest

from purevirt.provider.hostcheck import check_tool, checks, prepare_tool
from purevirt.provider.libvirt.domain_template import parse_template
from purevirt.provider.settings.flags import FLAGS
from purevirt.rpc.aio import connect
from tests.docs.recipe import ROOT
from tests.lab import LabHost, Ssh

PAGE = (ROOT / "docs" / "host-preparation.md").read_text()
SETUP = ROOT / "deploy" / "host-setup"


def own_flags() -> set[str]:
    """Return the flags that only the commands have."""
    parsers = (check_tool.parser(), prepare_tool.parser())
    names = {name for parser in parsers for action in parser._actions for name in action.option_strings}
    return names - {"-h", "--help"}


def test_every_flag_that_is_named_exists() -> None:
    """And each flag of the two commands is named."""
    for command in re.findall(
        r"`purevirt-provider ([^`]*)`|^    purevirt-provider (.*)$", PAGE, re.MULTILINE
    ):
        assert "".join(command).split()[0] in ("check", "prepare")
    text = "\n".join(line for line in PAGE.splitlines() if "useradd" not in line and "systemctl" not in line)
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))
    assert named <= own_flags() | {f"--{flag.name}" for flag in FLAGS}
    assert own_flags() <= named


def test_rows_are_those_of_check() -> None:
    """The table names every row that there can be, in order."""
    rows = re.findall(r"^\| `([a-z ]+)` \|", PAGE, re.MULTILINE)
    found = []
    for node in ast.walk(ast.parse(Path(checks.__file__).read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("_add", "_step")
        ):
            first = node.args[0]
            if isinstance(first, ast.Constant):
                found.append(first.value)
    assert set(rows) == set(found)
    assert len(rows) == len(set(rows))


def test_example_of_a_template_is_taken() -> None:
    """What stands in the page starts."""
    [example] = re.findall(r"```xml\n(.*?)```", PAGE, re.DOTALL)
    assert parse_template(example, "the page").has_interfaces


def test_every_file_for_a_host_is_named() -> None:
    """By its path from the page."""
    assert {f"../deploy/host-setup/{path.name}" for path in SETUP.iterdir()} == set(
        re.findall(r"\]\((\.\./deploy/[^)]*)\)", PAGE)
    )


@pytest.mark.lab
def test_sshd_takes_the_file(lab_able: None, tmp_path: Path) -> None:
    """OpenSSH's own server says that it is right."""
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    config = tmp_path / "sshd_config"
    config.write_text(f"HostKey {key}\n" + (SETUP / "60-purevirt-sshd.conf").read_text())
    Path("/run/sshd").mkdir(exist_ok=True)
    subprocess.run(["/usr/sbin/sshd", "-t", "-f", config], check=True)
    shown = subprocess.run(
        ["/usr/sbin/sshd", "-T", "-f", config, "-C", "user=bigfleet,host=a,addr=127.0.0.1"],
        check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    assert {"maxstartups 100:30:200", "allowstreamlocalforwarding local", "permittty no"} <= set(shown)


@pytest.mark.lab
async def test_the_file_for_sshd_lets_the_provider_through(lab_able: None) -> None:
    """With every line of it in force, libvirt's socket is reached."""
    lines = [line.split(maxsplit=1) for line in (SETUP / "60-purevirt-sshd.conf").read_text().splitlines()]
    options = {line[0]: line[1] for line in lines if line and line[0][0] != "#" and line[0] != "Match"}
    assert "AllowTcpForwarding" in options
    host = LabHost("strict", ssh=Ssh(options=options))
    await asyncio.to_thread(host.start)
    try:
        async with await connect(host.ssh_uri()) as connection:
            assert await connection.connect_get_hostname() == "strict"
    finally:
        await asyncio.to_thread(host.stop)
