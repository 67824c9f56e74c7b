"""Files of JSON or YAML that an operator writes, read strictly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import yaml

from purevirt.provider.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Hashable
    from pathlib import Path

MAX_FILE_BYTES: Final = 16 * 1024 * 1024
_MERGE: Final = "tag:yaml.org,2002:merge"


def read_document(path: Path, flag: str) -> object:
    """Return what the JSON or YAML file at `path` holds; `flag` names it in errors.

    Raises:
        ConfigError: it cannot be read, is too large, is neither JSON nor YAML, or gives one field twice.
    """
    try:
        # A device has no size, and no end.
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise ConfigError(f"{flag} {path}: is larger than {MAX_FILE_BYTES} bytes")
        text = content.decode()
    except OSError as error:
        raise ConfigError(
            f"{flag} {path}: cannot be read ({error.strerror}); name a file that this user may read"
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{flag} {path}: is not UTF-8 text") from error
    try:
        return _parsed(text)
    except _GivenTwice as error:
        raise ConfigError(f"{flag} {path}: {error}; remove one") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        # ValueError: a date that no calendar has, a number longer than Python takes.
        where = getattr(error, "problem_mark", None)
        place = f", line {where.line + 1}" if where is not None else ""
        raise ConfigError(f"{flag} {path}: is neither JSON nor YAML{place}") from error


def _parsed(text: str) -> object:
    if text.lstrip().startswith(("{", "[")):
        # YAML refuses the tabs that JSON allows; but a YAML file may begin like this as well.
        try:
            document: object = json.loads(text, object_pairs_hook=_object)
        except ValueError:
            pass
        else:
            return document
    return yaml.load(text, _Loader)  # noqa: S506 - a safe loader, and stricter


class _GivenTwice(Exception):
    """One field of an object has two values, of which parsers take the last without a word."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise _GivenTwice(f"field {name!r} is given twice in one object")
        found[name] = value
    return found


class _Loader(yaml.SafeLoader):
    """YAML's safe loader, which also refuses what it would otherwise drop."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Return the mapping of a node whose fields differ; merged ones (`<<`) may be overridden."""
        seen: set[object] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag == _MERGE:
                continue
            if key.value in seen:
                raise _GivenTwice(
                    f"line {key.start_mark.line + 1}: field {key.value!r} is given twice in one object"
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep)
