"""`make demo`: a small fleet's life on a simulated host, as a shard drives it over gRPC.

Starts `purevirt-provider --use-simulator` as anybody can, brings its machines up, binds them to clusters, drains and
deletes them, and shows what happens as a timeline: live where the terminal and rich allow it, else line by line.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc

MACHINES = 12
TICK_S = 0.1
NAME_WIDTH, STATE_WIDTH = 16, 12
LIMIT_S = 60
STATES = pb.MachineState
SHORT = {number: name.removeprefix("MACHINE_STATE_") for name, number in STATES.items()}
LOOKS = {
    "SPECULATIVE": ("·", "bright_black"),
    "CREATING": ("▒", "yellow"),
    "IDLE": ("█", "blue"),
    "CONFIGURING": ("▒", "cyan"),
    "CONFIGURED": ("█", "green"),
    "DRAINING": ("▒", "magenta"),
    "DELETING": ("▒", "bright_black"),
    "FAILED": ("█", "red"),
}
REAL = """
No host was harmed: everything above was a simulation in one process. The same command serves a real fleet:

    purevirt-provider check --connect zone-a=qemu+ssh://libvirt@HOST/system --image golden.qcow2
    purevirt-provider --connect zone-a=qemu+ssh://libvirt@HOST/system --image golden.qcow2 --state state.db

`purevirt-provider prepare` makes on the host what `check` misses; `make demo-lab` shows it with a real libvirtd."""


@dataclass
class Row:
    """One machine, and the states it was in, a tick each."""

    id: str
    state: str = "SPECULATIVE"
    detail: str = ""
    history: list[str] = field(default_factory=list)


@contextmanager
def provider(folder: Path) -> Iterator[grpc.Channel]:
    """Run the provider on a simulated host, and return a channel to it."""
    address = f"unix:{folder}/grpc"
    command = [sys.executable, "-m", "purevirt.provider", "--use-simulator", "--simulator-faults"]
    command += ["--addr", address, "--metrics-addr=", "--seed-count", str(MACHINES)]
    # its temporary files go with ours, however it ends
    environ = os.environ | {"TMPDIR": str(folder)}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environ)
    try:
        with grpc.insecure_channel(address) as channel:
            wait_until_ready(channel, process, folder / "log")
            yield channel
        process.terminate()
        if process.wait(timeout=15):
            sys.exit(last_words(process, folder / "log"))
    finally:
        process.kill()
        process.wait()


def wait_until_ready(channel: grpc.Channel, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return once the provider serves."""
    ready = grpc.channel_ready_future(channel)
    deadline = time.monotonic() + LIMIT_S
    while True:
        try:
            return ready.result(timeout=TICK_S)
        except grpc.FutureTimeoutError:
            if process.poll() is not None:
                sys.exit(last_words(process, log))
            if time.monotonic() > deadline:
                sys.exit(
                    f"the provider does not serve after {LIMIT_S} s; its log:\n{log.read_text()[-2000:]}"
                )


def last_words(process: subprocess.Popen[bytes], log: Path) -> str:
    """Return how the provider ended, and what it said."""
    return f"the provider ended with {process.returncode}:\n{log.read_text()[-2000:]}"


def live(stub: pb_grpc.CapacityProviderStub, row: Row, number: int, problems: list[str]) -> None:
    """Lead one machine through its life, and note what went otherwise."""
    try:
        drive(stub, row, number)
    except grpc.RpcError as error:
        problems.append(f"{row.id}: {error.details()}")
    except ValueError as error:  # the channel is closed: somebody pressed Ctrl-C
        problems.append(f"{row.id}: {error}")


def drive(stub: pb_grpc.CapacityProviderStub, row: Row, number: int) -> None:
    """Lead one machine through its life; the sixth is for a cluster whose hook fails."""
    cluster = "fault-error" if number == 5 else f"cluster-{number % 3 + 1}"
    time.sleep(0.15 * number)
    stub.Create(pb.CreateRequest(machine_id=row.id))
    wait(row, "IDLE")
    stub.Configure(
        pb.ConfigureRequest(machine_id=row.id, cluster_id=cluster, bootstrap_blob=os.urandom(65536))
    )
    if wait(row, "CONFIGURED") != "CONFIGURED":
        return
    time.sleep(1.5)
    stub.Drain(pb.DrainRequest(machine_id=row.id, grace_period_seconds=10))
    wait(row, "IDLE")
    stub.Delete(pb.DeleteRequest(machine_id=row.id))
    wait(row, "SPECULATIVE")


