"""What every test of the provider is followed by."""

from tests.provider.grpc_end import grpc_ends_here

__all__ = ["grpc_ends_here"]
