"""Known hosts for tests: keys without key generation, and the verdict on them in one word."""

import base64
import hashlib
import hmac

from purevirt.errors import HostKeyChanged, HostKeyRevoked, HostKeyUnknown, KnownHostsMalformed
from purevirt.rpc.ssh.host_key_policy import judge
from purevirt.rpc.ssh.known_hosts import look_up, parse_known_hosts

NOW_S = 1_800_000_000


def string(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


def ed25519(seed: int) -> bytes:
    """Return a key's blob; only its form matters."""
    return string(b"ssh-ed25519") + string(hashlib.sha256(bytes([seed])).digest())


def rsa(seed: int) -> bytes:
    return string(b"ssh-rsa") + string(b"\1\0\1") + string(b"\0" + bytes([seed]) * 256)


def words(blob: bytes) -> bytes:
    """Return a key as known_hosts files write it."""
    kind = blob[4 : 4 + int.from_bytes(blob[:4], "big")]
    return kind + b" " + base64.b64encode(blob)


def hashed(name: bytes, salt: bytes = b"s" * 20) -> bytes:
    digest = hmac.digest(salt, name, hashlib.sha1)
    return b"|1|" + base64.b64encode(salt) + b"|" + base64.b64encode(digest)


def certificate(
    key: bytes,
    ca: bytes,
    principals: tuple[bytes, ...],
    *,
    kind: int = 2,
    valid: tuple[int, int] = (0, 2**64 - 1),
    critical: bytes = b"",
    signature: bytes = b"ssh-ed25519",
) -> bytes:
    """Return the certificate of an Ed25519 key; its signature is nonsense."""
    return b"".join(
        [
            string(b"ssh-ed25519-cert-v01@openssh.com"),
            string(b"nonce"),
            key[len(string(b"ssh-ed25519")) :],
            (7).to_bytes(8, "big"),
            kind.to_bytes(4, "big"),
            string(b"id"),
            string(b"".join(map(string, principals))),
            valid[0].to_bytes(8, "big"),
            valid[1].to_bytes(8, "big"),
            string(critical),
            string(b""),
            string(b""),
            string(ca),
            string(string(signature) + string(b"x" * 64)),
        ]
    )


def verdict(
    text: bytes,
    presented: bytes,
    host: str = "h",
    port: int = 2222,
    *,
    addresses: tuple[str, ...] = (),
    signed: bool = True,
) -> str:
    """Return accepted, unknown, changed, revoked or malformed."""
    try:
        keys = look_up(parse_known_hosts(text, "file"), host, port, addresses)
        judge(keys, presented, now_s=NOW_S, signed=signed)
    except HostKeyUnknown:
        return "unknown"
    except HostKeyChanged:
        return "changed"
    except HostKeyRevoked:
        return "revoked"
    except KnownHostsMalformed:
        return "malformed"
    return "accepted"
