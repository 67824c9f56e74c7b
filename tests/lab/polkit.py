"""A host whose libvirtd asks polkit whether a user may, with a bus and a polkitd of its own."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.lab.accounts import USER, USER_ID
from tests.lab.errors import LabError
from tests.lab.inside import inside
from tests.lab.parts import Part
from tests.lab.process import system_environment
from tests.lab.settings import Setting

_POLKITD: Final = "/usr/lib/polkit-1/polkitd"
_NAME: Final = "org.freedesktop.PolicyKit1"
_RUN_S: Final = 60.0
_ANSWER_MS: Final = 20_000

_MANAGE: Final = f"""
    if (action.id == "org.libvirt.unix.manage" && subject.user == "{USER}") {{ return polkit.Result.YES; }}
"""

ALLOW: Final = f"polkit.addRule(function(action, subject) {{{_MANAGE}}});\n"
"""Rules by which the lab's user may connect."""

REFUSE: Final = ""
"""Rules by which polkit would ask for an administrator's password; where nobody can be asked, it refuses."""


def only_domains(prefix: str) -> str:
    """Return rules by which the lab's user may connect, and may do all to domains whose name begins so."""
    return f"""polkit.addRule(function(action, subject) {{{_MANAGE}
    if (action.id.indexOf("org.libvirt.api.") == 0 && subject.user == "{USER}") {{
        var name = action.lookup("domain_name");
        return !name || name.indexOf("{prefix}") == 0 ? polkit.Result.YES : polkit.Result.NO;
    }}
}});
"""


@dataclass(frozen=True, slots=True)
class Polkit:
    """The wish for polkit on the unix socket, which everybody may then open. Root is never asked.

    Args:
        rules: polkit's rules, such as `ALLOW`, `REFUSE` or `only_domains(...)`.
        access_control: Whether each call is checked as well, and not the connection alone; then whoever is
            not inside the host, root included, is refused: libvirtd does not see such a process.
    """

    rules: str = ALLOW
    access_control: bool = False

    def lay(self, folder: Path, name: str) -> "PolkitPart":
        """Return the part."""
        # The user comes by here to the socket; what is secret in the folder has permissions of its own.
        folder.chmod(0o711)
        return PolkitPart(self, folder)


class PolkitPart(Part):
    """The bus, the polkitd and the unprivileged user of a host.

    Attributes:
        log_path: polkitd's log, with what the rules hand to `polkit.log`.
    """

    def __init__(self, plan: Polkit, folder: Path) -> None:
        self._plan = plan
        self._init_pid = 0
        self.inside_only = plan.access_control
        self._sockets = folder / "run"
        self._folder = folder / "polkit"
        self.log_path = self._folder / "polkitd.log"
        for part in ("bus", "rules", "services"):
            (self._folder / part).mkdir(parents=True)
        (self._folder / "rules" / "10-lab.rules").write_text(plan.rules)
        (self._folder / "bus.conf").write_text(
            f"""<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{self._folder}/services</servicedir>
  <policy context="default">
    <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/> <allow user="*"/>
  </policy>
</busconfig>
"""
        )
        start = f"/bin/sh -c 'exec {_POLKITD} >{self.log_path} 2>&1'"
        service = f"[D-BUS Service]\nName={_NAME}\nExec={start}\nUser=root\n"
        (self._folder / "services" / f"{_NAME}.service").write_text(service)

    def settings(self) -> Mapping[str, Setting]:
        """Return that polkit is asked."""
        settings: dict[str, Setting] = {"auth_unix_rw": "polkit"}
        if self._plan.access_control:
            settings["access_drivers"] = ("polkit",)
        return settings

    def binds(self) -> Mapping[str, str]:
        """Return the bus's place and the rules."""
        return {
            "/run/dbus": str(self._folder / "bus"),
            "/etc/polkit-1/rules.d": str(self._folder / "rules"),
        }

    def before(self) -> Sequence[Sequence[str]]:
        """Return how bus and polkitd start; libvirtd looks for a bus once, at its own start."""
        ask = ["dbus-send", "--system", "--print-reply", f"--reply-timeout={_ANSWER_MS}"]
        # The answer comes when polkitd is there.
        start = ["--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.StartServiceByName"]
        return (
            ["dbus-daemon", "--config-file", f"{self._folder}/bus.conf", "--fork", "--nopidfile"],
            [*ask, *start, f"string:{_NAME}", "uint32:0"],
        )

    def started(self, init_pid: int) -> None:
        """Open the sockets to everybody."""
        self._init_pid = init_pid
        for file in ("libvirt-sock", "libvirt-sock-ro"):
            (self._sockets / file).chmod(0o777)

    def logs(self) -> Sequence[Path]:
        """Return polkitd's log."""
        return (self.log_path,)

    def command(self, argv: Sequence[str | Path]) -> list[str]:
        """Return the command that runs a program inside the host as the lab's user.

        Only there does libvirtd see the user's process. The one privilege it keeps is to read any file, so
        that a Python and a source tree in root's folders will do; writing, as to a socket, needs permission.

        Args:
            argv: The program and its arguments.
        """
        user = str(USER_ID)
        keep = "-all,+dac_read_search"
        privileges = ["--inh-caps", keep, "--ambient-caps", keep, "--bounding-set", keep]
        become = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", *privileges, "--"]
        return inside(self._init_pid, [*become, *argv])

    def run(
        self, argv: Sequence[str | Path], *, stdin: bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Return how a program ended that ran inside the host as the lab's user.

        Raises:
            LabError: It ran for more than 60 s.
        """
        try:
            return subprocess.run(
                self.command(argv),
                input=stdin,
                capture_output=True,
                timeout=_RUN_S,
                cwd=cwd,
                env=system_environment(),
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise LabError(f"{argv[0]} as {USER}: not done after {_RUN_S:g} s") from error
