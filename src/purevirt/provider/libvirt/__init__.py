"""The backend on real hosts: one libvirt connection per zone, one domain per machine.

Where what lives: `backend` is what the engine calls; `creation`, `bootstrapping`, `draining`, `deletion` and
`observation` are its five verbs; `hosts` keeps the connections; `domains` and `volumes` are what is done to a
host's objects; `guest_agent` talks to a guest and `guest_script` holds what runs in it; the rest builds and
reads texts and touches no host.
"""
