"""Which of a domain's two definitions a call is for: the running one, the next one, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums
from purevirt.rpc.gen.error_codes import ErrorDomain
from purevirt.testing.simulator.domains.handlers import invalid
from purevirt.testing.simulator.wire.failure import SimulatedError, argument_error

if TYPE_CHECKING:
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["CONFIG", "LIVE", "exclusive", "one_scope", "scopes"]

LIVE = int(enums.DomainModificationImpact.LIVE)
CONFIG = int(enums.DomainModificationImpact.CONFIG)


def scopes(domain: Domain, flags: int) -> tuple[Node | None, Node | None]:
    """Return the running tree and the next one, each None where the flags do not mean it.

    Raises:
        SimulatedError: what they mean is not there.
    """
    impact = flags & (LIVE | CONFIG)
    if impact == 0:
        impact = LIVE if domain.is_active else CONFIG
    if impact & LIVE:
        domain.require_active()
    if impact & CONFIG and not domain.is_persistent:
        raise invalid("transient domains do not have any persistent config", ErrorDomain.DOMAIN)
    return (domain.live if impact & LIVE else None), (domain.config.root if impact & CONFIG else None)


def one_scope(domain: Domain, flags: int, function: str) -> Node:
    """Return the one tree that a question is for.

    Raises:
        SimulatedError: it is for both, or for one that is not there.
    """
    if flags & LIVE and flags & CONFIG:
        raise exclusive(function)
    live, config = scopes(domain, flags)
    tree = live if live is not None else config
    assert tree is not None
    return tree


def exclusive(function: str) -> SimulatedError:
    """Return the error for flags that ask about both definitions."""
    text = "Flags 'VIR_DOMAIN_AFFECT_LIVE' and 'VIR_DOMAIN_AFFECT_CONFIG' are mutually exclusive"
    return argument_error(function, "ctl", text, ErrorDomain.DOMAIN)
