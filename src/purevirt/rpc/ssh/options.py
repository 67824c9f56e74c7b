"""What a URI cannot say of SSH. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purevirt.rpc.ssh.plan import KnownHostsText, SshHop, SshPlan

__all__ = ["SshOptions"]


@dataclass(frozen=True, slots=True)
class SshOptions:
    """Additions to an SSH URI; what is None or empty leaves what the URI says.

    Attributes:
        password: see `SshPlan`, as for all of them.
        known_hosts: files, as paths or text.
        jumps: servers to go through, the first first.
        ssh_config: OpenSSH configuration files to heed.
        agent_path: the socket of the SSH agent.
    """

    password: str | None = field(default=None, repr=False)
    known_hosts: tuple[str | KnownHostsText, ...] | None = None
    jumps: tuple[SshHop, ...] = ()
    ssh_config: tuple[str, ...] = ()
    agent_path: str | None = None

    def applied_to(self, plan: SshPlan) -> SshPlan:
        """Return the plan with the additions."""
        return replace(
            plan,
            password=plan.password if self.password is None else self.password,
            known_hosts=plan.known_hosts if self.known_hosts is None else self.known_hosts,
            jumps=self.jumps or plan.jumps,
            ssh_config=self.ssh_config or plan.ssh_config,
            agent_path=plan.agent_path if self.agent_path is None else self.agent_path,
        )
