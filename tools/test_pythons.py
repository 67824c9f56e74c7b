"""Run the client's tests on each other Python that the package is said to work with, as far as they are here.

    python tools/test_pythons.py [--lab] [--interpreter NAME=PATH]...

Looks on PATH and where pyenv and uv keep theirs, unless interpreters are named. Each gets a virtual
environment in .cache/pythons, with what these tests need of requirements/dev.lock; network is needed when
that has changed. The versions run side by side; with --lab the tests marked so follow, one version after the
other.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "dev.lock"
BUILD = ("editables", "hatchling", "setuptools")
NEEDED = (
    *BUILD,
    "blockbuster",
    "hypothesis",
    "pytest",
    "pytest-asyncio",
    "pytest-randomly",
    "pytest-timeout",
)
"""Beside what the package itself needs. Not the linters and the provider's: they are not asked here."""

TESTS = ("tests/generated", "tests/rpc", "tests/testing")
LAB_TESTS = ("tests/rpc",)


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def versions() -> list[str]:
    """Return the versions that the package names, without the one that runs this."""
    named = re.findall(r"Python :: (3\.\d+)'", str(PROJECT["classifiers"]))
    return [version for version in named if version != f"3.{sys.version_info.minor}"]


def dependencies() -> list[str]:
    """Return the names of what the client needs."""
    return [re.split(r"[^\w.-]", one)[0] for one in PROJECT["dependencies"]]


def find(version: str) -> str | None:
    """Return an interpreter of a version that runs and can make environments, the newest of its kind."""
    home = Path.home()
    folders = [
        *Path(os.environ.get("PYENV_ROOT", home / ".pyenv")).glob(f"versions/{version}.*/bin"),
        *Path(os.environ.get("UV_PYTHON_INSTALL_DIR", home / ".local/share/uv/python")).glob(
            f"cpython-{version}.*/bin"
        ),
    ]
    newest_first = sorted(folders, key=lambda path: [int(one) for one in re.findall(r"\d+", str(path))])[::-1]
    found = [shutil.which(f"python{version}"), *(str(path / f"python{version}") for path in newest_first)]
    for one in found:
        if one is not None and _answer(one) == version:
            return one
    return None


def _answer(interpreter: str) -> str:
    # a shim of pyenv's is there for versions that it does not run
    program = "import sys, ensurepip, ssl; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([interpreter, "-c", program], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def locked(names: tuple[str, ...]) -> str:
    """Return the part of the lock that has these packages and what they need."""
    blocks = dict(
        re.findall(r"^([\w.-]+)(==.*?)(?=^[\w.-]+==|\Z)", LOCK.read_text(), re.MULTILINE | re.DOTALL)
    )
    wanted = set(names)
    while True:
        more = {
            name
            for name, block in blocks.items()
            for needed_by in re.findall(r"#(?: via|  ) +([^\n]+)", block)
            if needed_by in wanted
        }
        if more <= wanted:
            break
        wanted |= more
    return "".join(name + block for name, block in blocks.items() if name in wanted)


def environment(version: str, interpreter: str) -> Path:
    """Return the Python of an environment that has what the tests need."""
    folder = ROOT / ".cache" / "pythons" / version
    python, ready = folder / "bin" / "python", folder / ".ready"
    build, everything = locked(BUILD), locked((*NEEDED, *dependencies()))
    state = hashlib.sha256(f"{interpreter}\n{build}{everything}".encode()).hexdigest()
    if ready.is_file() and ready.read_text() == state:
        return python
    subprocess.run([interpreter, "-m", "venv", "--clear", str(folder)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for text in (build, everything):
        with tempfile.NamedTemporaryFile("w", suffix=".lock") as file:
            file.write(text)
            file.flush()
            subprocess.run(
                [*pip, "--require-hashes", "--no-build-isolation", "--use-pep517", "-r", file.name],
                check=True,
            )
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], check=True)
    ready.write_text(state)
    return python


class Run:
    """One run of pytest, whose output is kept until its end."""

    def __init__(self, version: str, python: Path, what: str, *arguments: str) -> None:
        self._title = f"Python {version}, {what}"
        self._began = time.monotonic()
        self._output = tempfile.TemporaryFile("w+")  # noqa: SIM115 # closed by end()
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        few = {} if what == "lab" else {"HYPOTHESIS_PROFILE": "few"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **few}, stdout=self._output, stderr=subprocess.STDOUT
        )

    def end(self) -> bool:
        """Wait for the end, say how it was, and return whether it was good."""
        code = self._process.wait()
        with self._output as output:
            output.seek(0)
            text = output.read()
        last = text.rstrip().rpartition("\n")[2]
        skipped = os.environ.get("CI") == "true" and " skipped" in last
        good = code == 0 and not skipped
        if not good:
            sys.stdout.write(text)
        print(f"== {self._title}: {last} ({time.monotonic() - self._began:.0f} s in all)", flush=True)
        return good


def named(argument: str) -> tuple[str, str]:
    """Return name and path of an interpreter that was named, which runs and can make environments."""
    name, _, path = argument.partition("=")
    if not re.fullmatch(r"\w[\w.-]*", name) or not path:
        message = f"{argument!r} is not NAME=PATH, such as mine=/opt/python/bin/python3"
        raise argparse.ArgumentTypeError(message)
    if not _answer(path):
        message = f"{path!r} is no Python that runs and has ensurepip and ssl: name another"
        raise argparse.ArgumentTypeError(message)
    return name, path


def found() -> dict[str, str]:
    """Return the interpreters of the package's versions that are here, and say which are not."""
    here = {version: one for version in versions() if (one := find(version)) is not None}
    for version in versions():
        if version not in here:
            print(f"== Python {version}: not on this machine, so nothing is tested with it", flush=True)
    return here


def main() -> int:
    """Return 0 if all that could be run was good."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lab", action="store_true", help="the tests marked so too")
    parser.add_argument(
        "--interpreter",
        type=named,
        action="append",
        metavar="NAME=PATH",
        help="this one, and none that was not named",
    )
    options = parser.parse_args()
    interpreters = dict(options.interpreter or found())
    with ThreadPoolExecutor() as pool:
        made = pool.map(environment, interpreters.keys(), interpreters.values())
        pythons = dict(zip(interpreters, made, strict=True))
    runs = [Run(version, python, "client", "-m", "not lab", *TESTS) for version, python in pythons.items()]
    good = [run.end() for run in runs]
    if options.lab:
        good += [
            Run(version, python, "lab", "-m", "lab", *LAB_TESTS).end() for version, python in pythons.items()
        ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
