"""Snapshots by the thousand."""

from purevirt.testing.simulator.domains.moments import Moment, Moments
from purevirt.testing.simulator.xml_tree import Node


def _chain(count: int) -> Moments:
    moments = Moments()
    for number in range(count):
        node = Node("domainsnapshot")
        moments.add(Moment(str(number), moments.current, node, node, 5))
    return moments


def test_a_chain_of_thousands() -> None:
    """Each grew from the one before it, they are listed, and forgotten at once."""
    moments = _chain(5000)
    first = moments.find("0")
    assert first is not None
    below = moments.children("0", all_below=True)
    assert [one.name for one in below] == [str(number) for number in range(1, 5000)]
    assert len(moments.parents) == 4999
    moments.remove(first, itself=False, children=True)
    assert [one.name for one in moments] == ["0"]
    assert moments.current == "0"
