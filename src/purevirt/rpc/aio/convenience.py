"""The asyncio client's shorthands for what takes several calls, or one and some unwrapping.

Each takes the connection first:

    dom = (await list_domains(conn))[0]

What they do, take and raise is said in agent_recipe.py, guest_recipe.py and look_recipe.py.
"""

from __future__ import annotations

from purevirt.rpc.aio.follow import asynchronous
from purevirt.rpc.recipes import agent as agent_recipe
from purevirt.rpc.recipes import guest as guest_recipe
from purevirt.rpc.recipes import look as look_recipe
from purevirt.rpc.recipes.guest import GuestExit
from purevirt.rpc.recipes.look import DomainStats

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

agent_command = asynchronous(agent_recipe.agent_command)
wait_for_agent = asynchronous(agent_recipe.wait_for_agent)

guest_exec = asynchronous(guest_recipe.guest_exec)
guest_file_read = asynchronous(guest_recipe.guest_file_read)
guest_file_write = asynchronous(guest_recipe.guest_file_write)

get_all_domain_stats = asynchronous(look_recipe.get_all_domain_stats)
wait_for_state = asynchronous(look_recipe.wait_for_state)

list_checkpoints = asynchronous(look_recipe.list_checkpoints)
list_domains = asynchronous(look_recipe.list_domains)
list_interfaces = asynchronous(look_recipe.list_interfaces)
list_network_ports = asynchronous(look_recipe.list_network_ports)
list_networks = asynchronous(look_recipe.list_networks)
list_node_devices = asynchronous(look_recipe.list_node_devices)
list_nwfilter_bindings = asynchronous(look_recipe.list_nwfilter_bindings)
list_nwfilters = asynchronous(look_recipe.list_nwfilters)
list_secrets = asynchronous(look_recipe.list_secrets)
list_snapshots = asynchronous(look_recipe.list_snapshots)
list_storage_pools = asynchronous(look_recipe.list_storage_pools)
list_volumes = asynchronous(look_recipe.list_volumes)
