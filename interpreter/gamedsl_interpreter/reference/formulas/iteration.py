"""Formulas that go through a collection: filters, comprehensions, folds, sorting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, assert_never

from gamedsl.graph.analysis.walk import expressions, functions_called, scope
from gamedsl.graph.model import expressions as e
from gamedsl.graph.model import types
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Formula, Frame

Going: TypeAlias = e.Filter | e.While | e.MapList | e.Distinct | e.FlatMap | e.Fold | e.Sorted

Elements: TypeAlias = Callable[[Any], Iterable[Any]]


def compiled(make: FormulaCompiler, expr: Going) -> Formula:
    """The closure of a formula of this group."""
    source, local = counted(make, expr), make.slots.local(expr.local)
    match expr:
        case e.Filter():
            return _filter(source, local, make.of(expr.condition), expr.source.type)
        case e.While():
            return _while(source, local, make.of(expr.condition), expr.source.type)
        case e.MapList():
            return _map(source, local, make.of(expr.body), each_copy(expr.source.type))
        case e.Distinct():
            return _distinct(source, local, make.of(expr.body), each_entry(expr.source.type))
        case e.FlatMap():
            return _flat_map(source, local, make.of(expr.body), expr)
        case e.Fold():
            return _fold(source, local, make.of(expr.body), expr)
        case e.Sorted():
            keys = tuple((key.highest, make.of(key.value)) for key in expr.keys)
            return _sorted(source, local, keys, each_copy(expr.source.type))
        case _:
            assert_never(expr)


_SHORT = 32
"""A loop with no other loop inside costs nothing worth counting if it has no more passes."""


def counted(make: FormulaCompiler, loop: Going) -> Formula:
    """The source of a loop: its passes are counted before it begins."""
    meter, source = make.meter, make.of(loop.source)
    least = _SHORT if _is_innermost(loop) else 0

    def items(f: Frame) -> Any:
        found = source(f)
        if len(found) > least:
            meter.spend(len(found))
        return found

    return items


def _is_innermost(loop: Going) -> bool:
    inside = scope(loop)
    return not functions_called(inside) and not any(isinstance(expr, Going) for expr in expressions(inside))


# ---------------------------------------------------------------- elements of each form


def each_copy(of: types.Type) -> Elements:
    """How to go through a value of a type: every element, a piece or number of a bag once for each copy."""
    match of:
        case types.Bag():
            return lambda bag: [item for item, count in bag for _ in range(count)]
        case types.Pieces():
            return lambda pieces: [(zone, kind) for zone, kind, count in pieces for _ in range(count)]
        case types.Ranking():
            return collections.flattened
        case _:
            return _itself


def each_entry(of: types.Type) -> Elements:
    """How to go through a value of a type: every element, equal ones of a bag or of one place once."""
    match of:
        case types.Bag():
            return lambda bag: [item for item, _ in bag]
        case types.Pieces():
            return lambda pieces: [(zone, kind) for zone, kind, _ in pieces]
        case types.Ranking():
            return collections.flattened
        case _:
            return _itself


def _itself(value: Iterable[Any]) -> Iterable[Any]:
    return value


# ---------------------------------------------------------------- filters


def _filter(source: Formula, local: int, condition: Formula, of: types.Type) -> Formula:
    match of:
        case types.Pieces():
            return _filter_pieces(source, local, condition)
        case types.Bag():
            return _filter_bag(source, local, condition)
        case types.Ranking():
            inner = _filter_items(lambda f: f[local], local, condition)
            return _filter_groups(source, local, inner)
        case _:
            return _filter_items(source, local, condition)


def _filter_pieces(source: Formula, local: int, condition: Formula) -> Formula:
    def chosen(f: Frame) -> collections.PieceCounts:
        kept: list[tuple[int, int, int]] = []
        for entry in source(f):
            f[local] = entry[:2]
            if condition(f):
                kept.append(entry)
        return tuple(kept)

    return chosen


def _filter_bag(source: Formula, local: int, condition: Formula) -> Formula:
    def chosen(f: Frame) -> collections.Counts:
        kept: list[tuple[int, int]] = []
        for pair in source(f):
            f[local] = pair[0]
            if condition(f):
                kept.append(pair)
        return tuple(kept)

    return chosen


def _filter_items(source: Formula, local: int, condition: Formula) -> Formula:
    def chosen(f: Frame) -> tuple[Any, ...]:
        kept: list[Any] = []
        for item in source(f):
            f[local] = item
            if condition(f):
                kept.append(item)
        return tuple(kept)

    return chosen


def _filter_groups(source: Formula, local: int, inner: Formula) -> Formula:
    def chosen(f: Frame) -> tuple[tuple[Any, ...], ...]:
        kept: list[tuple[Any, ...]] = []
        for group in source(f):
            f[local] = group
            left = inner(f)
            if left:
                kept.append(left)
        return tuple(kept)

    return chosen


def _while(source: Formula, local: int, condition: Formula, of: types.Type) -> Formula:
    element: Callable[[Any], Any]
    match of:
        case types.Pieces():
            element = _first_two
        case types.Bag():
            element = _first
        case _:
            element = _whole

    def leading(f: Frame) -> tuple[Any, ...]:
        items = source(f)
        for i, item in enumerate(items):
            f[local] = element(item)
            if not condition(f):
                return tuple(items[:i])
        return tuple(items)

    return leading


def _first_two(entry: tuple[int, int, int]) -> tuple[int, int]:
    return entry[:2]


def _first(pair: tuple[int, int]) -> int:
    return pair[0]


def _whole(item: Any) -> Any:
    return item


# ---------------------------------------------------------------- comprehensions


def _map(source: Formula, local: int, body: Formula, elements: Elements) -> Formula:
    def mapped(f: Frame) -> tuple[Any, ...]:
        found: list[Any] = []
        for item in elements(source(f)):
            f[local] = item
            found.append(body(f))
        return tuple(found)

    return mapped


def _distinct(source: Formula, local: int, body: Formula, elements: Elements) -> Formula:
    def different(f: Frame) -> tuple[Any, ...]:
        found: set[Any] = set()
        for item in elements(source(f)):
            f[local] = item
            found.add(body(f))
        found.discard(None)
        return tuple(sorted(found))

    return different


def _flat_map(source: Formula, local: int, body: Formula, expr: e.FlatMap) -> Formula:
    elements = each_copy(expr.source.type)
    union = isinstance(expr.type, types.SetOf)

    def joined(f: Frame) -> tuple[Any, ...]:
        found: list[Any] = []
        for item in elements(source(f)):
            f[local] = item
            found.extend(body(f))
        return collections.unique(found) if union else tuple(found)

    return joined


# ---------------------------------------------------------------- folds


def _fold(source: Formula, local: int, body: Formula, expr: e.Fold) -> Formula:
    copies, entries = each_copy(expr.source.type), each_entry(expr.source.type)
    match expr.op:
        case "sum" | "count":
            return _sum(source, local, body, copies)
        case "all":
            return _all(source, local, body, entries)
        case "any":
            return _any(source, local, body, entries)
        case "max":
            return _extreme(max, source, local, body, entries, expr.site)
        case "min":
            return _extreme(min, source, local, body, entries, expr.site)
        case _:
            assert_never(expr.op)


def _sum(source: Formula, local: int, body: Formula, elements: Elements) -> Formula:
    # A count is the sum of its flags: yes is 1.
    def total(f: Frame) -> int:
        result = 0
        for item in elements(source(f)):
            f[local] = item
            result += body(f)
        return result

    return total


def _all(source: Formula, local: int, body: Formula, elements: Elements) -> Formula:
    def every(f: Frame) -> bool:
        for item in elements(source(f)):
            f[local] = item
            if not body(f):
                return False
        return True

    return every


def _any(source: Formula, local: int, body: Formula, elements: Elements) -> Formula:
    def some(f: Frame) -> bool:
        for item in elements(source(f)):
            f[local] = item
            if body(f):
                return True
        return False

    return some


def _extreme(
    best: Callable[[list[int]], int], source: Formula, local: int, body: Formula, elements: Elements, site: types.SiteId
) -> Formula:
    def extreme(f: Frame) -> int:
        found: list[int] = []
        for item in elements(source(f)):
            f[local] = item
            found.append(body(f))
        if not found:
            raise Fault("E_EMPTY", site, "the greatest or least of nothing")
        return best(found)

    return extreme


# ---------------------------------------------------------------- sorting


def _sorted(source: Formula, local: int, keys: tuple[tuple[bool, Formula], ...], elements: Elements) -> Formula:
    def ranking(f: Frame) -> tuple[tuple[Any, ...], ...]:
        groups: dict[tuple[tuple[bool, int], ...], list[Any]] = {}
        for item in elements(source(f)):
            f[local] = item
            groups.setdefault(tuple([_key(highest, value(f)) for highest, value in keys]), []).append(item)
        return tuple(tuple(groups[key]) for key in sorted(groups))

    return ranking


def _key(highest: bool, value: int | None) -> tuple[bool, int]:  # as the key says
    if value is None:
        return True, 0
    return False, -value if highest else value
