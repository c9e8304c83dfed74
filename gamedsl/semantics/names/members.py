"""Resolves members of elements: fields, zones, attributes, columns and layers, `x.name`."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.model import symbols
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, most, optional, put_together, set_of
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.member_symbols import member_names, member_symbol, owner_of, row_table
from gamedsl.semantics.names.own_boards import check_owner
from gamedsl.semantics.names.paths import paths_to
from gamedsl.semantics.names.reference_values import as_formula, certain, field_at, position_of, zone_at
from gamedsl.semantics.names.references import FunctionRef, Ref
from gamedsl.semantics.problems.data import BadGrowth, GrowthFlaw
from gamedsl.semantics.problems.names import NobodyActs, UnknownMember
from gamedsl.semantics.problems.terms import Described, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident


def member(world: World, element: expressions.Expr, name: str, scope: Scope, span: Span) -> Ref | None:
    """Resolves `element.name` where it exists. An attribute of none is none."""
    symbol = member_symbol(world, element, name)
    if symbol is None:
        return None
    type_ = types.plain(element.type)
    if world.meanings is not None:
        owner = "" if isinstance(symbol, symbols.ScoreSymbol) else f"{owner_of(world, type_)}."
        world.meanings.names[span] = f"{owner}{name}"
    site = world.site(span, scope.where)
    if not isinstance(symbol, str):
        of_kind = conversions.as_kind(element) if isinstance(type_, types.Piece | types.Zone) else element
        return of_symbol(world, symbol, name, of_kind, scope, span)
    match symbol:
        case "number" if isinstance(type_, types.Player):
            return _through(world, element, types.Int(1, type_.size), tuple(range(1, type_.size + 1)), "number", site)
        case "human":
            return _through(
                world, element, types.FLAG, tuple(i < world.humans for i in range(len(world.seats))), "human", site
            )
        case "total":
            return expressions.Call(
                world.check.total(), (certain(world, element, scope, span, name),), types.Int(-(2**31), 2**31 - 1)
            )
        case "attribute":
            kind = conversions.as_kind(element)
            classes = cast("types.Kind", types.plain(kind.type)).classes
            found = world.attribute(classes, name)
            if found is None:
                return refuse(
                    world, Mismatch(span, about(Thing.ONE_MEANING, name), Thing.ATTRIBUTES_OF_DIFFERENT_TYPES)
                )
            table, cell = found
            return constants.look_up(
                world, table, (kind,), optional(cell) if isinstance(kind.type, types.Optional) else cell, site
            )
        case "column" if isinstance(type_, types.Enum):
            column = world.enum_columns[(type_.id, name)]
            return _through(world, element, column.type, column.values, name, site)
        case "column" if isinstance(type_, types.Row):
            column = row_table(world, type_).columns[name]
            return _through(world, element, column.type, column.values, name, site)
        case "joined" if isinstance(type_, types.Position):
            return _join_boards(world, element, type_, name, scope, span)
        case "row" if isinstance(type_, types.Position):
            return refuse(world, BadGrowth(span, about(GrowthFlaw.NO_ROWS, world.boards[type_.board].spec.name)))
        case "layer" if isinstance(type_, types.Position):
            return _layer(world, element, world.boards[type_.board], name, site)
        case _:
            return None


def _join_boards(
    world: World, element: expressions.Expr, type_: types.Position, name: str, scope: Scope, span: Span
) -> expressions.Expr:
    """Builds a member that all boards of a union have: it reads the member of the board that holds the place."""
    element = certain(world, element, scope, span, name)
    made: expressions.Expr | None = None
    for board, first in reversed(world.boards[type_.board].parts):
        size_ = len(world.boards[board].spec.places)
        own = types.Position(board, size_)
        inside = tuple(i - first if first <= i < first + size_ else 0 for i in range(type_.size))
        table = world.table(
            f"{world.boards[type_.board].spec.name} on {world.boards[board].spec.name}", (0,), (type_.size,), inside
        )
        place = constants.look_up(world, table, (element,), own, world.site(span, scope.where))
        ref = member(world, place, name, scope, span)
        value = as_formula(world, ref, scope, formulas.Name(name, span=span), None) if ref is not None else BROKEN
        if made is None:
            made = value
            continue
        if value.type != made.type:
            return refuse(world, Mismatch(span, describe(world, made.type), describe(world, value.type)))
        here = expressions.Compare("<", element, expressions.Const(first + size_, type_), types.FLAG)
        made = expressions.IfElse(here, value, made, made.type)
    return made if made is not None else BROKEN


def _layer(world: World, element: expressions.Expr, board: Board, name: str, site: int) -> expressions.Expr:

    places = len(board.spec.places)
    if name in board.layers:
        column = board.layers[name]
        return _through(world, element, column.type, column.values, name, types.SiteId(site))
    if name == "number":
        return _through(world, element, types.Int(1, places), tuple(range(1, places + 1)), "number", types.SiteId(site))
    rows = tuple(i // board.columns + 1 for i in range(places))
    columns = tuple(i % board.columns + 1 for i in range(places))
    if name == "row":
        return _through(world, element, types.Int(1, board.rows), rows, "row", types.SiteId(site))
    return _through(world, element, types.Int(1, board.columns), columns, "col", types.SiteId(site))


def _through(
    world: World, element: expressions.Expr, type_: types.Type, values: tuple[types.Value, ...], name: str, site: int
) -> expressions.Expr:
    """Builds a table look-up by the ordinal of the element."""

    table = world.table(name, (0,), (len(values),), values)
    possible = image(world, element)
    blanks = None in values if possible is None else any(values[i] is None for i in possible)
    full = optional(type_) if blanks or isinstance(element.type, types.Optional) else type_
    return constants.look_up(world, table, (element,), full, types.SiteId(site))


def image(world: World, element: expressions.Expr) -> frozenset[int] | None:
    """Returns the ordinals that an attribute of kinds can have, if they are known. They prove that some blanks are never read."""
    while isinstance(element, expressions.Need):
        element = element.operand
    if not isinstance(element, expressions.Lookup) or len(element.index) != 1:
        return None
    cells: tuple[types.Value, ...] = world.tables[element.table].values
    index = types.plain(element.index[0].type)
    if isinstance(index, types.Kind):
        cells = tuple(cells[k] for k in world.kinds_of(index.classes))
    return frozenset(int(c) for c in cells if isinstance(c, int))


def of_symbol(
    world: World, symbol: symbols.Symbol, name: str, element: expressions.Expr | None, scope: Scope, span: Span
) -> Ref:
    """Resolves a declared name, for the element (or none) that it belongs to."""
    owner = () if element is None else (position_of(world, element, scope, span),)
    match symbol:
        case symbols.FieldSymbol():
            return field_at(world, symbol.id, owner, scope, span)
        case symbols.ZoneSymbol():
            return zone_at(world, symbol.id, owner, scope, span)
        case symbols.OwnBoardSymbol():
            if scope.me is None:
                return refuse(world, NobodyActs(span, name))
            scope.uses.me = True
            if element is not None:
                check_owner(world, element, scope.me, name, span)
            if isinstance(symbol.inner, symbols.FieldSymbol):
                return field_at(world, symbol.inner.id, (scope.me, *owner), scope, span)
            return zone_at(world, symbol.inner.id, (scope.me, *owner), scope, span)
        case symbols.ConstSymbol():
            return symbol.value
        case symbols.LetSymbol():
            if element is None and symbol.owner is not None and scope.me is not None:
                element = scope.me
            return FunctionRef(name, symbol, element)
        case symbols.ScoreSymbol():
            if element is None:
                if scope.me is None:
                    return refuse(world, NobodyActs(span, name))
                element = scope.me
                scope.uses.me = True
            function, type_ = world.check.score(symbol.index)
            return expressions.Call(function, (certain(world, element, scope, span, name),), type_)
        case _:
            return symbol


def member_of(world: World, of: expressions.Expr, name: Ident, scope: Scope) -> Ref:
    """Resolves `of.name`, also of every element of a collection."""
    found = member(world, of, name.text, scope, name.span)
    if found is not None:
        return found
    source = conversions.as_list(world, of)
    element = element_of(source.type)
    if element is not None and not isinstance(source.type, types.Zone) and not isinstance(element, types.Int):
        local = world.local("it", element)
        world.origins[local.id] = (source,)
        inner = member(world, local, name.text, scope, name.span)
        if inner is not None:
            return _spread_over(
                world, source, local, as_formula(world, inner, scope, formulas.Name(name.text, span=name.span), None)
            )
        return refuse(world, _unknown_member(world, name, describe(world, element), local))
    return refuse(world, _unknown_member(world, name, describe(world, of.type), of))


def _unknown_member(world: World, name: Ident, of: Described, element: expressions.Expr) -> UnknownMember:
    known, paths = tuple(sorted(member_names(world, element))), paths_to(world, element.type, name.text)
    return UnknownMember(name.span, name.text, of, known, name.text in SIGNATURES, paths)


def _spread_over(
    world: World, source: expressions.Expr, local: expressions.Local, body: expressions.Expr
) -> expressions.Expr:
    """Builds `S.f`: the different values for data, all contents for sets, lists and bags, all pieces for zones."""
    if is_broken(body):
        return BROKEN
    pieces = (
        conversions.as_pieces(world, body)
        if isinstance(types.plain(body.type), types.Zone | types.Pieces | types.Piece)
        else None
    )
    if pieces is not None and isinstance(pieces.type, types.Pieces):
        all_pieces = put_together(world, pieces.type, most(world, source.type))
        return expressions.FlatMap(source, local.id, pieces, all_pieces)
    if isinstance(body.type, types.SetOf):
        union = put_together(world, body.type, most(world, source.type))
        return constants.fold_if_fixed(world, expressions.FlatMap(source, local.id, body, union), source)
    if isinstance(body.type, types.ListOf | types.Bag):
        form = types.ListOf(body.type.of, body.type.most)
        values = body if isinstance(body.type, types.ListOf) else expressions.Convert(body, form)
        longest = form.most * max(1, most(world, source.type))
        joined = constants.fold_if_fixed(
            world, expressions.FlatMap(source, local.id, values, types.ListOf(form.of, longest)), source
        )
        return joined if values is body else expressions.Convert(joined, types.Bag(form.of, longest))
    different = set_of(types.plain(body.type), most(world, source.type))
    return constants.fold_if_fixed(world, expressions.Distinct(source, local.id, body, different), source)
