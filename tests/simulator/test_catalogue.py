"""What is simulated, and what is said of it."""

import asyncio
from pathlib import Path

import pytest

from purevirt.errors import InternalError
from purevirt.rpc.gen import procedures
from purevirt.testing.simulator.catalogue import new_registry
from purevirt.testing.simulator.procedure_table import page
from purevirt.testing.simulator.registry import Registry, Subject

_PAGE = Path(__file__).parents[2] / "docs" / "simulated-procedures.md"


async def test_page_is_current() -> None:
    """The page in the documentation lists what is registered; its first lines say how to make it anew."""
    assert await asyncio.to_thread(_PAGE.read_text) == page()


def test_only_calls_are_simulated() -> None:
    """An event cannot be called, and what cannot be called is not answered."""
    registry = new_registry()
    assert not [spec for spec in procedures.BY_ID.values() if spec.is_event and spec in registry]


def test_subjects_do_not_overlap() -> None:
    """Two handlers of one procedure are a mistake, in one subject or in two."""
    subject, other = Subject("one"), Subject("two")
    for one in (subject, other):
        one.add(procedures.CONNECT_GET_TYPE, lambda *_: None)
    with pytest.raises(InternalError):
        subject.add(procedures.CONNECT_GET_TYPE, lambda *_: None)
    with pytest.raises(InternalError):
        Registry([subject, other])
