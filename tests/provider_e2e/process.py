"""The provider as operators run it: a process of its own, spoken to over gRPC only."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import grpc

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc

INSTANCE_TYPE = "lab.tiny"
STATES = pb.MachineState
_READY_S = 60.0
_STOP_S = 15.0


@dataclass
class ProviderProcess:
    """Starts, kills and restarts one provider on the hosts of `zones`, by URI.

    Its folder holds the state, the log and the socket. The folder's path has to be short: the socket's path
    is limited to 107 bytes.
    """

    folder: Path
    zones: Mapping[str, str]
    count: int = 1
    arguments: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[bytes] | None = None
    _channel: grpc.Channel | None = None

    @property
    def state_path(self) -> Path:
        """The durable state."""
        return self.folder / "state.db"

    @property
    def log_path(self) -> Path:
        """What the process printed, over all its lives."""
        return self.folder / "provider.log"

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None
        return self._process.pid

    @property
    def stub(self) -> pb_grpc.CapacityProviderStub:
        """A client of the running process."""
        return pb_grpc.CapacityProviderStub(self.channel)  # type: ignore[no-untyped-call] # emitted by protoc

    @property
    def channel(self) -> grpc.Channel:
        """The channel to the running process."""
        assert self._channel is not None
        return self._channel

    def machine_id(self, zone: str, index: int = 0) -> str:
        """Return the id of a zone's slot."""
        return f"libvirt/OnDemand/{INSTANCE_TYPE}/{zone}/{index:03d}"

    @property
    def _address(self) -> str:
        return f"unix:{self.folder}/grpc"

    def _command(self) -> list[str]:
        """Write the offerings, and return the command line."""
        types = self.folder / "types.json"
        types.write_text(json.dumps({INSTANCE_TYPE: {"vcpu": 1, "memory_mib": 128}}))
        offerings = self.folder / "offerings.json"
        offerings.write_text(
            json.dumps(
                [{"instance_type": INSTANCE_TYPE, "zone": zone, "count": self.count} for zone in self.zones]
            )
        )
        command = [sys.executable, "-m", "purevirt.provider", "--addr", self._address, "--metrics-addr="]
        command += ["--instance-types", str(types), "--offerings", str(offerings)]
        command += ["--image", "golden.qcow2", "--state", str(self.state_path)]
        for zone, uri in self.zones.items():
            command += ["--connect", f"{zone}={uri}"]
        return [*command, *self.arguments]

    def refusal(self) -> tuple[int, str]:
        """Start a process that does not come up; return its exit status and the last line it printed."""
        ended = subprocess.run(
            self._command(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_READY_S,
            check=False,
            env={**os.environ, **self.environment},
        )
        return ended.returncode, ended.stderr.splitlines()[-1]

    def start(self) -> Self:
        """Start the process, and return once it serves."""
        command = self._command()
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
            )
        options = [("grpc.max_send_message_length", 8 << 20), ("grpc.max_receive_message_length", 256 << 20)]
        self._channel = grpc.insecure_channel(self._address, options=options)
        ready = grpc.channel_ready_future(self._channel)
        try:
            ready.result(timeout=_READY_S)
        except grpc.FutureTimeoutError:
            self.kill()
            raise AssertionError(
                f"the provider does not serve:\n{self.log_path.read_text()[-4000:]}"
            ) from None
        return self

    def kill(self) -> None:
        """End the process as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End the process as an orchestrator does; return its exit status."""
        return self._end(signal.SIGTERM)

    def wait_for(self, machine_id: str, *states: int, timeout_s: float = 60.0) -> pb.Machine:
        """Poll until the machine is in one of `states`, as a shard does, and return it."""
        deadline = time.monotonic() + timeout_s
        while True:
            machine: pb.Machine = self.stub.Get(pb.MachineRef(id=machine_id), timeout=30)
            if machine.state in states:
                return machine
            if machine.state == STATES.MACHINE_STATE_FAILED or time.monotonic() > deadline:
                name = STATES.Name(machine.state)
                log = self.log_path.read_text()[-4000:]
                raise AssertionError(f"{machine_id} is {name} ({machine.last_error}); log:\n{log}")
            time.sleep(0.05)

    def _end(self, how: int) -> int:
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._process is None:
            return 0
        self._process.send_signal(how)
        status = self._process.wait(timeout=_STOP_S)
        self._process = None
        return status


@contextmanager
def running_provider(folder: Path, zones: Mapping[str, str], **options: object) -> Iterator[ProviderProcess]:
    """Start a provider, and end it at the end of the block."""
    provider = ProviderProcess(folder, zones, **options)  # type: ignore[arg-type] # the dataclass's own fields
    try:
        yield provider.start()
    finally:
        try:
            # Its hosts are given up, for the next one.
            provider.stop()
        finally:
            provider.kill()
