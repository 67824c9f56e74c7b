"""The Debian packages that the lab runs on, and their installation."""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.lab.errors import LabError
from tests.lab.process import run, system_environment

PACKAGES: Final = (
    "dbus",  # the bus between libvirtd and polkitd
    "dbus-bin",  # dbus-send, which awaits polkitd
    "dnsmasq-base",  # DHCP of the hosts' network
    "e2fsprogs",  # mke2fs, for the image's root
    "iproute2",
    "iptables",  # NAT of the hosts' network
    "kmod",  # libvirtd loads tun and bridge
    "libsasl2-modules",  # SCRAM, DIGEST-MD5, PLAIN
    "libvirt-clients",  # virsh, the oracle
    "libvirt-daemon-system",
    "mount",
    "netcat-openbsd",  # what `proxy=netcat` runs on the host
    "openssh-client",
    "openssh-server",
    "openssl",  # hashes the password of the hosts' accounts
    "polkitd",
    "procps",
    "python3-libvirt",  # libvirt's own binding, the other oracle; runs on the system's python3
    "qemu-system-x86",
    "qemu-utils",
    "sasl2-bin",  # saslpasswd2
    "util-linux",  # unshare, nsenter, setpriv
)

_INSTALL: Final = ("apt-get", "install", "-y", "--no-install-recommends")
_INSTALL_S: Final = 900.0
_POLICY: Final = Path("/usr/sbin/policy-rc.d")
_POLICY_TEXT: Final = (
    "#!/bin/sh\n# No service is started while the packages of purevirt's lab are installed.\nexit 101\n"
)


def missing_packages() -> list[str]:
    """Return which of the packages are not installed; no network is used.

    Raises:
        LabError: This is not a Debian machine.
    """
    if shutil.which("dpkg-query") is None:
        raise LabError("the lab needs Debian or a derivative: dpkg-query is not there")
    query = ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n", *PACKAGES]
    # It ends with 1 when it does not know a package, which is an answer too.
    answer = subprocess.run(query, capture_output=True, text=True, env=system_environment(), check=False)
    installed = {line.split()[0] for line in answer.stdout.splitlines() if line.endswith(" installed")}
    return [package for package in PACKAGES if package not in installed]


def obstacle() -> str | None:
    """Return why the lab cannot run here, with the cure in the same line, or None if it can."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        return f"the lab needs Linux on x86-64: this is {platform.system()} on {platform.machine()}"
    try:
        missing = missing_packages()
    except LabError as error:
        return str(error)
    if missing:
        return f"packages are missing: as root, type `{' '.join((*_INSTALL, *missing))}`"
    if os.geteuid() != 0:
        return "the lab needs root for its namespaces and bridges: run it as root"
    return None


def install_packages(packages: Sequence[str]) -> None:
    """Install packages without starting their services.

    Raises:
        LabError: apt-get failed; the message has what it said.
    """
    environment = {"DEBIAN_FRONTEND": "noninteractive", "DEBCONF_NOWARNINGS": "yes"}
    unattended = ["-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Options::=--force-confold"]
    with _no_service_starts():
        run(["apt-get", "update", "-qq"], timeout_s=_INSTALL_S, environment=environment)
        run([*_INSTALL, *unattended, *packages], timeout_s=_INSTALL_S, environment=environment)


@contextmanager
def _no_service_starts() -> Iterator[None]:
    """Have Debian's policy hook, which the packages' scripts ask, refuse to start any service meanwhile."""
    if _POLICY.exists():
        yield
        return
    _POLICY.write_text(_POLICY_TEXT)
    _POLICY.chmod(0o755)
    try:
        yield
    finally:
        _POLICY.unlink(missing_ok=True)
