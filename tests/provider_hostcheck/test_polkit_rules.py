"""polkit's rules are made from what the code calls."""

import ast
import json
from pathlib import Path

import pytest

import purevirt.provider.hostcheck.checks
import purevirt.provider.libvirt
from purevirt.provider.errors import ConfigError
from purevirt.provider.hostcheck import backend_calls
from purevirt.provider.hostcheck.polkit_rules import IMAGE_PERMISSIONS, permissions, rules
from purevirt.rpc.gen import event_kinds, procedures
from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec

RECIPES = {"agent_command": procedures.QEMU_DOMAIN_AGENT_COMMAND}


def sources() -> list[Path]:
    """Return the files that call libvirt for the server and for check."""
    assert purevirt.provider.libvirt.__file__ is not None
    backend = Path(purevirt.provider.libvirt.__file__).parent
    return [*backend.glob("*.py"), Path(purevirt.provider.hostcheck.checks.__file__)]


def called() -> set[AnyProcedure]:
    """Return the procedures whose methods are called on anything that is called a connection."""
    found: set[AnyProcedure] = set()
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Attribute):
                spec = getattr(procedures, node.attr.upper(), None)
                owner = ast.unparse(node.value).rpartition(".")[2]
                if isinstance(spec, ProcedureSpec) and owner in ("connection", "_connection"):
                    found.add(spec)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RECIPES:
                found.add(RECIPES[node.func.id])
    return found


def test_table_is_what_the_code_calls() -> None:
    """Whoever makes the backend call something new has to say so in backend_calls.CALLS."""
    listed = [spec.name for spec in backend_calls.CALLS]
    assert sorted(listed) == sorted(spec.name for spec in called())


def test_events_are_those_of_domains() -> None:
    """Every kind of event that the backend names is registered by the two procedures of the table."""
    kinds = {
        node.id if isinstance(node, ast.Name) else node.attr
        for file in sources()
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Name | ast.Attribute)
    } & set(event_kinds.__all__)
    assert kinds
    for kind in (getattr(event_kinds, name) for name in kinds):
        assert {kind.register, kind.deregister} <= set(backend_calls.EVENTS)


def test_permissions_are_libvirts_own_words() -> None:
    """What is allowed, in whole: a new permission is seen in review."""
    assert permissions() == {
        "connect": ["getattr", "read", "search-domains", "write"],
        "domain": ["delete", "getattr", "pm-control", "read", "save", "start", "stop", "suspend", "write"],
        "network": ["getattr", "read"],
        "network-port": ["create", "delete", "getattr", "read"],
        "secret": ["delete", "getattr", "read", "save", "write"],
        "storage-pool": ["getattr", "read", "refresh", "search-storage-vols"],
        "storage-vol": ["create", "data-read", "data-write", "delete", "getattr", "read"],
    }


def test_image_is_only_read() -> None:
    """Of what volumes allow, the golden one gets nothing that changes it."""
    assert set(IMAGE_PERMISSIONS) < set(permissions()["storage-vol"])


def test_names_of_an_operator_are_quoted() -> None:
    """No name ends a text of the script."""
    text = rules(user="bigfleet", pool='a"; b', networks=["\u2028"], image="x\\")
    assert json.dumps('a"; b') in text
    assert "\u2028" not in text


@pytest.mark.parametrize("user", ["", "a b", "a\nb", "root:x", "a/b"])
def test_rules_reject_what_is_no_user(user: str) -> None:
    """The name stands in a comment too."""
    with pytest.raises(ConfigError, match="--polkit"):
        rules(user=user, pool="p", networks=["n"], image="i")


def test_file_in_deploy_is_what_is_printed() -> None:
    """Whoever copies the file gets the rules of today."""
    file = Path(__file__).parents[2] / "deploy" / "host-setup" / "50-purevirt.rules"
    expected = rules(user="bigfleet", pool="default", networks=["default"], image="golden.qcow2")
    assert file.read_text() == expected
