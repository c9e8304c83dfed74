"""Converts formulas to the form of another type."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    Bag,
    ClassId,
    Enum,
    Int,
    Kind,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Pieces,
    Position,
    Ranking,
    SetOf,
    Type,
    Unknown,
    Zone,
    plain,
)
from gamedsl.semantics.construction import sure
from gamedsl.semantics.construction.constants import fold_if_fixed, is_broken, look_up, number, refuse, risk
from gamedsl.semantics.construction.facts import need
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most, optional, set_of, size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.problems.values import MayFail, Mismatch, Risk
from gamedsl.source import Span


def as_pieces(world: World, expr: expressions.Expr) -> expressions.Expr | None:
    """Returns pieces with their places; None if the formula holds no pieces."""
    match expr.type:
        case Zone():
            return expressions.Contents(expr, Pieces(expr.type.classes, most(world, expr.type)))
        case Pieces():
            return expr
        case Optional() if isinstance(expr.type.of, Zone):
            return expressions.Contents(expr, Pieces(expr.type.of.classes, most(world, expr.type.of)))
        case Optional() if isinstance(expr.type.of, Piece):
            return expressions.Convert(expr, Pieces(expr.type.of.classes, 1))
        case Piece():
            return expressions.Convert(expr, Pieces(expr.type.classes, 1))
        case Kind():
            return expressions.Convert(
                expressions.MakeBag(((number(1), expr),), Bag(expr.type, 1)), Pieces(expr.type.classes, 1)
            )
        case (Bag(of=Kind() as of) | ListOf(of=Piece() as of)) as several:
            return expressions.Convert(expr, Pieces(of.classes, several.most))
        case _:
            return None


def as_bag(world: World, expr: expressions.Expr) -> expressions.Expr | None:
    """Returns counts by kind or number."""
    if isinstance(expr.type, Bag):
        return expr
    if isinstance(expr.type, ListOf | SetOf) and isinstance(expr.type.of, Int | Kind):
        return fold_if_fixed(world, expressions.Convert(expr, Bag(expr.type.of, most(world, expr.type))), expr)
    pieces = as_pieces(world, expr)
    if pieces is None or not isinstance(pieces.type, Pieces):
        return None
    if isinstance(pieces, expressions.Convert) and isinstance(pieces.operand.type, Bag):
        return pieces.operand
    return expressions.Convert(pieces, Bag(Kind(pieces.type.classes), pieces.type.most))


def as_kind(expr: expressions.Expr) -> expressions.Expr:
    """Reads pieces and slots as their kind."""
    match expr.type:
        case Piece():
            return expressions.KindOf(expr, Kind(expr.type.classes))
        case Optional() if isinstance(expr.type.of, Piece):
            return expressions.KindOf(expr, Optional(Kind(expr.type.of.classes)))
        case Optional() if isinstance(expr.type.of, Zone) and expr.type.of.form != "bag":
            return as_kind(expressions.TopPiece(expr, Optional(Piece(expr.type.of.classes))))
        case Zone() if expr.type.form != "bag":
            return as_kind(expressions.TopPiece(expr, Optional(Piece(expr.type.classes))))
        case _:
            return expr


def as_list(world: World, expr: expressions.Expr) -> expressions.Expr:
    """Returns a collection to iterate over: zones become their pieces, rankings lists."""
    if isinstance(expr.type, Ranking):
        return expressions.Convert(expr, ListOf(expr.type.of, expr.type.most))
    if isinstance(expr.type, ListOf | SetOf | Bag | Unknown):
        return expr
    return as_pieces(world, expr) or expr


def as_set(world: World, expr: expressions.Expr) -> expressions.Expr:
    if isinstance(expr.type, SetOf):
        return expr
    if isinstance(expr.type, Ranking):
        expr = as_list(world, expr)
    if isinstance(expr.type, ListOf):
        return fold_if_fixed(world, expressions.Convert(expr, set_of(expr.type.of, expr.type.most)), expr)
    pieces = as_pieces(world, expr)
    if pieces is not None and isinstance(pieces.type, Pieces):
        return expressions.Convert(pieces, SetOf(Kind(pieces.type.classes)))
    return expr


def fits(world: World, found: Type, wanted: Type) -> bool:
    """Whether a value of type `found` can be used where `wanted` is needed. Number ranges are not compared."""
    match found, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Nothing(), Optional():
            return True
        case Int(), Int():
            return True
        case Optional(), Optional():
            return fits(world, found.of, wanted.of)
        case _, Optional():
            return fits(world, found, wanted.of)
        case Kind(), Kind():
            return set(found.classes) <= set(wanted.classes)
        case Piece(), Piece():
            return set(found.classes) <= set(wanted.classes)
        case Pieces(), Pieces():
            return set(found.classes) <= set(wanted.classes)
        case Zone(), Zone():
            return set(found.classes) <= set(wanted.classes)
        case _:
            return _elements_fit(world, found, wanted)


def _elements_fit(world: World, found: Type, wanted: Type) -> bool:
    if isinstance(found, ListOf) and isinstance(wanted, ListOf):
        return fits(world, found.of, wanted.of) or found.most == 0
    if isinstance(found, SetOf) and isinstance(wanted, SetOf):
        return fits(world, found.of, wanted.of)
    if isinstance(found, Bag) and isinstance(wanted, Bag):
        return fits(world, found.of, wanted.of) or found.most == 0
    if isinstance(found, Ranking) and isinstance(wanted, Ranking):
        return fits(world, found.of, wanted.of)
    return found == wanted


def coerce(
    world: World, scope: Scope, expr: expressions.Expr, wanted: Type, span: Span, text: str = "this"
) -> expressions.Expr:
    """Converts `expr` to the form of `wanted`, or reports a Mismatch. A number range that is not proven becomes a check at run time."""
    if is_broken(expr) or isinstance(wanted, Unknown):
        return expr
    result = _coerce(world, scope, expr, wanted, span, text)
    if result is None:
        named = "x" if text == "this" else text
        return refuse(world, Mismatch(span, describe(world, wanted), describe(world, expr.type), text=named))
    return result


def _coerce(
    world: World, scope: Scope, expr: expressions.Expr, wanted: Type, span: Span, text: str
) -> expressions.Expr | None:
    found = expr.type
    if found == wanted:
        return expr
    if isinstance(wanted, SetOf | ListOf | Bag) and isinstance(expr, expressions.Const) and expr.value == ():
        return empty_like(wanted)
    if isinstance(wanted, Optional):
        if isinstance(found, Nothing):
            return expressions.Const(None, wanted)
        if isinstance(found, Optional) or (isinstance(found, Zone) and isinstance(wanted.of, Kind | Piece)):
            inner = (
                as_kind(expr)
                if isinstance(wanted.of, Kind)
                else expressions.TopPiece(expr, Optional(Piece(found.classes)))
                if isinstance(found, Zone)
                else expr
            )
            return inner if fits(world, inner.type, wanted) else None
        return _coerce(world, scope, expr, wanted.of, span, text)
    if isinstance(wanted, Position) and isinstance(plain(found), Position):
        expr = on_joined_board(world, expr, wanted)
    if isinstance(wanted, Kind) and isinstance(plain(found), Enum | Position):
        return (
            _coerce(world, scope, kind_of_value(world, expr, wanted) or expr, wanted, span, text)
            if kind_of_value(world, expr, wanted)
            else None
        )
    if isinstance(wanted, Kind):
        expr = as_kind(expr)
    elif isinstance(wanted, Piece):
        if isinstance(found, Zone) and found.form != "bag":
            expr = expressions.TopPiece(expr, Optional(Piece(found.classes)))
        elif isinstance(kind := plain(found), Kind):
            piece: Type = Piece(kind.classes)
            expr = expressions.PieceOf(expr, optional(piece) if isinstance(found, Optional) else piece)
    if isinstance(expr.type, Optional) and not isinstance(wanted, Zone | Pieces | Bag):
        if not fits(world, expr.type.of, wanted):
            return None
        expr = need(world, scope, expr, span, text)
    found = expr.type
    if isinstance(wanted, Int) and isinstance(found, Int):
        sure.note_value(world, span, found, wanted)
        if wanted.low <= found.low and found.high <= wanted.high:
            return expr
        risk(world, scope, MayFail(span, about(Risk.OUTSIDE, wanted.low, wanted.high)))
        return expressions.Within(expr, wanted, world.site(span, scope.where))
    if isinstance(wanted, SetOf) and isinstance(found, ListOf | Ranking | SetOf):
        expr = as_set(world, expr)
    elif isinstance(wanted, ListOf) and isinstance(found, SetOf | Ranking):
        expr = expressions.Convert(expr, ListOf(found.of, most(world, found)))
    elif isinstance(found, ListOf) and found.most == 0 and isinstance(wanted, Pieces | Bag):
        expr = empty_like(wanted)
    elif isinstance(wanted, Pieces):
        expr = as_pieces(world, expr) or expr
    elif isinstance(wanted, Bag):
        expr = as_bag(world, expr) or expr
    return expr if fits(world, expr.type, wanted) else None


def on_joined_board(world: World, expr: expressions.Expr, wanted: Position) -> expressions.Expr:
    """Returns a place of one board as a place of the union that has it (`ring or lane`)."""
    place = plain(expr.type)
    if not isinstance(place, Position) or place == wanted:
        return expr
    offset = next((n for b, n in world.boards[wanted.board].parts if b == place.board), None)
    if offset is None:
        return expr
    moved = tuple(range(offset, offset + place.size))
    table = world.table(
        f"{world.boards[place.board].spec.name} in {world.boards[wanted.board].spec.name}", (0,), (place.size,), moved
    )
    type_: Type = Optional(wanted) if isinstance(expr.type, Optional) else wanted
    return look_up(world, table, (expr,), type_, world.site(Span("", 0, 0), ""))


def empty_like(type_: Type) -> expressions.Const:
    return expressions.Const((), type_)


def kind_of_value(world: World, expr: expressions.Expr, wanted: Kind) -> expressions.Expr | None:
    """Returns the kind that is named by a value of a type or a place (`Horse` the symbol -> `Horse` the staff card)."""
    value = plain(expr.type)
    if not isinstance(value, Enum | Position):
        return None
    for c in wanted.classes:
        link = world.kind_of_value.get(c)
        if link is not None and link[0] == value:
            of = world.enums[value.id].name if isinstance(value, Enum) else world.boards[value.board].spec.name
            table = world.table(f"{world.classes[c].name} of {of}", (0,), (value.size,), link[1])
            type_: Type = Kind((c,))
            if None in link[1] or isinstance(expr.type, Optional):
                type_ = Optional(type_)
            found = expressions.Lookup(table, (expr,), type_, world.site(Span("", 0, 0), ""))
            result = fold_if_fixed(world, found, expr)
            return None if isinstance(result, expressions.Const) and result.value is None else result
    return None


def join_types(world: World, a: Type, b: Type) -> Type | None:
    """Returns the type that holds the values of both; None if there is none."""
    match a, b:
        case _, Unknown():
            return a
        case Unknown(), _:
            return b
        case Nothing(), _:
            return optional(b)
        case _, Nothing():
            return optional(a)
        case Int(), Int():
            return Int(min(a.low, b.low), max(a.high, b.high))
        case Optional(), _:
            inner = join_types(world, a.of, plain(b))
            return None if inner is None else optional(inner)
        case _, Optional():
            inner = join_types(world, a, b.of)
            return None if inner is None else optional(inner)
        case Kind(), Kind():
            return Kind(_merge(a.classes, b.classes))
        case Piece(), Piece():
            return Piece(_merge(a.classes, b.classes))
        case _ if isinstance(a, Pieces | Zone) and isinstance(b, Pieces | Zone):
            if isinstance(a, Zone) and isinstance(b, Zone) and a.form == b.form:
                return Zone(_merge(a.classes, b.classes), a.form)
            return Pieces(_merge(a.classes, b.classes), max(most(world, a), most(world, b)))
        case ListOf(), ListOf():
            of = join_types(world, a.of, b.of) if a.most and b.most else (a.of if a.most else b.of)
            return None if of is None else ListOf(of, max(a.most, b.most))
        case _ if isinstance(a, SetOf | ListOf) and isinstance(b, SetOf | ListOf):
            of = join_types(world, a.of, b.of)
            return None if of is None else set_of(of, max(most(world, a), most(world, b)))
        case Bag(), Bag():
            of = join_types(world, a.of, b.of)
            return None if of is None else Bag(of, max(a.most, b.most))
        case _:
            return a if a == b else None


def hull(types: list[Type]) -> Type:
    """Returns the type of a cell of columns of one sort: the widest range of numbers, or the first column's type."""
    ints = [t for t in types if isinstance(t, Int)]
    if len(ints) == len(types):
        return Int(min(t.low for t in ints), max(t.high for t in ints))
    return types[0]


def _merge(a: Iterable[ClassId], b: Iterable[ClassId]) -> tuple[ClassId, ...]:
    return tuple(dict.fromkeys([*a, *b]))


def all_values(world: World, type_: Type) -> expressions.Const:
    """Returns the set of all values of a type."""
    return expressions.Const(tuple(range(size(world, type_))), SetOf(type_))
