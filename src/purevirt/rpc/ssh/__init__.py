"""Host keys, and the way to a daemon over SSH. Pure."""
