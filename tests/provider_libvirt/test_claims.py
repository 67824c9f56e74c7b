"""The claim on a host: taken, kept, refused, expired, superseded; where secrets are as libvirt has them."""

import asyncio
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from purevirt.errors import NoSecret
from purevirt.provider.core.backend import BackendError, ClaimedElsewhere
from purevirt.provider.libvirt import claims
from purevirt.provider.libvirt.claims import EXPIRY_S, WATCH_S, Claim, Holder
from purevirt.rpc.gen.remote import Secret
from tests.provider_libvirt.odd_host import OddHost, failure

DUPLICATE = 1


class SecretHost(OddHost):
    """Keeps secrets: one for each UUID, one for each usage."""

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[bytes, str] = {}
        self.denied = 0

    async def secret_define_xml(self, xml: str, flags: int) -> Secret:
        assert flags == 0
        if self.denied:
            raise failure(self.denied)
        root = ET.fromstring(xml)
        uuid = bytes.fromhex((root.findtext("uuid") or "").replace("-", ""))
        usage = root.findtext("usage/volume")
        for other, text in self.secrets.items():
            if other != uuid and ET.fromstring(text).findtext("usage/volume") == usage:
                raise failure(DUPLICATE)
        self.secrets[uuid] = xml
        return Secret(uuid, 1, usage or "")

    async def secret_lookup_by_uuid(self, uuid: bytes) -> Secret:
        if uuid not in self.secrets:
            raise missing()
        return Secret(uuid, 1, "")

    async def secret_lookup_by_usage(self, usage_type: int, usage: str) -> Secret:
        assert usage_type == 1
        for uuid, text in self.secrets.items():
            if ET.fromstring(text).findtext("usage/volume") == usage:
                return Secret(uuid, 1, usage)
        raise missing()

    async def secret_get_xml_desc(self, secret: Secret, _flags: int) -> str:
        return self.secrets[secret.uuid]

    async def secret_undefine(self, secret: Secret) -> None:
        del self.secrets[secret.uuid]

    def says(self) -> Holder:
        """Return what the one claim says."""
        [text] = self.secrets.values()
        return Holder.parse(ET.fromstring(text).findtext("description") or "")


def missing() -> Exception:
    """Return libvirt's error for a secret that is not there."""
    error = failure(66)
    assert isinstance(error, NoSecret)
    return error


class Clocks:
    """The time of day and the loop's, moved by a test."""

    def __init__(self) -> None:
        self.day_s = 1_000_000.0
        self.loop_s = 0.0

    def advance(self, seconds: float) -> None:
        self.day_s += seconds
        self.loop_s += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clocks]:
    """Both clocks that a claim looks at."""
    made = Clocks()
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: made.day_s)
        patch.setattr(claims, "_loop_time", lambda: made.loop_s)
        yield made


async def test_claim_is_taken_once_and_given_up() -> None:
    """One call to take it, none while it is held, and nothing is left behind."""
    host = SecretHost()
    claim = Claim(host.host, "libvirt", "state-1")
    await claim.hold()
    first = host.says()
    assert (first.identity, first.instance) == ("state-1", claim._instance)
    await claim.hold()
    await claim.release()
    assert host.secrets == {}
    await claim.release()


async def test_other_identity_is_refused_and_told_the_cure() -> None:
    """Holder, age, and what to do; another label has machine ids of its own."""
    host = SecretHost()
    first, second = (Claim(host.host, "libvirt", identity) for identity in ("state-1", "state-2"))
    await first.hold()
    with pytest.raises(ClaimedElsewhere) as caught:
        await second.hold()
    text = str(caught.value)
    [uuid] = host.secrets
    assert text.startswith("zone z1: the host is held for provider 'libvirt' by pid ")
    assert "with state state-1, which said so 0 s ago" in text
    assert f"virsh secret-undefine {uuid.hex()[:8]}-" in text
    assert "--provider" in text
    elsewhere = Claim(host.host, "elsewhere", "state-2")
    await elsewhere.hold()
    await elsewhere.release()
    await second.release()
    assert host.says().identity == "state-1"
    await first.release()
    await second.hold()
    await second.release()


async def test_restart_with_the_same_state_takes_over_at_once_and_the_old_one_yields() -> None:
    """What is killed is succeeded without a wait; a copy that still lives sees it and never comes back."""
    host = SecretHost()
    old, new = (Claim(host.host, "libvirt", "state-1") for _ in range(2))
    await old.hold()
    await new.hold()
    assert host.says().instance == new._instance
    old.doubt()
    for _ in range(2):
        with pytest.raises(ClaimedElsewhere, match="with the same state state-1: it is open twice"):
            await old.hold()
    await old.release()
    assert host.says().instance == new._instance
    await new.release()


