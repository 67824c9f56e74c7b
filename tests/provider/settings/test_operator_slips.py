"""Slips of an operator's that a parser below ours would answer with a traceback, or take."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

from purevirt.provider.__main__ import main
from purevirt.provider.core.catalog import parse_types
from purevirt.provider.errors import ConfigError
from purevirt.provider.hostcheck import prepare_tool
from purevirt.provider.hostcheck.settings import run
from purevirt.provider.server import ProviderServer
from purevirt.provider.serving.listener import Listener
from purevirt.provider.settings.backend_config import backend_config
from purevirt.provider.settings.config import parse_config
from purevirt.provider.settings.config_report import check_state
from purevirt.provider.settings.connect_policy import parse_zones
from purevirt.provider.settings.document import read_document
from purevirt.provider.settings.flags import FLAGS, collect, strange_variables
from purevirt.provider.tools import machine_tool
from tests.provider.client import settings
from tests.provider.fakes import FakeBackend


@pytest.mark.parametrize("text", ["at: 2024-99-99\n", f"[{'9' * 5000}]", "- !!int x\n"])
def test_values_that_yaml_cannot_make(tmp_path: Path, text: str) -> None:
    """A scalar that looks like a date or a number and is none: one line with the file's name."""
    path = tmp_path / "offerings.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"--offerings .*offerings.yaml: is neither JSON nor YAML$"):
        read_document(path, "--offerings")


@pytest.mark.parametrize(
    ("vcpu", "shown"), [(2**31, "2147483648"), (16**5000, "far more")], ids=["just above", "beyond printing"]
)
def test_sizes_that_no_host_has(vcpu: int, shown: str) -> None:
    """A machine of more processors than libvirt counts is refused at start-up, not at its first Create."""
    with pytest.raises(ConfigError) as caught:
        parse_types({"t": {"vcpu": vcpu, "memory_mib": 1}})
    assert str(caught.value) == f"instance_types.t.vcpu: must be ≤ 2147483647, got {shown}"
    assert parse_types({"t": {"vcpu": 2**31 - 1, "memory_mib": 1}})["t"].vcpu == 2**31 - 1


@pytest.mark.parametrize("addr", ["unix:", "unix:/", "unix:///"])
def test_unix_address_without_a_path(addr: str) -> None:
    """gRPC would listen on a socket that has no name and that nobody finds."""
    arguments = ["--connect", "qemu:///system", "--image", "g", "--addr", addr]
    with pytest.raises(ConfigError, match=f"--addr: must be unix: and the path of a socket, got '{addr}'"):
        parse_config(arguments, {}, uid=0)


def test_duration_beyond_the_bound() -> None:
    """The line says what the bound is."""
    arguments = ["--connect", "qemu:///system", "--image", "g", "--drain-timeout", "10000000h"]
    with pytest.raises(ConfigError, match="--drain-timeout: too long a duration: '10000000h'; a century is"):
        parse_config(arguments, {}, uid=0)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[{"count": 1, "count": 2}]', "field 'count' is given twice"),
        ("- count: 1\n  zone: a\n  count: 2\n", "line 3: field 'count' is given twice"),
    ],
    ids=["JSON", "YAML"],
)
def test_a_field_that_is_given_twice(tmp_path: Path, text: str, where: str) -> None:
    """Parsers take the last one without a word."""
    path = tmp_path / "offerings.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=f"--offerings .*offerings.yaml: {where} in one object; remove one"):
        read_document(path, "--offerings")


def test_a_merged_field_may_be_overridden(tmp_path: Path) -> None:
    """YAML's merge key is how a file's offerings share what they have in common."""
    path = tmp_path / "offerings.yaml"
    path.write_text("- &base {zone: a, count: 1}\n- {<<: *base, count: 2}\n")
    assert read_document(path, "--offerings") == [{"zone": "a", "count": 1}, {"zone": "a", "count": 2}]


def test_aliases_that_make_much_of_little(tmp_path: Path) -> None:
    """The line that shows what was given instead of a name stays a line."""
    path = tmp_path / "offerings.yaml"
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12))]
    path.write_text("- instance_type:\n" + "\n".join(f"    {line}" for line in lines))
    arguments = ["--connect", "qemu:///system", "--image", "g", "--offerings", str(path)]
    with pytest.raises(ConfigError, match="instance_type: must be a non-empty string") as caught:
        parse_config(arguments, {}, uid=0)
    assert len(str(caught.value)) < 2000


