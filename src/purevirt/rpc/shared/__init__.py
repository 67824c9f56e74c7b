"""Blocking work with files, sockets and processes that both clients share."""
