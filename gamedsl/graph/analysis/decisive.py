"""Finds the places that make an end come true: the three cells of a row, the chain between two sides, the man on the last row."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis import walk
from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode
from gamedsl.graph.model.statements import If, SetField
from gamedsl.graph.model.types import (
    FieldId,
    Flag,
    FunctionId,
    ListOf,
    LocalId,
    Nothing,
    Optional,
    Position,
    SetOf,
    SiteId,
)
from gamedsl.values import frozen

_NOWHERE = SiteId(-1)
"""The site of what cannot fail where the condition holds."""


@frozen
class Decisive:
    """The places of one board that make the end with a reason come true. `places` is a formula of the type SetOf Position, for positions where the match has
    ended for this reason."""

    reason: int
    board: int
    places: expressions.Expr


def decisive_places(game: Game) -> tuple[Decisive, ...]:
    """Returns, for each reason for which a match can end, formulas for the places that made it end (such as a row of four). Ends without such places have
    none, and neither have ends whose places hide their content from some seat."""
    found: dict[Decisive, None] = {}
    for node in game.nodes:
        if isinstance(node, BranchNode) and node.edge in game.reasons:
            for places in _Ends(game).witnesses(node.condition, ()):
                if _is_open(game, places):
                    found[Decisive(game.reasons.index(node.edge), _place_of(places).board, places)] = None
    return tuple(found)


def _is_open(game: Game, places: expressions.Expr) -> bool:
    read = walk.with_functions(game, places)
    specs = [game.fields[one] for one in walk.list_read_fields(read)] + [
        game.zones[one] for one in walk.list_named_zones(read)
    ]
    return all(spec.visibility.who == "everyone" for spec in specs)


class _Ends:
    """Formulas for the places that make conditions of a Game true. They may be used only where the condition holds."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def witnesses(self, condition: expressions.Expr, inside: tuple[FunctionId, ...]) -> Iterator[expressions.Expr]:
        """Yields the places as sets. A condition that only states that something is absent has none. `inside`: the functions whose bodies contain the
        condition."""
        match condition:
            case expressions.Call(function) if function not in inside:
                yield from self.witnesses(self._body(condition), (*inside, function))
            case expressions.And(left, right):
                yield from self.witnesses(left, inside)
                yield from self.witnesses(right, inside)
            case expressions.Or(left, right):
                yield from self._try_both(left, left, right, inside)
            case expressions.IfElse(either, yes, no):
                yield from self._try_both(either, yes, no, inside)
            case expressions.Compare(">" | ">=", left, expressions.Const()):
                yield from self._find_counted_places(left, inside)
            case expressions.Compare(_, left, right) | expressions.Equal(left, right):
                yield from _find_places_spoken_of(left)
                yield from _find_places_spoken_of(right)
            case expressions.Not(expressions.Equal(left, expressions.Const(None))):
                yield from _find_named_place(left)
                yield from _find_places_spoken_of(left)
            case expressions.Fold("any", search, local, expressions.Has(goal, expressions.Local(item))) if (
                local == item and (ways := expressions.shortest_ways(search, local, goal))
            ):
                yield ways
            case expressions.Fold("any", expressions.Groups() as groups, local, body):
                yield from _groups(groups, local, body)
            case expressions.Fold("any", source, local, body):
                yield from self._elements(expressions.Filter(source, local, body, source.type), local, body, inside)
            case expressions.Fold("all", source, local, body) if not self._is_whole(source):
                yield from self._elements(source, local, body, inside)
            case expressions.FieldAt(field, (seat,)):
                for cause in self._causes(field, seat):
                    yield from self._try_both(cause, cause, expressions.Const(False, Flag()), inside)
            case _:
                pass

    def _body(self, call: expressions.Call) -> expressions.Expr:
        """Returns the body of a function with its arguments."""
        spec = self._game.functions[call.function]
        return walk.substitute(spec.body, dict(zip(spec.params, call.args, strict=True)))

    def _causes(self, field: FieldId, seat: expressions.Expr) -> Iterator[expressions.Expr]:
        """Yields the conditions on which rules set the flag of a player. They may have been true only at that time."""
        for statement in walk.statements((*self._game.nodes, *self._game.routines)):
            match statement:
                case If(condition, (SetField(set_field, (expressions.Local(local),), expressions.Const(True)),)) if (
                    set_field == field
                ):
                    yield walk.substitute(condition, {local: seat})
                case _:
                    pass

    def _try_both(
        self, condition: expressions.Expr, yes: expressions.Expr, no: expressions.Expr, inside: tuple[FunctionId, ...]
    ) -> Iterator[expressions.Expr]:
        for places in self.witnesses(yes, inside):
            yield expressions.IfElse(condition, places, expressions.Const((), places.type), places.type)
        for places in self.witnesses(no, inside):
            yield expressions.IfElse(condition, expressions.Const((), places.type), places, places.type)

    def _find_counted_places(
        self, number: expressions.Expr, inside: tuple[FunctionId, ...]
    ) -> Iterator[expressions.Expr]:
        """Yields the places that are counted in a number that is great enough."""
        match number:
            case expressions.Call(function) if function not in inside:
                yield from self._find_counted_places(self._body(number), (*inside, function))
            case expressions.Count(expressions.Call(function) as call, of) if function not in inside:
                yield from self._find_counted_places(expressions.Count(self._body(call), of), (*inside, function))
            case expressions.Arithmetic("+", left, right):
                yield from self._find_counted_places(left, inside)
                yield from self._find_counted_places(right, inside)
            case expressions.Count(expressions.Filter(_, local, body) as those):
                yield from self._elements(those, local, body, inside)
            case expressions.Count(expressions.While(_, local, body) as those):
                yield from self._elements(those, local, body, inside)
            case _:
                yield from _find_places_spoken_of(number)

    def _elements(
        self, those: expressions.Expr, local: LocalId, body: expressions.Expr, inside: tuple[FunctionId, ...]
    ) -> Iterator[expressions.Expr]:
        """Yields the elements for which the body holds, if they are places; otherwise the places on which the body depends."""
        of = getattr(those.type, "of", None)
        if isinstance(of, Position):
            yield (those if isinstance(those.type, SetOf) else expressions.Convert(those, SetOf(of)))
        for places in self.witnesses(body, inside):
            if not (isinstance(of, Position) and places == _make_set_of_one(expressions.Local(local, of), of)):
                yield expressions.FlatMap(those, local, places, places.type)

    def _is_whole(self, source: expressions.Expr) -> bool:
        """Whether the source consists of all places of a board: a condition that holds everywhere marks no places."""
        match source:
            case expressions.Const(tuple(places), SetOf(Position(size=size)) | ListOf(Position(size=size))):
                return len(places) == size
            case _:
                return False


