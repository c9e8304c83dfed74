"""Resolves `x[…]` of fields, zones, boards, lists and collections."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int, Kind, ListOf, Optional, Piece, Position, Row, Zone, plain
from gamedsl.semantics.construction import constants, conversions, intervals, sure
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol, ListTableSymbol
from gamedsl.semantics.model.types import describe, optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import note_index_risk, plain_arguments
from gamedsl.semantics.names.member_symbols import row_table
from gamedsl.semantics.names.reference_values import field_at, position_of, zone_at
from gamedsl.semantics.names.references import FieldNeedsIndex, Ref, ZoneNeedsIndex
from gamedsl.semantics.names.rows import cell_by_number, column_by_value
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.semantics.problems.values import MayFail, NotACollection, Risk
from gamedsl.syntax.tree import formulas


def complete_index(world: World, ref: FieldNeedsIndex | ZoneNeedsIndex, node: formulas.Index, scope: Scope) -> Ref:
    """Returns the field or zone with the index in brackets."""
    spec = world.zones[ref.zone] if isinstance(ref, ZoneNeedsIndex) else world.fields[ref.field]
    args = plain_arguments(world, node, len(spec.dimensions) - len(ref.index), spec.name)
    if args is None:
        return BROKEN
    index = list(ref.index)
    for arg, dimension in zip(args, spec.dimensions[len(ref.index) :], strict=True):
        at = world.check.coerce(
            arg, scope, optional(dimension.type) if not isinstance(dimension.type, Int) else dimension.type
        )
        if is_broken(at):
            return BROKEN
        if isinstance(dimension.type, Int):
            at = intervals.arithmetic(world, scope, "-", at, number(dimension.low), arg.span) if dimension.low else at
        index.append(position_of(world, at, scope, arg.span))
    if isinstance(ref, ZoneNeedsIndex):
        return zone_at(world, ref.zone, tuple(index), scope, node.span)
    return field_at(world, ref.field, tuple(index), scope, node.span)


def place_at(world: World, board: Board, ref: BoardSymbol, node: formulas.Index, scope: Scope) -> expressions.Expr:

    sizes = (board.rows, board.columns) if board.kind in ("grid", "hex") else (len(board.spec.places),)
    low = 1 if board.torus is None else -board.torus.radius
    args = plain_arguments(world, node, len(sizes), board.spec.name)
    if args is None:
        return BROKEN
    at = [world.check.integer(a, scope) for a in args]
    if any(is_broken(a) for a in at):
        return BROKEN
    for arg, a, size in zip(args, at, sizes, strict=True):
        note_index_risk(world, scope, a, low, low + size - 1, arg.span, words(node.of))
    table = world.table(board.spec.name, (low,) * len(sizes), sizes, _numbers_of_places(board))
    found = constants.look_up(
        world, table, tuple(at), Position(ref.id, len(board.spec.places)), world.site(node.span, scope.where)
    )
    if isinstance(found, expressions.Lookup) and all(isinstance(a, expressions.Const) for a in at):
        first, last = (
            f"`{board.spec.name}[{', '.join(map(str, ends))}]`"
            for ends in ((low,) * len(sizes), tuple(low + size - 1 for size in sizes))
        )
        places = f"{first} to {last}"
        return refuse(
            world, UnknownName(node.span, words(node), about(Role.PLACE_OF, board.spec.name), (), places=places)
        )
    return found


def _numbers_of_places(board: Board) -> tuple[int, ...]:
    """Returns the numbers of the places by row and column; for a ring or row, by their order."""
    torus = board.torus
    if torus is None:
        return tuple(range(len(board.spec.places)))
    around = range(-torus.radius, torus.radius + 1)
    return tuple(torus.place(r, c) for r in around for c in around)


def list_cell(world: World, ref: ListTableSymbol, node: formulas.Index, scope: Scope) -> expressions.Expr:

    args = plain_arguments(world, node, 1, ref.name)
    if args is None:
        return BROKEN
    at = world.check.integer(args[0], scope)
    if is_broken(at):
        return BROKEN
    spec = world.tables[ref.table]
    note_index_risk(world, scope, at, spec.lows[0], spec.lows[0] + spec.sizes[0] - 1, node.span, ref.name)
    cell = Optional(ref.cell) if None in spec.values else ref.cell
    return constants.look_up(world, ref.table, (at,), cell, world.site(node.span, scope.where))


def item_at(world: World, of: expressions.Expr, node: formulas.Index, scope: Scope) -> expressions.Expr:

    if is_broken(of):
        return BROKEN
    if isinstance(plain(of.type), Kind | Piece | Row | Zone):
        by_value = column_by_value(world, of, node, scope)
        if by_value is not None:
            return by_value
    if isinstance(of.type, Row):
        args = plain_arguments(world, node, 1, "the row")
        return (
            BROKEN
            if args is None
            else cell_by_number(world, row_table(world, of.type), of, world.check.integer(args[0], scope), node, scope)
        )
    source = conversions.as_list(world, of)
    if not isinstance(source.type, ListOf):
        return refuse(world, NotACollection(node.of.span, describe(world, of.type)))
    args = plain_arguments(world, node, 1, "the list")
    if args is None:
        return BROKEN
    at = world.check.integer(args[0], scope)
    if is_broken(at):
        return BROKEN
    if not (
        isinstance(source, expressions.Const)
        and isinstance(at.type, Int)
        and at.type.low >= 1
        and at.type.high <= source.type.most
    ):
        constants.risk(world, scope, MayFail(node.span, Risk.LIST_TOO_SHORT))
    if isinstance(at.type, Int):
        sure.note_element(world, node.span, words(node.of), at.type, source.type.most)
    zero_based = intervals.arithmetic(world, scope, "-", at, number(1), node.span)
    return constants.fold_if_fixed(
        world,
        expressions.Item(source, zero_based, source.type.of, world.site(node.span, scope.where)),
        source,
        zero_based,
    )
