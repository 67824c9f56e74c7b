"""A host is kept for one provider: two that work with the same machine ids would delete each other's.

Theory of operation
-------------------
The claim on a host is a libvirt secret without a value, since that is the one object that every daemon has,
that is in nobody's way, and that libvirt itself keeps unique: its usage is the provider's label, its UUID is
made of the label and of the identity of the provider's state, and a second secret of one usage under another
UUID is refused. So to claim is one call, and of two that try at once one fails.

The description says who holds it, and when that was last said. It is said again every RENEW_S. A holder that
has not said so for EXPIRY_S, by the time of day or by its own clock, was stopped or paused, and asks before
it does anything more.

Whoever finds the claim held by another identity is refused while that is younger than EXPIRY_S; an older
one is watched for WATCH_S, since clocks differ, and taken over if nobody renews it meanwhile.

The same identity is the same state, which one process can have open. So a restart takes its claim at once,
also from a copy of the state that runs elsewhere: the copy sees another instance's name when it renews, and
touches the host no more.

A host that does not let us have secrets is not claimed, and a warning says so.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import secrets
import socket
import time
import uuid
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from purevirt.errors import LibvirtError, NoSecret, PurevirtError
from purevirt.provider.core.backend import BackendError, ClaimedElsewhere
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.failure import backend_error, one_line
from purevirt.rpc.gen.enums import SecretUsageType
from purevirt.rpc.gen.error_codes import ErrorNumber

if TYPE_CHECKING:
    from purevirt.provider.libvirt.hosts import Host
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import Secret

log = structlog.get_logger(__name__)

RENEW_S = 20.0
EXPIRY_S = 60.0
WATCH_S = 45.0
"""Longer than two renewals, so that one that was lost on the way does not count."""

USAGE = "bigfleet-claim/"
"""The beginning of a claim's usage id; a host's access rules can be written for it."""

_NAMESPACE = uuid.UUID("a4b6f3f0-9a0a-5f0e-8c55-6f0c7f0f2b11")
_CANNOT = frozenset({ErrorNumber.NO_SUPPORT, ErrorNumber.ACCESS_DENIED, ErrorNumber.AUTH_UNAVAILABLE})


@dataclass(frozen=True, slots=True)
class Holder:
    """What a claim says. `renewed` is in seconds since the epoch, by the holder's clock."""

    name: str
    identity: str
    instance: str
    renewed: float

    def text(self) -> str:
        """Return the description of the claim."""
        said = {"bigfleet-claim": 1, "holder": self.name, "state": self.identity}
        return json.dumps({**said, "instance": self.instance, "renewed": round(self.renewed, 3)})

    @classmethod
    def parse(cls, text: str) -> Holder:
        """Return what a description says; one that is not ours is of somebody unknown, and never renewed."""
        try:
            said = json.loads(text)
            renewed = float(said["renewed"])
            # NaN is not itself, and would look renewed each time.
            known = renewed if math.isfinite(renewed) else 0.0
            return cls(str(said["holder"]), str(said["state"]), str(said["instance"]), known)
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
            return cls(f"somebody who wrote {text!r:.100}", "unknown", "unknown", 0.0)


