"""How a check calls: requests with tokens, answers with codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import grpc

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from google.protobuf.message import Message

SERVICE: Final = "bigfleet.v1alpha1.CapacityProvider"
DEADLINE_S: Final = 30
LIST_DEADLINE_S: Final = 120
OPTIONS: Final = (
    ("grpc.max_receive_message_length", 256 << 20),
    ("grpc.max_send_message_length", 256 << 20),
    # A channel that shares its connection with no other.
    ("grpc.use_local_subchannel_pool", 1),
)

Code = grpc.StatusCode
Kind = Literal["create", "configure", "drain", "delete"]
KINDS: Final[tuple[Kind, ...]] = ("create", "configure", "drain", "delete")
S = pb.MachineState


class Token(NamedTuple):
    """What fences a request."""

    shard_id: str
    epoch: int
    sequence: int


UNFENCED: Final = Token("", 0, 0)


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of a call, its text, and what came back where it is OK."""

    code: grpc.StatusCode
    text: str = ""
    ack: pb.TransitionAck | None = None

    @property
    def operation(self) -> str:
        """The operation's id; empty where the call was refused."""
        return "" if self.ack is None else self.ack.operation_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What Configure and Drain say besides machine and token."""

    cluster: str = "c1"
    metadata: Mapping[str, str] | None = None
    blob: bytes = b"blob"
    grace_s: int = 0


PLAIN: Final = Fields()


def request(kind: Kind, machine_id: str, token: Token, fields: Fields = PLAIN) -> Message:
    """Return the request of a mutating call."""
    shard_id, epoch, sequence = token
    if kind == "create":
        return pb.CreateRequest(
            machine_id=machine_id, shard_id=shard_id, shard_epoch=epoch, sequence_number=sequence
        )
    if kind == "configure":
        return pb.ConfigureRequest(
            machine_id=machine_id,
            cluster_id=fields.cluster,
            bootstrap_blob=fields.blob,
            shard_metadata=dict(fields.metadata or {}),
            shard_id=shard_id,
            shard_epoch=epoch,
            sequence_number=sequence,
        )
    if kind == "drain":
        return pb.DrainRequest(
            machine_id=machine_id,
            grace_period_seconds=fields.grace_s,
            shard_id=shard_id,
            shard_epoch=epoch,
            sequence_number=sequence,
        )
    return pb.DeleteRequest(
        machine_id=machine_id, shard_id=shard_id, shard_epoch=epoch, sequence_number=sequence
    )


class Calls:
    """The calls over one channel."""

    def __init__(self, channel: grpc.Channel) -> None:
        self.channel = channel

    def raw(self, method: str, content: bytes) -> bytes:
        """Send bytes and return bytes.

        Raises:
            grpc.RpcError: the call was refused.
        """
        call = self.channel.unary_unary(
            f"/{SERVICE}/{method}", request_serializer=bytes, response_deserializer=bytes
        )
        return bytes(call(content, timeout=DEADLINE_S))

    def raw_answer(self, method: str, content: bytes) -> Answer:
        """Send bytes and return how they were answered."""
        try:
            self.raw(method, content)
        except grpc.RpcError as error:
            return refusal(error)
        return Answer(Code.OK)

    def begin(self, kind: Kind, machine_id: str, token: Token, fields: Fields = PLAIN) -> grpc.Future[Any]:
        """Send a mutating call and do not wait for its answer."""
        call = self.channel.unary_unary(
            f"/{SERVICE}/{kind.capitalize()}",
            request_serializer=_serialized,
            response_deserializer=pb.TransitionAck.FromString,
        )
        return call.future(request(kind, machine_id, token, fields), timeout=DEADLINE_S)

    def ask(self, kind: Kind, machine_id: str, token: Token, fields: Fields = PLAIN) -> Answer:
        """Return the answer of a mutating call."""
        return answer(self.begin(kind, machine_id, token, fields))

    def get(self, machine_id: str) -> pb.Machine:
        """Return a machine.

        Raises:
            grpc.RpcError: the call was refused.
        """
        return pb.Machine.FromString(self.raw("Get", pb.MachineRef(id=machine_id).SerializeToString()))

    def list(
        self, *, states: tuple[pb.MachineState, ...] = (), cap: int = 0, since: bytes = b""
    ) -> pb.MachineList:
        """Return the machines of a List, and its revision.

        Raises:
            grpc.RpcError: the call was refused.
        """
        call = self.channel.unary_unary(
            f"/{SERVICE}/List",
            request_serializer=_serialized,
            response_deserializer=pb.MachineList.FromString,
        )
        found: pb.MachineList = call(
            pb.ListFilter(states=states, max_results=cap, since_revision=since), timeout=LIST_DEADLINE_S
        )
        return found


def answer(future: grpc.Future[Any]) -> Answer:
    """Return the answer of a call that was begun, once it is there."""
    try:
        return Answer(Code.OK, ack=future.result())
    except grpc.RpcError as error:
        return refusal(error)


def refusal(error: grpc.RpcError) -> Answer:
    """Return a refused call's status."""
    # Whatever a call raises is that call, too, which the type stubs do not know.
    call: Any = error
    return Answer(call.code(), call.details() or "")


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()
