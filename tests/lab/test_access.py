"""The lab's further ways in do what they promise, seen with other clients than ours."""

import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.lab import LabError, LabHost, Polkit, Sasl, Ssh, Tcp, Tls
from tests.lab.accounts import USER_ID
from tests.lab.openssh import ssh_agent, ssh_run
from tests.lab.pki import PASSPHRASE, ClientPurpose, ServerPurpose
from tests.lab.polkit import REFUSE, only_domains
from tests.lab.process import system_environment, wait_until
from tests.lab.sshkeys import PASSPHRASE as KEY_PASSPHRASE
from tests.lab.sshkeys import HostCertificate

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("lab_able")]

_S = 30.0


def _virsh(uri: str, *argv: str) -> str:
    """Return what virsh prints, or the error it ends with."""
    words = ["virsh", "-q", "-c", uri, *(argv or ("hostname",))]
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=_S, env=system_environment(), check=False
    )
    return done.stdout.strip() if done.returncode == 0 else done.stderr


def _verdict(host: LabHost, folder: Path, *, newest: ssl.TLSVersion) -> bytes:
    """Return what libvirtd sends after the TLS handshake: 0x01, or nothing before it closes."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(folder / "cacert.pem")
    context.maximum_version = newest
    if (folder / "clientcert.pem").exists():
        context.load_cert_chain(folder / "clientcert.pem", folder / "clientkey.pem", PASSPHRASE)
    with (
        socket.create_connection(("127.0.0.1", host.tls.port), _S) as raw,
        context.wrap_socket(raw, server_hostname="localhost") as tls,
    ):
        assert tls.version() == newest.name.replace("v1_", "v1.")
        return tls.recv(2)


def _openssl(host: LabHost, folder: Path, *options: str | Path) -> str:
    """Return openssl's one line on the server's certificate."""
    argv: list[str | Path] = ["openssl", "s_client", "-connect", f"127.0.0.1:{host.tls.port}", *options]
    argv += ["-CAfile", folder / "cacert.pem", "-verify_hostname", "localhost", "-purpose", "sslserver"]
    argv += ["-cert", folder / "clientcert.pem", "-key", folder / "clientkey.pem"]
    done = subprocess.run(argv, input=b"", capture_output=True, timeout=_S, check=False)
    lines = done.stdout.decode(errors="replace").splitlines()
    return next(line for line in lines if line.strip().startswith("Verify return code:")).strip()


@contextmanager
def _forward(host: LabHost, remote: str) -> Iterator[tuple[Path, Path]]:
    """Forward a unix socket of the host by OpenSSH; what is given is its local path and ssh's log."""
    local, log = host.folder / "forwarded.sock", host.folder / "forward.log"
    words = host.ssh.command("-N", "-L", f"{local}:{remote}")
    local.unlink(missing_ok=True)
    with log.open("wb") as output, subprocess.Popen(words, stderr=output) as ssh:
        try:
            wait_until(
                lambda: None if local.is_socket() else "no socket yet",
                what="ssh -L",
                timeout_s=_S,
                interval_s=0.01,
                explain=log.read_text,
            )
            yield local, log
        finally:
            ssh.kill()  # TERM it may leave unheard while a forwarded connection is being closed


