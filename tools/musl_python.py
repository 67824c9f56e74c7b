"""Build a CPython on musl beside the machine's C library, from the sources of Debian's packages.

    python tools/musl_python.py [FOLDER]

prints the path of its interpreter. All of it is in FOLDER (default: .cache/musl), the loader too: nothing is
installed on the machine. FOLDER/.ready says what it was built from; while that is what the suite has, nothing
is done. Network is needed for the index; a C compiler, make, perl and tclsh for a build.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from debian_sources import Apt, FetchError, Tarball, find_mirror

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["PACKAGES", "BuildError", "Plan", "build", "main", "missing"]

_PYTHON = "python3.13"
PACKAGES = ("musl", "zlib", "libffi", "xz-utils", "bzip2", "openssl", "sqlite3", _PYTHON)
"""In the order in which they are built."""

_SUITE = "trixie"
_OTHER_SUITES = {"libffi": "bookworm"}
"""trixie's libffi comes without its configure script, and would need autoconf, automake and libtool."""

_PROGRAMS = {"gcc": "gcc", "make": "make", "perl": "perl", "tclsh": "tcl", "apt-get": "apt"}
"""What a build runs, and Debian's package of it."""

_FLAGS = "-O2 -fPIC"

_MACHINES = ("x86_64", "aarch64")

_TITLE = "A Python on musl\n"
"""By this line of its log a folder is known as one that may be replaced."""

_CHECK = """
import bz2, ctypes, ensurepip, lzma, sqlite3, ssl, sysconfig, zlib
assert sysconfig.get_config_var("SOABI").endswith("-musl"), sysconfig.get_config_var("SOABI")
"""


class BuildError(Exception):
    """There is no interpreter."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is built, where, and for which kind of machine.

    Attributes:
        tarballs: by package, what the suite has of it; the first that can be had is built.
    """

    folder: Path
    machine: str
    tarballs: Mapping[str, tuple[Tarball, ...]]

    @property
    def interpreter(self) -> Path:
        """The file that a build leaves."""
        return self.folder / "bin" / _PYTHON

    @property
    def compiler(self) -> Path:
        """The command that compiles for musl."""
        return self.folder / "bin" / "musl-cc"

    def recipes(self) -> dict[str, list[list[str]]]:
        """Return what is run in each package's source tree."""
        folder, prefix = self.folder, f"--prefix={self.folder}"
        make, install = ["make"], ["make", "-j1", "install"]
        static = ["./configure", prefix, "--disable-shared"]
        programs = ["xz", "xzdec", "lzmadec", "lzmainfo", "scripts", "doc", "nls"]
        openssl = "--openssldir=/etc/ssl no-shared no-tests no-docs no-async"
        python = "--with-ensurepip=install --disable-test-modules LDFLAGS=-Wl,-z,stack-size=0x100000"
        return {
            "musl": [["./configure", prefix, f"--syslibdir={folder}/lib"], make, install],
            "zlib": [["./configure", prefix, "--static"], make, install],
            "libffi": [[*static, "--disable-docs", "--disable-multi-os-directory"], make, install],
            "xz-utils": [[*static, *(f"--disable-{program}" for program in programs)], make, install],
            "bzip2": [
                ["make", f"CC={self.compiler}", f"CFLAGS={_FLAGS} -D_FILE_OFFSET_BITS=64", "libbz2.a"],
                ["cp", "libbz2.a", f"{folder}/lib"],
                ["cp", "bzlib.h", f"{folder}/include"],
            ],
            "openssl": [
                # musl has no makecontext(), by which OpenSSL's asynchronous jobs are done
                ["./Configure", f"linux-{self.machine}", prefix, "--libdir=lib", *openssl.split()],
                ["make", "build_sw"],
                ["make", "-j1", "install_sw"],
            ],
            "sqlite3": [
                ["./configure", prefix, "--disable-tcl", "--disable-readline"],
                ["make", "sqlite3.c"],
                [str(self.compiler), *_FLAGS.split(), "-c", "sqlite3.c"],
                ["ar", "rcs", f"{folder}/lib/libsqlite3.a", "sqlite3.o"],
                ["cp", "sqlite3.h", "sqlite3ext.h", f"{folder}/include"],
            ],
            _PYTHON: [
                # musl's threads get a stack that Python's recursion limit does not fit in; the builds that
                # people use on musl ask for 1 MiB too
                ["./configure", prefix, f"--with-openssl={folder}", *python.split()],
                make,
                install,
                [str(self.interpreter), "-c", _CHECK],
            ],
        }

    def state(self) -> str:
        """Return what .ready says of an interpreter that was built by this plan."""
        tarballs = (tarball for some in self.tarballs.values() for tarball in some)
        names = "".join(f"{tarball.name} {tarball.sha256}\n" for tarball in tarballs)
        return f"{names}recipes {hashlib.sha256(repr(self.recipes()).encode()).hexdigest()}\n"

    def is_done(self) -> bool:
        """Say whether the folder has what this plan would build."""
        ready = self.folder / ".ready"
        return ready.is_file() and ready.read_text() == self.state() and self.interpreter.exists()


