"""Typed parameters for statistics, one function for each type that they have."""

from __future__ import annotations

from purevirt.rpc.gen.remote import TypedParam

__all__ = ["large", "signed_large", "small", "text", "unsigned"]


def small(name: str, value: int) -> TypedParam:
    """Return a signed number of 32 bits."""
    return TypedParam(name, (1, value))


def unsigned(name: str, value: int) -> TypedParam:
    """Return an unsigned number of 32 bits."""
    return TypedParam(name, (2, value))


def signed_large(name: str, value: int) -> TypedParam:
    """Return a signed number of 64 bits."""
    return TypedParam(name, (3, value))


def large(name: str, value: int) -> TypedParam:
    """Return an unsigned number of 64 bits."""
    return TypedParam(name, (4, value))


def text(name: str, value: str) -> TypedParam:
    """Return a text."""
    return TypedParam(name, (7, value))
