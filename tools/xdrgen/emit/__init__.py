"""From the IR to Python text: pure functions, one file of them for each kind of output."""
