"""Emitted by tools/genproto.py; empty on purpose."""
