"""Flags, environment and files, to one checked configuration."""
