"""Whether a server's key is the one that is known: what is known and what is presented to a verdict. Pure.

The order of the checks is fixed: revoked, certificate, own key under the dialled name, own key under the
name without its port. Whatever does not end in an accepting entry raises one of the errors of `HostKeyError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import HostKeyChanged, HostKeyError, HostKeyRevoked, HostKeyUnknown
from purevirt.rpc.ssh.key import (
    CERTIFICATE_SUFFIX,
    KNOWN_KEY_TYPES,
    SshKeyError,
    check_public_key,
    fingerprint,
    key_type,
    parse_certificate,
    plain_blob,
)
from purevirt.rpc.ssh.known_hosts import SSH_PORT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from purevirt.rpc.ssh.key import HostCertificate
    from purevirt.rpc.ssh.known_hosts import KnownHost, ServerKeys

__all__ = ["host_key_algorithms", "judge"]

_ALGORITHMS = {
    "ssh-ed25519": ("ssh-ed25519",),
    "ecdsa-sha2-nistp256": ("ecdsa-sha2-nistp256",),
    "ecdsa-sha2-nistp384": ("ecdsa-sha2-nistp384",),
    "ecdsa-sha2-nistp521": ("ecdsa-sha2-nistp521",),
    "ssh-rsa": ("rsa-sha2-512", "rsa-sha2-256"),
}
"""Key types to the algorithms that are asked for with them, best first. SHA-1 and DSA are not among them."""


def host_key_algorithms(keys: ServerKeys) -> list[str]:
    """Return what to ask a server for, so that it presents the key that is known if it still has it.

    Certificates are asked for only where an authority is known. Then come the types of the known keys, and
    all others last: a server that has none of the known types presents what it has, and is told apart from
    one that cannot talk to us.
    """
    everything = [name for names in _ALGORITHMS.values() for name in names]
    entries = keys.trusted or keys.trusted_without_port
    known = {name for entry in entries for name in _ALGORITHMS.get(entry.key_type, ())}
    chosen = [name for name in everything if name in known]
    chosen += [name for name in everything if name not in known]
    if keys.authorities or keys.authorities_without_port:
        return [name + CERTIFICATE_SUFFIX for name in everything] + chosen
    return chosen


def judge(keys: ServerKeys, presented: bytes, *, now_s: float, signed: bool = False) -> KnownHost:
    """Return the entry that vouches for the key or certificate that a server presents.

    Args:
        keys: what is known of the server.
        presented: its key or certificate, in SSH's binary form.
        now_s: the time of day, in seconds since 1970.
        signed: whether the signature on the presented certificate is good; without meaning for a key.

    Raises:
        HostKeyRevoked: the key, or the authority of the certificate, is revoked.
        HostKeyChanged: other keys are known for this server.
        HostKeyUnknown: no key is known for this server, or none that fits.
    """
    try:
        kind = check_public_key(presented)
    except SshKeyError as error:
        raise _error(HostKeyUnknown, keys, presented, f"it is not a key: {error}", readable=False) from None
    blob = plain_blob(presented)
    certificate = parse_certificate(presented) if kind.endswith(CERTIFICATE_SUFFIX) else None
    _refuse_revoked(keys, blob, certificate)
    reason = ""
    if certificate is not None:
        authority = _find((*keys.authorities, *keys.authorities_without_port), certificate.ca_blob)
        if authority is None:
            reason = "no authority for it is known"
        else:
            fault = certificate.fault(keys.host, now_s) if signed else "its signature is not good"
            if fault is None:
                return authority
            reason = fault
    # as OpenSSH does, a certificate that does not convince is taken for the plain key inside it
    return _judge_key(keys, blob, reason)


def _judge_key(keys: ServerKeys, blob: bytes, certificate_fault: str) -> KnownHost:
    entry = _find(keys.trusted, blob)
    if entry is not None:
        return entry
    other = _other(keys.trusted)
    if other is not None:
        raise _changed(keys, blob, other)
    entry = _find(keys.trusted_without_port, blob)
    if entry is not None:
        return entry
    raise _unknown(keys, blob, certificate_fault)


def _find(entries: Iterable[KnownHost], blob: bytes) -> KnownHost | None:
    return next((entry for entry in entries if entry.blob == blob), None)


def _other(entries: Iterable[KnownHost]) -> KnownHost | None:
    """Return the first key that contradicts the presented one; one of a type unknown here does not."""
    for entry in entries:
        if entry.key_type in KNOWN_KEY_TYPES or entry.key_type.endswith(CERTIFICATE_SUFFIX):
            return entry
    return None


def _refuse_revoked(keys: ServerKeys, blob: bytes, certificate: HostCertificate | None) -> None:
    entry = _find(keys.revoked, blob)
    if entry is not None:
        what = "this key"
    elif certificate is not None:
        entry = _find(keys.revoked, certificate.ca_blob)
        what = "the authority that signed its certificate"
    if entry is None:
        return
    raise _error(
        HostKeyRevoked,
        keys,
        blob,
        f"{entry.file}:{entry.line} revokes {what}: it must not be trusted any more; give the host a new key",
        entry,
    )


def _changed(keys: ServerKeys, blob: bytes, other: KnownHost) -> HostKeyError:
    was = f"{other.key_type} {fingerprint(other.blob)}"
    return _error(
        HostKeyChanged,
        keys,
        blob,
        f"{other.file}:{other.line} knows another one ({was}): somebody may be listening in; if the host has "
        f"a new key, check its fingerprint there (ssh-keygen -l) and replace that line",
        other,
    )


def _unknown(keys: ServerKeys, blob: bytes, certificate_fault: str) -> HostKeyError:
    where = " or ".join(keys.files) or "the known hosts that were given"
    port = "" if keys.port == SSH_PORT else f"-p {keys.port} "
    notes = f"its certificate does not help: {certificate_fault}; " if certificate_fault else ""
    other = _other(keys.trusted_without_port)
    if other is not None:
        notes += f"{other.file}:{other.line} knows another key for {keys.host} without a port; "
    return _error(
        HostKeyUnknown,
        keys,
        blob,
        f"it is not in {where}; {notes}check the fingerprint on the host (ssh-keygen -l) and add the line "
        f"that `ssh-keyscan {port}{keys.host}` prints",
    )


def _error(
    class_: type[HostKeyError],
    keys: ServerKeys,
    blob: bytes,
    text: str,
    entry: KnownHost | None = None,
    *,
    readable: bool = True,
) -> HostKeyError:
    kind, print_ = key_type(blob) if readable else "", fingerprint(blob)
    shown = f"{kind} {print_}".lstrip()
    message = f"host key of {keys.host} port {keys.port} ({shown}) refused: {text}"
    return class_(
        "".join(character if character.isprintable() else "?" for character in message),
        host=keys.host,
        port=keys.port,
        file=entry.file if entry is not None else (keys.files[0] if keys.files else ""),
        line=entry.line if entry is not None else 0,
        key_type=kind,
        fingerprint=print_,
    )