def _pids_inside(namespace: str) -> list[int]:
    """Return the machine's processes in a pid namespace."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "ns/pid").readlink() == Path(namespace):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
@pytest.mark.parametrize(
    ("purpose", "verdict"),
    [
        ("good", b"\x01"),
        ("encrypted", b"\x01"),
        ("stranger", b""),
        ("expired", b""),
        ("outsider", b""),
        ("no-certificate", b""),
    ],
)
def test_tls_clients_are_let_in_or_refused_after_the_handshake(
    lab_access: LabHost, purpose: ClientPurpose, verdict: bytes, version: ssl.TLSVersion
) -> None:
    """T1, T2: whom libvirtd lets in gets 0x01, all others a closed connection, in both versions of TLS."""
    assert _verdict(lab_access, lab_access.pki.client(purpose), newest=version) == verdict


def test_tls_and_tcp_uris_are_for_virsh_too(lab_access: LabHost) -> None:
    """URIs of the TLS and TCP listeners reach the same host; an encrypted key and a CRL have their effect."""
    assert _virsh(lab_access.tls_uri()) == "access"
    assert _virsh(lab_access.tcp_uri()) == "access"
    assert _virsh(lab_access.tls_uri("not-revoking")) == "access"
    assert "revoked" in _virsh(lab_access.tls_uri("revoking"))
    assert "Decryption" in _virsh(lab_access.tls_uri("encrypted"))
    assert "Unable to read TLS confirmation" in _virsh(lab_access.tls_uri("no-certificate"))


@pytest.mark.parametrize(
    ("purpose", "verdict"),
    [
        ("good", "0 (ok)"),
        ("name-in-cn", "0 (ok)"),
        ("expired", "10 (certificate has expired)"),
        ("wrong-name", "62 (hostname mismatch)"),
        ("stranger", "21 (unable to verify the first certificate)"),
        ("wrong-usage", "26 (unsuitable certificate purpose)"),
    ],
)
def test_tls_servers_are_as_bad_as_their_purpose_says(purpose: ServerPurpose, verdict: str) -> None:
    """T6, T8: openssl names what is wrong with each server certificate; libvirtd starts with all of them."""
    with LabHost("server", tls=Tls(server=purpose)) as host:
        assert _openssl(host, host.pki.client()) == f"Verify return code: {verdict}"


def test_tls_crl_revokes_the_server(lab_access: LabHost) -> None:
    """T13: openssl takes cacrl.pem of the revoking folder for a CRL that names the server's certificate."""
    folder = lab_access.pki.client("revoking")
    answer = _openssl(lab_access, folder, "-crl_check", "-CRL", folder / "cacrl.pem")
    assert answer == "Verify return code: 23 (certificate revoked)"


def test_tls_address_and_priority() -> None:
    """A host may listen on ::1 and speak TLS 1.2 at most."""
    with LabHost("six", tls=Tls(address="::1", priority="NORMAL:-VERS-TLS1.3")) as host:
        assert _virsh(host.tls_uri(host="::1")) == "six"
        context = ssl.create_default_context(cafile=host.pki.ca_path)
        with (
            socket.create_connection(("::1", host.tls.port), _S) as raw,
            context.wrap_socket(raw, server_hostname="::1") as tls,
        ):
            assert tls.version() == "TLSv1.2"


def test_ssh_login_sees_the_host(lab_access: LabHost) -> None:
    """Authorised keys of each kind log in and see the host's name and socket; another key does not."""
    access, keys = lab_access.ssh, lab_access.ssh.keys
    look = "hostname; test -S /run/libvirt/libvirt-sock && type nc virt-ssh-helper"
    for key in (keys.client, keys.client_rsa):
        seen = access.login(look, key=key)
        assert (seen.returncode, seen.stdout.split(b"\n")[0]) == (0, b"access"), seen.stderr
    for key in (keys.encrypted, keys.encrypted_pkcs8):
        assert access.login("hostname", key=key, secret=KEY_PASSPHRASE).stdout == b"access\n"
        assert access.login("hostname", key=key, secret="wrong").returncode == 255
    assert b"Permission denied (publickey)" in access.login("hostname", key=keys.stranger).stderr


@pytest.mark.parametrize("proxy", ["native", "netcat"])
def test_ssh_uri_is_for_virsh_too(lab_access: LabHost, proxy: str) -> None:
    """virsh reaches the host through virt-ssh-helper and through netcat."""
    assert _virsh(lab_access.ssh.virsh_uri(proxy=proxy)) == "access"


def test_ssh_agent_holds_keys(lab_access: LabHost) -> None:
    """A key in an agent logs in without its file."""
    access = lab_access.ssh
    with ssh_agent(access.keys.client) as agent:
        words = [*access.command(agent=True), "hostname"]
        done = ssh_run(words, environment={"SSH_AUTH_SOCK": str(agent)})
    assert done.stdout == b"access\n", done.stderr


def test_ssh_forwards_the_socket(lab_access: LabHost) -> None:
    """OpenSSH forwards a local socket to libvirtd's."""
    with _forward(lab_access, "/run/libvirt/libvirt-sock") as (local, _):
        assert _virsh(f"qemu+unix:///system?socket={local}") == "access"


