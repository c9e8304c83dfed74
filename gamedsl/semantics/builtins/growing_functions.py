"""Built-in functions about places in use: the places of a growing board that hold something, and the places beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from math import prod

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension
from gamedsl.graph.model.types import FLAG, BoardId, Int, Kind, Position, SetOf, Zone
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.builtins.collection_functions import count_of
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.board_tables import neighbours_of
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol, ClassSymbol, FieldSymbol, OwnBoardSymbol, ZoneSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.data import BadGrowth, GrowthFlaw
from gamedsl.semantics.problems.names import NobodyActs, WrongSort
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def places_in_use(world: World, board: BoardId, scope: Scope, span: Span) -> expressions.Expr:
    """Builds the set of places in use: those with a piece in one of their zones. On a board without zones, those with a field that has another value than at
    the start."""
    name = world.boards[board].spec.name
    members = world.members.get(name, {}).values()
    whole = [m.inner if isinstance(m, OwnBoardSymbol) else m for m in members]
    zones = laying_zones(world, board)
    has_fields = not zones and world.boards[board].laid is None
    fields = [m for m in whole if isinstance(m, FieldSymbol) and has_fields]
    if not zones and not fields:
        return refuse(
            world, BadGrowth(span, about(GrowthFlaw.NOTHING_TO_LAY, name, world.boards[board].laid or "tile"))
        )
    owner: tuple[expressions.Expr, ...] = ()
    if name in world.own_boards:
        if scope.me is None:
            return refuse(world, NobodyActs(span, name))
        scope.uses.me = True
        owner = (scope.me,)
    place = Position(board, len(world.boards[board].spec.places))
    local = world.local("it", place)
    index = (*owner, local)
    tests = [*_pieces_at(world, zones, index, scope, span), *_changes_at(world, fields, index, scope, span)]
    condition = reduce(lambda a, b: expressions.Or(a, b, FLAG), tests)
    return expressions.Filter(conversions.all_values(world, place), local.id, condition, SetOf(place))


def laying_zones(world: World, board: BoardId) -> list[ZoneSymbol]:
    """Returns the zones of the places into which pieces are laid: the zones for the component that the board names, or all zones."""
    made = world.boards[board]
    members = world.members.get(made.spec.name, {}).values()
    zones = [whole for m in members if isinstance(whole := m.inner if isinstance(m, OwnBoardSymbol) else m, ZoneSymbol)]
    laid = world.symbols.get(made.laid) if made.laid is not None else None
    return [z for z in zones if laid.id in world.zones[z.id].classes] if isinstance(laid, ClassSymbol) else zones


def _pieces_at(
    world: World, zones: Sequence[ZoneSymbol], index: tuple[expressions.Expr, ...], scope: Scope, span: Span
) -> Iterator[expressions.Expr]:
    """Yields a test for each zone of a place: whether it holds a piece."""
    for symbol in zones:
        spec = world.zones[symbol.id]
        for numbers in _other_indexes(spec.dimensions[len(index) :]):
            at = (*index, *_as_formulas(spec.dimensions[len(index) :], numbers))
            zone = expressions.ZoneAt(symbol.id, at, Zone(spec.classes, spec.form), world.site(span, scope.where))
            yield expressions.Compare(">", count_of(world, zone), number(0), FLAG)


def _changes_at(
    world: World, fields: Sequence[FieldSymbol], index: tuple[expressions.Expr, ...], scope: Scope, span: Span
) -> Iterator[expressions.Expr]:
    """Yields a test for each field of a place: whether its value has changed since the start."""
    for symbol in fields:
        spec = world.fields[symbol.id]
        own, others = spec.dimensions[: len(index)], spec.dimensions[len(index) :]
        sizes = tuple(dimension.size for dimension in own)
        each = prod(dimension.size for dimension in others)
        for step, numbers in enumerate(_other_indexes(others)):
            starts = spec.start[step::each]
            site = world.site(span, scope.where)
            if all(start == starts[0] for start in starts):
                before: expressions.Expr = expressions.Const(starts[0], spec.type)
            else:
                table = world.table(f"start of {spec.name}", (0,) * len(sizes), sizes, starts)
                before = constants.look_up(world, table, index, spec.type, site)
            value = expressions.FieldAt(symbol.id, (*index, *_as_formulas(others, numbers)), spec.type, site)
            yield expressions.Not(expressions.Equal(value, before, FLAG), FLAG)


def _other_indexes(dimensions: Sequence[Dimension]) -> Iterator[tuple[int, ...]]:
    return product(*(range(dimension.size) for dimension in dimensions))


def _as_formulas(dimensions: Sequence[Dimension], numbers: tuple[int, ...]) -> Iterator[expressions.Expr]:
    for dimension, i in zip(dimensions, numbers, strict=True):
        yield number(i) if isinstance(dimension.type, Int | Kind) else expressions.Const(i, dimension.type)


def _board(world: World, call: BuiltinCall) -> BoardId | None:
    """Returns the growing board that the argument names."""
    name = call.args[0]
    ref = refer(world, name, call.scope, None) if isinstance(name, formulas.Name) else None
    if not isinstance(ref, BoardSymbol):
        world.problem(WrongSort(name.span, words(name), Thing.NO_BOARD, Thing.BOARD))
        return None
    if world.boards[ref.id].torus is None:
        world.problem(BadGrowth(name.span, about(GrowthFlaw.WITH_EDGE, words(name))))
        return None
    return ref.id


def _places_of_board(world: World, call: BuiltinCall) -> expressions.Expr:
    board = _board(world, call)
    return BROKEN if board is None else places_in_use(world, board, call.scope, call.node.span)


def _margin(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds the set of places beside places in use; the first place if none is in use."""
    board = _board(world, call)
    laid = BROKEN if board is None else places_in_use(world, board, call.scope, call.node.span)
    if board is None or is_broken(laid):
        return BROKEN
    place = Position(board, len(world.boards[board].spec.places))
    local, found = world.local("it", place), SetOf(place)
    near = expressions.Lookup(neighbours_of(world, world.boards[board]), (local,), found, call.site(world))
    beside = expressions.Without(expressions.FlatMap(laid, local.id, near, found), laid, found)
    is_empty = expressions.Equal(count_of(world, laid), number(0), FLAG)
    return expressions.IfElse(is_empty, expressions.Const((0,), found), beside, found)


GROWING_FUNCTIONS: dict[str, Make] = {"laid": _places_of_board, "margin": _margin}
