"""All emitted files: a pure function from the IR's text to path → text."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from xdrgen import ir_json
from xdrgen.emit.banner import banner
from xdrgen.emit.enums import enums_module, error_codes_module
from xdrgen.emit.events import (
    ASYNC_EVENTS,
    BLOCKING_EVENTS,
    event_kinds_module,
    event_methods_module,
)
from xdrgen.emit.methods import ASYNC, BLOCKING, methods_module
from xdrgen.emit.modules import types_module
from xdrgen.emit.procedures import procedures_module
from xdrgen.emit.secrets import SECRET_FIELDS, check_secrets
from xdrgen.emit.shapes import World
from xdrgen.emit.tests import tests_module

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["GEN", "TESTS", "emit"]

GEN = "src/purevirt/rpc/gen"
TESTS = "tests/generated"


def emit(
    ir_text: str,
    ir_path: str,
    secrets: Mapping[tuple[str, str], str] = SECRET_FIELDS,
) -> Mapping[str, str]:
    """Return every emitted file, by its path in the repository; `secrets` must all be in the IR.

    Raises:
        XdrSemanticError: the IR does not parse, or something in it has no emitter.
    """
    spec = ir_json.load(ir_text, ir_path)
    sha256 = hashlib.sha256(ir_text.encode()).hexdigest()
    check_secrets(spec, secrets)
    world = World(spec)
    files = {
        f"{GEN}/__init__.py": banner(
            spec, sha256, "The wire types, procedures and methods of libvirt's protocol."
        ),
        f"{GEN}/enums.py": enums_module(spec, sha256),
        f"{GEN}/error_codes.py": error_codes_module(spec, sha256),
        f"{GEN}/procedures.py": procedures_module(spec, world, sha256),
        f"{GEN}/aio_methods.py": methods_module(spec, world, sha256, ASYNC),
        f"{GEN}/sync_methods.py": methods_module(spec, world, sha256, BLOCKING),
        f"{GEN}/event_kinds.py": event_kinds_module(spec, world, sha256),
        f"{GEN}/aio_events.py": event_methods_module(spec, world, sha256, ASYNC_EVENTS),
        f"{GEN}/sync_events.py": event_methods_module(spec, world, sha256, BLOCKING_EVENTS),
    }
    for module in spec.modules:
        files[f"{GEN}/{module.name}.py"] = types_module(spec, world, module, sha256)
        if tests := tests_module(spec, module, sha256):
            files[f"{TESTS}/test_{module.name}.py"] = tests
    return files
