"""The moves of a decision as a sequence: counted in the module, and listed only when they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, overload

from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.wasm.instances.calls import Steps
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.wording.moves import LateMove, MoveWords

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.engine import WasmEngine

_FEW = 3
"""The most moves that are found one by one; after that all are listed."""


class Known(Protocol):
    """Finds the moves of a seat at a state. Any thread may call it."""

    def nth(self, number: int, /) -> Move:
        """Returns one of them by its number."""
        ...

    def list_all(self) -> tuple[Move, ...]:
        """Lists all of them."""
        ...


class Moves(Sequence[Move]):
    """All complete moves of a seat at a state, in normative order; equal to a tuple of the same moves."""

    __slots__ = ("_all", "_count", "_known", "_looked")

    def __init__(self, count: int, known: Known) -> None:
        self._count = count
        self._known = known
        self._looked = 0
        self._all: tuple[Move, ...] | None = None

    def _every(self) -> tuple[Move, ...]:
        if self._all is None:
            self._all = self._known.list_all()
        return self._all

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice) or self._all is not None or self._looked >= _FEW:
            return self._every()[index]
        number = index + self._count if index < 0 else index
        if not 0 <= number < self._count:
            raise IndexError("there are not so many moves")
        self._looked += 1
        return self._known.nth(number)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._every())

    def __eq__(self, other: object) -> bool:
        return self._every() == (other._every() if isinstance(other, Moves) else other)

    def __hash__(self) -> int:
        return hash(self._every())

    def __repr__(self) -> str:
        return repr(self._every())

    def __reduce__(self) -> tuple[type[tuple[Move, ...]], tuple[tuple[Move, ...]]]:
        return tuple, (self._every(),)


class MoveFinder:
    """Finds the moves of a seat at a state, and their words. The seat has taken the steps `prefix`."""

    __slots__ = ("_engine", "_prefix", "_seat", "_state")

    def __init__(self, engine: WasmEngine, state: WasmState, seat: int, prefix: Steps = ()) -> None:
        self._engine = engine
        self._state = state
        self._seat = seat
        self._prefix = prefix

    def words(self, steps: Steps) -> MoveWords:
        """Returns the words of a complete move. Any thread may call it."""
        return self._engine.move_words(self._state, self._seat, steps)

    def nth(self, number: int) -> Move:
        """Returns the move with this number."""
        return LateMove(self._engine.here().nth_move(self._state, self._seat, self._prefix, number), self)

    def list_all(self) -> tuple[Move, ...]:
        """Lists all moves."""
        return tuple([LateMove(steps, self) for steps in self._engine.list_move_steps(self._state, self._seat)])
