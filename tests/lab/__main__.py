"""The lab by hand: `python -m tests.lab ensure | image | up NAME [--bare] [--tls] [--ssh] | down NAME`."""

import argparse
import json
import os
import shutil
import sys
import time

from tests.lab.errors import LabError
from tests.lab.image import ensure_image, image_path
from tests.lab.packages import install_packages, missing_packages, obstacle
from tests.lab.standing import down, up
from tests.lab.unpacked import unpacked_tree


def _say(line: str) -> None:
    sys.stdout.write(f"lab: {line}\n")
    sys.stdout.flush()


def _image() -> None:
    if image_path().exists():
        _say(f"guest image is there: {image_path()}")
        return
    _say("building the guest image, once")
    started = time.monotonic()
    path = ensure_image()
    _say(f"guest image built in {time.monotonic() - started:.1f} s: {path}")


def _ensure() -> int:
    """Have packages and image; return 0 also where the lab cannot be, unless nothing may be skipped."""
    if shutil.which("apt-get") and os.geteuid() == 0 and (missing := missing_packages()):
        _say(f"installing {len(missing)} packages with apt-get: {' '.join(missing)}")
        started = time.monotonic()
        install_packages(missing)
        _say(f"packages installed in {time.monotonic() - started:.0f} s")
    if reason := obstacle():
        must = os.environ.get("CI") == "true" or os.geteuid() == 0
        _say(reason if must else f"tests marked lab will be skipped: {reason}")
        return 1 if must else 0
    _image()
    unpacked_tree()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.lab", description="Real libvirt hosts to test on.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("ensure", help="install what is missing (as root) and build the guest image")
    commands.add_parser("image", help="build the guest image if it is not there")
    start = commands.add_parser("up", help="start a host that stands until `down`; prints its facts as JSON")
    start.add_argument("name")
    start.add_argument("--bare", action="store_true", help="no pool, network and image: libvirtd only")
    start.add_argument("--tls", action="store_true", help="reached by TLS too, with certificates of its own")
    start.add_argument(
        "--ssh", action="store_true", help="reached by ssh too, with an sshd and keys of its own"
    )
    commands.add_parser("down", help="end a host and all its guests").add_argument("name")
    return parser


def main() -> int:
    """Do what the command line says; return the exit status."""
    arguments = _parser().parse_args()
    try:
        match arguments.command:
            case "ensure":
                return _ensure()
            case "image":
                _image()
            case "up":
                facts = up(arguments.name, bare=arguments.bare, tls=arguments.tls, ssh=arguments.ssh)
                sys.stdout.write(json.dumps(facts, indent=2) + "\n")
            case _:
                ended = down(arguments.name)
                _say(f"host {arguments.name}: {'ended' if ended else 'was not up'}")
    except (LabError, ValueError) as error:
        sys.stderr.write(f"lab: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
