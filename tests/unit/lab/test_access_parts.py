"""The parts of the lab's ways in that need no lab."""

import datetime as dt
import stat
import typing
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from tests.lab import LabError, LabHost, Sasl, Tls
from tests.lab.listeners import TcpListener
from tests.lab.network import ALLOWED_DN
from tests.lab.openssh import strict_options
from tests.lab.parts import uri
from tests.lab.pki import PASSPHRASE, ClientPurpose, Pki, ServerPurpose
from tests.lab.polkit import only_domains
from tests.lab.sasl import SaslPart


def test_uri_leaves_out_none_and_quotes_what_would_end_a_value() -> None:
    """Paths stay readable; a space, an ampersand and a plus sign in a value do not change its meaning."""
    made = uri("qemu+unix", "", "/system", {"socket": Path("/run/a"), "proxy": None, "name": "a b&c+d"})
    assert made == "qemu+unix:///system?socket=/run/a&name=a%20b%26c%2Bd"
    assert uri("test+tcp", "127.0.0.1:1", "/default", {}) == "test+tcp://127.0.0.1:1/default"


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_tcp_listener_has_a_port_of_its_own(tmp_path: Path, address: str) -> None:
    """Port 0 becomes a real one, on either family's loopback address."""
    with TcpListener("x.socket", address=address).open(tmp_path) as listening:
        host, port, *_ = listening.getsockname()
    assert host == address
    assert port > 0


def _certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_pki_client_folders_are_for_pkipath(tmp_path: Path) -> None:
    """Each purpose has its folder, made once, with libvirt's file names and keys for the owner alone."""
    pki = Pki(tmp_path)
    for purpose in typing.get_args(ClientPurpose):
        folder = pki.client(purpose)
        names = {path.name for path in folder.iterdir()}
        wanted = {"cacert.pem", "clientcert.pem", "clientkey.pem"}
        if purpose == "no-certificate":
            wanted = {"cacert.pem"}
        elif purpose in {"revoking", "not-revoking"}:
            wanted.add("cacrl.pem")
        assert names == wanted
        for key in folder.glob("*key.pem"):
            assert stat.S_IMODE(key.stat().st_mode) == 0o600
        before = (folder / "cacert.pem").read_bytes()
        assert pki.client(purpose) == folder
        assert (folder / "cacert.pem").read_bytes() == before


def test_pki_purposes_differ_in_the_one_thing_they_say(tmp_path: Path) -> None:
    """Who issued a certificate, until when it counts and whom it names follow from the purpose."""
    pki = Pki(tmp_path)
    now = dt.datetime.now(dt.UTC)
    authority = _certificate(pki.ca_path)
    for purpose in typing.get_args(ServerPurpose):
        certificate = _certificate(pki.server(purpose) / "servercert.pem")
        assert (certificate.issuer == authority.subject) == (purpose != "stranger")
        assert (certificate.not_valid_after_utc < now) == (purpose == "expired")
        has_names = any(
            isinstance(item.value, x509.SubjectAlternativeName) for item in certificate.extensions
        )
        assert has_names == (purpose != "name-in-cn")
        assert _certificate(pki.server(purpose) / "cacert.pem") == authority
    clients: tuple[ClientPurpose, ...] = ("good", "stranger", "expired", "outsider")
    for who in clients:
        certificate = _certificate(pki.client(who) / "clientcert.pem")
        assert (certificate.issuer == authority.subject) == (who != "stranger")
        assert (certificate.not_valid_after_utc < now) == (who == "expired")
        forward = ",".join(part.rfc4514_string() for part in certificate.subject.rdns)
        assert (forward == ALLOWED_DN) == (who != "outsider")


def test_pki_crl_names_the_good_server_or_another(tmp_path: Path) -> None:
    """Both lists are signed by the lab's CA; one has the good server's serial number, the other has not."""
    pki = Pki(tmp_path)
    lists: tuple[tuple[ClientPurpose, bool], ...] = (("revoking", True), ("not-revoking", False))
    serial = _certificate(pki.server() / "servercert.pem").serial_number
    for purpose, revokes in lists:
        folder = pki.client(purpose)
        crl = x509.load_pem_x509_crl((folder / "cacrl.pem").read_bytes())
        key = _certificate(folder / "cacert.pem").public_key()
        assert crl.is_signature_valid(key)  # type: ignore[arg-type]  # the lab's keys are elliptic curves
        assert (crl.get_revoked_certificate_by_serial_number(serial) is not None) == revokes
        assert len(crl) == 1


def test_pki_encrypted_key_needs_its_passphrase(tmp_path: Path) -> None:
    """Without the passphrase the key cannot be read."""
    pem = (Pki(tmp_path).client("encrypted") / "clientkey.pem").read_bytes()
    assert serialization.load_pem_private_key(pem, PASSPHRASE.encode())
    with pytest.raises(TypeError, match="encrypted"):
        serialization.load_pem_private_key(pem, None)


def test_host_without_a_way_in_says_how_to_get_one() -> None:
    """Asking for what was not wished for names the wish."""
    host = LabHost("plain")
    for name in ("tls", "tcp", "ssh", "sasl", "polkit"):
        with pytest.raises(LabError, match=rf"host plain: has none; start it with LabHost\({name}="):
            getattr(host, name)


def test_tls_port_is_not_known_before_the_start(tmp_path: Path) -> None:
    """A port asked for too early is an error, and no URI with None in it."""
    with pytest.raises(LabError, match="not known before the host starts"):
        Tls(pki=Pki(tmp_path)).lay(tmp_path, "early").uri()


def test_sasl_authfile_is_for_its_owner_and_names_the_user(tmp_path: Path) -> None:
    """The file has the user's own password, or the given one in another file."""
    (tmp_path / "sasl").mkdir()
    part = SaslPart(Sasl(users={"eve": "secret-1", "bob": "secret-2"}), tmp_path / "sasl")
    assert "username=eve\nauthname=eve\npassword=secret-1\n" in part.authfile().read_text()
    right, wrong = part.authfile("bob"), part.authfile("bob", "other")
    assert "password=secret-2\n" in right.read_text()
    assert "password=other\n" in wrong.read_text()
    assert stat.S_IMODE(right.stat().st_mode) == 0o600


def test_sasl_asks_where_it_is_wished_for(tmp_path: Path) -> None:
    """Only the listeners that are named ask, and only then an authfile is needed for the unix socket."""
    part = SaslPart(Sasl(unix=False, tcp=False), tmp_path)
    assert part.settings() == {"auth_tls": "sasl"}
    assert part.unix_parameters() == {}


def test_strict_options_trust_one_file_alone() -> None:
    """Neither a configuration file nor a global file is read, and a path with a space stays one path."""
    options = strict_options(Path("/a b/known_hosts"))
    assert options[:2] == ["-F", "none"]
    assert 'UserKnownHostsFile="/a b/known_hosts"' in options
    assert {"StrictHostKeyChecking=yes", "GlobalKnownHostsFile=/dev/null"} <= set(options)


def test_polkit_rules_are_one_function() -> None:
    """The prefix is in the rules, and braces are in balance."""
    rules = only_domains("pv-")
    assert 'indexOf("pv-") == 0' in rules
    assert rules.count("{") == rules.count("}")
    assert rules.count("polkit.addRule") == 1
