"""Serial consoles, channels and screens: the lines into guests."""
