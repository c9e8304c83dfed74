"""Formulas in the form of another type."""

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
)
from gamedsl.semantics.construction.constants import BROKEN, folded, is_broken, number, risk
from gamedsl.semantics.construction.facts import need
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most, optional, plain, size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import MayFail, Mismatch
from gamedsl.source import Span


def as_pieces(w: World, e: expressions.Expr) -> expressions.Expr | None:
    """Pieces with their places, or None if it is nothing of the kind."""
    match e.type:
        case Zone():
            return expressions.Contents(e, Pieces(e.type.classes, most(w, e.type)))
        case Pieces():
            return e
        case Optional() if isinstance(e.type.of, Zone):
            return expressions.Contents(e, Pieces(e.type.of.classes, most(w, e.type.of)))
        case Optional() if isinstance(e.type.of, Piece):
            return expressions.Convert(e, Pieces(e.type.of.classes, 1))
        case Piece():
            return expressions.Convert(e, Pieces(e.type.classes, 1))
        case Kind():
            return expressions.Convert(
                expressions.MakeBag(((number(1), e),), Bag(e.type, 1)), Pieces(e.type.classes, 1)
            )
        case Bag() if isinstance(e.type.of, Kind):
            return expressions.Convert(e, Pieces(e.type.of.classes, e.type.most))
        case _:
            return None


def as_bag(w: World, e: expressions.Expr) -> expressions.Expr | None:
    """Counts by kind or number."""
    if isinstance(e.type, Bag):
        return e
    if isinstance(e.type, ListOf | SetOf) and isinstance(e.type.of, Int | Kind):
        return folded(w, expressions.Convert(e, Bag(e.type.of, most(w, e.type))), e)
    pieces = as_pieces(w, e)
    if pieces is None or not isinstance(pieces.type, Pieces):
        return None
    if isinstance(pieces, expressions.Convert) and isinstance(pieces.operand.type, Bag):
        return pieces.operand
    return expressions.Convert(pieces, Bag(Kind(pieces.type.classes), pieces.type.most))


def as_kind(e: expressions.Expr) -> expressions.Expr:
    """Pieces and slots read as their kind."""
    match e.type:
        case Piece():
            return expressions.KindOf(e, Kind(e.type.classes))
        case Optional() if isinstance(e.type.of, Piece):
            return expressions.KindOf(e, Optional(Kind(e.type.of.classes)))
        case Optional() if isinstance(e.type.of, Zone) and e.type.of.form != "bag":
            return as_kind(expressions.TopPiece(e, Optional(Piece(e.type.of.classes))))
        case Zone() if e.type.form != "bag":
            return as_kind(expressions.TopPiece(e, Optional(Piece(e.type.classes))))
        case _:
            return e


def as_list(w: World, e: expressions.Expr) -> expressions.Expr:
    """A collection to go through: zones become their pieces, rankings lists."""
    if isinstance(e.type, Ranking):
        return expressions.Convert(e, ListOf(e.type.of, e.type.most))
    if isinstance(e.type, ListOf | SetOf | Bag | Unknown):
        return e
    return as_pieces(w, e) or e


def as_set(w: World, e: expressions.Expr) -> expressions.Expr:
    if isinstance(e.type, SetOf):
        return e
    if isinstance(e.type, Ranking):
        e = as_list(w, e)
    if isinstance(e.type, ListOf):
        return folded(w, expressions.Convert(e, SetOf(e.type.of)), e)
    pieces = as_pieces(w, e)
    if pieces is not None and isinstance(pieces.type, Pieces):
        return expressions.Convert(pieces, SetOf(Kind(pieces.type.classes)))
    return e


def fits(w: World, found: Type, wanted: Type) -> bool:
    """Whether a value of type `found` can stand where `wanted` is needed, number ranges aside."""
    match found, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Nothing(), Optional():
            return True
        case Int(), Int():
            return True
        case Optional(), Optional():
            return fits(w, found.of, wanted.of)
        case _, Optional():
            return fits(w, found, wanted.of)
        case Kind(), Kind():
            return set(found.classes) <= set(wanted.classes)
        case Piece(), Piece():
            return set(found.classes) <= set(wanted.classes)
        case Pieces(), Pieces():
            return set(found.classes) <= set(wanted.classes)
        case Zone(), Zone():
            return set(found.classes) <= set(wanted.classes)
        case _:
            return _elements_fit(w, found, wanted)


