"""A pure-Python client of libvirt's RPC protocol."""
