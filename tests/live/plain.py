"""Our answers in the oracle's forms, and typed parameters to be sent."""

import uuid

from purevirt.rpc.gen import remote


def plain(value: object) -> object:
    """Return one of our answers as the oracle would write it.

    Handles become what names them, typed parameters a dictionary, any other structure the list of its
    fields, bytes hexadecimal digits.
    """
    match value:
        case bytes() | bytearray():
            return value.hex()
        case remote.Domain():
            return [value.name, uuid_text(value.uuid), value.id]
        case remote.Network() | remote.Nwfilter() | remote.StoragePool():
            return [value.name, uuid_text(value.uuid)]
        case remote.NetworkPort():
            return [plain(value.net), uuid_text(value.uuid)]
        case remote.NodeDevice():
            return value.name
        case remote.Secret():
            return [uuid_text(value.uuid), value.usage_type, value.usage_id]
        case remote.DomainSnapshot() | remote.DomainCheckpoint():
            return [value.name, value.dom.name]
        case list() if value and isinstance(value[0], remote.TypedParam):
            return parameters(value)
        case list() | tuple():
            return [plain(item) for item in value]
        case _ if hasattr(value, "__match_args__"):
            return fields(value)
        case _:
            return value


def uuid_text(raw: bytes) -> str:
    """Return a UUID's usual text."""
    return str(uuid.UUID(bytes=raw))


def fields(value: object) -> list[object]:
    """Return the fields of a structure in wire order."""
    names: tuple[str, ...] = getattr(value, "__match_args__", ())
    return [plain(getattr(value, name)) for name in names]


def parameters(value: list[remote.TypedParam]) -> dict[str, object]:
    """Return typed parameters by name."""
    return {item.field: item.value[1] for item in value}


def integer(name: str, value: int) -> remote.TypedParam:
    """Return a signed parameter of 32 bits."""
    return remote.TypedParam(name, (1, value))


def unsigned(name: str, value: int) -> remote.TypedParam:
    """Return an unsigned parameter of 32 bits."""
    return remote.TypedParam(name, (2, value))


def large(name: str, value: int) -> remote.TypedParam:
    """Return an unsigned parameter of 64 bits."""
    return remote.TypedParam(name, (4, value))


def boolean(name: str, *, value: bool) -> remote.TypedParam:
    """Return a parameter that is on or off."""
    return remote.TypedParam(name, (6, value))


def text(name: str, value: str) -> remote.TypedParam:
    """Return a parameter of text."""
    return remote.TypedParam(name, (7, value))
