"""Words for moves and steps: the reference executor makes them, when they are asked for and as seldom as possible.

The module says which moves there are. Where a decision is one selection of a number or place, the text of a move depends only on the element that
is selected; so it is asked for once, and moves are kept by what is offered. The text of any other move is made when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Move, Step, StepOption
from gamedsl_interpreter.reference.decisions.decisions import Decision, only_move
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wasm.emit.stop_notes import Offer
from gamedsl_interpreter.wasm.reference_twin import Shadow
from gamedsl_interpreter.wasm.state import WasmState

MOST_KEPT = 10_000


class Asking:
    """The open decision of a seat at a state, as the reference executor has it; made when words are needed."""

    def __init__(self, shadow: Shadow, state: WasmState, seat: SeatId) -> None:
        self._shadow = shadow
        self._state = state
        self._seat = seat
        self._found: tuple[Decision, Frame] | None = None

    def decision(self) -> tuple[Decision, Frame]:
        """The decision, and the position as the seat sees it."""
        if self._found is None:
            engine = self._shadow.engine
            decision, frame, _ = engine.asking(self._shadow.state(self._state), self._seat)
            self._found = decision, frame
        return self._found

    def text(self, steps: tuple[int, ...]) -> str:
        """The text of a complete move."""
        decision, frame = self.decision()
        return decision.moves(frame, steps)[0][1].text

    def step(self, before: tuple[int, ...], values: tuple[int, ...]) -> Step:
        """The step after others, with its completable values; without values, the only move, which is `before`."""
        decision, frame = self.decision()
        if not values:
            opened, values = only_move(decision.name, self.text(before)), (0,)
        else:
            opened = decision.opened(frame, (*before, values[0]))
        options = tuple(StepOption(value, opened.text(value)) for value in values)
        return Step(decision.name, opened.kind, opened.name, opened.about, options)


class LateMove(Move):
    """A move whose text is made when it is asked for."""

    __slots__ = ("_asking",)

    def __init__(self, steps: tuple[int, ...], asking: Asking) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "_asking", asking)

    @property
    def text(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  # the same to whoever reads it
        """The stable text that names the move."""
        asking: Asking = object.__getattribute__(self, "_asking")
        return asking.text(self.steps)

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...], str]]:
        return Move, (self.steps, self.text)


class Offered:
    """Moves of decisions of one simple selection, kept by the note that says what is offered (see `emit.stops`)."""

    def __init__(self, offers: dict[int, Offer]) -> None:
        self._offers = offers
        self._kept: dict[bytes, tuple[Move, ...]] = {}
        self._texts: dict[tuple[int, int], str] = {}
        self._moves: dict[tuple[int, int, int], Move] = {}
        self.get = self._kept.get

    def moves(self, note: bytes, asking: Asking) -> tuple[Move, ...] | None:
        """The moves that a note stands for; None if it stands for none."""
        node = int.from_bytes(note[:4], "little", signed=True)
        if node < 0:
            return None
        elements = _elements(self._offers[node], note)
        if any((node, element) not in self._texts for element in elements):
            decision, frame = asking.decision()
            found = decision.moves(frame, ())
            self._texts.update(((node, e), move.text) for e, (_, move) in zip(elements, found, strict=True))
        made = tuple(self._move(node, element, place) for place, element in enumerate(elements))
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[note] = made
        return made

    def _move(self, node: int, element: int, place: int) -> Move:
        key = (node, element, place)
        if key not in self._moves:
            self._moves[key] = Move((place,), self._texts[node, element])
        return self._moves[key]


def _elements(offer: Offer, note: bytes) -> Sequence[int]:
    bits = int.from_bytes(note[4 : 4 + 8 * offer.words], "little")
    elements: list[int] = []
    while bits:
        least = bits & -bits
        elements.append(least.bit_length() - 1)
        bits ^= least
    return elements
