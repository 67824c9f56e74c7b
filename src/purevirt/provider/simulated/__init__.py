"""What --use-simulator runs on: a simulated host with guests that know the provider's bootstrap contract.

The backend is the one for real hosts; it is connected over a unix socket and does not know the difference.
"""

from __future__ import annotations
