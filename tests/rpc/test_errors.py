"""The exceptions: which class for which code, what they carry, and how a caller catches them."""

import copy
import errno
import pickle
from typing import Any

import pytest

from purevirt import errors
from purevirt.errors import LibvirtError, libvirt_error
from purevirt.rpc.gen import net
from purevirt.rpc.gen.error_codes import ErrorNumber
from purevirt.rpc.session import decode_error
from tests.rpc import wire

BY_CODE: dict[ErrorNumber, tuple[type[LibvirtError], type[BaseException]]] = {
    ErrorNumber.NO_SUPPORT: (errors.OperationUnsupported, NotImplementedError),
    ErrorNumber.INVALID_ARG: (errors.InvalidArgument, ValueError),
    ErrorNumber.OPERATION_FAILED: (errors.OperationFailed, LibvirtError),
    ErrorNumber.OPERATION_DENIED: (errors.OperationDenied, PermissionError),
    ErrorNumber.SYSTEM_ERROR: (errors.SystemCallError, LibvirtError),
    ErrorNumber.RPC: (errors.RpcError, LibvirtError),
    ErrorNumber.NO_DOMAIN: (errors.NoDomain, LookupError),
    ErrorNumber.NO_NETWORK: (errors.NoNetwork, LookupError),
    ErrorNumber.AUTH_FAILED: (errors.OperationDenied, PermissionError),
    ErrorNumber.NO_STORAGE_POOL: (errors.NoStoragePool, LookupError),
    ErrorNumber.NO_STORAGE_VOL: (errors.NoStorageVol, LookupError),
    ErrorNumber.NO_NODE_DEVICE: (errors.NoNodeDevice, LookupError),
    ErrorNumber.OPERATION_INVALID: (errors.OperationInvalid, LibvirtError),
    ErrorNumber.NO_SECRET: (errors.NoSecret, LookupError),
    ErrorNumber.CONFIG_UNSUPPORTED: (errors.OperationUnsupported, NotImplementedError),
    ErrorNumber.OPERATION_TIMEOUT: (errors.OperationTimeout, TimeoutError),
    ErrorNumber.NO_DOMAIN_SNAPSHOT: (errors.NoDomainSnapshot, LookupError),
    ErrorNumber.NO_DOMAIN_METADATA: (errors.NoDomainMetadata, LookupError),
    ErrorNumber.OPERATION_UNSUPPORTED: (errors.OperationUnsupported, NotImplementedError),
    ErrorNumber.AGENT_UNRESPONSIVE: (errors.AgentUnresponsive, errors.AgentError),
    ErrorNumber.ACCESS_DENIED: (errors.OperationDenied, PermissionError),
    ErrorNumber.AGENT_COMMAND_TIMEOUT: (errors.AgentError, LibvirtError),
    ErrorNumber.AGENT_COMMAND_FAILED: (errors.AgentError, LibvirtError),
}


def made(code: int, message: str | None = "text", **fields: Any) -> LibvirtError:
    """Return the exception for an error reply with these fields."""
    error = decode_error(wire.error_payload(code, message, **fields), "REMOTE_PROC_X")
    assert isinstance(error, LibvirtError)
    return error


@pytest.mark.parametrize("code", ErrorNumber)
def test_every_code_has_its_class(code: ErrorNumber) -> None:
    """Each of libvirt's codes becomes exactly the class documented for it, and no other code does."""
    class_, builtin = BY_CODE.get(code, (LibvirtError, errors.PurevirtError))
    error = made(code)
    assert type(error) is class_
    assert isinstance(error, builtin)
    assert (error.code, error.procedure) == (code, "REMOTE_PROC_X")


def test_the_class_docstrings_name_their_codes() -> None:
    """What the documentation of a class says of its numbers is what the table does."""
    for code, (class_, _) in BY_CODE.items():
        assert f"({int(code)})" in (class_.__doc__ or ""), class_


def test_an_unknown_code_keeps_its_numbers() -> None:
    """E8: a code of the future is a LibvirtError that tells the numbers."""
    error = made(12345, "later", domain=999)
    assert type(error) is LibvirtError
    assert str(error) == "REMOTE_PROC_X: later (code 12345, domain 999)"


def test_everything_null() -> None:
    """E1: an error without a text is one with a text of ours."""
    error = made(1, None, domain=0)
    assert (error.message, error.message_bytes) == ("unknown error", b"unknown error")
    assert (error.dom, error.net, error.str1, error.str2, error.str3) == (None,) * 5


def test_all_eleven_fields_are_kept() -> None:
    """E2, E3, E10: every field of the wire is there, also when the level only says warning."""
    dom = net.MessageDomain(name="guest", uuid=bytes(16), id=-1)
    network = net.MessageNetwork(name="default", uuid=bytes(16))
    error = made(
        1, "m", domain=3, level=1, dom=dom, str1="%s", str2="b", str3="c", int1=4, int2=5, net=network
    )
    assert (error.code, error.domain, error.level, error.int1, error.int2) == (1, 3, 1, 4, 5)
    assert (error.str1, error.str2, error.str3) == ("%s", "b", "c")
    assert (error.dom, error.net) == (dom, network)


