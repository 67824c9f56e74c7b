"""libvirt's RPC protocol: a pure core, and the shells that do its I/O."""
