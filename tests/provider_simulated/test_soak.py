"""The soak itself works: a few machines for two seconds, everything going wrong, nothing broken."""

import json
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
import structlog
from bench.soak.__main__ import look_at_what_was_done
from bench.soak.mirror import Mirror
from bench.soak.observer import FOREIGN, Observer, written_by
from bench.soak.recorder import Recorder
from bench.soak.tally import Tally

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.rpc.gen import enums
from purevirt.testing.simulator import populate
from purevirt.testing.simulator.domains.handlers import read_definition
from purevirt.testing.simulator.xml_tree import format_node
from tests.docs.recipe import ROOT
from tests.provider_simulated.conftest import STATES, Running


def test_a_very_short_soak(tmp_path: Path) -> None:
    """Machines live, trouble is made, the observer looks; no invariant is broken, and nothing is left."""
    report = tmp_path / "soak.json"
    options = ["--minutes=0.04", "--machines=6", "--hold=0.5", "--trouble-every=1", "--busy=1"]
    command = [sys.executable, "-m", "bench.soak", *options, "--seed=3", f"--report={report}"]
    subprocess.run(command, cwd=ROOT, check=False, capture_output=True, timeout=100)
    result = json.loads(report.read_text())
    assert result["violations"] == []
    assert result["descriptors_left"] == []
    counts = result["counts"]
    assert counts["Create done"] > 0
    assert counts["looks"] > 0
    assert sum(number for name, number in counts.items() if name.startswith("trouble: ")) > 0


async def test_the_observer_sees_what_is_broken(provider: Running) -> None:
    """Each promise that is broken behind the provider's back is told; before that, none is."""
    tally = Tally()
    machine_id = (await provider.machines())[0].id
    await provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
    machine = await provider.reach(machine_id, STATES.MACHINE_STATE_IDLE)
    host = provider.sim.host
    populate(host, 1, running=1, name=lambda _number: FOREIGN)
    observer = Observer(provider.stub, {machine.zone: provider.sim}, tally, Recorder(tally))
    await observer.look()
    assert tally.violations == []
    domain = host.domains.find(machine.host.ref)
    assert domain is not None
    xml = format_node(domain.config.root)
    bound = "</bigfleet:machineID><bigfleet:clusterID>c</bigfleet:clusterID>"
    for broken, words in (
        (xml.replace("</bigfleet:machineID>", bound), "its domain to 'c'"),
        (xml.replace(machine_id, "libvirt/nobodys"), "no domain carries it"),
        (xml, ""),
    ):
        domain.config, domain.live = read_definition(host, broken), read_definition(host, broken).root
        tally.violations.clear()
        await observer.look()
        assert any(words in one for one in tally.violations) is bool(words), (words, tally.violations)
    domain.id = -1
    await observer.look()
    assert f"{domain.name} is off" in tally.violations[-1]
    domain.id = 1
    twin = xml.replace(domain.name, "twin").replace(domain.root.find_text("uuid") or "?", str(uuid.uuid4()))
    host.domains.define(read_definition(host, twin))
    await observer.look()
    assert any(f"2 domains carry {machine_id}" in one for one in tally.violations)
    (disk,) = (path for path in written_by(domain) if path.endswith(".qcow2"))
    assert any(f"2 domains of {machine.zone} write to {disk}" in one for one in tally.violations)
    tally.violations.clear()
    foreign = host.domains.find(FOREIGN)
    assert foreign is not None
    foreign.stop(enums.DomainShutoffReason.DESTROYED, enums.DomainEventStoppedDetailType.DESTROYED)
    await observer.look()
    assert any(f"the foreign domain of {machine.zone}" in one for one in tally.violations)


async def test_a_change_that_no_delta_tells(provider: Running) -> None:
    """It is told when it stays away, not when a machine was another for a moment between two lists."""
    tally = Tally()
    observer = Observer(provider.stub, {}, tally, Recorder(tally))
    machine_id = (await provider.machines())[0].id

    class Forgetful(Mirror):
        forgets = 0

        async def poll(self) -> None:
            await super().poll()
            self.machines[machine_id] = (await provider.machines())[0]
            if self.forgets:
                self.forgets -= 1
                self.machines[machine_id] = pb.Machine(id=machine_id)

    mirror = Forgetful(provider.stub, tally)
    for forgets, told in ((0, False), (1, False), (2, True)):
        mirror.forgets = forgets
        await observer.compare([mirror])
        assert [machine_id in one for one in tally.violations] == [True] * told


async def test_what_is_broken_is_told_with_what_led_to_it(
    provider: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    """The machine's operations, its domain as it was seen, what happened on its host; and nothing else."""
    tally = Tally()
    recorder = Recorder(tally)
    recorder.listen()
    observer = Observer(provider.stub, {"local": provider.sim}, tally, recorder)
    machine_id = (await provider.machines())[0].id
    ack = await provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
    machine = await provider.reach(machine_id, STATES.MACHINE_STATE_IDLE)
    await observer.look()
    recorder.note_zone(machine.zone, "trouble: a test")
    assert capsys.readouterr().out == ""
    domain = provider.sim.host.domains.find(machine.host.ref)
    assert domain is not None
    provider.sim.host.domains.remove(domain)
    await observer.look()
    said = capsys.readouterr().out
    for words in (
        f"{machine_id} is MACHINE_STATE_IDLE, and no domain carries it",
        f"accepted kind=create operation={ack.operation_id}",
        f"domain: {domain.name}, on\n",
        "domain: none\n",
        "trouble: a test\n",
    ):
        assert words in said


def test_what_the_provider_logs_as_an_error_is_broken() -> None:
    """Nobody planned for it, and no machine need show it; what hosts do is a warning."""
    tally = Tally()
    Recorder(tally).listen()
    structlog.get_logger().warning("reconcile failed", reason="the host is away")
    assert tally.violations == []
    structlog.get_logger().error("unexpected exception", where="describe", type="KeyError")
    assert len(tally.violations) == 1
    assert "unexpected exception where=describe type=KeyError" in tally.violations[0]


def test_a_soak_in_which_nothing_is_done_is_broken() -> None:
    """A provider that fails everything keeps every promise."""
    tally = Tally()
    for kind in ("Create", "Configure", "Drain", "Delete"):
        tally.count(f"{kind} done", 2)
        tally.count(f"{kind} failed")
    look_at_what_was_done(tally)
    assert tally.violations == []
    tally.count("Configure failed")
    look_at_what_was_done(tally)
    assert len(tally.violations) == 1
    assert tally.violations[0].endswith("Configure: done 2 times, failed 2 times")
