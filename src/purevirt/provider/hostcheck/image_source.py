"""Where an image comes from: a file or an http(s) URL, compressed or not. Everything here blocks.

Whatever arrives is hostile until its checksum says otherwise: a compressed image is unpacked piece by piece,
never further than its reader asks for, and what it unpacks to is looked at before any of it is used.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import io
import re
import socket
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from purevirt.provider.errors import ConfigError, ProviderError
from purevirt.provider.hostcheck.unpacking import DAMAGES, MAX_WINDOW_BYTES, unpacking, window_bytes
from purevirt.provider.libvirt.image_format import COMPRESSED, HEADER_BYTES, ImageHeader, recognise

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.client import HTTPMessage
    from typing import Self

    from _typeshed import WriteableBuffer

HTTP_S: Final = 30.0
"""How long a server may say nothing."""

MAX_PADDING_BYTES: Final = 64 << 20
"""What may arrive beyond twice of what it unpacks to. No packed image is larger than that, and a server that
sends for ever what unpacks to nothing is not read for ever."""

_CHECKSUM: Final = re.compile(r"(?:(sha256|sha512):)?([0-9a-f]+)")
_DIGITS: Final = {"sha256": 64, "sha512": 128}
_LENGTH: Final = re.compile("[0-9]{1,18}")
SECTOR_BYTES: Final = 512


class ImportFailed(ProviderError):
    """An image was not imported; nothing of it is left on the host."""


class Checksum:
    """What the bytes of a source have to amount to.

    Raises:
        ConfigError: `text` is not a checksum.
    """

    def __init__(self, text: str) -> None:
        found = _CHECKSUM.fullmatch(text.strip().lower())
        kinds = {length: kind for kind, length in _DIGITS.items()}
        kind = None if found is None else found[1] or kinds.get(len(found[2]))
        if found is None or kind is None or len(found[2]) != _DIGITS[kind]:
            raise ConfigError(
                f"--checksum: must be sha256: and 64 or sha512: and 128 hexadecimal digits, got {text!r:.160}"
            )
        self.kind: str = kind
        self.digits: str = found[2]


class ImageSource:
    """An image, opened: `read` gives what it unpacks to, and checksum and progress are of what arrived.

    Attributes:
        shown: its name for messages, without what a URL may hold of secrets.
        header: what the unpacked image is.
        total: how many bytes will arrive, None if nobody says.
        length: how many bytes it unpacks to, None if that is not known before.
    """

    def __init__(
        self,
        raw: IO[bytes],
        total: int | None,
        shown: str,
        kind: str,
        abort: Callable[[], object] = lambda: None,
    ) -> None:
        self.abort = abort
        """Ends a `read` under way in another thread, which then fails."""
        self.shown = shown
        self.total = total
        self._given = 0
        self._arriving = _Counted(raw, kind, total, shown, lambda: 2 * self._given + MAX_PADDING_BYTES)
        try:
            packed = self._begin()
        except BaseException:
            raw.close()
            raise
        self.header: ImageHeader = recognise(self._start)
        self.length = None if packed in COMPRESSED else total

    def _begin(self) -> str:
        first = self._arriving.peek(HEADER_BYTES)
        packed = recognise(first).format
        window = window_bytes(first, packed)
        if window > MAX_WINDOW_BYTES:
            raise ImportFailed(
                f"{self.shown}: takes {window >> 20} MiB of memory to unpack, more than "
                f"{MAX_WINDOW_BYTES >> 20}; pack it anew, with a smaller dictionary"
            )
        self._content = unpacking(io.BufferedReader(self._arriving), packed)
        self._start = self._read_exactly(HEADER_BYTES)
        return packed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._arriving.close()

    @property
    def arrived(self) -> int:
        """How many bytes have arrived."""
        return self._arriving.count

    @property
    def given(self) -> int:
        """How many bytes `read` has given."""
        return self._given

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes of the image, empty at its end.

        Raises:
            ImportFailed: it cannot be read, or is damaged.
        """
        if self._start:
            piece, self._start = self._start[:size], self._start[size:]
        else:
            piece = self._guarded(size)
        self._given += len(piece)
        return piece

    def digest(self) -> str:
        """Return the hexadecimal checksum of all that the source has; reads what is behind the image.

        Raises:
            ImportFailed: as `read`.
        """
        while self._arriving.read(1 << 20):
            pass
        return self._arriving.hash.hexdigest()

    def _read_exactly(self, size: int) -> bytes:
        got = b""
        while len(got) < size and (piece := self._guarded(size - len(got))):
            got += piece
        return got

    def _guarded(self, size: int) -> bytes:
        try:
            return self._content.read(size)
        except DAMAGES as error:
            raise ImportFailed(
                f"{self.shown}: is damaged or packed unusually: {error}; fetch it again, or pack it anew"
            ) from None


