"""Measurements, as a table; `python -m bench`. Nothing here passes or fails: tests assert, this measures."""