def _elements_fit(w: World, found: Type, wanted: Type) -> bool:
    if isinstance(found, ListOf) and isinstance(wanted, ListOf):
        return fits(w, found.of, wanted.of) or found.most == 0
    if isinstance(found, SetOf) and isinstance(wanted, SetOf):
        return fits(w, found.of, wanted.of)
    if isinstance(found, Bag) and isinstance(wanted, Bag):
        return fits(w, found.of, wanted.of) or found.most == 0
    if isinstance(found, Ranking) and isinstance(wanted, Ranking):
        return fits(w, found.of, wanted.of)
    return found == wanted


def coerce(
    w: World, scope: Scope, e: expressions.Expr, wanted: Type, span: Span, text: str = "this"
) -> expressions.Expr:
    """`e` in the form of `wanted`, or a reported Mismatch. Number ranges are asserted, with a check where they are not proven."""
    if is_broken(e) or isinstance(wanted, Unknown):
        return e
    result = _coerce(w, scope, e, wanted, span, text)
    if result is None:
        w.problem(Mismatch(span, describe(w, wanted), describe(w, e.type)))
        return BROKEN
    return result


def _coerce(
    w: World, scope: Scope, e: expressions.Expr, wanted: Type, span: Span, text: str
) -> expressions.Expr | None:
    found = e.type
    if found == wanted:
        return e
    if isinstance(wanted, SetOf | ListOf | Bag) and isinstance(e, expressions.Const) and e.value == ():
        return empty_like(wanted)
    if isinstance(wanted, Optional):
        if isinstance(found, Nothing):
            return expressions.Const(None, wanted)
        if isinstance(found, Optional) or (isinstance(found, Zone) and isinstance(wanted.of, Kind | Piece)):
            inner = (
                as_kind(e)
                if isinstance(wanted.of, Kind)
                else expressions.TopPiece(e, Optional(Piece(found.classes)))
                if isinstance(found, Zone)
                else e
            )
            return inner if fits(w, inner.type, wanted) else None
        return _coerce(w, scope, e, wanted.of, span, text)
    if isinstance(wanted, Position) and isinstance(plain(found), Position):
        e = on_joined_board(w, e, wanted)
    if isinstance(wanted, Kind) and isinstance(plain(found), Enum):
        return (
            _coerce(w, scope, named_kind(w, e, wanted) or e, wanted, span, text) if named_kind(w, e, wanted) else None
        )
    if isinstance(wanted, Kind):
        e = as_kind(e)
    elif isinstance(wanted, Piece):
        if isinstance(found, Zone) and found.form != "bag":
            e = expressions.TopPiece(e, Optional(Piece(found.classes)))
        elif isinstance(kind := plain(found), Kind):
            piece: Type = Piece(kind.classes)
            e = expressions.PieceOf(e, optional(piece) if isinstance(found, Optional) else piece)
    if isinstance(e.type, Optional) and not isinstance(wanted, Zone | Pieces | Bag):
        if not fits(w, e.type.of, wanted):
            return None
        e = need(w, scope, e, span, text)
    found = e.type
    if isinstance(wanted, Int) and isinstance(found, Int):
        if wanted.low <= found.low and found.high <= wanted.high:
            return e
        if scope.total:
            risk(
                w,
                scope,
                MayFail(
                    span, f"this may lie outside {wanted.low}..{wanted.high}", "limit it with `min(…)` or `max(…)`"
                ),
            )
        return expressions.Within(e, wanted, w.site(span, scope.where))
    if isinstance(wanted, SetOf) and isinstance(found, ListOf | Ranking | SetOf):
        e = as_set(w, e)
    elif isinstance(wanted, ListOf) and isinstance(found, SetOf | Ranking):
        e = expressions.Convert(e, ListOf(found.of, most(w, found)))
    elif isinstance(wanted, Pieces):
        e = as_pieces(w, e) or (empty_like(wanted) if most(w, found) == 0 and isinstance(found, ListOf) else e)
    elif isinstance(wanted, Bag) and not isinstance(found, Bag):
        e = (empty_like(wanted) if isinstance(found, ListOf) and found.most == 0 else None) or as_bag(w, e) or e
    return e if fits(w, e.type, wanted) else None


