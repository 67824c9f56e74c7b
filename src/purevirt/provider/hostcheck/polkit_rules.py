"""Rules for libvirt's fine-grained access control (`access_drivers = [ "polkit" ]`).

They are made from the permissions that libvirt itself declares beside each procedure that the backend calls,
so that they allow what the provider needs, on its own objects, and nothing else.
Source: the @acl annotations in remote_protocol.x and qemu_protocol.x; docs/aclpolkit in libvirt's manual.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from purevirt.provider.errors import ConfigError
from purevirt.provider.hostcheck.backend_calls import CALLS, CONNECTING, EVENTS, INNER
from purevirt.provider.libvirt.claims import USAGE
from purevirt.provider.libvirt.names import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable

# Asked for only with these flags, which we never give: they show passwords.
_NEVER: Final = ("VIR_DOMAIN_XML_SECURE", "VIR_DOMAIN_XML_MIGRATABLE")

# What is done to the golden volume: it is looked at, never written and never deleted.
IMAGE_PERMISSIONS: Final = ("data-read", "getattr", "read")

_TEMPLATE: Final = """\
// libvirt's fine-grained access control for user {user}: printed by `purevirt-provider prepare --polkit`.
// It is for a host whose libvirtd.conf has: access_drivers = [ "polkit" ]
polkit.addRule(function(action, subject) {{
    var user = {user_text}, pool = {pool}, networks = {networks}, image = {image};
    var prefix = {prefix}, claim = {claim};
    var allowed = {allowed};
    var imageAllowed = {image_allowed};

    if (subject.user !== user) {{
        return polkit.Result.NOT_HANDLED;
    }}
    if (action.id === "org.libvirt.unix.manage") {{
        return polkit.Result.YES;
    }}
    var parts = action.id.split(".");
    if (action.id.indexOf("org.libvirt.api.") !== 0 || parts.length !== 5) {{
        return polkit.Result.NOT_HANDLED;
    }}
    function lookup(name) {{
        return action.lookup(name) || "";
    }}
    function begins(name, start) {{
        return lookup(name).indexOf(start) === 0;
    }}
    var object = parts[3], permission = parts[4];
    var can = (allowed[object] || []).indexOf(permission) !== -1;
    var ours = false;
    if (object === "connect") {{
        ours = true;
    }} else if (object === "domain") {{
        ours = begins("domain_name", prefix);
    }} else if (object === "network" || object === "network-port") {{
        ours = networks.indexOf(lookup("network_name")) !== -1;
    }} else if (object === "storage-pool") {{
        ours = lookup("pool_name") === pool;
    }} else if (object === "storage-vol" && lookup("pool_name") === pool) {{
        if (lookup("vol_name") === image) {{
            ours = imageAllowed.indexOf(permission) !== -1;
        }} else {{
            ours = begins("vol_name", prefix);
        }}
    }} else if (object === "secret") {{
        ours = begins("secret_usage_volume", claim);
    }}
    return can && ours ? polkit.Result.YES : polkit.Result.NO;
}});
"""


def permissions() -> dict[str, list[str]]:
    """Return, for each kind of object as polkit names it, what has to be allowed, sorted."""
    found: dict[str, set[str]] = {}
    for procedure in (*CONNECTING, *EVENTS, *INNER, *CALLS):
        for rule in procedure.acl:
            kind, _, rest = rule.partition(":")
            permission, _, flag = rest.partition(":")
            if permission and flag not in _NEVER:
                found.setdefault(kind.replace("_", "-"), set()).add(permission.replace("_", "-"))
    return {kind: sorted(found[kind]) for kind in sorted(found)}


def rules(*, user: str, pool: str, networks: Iterable[str], image: str) -> str:
    """Return a file for /etc/polkit-1/rules.d that lets `user` run the provider.

    Raises:
        ConfigError: `user` is no user's name.
    """
    if not user or not user.isprintable() or any(char in ":/ " for char in user):
        raise ConfigError(f"--polkit: must be the name of a user of the host, got {user!r}")
    return _TEMPLATE.format(
        user=user,
        user_text=json.dumps(user),
        pool=json.dumps(pool),
        networks=json.dumps(sorted(networks)),
        image=json.dumps(image),
        prefix=json.dumps(PREFIX),
        claim=json.dumps(USAGE),
        allowed=_object(permissions()),
        image_allowed=json.dumps(list(IMAGE_PERMISSIONS)),
    )


def _object(value: dict[str, list[str]]) -> str:
    lines = [f"        {json.dumps(kind)}: {json.dumps(names)}" for kind, names in value.items()]
    return "{\n" + ",\n".join(lines) + "\n    }"
