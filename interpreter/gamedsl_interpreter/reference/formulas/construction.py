"""Compiles formulas that make, join and convert collections."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.fault_words import count_found, count_pieces
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import BinaryOperation, Formula, Frame, Operation


def compile_formula(make: FormulaCompiler, expr: expressions.Construction) -> Formula:
    """Compiles a formula of this group to a closure."""
    match expr:
        case expressions.MakeList(items, of):
            return _list(make.all(items), of)
        case expressions.MakeBag(items):
            pairs = tuple((make.of(number), make.of(kind)) for number, kind in items)
            return lambda f: collections.bag([(kind(f), number(f)) for number, kind in pairs])
        case expressions.Range(low, high):
            return _range(make.meter, make.of(low), make.of(high))
        case expressions.Seats(first, playing):
            return _seats(make, first, playing)
        case expressions.Join(left, right, of):
            return _binary(_join_operation(of), make.of(left), make.of(right))
        case expressions.Without(left, right, of):
            return _binary(_difference_operation(of, right.type), make.of(left), make.of(right))
        case expressions.Convert(operand, of):
            convert, value = conversion(operand.type, of), make.of(operand)
            return value if convert is None else _unary(convert, value)
        case expressions.TakeFrom(wanted, source, _, site):
            return _take_from(make.of(wanted), make.of(source), site, tuple(kind.name for kind in make.game.kinds))
        case expressions.TakeSome():
            return _take_some(expr, make.of(expr.number), make.of(expr.source))
        case expressions.LyingIn(pieces, zone):
            return _lying_in(make.of(pieces), make.of(zone))
        case _:
            assert_never(expr)


def _unary(op: Operation, value: Formula) -> Formula:
    return lambda f: op(value(f))


def _binary(op: BinaryOperation, left: Formula, right: Formula) -> Formula:
    return lambda f: op(left(f), right(f))


def _list(items: tuple[Formula, ...], of: types.Type) -> Formula:
    if isinstance(of, types.SetOf):
        element = of.of
        return lambda f: collections.unique([item(f) for item in items], element)
    return lambda f: tuple([item(f) for item in items])


def _range(meter: Meter, first: Formula, last: Formula) -> Formula:
    def numbers(f: Frame) -> tuple[int, ...]:
        low, high = first(f), last(f)
        if high - low >= _LONG:
            meter.spend(high - low)
        return tuple(range(low, high + 1))

    return numbers


_LONG = 64
"""Ranges with at least this many numbers have a cost of their own."""


def _seats(make: FormulaCompiler, first: Expr | None, playing: bool) -> Formula:  # `playing` is a field of the formula
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


def _join_operation(of: types.Type) -> BinaryOperation:
    match of:
        case types.SetOf(inner):
            return lambda a, b: collections.unique(a + b, inner) if a and b else a or b
        case types.Bag():
            return collections.bag_join
        case _:
            return lambda a, b: a + b


def _difference_operation(of: types.Type, right: types.Type) -> BinaryOperation:
    match of, right:
        case types.Pieces(), types.Bag():
            return lambda a, b: collections.pieces_without(a, tuple((types.NO_PLACE, kind, count) for kind, count in b))
        case types.Pieces(), _:
            return collections.pieces_without
        case types.Bag(), types.Pieces():
            return lambda a, b: collections.bag_without(a, collections.bag_of_pieces(b))
        case types.Bag(), _:
            return collections.bag_without
        case _:
            return lambda a, b: tuple([item for item in a if item not in b])


# ---------------------------------------------------------------- other forms


def conversion(source: types.Type, target: types.Type) -> Operation | None:
    """Returns the function that converts a value of one type to the other; None if their forms are equal."""
    match source, target:
        case types.Optional(inner), _:
            convert = conversion(inner, target)
            return lambda value: () if value is None else (value if convert is None else convert(value))
        case types.Zone(), _:
            raise AssertionError("a zone is no collection: Contents reads it")
        case (types.Pieces() | types.Piece() | types.Kind(), _):
            return _from_pieces(source, target)
        case types.Bag(), _:
            return _from_bag(target)
        case types.Ranking(), (types.ListOf() | types.Ranking()):
            return None if isinstance(target, types.Ranking) else collections.flatten
        case types.Ranking(), _:
            convert = conversion(types.ListOf(source.of, source.most), target)
            return collections.flatten if convert is None else lambda value: convert(collections.flatten(value))
        case (types.ListOf(), types.SetOf(of)):
            return lambda items: collections.unique(items, of)
        case (types.ListOf(of=types.Piece()) | types.SetOf(of=types.Piece()), types.Pieces()):
            return lambda value: collections.merge(tuple((zone, kind, 1) for zone, kind in value))
        case (types.ListOf() | types.SetOf(), types.Bag()):
            return lambda value: collections.bag((item, 1) for item in value)
        case (types.ListOf() | types.SetOf(), types.Pieces()):
            return lambda value: tuple(
                (types.NO_PLACE, kind, count) for kind, count in collections.bag((k, 1) for k in value)
            )
        case _:
            return None


def _from_pieces(source: types.Type, target: types.Type) -> Operation | None:
    match source, target:
        case types.Kind(), types.Pieces():
            return lambda kind: ((types.NO_PLACE, kind, 1),)
        case types.Kind(), types.Bag():
            return lambda kind: ((kind, 1),)
        case types.Piece(), types.Pieces():
            return lambda piece: ((piece[0], piece[1], 1),)
        case types.Piece(), types.Bag():
            return lambda piece: ((piece[1], 1),)
        case types.Pieces(), types.Bag():
            return collections.bag_of_pieces
        case types.Pieces(), types.SetOf(types.Piece() as of):
            return lambda pieces: collections.unique(((zone, kind) for zone, kind, _ in pieces), of)
        case types.Pieces(), types.SetOf(of):
            return lambda pieces: collections.unique((kind for _, kind, _ in pieces), of)
        case types.Pieces(), types.ListOf(types.Piece()):
            return lambda pieces: tuple((zone, kind) for zone, kind, count in pieces for _ in range(count))
        case types.Pieces(), types.ListOf():
            return lambda pieces: tuple(kind for _, kind, count in pieces for _ in range(count))
        case _:
            return None


def _from_bag(target: types.Type) -> Operation | None:
    match target:
        case types.SetOf():
            return lambda counts: tuple(item for item, _ in counts)
        case types.ListOf():
            return lambda counts: tuple(item for item, count in counts for _ in range(count))
        case types.Pieces():
            return lambda counts: tuple((types.NO_PLACE, kind, count) for kind, count in counts)
        case _:
            return None


# ---------------------------------------------------------------- some of the pieces


def _take_from(wanted: Formula, source: Formula, site: types.SiteId, kinds: tuple[str, ...]) -> Formula:
    def take(f: Frame) -> collections.PieceCounts:
        needed = dict(wanted(f))
        found: list[tuple[int, int, int]] = []
        for zone, kind, count in source(f):
            taken = min(count, needed.get(kind, 0))
            if taken:
                needed[kind] -= taken
                found.append((zone, kind, taken))
        missing = [f"{count} {kinds[kind]}" for kind, count in sorted(needed.items()) if count]
        if missing:
            raise Fault("E_MISSING", site, ", ".join(missing))
        return tuple(found)

    return take


def _take_some(expr: expressions.TakeSome, number: Formula, source: Formula) -> Formula:
    def take(f: Frame) -> collections.PieceCounts:
        wanted: int = number(f)
        pieces: collections.PieceCounts = source(f)
        size = collections.pieces_size(pieces)
        if wanted > size and not expr.up_to:
            raise Fault("E_MISSING", expr.site, f"{count_pieces(wanted)} wanted, and {count_found(size)} there")
        if wanted < 0:
            raise Fault("E_BOUND", expr.site, f"{wanted} pieces are wanted", is_below_zero=True)
        if wanted >= size:
            return pieces
        if wanted and len({kind for _, kind, _ in pieces}) > 1:
            raise Fault("E_WHICH", expr.site, f"{wanted} of {size} pieces of several kinds")
        return first_pieces(pieces, wanted)

    return take


def first_pieces(pieces: collections.PieceCounts, number: int) -> collections.PieceCounts:
    """Returns the first `number` pieces, or all if there are fewer."""
    found: list[tuple[int, int, int]] = []
    for zone, kind, count in pieces:
        if number < 1:
            break
        found.append((zone, kind, min(count, number)))
        number -= count
    return tuple(found)


def _lying_in(pieces: Formula, zone: Formula) -> Formula:
    def lying(f: Frame) -> collections.PieceCounts:
        found: collections.PieceCounts = pieces(f)
        zones = {entry[0] for entry in zone(f)}
        return tuple([entry for entry in found if entry[0] in zones])

    return lying