def on_joined_board(w: World, e: expressions.Expr, wanted: Position) -> expressions.Expr:
    """A place of one board as a place of the union that has it (`ring or lane`)."""
    place = plain(e.type)
    if not isinstance(place, Position) or place == wanted:
        return e
    offset = next((n for b, n in w.boards[wanted.board].parts if b == place.board), None)
    if offset is None:
        return e
    moved = tuple(range(offset, offset + place.size))
    table = w.table(
        f"{w.boards[place.board].spec.name} in {w.boards[wanted.board].spec.name}", (0,), (place.size,), moved
    )
    type_: Type = Optional(wanted) if isinstance(e.type, Optional) else wanted
    return folded(w, expressions.Lookup(table, (e,), type_, w.site(Span("", 0, 0), "")), e)


def empty_like(type_: Type) -> expressions.Const:
    return expressions.Const((), type_)


def named_kind(w: World, e: expressions.Expr, wanted: Kind) -> expressions.Expr | None:
    """The kind that is named by a value of a type (`Horse` the symbol -> `Horse` the staff card)."""
    value = plain(e.type)
    if not isinstance(value, Enum):
        return None
    for c in wanted.classes:
        link = w.kind_of_value.get(c)
        if link is not None and link[0] == value.id:
            table = w.table(f"{w.classes[c].name} of {w.enums[value.id].name}", (0,), (value.size,), link[1])
            type_: Type = Kind((c,))
            if None in link[1] or isinstance(e.type, Optional):
                type_ = Optional(type_)
            found = expressions.Lookup(table, (e,), type_, w.site(Span("", 0, 0), ""))
            result = folded(w, found, e)
            return None if isinstance(result, expressions.Const) and result.value is None else result
    return None


def join_types(w: World, a: Type, b: Type) -> Type | None:
    """The type of a value that is either; None if there is none."""
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
            inner = join_types(w, a.of, plain(b))
            return None if inner is None else optional(inner)
        case _, Optional():
            inner = join_types(w, a, b.of)
            return None if inner is None else optional(inner)
        case Kind(), Kind():
            return Kind(_merge(a.classes, b.classes))
        case Piece(), Piece():
            return Piece(_merge(a.classes, b.classes))
        case _ if isinstance(a, Pieces | Zone) and isinstance(b, Pieces | Zone):
            if isinstance(a, Zone) and isinstance(b, Zone) and a.form == b.form:
                return Zone(_merge(a.classes, b.classes), a.form)
            return Pieces(_merge(a.classes, b.classes), max(most(w, a), most(w, b)))
        case ListOf(), ListOf():
            of = join_types(w, a.of, b.of) if a.most and b.most else (a.of if a.most else b.of)
            return None if of is None else ListOf(of, max(a.most, b.most))
        case _ if isinstance(a, SetOf | ListOf) and isinstance(b, SetOf | ListOf):
            of = join_types(w, a.of, b.of)
            return None if of is None else SetOf(of)
        case Bag(), Bag():
            of = join_types(w, a.of, b.of)
            return None if of is None else Bag(of, max(a.most, b.most))
        case _:
            return a if a == b else None


def hull(types: list[Type]) -> Type:
    """The type of a cell of columns of one sort: the widest range of numbers, or the first column's type."""
    ints = [t for t in types if isinstance(t, Int)]
    if len(ints) == len(types):
        return Int(min(t.low for t in ints), max(t.high for t in ints))
    return types[0]


def _merge(a: Iterable[ClassId], b: Iterable[ClassId]) -> tuple[ClassId, ...]:
    return tuple(dict.fromkeys([*a, *b]))


def all_values(w: World, type_: Type) -> expressions.Const:
    """The set of all values of a type."""
    return expressions.Const(tuple(range(size(w, type_))), SetOf(type_))
