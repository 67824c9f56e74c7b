"""The base of the emitted methods, and what the package shows."""

import subprocess
import sys

import pytest

import purevirt
from purevirt.rpc.caller import AsyncCaller, SyncCaller
from purevirt.rpc.events.stream import AsyncEventSource, SyncEventSource
from tests.rpc import wire


async def test_a_client_has_to_fill_in_the_hooks() -> None:
    """Without a client behind them the emitted methods say so, and do not return None."""
    with pytest.raises(NotImplementedError):
        await AsyncCaller()._call(wire.HOSTNAME, None)
    with pytest.raises(NotImplementedError):
        await AsyncCaller()._call_stream(wire.HOSTNAME, None, purevirt.Stream.__new__(purevirt.Stream))
    with pytest.raises(NotImplementedError):
        AsyncEventSource().connection_closed()
    with pytest.raises(NotImplementedError):
        SyncEventSource().connection_closed()
    with pytest.raises(NotImplementedError):
        SyncEventSource().qemu_monitor()
    with pytest.raises(NotImplementedError):
        SyncCaller()._call(wire.HOSTNAME, None)
    with pytest.raises(NotImplementedError):
        SyncCaller()._call_stream(wire.HOSTNAME, None, purevirt.sync.Stream.__new__(purevirt.sync.Stream))


def test_importing_the_package_imports_nothing_else() -> None:
    """`import purevirt` is free: the client and its generated modules come with their first use."""
    code = "import sys, purevirt; print([m for m in sys.modules if m.startswith(('purevirt.', 'asyncio'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    """What `__all__` promises can be had, and nothing else is pretended to be."""
    for name in purevirt.__all__:
        assert getattr(purevirt, name) is not None
    assert dir(purevirt) == sorted(purevirt.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = purevirt.nonsense
