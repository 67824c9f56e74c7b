"""What survives a restart, on disk: the state file, and its form as a document."""
