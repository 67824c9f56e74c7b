"""The blocking client's shorthands for what takes several calls, or one and some unwrapping.

Each takes the connection first:

    dom = list_domains(conn)[0]

What they do, take and raise is said in agent_recipe.py, guest_recipe.py and look_recipe.py.
"""

from __future__ import annotations

from purevirt.rpc.recipes import agent as agent_recipe
from purevirt.rpc.recipes import guest as guest_recipe
from purevirt.rpc.recipes import look as look_recipe
from purevirt.rpc.recipes.guest import GuestExit
from purevirt.rpc.recipes.look import DomainStats
from purevirt.rpc.sync.follow import blocking

__all__ = [
    "DomainStats",
    "GuestExit",
    "agent_command",
    "get_all_domain_stats",
    "guest_exec",
    "guest_file_read",
    "guest_file_write",
    "list_checkpoints",
    "list_domains",
    "list_interfaces",
    "list_network_ports",
    "list_networks",
    "list_node_devices",
    "list_nwfilter_bindings",
    "list_nwfilters",
    "list_secrets",
    "list_snapshots",
    "list_storage_pools",
    "list_volumes",
    "wait_for_agent",
    "wait_for_state",
]

agent_command = blocking(agent_recipe.agent_command)
wait_for_agent = blocking(agent_recipe.wait_for_agent)

guest_exec = blocking(guest_recipe.guest_exec)
guest_file_read = blocking(guest_recipe.guest_file_read)
guest_file_write = blocking(guest_recipe.guest_file_write)

get_all_domain_stats = blocking(look_recipe.get_all_domain_stats)
wait_for_state = blocking(look_recipe.wait_for_state)

list_checkpoints = blocking(look_recipe.list_checkpoints)
list_domains = blocking(look_recipe.list_domains)
list_interfaces = blocking(look_recipe.list_interfaces)
list_network_ports = blocking(look_recipe.list_network_ports)
list_networks = blocking(look_recipe.list_networks)
list_node_devices = blocking(look_recipe.list_node_devices)
list_nwfilter_bindings = blocking(look_recipe.list_nwfilter_bindings)
list_nwfilters = blocking(look_recipe.list_nwfilters)
list_secrets = blocking(look_recipe.list_secrets)
list_snapshots = blocking(look_recipe.list_snapshots)
list_storage_pools = blocking(look_recipe.list_storage_pools)
list_volumes = blocking(look_recipe.list_volumes)
