"""Slips of an operator's that a parser below ours would answer with a traceback, or take."""

from pathlib import Path

import pytest

from purevirt.provider.catalog import parse_types, read_document
from purevirt.provider.config import parse_config
from purevirt.provider.errors import ConfigError


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
