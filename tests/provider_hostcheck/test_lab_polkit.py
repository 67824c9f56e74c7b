"""The rules that `prepare --polkit` prints, on a libvirtd that asks polkit about every call."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from purevirt.provider.hostcheck.polkit_rules import rules
from tests.lab import LabHost, Polkit
from tests.lab.accounts import USER
from tests.lab.host import GOLDEN
from tests.lab.process import system_environment

pytestmark = pytest.mark.lab

DOMAIN = "<domain type='qemu'><name>{}</name><memory>1024</memory><os><type>hvm</type></os></domain>"
SECRET = "<secret><description>x</description><usage type='volume'><volume>{}</volume></usage></secret>"
NOBODY = "nobody's-domain"


@pytest.fixture(scope="module")
def host(lab_image: Path) -> Iterator[LabHost]:
    """A host whose one user has our rules; a domain, a volume and a pool on it are somebody else's."""
    text = rules(user=USER, pool="default", networks=["default"], image=GOLDEN)
    with LabHost("guarded", polkit=Polkit(text, access_control=True)) as host:
        host.prepare(lab_image)
        host.virsh("pool-autostart", "default")
        host.virsh("net-autostart", "default")
        host.virsh("define", "/dev/stdin", stdin=DOMAIN.format(NOBODY))
        host.virsh("vol-create-as", "default", "theirs.img", "1M", "--format", "raw")
        (host.folder / "private").mkdir()
        host.virsh("pool-create-as", "private", "dir", "--target", host.folder / "private")
        host.virsh("net-define", "/dev/stdin", stdin="<network><name>private</name></network>")
        host.virsh("vol-create-as", "private", "bigfleet-x", "1M", "--format", "raw")
        yield host


def test_whole_life_and_nothing_else(host: LabHost) -> None:
    """The user runs a machine from create to delete, and meanwhile can do nothing to what is not ours."""
    command = host.polkit.command([sys.executable, Path(__file__).with_name("life.py"), host.uri])
    life = subprocess.Popen(
        command,
        env=system_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert life.stdout is not None
    try:
        said = [life.stdout.readline(), life.stdout.readline()]
        if not said[1]:
            raise AssertionError(life.communicate(timeout=30)[1][-3000:])
        assert said[0].startswith("created bigfleet-")
        assert said[1] == "configured ['']\n"
        name = said[0].split()[1]
        assert set(host.virsh("list", "--all", "--name").split()) == {name, NOBODY}
        assert seen(host, "list", "--all", "--name") == [name]
        assert "bigfleet-claim/libvirt" in host.virsh("secret-list")
        volumes = {line.split()[0] for line in host.virsh("vol-list", "default").splitlines() if line}
        mine = {volume for volume in volumes if volume.startswith("bigfleet-")}
        assert len(mine) == 2
        assert {line.split()[0] for line in lines(host, "vol-list", "default")} == mine | {GOLDEN}
        out, error = life.communicate("\n", timeout=100)
    finally:
        life.kill()
        life.wait()
    assert out == "drained\ndeleted\n", error
    assert host.virsh("secret-list").strip() == ""
    left = host.virsh("vol-list", "default").split()
    assert GOLDEN in left
    assert "theirs.img" in left
    assert not any(word.startswith("bigfleet-") for word in left)
    assert host.virsh("list", "--all", "--name").split() == [NOBODY]


def test_check_is_allowed_too(host: LabHost) -> None:
    """The identity that runs the server can tell whether all is well."""
    command = [sys.executable, "-m", "purevirt.provider", "check", "--json", "--connect", host.uri]
    done = host.polkit.run([*command, "--image", GOLDEN])
    assert done.returncode == 0, done.stdout
    rows = {row["what"]: row for row in json.loads(done.stdout)}
    assert rows["identity"]["detail"] == "may list domains, sees 0"
    assert rows["image"]["status"] == rows["network"]["status"] == rows["pool"]["status"] == "ok"


FORBIDDEN = (
    ("dominfo", NOBODY),
    ("start", NOBODY),
    ("undefine", NOBODY),
    ("vol-delete", GOLDEN, "default"),
    ("vol-upload", GOLDEN, "/etc/hostname", "--pool", "default"),
    ("vol-resize", GOLDEN, "1G", "--pool", "default"),
    ("vol-info", "theirs.img", "default"),
    ("vol-delete", "theirs.img", "default"),
    ("vol-create-as", "default", "other.img", "1M"),
    ("vol-delete", "bigfleet-x", "private"),
    ("pool-info", "private"),
    ("pool-destroy", "default"),
    ("pool-undefine", "default"),
    ("pool-define-as", "bigfleet-pool", "dir", "--target", "/etc"),
    ("net-destroy", "default"),
    ("net-info", "private"),
    ("net-start", "private"),
    ("define", "/dev/stdin"),
    ("secret-define", "/dev/stdin"),
    ("nodesuspend", "mem", "60"),
    ("iface-list",),
    ("nwfilter-list",),
    ("secret-list",),
    ("nodedev-list",),
)


def test_all_else_is_refused(host: LabHost) -> None:
    """Neither another's things nor other things: libvirt says no."""
    before = facts(host)
    for command in FORBIDDEN:
        stdin = SECRET.format("mine") if command[0] == "secret-define" else DOMAIN.format("other")
        done = host.polkit.run(["virsh", "-q", "-c", host.uri, *command], stdin=stdin.encode())
        assert done.returncode != 0, (command, done.stdout)
        assert any(word in done.stderr for word in (b"denied", b"failed to get", b"not found")), done.stderr
    assert facts(host) == before


def facts(host: LabHost) -> list[str]:
    """Return what somebody could have changed."""
    commands = [("list", "--all"), ("pool-list", "--all"), ("net-list", "--all"), ("secret-list",)]
    volumes = [("vol-list", "default"), ("vol-list", "private"), ("vol-info", GOLDEN, "default")]
    return [host.virsh(*command) for command in (*commands, *volumes)]


def lines(host: LabHost, *command: str) -> list[str]:
    """Return what virsh prints to the user."""
    done = host.polkit.run(["virsh", "-q", "-c", host.uri, *command])
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.decode().splitlines() if line.strip()]


def seen(host: LabHost, *command: str) -> list[str]:
    """Return the words that virsh prints to the user."""
    return " ".join(lines(host, *command)).split()
