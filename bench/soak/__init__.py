"""An hour of a fleet's life with everything going wrong: `python -m bench.soak --help`."""
