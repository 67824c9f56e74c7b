"""`purevirt-provider check` and `prepare`: is a host fit for machines, and making it so."""
