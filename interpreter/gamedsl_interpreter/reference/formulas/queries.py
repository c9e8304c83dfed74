"""Compiles formulas that ask for a property of a collection: its size, its first element, its best."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Protocol, TypeVar, assert_never

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.fault_words import count_found
from gamedsl_interpreter.reference.formulas.construction import first_pieces
from gamedsl_interpreter.reference.formulas.iteration import each_copy
from gamedsl_interpreter.reference.formulas.places import is_pile
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Formula, Frame, Items

T = TypeVar("T")


def compile_formula(make: FormulaCompiler, expr: expressions.Query) -> Formula:
    """Compiles a formula of this group to a closure."""
    match expr:
        case expressions.Count(source):
            return _count(make, source)
        case expressions.Has(source, item):
            return _has(make.of(source), make.of(item), source.type)
        case expressions.Extreme(op, source, _, site):
            return _extreme(max if op == "max" else min, each_copy(make.of(source), source.type), site)
        case expressions.Pick():
            return _pick(expr, each_copy(make.of(expr.source), expr.source.type))
        case expressions.Some():
            return _take_some(expr, make.of(expr.source), make.of(expr.number))
        case expressions.Rest(source):
            return _drop_first(make.of(source), source.type)
        case expressions.Item(source, index, _, site):
            return _item(make.of(source), make.of(index), site)
        case expressions.Leaders(ranking):
            groups = make.of(ranking)
            return lambda f: next(iter(groups(f)), ())
        case expressions.KindSets(bag):
            counts = make.of(bag)
            return lambda f: collections.conjugate(counts(f))
        case expressions.Subsets(source, number):
            elements, size = make.of(source), make.of(number)
            return _all_subsets(make.meter, elements, size)
        case expressions.OutsideIn(source):
            items = make.of(source)
            return lambda f: _order_outside_in(items(f))
        case _:
            assert_never(expr)


# ---------------------------------------------------------------- counting


def _count(make: FormulaCompiler, source: Expr) -> Formula:
    match source:
        case expressions.Contents(zone) if not isinstance(zone, expressions.PlaceOf):
            return _count_zone(make, zone)
        case _:
            pass
    value = make.of(source)
    match source.type:
        case types.Zone() | types.Optional(types.Zone()):
            return _count_zone(make, source)
        case types.Bag():
            return lambda f: sum([count for _, count in value(f)])
        case types.Pieces():
            return lambda f: sum([count for _, _, count in value(f)])
        case types.Ranking():
            return lambda f: sum([len(group) for group in value(f)])
        case _:
            return lambda f: len(value(f))


def _count_zone(make: FormulaCompiler, zone: Expr) -> Formula:
    at, first, size = make.of(zone), make.slots.fields, collections.pile_size if is_pile(zone) else collections.bag_size

    def count(f: Frame) -> int:
        z = at(f)
        return 0 if z is None else size(f[first + z])

    return count


def _has(source: Formula, item: Formula, of: types.Type) -> Formula:
    match of:
        case types.Bag():
            return lambda f: _in_bag(source(f), item(f))
        case types.Pieces():
            return lambda f: _in_pieces(source(f), item(f))
        case types.Ranking():
            return lambda f: item(f) in collections.flatten(source(f))
        case _:
            return lambda f: item(f) in source(f)


def _in_bag(counts: collections.Counts, wanted: types.Value) -> bool:
    return any(kind == wanted for kind, _ in counts)


def _in_pieces(pieces: collections.PieceCounts, wanted: types.Value) -> bool:
    """Whether the pieces contain a kind or a piece; a piece without a place matches at any place."""
    match wanted:
        case (int(place), int(kind)):
            return any(k == kind and place in (z, types.NO_PLACE) for z, k, _ in pieces)
        case _:
            return any(k == wanted for _, k, _ in pieces)


# ---------------------------------------------------------------- elements


def _extreme(best: Callable[[list[int]], int], items: Items, site: types.SiteId) -> Formula:
    def extreme(f: Frame) -> int:
        found: list[int] = list(items(f))
        if not found:
            raise Fault("E_EMPTY", site, "")
        return best(found)

    return extreme


def _pick(expr: expressions.Pick, items: Items) -> Formula:
    match expr.op:
        case "only":
            return _take_only(items, expr.site)
        case "first":
            return lambda f: next(iter(items(f)), None)
        case "last":
            return lambda f: next(reversed(tuple(items(f))), None)
        case _:
            assert_never(expr.op)


def _take_only(items: Items, site: types.SiteId) -> Formula:
    def only(f: Frame) -> object:
        found: list[object] = list(items(f))
        if len(found) != 1:
            raise Fault("E_ONLY", site, f"there are {len(found)}" if found else "there is none")
        return found[0]

    return only


def _take_some(expr: expressions.Some, source: Formula, number: Formula) -> Formula:
    take: _Take = _first_of if expr.op == "first" else _last_of
    match expr.source.type:
        case types.Pieces():
            pieces = first_pieces if expr.op == "first" else _last_pieces
            return lambda f: pieces(source(f), max(0, number(f)))
        case types.Bag():
            items = each_copy(source, expr.source.type)
            return lambda f: collections.bag((item, 1) for item in take(tuple(items(f)), max(0, number(f))))
        case types.Ranking():
            return lambda f: _some_groups(source(f), max(0, number(f)), take)
        case _:
            return lambda f: take(source(f), max(0, number(f)))


class _Take(Protocol):
    """Takes `number` of the elements, or all if there are fewer."""

    def __call__(self, items: tuple[T, ...], number: int, /) -> tuple[T, ...]: ...


def _first_of(items: tuple[T, ...], number: int) -> tuple[T, ...]:
    return items[:number]


def _last_of(items: tuple[T, ...], number: int) -> tuple[T, ...]:
    return items[max(0, len(items) - number) :]


def _last_pieces(pieces: collections.PieceCounts, number: int) -> collections.PieceCounts:
    return tuple(reversed(first_pieces(tuple(reversed(pieces)), number)))


def _some_groups(groups: tuple[tuple[T, ...], ...], number: int, take: _Take) -> tuple[tuple[T, ...], ...]:
    kept = take(tuple((i, item) for i, group in enumerate(groups) for item in group), number)
    parts = (tuple(item for at, item in kept if at == i) for i in range(len(groups)))
    return tuple(part for part in parts if part)


def _drop_first(source: Formula, of: types.Type) -> Formula:
    match of:
        case types.Pieces():
            return lambda f: _pieces_rest(source(f))
        case _:
            return lambda f: source(f)[1:]


def _pieces_rest(pieces: collections.PieceCounts) -> collections.PieceCounts:
    if not pieces:
        return ()
    zone, kind, count = pieces[0]
    return (((zone, kind, count - 1),) if count > 1 else ()) + pieces[1:]


def _item(source: Formula, index: Formula, site: types.SiteId) -> Formula:
    def item(f: Frame) -> types.Value:
        items: tuple[types.Value, ...] = source(f)
        i: int = index(f)
        if 0 <= i < len(items):
            return items[i]
        raise Fault("E_INDEX", site, f"element {i + 1} is wanted, and {count_found(len(items))} there")

    return item


def _all_subsets(meter: Meter, elements: Formula, number: Formula) -> Formula:
    def subsets(f: Frame) -> tuple[tuple[object, ...], ...]:
        items: tuple[object, ...] = elements(f)
        size: int = number(f)
        if size < 0:
            return ()
        meter.spend(comb(len(items), size))
        return tuple(combinations(items, size))

    return subsets


def _order_outside_in(items: tuple[T, ...]) -> tuple[tuple[T, T], ...]:
    half = len(items) // 2
    return tuple((items[i], items[-1 - i]) for i in range(half))
