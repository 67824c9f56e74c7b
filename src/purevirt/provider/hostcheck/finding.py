"""What was looked at on a host, how it was found, and what to type where it is wrong."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Status(enum.Enum):
    """How it was found. Only FAIL keeps a host from being fit."""

    OK = "ok"
    WARN = "warn"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One row of the table: `detail` is what is the case, `cure` what to type; empty where all is well."""

    zone: str
    what: str
    status: Status
    detail: str
    cure: str = ""
