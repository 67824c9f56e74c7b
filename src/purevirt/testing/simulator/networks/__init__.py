"""Virtual networks, and the calls about them."""
