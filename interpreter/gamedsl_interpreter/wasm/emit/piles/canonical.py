"""The canonical bytes of a pile: its length, a kind for each place, and a bit for each place that says whether a stretch begins there."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import PileZone, zone_coding
from gamedsl.graph.bytes.scales import code_up_to
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, load

_LOADS = {1: "u8", 2: "u16"}


@frozen
class PileBytes:
    """The widths in bytes of the length and of a kind, and the number of places."""

    length_width: int
    kind_width: int
    places: int

    @property
    def _cuts(self) -> int:
        return self.length_width + self.places * self.kind_width

    def length(self, pile: Ir) -> Ir:
        """Loads the number of pieces."""
        return load(_LOADS[self.length_width], pile)

    def set_length(self, fn: Fn, pile: Ir, length: Ir) -> None:
        """Writes the number of pieces."""
        fn.store(str(8 * self.length_width), pile, length)

    def kind(self, pile: Ir, place: Ir) -> Ir:
        """Loads the number of the kind at a place."""
        return load(_LOADS[self.kind_width], pile + place * self.kind_width, self.length_width)

    def set_kind(self, fn: Fn, pile: Ir, place: Ir, kind: Ir) -> None:
        """Writes the number of the kind at a place."""
        fn.store(str(8 * self.kind_width), pile + place * self.kind_width, kind, self.length_width)

    def cut_at(self, pile: Ir, place: Ir) -> Ir:
        """Gives the address of the byte that holds a place's bit."""
        return pile + (place >> 3) + self._cuts


def pile_bytes(game: Game, family: ZoneId) -> PileBytes:
    """Gives the layout of the piles of a family."""
    coding = zone_coding(game, game.zones[family])
    if not isinstance(coding, PileZone):
        raise AssertionError("only a pile has the bytes of one")
    length_width, kind_width = (1 + "BH".index(code_up_to(most)) for most in (coding.most, coding.kinds.count))
    return PileBytes(length_width, kind_width, coding.most)
