"""Members of elements: fields, zones, attributes, columns and layers, `x.name`."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    FLAG,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Row,
    SetOf,
    SiteId,
    Type,
    Value,
    Zone,
)
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    ConstSymbol,
    FieldSymbol,
    LetSymbol,
    OwnBoardSymbol,
    RowTableSymbol,
    ScoreSymbol,
    Symbol,
    ZoneSymbol,
)
from gamedsl.semantics.model.types import describe, element_of, most, optional, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.reference_values import as_formula, certain, field_at, zone_at
from gamedsl.semantics.names.references import FunctionRef, Ref
from gamedsl.semantics.problems.problems import (
    Mismatch,
    NobodyActs,
    UnknownMember,
)
from gamedsl.source import Span
from gamedsl.syntax import tree


def member_symbol(w: World, element: expressions.Expr, name: str) -> Symbol | str | None:
    """What `element.name` is: a declared member, or a word for a built-in one; None if there is none."""
    type_ = plain(element.type)
    match type_:
        case Player():
            if name in ("number", "human") and name not in w.members.get("player", {}):
                return name
            if name == "total" and w.score_decls:
                return name
            found = w.members.get("player", {}).get(name)
            if found is None and isinstance(w.symbols.get(name), ScoreSymbol):
                return w.symbols[name]
            return found
        case Enum():
            spec = w.enums[type_.id].name
            if (type_.id, name) in w.enum_columns:
                return "column"
            return w.members.get(spec, {}).get(name)
        case Position() if w.boards[type_.board].kind == "union":
            parts = [
                expressions.Const(0, Position(b, len(w.boards[b].spec.places))) for b, _ in w.boards[type_.board].parts
            ]
            return "joined" if all(member_symbol(w, part, name) is not None for part in parts) else None
        case Position():
            board = w.boards[type_.board]
            if (
                name in board.layers
                or (name in ("row", "col") and board.kind in ("grid", "hex"))
                or (name == "number" and board.kind in ("ring", "row"))
            ):
                return "layer"
            return w.members.get(board.spec.name, {}).get(name)
        case Row():
            table = row_table(w, type_)
            return "column" if name in table.columns else None
        case Kind() | Piece():
            if any((c, name) in w.attributes for c in type_.classes):
                return "attribute"
            return None
        case Zone():
            if type_.form == "slot" and any((c, name) in w.attributes for c in type_.classes):
                return "attribute"
            return None
        case _:
            return None


def member_names(w: World, element: expressions.Expr) -> list[str]:
    """All names that `member` finds, for suggestions."""
    type_ = plain(element.type)
    match type_:
        case Player():
            scores = [n for n, s in w.symbols.items() if isinstance(s, ScoreSymbol)]
            return [*w.members.get("player", {}), *scores, "number", "human", "total"]
        case Enum():
            return [c for i, c in w.enum_columns if i == type_.id] + [*w.members.get(w.enums[type_.id].name, {})]
        case Position():
            board = w.boards[type_.board]
            return [
                *board.layers,
                *(("row", "col") if board.kind in ("grid", "hex") else ()),
                *w.members.get(board.spec.name, {}),
            ]
        case Row():
            return list(row_table(w, type_).columns)
        case Kind() | Piece() | Zone():
            return [n for c, n in w.attributes if c in type_.classes]
        case _:
            return []


def row_table(w: World, type_: Row) -> RowTableSymbol:
    symbol = w.symbols[w.tables[type_.table].name]
    assert isinstance(symbol, RowTableSymbol)
    return symbol


def member(w: World, element: expressions.Expr, name: str, scope: Scope, span: Span) -> Ref | None:
    """`element.name` where it exists. An attribute of none is none."""
    symbol = member_symbol(w, element, name)
    if symbol is None:
        return None
    type_ = plain(element.type)
    site = w.site(span, scope.where)
    if not isinstance(symbol, str):
        return of_symbol(w, symbol, name, element, scope, span)
    match symbol:
        case "number" if isinstance(type_, Player):
            return _through(w, element, Int(1, type_.size), tuple(range(1, type_.size + 1)), "number", site)
        case "human":
            return _through(w, element, FLAG, tuple(i < w.humans for i in range(len(w.seats))), "human", site)
        case "total":
            return expressions.Call(
                w.check.total(), (certain(w, element, scope, span, name),), Int(-(2**31), 2**31 - 1)
            )
        case "attribute":
            kind = conversions.as_kind(element)
            classes = cast("Kind", plain(kind.type)).classes
            found = w.attribute(classes, name)
            if found is None:
                w.problem(
                    Mismatch(span, f"one meaning of `{name}` for all of these pieces", "attributes of different types")
                )
                return BROKEN
            table, cell = found
            return constants.folded(
                w,
                expressions.Lookup(table, (kind,), optional(cell) if isinstance(kind.type, Optional) else cell, site),
                kind,
            )
        case "column" if isinstance(type_, Enum):
            column = w.enum_columns[(type_.id, name)]
            return _through(w, element, column.type, column.values, name, site)
        case "column":
            column = row_table(w, cast("Row", type_)).columns[name]
            return _through(w, element, column.type, column.values, name, site)
        case "joined" if isinstance(type_, Position):
            return _joined(w, element, type_, name, scope, span)
        case "layer" if isinstance(type_, Position):
            return _layer(w, element, w.boards[type_.board], name, site)
        case _:
            return None


def _joined(
    w: World, element: expressions.Expr, type_: Position, name: str, scope: Scope, span: Span
) -> expressions.Expr:
    """What all the boards of a union have: of the board that the place is on."""
    element = certain(w, element, scope, span, name)
    made: expressions.Expr | None = None
    for board, first in reversed(w.boards[type_.board].parts):
        size_ = len(w.boards[board].spec.places)
        own = Position(board, size_)
        inside = tuple(i - first if first <= i < first + size_ else 0 for i in range(type_.size))
        table = w.table(
            f"{w.boards[type_.board].spec.name} on {w.boards[board].spec.name}", (0,), (type_.size,), inside
        )
        place = constants.folded(w, expressions.Lookup(table, (element,), own, w.site(span, scope.where)), element)
        ref = member(w, place, name, scope, span)
        value = as_formula(w, ref, scope, tree.Name(name, span=span), None) if ref is not None else BROKEN
        if made is None:
            made = value
            continue
        if value.type != made.type:
            w.problem(Mismatch(span, describe(w, made.type), describe(w, value.type)))
            return BROKEN
        here = expressions.Compare("<", element, expressions.Const(first + size_, type_), FLAG)
        made = expressions.IfElse(here, value, made, made.type)
    return made if made is not None else BROKEN


def _layer(w: World, element: expressions.Expr, board: Board, name: str, site: int) -> expressions.Expr:

    places = len(board.spec.places)
    if name in board.layers:
        column = board.layers[name]
        return _through(w, element, column.type, column.values, name, SiteId(site))
    if name == "number":
        return _through(w, element, Int(1, places), tuple(range(1, places + 1)), "number", SiteId(site))
    rows = tuple(i // board.columns + 1 for i in range(places))
    columns = tuple(i % board.columns + 1 for i in range(places))
    if name == "row":
        return _through(w, element, Int(1, board.rows), rows, "row", SiteId(site))
    return _through(w, element, Int(1, board.columns), columns, "col", SiteId(site))


def _through(
    w: World, element: expressions.Expr, type_: Type, values: tuple[Value, ...], name: str, site: int
) -> expressions.Expr:
    """A table look-up by the ordinal of the element."""

    table = w.table(name, (0,), (len(values),), values)
    possible = image(w, element)
    blanks = None in values if possible is None else any(values[i] is None for i in possible)
    full = optional(type_) if blanks or isinstance(element.type, Optional) else type_
    return constants.folded(w, expressions.Lookup(table, (element,), full, SiteId(site)), element)


def image(w: World, element: expressions.Expr) -> frozenset[int] | None:
    """The ordinals that an attribute of kinds can have, where that is known: it proves blanks away (no event card is a banquet)."""
    while isinstance(element, expressions.Need):
        element = element.operand
    if not isinstance(element, expressions.Lookup) or len(element.index) != 1:
        return None
    cells: tuple[Value, ...] = w.tables[element.table].values
    index = plain(element.index[0].type)
    if isinstance(index, Kind):
        cells = tuple(cells[k] for k in w.kinds_of(index.classes))
    return frozenset(int(c) for c in cells if isinstance(c, int))


def of_symbol(w: World, symbol: Symbol, name: str, element: expressions.Expr | None, scope: Scope, span: Span) -> Ref:
    """A declared name, with the element (or none) that it belongs to."""
    owner = () if element is None else (element,)
    match symbol:
        case FieldSymbol():
            return field_at(w, symbol.id, owner, scope, span)
        case ZoneSymbol():
            return zone_at(w, symbol.id, owner, scope, span)
        case OwnBoardSymbol():
            if scope.me is None:
                w.problem(NobodyActs(span, name))
                return BROKEN
            scope.uses.me = True
            if isinstance(symbol.inner, FieldSymbol):
                return field_at(w, symbol.inner.id, (scope.me, *owner), scope, span)
            return zone_at(w, symbol.inner.id, (scope.me, *owner), scope, span)
        case ConstSymbol():
            return symbol.value
        case LetSymbol():
            if element is None and symbol.owner is not None and scope.me is not None:
                element = scope.me
            return FunctionRef(name, symbol, element)
        case ScoreSymbol():
            if element is None:
                if scope.me is None:
                    w.problem(NobodyActs(span, name))
                    return BROKEN
                element = scope.me
                scope.uses.me = True
            function, type_ = w.check.score(symbol.index)
            return expressions.Call(function, (certain(w, element, scope, span, name),), type_)
        case _:
            return symbol


def member_of(w: World, of: expressions.Expr, name: tree.Ident, scope: Scope) -> Ref:
    """`of.name`, also of every element of a collection."""
    found = member(w, of, name.text, scope, name.span)
    if found is not None:
        return found
    source = conversions.as_list(w, of)
    element = element_of(source.type)
    if element is not None and not isinstance(source.type, Zone) and not isinstance(element, Int):
        local = w.local("it", element)
        inner = member(w, local, name.text, scope, name.span)
        if inner is not None:
            return _spread(w, source, local, as_formula(w, inner, scope, tree.Name(name.text, span=name.span), None))
        w.problem(UnknownMember(name.span, name.text, describe(w, element), tuple(sorted(member_names(w, local)))))
        return BROKEN
    w.problem(UnknownMember(name.span, name.text, describe(w, of.type), tuple(sorted(member_names(w, of)))))
    return BROKEN


def _spread(w: World, source: expressions.Expr, local: expressions.Local, body: expressions.Expr) -> expressions.Expr:
    """`S.f`: the different values of data, all pieces of zones."""
    if is_broken(body):
        return BROKEN
    pieces = conversions.as_pieces(w, body) if isinstance(plain(body.type), Zone | Pieces | Piece) else None
    if pieces is not None and isinstance(pieces.type, Pieces):
        total = min(w.copies_of(pieces.type.classes), pieces.type.most * max(1, most(w, source.type)))
        return expressions.FlatMap(source, local.id, pieces, Pieces(pieces.type.classes, max(1, total)))
    if isinstance(body.type, SetOf):
        return constants.folded(w, expressions.FlatMap(source, local.id, body, body.type), source)
    if isinstance(body.type, ListOf):
        return constants.folded(
            w,
            expressions.FlatMap(
                source, local.id, body, ListOf(body.type.of, body.type.most * max(1, most(w, source.type)))
            ),
            source,
        )
    return constants.folded(w, expressions.Distinct(source, local.id, body, SetOf(plain(body.type))), source)
