"""Tests of the client: its pure core, and both shells against a scripted daemon and a real one."""
