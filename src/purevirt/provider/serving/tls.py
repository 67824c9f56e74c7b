"""TLS of the gRPC listener: version 1.3 only, and certificates that follow their files.

Why an environment variable: gRPC's Python API cannot set a minimum version, and its core reads the cipher
suites of TLS 1.2 from the environment when it is loaded. `only_tls13` names one suite there that needs a
pre-shared key, which no listener of ours has: a TLS 1.2 handshake then never finds a cipher in common, while
the suites of TLS 1.3 are a list of their own and stay. It has to run before grpc is imported, so that this
module imports it late.

Why files are polled: certificates are renewed by others, who replace files or swap a symbolic link. gRPC asks
at each handshake whether there is something new; answering from memory keeps a slow disk out of handshakes.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import sys
from typing import TYPE_CHECKING, Final, cast

import structlog

from purevirt.errors import InternalError
from purevirt.provider.errors import ConfigError
from purevirt.provider.serving.certificates import Certificates, TlsFiles, read_certificates

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    import grpc

CIPHER_SUITES_VARIABLE: Final = "GRPC_SSL_CIPHER_SUITES"
NO_TLS12_SUITE: Final = "ECDHE-PSK-CHACHA20-POLY1305"
VERBOSITY_VARIABLE: Final = "GRPC_VERBOSITY"
POLL_S: Final = 1.0

log = structlog.get_logger(__name__)


def only_tls13(environ: MutableMapping[str, str] | None = None) -> None:
    """Make every TLS listener and channel of gRPC's in this process refuse what is older than TLS 1.3.

    It also silences the lines that gRPC's core writes to standard error past our log, unless GRPC_VERBOSITY
    asks for them. A second call does nothing.

    Raises:
        InternalError: grpc was imported before, so that it is too late.
    """
    environ = os.environ if environ is None else environ
    if environ.get(CIPHER_SUITES_VARIABLE) == NO_TLS12_SUITE:
        return
    if sys.modules.get("grpc") is not None:
        raise InternalError("only_tls13 was called after grpc was imported, when it has no effect any more")
    environ[CIPHER_SUITES_VARIABLE] = NO_TLS12_SUITE
    environ.setdefault(VERBOSITY_VARIABLE, "NONE")


def security_of(files: TlsFiles | None) -> str:
    """Return what the log calls a listener's security: insecure, TLS or mTLS."""
    if files is None:
        return "insecure"
    return "TLS" if files.ca is None else "mTLS"


class ListenerTls:
    """The credentials of a listener, renewed when the files change.

    Args:
        files: what to serve with.
        on_loaded: told of each set that is put to use, the first one included.
    """

    def __init__(self, files: TlsFiles, on_loaded: Callable[[Certificates], None]) -> None:
        self._files = files
        self._on_loaded = on_loaded
        self._stamp: object = None
        self._current: Certificates | None = None
        # Swapped by the event loop, and read by gRPC's threads at handshakes.
        self._configuration: grpc.ServerCertificateConfiguration | None = None
        self._served: grpc.ServerCertificateConfiguration | None = None
        self._complaint = ""

    async def load(self) -> grpc.ServerCredentials:
        """Return the credentials, with what the files hold now.

        Raises:
            ConfigError: the files cannot be used.
            InternalError: `only_tls13` was not called, so that TLS 1.2 would be served.
        """
        if os.environ.get(CIPHER_SUITES_VARIABLE) != NO_TLS12_SUITE:
            raise InternalError("TLS is served after only_tls13 alone, or else TLS 1.2 would be as well")
        import grpc  # noqa: PLC0415 - only_tls13 comes first

        self._stamp = await asyncio.to_thread(_stamp, self._files)
        self._use(await asyncio.to_thread(_read_now, self._files))
        self._served = self._configuration
        assert self._configuration is not None
        return grpc.dynamic_ssl_server_credentials(
            self._configuration,
            # None is what gRPC takes for "nothing new", whatever its type stubs say.
            cast("Callable[[], grpc.ServerCertificateConfiguration]", self._fetch),
            require_client_authentication=self._files.ca is not None,
        )

    async def follow(self) -> None:
        """Look at the files for ever, and put a new set to use once it is coherent."""
        while True:
            await asyncio.sleep(POLL_S)
            await self.look()

    async def look(self) -> None:
        """Look at the files once. What cannot be used is reported once, and the last set kept."""
        before = await asyncio.to_thread(_stamp, self._files)
        if before == self._stamp and not self._complaint:
            return
        found, complaint = None, ""
        try:
            found = await asyncio.to_thread(_read_now, self._files)
        except ConfigError as error:
            complaint = str(error)
        if await asyncio.to_thread(_stamp, self._files) != before:
            # Being written just now; the next look has the whole of it.
            return
        if found is None:
            if complaint != self._complaint:
                log.warning("TLS files cannot be used; serving with the last ones", reason=complaint)
            self._complaint = complaint
            return
        self._stamp = before
        self._complaint = ""
        if self._current is None or _material(found) != _material(self._current):
            self._use(found)
            log.info("TLS files have changed and are in use", expiry_s=dict(found.expiry_s))

    def _use(self, found: Certificates) -> None:
        import grpc  # noqa: PLC0415 - only_tls13 comes first

        self._current = found
        self._configuration = grpc.ssl_server_certificate_configuration(
            [(found.key, found.chain)], root_certificates=found.ca
        )
        self._on_loaded(found)

    def _fetch(self) -> grpc.ServerCertificateConfiguration | None:
        """Return what is new since the last handshake, or None; called by gRPC's threads."""
        configuration = self._configuration
        if configuration is self._served:
            return None
        self._served = configuration
        return configuration


def _material(found: Certificates) -> tuple[bytes, bytes, bytes | None]:
    return found.chain, found.key, found.ca


def _read_now(files: TlsFiles) -> Certificates:
    return read_certificates(files, dt.datetime.now(dt.UTC))


def _stamp(files: TlsFiles) -> object:
    """Return what changes when a file is written or replaced, also behind a symbolic link."""
    stamps: list[object] = []
    for path in (files.cert, files.key, files.ca):
        if path is None:
            continue
        try:
            found = path.stat()
        except OSError as error:
            stamps.append(error.errno)
        else:
            stamps.append((found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns))
    return stamps
