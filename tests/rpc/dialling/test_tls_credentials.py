"""Where certificates and keys come from, and what is wrong with them."""

import os
from pathlib import Path

import pytest

from purevirt.errors import CertificateRefused, ConnectError, TlsCredentialsError
from purevirt.rpc.dialling.plan import TlsPlan
from purevirt.rpc.dialling.tls_credentials import TlsCredentials, TlsFiles, locate_files
from purevirt.rpc.shared import tls_context
from purevirt.rpc.shared.tls_context import KeyIsEncrypted, TlsMaterial, make_context, read_material, refusal
from tests.lab.pki import PASSPHRASE, Pki

OWN = "/home/u/.pki/libvirt"
SYSTEM = TlsFiles(
    "/etc/pki/CA/cacert.pem",
    "/etc/pki/CA/cacrl.pem",
    "/etc/pki/libvirt/clientcert.pem",
    "/etc/pki/libvirt/private/clientkey.pem",
)
ALL_SYSTEM = {SYSTEM.ca, SYSTEM.crl, SYSTEM.certificate, SYSTEM.key}
PLAN = TlsPlan("h")


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Pki:
    """Certificates."""
    return Pki(tmp_path_factory.mktemp("pki"))


def locate(
    there: set[str | None], *, pkipath: str | None = None, home: str | None = "/home/u", uid: int = 1000
) -> TlsFiles:
    """Return what is found where only these files are."""
    return locate_files(pkipath, home=home, uid=uid, endpoint="h:1", exists=lambda path: path in there)


def test_pkipath_is_all_or_nothing() -> None:
    """T11: nothing is taken from elsewhere; the revocations alone may be missing."""
    there: set[str | None] = {"/p/cacert.pem", "/p/clientcert.pem", "/p/clientkey.pem"}
    expected = TlsFiles("/p/cacert.pem", None, "/p/clientcert.pem", "/p/clientkey.pem")
    assert locate(there | ALL_SYSTEM, pkipath="/p") == expected
    assert locate(there | {"/p/cacrl.pem"}, pkipath="/p").crl == "/p/cacrl.pem"
    for file in there:
        with pytest.raises(TlsCredentialsError, match="does not exist; pkipath") as caught:
            locate((there - {file}) | ALL_SYSTEM, pkipath="/p")
        assert caught.value.file == file
        assert (caught.value.endpoint, caught.value.transport) == ("h:1", "tls")


def test_the_users_own_files_come_first() -> None:
    """Each is the user's or else the system's."""
    own: set[str | None] = {
        f"{OWN}/{name}" for name in ("cacert.pem", "cacrl.pem", "clientcert.pem", "clientkey.pem")
    }
    expected = TlsFiles(
        *(f"{OWN}/{name}" for name in ("cacert.pem", "cacrl.pem", "clientcert.pem", "clientkey.pem"))
    )
    assert locate(own | ALL_SYSTEM) == expected
    assert locate(ALL_SYSTEM) == SYSTEM
    assert locate(ALL_SYSTEM | {f"{OWN}/cacert.pem"}).ca == f"{OWN}/cacert.pem"
    assert locate(ALL_SYSTEM | {f"{OWN}/cacert.pem"}).crl == SYSTEM.crl


@pytest.mark.parametrize("half", ["clientcert.pem", "clientkey.pem"])
def test_certificate_and_key_are_a_pair(half: str) -> None:
    """One without the other does not count."""
    found = locate(ALL_SYSTEM | {f"{OWN}/{half}"})
    assert (found.certificate, found.key) == (SYSTEM.certificate, SYSTEM.key)
    alone = locate({SYSTEM.ca, f"{OWN}/{half}"})
    assert (alone.certificate, alone.key, alone.crl) == (None, None, None)


@pytest.mark.parametrize(("home", "uid"), [("/home/u", 0), (None, 1000)])
def test_root_has_no_files_of_its_own(home: str | None, uid: int) -> None:
    """Nor has a user without a home."""
    assert locate(ALL_SYSTEM | {f"{OWN}/cacert.pem"}, home=home, uid=uid) == SYSTEM
    with pytest.raises(TlsCredentialsError, match=r"tried /etc/pki/CA/cacert\.pem; put it"):
        locate(set(), home=home, uid=uid)


def test_without_a_ca() -> None:
    """Both places are named."""
    with pytest.raises(TlsCredentialsError, match=f"tried {OWN}/cacert.pem and /etc/pki/CA/cacert.pem"):
        locate(ALL_SYSTEM - {SYSTEM.ca})


@pytest.mark.parametrize(
    "fields",
    [
        {"certificate": "c"},
        {"key": "k"},
        {"crl": "r"},
        {"certificate": "c", "key": "k"},
        {"ca": "a", "key": "k"},
    ],
)
def test_credentials_that_make_no_sense(fields: dict[str, str]) -> None:
    """Half a pair, or parts without a CA."""
    with pytest.raises(ValueError, match="TlsCredentials: "):
        TlsCredentials(**fields)


def test_credentials_are_not_shown() -> None:
    """What is given is said, not what it is."""
    made = TlsCredentials(ca="AAA", certificate="BBB", key="CCC", passphrase="DDD")
    assert repr(made) == "TlsCredentials(ca=..., certificate=..., key=..., passphrase=...)"
    material = read_material(PLAN, made)
    assert "CCC" not in repr(material)
    assert "DDD" not in repr(material)


def material_of(folder: Path, passphrase: str | None = None) -> TlsMaterial:
    """Return what is in a folder."""
    return read_material(TlsPlan("h", pkipath=str(folder)), TlsCredentials(passphrase=passphrase))