@pytest.mark.parametrize(
    ("allowed", "reason"),
    [(True, "No such file or directory"), (False, "refused streamlocal port forward")],
)
def test_ssh_refuses_a_forward_in_the_same_words_whatever_the_reason(allowed: bool, reason: str) -> None:
    """H33: a socket that is not there and one that is prohibited differ in sshd's log alone."""
    with (
        LabHost("shut", ssh=Ssh(streamlocal=allowed)) as host,
        _forward(host, "/run/libvirt/none") as (local, log),
        socket.socket(socket.AF_UNIX) as client,
    ):
        client.settimeout(_S)
        client.connect(str(local))
        assert client.recv(1) == b""
        assert "open failed: connect failed: open failed" in log.read_text()
        assert reason in host.ssh.log_path.read_text()


def test_ssh_password_and_keyboard_interactive() -> None:
    """Root and the lab's user log in by the password, root by keyboard-interactive too; a wrong one fails."""
    with LabHost("asks", ssh=Ssh(password=True, keyboard_interactive=True)) as host:
        assert host.ssh.login("id -u", method="password").stdout == b"0\n"
        assert host.ssh.login("id -u", user="labuser", method="password").stdout == b"%d\n" % USER_ID
        assert host.ssh.login("id -u", method="keyboard-interactive").stdout == b"0\n"
        assert b"Permission denied" in host.ssh.login("id", method="password", secret="wrong").stderr
    with LabHost("no-pam", ssh=Ssh(password=True)) as host:
        assert host.ssh.login("id -u", method="password").stdout == b"0\n"
        assert b"Permission denied" in host.ssh.login("id", method="keyboard-interactive").stderr


def test_ssh_verdict_tells_known_from_unknown(lab_access: LabHost) -> None:
    """H1, H2, H13, H25, H26: the oracle is for any name and port, and for a file that is not there."""
    access = lab_access.ssh
    keys = {kind: access.keys.host_public(kind) for kind in ("ed25519", "rsa", "ecdsa")}
    known = "".join(f"[kvm1.example.com]:2222 {key}\n" for key in keys.values())
    revoked = "".join(f"@revoked * {key}\n" for key in keys.values())
    assert access.verdict(access.known_hosts_text()).accepted
    assert access.verdict(access.known_hosts_path.read_bytes()).accepted
    assert access.verdict(known, "kvm1.example.com", 2222).accepted
    for content in ("", None, revoked + known):
        assert not access.verdict(content, "kvm1.example.com", 2222).accepted
    assert not access.verdict(known, "kvm1.example.com", 22).accepted


def test_ssh_host_certificates_and_restricted_keys() -> None:
    """H7, H8, H24: certificates good and bad, one kind of key, and other keys, on the same port."""
    plan = Ssh(host_keys=("ed25519",), certificate=HostCertificate(principals=("a.example",)))
    with LabHost("ca", ssh=plan) as host:
        access = host.ssh
        trust = f"@cert-authority *.example {access.keys.ca_public()}\n"
        assert access.verdict(trust, "a.example", 22).accepted
        assert "not a listed principal" in access.verdict(trust, "b.example", 22).stderr
        certificates = {
            "expired": HostCertificate(principals=("a.example",), expired=True),
            "not a host certificate": HostCertificate(principals=("a.example",), for_users=True),
        }
        port = access.port
        for reason, certificate in certificates.items():
            access.restart(Ssh(certificate=certificate))
            refused = access.verdict(trust, "a.example", 22)
            assert not refused.accepted
            assert reason in refused.stderr
        access.restart(Ssh(certificate=HostCertificate(principals=())))
        assert access.verdict(trust, "a.example", 22).accepted

        access.restart(Ssh(host_keys=("rsa",)))
        assert not access.verdict(access.known_hosts_text("ed25519")).accepted
        before = access.known_hosts_text("rsa")
        assert access.verdict(before).accepted
        access.restart(new_keys=True)
        assert access.port == port
        assert "has changed" in access.verdict(before).stderr
        assert access.verdict(access.known_hosts_text("rsa")).accepted


def test_ssh_drops_connections_beyond_its_startups() -> None:
    """H34: while one connection has not logged in, sshd answers the next with no banner."""
    with (
        LabHost("full", ssh=Ssh(max_startups="1:100:1")) as host,
        socket.create_connection(("127.0.0.1", host.ssh.port), _S) as first,
    ):
        assert first.recv(8) == b"SSH-2.0-"
        with socket.create_connection(("127.0.0.1", host.ssh.port), _S) as second:
            assert not second.recv(8).startswith(b"SSH-")


