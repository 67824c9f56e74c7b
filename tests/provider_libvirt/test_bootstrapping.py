"""Configure, readiness and drain with the guest's own programs, run by the shells that guests have."""

import asyncio
import hashlib
import os
import random
import shutil
from pathlib import Path

import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import bootstrapping
from purevirt.provider.libvirt.guest_agent import (
    MAX_INPUT_BYTES,
    AgentNotAnswering,
    GuestAgent,
    GuestExit,
    GuestNotRunning,
    ResultLost,
    Send,
)
from purevirt.provider.libvirt.hosts import HostUnavailable
from purevirt.provider.secret import Secret
from purevirt.rpc.gen.remote import Domain
from tests.provider_libvirt.local_guest import LocalGuest, agent_failure
from tests.provider_libvirt.odd_host import registering

pytestmark = pytest.mark.usefixtures("impatient")

SHELLS = {
    name: argv
    for name, argv in {
        "dash": ("/bin/dash",),
        "bash": ("/bin/bash",),
        "busybox": ("busybox", "sh"),
    }.items()
    if shutil.which(argv[0])
}

RECORD = (
    'cat "$(dirname "$0")/bootstrap.blob" > "$(dirname "$0")/../got"; '
    'stat -c %a "$(dirname "$0")/bootstrap.blob" > "$(dirname "$0")/../mode"; '
    'printf %s "$1" > "$(dirname "$0")/../cluster"; echo $# > "$(dirname "$0")/../count"'
)


@pytest.fixture(params=sorted(SHELLS))
def guest(request: pytest.FixtureRequest, tmp_path: Path) -> LocalGuest:
    """A guest with a hook that records what it got, on each shell."""
    guest = LocalGuest(tmp_path, SHELLS[request.param])
    guest.install_hook(RECORD)
    return guest


async def _no_wait(_seconds: float) -> None:
    await asyncio.sleep(0.005)


def agent_of(guest: LocalGuest) -> GuestAgent:
    """Return the agent layer on a local guest."""
    return agent_by(guest)


def agent_by(send: Send) -> GuestAgent:
    """Return the agent layer on what carries its commands."""
    return GuestAgent(send, Domain("guest-1", bytes(16), 1), registering())


def data(size: int) -> bytes:
    """Return bytes that show every mistake: random, of any value."""
    return random.Random(size).randbytes(size)


@pytest.mark.parametrize(
    "size",
    [0, 1, 95 << 10, 98_304, 131_072, MAX_INPUT_BYTES - 1, MAX_INPUT_BYTES, MAX_INPUT_BYTES + 1, 4 << 20],
)
async def test_configure_delivers_blobs_bit_exact(tmp_path: Path, size: int) -> None:
    """Every size up to 4 MiB arrives whole, root-only, and is gone afterwards: A15."""
    guest = LocalGuest(tmp_path)
    guest.install_hook(RECORD)
    blob = data(size)
    await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(blob))
    assert (tmp_path / "opt/got").read_bytes() == blob
    assert (tmp_path / "opt/mode").read_text() == "600\n"
    assert guest.leftovers() == set()
    texts = [str(argument) for request in guest.executed("guest-exec") for argument in request["arg"]]  # type: ignore[attr-defined]  # a list
    assert not any(hashlib.sha256(blob).hexdigest() in text for text in texts)
    assert max(len(text) for text in texts) < 4096
    assert len(guest.executed("guest-exec")) == (
        1 if size <= MAX_INPUT_BYTES else 1 + -(-size // MAX_INPUT_BYTES)
    )


async def test_configure_passes_the_cluster_id_as_one_argument(guest: LocalGuest, tmp_path: Path) -> None:
    """No shell sees the cluster id or the blob as text: A16."""
    nasty = "'; touch pwned #$(touch pwned)`touch pwned`\"\\ * \u00fc"
    blob = b"\0'\"$(touch pwned)`touch pwned`\n\xff\xfe" * 9
    await bootstrapping.configure(agent_of(guest), "guest-1", nasty, Secret(blob))
    assert (tmp_path / "opt/cluster").read_text() == nasty
    assert (tmp_path / "opt/count").read_text() == "1\n"
    assert (tmp_path / "opt/got").read_bytes() == blob
    assert "pwned" not in files_below(tmp_path)


async def test_configure_replaces_a_stale_blob(guest: LocalGuest, tmp_path: Path) -> None:
    """What an earlier attempt left, readable by all, neither mixes with this blob nor keeps its mode."""
    for blob in (b"short", data(MAX_INPUT_BYTES + 5)):
        for stale in (guest.blob, tmp_path / "run/bigfleet-staged"):
            stale.write_bytes(b"stale")
            stale.chmod(0o644)
        await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(blob))
        assert (tmp_path / "opt/got").read_bytes() == blob
        assert (tmp_path / "opt/mode").read_text() == "600\n"


