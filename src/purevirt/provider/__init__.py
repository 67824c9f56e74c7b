"""A BigFleet CapacityProvider on top of libvirt: the gRPC service, its engine and its durable state.

Theory of operation: one writer task (`core.engine`) takes every command, completion and timeout from one
queue, asks the pure functions of `core.lifecycle` and `core.fencing` what follows, makes that durable
(`durable`), answers, and only then starts the work through a `core.backend.Backend`. Readers see
`core.inventory`, which holds what is on disk and nothing newer. `serving` has the doors, `settings` what the
operator wants, `libvirt` the backend on real hosts, and `server` puts them together.
"""
