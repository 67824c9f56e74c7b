"""``python -m xdrgen``: parse libvirt's sources, emit the package, check that the committed one is current."""

from __future__ import annotations

import sys

from xdrgen.cli import main

sys.exit(main(sys.argv[1:]))
