"""The contract as a shard sees it: checks over gRPC alone, against any address. See docs/conformance.md."""
