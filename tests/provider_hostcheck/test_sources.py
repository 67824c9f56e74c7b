"""Where images come from, without a host: files, URLs, checksums, progress."""

import gzip
import hashlib
import io
import lzma
import urllib.request
from pathlib import Path

import pytest

from purevirt.provider.errors import ConfigError
from purevirt.provider.hostcheck import image_source, progress
from purevirt.provider.hostcheck.image_source import Checksum, ImageSource, ImportFailed, open_source
from purevirt.provider.hostcheck.progress import Lines, showing
from tests.lab.pki import Pki
from tests.provider_hostcheck.web import Web

SUM = "ab" * 32


def drained(source: ImageSource) -> bytes:
    """Return all of an image."""
    return b"".join(iter(lambda: source.read(1000), b""))


@pytest.mark.parametrize(
    ("text", "kind"),
    [(SUM, "sha256"), (f"sha256:{SUM}", "sha256"), (f" SHA512:{SUM * 2} ".upper(), "sha512")],
)
def test_checksum_is_known_by_its_length(text: str, kind: str) -> None:
    """The kind may be left out, and case does not matter."""
    checksum = Checksum(text)
    assert (checksum.kind, checksum.digits) == (kind, SUM if kind == "sha256" else SUM * 2)


@pytest.mark.parametrize(
    "text", ["", "md5:" + "0" * 32, "0" * 40, f"sha512:{SUM}", f"sha256:{SUM}00", "x" * 64]
)
def test_checksum_rejects_what_is_none(text: str) -> None:
    """Weak ones and slips are refused before anything is fetched."""
    with pytest.raises(ConfigError, match="--checksum: must be sha256"):
        Checksum(text)


def test_sum_and_progress_are_of_what_arrives(tmp_path: Path) -> None:
    """The published sum is that of the packed file, with whatever stands behind its content."""
    packed = gzip.compress(bytes(5000)) + bytes(64)
    path = tmp_path / "image.gz"
    path.write_bytes(packed)
    with open_source(str(path)) as source:
        assert (source.total, source.length) == (len(packed), None)
        assert drained(source) == bytes(5000)
        assert source.digest() == hashlib.sha256(packed).hexdigest()
        assert (source.arrived, source.given) == (len(packed), 5000)


def test_unpacking_goes_no_further_than_is_asked(tmp_path: Path) -> None:
    """A small file that unpacks to a lot costs what is read of it."""
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(64 << 20)))
    with open_source(str(path)) as source:
        assert len(source.read(1000)) <= 1000
        assert source.given <= 1000


def test_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """Path and reason."""
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ImportFailed, match=f"--image-source {path}: cannot be read"):
            open_source(str(path))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://host/a", "only http, https and paths"),
        ("file:///etc/passwd", "only http, https and paths"),
        ("https://user:hidden@host/a", "a name or password in the URL is not sent"),
        ("http://[hidden/a", "not a http URL: its host is no address"),
        ("http://[hidden]/a", "not a http URL: its host is no address"),
    ],
)
def test_url_rejects_what_is_not_taken(url: str, reason: str) -> None:
    """Nothing is asked, and no password is shown."""
    with pytest.raises(ConfigError) as refused:
        open_source(url)
    assert reason in str(refused.value)
    assert "hidden" not in str(refused.value)


def test_server_that_is_not_there_is_told() -> None:
    """The URL without its query, and the reason."""
    with Web(b"") as web:
        url = web.url
    with pytest.raises(ImportFailed) as failed:
        open_source(url + "?token=hidden")
    assert str(failed.value).startswith(f"{url}: cannot be reached: ")
    assert "hidden" not in str(failed.value)


@pytest.mark.parametrize("query", ["token=hidden with blanks", "token=hidden\u202e"])
def test_query_of_what_is_no_url_is_not_shown(query: str) -> None:
    """Python's own texts quote what they refuse: the path, and the token behind it."""
    with pytest.raises(ImportFailed, match="no URL; check it") as failed:
        open_source(f"http://127.0.0.1:9/image?{query}")
    assert "hidden" not in str(failed.value)


def test_source_that_cannot_be_begun_is_closed() -> None:
    """Nobody else could: there is nothing yet that has it."""
    raw = io.BytesIO(lzma.compress(bytes(1000))[:20])
    with pytest.raises(ImportFailed, match="is damaged"):
        ImageSource(raw, None, "image", "sha256")
    assert raw.closed


def test_path_that_is_none_is_told() -> None:
    """One line, as for any other."""
    with pytest.raises(ImportFailed, match="cannot be read"):
        open_source("a\0b")


