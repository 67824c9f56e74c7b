"""Providers that break one rule each, by name; the modules beside this one hold them by area."""

from tests.conformance import (
    mutants_durable,
    mutants_edge,
    mutants_fence,
    mutants_life,
    mutants_list,
    mutants_record,
    mutants_retry,
)
from tests.conformance.broken import MUTANTS, Mutant

__all__ = [
    "MUTANTS",
    "Mutant",
    "mutants_durable",
    "mutants_edge",
    "mutants_fence",
    "mutants_life",
    "mutants_list",
    "mutants_record",
    "mutants_retry",
]
