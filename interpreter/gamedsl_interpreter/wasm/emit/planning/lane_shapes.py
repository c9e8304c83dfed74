"""Finds the formulas whose pieces can be kept as lanes: the families of zones that they come from are known while emitting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, SlotZone, zone_coding
from gamedsl.graph.bytes.scales import kinds_scale
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.types import LocalId, ZoneId
from gamedsl.values import frozen

MOST_SLOTS = 64
_MOST_KINDS = 32
"""Zones with more kinds hold few of them at a time, and entries suit them better."""


def zone_kinds(game: Game, spec: ZoneSpec) -> tuple[int, ...]:
    """Gives the kinds that can lie in a zone, ascending."""
    return kinds_scale(game, spec.classes).kinds


@frozen
class Slots:
    """The families of zones that pieces come from, in order, each with its kinds."""

    families: tuple[ZoneId, ...]
    kinds: tuple[tuple[int, ...], ...]

    @property
    def words(self) -> tuple[int, ...]:
        """Gives how many words each zone has."""
        return tuple(-(-len(kinds) // 8) for kinds in self.kinds)

    @property
    def size(self) -> int:
        """Gives how many slots there are, with the unused ones after the kinds of each zone."""
        return 8 * sum(self.words)

    @property
    def bytes(self) -> int:
        """Gives the bytes of lanes in working memory: for each zone its instance (8 bytes), then its words."""
        return sum(8 + 8 * words for words in self.words)

    def every(self) -> list[tuple[int, int, int]]:
        """Lists each slot with the number of its zone and its kind."""
        starts = [8 * sum(self.words[:i]) for i in range(len(self.kinds))]
        return [
            (start + i, number, kind)
            for number, (start, kinds) in enumerate(zip(starts, self.kinds, strict=True))
            for i, kind in enumerate(kinds)
        ]


def slots(game: Game, families: Sequence[ZoneId]) -> Slots:
    """Makes the slots of some families."""
    return Slots(tuple(families), tuple(zone_kinds(game, game.zones[family]) for family in families))


Families = tuple[ZoneId, ...]
Known = Callable[[LocalId], Families | None]


def families_of(game: Game, expr: Expr, known: Known, chosen: Known) -> Families | None:
    """Gives the families that the pieces of a formula come from, one zone of each, if the formula shows them and there are few enough slots. `known`
    gives the families of locals that hold pieces, `chosen` those of locals that hold one piece."""
    families = _families(game, expr, known, chosen)
    if (
        families is None
        or len(set(families)) != len(families)
        or not all(_is_simple(game, family) for family in families)
    ):
        return None
    return families if slots(game, families).size <= MOST_SLOTS else None


def _families(game: Game, expr: Expr, known: Known, chosen: Known) -> Families | None:
    match expr:
        case expressions.Contents(expressions.ZoneAt(zone)):
            return (zone,)
        case expressions.Local(local, types.Pieces()):
            return known(local)
        case expressions.Convert(expressions.Local(local, types.Piece()), types.Pieces()):
            return chosen(local)
        case expressions.Filter(source, _, _, types.Pieces()):
            return _families(game, source, known, chosen)
        case expressions.LyingIn(pieces, expressions.Contents(expressions.ZoneAt())):
            return _families(game, pieces, known, chosen)
        case expressions.Join(left, right, types.Pieces()):
            one, other = _families(game, left, known, chosen), _families(game, right, known, chosen)
            return None if one is None or other is None else one + other
        case expressions.Call(function, _, types.Pieces()):
            return _families(game, game.functions[function].body, lambda _: None, lambda _: None)
        case _:
            return None


def _is_simple(game: Game, family: ZoneId) -> bool:
    """Whether counts of the kinds in a zone fit into bytes, with a bit to spare."""
    spec = game.zones[family]
    kinds = zone_kinds(game, spec)
    if spec.form == "pile" or not kinds or len(kinds) > _MOST_KINDS:
        return False
    if any(game.kinds[kind].copies > 127 for kind in kinds):
        return False
    match zone_coding(game, spec):
        case SlotZone() | MaskZone() | CountZone(Counted(_, "B")):
            return True
        case _:
            return False
