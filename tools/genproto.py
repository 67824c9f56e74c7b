"""Generate src/purevirt/provider/pb from proto/, or with --check fail where the two have drifted apart.

The descriptor is registered as `bigfleet/v1alpha1/provider.proto`, which is the name that reflection serves,
while the modules live inside the package; protoc knows only one path for both, so the import lines that it
writes are rewritten here. The floor of protobuf in pyproject.toml is checked as well: generated code refuses
a runtime older than its generator.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
SOURCE = "bigfleet/v1alpha1/provider.proto"
TARGET = ROOT / "src" / "purevirt" / "provider" / "pb"
PACKAGE = "purevirt.provider.pb"
INIT = '"""Emitted by tools/genproto.py; empty on purpose."""\n'


class GenerationError(Exception):
    """protoc failed, or wrote something that this program does not understand."""


def generate() -> dict[str, str]:
    """Return the text of every generated file by its path below the pb folder.

    Raises:
        GenerationError: protoc failed, or its import lines are not the ones that are rewritten here.
    """
    with tempfile.TemporaryDirectory() as folder:
        arguments = [f"-I{PROTO}"]
        arguments += [f"--{kind}_out={folder}" for kind in ("python", "pyi", "grpc_python")]
        done = subprocess.run(
            [sys.executable, "-m", "grpc_tools.protoc", *arguments, SOURCE],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise GenerationError(f"protoc: {done.stderr.strip()}")
        made = {
            str(path.relative_to(folder)): path.read_text(encoding="utf-8")
            for path in sorted(Path(folder).rglob("*.py*"))
        }
    files = {"__init__.py": INIT, "bigfleet/__init__.py": INIT, "bigfleet/v1alpha1/__init__.py": INIT}
    for name, text in made.items():
        # The stubs carry a line that only Python 2 style checkers need; everything else is kept as written.
        rewritten, count = re.subn(
            r"^from bigfleet\.v1alpha1 import",
            f"from {PACKAGE}.bigfleet.v1alpha1 import",
            text,
            flags=re.MULTILINE,
        )
        if name.endswith("_grpc.py") and count != 1:
            raise GenerationError(f"{name}: {count} import lines rewritten, expected 1")
        files[name] = rewritten
    return files


def gencode_version(files: dict[str, str]) -> tuple[int, int, int]:
    """Return the protobuf version that the generated code asks for.

    Raises:
        GenerationError: the generated code does not say.
    """
    text = files["bigfleet/v1alpha1/provider_pb2.py"]
    found = re.search(r"# Protobuf Python Version: (\d+)\.(\d+)\.(\d+)", text)
    if found is None:
        raise GenerationError("provider_pb2.py names no protobuf version")
    return int(found[1]), int(found[2]), int(found[3])


def floor_of(package: str) -> tuple[int, ...]:
    """Return the lowest version of `package` that pyproject.toml admits for the provider."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["optional-dependencies"]["provider"]:
        if line.startswith(f"{package}>="):
            return tuple(int(part) for part in line.split(">=")[1].split("."))
    raise GenerationError(f"pyproject.toml: no line {package}>=… in the provider extra")


def check_floors(files: dict[str, str]) -> list[str]:
    """Return one line per runtime floor in pyproject.toml that is older than the generated code needs."""
    wanted = gencode_version(files)
    problems = []
    if floor_of("protobuf") < wanted[: len(floor_of("protobuf"))]:
        problems.append(f"pyproject.toml: protobuf must be >={'.'.join(map(str, wanted))}")
    stub = files["bigfleet/v1alpha1/provider_pb2_grpc.py"]
    found = re.search(r"GRPC_GENERATED_VERSION = '(\d+)\.(\d+)\.(\d+)'", stub)
    if found is None:
        raise GenerationError("provider_pb2_grpc.py names no grpc version")
    grpc_wanted = (int(found[1]), int(found[2]), int(found[3]))
    floor = floor_of("grpcio")
    if floor + (0,) * (3 - len(floor)) < grpc_wanted:
        problems.append(f"pyproject.toml: grpcio must be >={'.'.join(map(str, grpc_wanted))}")
    return problems


def drift(files: dict[str, str]) -> list[str]:
    """Return one line per file that is missing, surplus or different in the tree."""
    present = {str(p.relative_to(TARGET)) for p in TARGET.rglob("*.py*") if "__pycache__" not in p.parts}
    problems = [
        f"{TARGET.relative_to(ROOT)}/{name}: not generated any more" for name in sorted(present - set(files))
    ]
    for name, text in files.items():
        path = TARGET / name
        if name not in present or path.read_text(encoding="utf-8") != text:
            problems.append(f"{path.relative_to(ROOT)}: differs from what tools/genproto.py generates")
    return problems


def main() -> int:
    """Write or check the generated files; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="compare only; exit 1 on any difference")
    options = parser.parse_args()
    try:
        files = generate()
        problems = check_floors(files)
    except GenerationError as error:
        print(f"genproto: {error}", file=sys.stderr)
        return 1
    if options.check:
        problems += drift(files)
    else:
        for name, text in files.items():
            path = TARGET / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        print(f"genproto: {len(files)} files (grpcio-tools {metadata.version('grpcio-tools')})")
    for line in problems:
        print(line, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