def test_variables_that_are_misspelt_are_told() -> None:
    """A misspelt PUREVIRT_TLS_CERT would serve plain text without a word; what Kubernetes adds is no slip."""
    environ = {
        "PUREVIRT_TLS_CRT": "/tls/tls.crt",
        "PUREVIRT_ADDR": ":9000",
        "PUREVIRT_SERVICE_HOST": "10.0.0.1",
        "PUREVIRT_SERVICE_PORT_GRPC": "9000",
        "PUREVIRT_PORT": "tcp://10.0.0.1:9000",
        "PUREVIRT_PORT_9000_TCP_ADDR": "10.0.0.1",
        "PUREVIRT_PROVIDER_SERVICE_HOST": "10.0.0.1",
        "PATH": "/bin",
    }
    assert strange_variables(environ) == ["PUREVIRT_TLS_CRT"]


@pytest.mark.parametrize(
    "entries",
    [
        ",qemu+ssh://u:canary@h/system",
        "u:canary@h=/system",
        "qemu+ssh//u:canary@h=x/system",
        "a=qemu:///system,u:can/@canary@h=/system",
    ],
)
def test_a_slip_in_an_entry_shows_no_password(entries: str) -> None:
    """What stands in front of an @ is masked, wherever the URI was torn."""
    with pytest.raises(ConfigError, match="--connect: ") as caught:
        parse_zones([entries], "local", environ={}, uid=0)
    assert "canary" not in str(caught.value)


def test_a_device_is_no_document() -> None:
    """It has no size that could be asked for, and no end that could be waited for."""
    with pytest.raises(ConfigError, match="--offerings /dev/zero: is larger than"):
        read_document(Path("/dev/zero"), "--offerings")


@pytest.mark.parametrize("host", ["x" * 70 + ".example", "..", "\u202e"])
async def test_a_name_that_no_host_can_have(host: str) -> None:
    """The resolver refuses it with an error of its own kind."""
    listener = Listener(f"{host}:1")
    with pytest.raises(ConfigError, match=r"--addr: cannot listen on .* \(no such host\)"):
        await listener.bind()
    await listener.close(0)
    server = ProviderServer(dataclasses.replace(settings(), metrics_addr=f"{host}:1"), FakeBackend())
    with pytest.raises(ConfigError, match=r"--metrics-addr: cannot listen on .* \(no such host\)"):
        await server.open()
    await server.close()


@pytest.mark.parametrize("flag", [flag.name for flag in FLAGS])
def test_bytes_that_are_no_text(flag: str) -> None:
    """They would be seen first by what serializes machine ids, or by the terminal."""
    variable = {f"PUREVIRT_{flag.replace('-', '_').upper()}": "x\udcff"}
    for arguments, environ in (([f"--{flag}=x\udcff"], {}), ([], variable)):
        with pytest.raises(ConfigError, match=f"^--{flag}: must be UTF-8 text"):
            collect(arguments, environ)


def test_a_device_is_no_file_of_settings() -> None:
    """As for documents."""
    arguments = ["--connect", "qemu:///system", "--image", "g", "--base-user-data", "/dev/zero"]
    with pytest.raises(ConfigError, match="--base-user-data /dev/zero: is larger than"):
        parse_config(arguments, {}, uid=0)


def test_a_state_that_no_file_can_be(tmp_path: Path) -> None:
    """The file system's refusal, on one line."""
    with pytest.raises(ConfigError, match=r"--state .*: File name too long; name another file"):
        check_state(tmp_path / ("x" * 5000))


