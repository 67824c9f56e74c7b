"""The files of an SSH client: known hosts, keys, and what the account says of its user.

All functions here block; a coroutine calls them through `asyncio.to_thread`. Nothing needs HOME or an entry
in the user database: without them there are no default files, and files that are named still work.
"""

from __future__ import annotations

import fcntl
import os
import pwd
from pathlib import Path
from typing import TYPE_CHECKING

from purevirt.errors import ConnectError, HostKeyUnknown, KnownHostsMissing
from purevirt.rpc.ssh.host_key_policy import judge
from purevirt.rpc.ssh.key import SshKeyError
from purevirt.rpc.ssh.known_hosts import KnownHosts, known_hosts_line, look_up, parse_known_hosts
from purevirt.rpc.ssh.plan import KnownHostsText

if TYPE_CHECKING:
    from purevirt.rpc.ssh.plan import SshHop, SshPlan

__all__ = ["append_known_host", "default_keyfiles", "local_user", "read_known_hosts"]

_SYSTEM_FILES = ("/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2")
_USER_FILES = ("known_hosts", "known_hosts2")
_KEYFILES = ("id_ed25519", "id_ecdsa", "id_rsa")
_MAX_FILE_BYTES = 64 << 20
"""A file of known hosts of this size has 500,000 lines; a larger one is something else."""


def local_user() -> str | None:
    """Return the name of the user that this process runs as, or None if it has none."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return os.environ.get("LOGNAME") or os.environ.get("USER")


def _ssh_folder() -> Path | None:
    home = os.environ.get("HOME")
    if not home:
        try:
            home = pwd.getpwuid(os.geteuid()).pw_dir
        except KeyError:
            return None
    return Path(home, ".ssh")


def default_keyfiles() -> list[str]:
    """Return the user's own private keys that exist."""
    folder = _ssh_folder()
    if folder is None:
        return []
    return [str(folder / name) for name in _KEYFILES if (folder / name).is_file()]


def read_known_hosts(plan: SshPlan, hop: SshHop) -> KnownHosts:
    """Return what the plan's files say; `hop` is for the errors.

    A file that was named must be there; of the default ones, any.

    Raises:
        KnownHostsMissing: there is no file, or one cannot be read.
        KnownHostsMalformed: one has a revocation that cannot be read.
    """
    sources: tuple[str | KnownHostsText, ...]
    if plan.known_hosts is not None:
        sources = plan.known_hosts
        if not sources:
            raise _missing(hop, "", "no file of known hosts was given; name one (known_hosts=)")
        may_miss = sources[:1] if plan.verify == "auto" else ()
    else:
        sources = may_miss = _default_files()
    known = KnownHosts()
    for source in sources:
        if isinstance(source, KnownHostsText):
            data = source.data
            if isinstance(data, str):
                data = data.encode("utf-8", "surrogateescape")
            known += parse_known_hosts(data, source.name, host=hop.host, port=hop.port)
            continue
        found = _read(source, hop, may_miss=source in may_miss)
        if found is not None:
            known += parse_known_hosts(found, source, host=hop.host, port=hop.port)
    if not known.files and plan.verify != "auto":
        tried = [source for source in sources if isinstance(source, str)]
        where = f"tried {' and '.join(tried)}" if tried else "this user has no home"
        raise _missing(
            hop,
            tried[0] if tried else "",
            f"there is no file of known hosts: {where}; make one, or name one (known_hosts=)",
        )
    return known


def _default_files() -> tuple[str, ...]:
    folder = _ssh_folder()
    own = tuple(str(folder / name) for name in _USER_FILES) if folder is not None else ()
    return own + _SYSTEM_FILES


def _read(file: str, hop: SshHop, *, may_miss: bool) -> bytes | None:
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(_MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        if may_miss:
            return None
        text = f"{file}: this file of known hosts does not exist; make it, or name another (known_hosts=)"
        raise _missing(hop, file, text) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _missing(hop, file, f"{file}: this file of known hosts cannot be read: {reason}") from None
    if len(data) > _MAX_FILE_BYTES:
        raise _missing(hop, file, f"{file}: too large for a file of known hosts ({_MAX_FILE_BYTES} bytes)")
    return data


def _missing(hop: SshHop, file: str, text: str) -> KnownHostsMissing:
    return KnownHostsMissing(
        f"SSH to {hop.host} port {hop.port}: {text}", host=hop.host, port=hop.port, file=file
    )


def append_known_host(plan: SshPlan, hop: SshHop, blob: bytes, *, now_s: float) -> str:
    """Make `blob` the key that is known of `hop`, and return the file it was written to.

    The line is appended under a lock in one write, so that two processes that meet a server at once do not
    tear each other's lines apart; whoever comes second judges again by what the first has written.

    Raises:
        HostKeyError: somebody has just written another key for it.
        ConnectError: the file cannot be written.
    """
    files = plan.known_hosts if plan.known_hosts is not None else _default_files()[:1]
    first = next((file for file in files if isinstance(file, str)), None)
    if first is None or (plan.known_hosts is None and _ssh_folder() is None):
        raise _missing(hop, "", "there is no file to write the new key to; name one (known_hosts=)")
    try:
        line = known_hosts_line(hop.host, hop.port, blob)
        path = Path(first)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with os.fdopen(fd, "r+b", buffering=0) as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            data = Path(first).read_bytes()
            known = parse_known_hosts(data, first, host=hop.host, port=hop.port)
            try:
                judge(look_up(known, hop.host, hop.port), blob, now_s=now_s)
            except HostKeyUnknown:
                newline = b"" if not data or data.endswith(b"\n") else b"\n"
                os.write(opened.fileno(), newline + line + b"\n")
                os.fsync(opened.fileno())
    except (SshKeyError, OSError) as error:
        if isinstance(error, ConnectError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise ConnectError(
            f"{first}: the key of {hop.host} port {hop.port} cannot be written there: {reason}",
            endpoint=first,
            transport="ssh",
        ) from None
    return first
