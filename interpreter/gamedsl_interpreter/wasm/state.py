"""The state of a match in the wasm executor: a value."""

from __future__ import annotations

import builtins
from typing import TypeAlias

from attrs import define, field, frozen

from gamedsl.graph.types import NodeId, SeatId
from gamedsl_interpreter.engine import ChanceOutcome, Move

Pending: TypeAlias = tuple[tuple[SeatId, tuple[int, ...]], ...]


@frozen
class Began:
    """A match began: its seed (None: chance is resolved by hand) and index."""

    seed: int | None
    index: int


@frozen
class Made:
    """A seat made a move, or took one step of it."""

    seat: SeatId
    move: Move | int


Happened: TypeAlias = Began | Made | ChanceOutcome


@define(frozen=True, eq=False, weakref_slot=False)
class WasmState:
    """A position and what goes with it: `record` holds the bytes of the layout, then the stream and the proof counters.

    `before` and `happened` lead back to the beginning of the match: what a seat has observed is found by going through it again.
    """

    record: builtins.bytes = field(repr=False)
    size: int = field(repr=False)
    node: NodeId
    is_over: bool
    is_shared: bool = field(repr=False)
    pending: Pending
    before: WasmState | None = field(repr=False)
    happened: Happened = field(repr=False)

    @property
    def bytes(self) -> builtins.bytes:
        """Canonical bytes of the position, then two for each step taken; where several seats choose at once, a seat's steps follow two bytes
        0xFF00 + seat."""
        steps: list[int] = []
        for seat, taken in self.pending:
            steps += (0xFF00 + seat, *taken) if self.is_shared else taken
        return self.record[: self.size] + b"".join(step.to_bytes(2, "little") for step in steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WasmState) and self.bytes == other.bytes

    def __hash__(self) -> int:
        return hash(self.bytes)