class Claim:
    """The claim of one provider on one host.

    Args:
        host: which.
        label: the first part of the provider's machine ids.
        identity: of its state.
    """

    def __init__(self, host: Host, label: str, identity: str) -> None:
        self._host = host
        self._label = label
        self._identity = identity
        self._uuid = uuid.uuid5(_NAMESPACE, f"{label}\0{identity}")
        self._instance = secrets.token_hex(8)
        self._name = f"pid {os.getpid()} on {socket.gethostname()}"
        self._held = False
        self._said: tuple[float, float] | None = None
        self._superseded = ""
        self._watched: tuple[Holder, float] | None = None
        self._renewing: asyncio.Task[None] | None = None

    async def hold(self) -> None:
        """Return once this provider holds the host; at once if it does already.

        Raises:
            ClaimedElsewhere: another provider does.
            BackendError: another one did, and may have ended; ask again.
            HostUnavailable: the host does not answer.
        """
        if self._held and not self._is_stale():
            return
        if self._superseded:
            raise ClaimedElsewhere(self._superseded)
        if self._renewing is not None:
            await self._check_instance()
        refusal = await self._define()
        if refusal is not None and refusal.code in _CANNOT:
            log.warning("host_not_claimed", zone=self._host.zone, reason=one_line(refusal.message))
            self._held = True
            self._said = None
            return
        if refusal is not None:
            found = await self._found()
            if found is None or found[0].uuid != self._uuid.bytes:
                if found is not None:
                    await self._contest(*found)
                refusal = await self._define()
        if refusal is not None:
            raise backend_error(self._host.zone, "claiming the host", refusal)
        self._watched = None
        self._held = True
        if self._renewing is None:
            loop = asyncio.get_running_loop()
            self._renewing = loop.create_task(self._renew(), name=f"claim {self._host.zone}")

    def _is_stale(self) -> bool:
        """Return whether others may take the claim for one of somebody who has ended."""
        if self._said is None:
            return False
        day_s, loop_s = self._said
        return max(time.time() - day_s, _loop_time() - loop_s) >= EXPIRY_S

    def doubt(self) -> None:
        """Note that the host was out of sight, so that somebody may have taken it over meanwhile."""
        self._held = False

    async def release(self) -> None:
        """Give the host up, as far as it answers."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.wait([self._renewing])
        held, self._held = self._held, False
        if not held:
            return
        try:
            await self._check_instance()
            await self._undefine(self._uuid.bytes)
        except PurevirtError as error:
            log.warning("claim_not_released", zone=self._host.zone, reason=one_line(str(error)))

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            try:
                self.doubt()
                await self.hold()
            except ClaimedElsewhere as error:
                log.error("claim_lost", zone=self._host.zone, reason=str(error))  # noqa: TRY400 - its text says all
            except PurevirtError as error:
                log.warning("claim_not_renewed", zone=self._host.zone, reason=one_line(str(error)))

    async def _check_instance(self) -> None:
        """Return unless another process of the same state has taken the claim.

        Raises:
            ClaimedElsewhere: it has, and this one does not come back.
        """
        holder = await self._mine()
        if holder is None or holder.instance == self._instance:
            return
        self._superseded = one_line(
            f"zone {self._host.zone}: {holder.name} has taken the host over, with the same state "
            f"{self._identity}: it is open twice; stop one of the two"
        )
        raise ClaimedElsewhere(self._superseded)

    async def _mine(self) -> Holder | None:
        """Return what the claim of our identity says, or None if there is none."""

        async def read(connection: Connection) -> str | None:
            try:
                secret = await connection.secret_lookup_by_uuid(self._uuid.bytes)
                return await connection.secret_get_xml_desc(secret, 0)
            except NoSecret:
                return None

        xml = await self._host.ask("reading the claim", read, repeatable=True)
        return None if xml is None else _holder(xml)

    async def _define(self) -> LibvirtError | None:
        """Say that we hold the host; return libvirt's refusal, or None."""
        said = time.time(), _loop_time()
        holder = Holder(self._name, self._identity, self._instance, said[0])
        xml = claim_xml(self._uuid, self._label, holder)
        try:
            await self._host.ask(
                "claiming the host", lambda connection: connection.secret_define_xml(xml, 0), repeatable=True
            )
        except LibvirtError as error:
            return error
        self._said = said
        return None

    async def _found(self) -> tuple[Secret, Holder] | None:
        """Return the claim that there is, whoever's."""

        async def read(connection: Connection) -> tuple[Secret, str] | None:
            try:
                secret = await connection.secret_lookup_by_usage(SecretUsageType.VOLUME, USAGE + self._label)
                return secret, await connection.secret_get_xml_desc(secret, 0)
            except NoSecret:
                return None

        found = await self._host.ask("reading the claim", read, repeatable=True)
        return None if found is None else (found[0], _holder(found[1]))

    async def _contest(self, secret: Secret, holder: Holder) -> None:
        """Remove a claim that nobody renews any more.

        Raises:
            ClaimedElsewhere: somebody does, as far as the clocks tell.
            BackendError: whether somebody does is not known yet.
        """
        age_s = time.time() - holder.renewed
        now_s = _loop_time()
        before, since_s = self._watched or (holder, now_s)
        if before != holder:
            since_s = now_s
        self._watched = (holder, since_s)
        whose = (
            f"zone {self._host.zone}: the host is held for provider {self._label!r} by {holder.name} with "
            f"state {holder.identity}"
        )
        how = f"virsh secret-undefine {uuid.UUID(bytes=secret.uuid)}"
        # Whoever writes it while it is watched lives, however wrong the clocks are.
        if abs(age_s) < EXPIRY_S or before != holder:
            raise ClaimedElsewhere(
                one_line(
                    f"{whose}, which said so {max(age_s, 0.0):.0f} s ago, and not by this one with state "
                    f"{self._identity}. Stop that one, start this one with its --state, or give one of the "
                    f"two another --provider; if it has ended for good, wait {EXPIRY_S:.0f} s, or type on "
                    f"the host: {how}"
                )
            )
        left_s = since_s + WATCH_S - now_s
        if left_s > 0:
            raise BackendError(
                one_line(
                    f"{whose}, which seems to have ended; the host is taken over in {left_s:.0f} s, or at "
                    f"once after typing on it: {how}"
                )
            )
        log.warning("claim_taken_over", zone=self._host.zone, holder=holder.name, state=holder.identity)
        await self._undefine(secret.uuid)

    async def _undefine(self, which: bytes) -> None:
        async def undefine(connection: Connection) -> None:
            try:
                await connection.secret_undefine(await connection.secret_lookup_by_uuid(which))
            except NoSecret:
                return

        await self._host.ask("removing the claim", undefine, repeatable=True)


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


def claim_xml(own: uuid.UUID, label: str, holder: Holder) -> str:
    """Return the definition of a claim."""
    secret = ET.Element("secret", ephemeral="no", private="no")
    ET.SubElement(secret, "uuid").text = str(own)
    ET.SubElement(secret, "description").text = holder.text()
    usage = ET.SubElement(secret, "usage", type="volume")
    ET.SubElement(usage, "volume").text = USAGE + label
    return ET.tostring(secret, encoding="unicode")


def _holder(xml: str) -> Holder:
    return Holder.parse(reply_xml.parse(xml, "the claim").findtext("description") or "")
