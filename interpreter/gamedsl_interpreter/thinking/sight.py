"""What a seat sees of a position, as bytes that tell positions apart."""

from __future__ import annotations

from array import array
from typing import Generic, Protocol, runtime_checkable

from gamedsl_interpreter.engine import Engine, S, State
from gamedsl_interpreter.observations import ObservationSpace


@runtime_checkable
class _Observes(Protocol):
    """An engine that says what a seat sees without words; both executors do."""

    def observed_numbers(self, state: State, seat: int, space: ObservationSpace, /) -> array[int]: ...


class Sight(Generic[S]):
    """The eyes of one seat."""

    def __init__(self, engine: Engine[S], seat: int) -> None:
        self._engine = engine
        self._seat = seat
        self._observing = engine if isinstance(engine, _Observes) else None
        self._space = ObservationSpace(engine.game)

    def of(self, state: S) -> bytes:
        """What it sees of a position."""
        if self._observing is not None:
            return self._observing.observed_numbers(state, self._seat, self._space).tobytes()
        view = self._engine.view(state, self._seat)
        return repr((view.phase, view.to_act, view.zones, view.fields)).encode()
