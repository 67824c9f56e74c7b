"""Flags, variables and files: what is accepted, and the one line that each wrong one is refused with."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.__main__ import main
from purevirt.provider.core.model import CapacityType, Kind, allocatable, slot_problem
from purevirt.provider.errors import ConfigError
from purevirt.provider.settings.config import Config, parse_config
from purevirt.provider.settings.duration import parse_duration
from purevirt.provider.settings.flags import FLAGS

if TYPE_CHECKING:
    from pathlib import Path

BASE = ("--connect", "qemu:///system", "--image", "golden.qcow2")


def parse(*arguments: str, environ: dict[str, str] | None = None, base: tuple[str, ...] = BASE) -> Config:
    """Parse a command line that is complete."""
    return parse_config([*base, *arguments], environ or {}, uid=0)


def test_defaults_are_the_documented_ones() -> None:
    """A minimal command line gives the defaults of the contract."""
    made = parse()
    assert (made.addr, made.metrics_addr, made.reflection, made.state) == (":9000", ":9090", True, None)
    assert (made.storage_pool, made.network, made.virt_type) == ("default", "default", "auto")
    assert made.zones == {"local": "qemu:///system"}
    assert made.reconcile_interval_s == 120
    assert made.limits_s == {Kind.CREATE: 300, Kind.CONFIGURE: 480, Kind.DRAIN: 900, Kind.DELETE: 300}
    slots = list(made.catalog.slots())
    assert len(slots) == 32
    assert [one.id for one in slots[:2]] == [f"libvirt/OnDemand/kvm.small/local/00{n}" for n in range(2)]
    assert {one.instance_type for one in slots} == {"kvm.small", "kvm.medium"}
    assert slots[0].price_per_hour == pytest.approx(2 * 0.0030 + 4 * 0.0008)


def test_equals_sign_and_space_are_both_accepted_and_the_flag_wins_over_the_variable() -> None:
    """GNU style both ways; PUREVIRT_<FLAG> stands behind the flag."""
    environ = {"PUREVIRT_NETWORK": "n1", "PUREVIRT_STORAGE_POOL": "p1", "PUREVIRT_PORT": "tcp://10.0.0.1:80"}
    made = parse("--network=n2", "--drain-timeout", "1h30m", "--create-timeout=90s", environ=environ)
    assert (made.network, made.storage_pool) == ("n2", "p1")
    assert (made.limits_s[Kind.DRAIN], made.limits_s[Kind.CREATE]) == (5400, 90)


def test_everything_can_come_from_the_environment() -> None:
    """A container needs no arguments at all."""
    environ = {
        "PUREVIRT_CONNECT": "a=qemu:///system,b=qemu+unix:///system?socket=/run/b",
        "PUREVIRT_IMAGE": "golden",
        "PUREVIRT_REFLECTION": "false",
        "PUREVIRT_TRANSITION_TIMEOUT": "7s",
        "PUREVIRT_METRICS_ADDR": "",
        "PUREVIRT_DRAIN_TIMEOUT": "9s",
    }
    made = parse(environ=environ, base=())
    assert made.zones == {"a": "qemu:///system", "b": "qemu+unix:///system?socket=/run/b"}
    assert made.reflection is False
    assert made.metrics_addr == ""
    assert made.limits_s == {Kind.CREATE: 7, Kind.CONFIGURE: 7, Kind.DRAIN: 9, Kind.DELETE: 7}


def test_connect_is_repeatable_and_bare_uris_go_to_the_default_zone() -> None:
    """Lists, repetition and a bare URI with an equals sign in its query."""
    made = parse(
        *("--connect", "b=qemu:///system,c=qemu:///session", "--default-zone", "z", "--image", "g"),
        *("--connect", "qemu:///system?socket=/run/x"),
        base=(),
    )
    assert made.zones == {"b": "qemu:///system", "c": "qemu:///session", "z": "qemu:///system?socket=/run/x"}


REFUSALS = {
    "--connect qemu+tcp://h/system": "+tcp is not encrypted",
    "--connect QEMU+TCP://h/system": "+tcp is not encrypted",
    "--connect qemu://h/system?no_verify=1": "no_verify=1 switches verification off",
    "--connect qemu://h/system?No_Verify=1": "no_verify=1 switches verification off",
    "--connect qemu+ssh://h/system?KNOWN_HOSTS_VERIFY=ignore": "known_hosts_verify=ignore",
    "--connect qemu+ssh://h/system;no_verify=1": "the path has a ';'",
    "--connect qemu://u@h/system": "before the @ has no meaning for tls",
    "--connect qemu+ssh://h/system?no_verify=yes": "no_verify=yes switches verification off",
    "--connect qemu:///system?no_verify=": "no_verify= switches verification off",
    "--connect qemu:///system?no_verify=0&no_verify=1": "no_verify=1",
    "--connect qemu:///system?no_verify=1&no_verify=0": "no_verify=1 switches verification off",
    "--connect qemu:///system?no_verify=1;no_verify=0": "no_verify=1 switches verification off",
    "--connect qemu:///system?no%5Fverify=1": "no_verify=1",
    "--connect qemu+ssh://h/system?known_hosts_verify=ignore": "known_hosts_verify=ignore",
    "--connect qemu+libssh://h/system?known_hosts_verify=auto": "known_hosts_verify=auto",
    "--connect qemu+libssh2://h/system;known_hosts_verify=auto": "",
    "--connect a=qemu:///system,a=qemu:///session": "zone 'a' is named twice",
    "--connect qemu:///system,qemu:///session": "zone 'local' is named twice",
    "--connect =qemu:///system": "empty zone",
    "--connect a:b=qemu:///system": "must not contain ':' or '/'",
    "--connect a/b=qemu:///system": "must not contain ':' or '/'",
    "--connect a=": "zone 'a' has no URI",
    "--connect nonsense": "zone 'local': 'nonsense' is no URI; write it like qemu:///system",
    "--connect u:canary@h": "is no URI",
    "--connect a=http://host/": "unknown scheme 'http'",
    "--connect qemu+ssh://u:canary@h/system": "holds a password",
    "--connect qemu:///system,": "'qemu:///system,' has an empty entry; remove the surplus comma",
    "--connect a=qemu:///system?mode=what": "zone 'a'",
    "--default-zone a/b": "--default-zone: must be a name",
    "--provider a/b": "--provider: must be a name",
    "--provider=": "--provider: must be a name",
    "--addr 9000": "--addr: must be host:port or :port, got '9000'",
    "--addr :99999": "--addr: must be host:port",
    "--addr ::1:9000": "needs brackets",
    "--metrics-addr unix:/x": "--metrics-addr: must be host:port",
    "--virt-type xen": "--virt-type: must be one of auto, kvm, qemu, got 'xen'",
    "--seed-count -1": "--seed-count",
    "--seed-count ten": "--seed-count: must be a whole number from 0 to 1000000, got 'ten'",
    "--capacity-type spot": "--capacity-type: spot makes no sense",
    "--capacity-type x": "--capacity-type: must be on_demand or bare_metal, got 'x'",
    "--prices kvm.small": "--prices: 'kvm.small' is not a pair",
    "--prices kvm.tiny=1": "--prices: 'kvm.tiny' is not in the catalogue",
    "--prices kvm.small=nan": "a price must be a number",
    "--price-per-vcpu-hour -1": "--price-per-vcpu-hour",
    "--price-per-gib-hour=inf": "a price must be a number of US dollars, 0 or more, got 'inf'",
    "--reconcile-interval 2": "--reconcile-interval: not a duration: '2'; write it like 90s, 2m or 1h30m",
    "--reconcile-interval=-2m": "--reconcile-interval: not a duration",
    "--create-timeout 0": "--create-timeout: must be more than 0, got '0'",
    "--transition-timeout 0s": "--transition-timeout: must be more than 0",
    "--reflection maybe": "--reflection: must be true or false, got 'maybe'",
    "--offerings absent.yaml": "--offerings absent.yaml: cannot be read (No such file or directory)",
    "--instance-types absent.yaml": "--instance-types absent.yaml: cannot be read",
    "--base-user-data absent": "--base-user-data absent: cannot be read",
    "--network=": "--network: must not be empty",
    "--bogus": "unrecognized arguments: --bogus",
    "--net x": "unrecognized arguments: --net",
    "--addr": "--addr: expected one argument",
    "stray": "unrecognized arguments: stray",
}


@pytest.mark.parametrize("line", REFUSALS)
def test_wrong_input_is_refused_with_status_two_and_one_line(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The line names the flag, the value and the cure; no traceback, no password."""
    monkeypatch.chdir(tmp_path)
    base = [] if line.startswith("--connect") else ["--connect", "qemu:///system"]
    assert main([*base, "--image", "g", *line.split(" ")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("purevirt-provider: ")
    assert err.count("\n") == 1
    assert REFUSALS[line] in err
    assert "canary" not in err


@pytest.mark.parametrize("arguments", [[], ["--image", "g"]])
def test_no_host_at_all_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Without --connect the process does not start, and says why."""
    assert main(arguments) == 2
    assert "--connect: no host is given" in capsys.readouterr().err


def test_missing_image_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A real host needs a golden volume."""
    assert main(["--connect", "qemu:///system"]) == 2
    assert "--image: is required" in capsys.readouterr().err


def test_command_refuses_in_one_line_as_a_process() -> None:
    """`python -m purevirt.provider` with nothing: status 2, one line, nothing on standard output."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PUREVIRT_")}
    done = subprocess.run(
        [sys.executable, "-m", "purevirt.provider"],
        check=False,
        capture_output=True,
        text=True,
        env=environ,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("package", ["yaml", "structlog", "grpc"])
def test_client_without_the_provider_says_what_to_install(package: str) -> None:
    """The command is there with the client alone: one line with the cure, and no traceback."""
    code = (
        f"import sys; sys.modules[{package!r}] = None; from purevirt.provider.__main__ import main; "
        "sys.exit(main(['--connect', 'qemu:///system', '--image', 'g']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"purevirt-provider: {package} is not installed; type pip install 'purevirt[provider]'\n"
    )


def test_help_names_every_flag(capsys: pytest.CaptureFixture[str]) -> None:
    """--help exits 0 and lists all of them."""
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"--{flag.name}" in shown for flag in FLAGS)


@pytest.mark.parametrize("text", ["--reflection", "--reflection=true", "--reflection true", "--reflection=1"])
def test_reflection_is_a_go_style_boolean(text: str) -> None:
    """Bare, with an equals sign and with a space."""
    assert parse("--reflection=false", *text.split(" ")).reflection is True


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2m", 120),
        ("90s", 90),
        ("1h30m", 5400),
        ("1.5h", 5400),
        ("500ms", 0.5),
        ("0", 0),
        ("2m0s", 120),
        ("1us", 1e-6),
    ],
)
def test_duration_reads_what_go_writes(text: str, seconds: float) -> None:
    """The forms that existing deployments use."""
    assert parse_duration(text) == pytest.approx(seconds)


@given(st.text(max_size=8))
def test_duration_is_a_number_of_seconds_or_a_clear_error(text: str) -> None:
    """Any text is a non-negative duration or a ValueError that shows it."""
    with contextlib.suppress(_Refused):
        assert _seconds(text) >= 0


class _Refused(Exception):
    """A ValueError that showed the text."""


def _seconds(text: str) -> float:
    """Parse; only an error that shows the text is passed on as `_Refused`."""
    try:
        return parse_duration(text)
    except ValueError as error:
        if repr(text) not in str(error):
            raise
        raise _Refused from error


def offer(tmp_path: Path, document: object, *arguments: str, text: str | None = None) -> Config:
    """Parse with an offerings file."""
    path = tmp_path / "offerings.yaml"
    path.write_text(json.dumps(document) if text is None else text)
    return parse("--offerings", str(path), *arguments)


def test_offerings_in_yaml_make_slots_with_stable_ids(tmp_path: Path) -> None:
    """Ids are provider/capacity/type/zone/number, numbered within type and zone."""
    text = """
- {instance_type: kvm.large, zone: local, count: 2, resources: {cpu: 2, memory: 4Gi}, labels: {rack: r1}}
- {instance_type: kvm.small, zone: local, count: 1}
- {instance_type: kvm.large, zone: local, count: 1, labels: {rack: r2}}
"""
    slots = list(offer(tmp_path, None, text=text).catalog.slots())
    assert [(one.id, dict(one.labels)) for one in slots] == [
        ("libvirt/OnDemand/kvm.large/local/000", {"rack": "r1"}),
        ("libvirt/OnDemand/kvm.large/local/001", {"rack": "r1"}),
        ("libvirt/OnDemand/kvm.small/local/000", {}),
        ("libvirt/OnDemand/kvm.large/local/002", {"rack": "r2"}),
    ]
    assert dict(slots[0].resources) == {"cpu": "2", "memory": "4Gi"}
    assert dict(slots[2].resources) == {"cpu": "2", "memory": "4Gi"}
    assert all(slot_problem(one) is None for one in slots)


def test_bare_metal_is_free_unless_an_override_says_otherwise(tmp_path: Path) -> None:
    """Price 0 for bare metal, its own part in the id, and an explicit price wins."""
    body = [{"instance_type": "kvm.small", "zone": "local", "count": 1, "capacity_type": "bare_metal"}]
    [free] = offer(tmp_path, body).catalog.slots()
    assert (free.price_per_hour, free.capacity_type) == (0, CapacityType.BARE_METAL)
    assert free.id == "libvirt/BareMetal/kvm.small/local/000"
    [priced] = offer(tmp_path, body, "--prices=kvm.small=0.5").catalog.slots()
    assert priced.price_per_hour == 0.5


GOOD = {"instance_type": "kvm.small", "zone": "local", "count": 1}
BAD_OFFERINGS: dict[str, tuple[object, str]] = {
    "no list": ({}, "offerings: must be a list"),
    "no object": (["x"], "offerings[0]: must be an object"),
    "count 0": ([GOOD, GOOD, GOOD, {**GOOD, "count": 0}], "offerings[3].count: must be ≥ 1, got 0"),
    "count true": ([{**GOOD, "count": True}], "offerings[0].count: must be ≥ 1, got True"),
    "no count": (
        [{"instance_type": "kvm.small", "zone": "local"}],
        "offerings[0].count: must be ≥ 1, got None",
    ),
    "type": (
        [{**GOOD, "instance_type": "kvm.tiny"}],
        "offerings[0].instance_type: 'kvm.tiny' is not in the catalogue",
    ),
    "zone": ([{**GOOD, "zone": "mars"}], "offerings[0].zone: no host is in zone 'mars' (there is local)"),
    "empty zone": ([{**GOOD, "zone": ""}], "offerings[0].zone: must be a non-empty string"),
    "spot": ([{**GOOD, "capacity_type": "spot"}], "offerings[0].capacity_type: spot makes no sense"),
    "reserved": (
        [{**GOOD, "capacity_type": "reserved"}],
        "offerings[0].capacity_type: reserved makes no sense",
    ),
    "mixed": (
        [GOOD, {**GOOD, "capacity_type": "bare_metal"}],
        "offerings[1].capacity_type: bare_metal and on_demand",
    ),
    "unknown": ([{**GOOD, "contents": 1}], "offerings[0].contents: unknown field"),
    "labels": ([{**GOOD, "labels": {"a": [1]}}], "offerings[0].labels.a: must be a string"),
    "label zone": ([{**GOOD, "labels": {"zone": "x"}}], "offerings[0].labels.zone: is a field of its own"),
    "too many": ([{**GOOD, "count": 10**9}], "more than 1000000 slots"),
}


@pytest.mark.parametrize("name", BAD_OFFERINGS)
def test_offerings_errors_name_the_path_of_the_field(tmp_path: Path, name: str) -> None:
    """Each wrong field is named with its place in the file."""
    document, message = BAD_OFFERINGS[name]
    with pytest.raises(ConfigError) as caught:
        list(offer(tmp_path, document).catalog.slots())
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["a: [", "\x00", "{'a': 1", "[1, 2"])
def test_file_that_is_neither_json_nor_yaml_is_refused(tmp_path: Path, text: str) -> None:
    """The line names the flag and the file."""
    with pytest.raises(ConfigError, match=r"--offerings .*offerings.yaml: is neither JSON nor YAML"):
        offer(tmp_path, None, text=text)


def test_instance_types_file_replaces_the_catalogue(tmp_path: Path) -> None:
    """Its two first types make the built-in mix; JSON with tabs is read too."""
    path = tmp_path / "types.json"
    path.write_text('{\n\t"one": {"vcpu": 1, "memory_mib": 1536},\n\t"two": {"vcpu": 2, "memory_mib": 2048}}')
    slots = list(parse("--instance-types", str(path), "--seed-count", "2").catalog.slots())
    assert [one.instance_type for one in slots] == ["one", "two"]
    assert dict(allocatable(slots[0].vcpu, slots[0].memory_mib)) == {"cpu": "1", "memory": "1536Mi"}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "at least one name"),
        ({"a/b": {"vcpu": 1, "memory_mib": 1}}, "without /"),
        ({"a": {"vcpu": 0, "memory_mib": 1}}, "instance_types.a.vcpu: must be ≥ 1, got 0"),
        ({"a": {"vcpu": 1}}, "instance_types.a.memory_mib: must be ≥ 1, got None"),
    ],
)
def test_instance_types_errors_name_the_field(tmp_path: Path, document: object, message: str) -> None:
    """Each wrong field is named."""
    path = tmp_path / "types.json"
    path.write_text(json.dumps(document))
    with pytest.raises(ConfigError) as caught:
        parse("--instance-types", str(path))
    assert message in str(caught.value)


def test_seeds_are_spread_over_sizes_and_zones() -> None:
    """Eight seeds over two zones: two of each size in each zone."""
    made = parse("--connect", "b=qemu:///session", "--seed-count", "8")
    ids = sorted(one.id for one in made.catalog.slots())
    assert ids == sorted(
        f"libvirt/OnDemand/{name}/{zone}/00{number}"
        for name in ("kvm.small", "kvm.medium")
        for zone in ("local", "b")
        for number in (0, 1)
    )


def test_user_data_is_read_and_kept_out_of_the_repr(tmp_path: Path) -> None:
    """The text of the file is what the backend gets."""
    path = tmp_path / "user-data"
    path.write_text("#cloud-config\n# canary\n")
    made = parse("--base-user-data", str(path))
    assert made.base_user_data == "#cloud-config\n# canary\n"
    assert "canary" not in repr(made)
