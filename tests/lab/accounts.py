"""A host's own accounts: those of the machine, a user of the lab, and a password for it and root."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.lab.parts import Part
from tests.lab.process import run

USER: Final = "labuser"
USER_ID: Final = 64999
PASSWORD: Final = "lab password"

_FILES: Final = ("passwd", "group", "shadow")
_HASH_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Accounts:
    """The wish for accounts; hosts with sshd or polkit have it."""

    def lay(self, folder: Path, name: str) -> "AccountsPart":
        """Return the part; the files are copies, the machine's own stay as they are."""
        own = folder / "accounts"
        own.mkdir()
        hashed = run(["openssl", "passwd", "-6", "-stdin"], timeout_s=_HASH_S, stdin=PASSWORD.encode())
        secret = hashed.decode().strip()
        added = {
            "passwd": f"{USER}:x:{USER_ID}:{USER_ID}:lab:/:/bin/sh\n",
            "group": f"{USER}:x:{USER_ID}:\n",
            "shadow": f"root:{secret}:19000:0:99999:7:::\n{USER}:{secret}:19000:0:99999:7:::\n",
        }
        for file in _FILES:
            machine = [
                line
                for line in Path("/etc", file).read_text().splitlines(keepends=True)
                if not (file == "shadow" and line.startswith("root:"))
            ]
            path = own / file
            path.touch(0o600 if file == "shadow" else 0o644)
            path.write_text("".join(machine) + added[file])
        return AccountsPart(own)


class AccountsPart(Part):
    """The accounts of a host."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def binds(self) -> Mapping[str, str]:
        """Return the files that stand in for the machine's."""
        return {f"/etc/{file}": str(self._folder / file) for file in _FILES}
