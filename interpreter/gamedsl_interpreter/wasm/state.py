"""The state of a match in the wasm executor: a value."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TypeAlias

from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import ChanceOutcome, Move, Pending, State
from gamedsl_interpreter.facts import Log
from gamedsl_interpreter.origin import Origin


@frozen
class Began:
    """The match began: its seed (None: chance is resolved by hand) and index, and the named start (None: the set-up)."""

    seed: int | None
    index: int
    start: str | None = None


@frozen
class Apart:
    """A position taken from a batch, which keeps no event log."""


@frozen
class Put:
    """A match that continues from a state of the reference executor, for example a saved one."""

    state: State


class Drawn:
    """A match that continues in a world. `make` samples this world again on the reference executor when somebody asks for its event log."""

    __slots__ = ("_make", "_state")

    def __init__(self, make: Callable[[], State]) -> None:
        self._make = make
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The world as a state of the reference executor."""
        if self._state is None:
            self._state = self._make()
        return self._state

    def __reduce__(self) -> tuple[type[Put], tuple[State]]:
        return Put, (self.state,)


@frozen
class Reseeded:
    """A match that continues with another chance stream (None: chance is resolved by hand)."""

    seed: int | None
    index: int


Happened: TypeAlias = Began | Put | Drawn | Apart | Reseeded | Move | int | ChanceOutcome
"""The step that led to a state. A match began, was loaded, or was taken out of a batch; it got another stream of chance; a seat made a move, or took
one step of a move; a chance outcome happened."""


@frozen
class Facts:
    """Data that all states of a module share: the game, the bytes of a position, the nodes at which a match is over, the nodes at which several seats
    choose at once."""

    origin: Origin
    size: int
    ends: frozenset[int]
    together: frozenset[int]


class WasmState:
    """A position with the data of its match: `record` holds the bytes of the layout, then the stream, the proof counters, and the module's note of the
    offer; `acting` are the seats that have to choose.

    `before` and `happened` (by `seat`, if a seat did it) lead back to the beginning of the match, which is replayed to find its event log (see
    `history`). `log` is that log; it is None until it is needed. No other attribute ever changes. The class is not frozen because making instances of a
    frozen class takes three times as long.
    """

    __slots__ = ("acting", "before", "facts", "happened", "log", "pending", "record", "seat")

    def __init__(
        self,
        facts: Facts,
        record: builtins.bytes,
        acting: tuple[SeatId, ...],
        pending: Pending,
        before: WasmState | None,
        seat: SeatId | None,
        happened: Happened,
    ) -> None:
        self.facts = facts
        self.record = record
        self.acting = acting
        self.pending = pending
        self.before = before
        self.seat = seat
        self.happened = happened
        self.log: Log | None = None

    @property
    def node(self) -> NodeId:
        return NodeId(self.record[0] | self.record[1] << 8)

    @property
    def is_over(self) -> bool:
        return not self.acting and self.node in self.facts.ends

    @property
    def stream(self) -> builtins.bytes:
        at = -(-self.facts.size // 16) * 16
        return self.record[at : at + 16]

    @property
    def bytes(self) -> builtins.bytes:
        """The canonical bytes of the position, then two for each step taken; if several seats choose at once, a seat's steps follow two bytes 0xFF00 + seat."""
        position = self.record[: self.facts.size]
        if not self.pending:
            return position
        is_shared = self.node in self.facts.together
        steps: list[int] = []
        for seat, taken in self.pending:
            steps += (0xFF00 + seat, *taken) if is_shared else taken
        return position + b"".join(step.to_bytes(2, "little") for step in steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WasmState) and self.bytes == other.bytes

    def __hash__(self) -> int:
        return hash(self.bytes)

    def __repr__(self) -> str:
        from gamedsl_interpreter.standing import standing

        return standing(self.facts.origin, self.node, self.bytes, self.acting, is_over=self.is_over)

    def __copy__(self) -> WasmState:
        return self

    def __deepcopy__(self, memo: object) -> WasmState:
        return self

    def __reduce__(self) -> tuple[Callable[..., WasmState], tuple[object, ...]]:
        # As a list and not as linked objects: pickle recurses, and the chains of long matches are too deep for it.
        way: list[_Step] = []
        is_last_move = True
        here: WasmState | None = self
        while here is not None:
            happened = here.happened
            if not _is_unfinished(here):
                is_last_move = False
            elif not is_last_move:
                # The state after the last step of a move holds the whole move.
                here = here.before
                continue
            way.append((here.seat, Move(happened.steps, "") if isinstance(happened, Move) else happened))
            here = here.before
        return _restore_state, (self.facts, self.record, self.acting, self.pending, tuple(reversed(way)))


def _is_unfinished(state: WasmState) -> bool:
    """Whether the state is in the middle of a move, so nothing has happened yet."""
    before = state.before
    return (
        isinstance(state.happened, int) and before is not None and state.record != b"" and state.record == before.record
    )


_Step: TypeAlias = tuple[SeatId | None, Happened]
"""The step that led to a state, and the seat that chose it."""


def _restore_state(
    facts: Facts, record: builtins.bytes, acting: tuple[SeatId, ...], pending: Pending, way: tuple[_Step, ...]
) -> WasmState:
    """Rebuilds a state that comes from another process. The states before it hold only the steps that led to them, which is enough to replay the match."""
    before: WasmState | None = None
    for seat, happened in way[:-1]:
        before = WasmState(facts, b"", (), (), before, seat, happened)
    seat, happened = way[-1]
    return WasmState(facts, record, acting, pending, before, seat, happened)