def open_source(text: str, kind: str = "sha256") -> ImageSource:
    """Open a path or a URL; `kind` is the checksum to compute.

    Raises:
        ConfigError: it is neither, or a URL of a kind that is not taken.
        ImportFailed: it cannot be opened, or what it begins with cannot be read.
    """
    scheme, separator, rest = text.partition("://")
    if not separator:
        return _open_file(Path(text), kind)
    scheme = scheme.lower()
    try:
        shown = _shown(text)
    except ValueError:
        raise ConfigError(f"--image-source: not a {scheme:.20} URL: its host is no address") from None
    if scheme not in ("http", "https"):
        raise ConfigError(f"--image-source: {shown}: only http, https and paths are taken; fetch it first")
    if "@" in urllib.parse.urlsplit(text).netloc:
        raise ConfigError(f"--image-source: {shown}: a name or password in the URL is not sent; remove it")
    # In lower case, by which a redirection is told to leave what was encrypted.
    return _open_url(f"{scheme}://{rest}", shown, kind)


def _open_file(path: Path, kind: str) -> ImageSource:
    try:
        file = path.open("rb")
        total = file.seek(0, io.SEEK_END)
        file.seek(0)
    except (OSError, ValueError) as error:
        # The second is for what is not even a path.
        reason = getattr(error, "strerror", None) or "not a path"
        raise ImportFailed(f"--image-source {path}: cannot be read ({reason}); name another") from None
    return ImageSource(file, total, str(path), kind)


class _Abortable:
    """The sockets of what is being fetched, to be shut down under whoever reads from them."""

    def __init__(self) -> None:
        self._sockets: list[socket.socket] = []

    def handlers(self) -> tuple[urllib.request.BaseHandler, ...]:
        """Return handlers whose connections are known here."""
        sockets = self._sockets

        class Plain(http.client.HTTPConnection):
            def connect(self) -> None:
                super().connect()
                sockets.append(self.sock)

        class Secure(http.client.HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                sockets.append(self.sock)

        class PlainHandler(urllib.request.HTTPHandler):
            def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
                return self.do_open(Plain, req)

        class SecureHandler(urllib.request.HTTPSHandler):
            def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
                return self.do_open(Secure, req)

        return PlainHandler(), SecureHandler()

    def abort(self) -> None:
        """Shut them down."""
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


class _NoDowngrade(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Refuse a redirection to what is not encrypted, or is no web address, from what was encrypted."""
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise ImportFailed(
                f"{_shown(req.full_url)}: redirects to {_shown(newurl)}, which is not encrypted"
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _open_url(url: str, shown: str, kind: str) -> ImageSource:
    opener = urllib.request.OpenerDirector()
    abortable = _Abortable()
    for handler in (
        urllib.request.ProxyHandler(),
        *abortable.handlers(),
        _NoDowngrade(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    request = urllib.request.Request(url, headers={"Accept-Encoding": "identity", "User-Agent": "purevirt"})  # noqa: S310 - the scheme was looked at
    try:
        answer = opener.open(request, timeout=HTTP_S)
    except urllib.error.HTTPError as error:
        with error:
            raise ImportFailed(
                f"{shown}: the server answers {error.code} {error.reason}; check the URL"
            ) from None
    except urllib.error.URLError as error:
        raise ImportFailed(f"{shown}: cannot be reached: {error.reason}") from None
    except (http.client.InvalidURL, UnicodeError):
        # Their texts quote the URL, its query included, or where it redirects to.
        raise ImportFailed(f"{shown}: is, or redirects to, what is no URL; check it") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ImportFailed(f"{shown}: cannot be reached: {error or type(error).__name__}") from None
    assert answer is not None
    length = answer.headers.get("Content-Length", "")
    total = int(length) if _LENGTH.fullmatch(length) else None
    return ImageSource(answer, total, shown, kind, abortable.abort)


def _shown(url: str) -> str:
    """Return a URL without user, password and query, any of which may be a secret."""
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


class _Counted(io.RawIOBase):
    """What arrives, counted and summed; a source that ends before its announced end is an error."""

    def __init__(
        self, raw: IO[bytes], kind: str, total: int | None, shown: str, limit: Callable[[], int]
    ) -> None:
        self._raw = raw
        self._total = total
        self._shown = shown
        self._limit = limit
        self._ahead = b""
        self.hash = hashlib.new(kind)
        self.count = 0

    def readable(self) -> bool:
        """Return that it is."""
        return True

    def peek(self, size: int) -> bytes:
        """Return the first `size` bytes, which are given once more by `read`."""
        while len(self._ahead) < size and (piece := self._fetch(size - len(self._ahead))):
            self._ahead += piece
        return self._ahead

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read into `buffer` and return how many bytes, 0 at the end."""
        view = memoryview(buffer).cast("B")
        if self._ahead:
            piece, self._ahead = self._ahead[: len(view)], self._ahead[len(view) :]
        else:
            piece = self._fetch(len(view))
        view[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        """Close what it reads from."""
        self._raw.close()
        super().close()

    def _fetch(self, size: int) -> bytes:
        try:
            piece = self._raw.read(size)
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise ImportFailed(
                f"{self._shown}: broke off after {self.count} bytes: {error or type(error).__name__}"
            ) from None
        self.count += len(piece)
        self.hash.update(piece)
        if self.count > self._limit():
            raise ImportFailed(f"{self._shown}: sends on and on what unpacks to nothing; use another")
        if not piece and self._total is not None and self.count != self._total:
            raise ImportFailed(
                f"{self._shown}: ended after {self.count} of {self._total} bytes; fetch it again"
            )
        return piece
