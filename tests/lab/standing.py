"""Hosts that were started by hand and stand until they are taken down."""

import json
import shlex
import shutil
from pathlib import Path
from typing import cast

from tests.lab.errors import LabError
from tests.lab.host import LabHost
from tests.lab.image import ensure_image
from tests.lab.locations import cache_folder, checked_name
from tests.lab.network import Tls
from tests.lab.pidhandle import command_line, end_namespace
from tests.lab.ssh import Ssh


def _record(name: str) -> Path:
    folder = cache_folder() / "hosts"
    folder.mkdir(exist_ok=True)
    return folder / f"{checked_name(name)}.json"


def up(name: str, *, bare: bool, tls: bool = False, ssh: bool = False) -> dict[str, object]:
    """Start a host and return what there is to know of it: URIs, folders, the first process's pid.

    Args:
        name: Its name, by which `down` finds it.
        bare: Whether it has neither pool nor network nor image.
        tls: Whether it is reached by TLS too.
        ssh: Whether it is reached by ssh too.

    Raises:
        LabError: It is up already, or does not start.
    """
    record = _record(name)
    if record.exists() and _stands(_facts(record)):
        raise LabError(f"host {name}: is up already; type `python -m tests.lab down {name}` first")
    image = None if bare else ensure_image()
    host = LabHost(name, detached=True, tls=Tls() if tls else None, ssh=Ssh() if ssh else None).start()
    try:
        if image is not None:
            host.prepare(image)
        facts: dict[str, object] = {
            "name": name,
            "uri": host.uri,
            "test_uri": host.test_uri,
            "socket": str(host.socket_path),
            "pool": str(host.pool_path),
            "log": str(host.log_path),
            "folder": str(host.folder),
            "init_pid": host.init_pid,
        }
        if tls:
            facts["tls_uri"] = host.tls_uri()
        if ssh:
            facts["ssh_uri"] = host.ssh_uri()
            facts["ssh_virsh_uri"] = host.ssh.virsh_uri()
            facts["ssh_command"] = shlex.join(host.ssh.command())
        record.write_text(json.dumps(facts, indent=2))
    except BaseException:
        host.stop()
        raise
    return facts


def down(name: str) -> bool:
    """End a host that `up` started and remove its folder; return whether there was one.

    Raises:
        LabError: Its processes do not end.
    """
    record = _record(name)
    if not record.exists():
        return False
    facts = _facts(record)
    if _stands(facts):
        end_namespace(cast("int", facts["init_pid"]))
    shutil.rmtree(cast("str", facts["folder"]), ignore_errors=True)
    record.unlink()
    return True


def _facts(record: Path) -> dict[str, object]:
    return cast("dict[str, object]", json.loads(record.read_text()))


def _stands(facts: dict[str, object]) -> bool:
    """Return whether the recorded process is still the host's, and not another with its pid."""
    return cast("str", facts["folder"]) in command_line(cast("int", facts["init_pid"]))
