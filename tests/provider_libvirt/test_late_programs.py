"""A guest's program that begins after its attempt has been given up."""

from pathlib import Path

import pytest

from purevirt.provider.libvirt import bootstrapping
from purevirt.provider.libvirt.guest_agent import MAX_INPUT_BYTES, AgentNotAnswering
from purevirt.provider.secret import Secret
from tests.provider_libvirt.local_guest import LocalGuest, agent_failure
from tests.provider_libvirt.test_bootstrapping import agent_by, agent_of, data

pytestmark = pytest.mark.usefixtures("impatient")


@pytest.fixture
def guest(tmp_path: Path) -> LocalGuest:
    """A guest with the machine's own shell."""
    return LocalGuest(tmp_path)


@pytest.mark.parametrize("name", ["configure", "append", "stage"])
async def test_program_that_begins_after_its_attempt_was_ended_does_nothing(
    guest: LocalGuest, tmp_path: Path, name: str
) -> None:
    """The agent passes a program on after the clean-up found nothing to stop: no hook, no blob (A18)."""
    guest.install_hook(f"touch {tmp_path}/joined")
    late: list[str] = []

    async def send(command: str, timeout_s: int, *, repeatable: bool) -> str | None:
        if f"bigfleet-{name}-" in command and not late:
            late.append(command)
            raise agent_failure(86)
        return await guest(command, timeout_s, repeatable=repeatable)

    with pytest.raises(AgentNotAnswering):
        await bootstrapping.configure(agent_by(send), "guest-1", "c1", Secret(data(MAX_INPUT_BYTES * 3)))
    assert "bigfleet-clean-up-" in str(guest.executed("guest-exec")[-1])
    await guest(late[0], 10, repeatable=False)
    await guest.ended()
    assert not (tmp_path / "joined").exists()
    assert guest.leftovers() == set()
    await bootstrapping.configure(agent_of(guest), "guest-1", "c1", Secret(b"the next attempt"))
    assert (tmp_path / "joined").exists()