async def test_configure_of_a_failing_hook_quotes_stderr_without_the_blob(guest: LocalGuest) -> None:
    """Exit code and the last 4 KiB of stderr are told, nothing of the blob is, and it is gone: A10, A11."""
    guest.install_hook(
        'head -c 100000 /dev/zero | tr "\\0" x >&2; echo "bad:" >&2; '
        'cat "$(dirname "$0")/bootstrap.blob" >&2; echo ":end" >&2; exit 37'
    )
    blob = b"token: abcdef.0123456789abcdef"
    with pytest.raises(BackendError, match="the hook exited 37: ") as caught:
        await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(blob))
    assert "bad: [redacted]:end" in str(caught.value)
    assert "abcdef" not in str(caught.value)
    assert len(str(caught.value)) < 2100
    assert guest.leftovers() == set()


async def test_configure_without_a_hook_says_so(guest: LocalGuest) -> None:
    """A missing or unexecutable hook is a fault of the image, told as that."""
    (guest.folder / "bootstrap").chmod(0o644)
    with pytest.raises(
        BackendError, match="the hook could not be run, exit code 1: the image has no executable"
    ):
        await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(b"x"))
    assert guest.leftovers() == set()


async def test_configure_names_a_hook_that_was_killed(guest: LocalGuest) -> None:
    """A hook ended by a signal is a failure that names it."""
    guest.install_hook("kill -9 $$")
    with pytest.raises(BackendError, match=r"the hook exited 137 .*signal 9"):
        await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(b"x"))
    assert guest.leftovers() == set()


async def test_configure_does_not_wait_for_daemons_of_the_hook(guest: LocalGuest, tmp_path: Path) -> None:
    """A daemon that keeps the hook's outputs open must not make the hook seem to run for ever."""
    guest.install_hook(f"sleep 60 & echo $! > {tmp_path}/daemon")
    async with asyncio.timeout(30):
        await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(b"x"))
    os.kill(int((tmp_path / "daemon").read_text()), 9)


async def test_cancelled_configure_stops_the_hook_and_removes_the_blob(
    guest: LocalGuest, tmp_path: Path
) -> None:
    """A configure over its time leaves neither a blob nor a hook that would still join the cluster."""
    os.mkfifo(tmp_path / "begun")
    guest.install_hook(f"echo $$ > {tmp_path}/begun; sleep 60; touch {tmp_path}/joined")
    task = asyncio.create_task(
        bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(data(MAX_INPUT_BYTES * 2)))
    )
    pid = int(await asyncio.to_thread((tmp_path / "begun").read_text))
    assert guest.blob.exists()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await guest.ended()
    assert guest.leftovers() == set()
    assert not (tmp_path / "joined").exists()
    assert not is_alive(pid)


async def test_cancelled_while_staging_removes_the_blob(tmp_path: Path) -> None:
    """A blob of which only a part has arrived is removed too."""
    guest = LocalGuest(tmp_path)
    guest.install_hook("touch ran")
    third_piece = asyncio.Event()

    async def send(command: str, timeout_s: int, *, repeatable: bool) -> str | None:
        if len(guest.executed("guest-exec")) == 3 and not third_piece.is_set():
            third_piece.set()
            await asyncio.Event().wait()
        return await guest(command, timeout_s, repeatable=repeatable)

    agent = agent_by(send)
    task = asyncio.create_task(
        bootstrapping.configure(agent, "guest-1", "c1", Secret(data(MAX_INPUT_BYTES * 6)))
    )
    await third_piece.wait()
    assert (tmp_path / "run/bigfleet-staged").stat().st_mode & 0o777 == 0o600
    assert not guest.blob.exists()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await guest.ended()
    assert guest.leftovers() == set()