@pytest.mark.parametrize(
    ("message", "domain", "class_"),
    [
        ("unknown procedure: 9999", 7, errors.UnsupportedProcedure),
        ("Cannot find program 1717986918 version 1", 7, errors.UnsupportedProcedure),
        ("Unable to encode message payload", 7, errors.ReplyTooLarge),
        ("authentication required", 7, errors.RpcError),
        ("no unknown procedure: 1", 7, errors.RpcError),
        ("unknown procedure: 9999", 10, errors.RpcError),
    ],
)
def test_kinds_of_rpc_errors(message: str, domain: int, class_: type[LibvirtError]) -> None:
    """E4, E14, E15: the daemon's own texts tell its RPC failures apart, inside its RPC domain only."""
    assert type(made(39, message, domain=domain)) is class_


def test_a_name_that_looks_like_an_rpc_text() -> None:
    """E5: a guest called `unknown procedure: x` that does not exist is simply not found."""
    assert type(made(42, "unknown procedure: x", domain=7)) is errors.NoDomain


def test_a_text_that_is_not_utf8() -> None:
    """E6: the text is shown with replacements, its bytes are kept, and it can be printed."""
    error = made(35, "bad \udcff xml")
    assert error.message == "bad � xml"
    assert error.message_bytes == b"bad \xff xml"
    str(error).encode()


@pytest.mark.parametrize(("int1", "expected"), [(errno.ENOSPC, errno.ENOSPC), (0, None), (-1, None)])
def test_errno_of_a_system_call(int1: int, expected: int | None) -> None:
    """E13: a full disk can be told by its number."""
    error = made(38, "cannot write", int1=int1)
    assert isinstance(error, errors.SystemCallError)
    assert error.errno == expected


def test_readonly_is_a_permission_error() -> None:
    """E12: what read-only access prevents is caught as PermissionError, with libvirt's text."""
    with pytest.raises(PermissionError, match="read only access prevents virDomainDestroy"):
        raise made(29, "read only access prevents virDomainDestroy", domain=0)


def test_an_error_that_does_not_decode() -> None:
    """P19: an error reply cut short fails its call as any other reply would."""
    error = decode_error(wire.error_payload(42, "text")[:-4], "REMOTE_PROC_X")
    assert isinstance(error, errors.DecodeError)


def test_outside_a_call_no_procedure_is_shown() -> None:
    """A stand-alone error begins with its message."""
    assert str(libvirt_error(code=1, domain=2, message="m", level=2)) == "m (code 1, domain 2)"


SAMPLES = [
    made(42, "no \udcff domain", dom=net.MessageDomain(name="g", uuid=bytes(16), id=1)),
    made(29),
    made(38, int1=28),
    errors.EncodeError("e", path="a.b"),
    errors.TruncatedError("t", path="a.b", offset=4),
    errors.LimitExceededError("l", path="a.b", offset=4, limit=1, actual=2),
    errors.ConnectError("c", endpoint="/run/x"),
    errors.AuthenticationError("a", endpoint="/run/x", mechanism="sasl"),
    errors.ConnectionLost("l", maybe_executed=True),
    errors.ConnectionClosed("l", maybe_executed=False),
    errors.StreamAborted("s", by_peer=True),
    errors.UriError("u"),
    errors.InternalError("i"),
]


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_errors_survive_pickling(error: errors.PurevirtError) -> None:
    """A worker process can raise each of them to its parent, whole; so can copy."""
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert (str(again), repr(again), again.args) == (str(error), repr(error), error.args)
        assert vars(again) == vars(error)


BASES: list[tuple[type[Exception], type[Exception]]] = [
    (errors.XdrError, ValueError),
    (errors.UriError, ValueError),
    (errors.LocalProtocolError, RuntimeError),
    (errors.ConnectError, OSError),
    (errors.AuthenticationError, errors.ConnectError),
    (errors.ConnectionLost, ConnectionError),
    (errors.ConnectionClosed, errors.ConnectionLost),
    (errors.LocalProtocolError, errors.ProtocolError),
    (errors.RemoteProtocolError, errors.ProtocolError),
]


@pytest.mark.parametrize(("class_", "base"), BASES)
def test_caught_by_builtin_bases(class_: type[Exception], base: type[Exception]) -> None:
    """`except ConnectionError` and its like work as a Python programmer expects."""
    assert issubclass(class_, base)


def test_one_root_and_all_are_exported() -> None:
    """Every class of the module is in __all__ and below the one root."""
    classes = {
        name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)
    }
    assert classes <= set(errors.__all__)
    assert all(issubclass(getattr(errors, name), errors.PurevirtError) for name in classes)
