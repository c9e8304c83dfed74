"""Evaluates formulas that read no position: for data, limits, and conditions that the setup decides.

A short formula can take long to evaluate. Steps are counted; a formula that takes too many is left to the match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import FunctionSpec, TableSpec
from gamedsl.graph.model.types import Bag, FunctionId, ListOf, LocalId, Pieces, SetOf, TableId, Value, rank
from gamedsl.semantics.model.effort import MOST_FOLDED
from gamedsl.values import define

Frame = dict[LocalId, Value]


class NotFixed(Exception):
    """The formula reads the position, cannot be computed (computing it would be a fault), or takes too many steps."""


@define(eq=False)
class Steps:
    """The steps left for evaluating formulas."""

    left: int

    def take(self, number: int = 1) -> None:
        """Takes steps. Raises NotFixed if too few are left."""
        if number > self.left:
            raise NotFixed
        self.left -= number


def fold(
    formula: expressions.Expr,
    tables: Mapping[TableId, TableSpec],
    functions: Mapping[FunctionId, FunctionSpec],
    frame: Frame | None = None,
    steps: Steps | None = None,
) -> Value:
    """Returns the value. Raises NotFixed. Takes its steps from `steps`; without `steps` it may take MOST_FOLDED."""
    steps = Steps(MOST_FOLDED) if steps is None else steps
    return _value(formula, _Data(tables, functions, steps), {} if frame is None else frame)


@define(eq=False)
class _Data:
    tables: Mapping[TableId, TableSpec]
    functions: Mapping[FunctionId, FunctionSpec]
    steps: Steps

    def many(self, value: Value) -> tuple[Value, ...]:
        """Returns the elements of a value; several of them count as one step. Raises NotFixed for a value without elements."""
        if not isinstance(value, tuple):
            raise NotFixed
        self.steps.take(len(value) // _AT_ONCE)
        return value


_AT_ONCE = 8
"""The number of list elements that count as one step, where no formula is evaluated for each."""


def lookup(table: TableSpec, index: Sequence[Value]) -> Value:
    """Returns the cell at an index of numbers; raises NotFixed outside the table."""
    flat = 0
    for value, low, size in zip(index, table.lows, table.sizes, strict=True):
        if value is None:
            return None
        at = _int(value) - low
        if not 0 <= at < size:
            raise NotFixed
        flat = flat * size + at
    return table.values[flat]


def _int(value: Value) -> int:
    if not isinstance(value, int):
        raise NotFixed
    return value


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "div_down": lambda a, b: a // b,
    "div_up": lambda a, b: -(-a // b),
    "mod": lambda a, b: a % b,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _value(expr: expressions.Expr, data: _Data, frame: Frame) -> Value:
    data.steps.take()

    def of(inner: expressions.Expr) -> Value:
        return _value(inner, data, frame)

    match expr:
        case expressions.Const():
            return expr.value
        case expressions.Local():
            if expr.id not in frame:
                raise NotFixed
            return frame[expr.id]
        case expressions.Lookup():
            return lookup(data.tables[expr.table], [of(i) for i in expr.index])
        case expressions.Call():
            function = data.functions.get(expr.function)
            if function is None:
                raise NotFixed
            return _value(
                function.body, data, frame | dict(zip(function.params, [of(a) for a in expr.args], strict=True))
            )
        case expressions.Arithmetic():
            left, right = _int(of(expr.left)), _int(of(expr.right))
            if expr.op in ("div_up", "div_down", "mod") and right < 1:
                raise NotFixed
            return _ARITHMETIC[expr.op](left, right)
        case expressions.Compare():
            return _COMPARE[expr.op](_int(of(expr.left)), _int(of(expr.right)))
        case expressions.Equal():
            return of(expr.left) == of(expr.right)
        case expressions.Not():
            return not of(expr.operand)
        case expressions.And():
            return bool(of(expr.left)) and bool(of(expr.right))
        case expressions.Or():
            return bool(of(expr.left)) or bool(of(expr.right))
        case expressions.IfElse():
            return of(expr.yes) if of(expr.condition) else of(expr.no)
        case expressions.Need() | expressions.Within():
            value = of(expr.operand)
            if value is None:
                raise NotFixed
            return value
        case expressions.MakeList():
            items = [of(i) for i in expr.items]
            return as_set(items) if isinstance(expr.type, SetOf) else tuple(items)
        case expressions.MakeBag():
            return as_bag([(_int(of(k)), _int(of(n))) for n, k in expr.items])
        case expressions.Range():
            low, high = _int(of(expr.low)), _int(of(expr.high))
            data.steps.take(max(0, high - low) // _AT_ONCE)
            return tuple(range(low, high + 1))
        case expressions.Convert():
            return _convert(expr, data.many(of(expr.operand)))
        case expressions.Join():
            return _join(expr, data.many(of(expr.left)), data.many(of(expr.right)))
        case expressions.Without():
            if isinstance(expr.type, Bag | Pieces):
                raise NotFixed
            gone, kept = frozenset(data.many(of(expr.right))), data.many(of(expr.left))
            return tuple(v for v in kept if v not in gone)
        case expressions.KindOf():
            piece = of(expr.piece)
            return piece[1] if isinstance(piece, tuple) else piece
        case expressions.PieceOf():
            raise NotFixed
        case _:
            return _collection(expr, data, frame)


def _collection(expr: expressions.Expr, data: _Data, frame: Frame) -> Value:
    def of(inner: expressions.Expr) -> Value:
        return _value(inner, data, frame)

    def each(local: LocalId, body: expressions.Expr, value: Value) -> Value:
        return _value(body, data, frame | {local: value})

    match expr:
        case expressions.Filter():
            _require_plain(expr.source)
            return tuple(v for v in data.many(of(expr.source)) if each(expr.local, expr.condition, v))
        case expressions.While():
            _require_plain(expr.source)
            taken: list[Value] = []
            for v in data.many(of(expr.source)):
                if not each(expr.local, expr.condition, v):
                    break
                taken.append(v)
            return tuple(taken)
        case expressions.MapList():
            _require_plain(expr.source)
            return tuple(each(expr.local, expr.body, v) for v in data.many(of(expr.source)))
        case expressions.Distinct():
            _require_plain(expr.source)
            return as_set(
                [world for v in data.many(of(expr.source)) if (world := each(expr.local, expr.body, v)) is not None]
            )
        case expressions.Fold():
            _require_plain(expr.source)
            return _fold(expr, [each(expr.local, expr.body, v) for v in data.many(of(expr.source))])
        case expressions.Count():
            _require_plain(expr.source)
            return len(data.many(of(expr.source)))
        case expressions.Has():
            _require_plain(expr.source)
            return of(expr.item) in data.many(of(expr.source))
        case expressions.Extreme():
            values = [_int(v) for v in data.many(of(expr.source))]
            if not values:
                raise NotFixed
            return max(values) if expr.op == "max" else min(values)
        case expressions.Pick():
            _require_plain(expr.source)
            items = data.many(of(expr.source))
            if expr.op == "only" and len(items) != 1:
                raise NotFixed
            return (items[-1] if expr.op == "last" else items[0]) if items else None
        case expressions.Some():
            _require_plain(expr.source)
            items = data.many(of(expr.source))
            n = max(0, _int(of(expr.number)))
            return items[:n] if expr.op == "first" else items[max(0, len(items) - n) :]
        case expressions.Subsets():
            _require_plain(expr.source)
            size, items = _int(of(expr.number)), data.many(of(expr.source))
            if size < 0:
                return ()
            data.steps.take(comb(len(items), size) * size // _AT_ONCE)
            return tuple(combinations(items, size))
        case expressions.Item():
            items = data.many(of(expr.source))
            at = _int(of(expr.index))
            if not 0 <= at < len(items):
                raise NotFixed
            return items[at]
        case expressions.Seats():
            raise NotFixed
        case _:
            raise NotFixed


def _require_plain(source: expressions.Expr) -> None:
    if isinstance(source.type, Bag | Pieces):
        raise NotFixed


def _fold(expr: expressions.Fold, values: Sequence[Value]) -> Value:
    match expr.op:
        case "sum":
            return sum(_int(v) for v in values)
        case "count":
            return sum(1 for v in values if v)
        case "all":
            return all(values)
        case "any":
            return any(values)
        case "max" | "min":
            if not values:
                raise NotFixed
            return (max if expr.op == "max" else min)(_int(v) for v in values)


def _convert(expr: expressions.Convert, items: tuple[Value, ...]) -> Value:
    source = expr.operand.type
    if isinstance(source, ListOf | SetOf):
        if isinstance(expr.type, SetOf):
            return as_set(items)
        if isinstance(expr.type, ListOf):
            return items
        if isinstance(expr.type, Bag):
            return as_bag([(_int(v), 1) for v in items])
    raise NotFixed


def _join(expr: expressions.Join, left: tuple[Value, ...], right: tuple[Value, ...]) -> Value:
    if isinstance(expr.type, ListOf):
        return left + right
    if isinstance(expr.type, SetOf):
        return as_set([*left, *right])
    raise NotFixed


def as_set(items: Sequence[Value]) -> tuple[Value, ...]:
    """Returns the items ascending, without repeats, with none at the end."""
    return tuple(sorted(set(items), key=rank))


def as_bag(items: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Adds up (kind, count) pairs, ascending."""
    counts: dict[int, int] = {}
    for kind, count in items:
        if count > 0:
            counts[kind] = counts.get(kind, 0) + count
    return tuple(sorted(counts.items()))
