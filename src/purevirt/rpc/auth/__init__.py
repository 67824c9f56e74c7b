"""Authenticating to a daemon. Pure."""
