"""Fields that no repr may show.

A closed list, held against the IR: a field that is renamed, or a new one whose name says that it is secret,
stops the run instead of leaking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen import ir
from xdrgen.errors import Position, XdrSemanticError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SECRET_FIELDS", "check_secrets"]

SECRET_FIELDS: Mapping[tuple[str, str], str] = {
    ("remote_auth_sasl_start_args", "data"): "SASL payloads carry passwords",
    ("remote_auth_sasl_start_ret", "data"): "SASL payloads carry passwords",
    ("remote_auth_sasl_step_args", "data"): "SASL payloads carry passwords",
    ("remote_auth_sasl_step_ret", "data"): "SASL payloads carry passwords",
    ("remote_secret_set_value_args", "value"): "the secret itself",
    ("remote_secret_get_value_ret", "value"): "the secret itself",
    ("remote_domain_set_user_password_args", "password"): "a guest account's password",
    ("remote_domain_set_launch_security_state_args", "params"): "the launch secret of a confidential guest",
    ("qemu_domain_agent_command_args", "cmd"): "file contents and passwords travel in agent commands",
    ("qemu_domain_agent_command_ret", "result"): "so do file contents in the answers",
    ("qemu_domain_monitor_command_args", "cmd"): "passwords travel in monitor commands",
    ("qemu_domain_monitor_command_with_files_args", "cmd"): "passwords travel in monitor commands",
}
_SUSPECT = ("password", "passwd", "passphrase")


def check_secrets(spec: ir.Ir, fields: Mapping[tuple[str, str], str]) -> None:
    """Check the list against the IR.

    Raises:
        XdrSemanticError: a listed field does not exist, or a field is named like a secret and is not listed.
    """
    present = {
        (definition.name, one.name): module.source
        for module in spec.modules
        for definition in module.definitions
        if isinstance(definition, ir.Struct)
        for one in definition.fields
    }
    for struct, name in fields:
        if (struct, name) not in present:
            message = (
                f"secret field {struct}.{name} is gone: find its new name, and list that in emit/secrets.py"
            )
            raise XdrSemanticError(Position("IR", 0, 0), message)
    for (struct, name), source in present.items():
        if any(word in name.lower() for word in _SUSPECT) and (struct, name) not in fields:
            message = f"{struct}.{name} looks like a secret: list it in emit/secrets.py"
            raise XdrSemanticError(Position(source, 0, 0), message)
