"""The lab's one error."""


class LabError(Exception):
    """Something of the lab did not work: the message names it and, where there is one, the cure."""
