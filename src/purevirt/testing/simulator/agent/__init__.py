"""What goes on inside simulated guests: files, programs, processes, and the agent that tells of them."""

from __future__ import annotations
