"""Computes the capacity of each pile, the most pieces it can ever hold: `move card to trail[card.colour]` brings each trail only cards of one colour.

A pile takes one word of a position for each piece, so a smaller capacity makes smaller positions. Each statement adds the kinds that it can move: all kinds
of the moved classes, or one kind where the kind of a single piece decides its destination. A formula that the analysis cannot evaluate counts as every place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from gamedsl.graph.analysis.walk import expressions, statements
from gamedsl.graph.bytes.scales import instances, kinds_of
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Convert, Expr, KindOf, Local, ZoneAt
from gamedsl.graph.model.game import FunctionSpec, Game, TableSpec, ZoneSpec
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.semantics.construction.folding import NotFixed, fold
from gamedsl.semantics.effects.movements import movement
from gamedsl.values import evolve, frozen

Kinds = frozenset[types.KindId]


def with_pile_capacities(game: Game) -> tuple[ZoneSpec, ...]:
    """Returns the zones, with a capacity for piles that can never hold all pieces of their classes."""
    found = _Arrivals(game).find_kinds()
    return tuple(_with_capacity(game, zone, found) for zone in game.zones)


def _with_capacity(game: Game, zone: ZoneSpec, found: Sequence[Kinds]) -> ZoneSpec:
    def pieces(kinds: Kinds | tuple[types.KindId, ...]) -> int:
        return sum(game.kinds[kind].copies for kind in kinds)

    room = max((pieces(found[zone.base + i]) for i in range(len(zone.start))), default=0)
    narrow = zone.form == "pile" and room < pieces(kinds_of(game, zone.classes))
    return evolve(zone, room=room) if narrow else zone


@frozen
class _Arrival:
    """Kinds that may arrive at any of these places."""

    kinds: Kinds
    places: tuple[int, ...]


class _Arrivals:
    """The kinds that can lie in each zone instance."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tables: dict[types.TableId, TableSpec] = {types.TableId(i): table for i, table in enumerate(game.tables)}
        self._functions: dict[types.FunctionId, FunctionSpec] = {
            types.FunctionId(i): f for i, f in enumerate(game.functions)
        }
        self._every = frozenset(types.KindId(i) for i in range(len(game.kinds)))
        self._everywhere = tuple(range(instances(game.zones)))

    def find_kinds(self) -> list[Kinds]:
        """Returns the kinds by instance: the initial content, arrivals, and pieces shuffled in when a draw runs out."""
        lying = [frozenset(kind for kind, _ in content) for zone in self._game.zones for content in zone.start]
        bodies = (*self._game.nodes, *(routine.body for routine in self._game.routines))
        for stmt in (stmt for body in bodies for stmt in statements(body)):
            for arrival in self._find_arrivals(stmt):
                for place in arrival.places:
                    lying[place] |= arrival.kinds
        for zone in self._game.zones:
            if zone.refill is not None:
                everything = self._kinds(types.Zone(zone.classes, zone.form))
                for place in range(zone.base, zone.base + len(zone.start)):
                    lying[place] |= everything
        return lying

    def _find_arrivals(self, stmt: Stmt) -> Iterator[_Arrival]:
        for transfer in movement(self._game.zones, self._game.builtins.box, stmt).transfers:
            what = transfer.pieces
            kinds = self._every if what is None else self._kinds(what.type)
            piece = None if what is None else _find_single_piece(what)
            if piece is None:
                yield _Arrival(kinds, tuple(self._places(transfer.to, None, None)))
            else:  # its place may depend on its kind
                yield from (
                    _Arrival(frozenset((kind,)), tuple(self._places(transfer.to, piece, kind))) for kind in kinds
                )

    # ------------------------------------------------------------ places

    def _places(self, to: Expr | None, piece: types.LocalId | None, kind: types.KindId | None) -> Iterator[int]:
        """Yields the possible instances of a formula for a zone, given the kind of the piece in the local."""
        match to:
            case ZoneAt():
                zone = self._game.zones[to.zone]
                sizes = [dimension.size for dimension in zone.dimensions]
                places = [self._index(i, size, piece, kind) for i, size in zip(to.index, sizes, strict=True)]
                for index in product(*places):
                    yield zone.base + sum(at * prod(sizes[d + 1 :]) for d, at in enumerate(index))
            case _:
                yield from self._everywhere

    def _index(self, index: Expr, size: int, piece: types.LocalId | None, kind: types.KindId | None) -> Sequence[int]:
        """Returns the possible values of an index."""
        if piece is not None and not _reads_kind_only(index, piece):
            return range(size)
        frame: dict[types.LocalId, types.Value] = {} if piece is None else {piece: (types.NO_PLACE, kind)}
        try:
            value = fold(index, self._tables, self._functions, frame)
        except NotFixed:
            return range(size)
        return [value] if isinstance(value, int) and 0 <= value < size else []

    def _kinds(self, of: types.Type) -> Kinds:
        """Returns all kinds of the classes of pieces, or of a zone."""
        match of:
            case types.Pieces(classes) | types.Piece(classes) | types.Zone(classes):
                return frozenset(kinds_of(self._game, classes))
            case types.Optional(inner):
                return self._kinds(inner)
            case _:
                return self._every


def _find_single_piece(what: Expr) -> types.LocalId | None:
    """Returns the local whose single piece is all that moves; None for other formulas."""
    match what:
        case Convert(Local(id, types.Piece() | types.Optional(types.Piece()))):
            return id
        case _:
            return None


def _reads_kind_only(index: Expr, piece: types.LocalId) -> bool:
    """Whether the index depends only on the kind of the piece."""
    inside = list(expressions(index))
    reads = sum(isinstance(e, Local) and e.id == piece for e in inside)
    return reads == sum(isinstance(e, KindOf) and isinstance(e.piece, Local) and e.piece.id == piece for e in inside)