def test_ssh_sessions_end_and_the_port_stays() -> None:
    """A broken session ends its client; a stopped sshd refuses connections, and is back where it was."""
    with LabHost("breaks", ssh=Ssh()) as host:
        with _forward(host, "/run/libvirt/libvirt-sock") as (_, log):
            assert host.ssh.end_sessions() > 0
        assert host.ssh.login("hostname").stdout == b"breaks\n", log.read_text()
        host.ssh.stop()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", host.ssh.port), _S)
        with pytest.raises(LabError, match="no verdict"):
            host.ssh.verdict(host.ssh.known_hosts_text())
        host.ssh.start()
        assert host.ssh.login("hostname").stdout == b"breaks\n"


@pytest.fixture(scope="module")
def sasl_host() -> Iterator[LabHost]:
    """A host that asks for a name and password everywhere, over SCRAM alone."""
    with LabHost("asking", tls=Tls(), tcp=Tcp(), sasl=Sasl(mechanisms=("scram-sha-256",))) as host:
        yield host


def test_sasl_lets_in_by_scram_over_unix_and_tls(sasl_host: LabHost) -> None:
    """virsh gets in with the right password only."""
    right, wrong = sasl_host.sasl.authfile(), sasl_host.sasl.authfile(password="wrong")
    assert _virsh(sasl_host.unix_uri(authfile=right)) == "asking"
    assert _virsh(sasl_host.tls_uri(authfile=right)) == "asking"
    assert "authentication failed" in _virsh(sasl_host.unix_uri(authfile=wrong))
    assert "authentication failed" in _virsh(sasl_host.tls_uri(authfile=wrong))
    assert sasl_host.virsh("hostname").strip() == "asking"


def test_sasl_over_plain_tcp_has_no_mechanism(sasl_host: LabHost) -> None:
    """Over plain TCP libvirtd finds no mechanism to offer, as none here encrypts."""
    assert "authentication failed" in _virsh(sasl_host.tcp_uri(authfile=sasl_host.sasl.authfile()))
    assert "no SASL mechanisms are available" in (sasl_host.log_path / "libvirtd.log").read_text()


def test_polkit_is_asked_about_the_user() -> None:
    """The lab's user gets in where the rules say so, nowhere else, and root is not asked."""
    with LabHost("allows", polkit=Polkit()) as host:
        assert host.polkit.run(["virsh", "-q", "-c", host.uri, "hostname"]).stdout.strip() == b"allows"
        who = host.polkit.run([sys.executable, "-c", "import os, purevirt; print(os.getuid())"])
        assert who.stdout == b"%d\n" % USER_ID, who.stderr
    with LabHost("refuses", polkit=Polkit(REFUSE)) as host:
        refused = host.polkit.run(["virsh", "-q", "-c", host.uri, "hostname"])
        assert b"authentication unavailable" in refused.stderr
        assert _virsh(host.uri) == "refuses"


def test_polkit_checks_each_call() -> None:
    """With access control the lab's user sees the domains of the rules alone; root sees all."""
    with LabHost("checks", polkit=Polkit(only_domains("pv-"), access_control=True)) as host:
        for name in ("pv-a", "other"):
            xml = (
                f"<domain type='qemu'><name>{name}</name><memory>1</memory><os><type>hvm</type></os></domain>"
            )
            host.virsh("define", "/dev/stdin", stdin=xml)
        assert host.virsh("list", "--all", "--name").split() == ["other", "pv-a"]
        virsh = ["virsh", "-q", "-c", host.uri]
        assert host.polkit.run([*virsh, "list", "--all", "--name"]).stdout.split() == [b"pv-a"]
        assert b"failed to get domain" in host.polkit.run([*virsh, "dominfo", "other"]).stderr


@pytest.mark.parametrize("killed", [False, True])
def test_everything_ends_with_the_host(killed: bool) -> None:
    """sshd, its sessions, bus and polkitd are gone after `stop`, and after the first process was killed."""
    host = LabHost("all", tls=Tls(), tcp=Tcp(), ssh=Ssh(), polkit=Polkit()).start()
    with _forward(host, "/run/libvirt/libvirt-sock"):
        namespace = str(Path(f"/proc/{host.init_pid}/ns/pid").readlink())
        names = {Path(f"/proc/{pid}/comm").read_text().strip() for pid in _pids_inside(namespace)}
        assert {"sshd", "dbus-daemon", "polkitd", "libvirtd"} <= names
        if killed:
            os.kill(host.init_pid, signal.SIGKILL)
        host.stop()
        assert _pids_inside(namespace) == []
