"""What a fleet is and what may happen to it: the engine and everything it decides with.

Knows no host, no wire and no file: `backend` and `store` say what those must offer.
"""
