"""The seed disk as cloud-init and isoinfo read it: not by the library that wrote it."""

import json
import subprocess
from pathlib import Path

import pytest

from purevirt.provider.libvirt.cloud_init import meta_data, seed_iso
from tests.lab.process import run
from tests.lab.unpacked import PYTHON, environment, unpacked_tree

pytestmark = pytest.mark.lab

NETWORK = "version: 2\nethernets:\n  eth0:\n    dhcp4: true\n"


@pytest.fixture(scope="module")
def tree(lab_able: None) -> Path:
    """Debian's cloud-init and genisoimage."""
    return unpacked_tree()


def image(folder: Path, user_data: bytes | None, network_config: str | None) -> Path:
    """Return the file of a seed disk."""
    path = folder / "seed.iso"
    meta = meta_data(instance_id='i-1: "x"', host_name="123").encode()
    network = None if network_config is None else network_config.encode()
    path.write_bytes(seed_iso(user_data=user_data, meta_data=meta, network_config=network))
    return path


@pytest.mark.parametrize(
    ("user_data", "network_config"),
    [
        (None, None),
        (b"#cloud-config\r\npackages: [a]\r\n", NETWORK),
        (b"", None),
        (b"#!/bin/sh\n" * 100_000, NETWORK),
    ],
)
def test_cloud_init_takes_the_seed(
    tree: Path, tmp_path: Path, user_data: bytes | None, network_config: str | None
) -> None:
    """cloud-init's NoCloud source finds the disk by its label and reads what was meant: G16, G17."""
    isoinfo = tree / "usr/bin/isoinfo"
    script = Path(__file__).with_name("nocloud.py")
    argv = [PYTHON, script, image(tmp_path, user_data, network_config), isoinfo, tmp_path]
    answer = json.loads(run(argv, timeout_s=60, environment=environment(tree)))
    assert answer["found"]
    assert answer["seed"] == str(tmp_path / "seed.iso")
    assert (answer["instance_id"], answer["host_name"]) == ('i-1: "x"', "123")
    expected = b"#cloud-config\n{}\n" if user_data is None else user_data
    assert answer["user_data"] == expected.decode()
    wanted = {"version": 2, "ethernets": {"eth0": {"dhcp4": True}}}
    assert answer["network_config"] == (None if network_config is None else wanted)


@pytest.mark.parametrize("extension", ["-R", "-J"])
def test_isoinfo_lists_every_name_in_lower_case(tree: Path, tmp_path: Path, extension: str) -> None:
    """Rock Ridge and Joliet both have the names as cloud-init wants them, and the same bytes: G16."""
    isoinfo = str(tree / "usr/bin/isoinfo")
    seed = str(image(tmp_path, bytes(range(256)), NETWORK))

    def ask(*arguments: str) -> bytes:
        return subprocess.run([isoinfo, "-i", seed, *arguments], check=True, capture_output=True).stdout

    assert set(ask(extension, "-f").split()) == {b"/meta-data", b"/network-config", b"/user-data"}
    assert ask(extension, "-x", "/user-data") == bytes(range(256))
    facts = ask("-d").decode()
    assert "Volume id: cidata\n" in facts
    assert "Joliet with UCS level 3 found" in facts
    assert "Rock Ridge signatures version 1 found" in facts
