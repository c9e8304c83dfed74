"""The state of a match in the reference executor: a value."""

from __future__ import annotations

import builtins
from functools import cached_property
from typing import Any

from attrs import define, field

from gamedsl.graph.codec import Coder
from gamedsl.graph.types import NodeId, SeatId
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.reference.choices import Asked
from gamedsl_interpreter.reference.facts import Log
from gamedsl_interpreter.reference.slots import Slots

Pending = tuple[tuple[SeatId, tuple[int, ...]], ...]
"""The steps already taken of open decisions, by seat, seats ascending."""


@define(frozen=True, eq=False, slots=False)
class ReferenceState:
    """A position (node, fields, zones, locals, steps taken), and what goes with a match but is no part of the position: stream, counters, log.

    Equal iff the bytes are equal. Not slotted, because the bytes are computed once, when they are first asked for.
    """

    coder: Coder = field(repr=False)
    slots: Slots = field(repr=False)
    node: NodeId
    frame: tuple[Any, ...] = field(repr=False)
    pending: Pending
    is_shared: bool
    """Several seats choose at once here."""
    is_over: bool
    stream: Stream | None
    counters: tuple[int, ...]
    log: Log = field(repr=False)
    asked: dict[SeatId, Asked] = field(factory=dict[SeatId, Asked], repr=False)
    """Open steps by seat, noted when they are first asked for: they are costly to find, and cannot change."""

    @property
    def bytes(self) -> builtins.bytes:
        """Canonical bytes of the position, then two for each step taken; where several seats choose at once, a seat's steps follow two bytes
        0xFF00 + seat."""
        return self._bytes

    @cached_property
    def _bytes(self) -> builtins.bytes:
        zones = self.slots.fields
        names = zones + self.slots.zones
        position = self.coder.encode(self.node, self.frame[:zones], self.frame[zones:names], self.frame[names:])
        return position + b"".join(step.to_bytes(2, "little") for step in self._taken())

    def _taken(self) -> list[int]:
        steps: list[int] = []
        for seat, taken in self.pending:
            steps += (0xFF00 + seat, *taken) if self.is_shared else taken
        return steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceState) and self.bytes == other.bytes

    def __hash__(self) -> int:
        return hash(self.bytes)
