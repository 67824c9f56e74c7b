"""The play of the golden image's guest keeps to what the provider's programs promise of themselves."""

import pytest

from purevirt.provider.libvirt import guest_script
from purevirt.provider.simulated.guest import CLUSTER, HOOK, golden_guest
from purevirt.testing.simulator import NEVER, Exit, GuestFiles
from purevirt.testing.simulator.agent.processes import Process
from purevirt.testing.simulator.agent.system import GuestSystem
from purevirt.testing.simulator.timeline import Timeline

BLOB, STAGED = "/opt/bigfleet/bootstrap.blob", "/run/bigfleet-staged"


class Guest:
    """A guest of the image, with a clock of the test's own."""

    def __init__(self, **programs: object) -> None:
        self.now = 0.0
        self.timeline = Timeline(lambda: self.now)
        replaced = {HOOK: programs["hook"]} if "hook" in programs else {}
        profile = golden_guest("g", boot_s=1, programs=replaced)  # type: ignore[arg-type] # a test's own hook
        self.system = GuestSystem(
            host_name="g",
            os=profile.os,
            files=GuestFiles(profile.files),
            programs=profile.programs,
            timeline=self.timeline,
        )

    def run(self, name: str, *arguments: str, stdin: bytes = b"", attempt: str = "1") -> Process:
        """Send a program as the provider does, and let a minute pass."""
        program = getattr(guest_script, name.upper().replace("-", "_"))
        argv = ("/bin/sh", "-c", program, f"bigfleet-{name}-{attempt}", *arguments)
        process = self.system.start(argv, stdin=stdin)
        self.now += 60
        self.timeline.run_due()
        return process


def test_a_blob_in_pieces() -> None:
    """Staged, appended, completed by what comes with the hook, which sees it whole; and gone afterwards."""
    seen = []

    def hook(run: object) -> Exit:
        seen.append(guest.system.files.read(BLOB))
        return Exit(code=3, stderr=b"x" * 5000)

    guest = Guest(hook=hook)
    for name, stdin in (("stage", b""), ("append", b"one"), ("append", b"two")):
        assert guest.run(name, stdin=stdin).exit.code == 0
    end = guest.run("configure", "c", "11", "6", stdin=b"three").exit
    assert (end.code, end.stdout, end.stderr) == (0, b"hook 3\n", b"x" * 4096)
    assert seen == [b"onetwothree"]
    assert BLOB not in guest.system.files
    assert STAGED not in guest.system.files


def test_a_blob_that_does_not_arrive_whole() -> None:
    """The hook is not run then."""
    guest = Guest()
    end = guest.run("configure", "c", "11", "0", stdin=b"three").exit
    assert (end.code, end.stderr) == (1, b"5 of 11 bytes of the blob arrived\n")
    assert CLUSTER not in guest.system.files
    assert guest.run("append", stdin=b"x").exit.code == 1


@pytest.mark.parametrize("name", ["stage", "append", "configure"])
def test_what_begins_after_the_end_of_its_attempt(name: str) -> None:
    """It ends at once, in any order, and leaves nothing; another attempt is not touched by that."""
    guest = Guest()
    guest.run("stage")
    guest.run("clean-up")
    arguments = ("c", "1", "0") if name == "configure" else ()
    end = guest.run(name, *arguments, stdin=b"x").exit
    assert (end.code, end.stdout) in ((0, b""), (1, b""), (143, b""))
    assert STAGED not in guest.system.files
    assert BLOB not in guest.system.files
    assert guest.run("configure", "c", "1", "0", stdin=b"x", attempt="2").exit.stdout == b"hook 0\n"
    assert guest.system.files.read(CLUSTER) == b"c"


def test_a_hook_that_is_ended() -> None:
    """The clean-up of an attempt ends what it runs, and removes the blob."""
    guest = Guest(hook=lambda _run: Exit(after_s=NEVER))
    process = guest.run("configure", "c", "1", "0", stdin=b"x")
    assert not process.has_ended
    assert BLOB in guest.system.files
    guest.run("clean-up")
    assert process.exit.signal == 15
    assert BLOB not in guest.system.files


def test_probes_and_drains() -> None:
    """Each command is told with its code; a script of somebody else's goes to the guest's small shell."""
    guest = Guest()
    assert guest.run("probe", "exit 7").exit.stdout == b"probe 7\n"
    assert guest.run("drain", "10").exit.stdout == b"cordon 0\ndrain 0\n"
    assert (
        guest.system.start(("/bin/sh", "-c", "echo $0", "bigfleet-other-1")).exit.stdout
        == b"bigfleet-other-1\n"
    )
    assert guest.system.start(("/bin/sh", "-c", "echo hi")).exit.stdout == b"hi\n"
