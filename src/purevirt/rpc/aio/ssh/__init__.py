"""SSH through asyncssh. Importing this package does not import asyncssh."""