def wait(row: Row, goal: str) -> str:
    """Return the machine's state once it is the goal, or FAILED."""
    deadline = time.monotonic() + LIMIT_S
    # the call was answered, and the picture may be a tick older
    time.sleep(2 * TICK_S)
    while row.state not in (goal, "FAILED"):
        if time.monotonic() > deadline:
            sys.exit(f"{row.id} is {row.state}, not {goal}")
        time.sleep(TICK_S)
    return row.state


def look(stub: pb_grpc.CapacityProviderStub, rows: dict[str, Row], revision: bytes) -> bytes:
    """Fetch what has changed, as a shard does, and add a tick to every history."""
    answer = stub.List(pb.ListFilter(since_revision=revision), timeout=30)
    for machine in answer.machines:
        row = rows.get(machine.id)
        if row is not None:
            row.state = SHORT[machine.state]
            row.detail = machine.last_error or machine.cluster or machine.host.ref
    for row in rows.values():
        row.history.append(row.state)
    return bytes(answer.revision)


def picture(rows: dict[str, Row], width: int) -> object:
    """Return the picture of the moment, for rich, so many columns wide."""
    from rich.table import Table
    from rich.text import Text

    rest = max(20, width - NAME_WIDTH - STATE_WIDTH - 6)
    bar_width = min(len(max((row.history for row in rows.values()), key=len)), rest * 2 // 3)
    legend = Text("  ").join(Text(f"{mark} {name.lower()}", style) for name, (mark, style) in LOOKS.items())
    table = Table(box=None, pad_edge=False, title=legend, title_justify="left")
    for heading, columns in (
        ("machine", NAME_WIDTH),
        ("state", STATE_WIDTH),
        ("timeline", bar_width),
        ("", rest - bar_width),
    ):
        table.add_column(heading, width=columns, no_wrap=True, overflow="ellipsis")
    for row in rows.values():
        bar = Text()
        for state in row.history[-bar_width:]:
            bar.append(*LOOKS[state])
        _, _, kind, _, number = row.id.split("/")
        look = Text(row.state.lower(), LOOKS[row.state][1])
        table.add_row(f"{kind}/{number}", look, bar, Text(row.detail, "bright_black"))
    return table


def show(stub: pb_grpc.CapacityProviderStub, rows: dict[str, Row], is_over: Callable[[], bool]) -> None:
    """Follow the fleet until it is over."""
    revision = b""
    if sys.stdout.isatty() and importlib.util.find_spec("rich"):
        from rich.live import Live

        with Live(auto_refresh=False) as live:
            while True:
                last = is_over()
                revision = look(stub, rows, revision)
                live.update(picture(rows, live.console.width), refresh=True)
                if last:
                    break
                time.sleep(TICK_S)
        return
    begin = time.monotonic()
    before = {row.id: row.state for row in rows.values()}
    while True:
        last = is_over()
        revision = look(stub, rows, revision)
        for row in rows.values():
            if row.state != before[row.id]:
                before[row.id] = row.state
                print(
                    f"{time.monotonic() - begin:6.2f} s  {row.id:40} {row.state:12} {row.detail}", flush=True
                )
        if last:
            return
        time.sleep(TICK_S)


def main() -> None:
    """Run the demonstration; its status says whether all went as it should."""
    with tempfile.TemporaryDirectory(prefix="pv-") as name, provider(Path(name)) as channel:
        stub = pb_grpc.CapacityProviderStub(channel)
        machines = [one for one in stub.List(pb.ListFilter()).machines if not one.labels]
        rows = {one.id: Row(one.id) for one in sorted(machines, key=lambda one: one.id)}
        print(
            f"{len(rows)} machines of a provider on a simulated host; the bootstrap of one of them will fail\n"
        )
        problems: list[str] = []
        threads = [
            threading.Thread(target=live, args=(stub, row, number, problems), daemon=True)
            for number, row in enumerate(rows.values())
        ]
        for thread in threads:
            thread.start()
        show(stub, rows, lambda: not any(thread.is_alive() for thread in threads))
        ends = sorted(row.state for row in rows.values())
        if ends != ["FAILED"] + ["SPECULATIVE"] * (len(rows) - 1):
            sys.exit("\n".join([f"the machines ended as {ends}", *problems]))
    print(REAL)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\ninterrupted; nothing is left of it")
    except grpc.RpcError as error:
        sys.exit(f"the provider does not answer any more: {error.details()}")
