"""Authentication driven by hand: a daemon's side of SCRAM, and a shell that answers steps from a table.

The daemon's SCRAM is written from RFC 5802's own formulas, server's side first, and shares no code with the
client's.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from purevirt.errors import libvirt_error
from purevirt.rpc.auth.credentials import Counterpart
from purevirt.rpc.gen import remote
from purevirt.rpc.step import Steps

NONCE = "ournonce"
DAEMON = Counterpart("/run/sock", "unix", is_verified=True)
DENIED = libvirt_error(code=45, domain=7, message="authentication failed", level=2)

Said = tuple[bool, bytes | None]
"""Whether the daemon is content, and what it says."""


@dataclass
class Shell:
    """Answers steps, and notes what was asked.

    Attributes:
        answers: by procedure: an answer, an exception, or a function of the arguments.
        asked: the calls, in order.
        work: how many steps were work of this machine's.
    """

    answers: dict[str, Any]
    asked: list[tuple[str, Any]] = field(default_factory=list)
    work: int = 0

    def run(self, steps: Steps[Any]) -> Any:
        """Return what the job returns."""
        try:
            step = next(steps)
            while True:
                answer: Any
                if callable(step):
                    self.work += 1
                    try:
                        answer = step()
                    except OSError as error:
                        answer = error
                else:
                    spec, args = step
                    short = spec.name.removeprefix("REMOTE_PROC_")
                    self.asked.append((short, args))
                    answer = self.answers[short]
                    if callable(answer):
                        answer = answer(args)
                step = steps.throw(answer) if isinstance(answer, Exception) else steps.send(answer)
        except StopIteration as done:
            return done.value

    @property
    def names(self) -> list[str]:
        """The procedures in order."""
        return [name for name, _ in self.asked]

    def args(self, name: str) -> list[Any]:
        """The arguments of one procedure's calls."""
        return [args for asked, args in self.asked if asked == name]


def sasl_shell(mechanisms: str, converse: Callable[[str | None, bytes | None], Said | Exception]) -> Shell:
    """Return the shell of a daemon that offers mechanisms.

    Args:
        mechanisms: as AUTH_SASL_INIT has them.
        converse: the daemon's side: what it says to a start, which names a mechanism, or a step.
    """

    def start(args: remote.AuthSaslStartArgs) -> Any:
        said = converse(args.mech, None if args.nil else args.data)
        if isinstance(said, Exception):
            return said
        return remote.AuthSaslStartRet(int(said[0]), int(said[1] is None), said[1] or b"")

    def step(args: remote.AuthSaslStepArgs) -> Any:
        said = converse(None, None if args.nil else args.data)
        if isinstance(said, Exception):
            return said
        return remote.AuthSaslStepRet(int(said[0]), int(said[1] is None), said[1] or b"")

    return Shell(
        {
            "AUTH_LIST": remote.AuthListRet(types=[remote.AuthType.SASL]),
            "AUTH_SASL_INIT": remote.AuthSaslInitRet(mechlist=mechanisms),
            "AUTH_SASL_START": start,
            "AUTH_SASL_STEP": step,
        }
    )


class ScramServer:
    """A daemon's side of SCRAM.

    Args:
        digest: of hashlib.
        users: passwords by name.
        salt: see RFC 5802.
        iterations: see there.
        suffix: what the server's nonce adds to the client's.
        knows: whether it knows the passwords, or only acts so.
        data_with_success: whether its last message comes with its contentment, as Cyrus SASL has it under
            libvirt; else the client has to ask once more.

    Attributes:
        mechanisms: the mechanisms that clients started.
        acting_for: the authorization identities that clients sent.
    """

    def __init__(
        self,
        digest: str = "sha256",
        users: dict[str, str] | None = None,
        *,
        salt: bytes = b"some salt",
        iterations: int = 4096,
        suffix: str = "theirs",
        knows: bool = True,
        data_with_success: bool = True,
    ) -> None:
        self.mechanisms: list[str] = []
        self.acting_for: list[str] = []
        self._digest = digest
        self._users = {"alice": "secret"} if users is None else users
        self._salt = salt
        self._iterations = iterations
        self._suffix = suffix
        self._knows = knows
        self._data_with_success = data_with_success
        self._stage = 0

    def __call__(self, mechanism: str | None, data: bytes | None) -> Said | Exception:
        if mechanism is not None:
            self.mechanisms.append(mechanism)
            self._stage = 0
        self._stage += 1
        if self._stage == 3:
            assert data is None, "nothing is said after the end, which is not an empty message"
            return True, None
        assert data is not None
        return self._first(data) if self._stage == 1 else self._last(data)

    def _first(self, data: bytes) -> Said | Exception:
        flag, act_as, name, nonce = data.decode().split(",")
        assert flag == "n"
        if act_as:
            self.acting_for.append(act_as.removeprefix("a="))
        self._header = f"{flag},{act_as},"
        user = name.removeprefix("n=").replace("=2C", ",").replace("=3D", "=")
        self._password = self._users.get(user)
        self._bare = f"{name},{nonce}"
        self._nonce = nonce.removeprefix("r=") + self._suffix
        salt = base64.b64encode(self._salt).decode()
        self._said = f"r={self._nonce},s={salt},i={self._iterations}"
        return False, self._said.encode()

    def _last(self, data: bytes) -> Said | Exception:
        channel, nonce, proof = data.decode().split(",")
        assert channel == "c=" + base64.b64encode(self._header.encode()).decode()
        assert nonce == f"r={self._nonce}"
        signed = f"{self._bare},{self._said},{channel},{nonce}".encode()
        password = (self._password or "").encode()
        salted = hashlib.pbkdf2_hmac(self._digest, password, self._salt, self._iterations)
        stored = hashlib.new(self._digest, self._hmac(salted, b"Client Key")).digest()
        signature = int.from_bytes(self._hmac(stored, signed))
        key = base64.b64decode(proof.removeprefix("p="))
        key = (int.from_bytes(key) ^ signature).to_bytes(len(key))
        if self._knows and (self._password is None or hashlib.new(self._digest, key).digest() != stored):
            return DENIED
        if not self._knows:
            salted = b"a guess"
        last = b"v=" + base64.b64encode(self._hmac(self._hmac(salted, b"Server Key"), signed))
        return self._data_with_success, last

    def _hmac(self, key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, self._digest).digest()