async def test_configure_whose_program_was_killed_removes_the_blob(guest: LocalGuest, tmp_path: Path) -> None:
    """The program that would have removed the blob may die itself; one more is run."""
    os.mkfifo(tmp_path / "begun")
    guest.install_hook(f"echo $$ > {tmp_path}/begun; exec sleep 60")
    task = asyncio.create_task(bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(b"blob")))
    hook = int(await asyncio.to_thread((tmp_path / "begun").read_text))
    guest.kill_running()
    os.kill(hook, 9)
    with pytest.raises(BackendError, match="killed by signal 9"):
        await task
    assert guest.leftovers() == set()


async def test_configure_whose_result_is_lost_fails_and_cleans_up(tmp_path: Path) -> None:
    """The agent restarted and knows the pid no more: no second run, no blob left: A19."""
    guest = LocalGuest(tmp_path)
    os.mkfifo(tmp_path / "begun")
    guest.install_hook(f"echo > {tmp_path}/begun; sleep 60")
    task = asyncio.create_task(bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(b"blob")))
    await asyncio.to_thread((tmp_path / "begun").read_text)
    guest.failures["guest-exec-status"] = [agent_failure(113, "Invalid parameter 'pid'")]
    with pytest.raises(ResultLost):
        await task
    await guest.ended()
    assert guest.leftovers() == set()


async def test_configure_stops_where_a_piece_cannot_be_written(tmp_path: Path) -> None:
    """A guest that cannot keep the blob is told of by the guest's own words; the hook never runs."""
    guest = LocalGuest(tmp_path)
    guest.install_hook(f"touch {tmp_path}/ran")
    shutil.rmtree(tmp_path / "run")
    with pytest.raises(BackendError, match=r"guest-1: stage failed, exit code \d: .*bigfleet-staged"):
        await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(data(MAX_INPUT_BYTES * 2)))
    assert not (tmp_path / "ran").exists()


async def test_readiness_is_asked_until_it_is_there(guest: LocalGuest, tmp_path: Path) -> None:
    """The probe is an operator's shell command; its failure means not yet."""
    waits = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 5:
            (tmp_path / "joined").touch()

    command = f'echo "not yet" >&2; [ -e "{tmp_path}/joined" ]'
    await bootstrapping.wait_node_ready(agent_of(guest), "guest-1", command, sleep)
    assert waits == [1.0, 2.0, 4.0, 8.0, 10.0]
    assert guest.leftovers() == set()


async def test_readiness_outlives_an_agent_that_restarts() -> None:
    """A node that joins may restart its agent, or its host libvirtd: that is not yet, and not a failure."""
    troubles: list[BackendError | GuestExit] = [
        AgentNotAnswering("busy"),
        HostUnavailable("down"),
        ResultLost("restarted"),
        GuestExit(0, 0, b"probe 0\n", b"", is_truncated=False),
    ]

    class Restarting(GuestAgent):
        async def run(self, *_arguments: object, **_named: object) -> GuestExit:
            outcome = troubles.pop(0)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

    async def send(*_arguments: object, **_named: object) -> str:
        raise AssertionError

    await bootstrapping.wait_node_ready(
        Restarting(send, Domain("guest-1", bytes(16), 1), registering()), "guest-1", "true", _no_wait
    )
    assert troubles == []


async def test_readiness_of_a_guest_that_is_off_fails_at_once() -> None:
    """What no waiting helps is told."""

    async def send(*_arguments: object, **_named: object) -> str:
        raise agent_failure(55)

    with pytest.raises(GuestNotRunning):
        await bootstrapping.wait_node_ready(agent_by(send), "guest-1", "true", _no_wait)


async def test_drain_for_ever_is_a_duration_that_kubectl_takes(guest: LocalGuest, tmp_path: Path) -> None:
    """The largest grace of the wire is more than Go's durations hold."""
    install_kubectl(guest, tmp_path, "exit 0")
    await bootstrapping.drain(agent_of(guest), "guest-1", 2**63 - 1, 5)
    timeout = (tmp_path / "calls").read_text().splitlines()[1].rpartition("--timeout=")[2]
    assert 300 * 24 * 3600 < int(timeout.rstrip("s")) < 2**63 // 10**9


async def test_drain_cordons_then_drains_within_the_grace(guest: LocalGuest, tmp_path: Path) -> None:
    """kubectl is called with the node's name, the limit and the flags of the contract."""
    install_kubectl(guest, tmp_path, "exit 0")
    await bootstrapping.drain(agent_of(guest), "guest-1", 100, 5)
    node = os.uname().nodename.lower()
    cordon, drain = (tmp_path / "calls").read_text().splitlines()
    assert cordon.split()[:2] == ["cordon", node]
    assert 80 <= int(cordon.rpartition("--request-timeout=")[2].rstrip("s")) <= 100
    assert drain.split()[:4] == ["drain", node, "--ignore-daemonsets", "--delete-emptydir-data"]
    grace, timeout = (int(flag.partition("=")[2].rstrip("s")) for flag in drain.split()[4:])
    assert 80 <= grace <= timeout <= 100


