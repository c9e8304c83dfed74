"""Checks `then Ann sees Bob.hand`, `then Ann does not see Bob.hand`: statements about the visibility that the rules declare."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.example_lines import Sight, Then
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.graph.model.types import FLAG, WORD, ListOf, SeatId, SiteId
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.examples.givens import find_value
from gamedsl.semantics.examples.moves import seat_of
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import NotConstant
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.semantics.rules.program import Program
from gamedsl.syntax.tree import example_lines, formulas

_YES = expressions.Const(True, FLAG)
_NO = expressions.Const(False, FLAG)


def sight_line(program: Program, line: example_lines.ExampleSees, site: SiteId) -> Then | None:
    """Returns the fact. A seat that sees only the top of a non-empty pile satisfies neither form."""
    seat, place = seat_of(program, line.who), _place(program, line.place)
    if seat is None or place is None:
        return None
    world = program.world
    spec = world.zones[place.zone] if isinstance(place, expressions.ZoneAt) else world.fields[place.field]
    sees = _sees(world, spec, place.index, seat)
    fact = sees
    if not line.is_seen:
        fact = expressions.Not(sees, FLAG)
        if spec.visibility.top_seen:
            fact = expressions.And(fact, _is_empty(place), FLAG)
    return Then(fact, "", site, sight=Sight(seat, words(line.place), line.is_seen))


def _place(program: Program, node: formulas.Expr) -> expressions.ZoneAt | expressions.FieldAt | None:
    """Returns the one zone or field that is named."""
    world = program.world
    if not isinstance(node, formulas.Name | formulas.Attribute | formulas.Index):
        world.problem(BadExample(node.span, about(ExampleFlaw.NOT_SEEN, words(node))))
        return None
    found = refer(world, node, Scope("example"), None)
    if isinstance(found, expressions.Const) and is_broken(found):
        return None
    if not isinstance(found, expressions.ZoneAt | expressions.FieldAt):
        world.problem(BadExample(node.span, about(ExampleFlaw.NOT_SEEN, words(node))))
        return None
    if any(find_value(program, index) is None for index in found.index):
        world.problem(NotConstant(node.span, Thing.WHICH_FIELD))
        return None
    return found


def _sees(
    world: World, spec: FieldSpec | ZoneSpec, index: tuple[expressions.Expr, ...], seat: SeatId
) -> expressions.Expr:
    """Builds the test that the seat sees the content of the zone or field."""
    me = expressions.Const(seat, world.player)
    match spec.visibility.who:
        case "everyone":
            return _YES
        case "nobody":
            return _NO
        case "owner":
            return _owns(world, spec, index, me)
        case "others":
            return expressions.Not(_owns(world, spec, index, me), FLAG)
        case "function":
            function = spec.visibility.function
            body = None if function is None else world.functions[function]
            if function is None or body is None:
                raise ValueError(f"no function says who sees `{spec.name}`")
            return _has(expressions.Call(function, index[: len(body.params)], _players(world)), me)


def _owns(
    world: World, spec: FieldSpec | ZoneSpec, index: tuple[expressions.Expr, ...], me: expressions.Expr
) -> expressions.Expr:
    if not spec.owned:
        return _NO
    if spec.owners is not None:
        return _has(expressions.Call(spec.owners, index[:1], _players(world)), me)
    return expressions.Equal(index[0], me, FLAG) if index[0].type == world.player else _NO


def _has(players: expressions.Expr, me: expressions.Expr) -> expressions.Expr:
    return expressions.Has(players, me, FLAG)


def _players(world: World) -> ListOf:
    return ListOf(world.player, len(world.seats))


def _is_empty(place: expressions.Expr) -> expressions.Expr:
    count = expressions.Count(place, WORD)
    return expressions.Equal(count, expressions.Const(0, WORD), FLAG)
