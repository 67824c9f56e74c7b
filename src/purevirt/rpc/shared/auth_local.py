"""What authentication needs of this machine: libvirt's auth file, and random bytes.

Both clients use it; everything in it may block.
"""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from purevirt.rpc.auth.credentials import AuthFile, SignIn
from purevirt.rpc.auth.file import MAX_AUTH_FILE_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.rpc.auth.credentials import AskCredentials, Credentials

__all__ = ["new_sign_in"]

_NONCE_BYTES = 24
_SYSTEM_FILE = "/etc/libvirt/auth.conf"

_log = logging.getLogger("purevirt.rpc")


def new_sign_in(credentials: Credentials | AskCredentials | None, environ: Mapping[str, str]) -> SignIn:
    """Return what one connection authenticates with.

    Args:
        credentials: of the caller, or who can be asked for them.
        environ: the process's environment, for LIBVIRT_AUTH_FILE, XDG_CONFIG_HOME and HOME.
    """

    def read(authfile: str | None) -> AuthFile | None:
        return _read_auth_file(authfile, environ)

    return SignIn(os.urandom(_NONCE_BYTES).hex(), credentials, read)


def _read_auth_file(authfile: str | None, environ: Mapping[str, str]) -> AuthFile | None:
    """Read the auth file, or return None if there is none where libvirt looks.

    LIBVIRT_AUTH_FILE, then the URI's, then the user's, then the system's. Of the last two the first that can
    be read is it; of the first two, one that is named has to be there.

    Source: virAuthGetConfigFilePathURI in src/util/virauth.c.

    Raises:
        OSError: a file that is named cannot be read; has its name.
    """
    named = environ.get("LIBVIRT_AUTH_FILE", authfile)
    if named is not None:
        return _read(named)
    folder = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME") or Path.home(), ".config"))
    for path in (f"{folder}/libvirt/auth.conf", _SYSTEM_FILE):
        if os.access(path, os.R_OK):
            return _read(path)
    return None


def _read(path: str) -> AuthFile:
    with Path(path).open("rb") as file:
        if os.fstat(file.fileno()).st_mode & stat.S_IROTH:
            _log.warning("%s: everybody can read the passwords in it; chmod o-r it", path)
        data = file.read(MAX_AUTH_FILE_BYTES + 1)
    if len(data) > MAX_AUTH_FILE_BYTES:
        raise OSError(0, f"it has more than {MAX_AUTH_FILE_BYTES} bytes, it is not an auth file", path)
    return AuthFile(path, data)
