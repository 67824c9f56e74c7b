"""Fuzz targets: what takes bytes from others, and what must hold whatever they are; see README.md."""
