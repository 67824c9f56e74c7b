"""The host itself, its devices and its secrets."""