def test_files_are_read(pki: Pki) -> None:
    """What OpenSSL gets is what is in the files, revocations included."""
    context = make_context(PLAN, material_of(pki.client("not-revoking")))
    assert context.cert_store_stats() == {"x509": 1, "crl": 1, "x509_ca": 1}
    assert context.check_hostname


def test_memory_is_as_good_as_files(pki: Pki) -> None:
    """PEM as text, also where it cannot be handed over without a file."""
    folder = pki.client("not-revoking")
    given = TlsCredentials(
        ca=(folder / "cacert.pem").read_text(),
        crl=(folder / "cacrl.pem").read_text(),
        certificate=(folder / "clientcert.pem").read_bytes(),
        key=(folder / "clientkey.pem").read_text(),
    )
    context = make_context(PLAN, read_material(PLAN, given))
    assert context.cert_store_stats()["crl"] == 1


def test_without_memfd(pki: Pki, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Linux's files in memory are missing, a file of our own does; it is gone afterwards."""
    monkeypatch.delattr(os, "memfd_create")
    context = make_context(PLAN, material_of(pki.client()))
    assert context.cert_store_stats()["x509_ca"] == 1


def test_pkipath_and_memory_exclude_each_other() -> None:
    """Which of them counts would be a guess."""
    with pytest.raises(TlsCredentialsError, match="leave out one of them"):
        read_material(TlsPlan("h", pkipath="/p"), TlsCredentials(ca="x"))


def broken(pki: Pki, tmp_path: Path, **parts: bytes) -> Path:
    """Return a copy of the good folder with some files replaced."""
    for file in pki.client().iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    for name, content in parts.items():
        (tmp_path / f"{name}.pem").write_bytes(content)
    return tmp_path


@pytest.mark.parametrize(
    ("part", "match"),
    [
        ("cacert", r"cacert\.pem: no certificates in PEM"),
        ("cacrl", r"cacrl\.pem: no revocations in PEM"),
        ("clientcert", r"clientkey\.pem: not a key in PEM, or .*clientcert\.pem is no certificate"),
        ("clientkey", r"clientkey\.pem: not a key in PEM"),
    ],
)
def test_garbage_is_named(pki: Pki, tmp_path: Path, part: str, match: str) -> None:
    """Each file that is not what it should be."""
    with pytest.raises(TlsCredentialsError, match=match) as caught:
        make_context(PLAN, material_of(broken(pki, tmp_path, **{part: b"garbage"})))
    assert caught.value.file.startswith(str(tmp_path))


def test_a_strangers_key(pki: Pki, tmp_path: Path) -> None:
    """A key that belongs to another certificate."""
    other = (pki.client("outsider") / "clientkey.pem").read_bytes()
    with pytest.raises(TlsCredentialsError, match=r"clientkey\.pem: the key does not belong to .*clientcert"):
        make_context(PLAN, material_of(broken(pki, tmp_path, clientkey=other)))


def test_an_encrypted_key(pki: Pki) -> None:
    """T12: opened by its passphrase; nobody is asked on a terminal."""
    folder = pki.client("encrypted")
    make_context(PLAN, material_of(folder, PASSPHRASE))
    with pytest.raises(KeyIsEncrypted, match=r"clientkey\.pem: the key is encrypted; give its passphrase"):
        make_context(PLAN, material_of(folder))
    with pytest.raises(TlsCredentialsError, match="passphrase is another one") as caught:
        make_context(PLAN, material_of(folder, "hunter2"))
    assert "hunter2" not in str(caught.value)


def test_files_that_cannot_be_read(pki: Pki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder where a file should be, and a file that is far too large."""
    folder = broken(pki, tmp_path)
    (folder / "cacrl.pem").mkdir()
    with pytest.raises(TlsCredentialsError, match=r"cacrl\.pem cannot be read: Is a directory"):
        material_of(folder)
    monkeypatch.setattr(tls_context, "_MAX_FILE_BYTES", 10)
    with pytest.raises(TlsCredentialsError, match=r"cacert\.pem is larger than 10 bytes"):
        material_of(folder)


def test_the_home_of_a_user_without_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pki: Pki) -> None:
    """H32: HOME, else the user database, else none; never an exception."""
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    monkeypatch.delenv("HOME")
    with pytest.raises(TlsCredentialsError, match=r"tried /etc/pki/CA/cacert\.pem; put"):
        read_material(PLAN, None)
    own = tmp_path / ".pki" / "libvirt"
    own.mkdir(parents=True)
    (own / "cacert.pem").write_bytes(pki.ca_path.read_bytes())
    monkeypatch.setenv("HOME", str(tmp_path))
    found = read_material(PLAN, None)
    assert (found.ca, found.certificate) == (pki.ca_path.read_bytes(), None)
    assert found.names["ca"] == str(own / "cacert.pem")


def test_no_verify_keeps_our_certificate(pki: Pki) -> None:
    """T9: nothing is checked; the client's certificate is still there to be sent."""
    context = make_context(TlsPlan("h", verify=False), material_of(pki.client()))
    assert not context.check_hostname
    assert context.verify_mode == 0


def test_refusal_says_what_was_sent(pki: Pki) -> None:
    """T2: subject, or age, or that there was none."""
    told = refusal(PLAN, material_of(pki.client("outsider")))
    assert isinstance(told, CertificateRefused)
    assert isinstance(told, ConnectError)
    assert "subject O=lab,CN=lab outsider (is its issuer" in str(told)
    assert "which expired" in str(refusal(PLAN, material_of(pki.client("expired"))))
    alone = read_material(PLAN, TlsCredentials(ca="x"))
    assert "we sent no certificate" in str(refusal(PLAN, alone))
