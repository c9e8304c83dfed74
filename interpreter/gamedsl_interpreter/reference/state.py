"""The state of a match in the reference executor: a value."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Pending
from gamedsl_interpreter.facts import Log
from gamedsl_interpreter.origin import Origin
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.reference.decisions.decisions import Asked
from gamedsl_interpreter.reference.values.slots import Slots


class Encoder(Protocol):
    """Gives the bytes of a position."""

    def encode(
        self, node: NodeId, fields: Sequence[Value], zones: Sequence[Value], locals: Sequence[Value], /
    ) -> bytes: ...


@frozen
class Encoded:
    """The bytes of one position, for a state that comes from another process."""

    position: bytes

    def encode(
        self, node: NodeId, fields: Sequence[Value], zones: Sequence[Value], locals: Sequence[Value], /
    ) -> bytes:
        return self.position


@frozen(eq=False)
class ReferenceState:
    """A position (node, fields, zones, locals, steps taken), and the data of its match that are no part of the position: stream, counters, log.

    Equal iff the bytes are equal. Not slotted, because the bytes are computed once, when they are first asked for.
    """

    origin: Origin = field(repr=False)
    coder: Encoder = field(repr=False)
    slots: Slots = field(repr=False)
    node: NodeId
    frame: tuple[Value, ...] = field(repr=False)
    pending: Pending
    is_shared: bool
    """Several seats choose at once here."""
    is_over: bool
    stream: Stream | None
    counters: tuple[int, ...]
    log: Log = field(repr=False)
    asked: dict[SeatId, Asked] = field(factory=dict[SeatId, Asked], repr=False)
    """A cache of open steps by seat: they are expensive to find, and cannot change."""

    def __repr__(self) -> str:
        from gamedsl_interpreter.standing import standing

        return standing(self.origin, self.node, self.bytes, None, is_over=self.is_over)

    @property
    def bytes(self) -> builtins.bytes:
        """The canonical bytes of the position, then two for each step taken; if several seats choose at once, a seat's steps follow two bytes 0xFF00 + seat."""
        return self._bytes

    @cached_property
    def _position(self) -> builtins.bytes:
        zones = self.slots.fields
        names = zones + self.slots.zones
        return self.coder.encode(self.node, self.frame[:zones], self.frame[zones:names], self.frame[names:])

    @cached_property
    def _bytes(self) -> builtins.bytes:
        return self._position + b"".join(step.to_bytes(2, "little") for step in self._encode_steps())

    def _encode_steps(self) -> list[int]:
        steps: list[int] = []
        for seat, taken in self.pending:
            steps += (0xFF00 + seat, *taken) if self.is_shared else taken
        return steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceState) and self.bytes == other.bytes

    def __hash__(self) -> int:
        return hash(self.bytes)

    def __copy__(self) -> ReferenceState:
        return self

    def __deepcopy__(self, memo: object) -> ReferenceState:
        return self

    def __reduce__(self) -> tuple[type[ReferenceState], tuple[object, ...]]:
        values = (self.node, self.frame, self.pending, self.is_shared, self.is_over, self.stream, self.counters)
        return ReferenceState, (self.origin, Encoded(self._position), self.slots, *values, self.log)