async def test_drain_without_grace_has_one_second(guest: LocalGuest, tmp_path: Path) -> None:
    """0 would mean for ever to kubectl."""
    install_kubectl(guest, tmp_path, "exit 0")
    await bootstrapping.drain(agent_of(guest), "guest-1", 0, 5)
    assert (tmp_path / "calls").read_text().splitlines()[1].endswith("--grace-period=1 --timeout=1s")


@pytest.mark.parametrize("verb", ["cordon", "drain"])
async def test_incomplete_drain_is_an_error(guest: LocalGuest, tmp_path: Path, verb: str) -> None:
    """A kubectl that fails is never taken for a drained node, and says why."""
    install_kubectl(guest, tmp_path, f'[ "$1" != {verb} ] || {{ echo "cannot evict pod p" >&2; exit 4; }}')
    with pytest.raises(BackendError, match=f"guest-1: the {verb} exited 4: cannot evict pod p"):
        await bootstrapping.drain(agent_of(guest), "guest-1", 30, 5)
    assert len((tmp_path / "calls").read_text().splitlines()) == (1 if verb == "cordon" else 2)


async def test_drain_over_its_time_is_stopped(guest: LocalGuest, tmp_path: Path) -> None:
    """A kubectl that does not keep its own limit is ended; the drain is not complete."""
    install_kubectl(guest, tmp_path, f"[ $1 = cordon ] || {{ echo $$ > {tmp_path}/pid; exec sleep 60; }}")
    with pytest.raises(BackendError, match="did not end within 1 s"):
        await bootstrapping.drain(agent_of(guest), "guest-1", 1, 0.5)
    await guest.ended()
    assert not is_alive(int((tmp_path / "pid").read_text()))
    assert guest.leftovers() == set()


async def test_drain_without_kubectl_says_so(tmp_path: Path) -> None:
    """An image without kubectl cannot be drained, which is an error and not an empty node."""
    guest = LocalGuest(tmp_path)
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "rm", "cat", "tail", "date", "uname", "tr", "setsid"):
        (tools / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    guest.path = str(tools)
    guest.shell = ("/bin/sh",)
    original = guest.__call__

    async def send(command: str, timeout_s: int, *, repeatable: bool) -> str | None:
        # The program looks in the usual places too; on this machine they may have a kubectl.
        without = command.replace(":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "")
        return await original(without, timeout_s, repeatable=repeatable)

    with pytest.raises(
        BackendError, match="the cordon could not be run, exit code 1: the image has no kubectl"
    ):
        await bootstrapping.drain(agent_by(send), "guest-1", 5, 5)


async def test_clean_up_that_hangs_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An agent that hangs cannot hold a failed configure, and what may be left is logged."""
    monkeypatch.setattr(bootstrapping, "CLEAN_UP_S", 0.05)

    async def send(command: str, timeout_s: int, *, repeatable: bool) -> str | None:
        if "bigfleet-clean-up" in command:
            await asyncio.Event().wait()
        raise agent_failure(86)

    with pytest.raises(BackendError):
        await bootstrapping.configure(agent_by(send), "guest-1", "c1", Secret(b"secretsecret"))
    logged = capsys.readouterr().out
    assert "guest_not_cleaned" in logged
    assert "secretsecret" not in logged


def install_kubectl(guest: LocalGuest, folder: Path, body: str) -> None:
    """Put a kubectl first in the guest's PATH that notes its arguments and does `body`."""
    tools = folder / "tools"
    tools.mkdir()
    kubectl = tools / "kubectl"
    kubectl.write_text(f'#!/bin/sh\necho "$@" >> {folder}/calls\n{body}\n')
    kubectl.chmod(0o755)
    guest.path = f"{tools}:{guest.path}"


def files_below(folder: Path) -> set[str]:
    """Return the names of all files in a tree."""
    return {path.name for path in folder.rglob("*")}


def is_alive(pid: int) -> bool:
    """Tell whether a process exists."""
    return Path(f"/proc/{pid}").exists()
