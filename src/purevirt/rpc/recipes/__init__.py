"""What takes several calls, written once for both clients. Pure."""