async def test_abandoned_claim_is_watched_and_then_taken_over(clocks: Clocks) -> None:
    """Too old by the clock is not enough, since clocks differ: nobody may have renewed it meanwhile."""
    host = SecretHost()
    dead, heir = (Claim(host.host, "libvirt", identity) for identity in ("state-1", "state-2"))
    await dead.hold()
    clocks.advance(EXPIRY_S - 1)
    with pytest.raises(ClaimedElsewhere):
        await heir.hold()
    clocks.advance(1)
    with pytest.raises(
        BackendError, match=f"seems to have ended; the host is taken over in {WATCH_S - 1:.0f} s"
    ) as old:
        await heir.hold()
    assert not isinstance(old.value, ClaimedElsewhere)
    clocks.advance(WATCH_S - 1)
    dead.doubt()
    await dead.hold()  # it lives after all, behind a clock that is late
    clocks.day_s += 2 * EXPIRY_S
    with pytest.raises(ClaimedElsewhere):
        await heir.hold()
    clocks.advance(WATCH_S - 1)
    with pytest.raises(BackendError, match="seems to have ended; the host is taken over in 1 s"):
        await heir.hold()
    clocks.advance(1)
    await heir.hold()
    assert host.says().identity == "state-2"
    dead.doubt()
    with pytest.raises(ClaimedElsewhere, match="state-2"):
        await dead.hold()
    await dead.release()
    await heir.release()


@pytest.mark.parametrize("frozen", ["nothing", "its own clock"])
async def test_holder_that_was_stopped_asks_before_it_goes_on(clocks: Clocks, frozen: str) -> None:
    """Stopped for ten minutes, or paused with its machine, it finds the heir before its renewal would."""
    host = SecretHost()
    stopped, heir = (Claim(host.host, "libvirt", identity) for identity in ("state-1", "state-2"))
    await stopped.hold()
    clocks.advance(EXPIRY_S)
    await stopped.hold()  # nobody has taken it
    assert host.says().renewed == clocks.day_s
    clocks.advance(EXPIRY_S)
    with pytest.raises(BackendError, match="is taken over in"):
        await heir.hold()
    clocks.advance(WATCH_S)
    await heir.hold()
    if frozen == "its own clock":
        clocks.loop_s = 0.0
    with pytest.raises(ClaimedElsewhere, match="state-2"):
        await stopped.hold()
    await stopped.release()
    await heir.release()


@pytest.mark.parametrize("renewed", ["NaN", "1e999", "1" + "0" * 400, '"soon"', "[" * 5000])
def test_time_that_is_none_is_of_somebody_who_never_renews(renewed: str) -> None:
    """Whatever was written by hand; NaN, which is not itself, would be renewed each time it is looked at."""
    text = f'{{"holder": "h", "state": "s", "instance": "i", "renewed": {renewed}}}'
    assert Holder.parse(text) == Holder.parse(text)
    assert not Holder.parse(text).renewed


async def test_claim_of_a_clock_far_ahead_is_watched_too(clocks: Clocks) -> None:
    """A holder whose clock was wrong must not keep the host for a year."""
    host = SecretHost()
    ahead = Claim(host.host, "libvirt", "state-1")
    clocks.day_s += 1e7
    await ahead.hold()
    clocks.day_s -= 1e7
    heir = Claim(host.host, "libvirt", "state-2")
    with pytest.raises(BackendError, match="seems to have ended"):
        await heir.hold()
    clocks.advance(WATCH_S)
    await heir.hold()
    await ahead.release()
    await heir.release()


async def test_secret_of_somebody_else_under_our_usage_is_no_claim_that_lasts(clocks: Clocks) -> None:
    """A description that is not ours is of somebody who never renews it."""
    host = SecretHost()
    await Claim(host.host, "libvirt", "x")._define()
    [uuid] = host.secrets
    root = ET.fromstring(host.secrets[uuid])
    description = root.find("description")
    assert description is not None
    description.text = "mine"
    host.secrets[uuid] = ET.tostring(root, encoding="unicode")
    heir = Claim(host.host, "libvirt", "state-2")
    with pytest.raises(BackendError, match="somebody who wrote 'mine'"):
        await heir.hold()
    clocks.advance(WATCH_S)
    await heir.hold()
    await heir.release()


@pytest.mark.parametrize("code", [3, 88])
async def test_host_without_secrets_is_worked_with_unclaimed(
    code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """No driver, or no permission: told once, and no reason to leave a fleet alone."""
    host = SecretHost()
    host.denied = code
    claim = Claim(host.host, "libvirt", "state-1")
    await claim.hold()
    await claim.hold()
    await claim.release()
    assert capsys.readouterr().out.count("host_not_claimed") == 1


async def test_host_that_cannot_keep_the_claim_is_an_error() -> None:
    """Another refusal than a claim of another's, such as a full disk, is told as it is."""
    host = SecretHost()
    host.denied = 38
    with pytest.raises(BackendError, match=r"zone z1: claiming the host: no \(libvirt code 38\)"):
        await Claim(host.host, "libvirt", "state-1").hold()


async def test_claim_is_renewed_and_what_goes_wrong_with_that_is_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A claim that was removed by hand is made again; one that was lost is told of."""
    monkeypatch.setattr(claims, "RENEW_S", 0.0)
    host = SecretHost()
    claim = Claim(host.host, "libvirt", "state-1")
    await claim.hold()
    host.secrets.clear()
    while not host.secrets:  # noqa: ASYNC110 # the renewing tells nobody
        await asyncio.sleep(0)
    host.denied = 38
    printed = ""
    while "claim_not_renewed" not in printed:
        await asyncio.sleep(0)
        printed += capsys.readouterr().out
    host.denied = 0
    host.secrets.clear()
    await Claim(host.host, "libvirt", "state-2")._define()
    while "claim_lost" not in printed:
        await asyncio.sleep(0)
        printed += capsys.readouterr().out
    await claim.release()
    assert host.says().identity == "state-2"
