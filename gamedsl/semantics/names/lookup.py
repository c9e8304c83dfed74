"""Resolves names. Look-up order: the innermost `where` element's own fields, locals, the acting player's fields, shared names, values.
Also `x[…]` of fields, zones, boards, lists and collections.

A reference (`Ref`) is a formula, or something that is not a formula yet: a field or zone that still needs its index, a class, a board, a table, a function.
"""

from __future__ import annotations

from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int, Kind, ListOf, Optional, Piece, Position, Row, Type, Zone, plain
from gamedsl.semantics.construction import constants, conversions, intervals, sure
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    EnumSymbol,
    LetSymbol,
    ListTableSymbol,
    RowTableSymbol,
)
from gamedsl.semantics.model.types import describe, optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import note_index_risk, plain_arguments
from gamedsl.semantics.names.bare_names import is_local, owner_name, resolve_bare_name, resolve_shared_name
from gamedsl.semantics.names.kinds import kind_by_keys
from gamedsl.semantics.names.member_symbols import row_table
from gamedsl.semantics.names.members import member_of
from gamedsl.semantics.names.reference_values import as_formula, field_at, let_call, position_of, zone_at
from gamedsl.semantics.names.references import FieldNeedsIndex, FunctionRef, Ref, ZoneNeedsIndex
from gamedsl.semantics.names.rows import cell_by_number, column_by_value, row_cell
from gamedsl.semantics.problems.elements import NotACollection
from gamedsl.semantics.problems.names import UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import MayFail, Risk
from gamedsl.syntax.tree import formulas
from gamedsl.values import evolve

SHARED = formulas.Name("shared")
"""The name in front of the dot in `shared.coins`."""


# ---------------------------------------------------------------- references


def refer(
    world: World,
    node: formulas.Name | formulas.Attribute | formulas.Index | formulas.Apply,
    scope: Scope,
    expected: Type | None,
) -> Ref:
    match node:
        case formulas.Name():
            return resolve_bare_name(world, node.id, node.span, scope, expected)
        case formulas.Attribute():
            return _attribute(world, node, scope, expected)
        case formulas.Index():
            return _index(world, node, scope, expected)
        case formulas.Apply():
            target = (
                formulas.Name("no", span=node.of.span)
                if isinstance(node.of, formulas.FlagLiteral) and not node.of.value
                else node.of
            )
            if not isinstance(target, formulas.Name | formulas.Attribute):
                return refuse(world, WrongSort(node.of.span, "this", Thing.FORMULA, Thing.FUNCTION))
            if isinstance(target, formulas.Name) and target.id in SIGNATURES and not is_local(world, target.id, scope):
                return world.check.builtin(target.id, node, scope, expected)
            found = refer(world, target, scope, None)
            if isinstance(target, formulas.Name):
                _seek_functions(world, target, scope)
            if isinstance(found, FunctionRef):
                return let_call(world, found, node, scope)
            if isinstance(found, expressions.Const) and is_broken(found):
                return BROKEN
            return refuse(world, WrongSort(target.span, words(target), Thing.NO_FUNCTION, Thing.FUNCTION, node.span))


def _seek_functions(world: World, target: formulas.Name, scope: Scope) -> None:
    """Suggests functions for an unknown name with brackets after it, if one is similar."""
    last = world.problems[-1] if world.problems else None
    if not isinstance(last, UnknownName) or last.span != target.span:
        return
    owned = world.members.get("player", {}) if scope.me is not None else {}
    lets = (
        name for symbols in (world.symbols, owned) for name, symbol in symbols.items() if isinstance(symbol, LetSymbol)
    )
    functions = tuple(sorted({*SIGNATURES, *lets}))
    if closest(target.id, functions) is not None:
        world.problems[-1] = evolve(last, known=functions)


def _seek_kinds(world: World, node: formulas.Index) -> None:
    """Suggests the components that have the kind in brackets, for an unknown name in front of them: `lantern[Red, 1]` for `card[Red, 1]`."""
    last = world.problems[-1] if world.problems else None
    if not isinstance(last, UnknownName) or last.span != node.of.span:
        return
    cells = words(node).partition("[")[2]
    named = {kind.name for kind in world.kinds}
    found = tuple(one.name for one in world.classes if f"{one.name}[{cells}" in named)
    if found:
        world.problems[-1] = evolve(last, components=found, cells=cells)


# ---------------------------------------------------------------- x.name


def _attribute(world: World, node: formulas.Attribute, scope: Scope, expected: Type | None) -> Ref:

    if node.of == SHARED:
        return resolve_shared_name(world, node.name, scope)
    static = _static_attribute(world, node, scope)
    if static is not None:
        return static
    if isinstance(node.of, formulas.Name | formulas.Attribute | formulas.Index | formulas.Apply):
        ref = refer(world, node.of, scope, None)
        of = as_formula(world, ref, scope, node.of, None)
    else:
        of = world.check.formula(node.of, scope)
    if is_broken(of):
        return BROKEN
    if world.meanings is not None:
        world.meanings.owners[node.of.span] = of
    return member_of(world, of, node.name, scope)


def _static_attribute(world: World, node: formulas.Attribute, scope: Scope) -> Ref | None:
    """Resolves `Three.Red`, `pirate.Ann`, `symbol.Horse`."""
    if not isinstance(node.of, formulas.Name | formulas.Index):
        return None
    if isinstance(node.of, formulas.Index):
        owner = world.symbols.get(node.of.of.id) if isinstance(node.of.of, formulas.Name) else None
        if node.name.text in world.seat_called and isinstance(owner, ClassSymbol):
            return kind_by_keys(world, owner, node.of, scope, node.name.text)
        return None
    if node.of.id in scope.names:
        return None
    kinds = world.pivot_kinds.get((node.of.id, node.name.text))
    if kinds is not None:
        return expressions.Const(kinds[0], world.kind_type(kinds[0]))
    symbol = world.symbols.get(node.of.id)
    if isinstance(symbol, EnumSymbol | ClassSymbol | BoardSymbol):
        for c in world.values.get(node.name.text, []):
            if owner_name(world, c) == node.of.id:
                return c
    return None


# ---------------------------------------------------------------- x[...]


def _index(world: World, node: formulas.Index, scope: Scope, expected: Type | None) -> Ref:

    ref: Ref
    match node.of:
        case formulas.Name() | formulas.Attribute() | formulas.Index() | formulas.Apply():
            ref = refer(world, node.of, scope, None)
            _seek_kinds(world, node)
        case _:
            ref = world.check.formula(node.of, scope)
    if isinstance(ref, expressions.Expr) and is_broken(ref):
        return BROKEN
    match ref:
        case FieldNeedsIndex() | ZoneNeedsIndex():
            return _complete_index(world, ref, node, scope)
        case ClassSymbol():
            return kind_by_keys(world, ref, node, scope, None)
        case BoardSymbol():
            return place_at(world, world.boards[ref.id], ref, node, scope)
        case ListTableSymbol():
            return _list_cell(world, ref, node, scope)
        case RowTableSymbol():
            return row_cell(world, ref, node, scope)
        case _:
            return _item_at(world, as_formula(world, ref, scope, node.of, None), node, scope)


def _complete_index(world: World, ref: FieldNeedsIndex | ZoneNeedsIndex, node: formulas.Index, scope: Scope) -> Ref:
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


def _list_cell(world: World, ref: ListTableSymbol, node: formulas.Index, scope: Scope) -> expressions.Expr:

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


def _item_at(world: World, of: expressions.Expr, node: formulas.Index, scope: Scope) -> expressions.Expr:

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
