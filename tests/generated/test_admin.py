"""Round trips and bounds of the types of ``src/admin/admin_protocol.x``.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

import pytest

from tests.generated.cases import bounds, round_trip

WIRES = [
    "admin_typed_param_value",
    "admin_typed_param",
    "admin_nonnull_server",
    "admin_nonnull_client",
    "admin_connect_open_args",
    "admin_connect_get_lib_version_ret",
    "admin_connect_list_servers_args",
    "admin_connect_list_servers_ret",
    "admin_connect_lookup_server_args",
    "admin_connect_lookup_server_ret",
    "admin_server_get_threadpool_parameters_args",
    "admin_server_get_threadpool_parameters_ret",
    "admin_server_set_threadpool_parameters_args",
    "admin_server_list_clients_args",
    "admin_server_list_clients_ret",
    "admin_server_lookup_client_args",
    "admin_server_lookup_client_ret",
    "admin_client_get_info_args",
    "admin_client_get_info_ret",
    "admin_client_close_args",
    "admin_server_get_client_limits_args",
    "admin_server_get_client_limits_ret",
    "admin_server_set_client_limits_args",
    "admin_server_update_tls_files_args",
    "admin_connect_get_logging_outputs_args",
    "admin_connect_get_logging_outputs_ret",
    "admin_connect_get_logging_filters_args",
    "admin_connect_get_logging_filters_ret",
    "admin_connect_set_logging_outputs_args",
    "admin_connect_set_logging_filters_args",
    "admin_connect_set_daemon_timeout_args",
    "admin_connect_daemon_shutdown_args",
]


@pytest.mark.parametrize("wire", WIRES)
def test_round_trip(wire: str) -> None:
    """Emitted code and a codec of its own agree on every byte; no cut payload passes."""
    round_trip(wire)


@pytest.mark.parametrize("wire", WIRES)
def test_bounds(wire: str) -> None:
    """One over each bound is refused, encoding and decoding, by the name of the field."""
    bounds(wire)
