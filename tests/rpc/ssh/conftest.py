"""Keys and servers of the SSH tests."""

import pytest

from tests.rpc.ssh.server import Keys


@pytest.fixture(scope="session")
def keys(lab_able: None, tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """A host key, a client key and a stranger's."""
    return Keys(tmp_path_factory.mktemp("keys")).make()
