"""The README's programs: as they are printed there, typed, and run on a real host."""
