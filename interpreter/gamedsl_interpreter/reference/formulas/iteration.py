"""Compiles formulas that iterate over a collection: filters, comprehensions, folds, sorting."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from gamedsl.graph.analysis.walk import expressions, list_called_functions, scope
from gamedsl.graph.model import expressions as e
from gamedsl.graph.model import types
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.formulas.protocol import FormulaCompiler
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Element, Formula, Frame, Items


def compile_formula(make: FormulaCompiler, expr: e.Iteration) -> Formula:
    """Compiles a formula of this group to a closure."""
    source, of, local = count_passes(make, expr), expr.source.type, make.slots.local(expr.local)
    match expr:
        case e.Filter():
            return _filter(source, local, make.of(expr.condition), of)
        case e.While():
            return _while(source, local, make.of(expr.condition), of)
        case e.MapList():
            return _map(each_copy(source, of), local, make.of(expr.body))
        case e.Distinct():
            return _distinct(each_entry(source, of), local, make.of(expr.body), expr.type)
        case e.FlatMap():
            return _flat_map(each_copy(source, of), local, make.of(expr.body), expr.type)
        case e.ReachOver():
            most = None if expr.steps is None else make.of(expr.steps)
            return _reach_over(source, local, make.of(expr.body), make.of(expr.start), most)
        case e.Fold():
            return _fold(source, local, make.of(expr.body), expr)
        case e.Sorted():
            keys = tuple((key.highest, make.of(key.value)) for key in expr.keys)
            return _sort(each_copy(source, of), local, keys)
        case _:
            assert_never(expr)


_SHORT = 32
"""A loop with no other loop inside costs nothing worth counting if it has no more passes."""


def count_passes(make: FormulaCompiler, loop: e.Iteration) -> Formula:
    """Compiles the source of a loop: its passes are counted before it begins."""
    meter, source = make.meter, make.of(loop.source)
    least = _SHORT if _is_innermost(loop) else 0

    def items(f: Frame) -> object:
        found = source(f)
        if len(found) > least:
            meter.spend(len(found))
        return found

    return items


def _is_innermost(loop: e.Iteration) -> bool:
    inside = scope(loop)
    return not list_called_functions(inside) and not any(isinstance(expr, e.Iteration) for expr in expressions(inside))


# ---------------------------------------------------------------- elements of each form


def each_copy(source: Formula, of: types.Type) -> Items:
    """Returns a function that iterates over the value of a formula of this type: every element, and a piece or number of a bag once for each copy."""
    match of:
        case types.Bag():
            return lambda f: [item for item, count in source(f) for _ in range(count)]
        case types.Pieces():
            return lambda f: [(zone, kind) for zone, kind, count in source(f) for _ in range(count)]
        case types.Ranking():
            return lambda f: [item for group in source(f) for item in group]
        case _:
            return source


def each_entry(source: Formula, of: types.Type) -> Items:
    """Returns a function that iterates over the value of a formula of this type: every element, but equal ones of a bag or of one place only once."""
    match of:
        case types.Bag():
            return lambda f: [item for item, _ in source(f)]
        case types.Pieces():
            return lambda f: [(zone, kind) for zone, kind, _ in source(f)]
        case _:
            return each_copy(source, of)


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
    def matching(f: Frame) -> collections.PieceCounts:
        kept: list[tuple[int, int, int]] = []
        for entry in source(f):
            f[local] = entry[:2]
            if condition(f):
                kept.append(entry)
        return tuple(kept)

    return matching


def _filter_bag(source: Formula, local: int, condition: Formula) -> Formula:
    def matching(f: Frame) -> collections.Counts:
        kept: list[tuple[int, int]] = []
        for pair in source(f):
            f[local] = pair[0]
            if condition(f):
                kept.append(pair)
        return tuple(kept)

    return matching


def _filter_items(source: Formula, local: int, condition: Formula) -> Formula:
    def matching(f: Frame) -> tuple[object, ...]:
        kept: list[object] = []
        for item in source(f):
            f[local] = item
            if condition(f):
                kept.append(item)
        return tuple(kept)

    return matching


def _filter_groups(source: Formula, local: int, inner: Formula) -> Formula:
    def matching(f: Frame) -> tuple[tuple[object, ...], ...]:
        kept: list[tuple[object, ...]] = []
        for group in source(f):
            f[local] = group
            left = inner(f)
            if left:
                kept.append(left)
        return tuple(kept)

    return matching


def _while(source: Formula, local: int, condition: Formula, of: types.Type) -> Formula:
    match of:
        case types.Pieces():
            return _while_entries(source, local, condition, slice(2))
        case types.Bag():
            return _while_entries(source, local, condition, 0)
        case _:
            return _while_items(source, local, condition)


def _while_entries(source: Formula, local: int, condition: Formula, element: int | slice) -> Formula:
    def leading(f: Frame) -> tuple[object, ...]:
        entries: tuple[tuple[int, ...], ...] = source(f)
        for i, entry in enumerate(entries):
            f[local] = entry[element]
            if not condition(f):
                return entries[:i]
        return entries

    return leading


def _while_items(source: Formula, local: int, condition: Formula) -> Formula:
    def leading(f: Frame) -> tuple[object, ...]:
        items: tuple[object, ...] = source(f)
        for i, item in enumerate(items):
            f[local] = item
            if not condition(f):
                return items[:i]
        return items

    return leading


# ---------------------------------------------------------------- comprehensions


def _map(items: Items, local: int, body: Formula) -> Formula:
    def results(f: Frame) -> tuple[object, ...]:
        found: list[object] = []
        for item in items(f):
            f[local] = item
            found.append(body(f))
        return tuple(found)

    return results


def _distinct(items: Items, local: int, body: Formula, of: types.Type) -> Formula:
    key = types.sort_key(of.of) if isinstance(of, types.SetOf) else None

    def different(f: Frame) -> tuple[object, ...]:
        found: set[Element] = set()
        for item in items(f):
            f[local] = item
            value = body(f)
            if value is not None:
                found.add(value)
        return tuple(sorted(found, key=key))

    return different


def _flat_map(items: Items, local: int, body: Formula, of: types.Type) -> Formula:
    union = of.of if isinstance(of, types.SetOf) else None

    def results(f: Frame) -> tuple[object, ...]:
        found: list[Element] = []
        for item in items(f):
            f[local] = item
            found.extend(body(f))
        return tuple(found) if union is None else collections.unique(found, union)

    return results


def _reach_over(source: Formula, local: int, body: Formula, start: Formula, steps: Formula | None) -> Formula:
    def places(f: Frame) -> tuple[object, ...]:
        inside = set(source(f))
        left = len(inside) if steps is None else steps(f)
        ring: set[int] = inside & set(start(f)) if left >= 0 else set()
        found = set(ring)
        while ring and left > 0:
            after: set[int] = set()
            for place in ring:
                f[local] = place
                after.update(body(f))
            ring = (after & inside) - found
            found |= ring
            left -= 1
        return tuple(sorted(found))

    return places


# ---------------------------------------------------------------- folds


def _fold(source: Formula, local: int, body: Formula, expr: e.Fold) -> Formula:
    copies, entries = each_copy(source, expr.source.type), each_entry(source, expr.source.type)
    match expr.op:
        case "sum" | "count":
            return _sum(copies, local, body)
        case "all":
            return _test_all(entries, local, body)
        case "any":
            return any_of(entries, local, body)
        case "max":
            return _extreme(max, entries, local, body, expr.site)
        case "min":
            return _extreme(min, entries, local, body, expr.site)
        case _:
            assert_never(expr.op)


def _sum(items: Items, local: int, body: Formula) -> Formula:
    # A count is the sum of its flags, because True is 1.
    def total(f: Frame) -> int:
        result = 0
        for item in items(f):
            f[local] = item
            result += body(f)
        return result

    return total


def _test_all(items: Items, local: int, body: Formula) -> Formula:
    def every(f: Frame) -> bool:
        for item in items(f):
            f[local] = item
            if not body(f):
                return False
        return True

    return every


def any_of(items: Items, local: int, body: Formula) -> Formula:
    """Tests whether the body holds for one of the items, and stops at the first."""

    def some(f: Frame) -> bool:
        for item in items(f):
            f[local] = item
            if body(f):
                return True
        return False

    return some


def _extreme(best: Callable[[list[int]], int], items: Items, local: int, body: Formula, site: types.SiteId) -> Formula:
    def extreme(f: Frame) -> int:
        found: list[int] = []
        for item in items(f):
            f[local] = item
            found.append(body(f))
        if not found:
            raise Fault("E_EMPTY", site, "")
        return best(found)

    return extreme


# ---------------------------------------------------------------- sorting


def _sort(items: Items, local: int, keys: tuple[tuple[bool, Formula], ...]) -> Formula:
    def ranking(f: Frame) -> tuple[tuple[object, ...], ...]:
        groups: dict[tuple[tuple[bool, int], ...], list[object]] = {}
        for item in items(f):
            f[local] = item
            groups.setdefault(tuple([_key(highest, value(f)) for highest, value in keys]), []).append(item)
        return tuple(tuple(groups[key]) for key in sorted(groups))

    return ranking


def _key(highest: bool, value: int | None) -> tuple[bool, int]:  # the flag as in `Key`
    if value is None:
        return True, 0
    return False, -value if highest else value
