"""Which target a check gets: the address that was given, or a process of its own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conformance.profiles import own_process
from tests.conformance.registry import Check, check_of
from tests.conformance.spawner import Spawner
from tests.conformance.target import Access, Target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conformance.registry import Profile
    from tests.conformance.spawner import OwnProcess

_OPTIONS = {
    "provider-addr": "check the provider at HOST:PORT or unix:PATH (default: start some)",
    "provider-tls-ca": "PEM file of the CA of the provider's certificate (default: plain text)",
    "provider-tls-cert": "PEM file with a client certificate",
    "provider-tls-key": "PEM file with that certificate's key",
    "provider-tls-name": "the name in the provider's certificate, where it is not the address's",
    "provider-shard-id": "the shard that the client certificate speaks for (default: any)",
    "provider-profile": "what it is, by commas: plain, faults, metal, fleet (default: plain)",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options. Each can be a variable as well: PUREVIRT_CONFORMANCE_ADDR for `--provider-addr`."""
    group = parser.getgroup("conformance")
    for name, text in _OPTIONS.items():
        group.addoption(f"--{name}", help=text)


def _given(config: pytest.Config, name: str) -> str:
    variable = "PUREVIRT_CONFORMANCE_" + name.removeprefix("provider-").replace("-", "_").upper()
    return str(config.getoption(f"--{name}", default=None) or os.environ.get(variable, ""))


def _check_of(item: pytest.Item) -> Check | None:
    return check_of(getattr(item, "function", None))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With an address, leave out what it cannot be asked; those tests count as deselected."""
    for item in items:
        found = _check_of(item)
        if found is not None:
            item.user_properties.append(("conformance", found.id))
            item.extra_keyword_matches.add(found.id)
    if not _given(config, "provider-addr"):
        return
    profiles = (_given(config, "provider-profile") or "plain").split(",")
    left_out = {"own"} | ({"shards"} if _given(config, "provider-shard-id") else set())
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        found = _check_of(item)
        fits = found is not None and found.on in profiles and not found.needs & left_out
        (kept if fits else dropped).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=dropped)


@pytest.fixture(scope="session")
def spawner() -> Iterator[Spawner]:
    """What starts the processes."""
    made = Spawner()
    yield made
    made.close()


@pytest.fixture(scope="module")
def targets(request: pytest.FixtureRequest) -> Iterator[dict[Profile, Target]]:
    """The targets of a module, by profile. Processes are started when they are asked for, and end here."""
    made: dict[Profile, Target] = {}
    processes: list[OwnProcess] = []
    with tempfile.TemporaryDirectory(prefix="pv-conformance-") as folder:
        request.node.stash[_FOLDER] = (Path(folder), processes)
        yield made
        for target in made.values():
            target.close()
        for process in processes:
            process.kill()


_FOLDER = pytest.StashKey["tuple[Path, list[OwnProcess]]"]()


@pytest.fixture
def target(request: pytest.FixtureRequest, targets: dict[Profile, Target]) -> Iterator[Target]:
    """The target of a check."""
    found = _check_of(request.node)
    assert found is not None
    if found.on not in targets:
        access = given_access(request.config)
        if access is not None:
            targets[found.on] = Target(access)
        else:
            folder, processes = request.node.getparent(pytest.Module).stash[_FOLDER]
            own = folder / found.on
            own.mkdir()
            processes.append(own_process(request.getfixturevalue("spawner"), found.on, own))
            targets[found.on] = Target(processes[-1].start(), processes[-1])
    yield targets[found.on]
    targets[found.on].give_back()


def given_access(config: pytest.Config) -> Access | None:
    """Return how the given provider is reached; None where none is given."""
    address = _given(config, "provider-addr")
    if not address:
        return None

    def content(name: str) -> bytes | None:
        path = _given(config, name)
        return Path(path).read_bytes() if path else None

    return Access(
        address=address,
        ca=content("provider-tls-ca"),
        cert=content("provider-tls-cert"),
        key=content("provider-tls-key"),
        server_name=_given(config, "provider-tls-name"),
        shard_id=_given(config, "provider-shard-id"),
    )