def test_a_value_of_several_lines_is_refused_on_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reads the log line by line sees the whole of it."""
    assert main(["--connect", "qemu:///system", "--image", "g", "--offerings", "a\nb\u2028c"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        (
            "purevirt-provider: --offerings a b c: cannot be read (No such file or directory); "
            "name a file that this user may read"
        )
    ]


def test_a_machine_of_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, as for any machine that is not there."""
    assert main(["machines", "show", "--admin-socket", str(tmp_path / "none"), "x\udcff"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_settings_show_nothing_of_the_files_that_they_hold(tmp_path: Path) -> None:
    """A network's password, a console's, a token in a command: no repr has them, whoever prints it."""
    user_data, network, template = (tmp_path / name for name in ("user-data", "network", "template"))
    user_data.write_text("#cloud-config canary")
    network.write_text("password: canary")
    template.write_text("<domain><devices><graphics type='vnc' passwd='canary'/></devices></domain>")
    given = {
        "connect": "qemu:///system",
        "image": "g",
        "base-user-data": user_data,
        "network-config": network,
        "domain-template": template,
        "readiness-exec": "curl -H canary localhost",
    }
    config = parse_config([f"--{name}={value}" for name, value in given.items()], {}, uid=0)
    assert "canary" not in repr(config)
    assert "canary" not in repr(backend_config(config))


def test_interrupted_tool(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C, say at the question of a repair, is a word and a status, and no traceback."""

    def interrupt(_arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(machine_tool, "main", interrupt)
    assert main(["machines", "repair", "x"]) == 130
    assert capsys.readouterr().err == "\npurevirt-provider: interrupted\n"


def test_interrupted_tool_that_cleaned_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same status, and the line says what became of what was under way."""

    async def work() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(prepare_tool, "main", lambda _arguments: run(work()))
    assert main(["prepare"]) == 130
    assert capsys.readouterr().err == "purevirt-provider: interrupted; what was being done is undone\n"


def test_a_command_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt tool is told which there are, not that an argument was not recognised."""
    assert main(["chek", "--image", "g"]) == 2
    assert capsys.readouterr().err == (
        "purevirt-provider: 'chek' is no command:"
        " give check, machines, prepare, state, or flags alone to serve\n"
    )


def test_a_variable_is_what_an_error_names() -> None:
    """Where the value came from the environment, a flag that nobody gave would not be found."""
    variables = {"PUREVIRT_SEED_COUNT": "x"}
    with pytest.raises(
        ConfigError, match=r"^PUREVIRT_SEED_COUNT: must be a whole number from 0 to \d+, got 'x'$"
    ):
        parse_config(["--use-simulator"], variables, uid=0)
    with pytest.raises(ConfigError, match=r"^--seed-count: .* got 'y'"):
        parse_config(["--use-simulator", "--seed-count", "y"], variables, uid=0)


def test_a_variable_is_what_later_errors_name(tmp_path: Path) -> None:
    """Also where only the hosts, the state or the server find its value to be of no use."""
    (tmp_path / "empty").touch()
    others = {name: value for name, value in os.environ.items() if not name.startswith("PUREVIRT_")}
    for name, value, said in (
        ("CONNECT", f"qemu+ssh://h/system?keyfile={tmp_path}/no", ": zone 'local': keyfile="),
        ("STATE", str(tmp_path), f" {tmp_path}: is a folder"),
        ("STATE", f"{tmp_path}/empty", f": state file {tmp_path}/empty: is empty"),
    ):
        nobody = f"qemu+unix:///system?socket={tmp_path}/nobody"
        doors = {"ADDR": f"unix:{tmp_path}/grpc", "METRICS_ADDR": ""}
        given = {"IMAGE": "g", "CONNECT": nobody, **doors, name: value}
        done = subprocess.run(
            [sys.executable, "-m", "purevirt.provider"],
            env={**others, **{f"PUREVIRT_{one}": text for one, text in given.items()}},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1].startswith(f"purevirt-provider: PUREVIRT_{name}{said}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("shwo x", "'shwo' is no command: give list, show, repair, before the flags"),
        ("--admin-socket S list", "list: write it before the flags, as in machines list --admin-socket PATH"),
        ("--admin-socket S --bogus", "unrecognized arguments: --bogus (see --help)"),
    ],
)
def test_a_command_that_is_not_in_front(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The list is what is meant without one, so that a word further back is no list's."""
    assert main(["machines", *words.split()]) == 2
    assert capsys.readouterr().err == f"purevirt-provider: {said}\n"


def test_check_names_no_way_that_it_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    """The server without hosts is shown the simulator, which needs no check."""
    assert main(["check", "--image", "x"]) == 2
    assert capsys.readouterr().err == (
        "purevirt-provider: --connect: no host is given; name at least one, like --connect qemu:///system\n"
    )
