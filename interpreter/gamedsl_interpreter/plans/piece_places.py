"""Finds the families of zones in which the pieces of a formula or local can be, without any position.

The answer holds for the whole Game: a local can hold the pieces of any of its definitions. So an executor can address zones directly.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis import walk
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model import statements as s
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.types import FieldId, LocalId, ZoneId

Places = frozenset[ZoneId]
_NOWHERE: Places = frozenset()


class PiecePlaces:
    """The families of a Game's pieces. Pieces without a place (`piece of kind`) add no family."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._families = {
            spec.base + i: ZoneId(zone) for zone, spec in enumerate(game.zones) for i in range(len(spec.start))
        }
        self._locals_by_commit_field = _locals_by_commit_field(game)
        definitions = list(_definitions(game))
        self._locals: dict[LocalId, Places | None] = dict.fromkeys((local for local, _ in definitions), _NOWHERE)
        before: dict[LocalId, Places | None] | None = None
        while before != self._locals:
            before = dict(self._locals)
            for local, source in definitions:
                self._locals[local] = _join(self._locals[local], None if source is None else self.of(source))

    def of(self, expr: Expr) -> Places | None:
        """Returns the families in which the pieces of a formula can be; None if that is unknown."""
        match expr:
            case expressions.Contents(zone) | expressions.TopPiece(zone):
                return self._zone(zone)
            case expressions.Local(id):
                return self._locals.get(id)
            case expressions.Const():
                return self._constant(expr)
            case expressions.FieldAt(field) if field in self._locals_by_commit_field:
                found: Places | None = _NOWHERE
                for one in (self._locals.get(local) for local in self._locals_by_commit_field[field]):
                    found = _join(found, one)
                return found
            case expressions.PieceOf():
                return _NOWHERE
            case expressions.Convert(operand) | expressions.Need(operand):
                return self.of(operand) if _has_pieces(operand.type) else _NOWHERE
            case expressions.Join(left, right):
                return _join(self.of(left), self.of(right))
            case expressions.IfElse(_, yes, no):
                return _join(self.of(yes), self.of(no))
            case expressions.Without(left):
                return self.of(left)
            case expressions.LyingIn(pieces, zone):
                return self._meet(pieces, zone)
            case expressions.Call(function):
                return self.of(self._game.functions[function].body)
            case expressions.FlatMap(body=body) | expressions.MapList(body=body):
                return self.of(body)
            case (
                expressions.Filter()
                | expressions.While()
                | expressions.Sorted()
                | expressions.Distinct()
                | expressions.TakeFrom()
                | expressions.TakeSome()
                | expressions.Some()
                | expressions.Rest()
                | expressions.Pick()
                | expressions.Item()
            ):
                return self.of(expr.source)  # mypy takes half a minute for a capture in each of these patterns
            case _:
                return None

    def _zone(self, zone: Expr) -> Places | None:
        match zone:
            case expressions.ZoneAt(family):
                return frozenset((family,))
            case expressions.Need(operand):
                return self._zone(operand)
            case expressions.IfElse(_, yes, no):
                return _join(self._zone(yes), self._zone(no))
            case expressions.Call(function):
                return self._zone(self._game.functions[function].body)
            case expressions.Const(None):
                return _NOWHERE
            case _:
                return None

    def _meet(self, pieces: Expr, zone: Expr) -> Places | None:
        """Returns the families of pieces that are also in a place of another formula."""
        one, other = self.of(pieces), self.of(zone)
        if one is None or other is None:
            return one if other is None else other
        return one & other

    def _constant(self, expr: expressions.Const) -> Places | None:
        match expr.type, expr.value:
            case _, None | ():
                return _NOWHERE
            case types.Pieces(), tuple() as entries:
                zones = [entry[0] for entry in entries if isinstance(entry, tuple)]
                known = [self._families[zone] for zone in zones if isinstance(zone, int) and zone in self._families]
                return frozenset(known)
            case _:
                return None


def _has_pieces(of: types.Type) -> bool:
    match of:
        case types.Piece() | types.Pieces():
            return True
        case types.Optional(inner) | types.ListOf(inner) | types.SetOf(inner) | types.Bag(inner):
            return _has_pieces(inner)
        case types.Ranking(inner):
            return _has_pieces(inner)
        case types.Zone():
            return True
        case _:
            return False


def _join(one: Places | None, other: Places | None) -> Places | None:
    return None if one is None or other is None else one | other


def _locals_by_commit_field(game: Game) -> dict[FieldId, tuple[LocalId, ...]]:
    """Finds the locals that simultaneous decisions keep in fields until all have chosen; nothing else writes these fields."""
    found: dict[FieldId, tuple[LocalId, ...]] = {}
    for node in game.nodes:
        if isinstance(node, TogetherNode):
            for local, field in node.commits:
                found[field] = (*found.get(field, ()), local)
    return found


def _definitions(game: Game) -> Iterator[tuple[LocalId, Expr | None]]:
    """Yields every definition of a local, with the formula that gives its pieces (None: any pieces)."""
    everything = (game.nodes, game.routines, game.functions)
    routines = {routine.rule: routine for routine in game.routines}
    for part in everything:
        for thing in part:
            yield from _in_formulas(game, thing)
            for stmt in walk.statements(thing):
                yield from _in_statement(stmt)
                if isinstance(stmt, s.CallRule) and stmt.rule in routines:
                    yield from zip(routines[stmt.rule].params, stmt.args, strict=False)
    for node in game.nodes:
        match node:
            case ChanceNode(event=s.Draw(element=element, source=source)) if element is not None:
                yield element, expressions.Contents(source, types.Pieces((), 0))
            case ChanceNode(event=s.Roll(local=local, source=source)):
                yield local, source
            case DecisionNode() | TogetherNode():
                for plan in walk.plans(node.plan):
                    for part_of_plan in plan.parts:
                        yield from _in_part(part_of_plan)
            case _:
                pass
    for question in game.questions:
        for param in question.params:
            yield param, None


def _in_formulas(game: Game, thing: object) -> Iterator[tuple[LocalId, Expr | None]]:
    for expr in walk.expressions(thing):
        match expr:
            case (
                expressions.Filter()
                | expressions.While()
                | expressions.MapList()
                | expressions.Distinct()
                | expressions.FlatMap()
                | expressions.Fold()
                | expressions.Sorted()
            ):
                yield expr.local, expr.source
            case expressions.Call(function, args):
                yield from zip(game.functions[function].params, args, strict=True)
            case _:
                pass


def _in_statement(stmt: object) -> Iterator[tuple[LocalId, Expr | None]]:
    match stmt:
        case s.SetLocal(local, value):
            yield local, value
        case s.For(locals, source):
            for local in locals:
                yield local, source if len(locals) == 1 else None
        case _:
            pass


def _in_part(part: s.Part) -> Iterator[tuple[LocalId, Expr | None]]:
    match part:
        case s.Bind(local, value):
            yield local, value
        case s.Select():
            for source in part.sources:
                yield part.local, source
                yield part.element, source
        case _:
            pass
