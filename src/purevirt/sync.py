"""The blocking client: `purevirt.sync.connect(uri)`."""

from purevirt.rpc.sync import *  # noqa: F403 # the names are listed once, there
from purevirt.rpc.sync import __all__ as __all__
