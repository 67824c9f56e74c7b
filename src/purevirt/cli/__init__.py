"""The `purevirt` command."""

from __future__ import annotations
