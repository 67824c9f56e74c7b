"""One SSH connection through asyncssh, verified by our own rules.

asyncssh is given no trusted key at all, and its own files are out of its reach. The verdict on a server's
key is `judge`'s of `purevirt.rpc.ssh.host_key_policy`: it takes the place of the connection's own
`validate_server_host_key`, which asyncssh calls with the key as the server sent it. If a release of
asyncssh ever stops calling it, no server is trusted any more: an empty list of trusted keys vouches for
nobody.
"""

from __future__ import annotations

import asyncio
import base64
import getpass
import logging
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import asyncssh

from purevirt.errors import HostKeyError, HostKeyUnknown
from purevirt.rpc.aio.ssh.auth import Identity
from purevirt.rpc.aio.ssh.files import append_known_host, read_known_hosts
from purevirt.rpc.ssh.host_key_policy import host_key_algorithms, judge
from purevirt.rpc.ssh.key import CERTIFICATE_SUFFIX, SshKeyError, fingerprint, key_type, plain_blob
from purevirt.rpc.ssh.known_hosts import KnownHosts, look_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.rpc.aio.ssh.channel import SshChain
    from purevirt.rpc.ssh.plan import AskSecret, SshHop, SshPlan

__all__ = ["Link"]

_log = logging.getLogger("purevirt.rpc")

_KEEPALIVE_INTERVAL_S = 15
_KEEPALIVE_COUNT = 3
"""A server that is silent for a minute is given up; libvirt's own keepalive, if on, is sooner."""

_ENCRYPTION = (
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "chacha20-poly1305@openssh.com",
    "aes256-ctr",
    "aes192-ctr",
    "aes128-ctr",
)
"""AES in GCM first: processors do it several times faster than anything else on the list."""


