"""Commands beside the serving process: the state file and the machines, for a person."""
