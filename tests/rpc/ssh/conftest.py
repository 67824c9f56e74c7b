"""Keys and servers of the SSH tests."""

from collections.abc import Iterator

import pytest

from tests.lab import LabHost
from tests.lab.ssh import Ssh
from tests.rpc.ssh.server import Keys


@pytest.fixture(scope="session")
def keys(lab_able: None, tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """A host key, a client key and a stranger's."""
    return Keys(tmp_path_factory.mktemp("keys")).make()


@pytest.fixture(scope="session")
def ssh_host(lab_able: None) -> Iterator[LabHost]:
    """A host whose sshd takes keys, passwords and answers."""
    with LabHost("ssh", ssh=Ssh(password=True, keyboard_interactive=True)) as running:
        yield running


@pytest.fixture(scope="session")
def shut_host(lab_able: None) -> Iterator[LabHost]:
    """A host whose sshd forwards nothing."""
    with LabHost("shut", ssh=Ssh(streamlocal=False, tcp_forwarding=False)) as running:
        yield running
