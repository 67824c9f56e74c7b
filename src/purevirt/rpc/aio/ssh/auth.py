"""Who we are to an SSH server: keys, the agent, passwords and answers, in the order that was asked for.

Keys are read when their turn comes, so that a passphrase is asked for only if the server has not been
content with something else, and so that a key that was replaced on disk is picked up by the next dial.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

import asyncssh

from purevirt.errors import AuthenticationError
from purevirt.rpc.aio.ssh.files import default_keyfiles
from purevirt.rpc.ssh.plan import SecretRequest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from purevirt.rpc.ssh.plan import AskSecret, SecretKind, SshPlan

__all__ = ["Identity"]

_log = logging.getLogger("purevirt.rpc")

_PUBLIC_KEY_METHODS = ("agent", "privkey")
_MAX_PROMPTS = 3
"""How often a person may try a passphrase or a password, as OpenSSH has it."""
_MAX_QUESTIONS = 32
"""How many questions one server may ask in all."""
_OPENSSH_MAGIC = b"openssh-key-v1\0"


class Identity:
    """The answers to one server's authentication requests, each given once.

    Attributes:
        failure: why a method could not even be tried, if the caller should hear of it; what the caller's
            own `ask` raised is among it.
    """

    def __init__(self, plan: SshPlan, endpoint: str, keyfiles: Sequence[str], ask: AskSecret | None) -> None:
        self.failure: Exception | None = None
        self._plan = plan
        self._endpoint = endpoint
        self._keyfiles = keyfiles
        self._ask = ask
        self._keys: AsyncIterator[Sequence[asyncssh.SSHKeyPair]] = self._each_key()
        self._agent: asyncssh.SSHAgentClient | None = None
        self._password = plan.password
        self._prompts = 0
        self._questions = 0

    @property
    def ssh_methods(self) -> list[str]:
        """The methods as the SSH protocol names them (RFC 4252), in order."""
        names = ("publickey" if name in _PUBLIC_KEY_METHODS else name for name in self._plan.auth_methods)
        return list(dict.fromkeys(names))

    def close(self) -> None:
        """Let the agent go."""
        if self._agent is not None:
            self._agent.close()
            self._agent = None

    async def next_keys(self) -> Sequence[asyncssh.SSHKeyPair] | None:
        """Return the next keys to offer, or None if there are no more."""
        async for keys in self._keys:
            if keys:
                return keys
        return None

    async def _each_key(self) -> AsyncIterator[Sequence[asyncssh.SSHKeyPair]]:
        for method in self._plan.auth_methods:
            if method == "agent":
                yield await self._agent_keys()
            elif method == "privkey":
                named = self._keyfiles
                for path in named or await asyncio.to_thread(default_keyfiles):
                    yield await self._load(path, required=bool(named))

    async def _agent_keys(self) -> Sequence[asyncssh.SSHKeyPair]:
        path = self._plan.agent_path or os.environ.get("SSH_AUTH_SOCK", "")
        if not path:
            return []
        try:
            self._agent = await asyncssh.connect_agent(path)
            return await self._agent.get_keys()
        except (OSError, ValueError, asyncssh.Error) as error:
            _log.debug("%s: the SSH agent gives no keys: %s", self._endpoint, error)
            return []

    async def _load(self, path: str, *, required: bool) -> Sequence[asyncssh.SSHKeyPair]:
        try:
            if not _is_encrypted(await asyncio.to_thread(Path(path).read_bytes)):
                return await asyncio.to_thread(asyncssh.load_keypairs, path)
            return await self._decrypt(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            if required:
                self._fail(f"the private key {path} cannot be used: {reason}")
            else:
                _log.debug("%s: the private key %s is left out: %s", self._endpoint, path, reason)
            return []

    async def _decrypt(self, path: str) -> Sequence[asyncssh.SSHKeyPair]:
        fault = "it is encrypted, and no passphrase was given"
        for _ in range(_MAX_PROMPTS):
            passphrase = await self._ask_for("passphrase", path)
            if passphrase is None:
                break
            try:
                return await asyncio.to_thread(asyncssh.load_keypairs, path, passphrase)
            except (asyncssh.KeyEncryptionError, asyncssh.KeyImportError) as error:
                # asyncssh tells a wrong passphrase from a broken key in some formats only
                fault = f"the passphrase is wrong ({error})"
        raise asyncssh.KeyImportError(fault)

    async def password(self) -> str | None:
        """Return the next password to try, or None if there is none."""
        password, self._password = self._password, None
        if password is None and self._prompts < _MAX_PROMPTS:
            self._prompts += 1
            password = await self._ask_for("password", "password")
        return password

    @property
    def can_answer(self) -> bool:
        """Whether there is anything to answer a server's questions with."""
        return self._ask is not None or self._password is not None

    async def answers(self, prompts: Sequence[tuple[str, bool]]) -> list[str] | None:
        """Return the answers to a server's questions, or None to give the method up."""
        self._questions += len(prompts)
        if self._questions > _MAX_QUESTIONS:
            self._fail(f"the server asked more than {_MAX_QUESTIONS} questions")
            return None
        replies: list[str] = []
        for prompt, echo in prompts:
            reply: str | None = None
            if not echo and len(prompts) == 1 and self._password is not None:
                reply, self._password = self._password, None
            else:
                reply = await self._ask_for("answer", prompt, echo=echo)
            if reply is None:
                return None
            replies.append(reply)
        return replies

    async def _ask_for(self, kind: SecretKind, prompt: str, *, echo: bool = False) -> str | None:
        if self._ask is None:
            return None
        try:
            return await self._ask(SecretRequest(kind, self._endpoint, prompt, echo))
        except Exception as error:  # noqa: BLE001 # asyncssh would log it and tell nobody; connect raises it
            self.failure = error
            return None

    def _fail(self, text: str) -> None:
        if self.failure is None:
            self.failure = AuthenticationError(
                f"{self._endpoint}: {text}", endpoint=self._endpoint, mechanism="ssh", transport="ssh"
            )


def _is_encrypted(data: bytes) -> bool:
    """Return whether the text of a private key needs a passphrase."""
    head, _, rest = data.partition(b"-----BEGIN OPENSSH PRIVATE KEY-----")
    if not rest:
        return b"ENCRYPTED" in head[:1024]
    try:
        blob = base64.b64decode(rest.partition(b"-----END")[0])
    except ValueError:
        return False
    cipher = blob[len(_OPENSSH_MAGIC) + 4 :]
    return blob.startswith(_OPENSSH_MAGIC) and not cipher.startswith(b"none")
