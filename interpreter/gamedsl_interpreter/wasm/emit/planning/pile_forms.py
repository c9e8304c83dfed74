"""The working form of piles: which families have one, and its address.

Between calls of a host, the bytes of a pile are canonical. While a match is played, a pile has three parts: its bottom, whose bytes are canonical; an
*open* stretch, kept as counts by kind; and settled pieces above it. The settled pieces are in the canonical bytes at their places, and the length is
always that of the whole pile. Three values lie after the record for each such pile: the number of open pieces (32 bits); the number of settled pieces
above them plus 1 (32 bits; 0: all bytes are canonical); and the counts of the open stretch in 64-bit words. So a record whose extra bytes are 0 is
canonical, and a copy of a record is a copy of its piles.
"""

from __future__ import annotations

from gamedsl.graph.bytes.codings import PileZone, zone_coding
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.planning import count_lanes as lanes

OPEN = 0
ABOVE = 4
COUNTS = 8
"""The offsets of the parts in the extra bytes."""
MOST_WORDS = 8
_BITS = 64


@frozen
class PileForm:
    """The working form of a family of piles. `at`: the offset of the extra bytes of its first instance, from the start of a record."""

    family: ZoneId
    kinds: tuple[int, ...]
    most: int
    """The capacity, which is the number of bytes for kinds after the byte of the length."""
    is_mask: bool
    """Whether the open stretch is a bit for each kind, because there is only one piece of each; otherwise it is lanes."""
    words: int
    at: int

    @property
    def stride(self) -> int:
        """Gives the extra bytes of one instance."""
        return COUNTS + 8 * self.words

    @property
    def name(self) -> str:
        """Gives the prefix of the names of its functions."""
        return f"pile{self.family}"


def pile_forms(game: Game, at: int) -> tuple[dict[ZoneId, PileForm], int]:
    """Gives the working forms of the families that have one, with their data from offset `at` on, and the first free offset."""
    forms: dict[ZoneId, PileForm] = {}
    for family in sorted(_families_settled_by_chance(game)):
        spec = game.zones[family]
        coding = zone_coding(game, spec)
        if not isinstance(coding, PileZone):
            continue
        kinds = coding.kinds.kinds
        is_mask = len(kinds) <= _BITS and all(game.kinds[kind].copies <= 1 for kind in kinds)
        words = 1 if is_mask else lanes.words_for(len(kinds))
        if kinds and coding.most <= lanes.MOST and words <= MOST_WORDS:
            forms[family] = PileForm(family, tuple(kinds), coding.most, is_mask, words, at)
            at += forms[family].stride * len(spec.start)
    return forms, at


def _families_settled_by_chance(game: Game) -> set[ZoneId]:
    """Gives the families from which chance draws, or in which it settles pieces."""
    families: set[ZoneId] = set()
    for node in game.nodes:
        match node:
            case ChanceNode(Draw(source=zone) | Resolve(zone=zone)):
                family = family_of(zone)
                if family is not None:
                    families.add(family)
            case _:
                pass
    return families


def family_of(zone: Expr) -> types.ZoneId | None:
    """Gives the family of a zone, if the formula names it."""
    match zone:
        case expressions.ZoneAt(family):
            return family
        case expressions.Need(operand):
            return family_of(operand)
        case _:
            return None
