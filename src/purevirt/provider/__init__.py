"""A BigFleet CapacityProvider on top of libvirt: the gRPC service, its engine and its durable state.

Theory of operation: one writer task (`engine`) takes every command, completion and timeout from one queue,
asks the pure functions of `lifecycle` and `fencing` what follows, makes that durable (`store`), answers, and
only then starts the work through a `backend.Backend`. Readers see `inventory`, which holds what is on disk
and nothing newer. Nothing here knows libvirt except the sub-package `libvirt`.
"""
