"""What --connect names on this machine, tried before anything is dialled: keys, certificates, sockets.

A host that is down heals by itself, and is retried for ever. A key that is not there does not, and would show
only as a zone that never comes up. What may come later is no fault: a socket whose daemon has not started
yet, or a file that is only looked for because the URI names none.
Source: libvirt-provider contract, "--connect policy".
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from purevirt.errors import PurevirtError
from purevirt.provider.errors import ConfigError
from purevirt.rpc.dialling.plan import ExtPlan, TlsPlan, UnixPlan
from purevirt.rpc.dialling.uri import plan_connection
from purevirt.rpc.shared.tls_context import make_context, read_material
from purevirt.rpc.ssh.plan import SshPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_KEY_BYTES: Final = 1024 * 1024


def check_hosts(
    zones: Mapping[str, str], *, environ: Mapping[str, str], uid: int, defaults_too: bool = False
) -> None:
    """Return if what the URIs name on this machine can be used; reads files, and dials nobody.

    Args:
        zones: zone to URI, as `parse_zones` returns them.
        environ: the process's environment.
        uid: the user that runs the process.
        defaults_too: whether the certificates that no URI names have to be there as well.

    Raises:
        ConfigError: something cannot be used; the message names zone, file and cure, and nothing of the
            file's content.
    """
    for zone, uri in zones.items():
        where = f"--connect: zone {zone!r}"
        plan = plan_connection(uri, environ=environ, uid=uid).dial
        if isinstance(plan, UnixPlan):
            _check_sockets(plan, where)
        elif isinstance(plan, TlsPlan):
            if plan.pkipath is None and not defaults_too:
                continue
            try:
                make_context(plan, read_material(plan, None))
            except PurevirtError as error:
                raise ConfigError(f"{where}: {error}") from None
        elif isinstance(plan, SshPlan):
            _check_ssh(plan, where, environ)
        elif isinstance(plan, ExtPlan) and shutil.which(plan.command) is None:
            raise ConfigError(f"{where}: {plan.command} is no program that can be run; name one (command=)")


def _check_sockets(plan: UnixPlan, where: str) -> None:
    """Look at the first socket that exists, which is the one that will be dialled."""
    for path in plan.socket_paths:
        if path.startswith("@"):
            continue
        try:
            mode = Path(path).stat().st_mode
        except FileNotFoundError:
            continue
        except OSError as error:
            raise ConfigError(f"{where}: {path} cannot be reached ({error.strerror})") from None
        if not stat.S_ISSOCK(mode):
            raise ConfigError(
                f"{where}: {path} is no socket; name the one that libvirtd listens on (socket=)"
            )
        if not os.access(path, os.R_OK | os.W_OK):
            raise ConfigError(
                f"{where}: {path} may not be used by this user; add it to the socket's group, like libvirt"
            )
        return


def _check_ssh(plan: SshPlan, where: str, environ: Mapping[str, str]) -> None:
    for name in plan.known_hosts or ():
        if isinstance(name, str):
            _read(name, where, "known_hosts")
    if plan.keyfile is None or "privkey" not in plan.auth_methods:
        return
    content = _read(plan.keyfile, where, "keyfile")
    if "agent" in plan.auth_methods and environ.get("SSH_AUTH_SOCK"):
        # The agent may have it decrypted.
        return
    # Here, since it takes a tenth of a second that other transports do not need.
    import asyncssh  # noqa: PLC0415 - see above

    try:
        asyncssh.import_private_key(content)
    except ValueError:
        raise ConfigError(
            f"{where}: keyfile={plan.keyfile} is no private key that can be used without a passphrase; "
            "name another one, or load it into an SSH agent"
        ) from None


def _read(name: str, where: str, parameter: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_KEY_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise ConfigError(f"{where}: {parameter}={name} cannot be read ({reason})") from None
