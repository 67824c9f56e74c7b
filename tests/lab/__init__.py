"""The lab: real libvirt hosts, with real QEMU guests, side by side on one machine.

A `LabHost` is a libvirtd of its own in namespaces of its own: it has its own sockets, configuration, storage
pool, virtual network and guests, and nothing of it is seen outside its run folder. It needs Linux on x86-64,
root and Debian's packages (`tests.lab.packages`); guests run on a small image that the lab builds itself
(`tests.lab.image`). Only the standard library is used, and `cryptography` where certificates and keys are
asked for. `docs/testing.md` says how to use it by hand.
"""

from tests.lab.errors import LabError
from tests.lab.host import LabHost
from tests.lab.listeners import DEFAULT_LISTENERS, Listener, TcpListener, UnixListener
from tests.lab.network import Tcp, Tls
from tests.lab.polkit import Polkit
from tests.lab.sasl import Sasl
from tests.lab.ssh import Ssh

__all__ = [
    "DEFAULT_LISTENERS",
    "LabError",
    "LabHost",
    "Listener",
    "Polkit",
    "Sasl",
    "Ssh",
    "Tcp",
    "TcpListener",
    "Tls",
    "UnixListener",
]