class Link(asyncssh.SSHClient):
    """One attempt to log in to one server.

    Attributes:
        verified: whether the server was found to be the one that was asked for.
        refusal: why it was not.
    """

    def __init__(
        self, plan: SshPlan, hop: SshHop, chain: SshChain, ask: AskSecret | None, tunnel: object
    ) -> None:
        self.verified = False
        self.refusal: HostKeyError | None = None
        self.endpoint = f"{hop.user}@{hop.host}:{hop.port}"
        self._plan = plan
        self._hop = hop
        self._chain = chain
        self._ask = ask
        self._tunnel = tunnel
        self._known = KnownHosts()
        self._new_key: bytes | None = None
        self._logged_in = False
        self._identity = Identity(plan, self.endpoint, hop.keyfiles, ask)
        self._connection: asyncssh.SSHClientConnection | None = None

    async def connect(self) -> asyncssh.SSHClientConnection:
        """Return the connection, once the server is verified and we are logged in.

        Raises:
            HostKeyError: the server is not known to be the one that was asked for.
            AuthenticationError: a named key cannot be used.
            Exception: what `ask` raised.
            asyncssh.Error, OSError: anything else; `verified` tells how far it came.
        """
        if self._plan.verify != "ignore":
            self._known = await asyncio.to_thread(read_known_hosts, self._plan, self._hop)
            for line in self._known.skipped:
                _log.warning("%s", line)
        await asyncio.to_thread(_ensure_account)
        methods = self._identity.ssh_methods
        try:
            connection = await asyncssh.connect(
                self._hop.host,
                self._hop.port,
                tunnel=self._tunnel,
                config=None,
                client_factory=lambda: self,
                username=self._hop.user or "",
                known_hosts=([], [], []),
                x509_trusted_certs=None,
                x509_trusted_cert_paths=[],
                server_host_key_algs=host_key_algorithms(
                    look_up(self._known, self._hop.host, self._hop.port)
                ),
                client_keys=None,
                agent_path=None,
                gss_host=None,
                preferred_auth=methods,
                public_key_auth="publickey" in methods,
                password_auth="password" in methods,
                kbdint_auth="keyboard-interactive" in methods,
                host_based_auth=False,
                compression_algs=["none"],
                encryption_algs=list(_ENCRYPTION),
                keepalive_interval=_KEEPALIVE_INTERVAL_S,
                keepalive_count_max=_KEEPALIVE_COUNT,
            )
        except (asyncssh.Error, OSError):
            reason = self.refusal or self._identity.failure
            if reason is not None:
                raise reason from None
            raise
        finally:
            self._identity.close()
        self._logged_in = True
        if self._new_key is not None:
            await self._remember(self._new_key)
        return connection

    async def _remember(self, key: bytes) -> None:
        file = await asyncio.to_thread(append_known_host, self._plan, self._hop, key, now_s=time.time())
        _log.warning(
            "%s: unknown host key accepted (known_hosts_verify=auto) and written to %s: %s %s",
            self.endpoint,
            file,
            key_type(key),
            fingerprint(key),
        )

    # asyncssh's calls

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Take the verdict on the server's key away from asyncssh."""
        self._connection = conn
        self._chain.add(conn)
        conn.validate_server_host_key = self._validate  # type: ignore[method-assign] # see the module

    def connection_lost(self, _exc: Exception | None) -> None:
        """End the others of the chain too, unless this was but one try of several."""
        assert self._connection is not None
        self._identity.close()
        self._chain.remove(self._connection)
        if self._logged_in:
            self._chain.abort()

    async def public_key_auth_requested(self) -> Sequence[asyncssh.SSHKeyPair] | None:
        """Return keys to offer."""
        return await self._identity.next_keys()

    async def password_auth_requested(self) -> str | None:
        """Return a password."""
        return await self._identity.password()

    async def kbdint_auth_requested(self) -> str | None:
        """Return which devices are meant, or None if nobody can answer."""
        return "" if self._identity.can_answer else None

    async def kbdint_challenge_received(
        self, _name: str, _instructions: str, _lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str] | None:
        """Return answers."""
        return await self._identity.answers(prompts)

    # the verdict

    def _validate(self, key_data: bytes) -> asyncssh.SSHKey:
        try:
            self._judge(key_data)
        except HostKeyError as error:
            self.refusal = error
            raise asyncssh.HostKeyNotVerifiable("refused") from None
        try:
            key = _import_key(plain_blob(key_data))
        except asyncssh.KeyImportError as error:
            raise asyncssh.HostKeyNotVerifiable(f"its key cannot be used: {error}") from None
        self.verified = True
        return key

    def _judge(self, presented: bytes) -> None:
        hop = self._hop
        if self._plan.verify == "ignore":
            _log.warning(
                "%s: host key NOT verified (known_hosts_verify=ignore), anybody may be listening in: %s",
                self.endpoint,
                fingerprint(presented),
            )
            return
        keys = look_up(self._known, hop.host, hop.port, self._addresses())
        try:
            judge(keys, presented, now_s=time.time(), signed=_is_signed(presented))
        except HostKeyUnknown as error:
            # at a renewed key exchange the key that was just accepted is still not in the file
            plain = plain_blob(presented)
            if self._plan.verify != "auto" or not error.key_type or self._new_key not in {None, plain}:
                raise
            self._new_key = plain

    def _addresses(self) -> list[str]:
        peer: object = self._connection.get_extra_info("peername") if self._connection is not None else None
        return [str(peer[0])] if isinstance(peer, tuple) and peer else []


def _import_key(blob: bytes) -> asyncssh.SSHKey:
    return asyncssh.import_public_key(f"{key_type(blob)} {base64.b64encode(blob).decode('ascii')}")


def _is_signed(blob: bytes) -> bool:
    """Return whether `blob` is a certificate whose signature is good."""
    try:
        kind = key_type(blob)
        if not kind.endswith(CERTIFICATE_SUFFIX):
            return False
        asyncssh.import_certificate(f"{kind} {base64.b64encode(blob).decode('ascii')}")
    except (SshKeyError, asyncssh.KeyImportError):
        return False
    return True


def _ensure_account() -> None:
    """Give the process a login name and a home if it has none: asyncssh asks for both whatever it is told.

    In a container that runs under a bare number there is neither an entry in the user database nor a
    variable. What is set here names nobody and nothing, and only asyncssh's unused defaults come from it.
    """
    try:
        getpass.getuser()
    except (KeyError, OSError):
        os.environ["LNAME"] = "nobody"  # the one of its four variables that nobody else looks at
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = "/nonexistent"
