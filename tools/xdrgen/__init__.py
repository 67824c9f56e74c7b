"""From a libvirt source tree to typed Python: the protocol files become an IR, the IR becomes modules."""
