"""A program: connect by both clients as whoever runs it, and print how that ended, a line each.

python as_user.py URI [readonly]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from purevirt.errors import AuthenticationError
from tests.rpc.auth.flavours import FLAVOURS, hostname

for flavour in FLAVOURS:
    try:
        ended = hostname(flavour, sys.argv[1], readonly="readonly" in sys.argv)
    except AuthenticationError as error:
        ended = f"{error.mechanism} {error}"
    sys.stdout.write(f"{flavour} {ended}\n")
