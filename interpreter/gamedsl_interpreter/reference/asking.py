"""Formulas that ask something of a collection: how many, which first, what is the best."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from gamedsl.graph import expr as e
from gamedsl.graph import types as t
from gamedsl.graph.expr import Expr
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference import values as v
from gamedsl_interpreter.reference.gathering import first_pieces
from gamedsl_interpreter.reference.going import each_copy
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.places import is_pile
from gamedsl_interpreter.reference.slots import Formula, Frame

if TYPE_CHECKING:
    from gamedsl_interpreter.reference.formulas import Formulas

Asking: TypeAlias = (
    e.Count
    | e.Has
    | e.Extreme
    | e.Pick
    | e.Some
    | e.Rest
    | e.Item
    | e.Leaders
    | e.KindSets
    | e.Subsets
    | e.OutsideIn
)  # fmt: skip


def compiled(make: Formulas, expr: Asking) -> Formula:
    """The closure of a formula of this group."""
    match expr:
        case e.Count(source):
            return _count(make, source)
        case e.Has(source, item):
            return _has(make.of(source), make.of(item), source.type)
        case e.Extreme(op, source, _, site):
            best: Callable[[Any], Any] = max if op == "max" else min
            return _extreme(best, make.of(source), each_copy(source.type), site)
        case e.Pick():
            return _pick(expr, make.of(expr.source))
        case e.Some():
            return _some(expr, make.of(expr.source), make.of(expr.number))
        case e.Rest(source):
            return _rest(make.of(source), source.type)
        case e.Item(source, index, _, site):
            return _item(make.of(source), make.of(index), site)
        case e.Leaders(ranking):
            groups = make.of(ranking)
            return lambda f: next(iter(groups(f)), ())
        case e.KindSets(bag):
            counts = make.of(bag)
            return lambda f: v.conjugate(counts(f))
        case e.Subsets(source, number):
            elements, size = make.of(source), make.of(number)
            return _all_subsets(make.meter, elements, size)
        case e.OutsideIn(source):
            items = make.of(source)
            return lambda f: _outside_in(items(f))
        case _:
            assert_never(expr)


# ---------------------------------------------------------------- counting


def _count(make: Formulas, source: Expr) -> Formula:
    match source:
        case e.Contents(zone) if not isinstance(zone, e.PlaceOf):
            return _count_zone(make, zone)
        case _:
            pass
    value = make.of(source)
    match source.type:
        case t.Zone() | t.Optional(t.Zone()):
            return _count_zone(make, source)
        case t.Bag():
            return lambda f: sum([count for _, count in value(f)])
        case t.Pieces():
            return lambda f: sum([count for _, _, count in value(f)])
        case t.Ranking():
            return lambda f: sum([len(group) for group in value(f)])
        case _:
            return lambda f: len(value(f))


def _count_zone(make: Formulas, zone: Expr) -> Formula:
    at, first, size = make.of(zone), make.slots.fields, v.pile_size if is_pile(zone) else v.bag_size

    def count(f: Frame) -> int:
        z = at(f)
        return 0 if z is None else size(f[first + z])

    return count


def _has(source: Formula, item: Formula, of: t.Type) -> Formula:
    match of:
        case t.Bag():
            return lambda f: _in_bag(source(f), item(f))
        case t.Pieces():
            return lambda f: _in_pieces(source(f), item(f))
        case t.Ranking():
            return lambda f: item(f) in v.flattened(source(f))
        case _:
            return lambda f: item(f) in source(f)


def _in_bag(counts: v.Counts, wanted: t.Value) -> bool:
    return any(kind == wanted for kind, _ in counts)


def _in_pieces(pieces: v.PieceCounts, wanted: t.Value) -> bool:
    """A kind, or a piece; one without a place lies in any."""
    match wanted:
        case (int(place), int(kind)):
            return any(k == kind and place in (z, t.NO_PLACE) for z, k, _ in pieces)
        case _:
            return any(k == wanted for _, k, _ in pieces)


# ---------------------------------------------------------------- elements


def _extreme(best: Callable[[Any], Any], source: Formula, elements: Callable[[Any], Any], site: t.SiteId) -> Formula:
    def extreme(f: Frame) -> t.Value:
        found = tuple(elements(source(f)))
        if not found:
            raise Fault("E_EMPTY", site, "the greatest or least of nothing")
        result: t.Value = best(found)
        return result

    return extreme


def _pick(expr: e.Pick, source: Formula) -> Formula:
    elements = each_copy(expr.source.type)
    match expr.op:
        case "only":
            return _only(source, elements, expr.site)
        case "first":
            return lambda f: next(iter(elements(source(f))), None)
        case "last":
            return lambda f: next(reversed(tuple(elements(source(f)))), None)
        case _:
            assert_never(expr.op)


def _only(source: Formula, elements: Callable[[Any], Any], site: t.SiteId) -> Formula:
    def only(f: Frame) -> t.Value:
        found = tuple(elements(source(f)))
        if len(found) != 1:
            raise Fault("E_ONLY", site, f"{len(found)} elements, not one")
        result: t.Value = found[0]
        return result

    return only


def _some(expr: e.Some, source: Formula, number: Formula) -> Formula:
    take = _first_of if expr.op == "first" else _last_of
    match expr.source.type:
        case t.Pieces():
            pieces = first_pieces if expr.op == "first" else _last_pieces
            return lambda f: pieces(source(f), max(0, number(f)))
        case t.Bag():
            items = each_copy(expr.source.type)
            return lambda f: v.bag((item, 1) for item in take(tuple(items(source(f))), max(0, number(f))))
        case t.Ranking():
            return lambda f: _some_groups(source(f), max(0, number(f)), take)
        case _:
            return lambda f: take(source(f), max(0, number(f)))


def _first_of(items: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return items[:number]


def _last_of(items: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return items[max(0, len(items) - number) :]


def _last_pieces(pieces: v.PieceCounts, number: int) -> v.PieceCounts:
    return tuple(reversed(first_pieces(tuple(reversed(pieces)), number)))


def _some_groups(
    groups: tuple[tuple[Any, ...], ...], number: int, take: Callable[[tuple[Any, ...], int], tuple[Any, ...]]
) -> tuple[tuple[Any, ...], ...]:
    kept = take(tuple((i, item) for i, group in enumerate(groups) for item in group), number)
    parts = (tuple(item for at, item in kept if at == i) for i in range(len(groups)))
    return tuple(part for part in parts if part)


def _rest(source: Formula, of: t.Type) -> Formula:
    match of:
        case t.Pieces():
            return lambda f: _pieces_rest(source(f))
        case _:
            return lambda f: source(f)[1:]


def _pieces_rest(pieces: v.PieceCounts) -> v.PieceCounts:
    if not pieces:
        return ()
    zone, kind, count = pieces[0]
    return (((zone, kind, count - 1),) if count > 1 else ()) + pieces[1:]


def _item(source: Formula, index: Formula, site: t.SiteId) -> Formula:
    def item(f: Frame) -> t.Value:
        items: tuple[t.Value, ...] = source(f)
        i: int = index(f)
        if 0 <= i < len(items):
            return items[i]
        raise Fault("E_INDEX", site, f"element {i} of {len(items)}")

    return item


def _all_subsets(meter: Meter, elements: Formula, number: Formula) -> Formula:
    def subsets(f: Frame) -> tuple[tuple[Any, ...], ...]:
        items: tuple[Any, ...] = elements(f)
        size: int = number(f)
        if size < 0:
            return ()
        meter.spend(comb(len(items), size))
        return tuple(combinations(items, size))

    return subsets


def _outside_in(items: tuple[Any, ...]) -> tuple[tuple[Any, Any], ...]:
    half = len(items) // 2
    return tuple((items[i], items[-1 - i]) for i in range(half))