def missing(machine: str, headers: Path = Path("/usr/include")) -> str:
    """Return a line about what a build needs and the machine has not, or nothing."""
    if machine not in _MACHINES:
        return f"{machine} is not a machine this builds for: {' or '.join(_MACHINES)} is needed"
    for program, package in _PROGRAMS.items():
        if shutil.which(program) is None:
            return f"no {program}: apt-get install {package}"
    for source in _kernel_headers(machine, headers).values():
        if not source.is_dir():
            return f"no kernel headers in {source}: apt-get install linux-libc-dev"
    return ""


def _kernel_headers(machine: str, headers: Path = Path("/usr/include")) -> dict[str, Path]:
    folders = {"linux": "linux", "asm-generic": "asm-generic", "asm": f"{machine}-linux-gnu/asm"}
    return {name: headers / folder for name, folder in folders.items()}


def _toolchain(plan: Plan) -> None:
    """Make of musl's own wrapper of gcc what the other packages are compiled with."""
    for name, source in _kernel_headers(plan.machine).items():
        (plan.folder / "include" / name).symlink_to(source)
    # gcc answers for the C library that it was built for, and Python's configure believes it
    plan.compiler.write_text(
        f'#!/bin/sh\n[ "$1" = --print-multiarch ] && exec echo {plan.machine}-linux-musl\n'
        f'exec {plan.folder}/bin/musl-gcc "$@"\n'
    )
    plan.compiler.chmod(0o755)


def _run(commands: Sequence[list[str]], tree: Path, log: Path, environment: Mapping[str, str]) -> None:
    with log.open("a", encoding="utf-8") as output:
        for command in commands:
            output.write(f"$ {' '.join(command)}\n")
            output.flush()
            done = subprocess.run(
                command,
                cwd=tree,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            )
            if done.returncode:
                last = log.read_text(encoding="utf-8", errors="replace").rstrip().rpartition("\n")[2]
                raise BuildError(f"{' '.join(command[:2])} failed in {tree}, see {log}: {last.strip()}")


def build(plan: Plan, fetch: Callable[[str], Path]) -> None:
    """Build all of a plan; what is in the folder is replaced. `fetch` returns a package's tarball.

    Raises:
        BuildError: the folder holds something else or cannot be built in, or a step failed: its log is named.
    """
    folder, log = plan.folder, plan.folder / "build.log"
    if len(str(folder).split()) > 1:
        raise BuildError(f"{str(folder)!r} has a blank, which makefiles do not take: name another folder")
    ours = log.is_file() and log.read_text(encoding="utf-8", errors="replace").startswith(_TITLE)
    if folder.exists() and any(folder.iterdir()) and not ours:
        raise BuildError(f"{folder} holds something else than a Python on musl: name another folder")
    files = {package: fetch(package) for package in PACKAGES}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log.write_text(_TITLE)
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "CC": "gcc"}
    environment |= {"MAKEFLAGS": f"-j{os.cpu_count() or 1}", "PKG_CONFIG_LIBDIR": f"{folder}/lib/pkgconfig"}
    for package, commands in plan.recipes().items():
        print(f"== {files[package].name}", file=sys.stderr, flush=True)
        with tarfile.open(files[package]) as archive:
            archive.extractall(folder / "build" / package, filter="data")
        (tree,) = (folder / "build" / package).iterdir()
        _run(commands, tree, log, environment)
        if package == "musl":
            _toolchain(plan)
            environment |= {"CC": str(plan.compiler), "CFLAGS": _FLAGS}
    shutil.rmtree(folder / "build")
    (folder / ".ready").write_text(plan.state())


def _apts(state: Path) -> dict[str, Apt]:
    """Return for each package the apt that has it."""
    mirror = find_mirror(Path("/etc/apt"))
    suites = {package: _OTHER_SUITES.get(package, _SUITE) for package in PACKAGES}
    apts = {suite: Apt(state / suite, mirror, suite) for suite in sorted(set(suites.values()))}
    for apt in apts.values():
        apt.update()
    return {package: apts[suite] for package, suite in suites.items()}


def main(argv: Sequence[str]) -> int:
    """Build if there is need, print the interpreter's path; return 0, or 1 with a line on stderr."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=".cache/musl", help="else %(default)s")
    folder, machine = parser.parse_args(argv).folder.resolve(), platform.machine()
    try:
        if lack := missing(machine):
            raise BuildError(lack)  # noqa: TRY301 # one place says what went wrong
        with tempfile.TemporaryDirectory(prefix="musl-sources-") as state:
            apts = _apts(Path(state))
            plan = Plan(folder, machine, {package: apt.tarballs(package) for package, apt in apts.items()})
            if not plan.is_done():
                build(plan, lambda package: apts[package].fetch(package, plan.tarballs[package]))
    except (BuildError, FetchError, OSError, tarfile.TarError) as error:
        print(f"musl_python: {error}", file=sys.stderr)
        return 1
    print(plan.interpreter)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
