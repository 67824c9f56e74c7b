"""``python -m xdrgen``: parse libvirt's sources, emit the package, check that what is committed is so."""

from __future__ import annotations

import sys

from xdrgen.cli import main

sys.exit(main(sys.argv[1:]))
