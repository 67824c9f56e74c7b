"""A host whose libvirtd asks for a name and password by SASL."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.lab.parts import Part
from tests.lab.process import run
from tests.lab.settings import Setting

USER: Final = "alice"
PASSWORD: Final = "down the rabbit-hole"

_CREATE_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Sasl:
    """The wish for SASL.

    Args:
        users: Passwords by user name.
        mechanisms: What libvirtd may offer, in Cyrus SASL's spelling; it leaves out what is too weak for a
            connection: over plain TCP all that has no encryption of its own.
        unix: Whether it is asked for on the read-write unix socket.
        tls: Whether it is asked for over TLS.
        tcp: Whether it is asked for over plain TCP.
    """

    users: Mapping[str, str] = field(default_factory=lambda: {USER: PASSWORD})
    mechanisms: Sequence[str] = ("scram-sha-256", "scram-sha-1")
    unix: bool = True
    tls: bool = True
    tcp: bool = True

    def lay(self, folder: Path, name: str) -> "SaslPart":
        """Return the part; the users are made now."""
        own = folder / "sasl"
        (own / "etc").mkdir(parents=True)
        database = own / "sasldb"
        (own / "etc" / "libvirt.conf").write_text(
            f"mech_list: {' '.join(self.mechanisms)}\nsasldb_path: {database}\n"
        )
        for user, password in self.users.items():
            create: list[str | Path] = [
                "saslpasswd2",
                "-p",
                "-c",
                "-f",
                database,
                "-a",
                "libvirt",
                "-u",
                name,
                user,
            ]
            run(create, timeout_s=_CREATE_S, stdin=password.encode())
        return SaslPart(self, own)


class SaslPart(Part):
    """The SASL set-up of a host."""

    def __init__(self, plan: Sasl, folder: Path) -> None:
        self._plan = plan
        self._folder = folder

    def settings(self) -> Mapping[str, Setting]:
        """Return which listeners ask."""
        asking = {"auth_unix_rw": self._plan.unix, "auth_tls": self._plan.tls, "auth_tcp": self._plan.tcp}
        return {name: "sasl" for name, asks in asking.items() if asks}

    def binds(self) -> Mapping[str, str]:
        """Return Cyrus SASL's configuration."""
        return {"/etc/sasl2": str(self._folder / "etc")}

    def unix_parameters(self) -> Mapping[str, Path]:
        """Return the authfile that the unix socket asks for."""
        return {"authfile": self.authfile()} if self._plan.unix else {}

    def authfile(self, user: str | None = None, password: str | None = None) -> Path:
        """Return a file for libvirt's `authfile` parameter.

        Args:
            user: Who; None is the first of the users.
            password: The password; None is the user's own.
        """
        known = self._plan.users
        name = next(iter(known)) if user is None else user
        secret = known[name] if password is None else password
        path = self._folder / f"auth-{name}{'' if password is None else '-other'}.conf"
        path.touch(0o600)
        path.write_text(
            f"[credentials-lab]\nusername={name}\nauthname={name}\npassword={secret}\n"
            "[auth-libvirt-default]\ncredentials=lab\n"
        )
        return path
