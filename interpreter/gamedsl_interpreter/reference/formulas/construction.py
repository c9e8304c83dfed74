"""Formulas that make, join and convert collections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from gamedsl.graph.model import expressions as e
from gamedsl.graph.model import types as t
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values import collections as v
from gamedsl_interpreter.reference.values.slots import Formula, Frame

if TYPE_CHECKING:
    from gamedsl_interpreter.reference.formulas.compiler import Formulas

Gathering: TypeAlias = (
    e.MakeList | e.MakeBag | e.Range | e.Seats | e.Join | e.Without | e.Convert | e.TakeFrom | e.TakeSome | e.LyingIn
)  # fmt: skip

Operation: TypeAlias = Callable[[Any], Any]


def compiled(make: Formulas, expr: Gathering) -> Formula:
    """The closure of a formula of this group."""
    match expr:
        case e.MakeList(items, of):
            return _list(make.all(items), of)
        case e.MakeBag(items):
            pairs = tuple((make.of(number), make.of(kind)) for number, kind in items)
            return lambda f: v.bag([(kind(f), number(f)) for number, kind in pairs])
        case e.Range(low, high):
            return _range(make.meter, make.of(low), make.of(high))
        case e.Seats(first, playing):
            return _seats(make, first, playing)
        case e.Join(left, right, of):
            return _binary(_joining(of), make.of(left), make.of(right))
        case e.Without(left, right, of):
            return _binary(_taking_away(of, right.type), make.of(left), make.of(right))
        case e.Convert(operand, of):
            convert, value = conversion(operand.type, of), make.of(operand)
            return value if convert is None else _unary(convert, value)
        case e.TakeFrom(wanted, source, _, site):
            return _take_from(make.of(wanted), make.of(source), site)
        case e.TakeSome():
            return _take_some(expr, make.of(expr.number), make.of(expr.source))
        case e.LyingIn(pieces, zone):
            return _lying_in(make.of(pieces), make.of(zone), isinstance(zone.type, t.Pieces))
        case _:
            assert_never(expr)


def _unary(op: Operation, value: Formula) -> Formula:
    return lambda f: op(value(f))


def _binary(op: Callable[[Any, Any], Any], left: Formula, right: Formula) -> Formula:
    return lambda f: op(left(f), right(f))


def _list(items: tuple[Formula, ...], of: t.Type) -> Formula:
    if isinstance(of, t.SetOf):
        return lambda f: v.unique([item(f) for item in items])
    return lambda f: tuple([item(f) for item in items])


def _range(meter: Meter, first: Formula, last: Formula) -> Formula:
    def numbers(f: Frame) -> tuple[int, ...]:
        low, high = first(f), last(f)
        if high - low >= _LONG:
            meter.spend(high - low)
        return tuple(range(low, high + 1))

    return numbers


_LONG = 64
"""Ranges of so many numbers cost something by themselves."""


def _seats(make: Formulas, first: Expr | None, playing: bool) -> Formula:  # as the formula says
    count = len(make.game.seats)
    everyone = tuple(range(count))
    start = None if first is None else make.of(first)
    out = None if make.game.builtins.out is None else make.game.fields[make.game.builtins.out].base
    eliminated = out if playing else None

    def seats(f: Frame) -> tuple[int, ...]:
        at = 0 if start is None else start(f)
        turned = everyone[at:] + everyone[:at]
        return turned if eliminated is None else tuple([seat for seat in turned if not f[eliminated + seat]])

    return seats if start is not None or eliminated is not None else lambda _: everyone


# ---------------------------------------------------------------- sums and differences


def _joining(of: t.Type) -> Callable[[Any, Any], Any]:
    match of:
        case t.SetOf():
            return lambda a, b: v.unique(a + b) if a and b else a or b
        case t.Bag():
            return v.bag_join
        case _:
            return lambda a, b: a + b


def _taking_away(of: t.Type, right: t.Type) -> Callable[[Any, Any], Any]:
    match of, right:
        case t.Pieces(), t.Bag():
            return lambda a, b: v.pieces_without(a, tuple((t.NO_PLACE, kind, count) for kind, count in b))
        case t.Pieces(), _:
            return v.pieces_without
        case t.Bag(), t.Pieces():
            return lambda a, b: v.bag_without(a, v.bag_of_pieces(b))
        case t.Bag(), _:
            return v.bag_without
        case _:
            return lambda a, b: tuple([item for item in a if item not in b])


# ---------------------------------------------------------------- other forms


def conversion(source: t.Type, target: t.Type) -> Operation | None:
    """How a value of the one type takes the form of the other; None if it has it already."""
    match source, target:
        case t.Optional(inner), _:
            convert = conversion(inner, target)
            return lambda value: () if value is None else (value if convert is None else convert(value))
        case t.Zone(), _:
            raise AssertionError("a zone is no collection: Contents reads it")
        case (t.Pieces() | t.Piece() | t.Kind(), _):
            return _from_pieces(source, target)
        case t.Bag(), _:
            return _from_bag(target)
        case t.Ranking(), (t.ListOf() | t.Ranking()):
            return None if isinstance(target, t.Ranking) else v.flattened
        case t.Ranking(), _:
            convert = conversion(t.ListOf(source.of, source.most), target)
            return v.flattened if convert is None else lambda value: convert(v.flattened(value))
        case (t.ListOf(), t.SetOf()):
            return v.unique
        case (t.ListOf(of=t.Piece()) | t.SetOf(of=t.Piece()), t.Pieces()):
            return lambda value: v.merged(tuple((zone, kind, 1) for zone, kind in value))
        case (t.ListOf() | t.SetOf(), t.Bag()):
            return lambda value: v.bag((item, 1) for item in value)
        case (t.ListOf() | t.SetOf(), t.Pieces()):
            return lambda value: tuple((t.NO_PLACE, kind, count) for kind, count in v.bag((k, 1) for k in value))
        case _:
            return None


def _from_pieces(source: t.Type, target: t.Type) -> Operation | None:
    match source, target:
        case t.Kind(), t.Pieces():
            return lambda kind: ((t.NO_PLACE, kind, 1),)
        case t.Kind(), t.Bag():
            return lambda kind: ((kind, 1),)
        case t.Piece(), t.Pieces():
            return lambda piece: ((piece[0], piece[1], 1),)
        case t.Piece(), t.Bag():
            return lambda piece: ((piece[1], 1),)
        case t.Pieces(), t.Bag():
            return v.bag_of_pieces
        case t.Pieces(), t.SetOf(t.Piece()):
            return lambda pieces: v.unique((zone, kind) for zone, kind, _ in pieces)
        case t.Pieces(), t.SetOf():
            return lambda pieces: v.unique(kind for _, kind, _ in pieces)
        case t.Pieces(), t.ListOf(t.Piece()):
            return lambda pieces: tuple((zone, kind) for zone, kind, count in pieces for _ in range(count))
        case t.Pieces(), t.ListOf():
            return lambda pieces: tuple(kind for _, kind, count in pieces for _ in range(count))
        case _:
            return None


def _from_bag(target: t.Type) -> Operation | None:
    match target:
        case t.SetOf():
            return lambda counts: tuple(item for item, _ in counts)
        case t.ListOf():
            return lambda counts: tuple(item for item, count in counts for _ in range(count))
        case t.Pieces():
            return lambda counts: tuple((t.NO_PLACE, kind, count) for kind, count in counts)
        case _:
            return None


# ---------------------------------------------------------------- some of the pieces


def _take_from(wanted: Formula, source: Formula, site: t.SiteId) -> Formula:
    def take(f: Frame) -> v.PieceCounts:
        needed = dict(wanted(f))
        found: list[tuple[int, int, int]] = []
        for zone, kind, count in source(f):
            taken = min(count, needed.get(kind, 0))
            if taken:
                needed[kind] -= taken
                found.append((zone, kind, taken))
        if any(needed.values()):
            raise Fault("E_MISSING", site, f"{sum(needed.values())} of the pieces are not there")
        return tuple(found)

    return take


def _take_some(expr: e.TakeSome, number: Formula, source: Formula) -> Formula:
    def take(f: Frame) -> v.PieceCounts:
        wanted: int = number(f)
        pieces: v.PieceCounts = source(f)
        size = v.pieces_size(pieces)
        if wanted > size and not expr.up_to:
            raise Fault("E_MISSING", expr.site, f"{wanted} pieces are wanted, {size} are there")
        if wanted < 0:
            raise Fault("E_BOUND", expr.site, f"{wanted} pieces")
        if wanted >= size:
            return pieces
        if wanted and len({kind for _, kind, _ in pieces}) > 1:
            raise Fault("E_WHICH", expr.site, f"{wanted} of {size} pieces of several kinds")
        return first_pieces(pieces, wanted)

    return take


def first_pieces(pieces: v.PieceCounts, number: int) -> v.PieceCounts:
    """The first pieces, or all if there are fewer."""
    found: list[tuple[int, int, int]] = []
    for zone, kind, count in pieces:
        if number < 1:
            break
        found.append((zone, kind, min(count, number)))
        number -= count
    return tuple(found)


def _lying_in(pieces: Formula, zone: Formula, several: bool) -> Formula:  # as the zone's type says
    def lying(f: Frame) -> v.PieceCounts:
        found: v.PieceCounts = pieces(f)
        where = zone(f)
        zones = {entry[0] for entry in where} if several else {where}
        return tuple([entry for entry in found if entry[0] in zones])

    return lying
