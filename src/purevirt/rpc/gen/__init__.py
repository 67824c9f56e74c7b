"""The wire types, procedures and methods of libvirt's protocol.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""
