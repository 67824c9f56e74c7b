"""What to type for what went wrong. Pure.

Commands are given for a host with systemd and the monolithic daemon, which is what most have; names that an
operator chose are quoted for a shell.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from purevirt.errors import (
    AgentNotConfigured,
    AuthenticationError,
    CertificateRefused,
    CertificateUntrusted,
    GuestNotRunning,
    HostKeyChanged,
    HostKeyError,
    HostKeyRevoked,
    NoDomain,
    TlsCredentialsError,
)

if TYPE_CHECKING:
    from purevirt.errors import HostKeyUnknown, KnownHostsMissing, PurevirtError

_DAEMON = "systemctl enable --now libvirtd.socket"
_RIGHTS = "purevirt-provider prepare --polkit USER"


def connect_cure(error: PurevirtError | TimeoutError) -> str:
    """Return what to type where no connection could be made."""
    if isinstance(error, CertificateRefused):
        return (
            "on the host, add our subject to tls_allowed_dn_list in /etc/libvirt/libvirtd.conf, or have the "
            "certificate issued by the host's CA, then: systemctl restart libvirtd"
        )
    if isinstance(error, CertificateUntrusted):
        return (
            "on the host: virt-pki-validate, and see that servercert.pem names the host as the URI does; "
            "here: put the CA of that certificate into cacert.pem"
        )
    if isinstance(error, TlsCredentialsError):
        return f"put a readable file at {shlex.quote(error.file)}, or name its folder: ?pkipath=FOLDER"
    if isinstance(error, HostKeyError):
        return _host_key_cure(error)
    if isinstance(error, AuthenticationError):
        return _identity_cure(error)
    if isinstance(error, TimeoutError):
        return f"see that the host is up and its port open: firewall-cmd --list-ports; {_DAEMON}"
    return f"on the host: {_DAEMON}; a socket that we may not open: usermod -aG libvirt USER"


def _host_key_cure(error: HostKeyError | HostKeyUnknown | KnownHostsMissing) -> str:
    if isinstance(error, HostKeyRevoked):
        return "on the host, remove the revoked key and make a new one: ssh-keygen -A; then add that one here"
    name = error.host if error.port == 22 else f"[{error.host}]:{error.port}"
    file = shlex.quote(error.file) if error.file else "~/.ssh/known_hosts"
    scan = f"ssh-keyscan -p {error.port} {shlex.quote(error.host)} >> {file}"
    compare = "compare on the host's console: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"
    if isinstance(error, HostKeyChanged):
        return f"{compare}; only if it is the same: ssh-keygen -R {shlex.quote(name)} -f {file}; {scan}"
    return f"{scan}; then {compare}"


def _identity_cure(error: AuthenticationError) -> str:
    if error.mechanism == "ssh":
        return "copy the key there: ssh-copy-id -i KEY.pub USER@HOST, or name the right USER in the URI"
    if error.mechanism == "polkit":
        return (
            f"on the host: usermod -aG libvirt USER (all rights), or the rules of: {_RIGHTS} "
            "> /etc/polkit-1/rules.d/50-purevirt.rules"
        )
    return (
        "name a file with the right credentials: ?authfile=FILE, or: saslpasswd2 -a libvirt USER on the host"
    )


def denied_cure() -> str:
    """Return what to type where libvirt's access control refuses a call."""
    return f"on the host, let the user in: {_RIGHTS} > /etc/polkit-1/rules.d/50-purevirt.rules"


def pool_missing_cure(pool: str) -> str:
    """Return what to type where there is no such pool."""
    name = shlex.quote(pool)
    return (
        f"virsh pool-define-as {name} dir --target /var/lib/libvirt/images && virsh pool-start {name} && "
        f"virsh pool-autostart {name}; or: purevirt-provider prepare"
    )


def pool_inactive_cure(pool: str) -> str:
    """Return what to type where the pool does not run."""
    name = shlex.quote(pool)
    return f"virsh pool-start {name} && virsh pool-autostart {name}; or: purevirt-provider prepare"


def pool_unreadable_cure(pool: str, path: str) -> str:
    """Return what to type where libvirtd cannot read what is in the pool."""
    return (
        f"ls -ld {shlex.quote(path)} (is it mounted, and may libvirtd and qemu read it?), then: "
        f"virsh pool-refresh {shlex.quote(pool)}"
    )


def image_missing_cure(pool: str, image: str) -> str:
    """Return what to type where the pool has no such volume."""
    return (
        f"virsh pool-refresh {shlex.quote(pool)} if the file was copied there; else import it: "
        f"purevirt-provider prepare --image {shlex.quote(image)} --image-source FILE-OR-URL"
    )


def image_cure(path: str) -> str:
    """Return what to type where the image is not what it should be."""
    return (
        f"qemu-img info {shlex.quote(path)}, then: qemu-img convert -O qcow2 {shlex.quote(path)} NEW.qcow2, "
        "and name the new one with --image"
    )


def network_missing_cure(network: str) -> str:
    """Return what to type where there is no such network."""
    return (
        "virsh net-define /usr/share/libvirt/networks/default.xml"
        if network == "default"
        else f"virsh net-define FILE.xml (with <name>{network}</name>), or name another with --network"
    )


def network_inactive_cure(network: str) -> str:
    """Return what to type where the network does not run."""
    name = shlex.quote(network)
    return f"virsh net-start {name} && virsh net-autostart {name}; or: purevirt-provider prepare"


def agent_cure(domain: str, error: PurevirtError) -> str:
    """Return what to type where a guest's agent does not answer."""
    name = shlex.quote(domain)
    if isinstance(error, NoDomain):
        return "virsh list --all shows the domains there are"
    if isinstance(error, GuestNotRunning):
        return f"virsh start {name}"
    if isinstance(error, AgentNotConfigured):
        return (
            f"virsh edit {name}, and add a <channel type='unix'> with the target name org.qemu.guest_agent.0"
        )
    return "in the guest: apt-get install qemu-guest-agent && systemctl enable --now qemu-guest-agent"
