"""`python -m fuzz TARGET [options]` fuzzes with atheris; `python -m fuzz corpus` writes the corpus."""

from __future__ import annotations

import hashlib
import logging
import sys
from importlib import import_module

from fuzz.registry import CORPUS, TARGETS, check_of, seeds_of


def write_corpus() -> None:
    """Write the seeds that are not there yet; what is there stays, since a finding may be among it."""
    for target in TARGETS:
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for seed in seeds_of(target):
            (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


def fuzz(target: str, options: list[str]) -> None:
    """Fuzz one target until an option of libFuzzer's ends it."""
    logging.disable()  # a warning for each input says nothing
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["purevirt", "xdrgen"]):
        check = check_of(target)
        # modules that are imported late have to be so here
        for seed in seeds_of(target):
            check(seed)

    def one_input(data: bytes) -> None:
        check(data)

    folders = [] if any(not one.startswith("-") for one in options) else [str(CORPUS / target)]
    atheris.Setup([sys.argv[0], *options, *folders], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in (*TARGETS, "corpus"):
        sys.exit(f"usage: python -m fuzz TARGET [options]; TARGET is corpus, {', '.join(TARGETS)}")
    if sys.argv[1] == "corpus":
        write_corpus()
    else:
        fuzz(sys.argv[1], sys.argv[2:])
