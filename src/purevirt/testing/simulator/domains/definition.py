"""A domain's definition: a tree, or for one of thousands the tree of another until it is asked for."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.testing.simulator.domains.checks import mac_of
from purevirt.testing.simulator.units import digits

if TYPE_CHECKING:
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["Definition"]


class Definition:
    """What a domain is to be when it starts.

    Attributes:
        name, uuid: as in the tree.
    """

    __slots__ = ("_root", "_template", "name", "uuid")

    def __init__(self, root: Node | None, template: Definition | None = None) -> None:
        self._root = root
        self._template = template
        self.name = ""
        self.uuid = b""
        if root is not None:
            name = root.find("name")
            # white space is part of it
            self.name = "" if name is None else name.text
            self.uuid = uuid.UUID(root.find_text("uuid")).bytes

    @classmethod
    def like(cls, template: Definition, name: str, uuid_bytes: bytes) -> Definition:
        """Return a definition that differs in name, UUID and MAC addresses alone; cheap until it is read."""
        made = cls(None, template)
        made.name = name
        made.uuid = uuid_bytes
        return made

    @property
    def seen(self) -> Node:
        """A tree that may be looked at, all but name, UUID and MAC addresses, and must not be changed."""
        if self._root is not None:
            return self._root
        assert self._template is not None
        return self._template.seen

    @property
    def root(self) -> Node:
        """The definition's own tree."""
        if self._root is None:
            assert self._template is not None
            self._root = self._template.root.copy()
            self._root.put("name", self.name)
            self._root.put("uuid", str(uuid.UUID(bytes=self.uuid)))
            for place, mac in enumerate(self._root.find_all("devices/interface/mac")):
                mac.attributes["address"] = mac_of(self.uuid, place)
            self._template = None
        return self._root

    def number(self, path: str, default: int = 0) -> int:
        """Return the number at a path of the tree."""
        text = self.seen.find_text(path)
        number = None if text is None else digits(text)
        return default if number is None else number

    def rename(self, name: str) -> None:
        """Change the name."""
        self.root.put("name", name)
        self.name = name
