"""A cache of moves for decisions of one simple selection, by their offers.

If a decision is one selection of a number or place, the words of a move depend only on the selected element. The module writes a note with the offer after each
record (see `emit.stop_notes`), so moves are cached by the bytes of that note.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.wasm.instances.interface import Offer
from gamedsl_interpreter.wording.moves import LateMove

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.wording import Words

MOST_KEPT = 10_000
"""The most notes whose moves are kept; above this the cache is cleared."""


class Offered:
    """The cached moves of decisions of one simple selection."""

    def __init__(self, offers: Mapping[int, Offer], words: Words) -> None:
        self._offers = offers
        self._words = words
        self._kept: dict[bytes, tuple[Move, ...]] = {}
        self._moves: dict[tuple[int, int, int], Move] = {}
        self.get = self._kept.get

    def moves(self, note: bytes) -> tuple[Move, ...] | None:
        """Returns the moves of a note; None if the note does not determine them."""
        node = int.from_bytes(note[:4], "little", signed=True)
        if node < 0:
            return None
        made = tuple([self._move(node, bit, place) for place, bit in enumerate(_bits(self._offers[node], note))])
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[note] = made
        return made

    def _move(self, node: int, bit: int, place: int) -> Move:
        key = (node, bit, place)
        if key not in self._moves:
            self._moves[key] = LateMove((place,), self._words.simple(node, self._offers[node].low + bit))
        return self._moves[key]


def _bits(offer: Offer, note: bytes) -> list[int]:
    bits = int.from_bytes(note[4 : 4 + 8 * offer.words], "little")
    places: list[int] = []
    while bits:
        least = bits & -bits
        places.append(least.bit_length() - 1)
        bits ^= least
    return places