@pytest.mark.parametrize("tail", [gzip.compress(b""), bytes(18)], ids=["empty members", "zeros"])
def test_what_unpacks_to_nothing_for_ever_is_given_up(
    tail: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that never ends costs no more than a bound, while the image is read and behind it."""
    monkeypatch.setattr(image_source, "MAX_PADDING_BYTES", 1 << 20)
    path = tmp_path / "endless.gz"
    path.write_bytes(gzip.compress(bytes(4096)) + tail * (4 << 16))
    with open_source(str(path)) as source, pytest.raises(ImportFailed, match="what unpacks to nothing"):
        drained(source)
    path.write_bytes(lzma.compress(bytes(4096)) + b"?" * (4 << 20))
    with open_source(str(path)) as source:
        assert drained(source) == bytes(4096)
        with pytest.raises(ImportFailed, match="what unpacks to nothing"):
            source.digest()


def test_https_believes_known_authorities_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the system, or of SSL_CERT_FILE."""
    pki = Pki(tmp_path)
    with Web(b"content", certificate=pki.server("good")) as web:
        with pytest.raises(ImportFailed, match=r"cannot be reached: .*CERTIFICATE_VERIFY_FAILED"):
            open_source(web.url)
        monkeypatch.setenv("SSL_CERT_FILE", str(pki.server("good") / "cacert.pem"))
        with open_source(web.url) as source:
            assert drained(source) == b"content"


@pytest.mark.parametrize("length", ["9" * 5000, "-3", "12 bytes"])
def test_length_that_a_server_makes_up_is_none(length: str) -> None:
    """It is only for the progress, and a server may say what it likes."""
    with Web(b"content", length=length) as web, open_source(web.url) as source:
        assert source.total is None
        assert drained(source) == b"content"


def test_redirection_is_followed_but_not_to_other_schemes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mirrors redirect; a file of ours, or what is not encrypted, is never where a server may send us."""
    with (
        Web(b"content", say_length=False) as there,
        Web(b"", status=302, location=there.url) as here,
        open_source(here.url) as source,
    ):
        assert drained(source) == b"content"
    pki = Pki(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(pki.server("good") / "cacert.pem"))
    with (
        Web(b"content") as there,
        Web(b"", status=302, location=there.url, certificate=pki.server("good")) as here,
        pytest.raises(ImportFailed, match="which is not encrypted"),
    ):
        open_source(here.url.replace("https", "HTTPS"))
    with Web(b"", status=302, location="file:///etc/passwd") as here, pytest.raises(ImportFailed):
        open_source(here.url)
    handler = image_source._NoDowngrade()
    request = urllib.request.Request("https://host/a?hidden")
    with pytest.raises(ImportFailed, match="redirects to http://other/b, which is not encrypted") as refused:
        handler.redirect_request(request, io.BytesIO(), 302, "", None, "http://other/b?hidden")  # type: ignore[arg-type]  # not looked at
    assert "hidden" not in str(refused.value)


def test_lines_say_each_tenth_once() -> None:
    """A log does not fill up."""
    said: list[str] = []
    tell = Lines("image", 200 << 20, said.append)
    for count in range(0, 201, 3):
        tell(count << 20)
    tell(200 << 20)
    assert said == [f"image: {percent} % of 200 MiB" for percent in range(10, 101, 10)]


def test_lines_without_a_total_come_every_ten_seconds() -> None:
    """Where nobody knows how much there will be."""
    said: list[str] = []
    now = [0.0]
    tell = Lines("image", None, said.append, clock=lambda: now[0])
    for second in range(25):
        now[0] = float(second)
        tell(second << 20)
    assert said == ["image: 10 MiB", "image: 20 MiB"]


class Terminal(io.StringIO):
    """Looks like one."""

    def isatty(self) -> bool:
        return True


def test_terminal_has_a_bar_and_a_file_has_lines() -> None:
    """rich draws where somebody looks."""
    for out, bar in ((Terminal(), True), (io.StringIO(), False)):
        with showing("[image]", 100 << 20, out) as tell:
            tell(50 << 20)
        assert "[image]" in out.getvalue()
        assert ("━" in out.getvalue()) == bar
        assert ("[image]: 50 % of 100 MiB\n" in out.getvalue()) == (not bar)


def test_terminal_without_rich_has_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is not needed."""
    monkeypatch.setattr(progress, "_bar", lambda *_arguments: None)
    out = Terminal()
    with showing("image", 100 << 20, out) as tell:
        tell(50 << 20)
    assert out.getvalue() == "image: 50 % of 100 MiB\n"