def _find_places_spoken_of(term: expressions.Expr) -> Iterator[expressions.Expr]:
    """Yields each place whose field, column or content a term reads."""
    if isinstance(term, expressions.FieldAt | expressions.ZoneAt | expressions.Lookup):
        for index in term.index:
            yield from _find_named_place(index)
    if not isinstance(term, expressions.Iteration):
        for part in walk.children(term):
            yield from _find_places_spoken_of(part)


def _find_named_place(value: expressions.Expr) -> Iterator[expressions.Expr]:
    """Yields the place that is the value of a term, if it is a place."""
    match value.type:
        case Position() as of:
            yield _make_set_of_one(value, of)
        case Optional(Position() as of):
            is_none = expressions.Equal(value, expressions.Const(None, Nothing()), Flag())
            yield expressions.IfElse(
                is_none,
                expressions.Const((), SetOf(of)),
                _make_set_of_one(expressions.Need(value, of, _NOWHERE), of),
                SetOf(of),
            )
        case _:
            pass


def _groups(groups: expressions.Groups, local: LocalId, body: expressions.Expr) -> Iterator[expressions.Expr]:
    """Yields the places of the groups for which the body holds."""
    match groups.type:
        case ListOf(SetOf(Position()) as group):
            yield expressions.FlatMap(
                expressions.Filter(groups, local, body, groups.type), local, expressions.Local(local, group), group
            )
        case _:
            pass


def _make_set_of_one(place: expressions.Expr, of: Position) -> expressions.Expr:
    return expressions.MakeList((place,), SetOf(of))


def _place_of(places: expressions.Expr) -> Position:
    match places.type:
        case SetOf(Position() as of):
            return of
        case _:
            raise AssertionError(f"{places.type} is no set of places")
