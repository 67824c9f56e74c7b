"""Connections: authentication, opening and closing, features, versions, names, keepalive."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("connect")

_READONLY = 1  # VIR_CONNECT_RO
_KEEPALIVE = 10  # VIR_DRV_FEATURE_PROGRAM_KEEPALIVE
_OWN_URI = "qemu:///system"
# VIR_DRV_FEATURE_*: those that libvirtd 9.0.0 has, but for migration (3, 4, 6, 7, 12, 13) and the passing of
# file descriptors (8), which are not simulated
_FEATURES = frozenset((9, 10, 11, 14, 15, 16))


@handles(procedures.AUTH_LIST)
def auth_list(host: Host, client: Client, args: None) -> remote.AuthListRet:
    """Ask for no authentication."""
    return remote.AuthListRet(types=[remote.AuthType.NONE])


@handles(procedures.CONNECT_OPEN)
def connect_open(host: Host, client: Client, args: remote.ConnectOpenArgs) -> None:
    """Open the QEMU driver; an empty name finds it by itself."""
    if client.uri is not None:
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, "connection already open")
    if args.name is None:
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, "connection not open")
    name = args.name or _OWN_URI
    uri = urlsplit(name)
    if uri.scheme != "qemu" or uri.netloc:
        raise SimulatedError(ErrorNumber.NO_CONNECT, ErrorDomain.NONE, name)
    if uri.path not in ("/system", "/session"):
        text = f"unexpected qemu URI path '{uri.path}', try qemu:///system"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, text)
    client.uri = name
    client.readonly = bool(args.flags & _READONLY)


@handles(procedures.CONNECT_CLOSE)
def connect_close(host: Host, client: Client, args: None) -> None:
    """Close the connection after the answer."""
    client.wire.close_after_reply()


@handles(procedures.CONNECT_GET_URI)
def get_uri(host: Host, client: Client, args: None) -> remote.ConnectGetUriRet:
    """Return what was opened."""
    return remote.ConnectGetUriRet(uri=client.uri or _OWN_URI)


@handles(procedures.CONNECT_GET_HOSTNAME)
def get_hostname(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
    """Return the machine's name."""
    return remote.ConnectGetHostnameRet(hostname=host.machine.hostname)


@handles(procedures.CONNECT_SUPPORTS_FEATURE)
def supports_feature(
    host: Host, client: Client, args: remote.ConnectSupportsFeatureArgs
) -> remote.ConnectSupportsFeatureRet:
    """Say what daemon and driver can; asking for keepalive has it begin, also before anything is opened."""
    if args.feature == _KEEPALIVE:
        client.wire.start_keepalive()
    elif client.uri is None:
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, "hypervisor connection not open")
    return remote.ConnectSupportsFeatureRet(supported=int(args.feature in _FEATURES))
