"""Texts of moves: the reference executor makes them on demand, and each only once where that is possible.

The module says which moves there are. Where a decision is one selection of a number or place, the text of a move depends only on the selected
element: it is made once, and moves are kept by what is offered. The text of any other move is made when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.wasm.interface import Offer
from gamedsl_interpreter.wasm.reference_twin import OpenDecision

MOST_KEPT = 10_000
"""Notes whose moves are kept; after that all are forgotten."""


class LateMove(Move):
    """A move whose text is made when it is asked for."""

    __slots__ = ("_decision",)

    def __init__(self, steps: tuple[int, ...], decision: OpenDecision, asked: int = 1) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "asked", asked)
        object.__setattr__(self, "_decision", decision)

    @property
    def text(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  # the same to whoever reads it
        """The stable text that names the move."""
        decision: OpenDecision = object.__getattribute__(self, "_decision")
        return decision.text(self.steps)

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...], str, int]]:
        return Move, (self.steps, self.text, self.asked)


class Offered:
    """Moves of decisions of one simple selection, kept by the note that says what is offered (see `emit.stop_notes`)."""

    def __init__(self, offers: Mapping[int, Offer]) -> None:
        self._offers = offers
        self._kept: dict[bytes, tuple[Move, ...]] = {}
        self._texts: dict[tuple[int, int], str] = {}
        self._moves: dict[tuple[int, int, int], Move] = {}
        self.get = self._kept.get

    def moves(self, note: bytes, decision: OpenDecision) -> tuple[Move, ...] | None:
        """The moves of a note; None if the note does not tell the moves."""
        node = int.from_bytes(note[:4], "little", signed=True)
        if node < 0:
            return None
        elements = _elements(self._offers[node], note)
        if any((node, element) not in self._texts for element in elements):
            self._texts.update(((node, e), text) for e, text in zip(elements, decision.texts(), strict=True))
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
