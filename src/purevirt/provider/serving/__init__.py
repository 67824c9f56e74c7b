"""The doors: gRPC for shards, HTTP for probes and metrics, a unix socket for the operator on the machine."""
