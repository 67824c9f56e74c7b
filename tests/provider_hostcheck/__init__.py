"""`purevirt-provider check` and `prepare`."""
