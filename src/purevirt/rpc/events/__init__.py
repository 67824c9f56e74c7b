"""Events: which there are, who asked for them, and what subscribers see. Pure."""
