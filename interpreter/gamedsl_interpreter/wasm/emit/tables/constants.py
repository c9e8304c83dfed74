"""Formulas whose values are known while emitting, for given values of their locals. They become constants, or entries of tables.

Nothing here reads a state. A formula with a fault has no value here: its code is emitted as usual, so the fault happens while playing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from gamedsl.graph.analysis.walk import children, scope
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.traits import traits_of
from gamedsl.graph.model.types import LocalId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_piece

_MOST_STEPS = 3000
"""The most formulas that are evaluated for one value."""
_LOOP = 8
"""The assumed number of elements of a collection, for estimates of the work of a formula."""

_LISTS = (types.ListOf, types.SetOf)


class NoConstant(Exception):
    """The value is known only while playing, or there is none."""


@frozen
class Facts:
    """Facts about a formula: whether it depends only on locals, on which ones, and about how many operations it takes."""

    is_static: bool
    locals: frozenset[LocalId]
    weight: int


class _FactsByFormula(dict[int, tuple[Expr, Facts]]):
    """Facts about formulas, by their identity."""


_FREE = Facts(is_static=True, locals=frozenset(), weight=0)


def facts(ctx: Context, expr: Expr) -> Facts:
    """Gives the facts about a formula. Each formula of a Game is examined only once."""
    memo = ctx.memo(_FactsByFormula)
    known = memo.get(id(expr))
    if known is None:
        known = expr, _facts(ctx, expr)
        memo[id(expr)] = known
    return known[1]


def _facts(ctx: Context, expr: Expr) -> Facts:
    match expr:
        case expressions.Const():
            return _FREE
        case expressions.Local(local):
            return Facts(is_static=True, locals=frozenset((local,)), weight=0)
        case _ if isinstance(expr, expressions.Iteration) and not isinstance(expr, expressions.Sorted):
            of, (inside,) = facts(ctx, expr.source), scope(expr)
            inner = facts(ctx, inside)
            return Facts(
                of.is_static and inner.is_static,
                of.locals | (inner.locals - {expr.local}),
                of.weight + _LOOP * (1 + inner.weight),
            )
        case _:
            parts = [facts(ctx, child) for child in children(expr)]
            is_static = traits_of(expr).is_static and all(part.is_static for part in parts)
            weight = 1 + sum(part.weight for part in parts)
            if isinstance(expr, expressions.Call):
                body = facts(ctx, ctx.game.functions[expr.function].body)
                is_static, weight = is_static and body.is_static, weight + body.weight
            elif isinstance(expr, expressions.Along):
                weight += _LOOP
            elif isinstance(expr, expressions.Seats):
                is_static = is_static and ctx.game.builtins.out is None
            elif isinstance(expr, expressions.Neighbour):
                is_static = False  # Where nobody is eliminated, checking makes a table of the neighbours.
            return Facts(is_static, frozenset[LocalId]().union(*(part.locals for part in parts)), weight)


class Evaluation:
    """Evaluates formulas for given values of locals. `binds` are locals that stand for formulas. `cell` is a formula that reads the state, with a value that
    is assumed for it."""

    def __init__(
        self,
        game: Game,
        values: Mapping[LocalId, Value],
        binds: Mapping[LocalId, Expr],
        cell: tuple[Expr, Value] | None = None,
    ) -> None:
        self._game = game
        self._values = dict(values)
        self._binds = binds
        self._cell = cell
        self._left = _MOST_STEPS

    def of(self, expr: Expr) -> Value:
        """Evaluates a formula. Raises NoConstant."""
        self._left -= 1
        if self._left < 0:
            raise NoConstant
        match expr:
            case expressions.Const(value):
                return value
            case expressions.Local(local, of):
                if is_piece(of):
                    raise NoConstant
                return self._local(local)
            case expressions.Lookup(table, index):
                return self._entry(table, index)
            case expressions.Call(function, args):
                spec = self._game.functions[function]
                return self._evaluate_with(dict(zip(spec.params, map(self.of, args), strict=True)), spec.body)
            case expressions.Arithmetic(op, left, right):
                return _evaluate_operation(op, self._number(left), self._number(right))
            case expressions.Compare(op, left, right):
                a, b = self._number(left), self._number(right)
                return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
            case expressions.Equal(left, right):
                return self._equal(left, right)
            case expressions.Not(operand):
                return not self.of(operand)
            case expressions.And(left, right):
                return bool(self.of(left)) and bool(self.of(right))
            case expressions.Or(left, right):
                return bool(self.of(left)) or bool(self.of(right))
            case expressions.IfElse(condition, yes, no):
                return self.of(yes if self.of(condition) else no)
            case expressions.Need(operand):
                value = self.of(operand)
                if value is None:
                    raise NoConstant
                return value
            case expressions.Within(operand, of):
                return self._within(self._number(operand), of)
            case expressions.FieldAt() | expressions.KindOf() | expressions.ZoneAt():
                return self._read(expr)
            case expressions.Along():
                return self._along(expr)
            case expressions.Count() | expressions.Fold() | expressions.Has() | expressions.Extreme():
                return self._evaluate_query(expr)
            case expressions.Pick() | expressions.Item():
                return self._evaluate_pick(expr)
            case _:
                return self._collection(expr)

    # ------------------------------------------------------------ locals and cells

    def _local(self, local: LocalId) -> Value:
        if local in self._values:
            return self._values[local]
        if local not in self._binds:
            raise NoConstant
        return self.of(self._binds[local])

    def _evaluate_with(self, values: Mapping[LocalId, Value], expr: Expr) -> Value:
        before = self._values
        self._values = {**before, **values}
        try:
            return self.of(expr)
        finally:
            self._values = before

    def _read(self, expr: expressions.FieldAt | expressions.KindOf | expressions.ZoneAt) -> Value:
        """Reads the cell, which is a field or the kind in a slot. A local that holds a piece has the piece's kind as its value here."""
        formula, value = self._cell or (None, None)
        match expr:
            case expressions.KindOf(expressions.Local(local)):
                return self._local(local)
            case expressions.FieldAt() if expr == formula:
                return value
            case expressions.KindOf(expressions.TopPiece(zone)) if zone == formula:
                return value
            case _:
                raise NoConstant

    def _pieces_in(self, zone: Expr) -> int:
        """Counts the pieces in the slot that is the cell."""
        inside = zone.zone if isinstance(zone, expressions.Contents) else zone
        if self._cell is None or inside != self._cell[0]:
            raise NoConstant
        return int(self._cell[1] is not None)

    # ------------------------------------------------------------ numbers

    def _number(self, expr: Expr) -> int:
        value = self.of(expr)
        if not isinstance(value, int):
            raise NoConstant
        return int(value)

    def _equal(self, left: Expr, right: Expr) -> bool:
        for side in (left, right):
            if not isinstance(types.plain(side.type), _NUMBERS | types.ListOf | types.SetOf):
                raise NoConstant
        return self.of(left) == self.of(right)

    def _within(self, value: int, of: types.Type) -> int:
        least, most = span(of)
        if not least <= value <= most:
            raise NoConstant
        return value

    def _entry(self, table: types.TableId, index: tuple[Expr, ...]) -> Value:
        spec, flat = self._game.tables[table], 0
        for expr, low, size in zip(index, spec.lows, spec.sizes, strict=True):
            at = self.of(expr)
            if at is None:
                return None
            if not isinstance(at, int) or not 0 <= at - low < size:
                raise NoConstant
            flat = flat * size + at - low
        return spec.values[flat]

    def _along(self, expr: expressions.Along) -> Value:
        place, steps = self.of(expr.start), self._number(expr.number)
        if place is None or steps == 0:
            return place
        way = self._number(expr.direction) + (4 if steps < 0 else 0)
        ray = shapes.parts(self._game.tables[expr.rays].values[shapes.number(place) * 8 + way % 8])
        return ray[abs(steps) - 1] if abs(steps) <= len(ray) else None

    # ------------------------------------------------------------ collections

    def _items(self, expr: Expr) -> tuple[Value, ...]:
        """Gives the elements of a list or set."""
        if not isinstance(types.plain(expr.type), _LISTS):
            raise NoConstant
        value = self.of(expr)
        if not isinstance(value, tuple):
            raise NoConstant
        return value

    def _evaluate_each(self, local: LocalId, item: Value, body: Expr) -> Value:
        return self._evaluate_with({local: item}, body)

    def _evaluate_query(
        self, expr: expressions.Count | expressions.Fold | expressions.Has | expressions.Extreme
    ) -> Value:
        if isinstance(expr, expressions.Count) and isinstance(expr.source.type, types.Zone | types.Pieces):
            return self._pieces_in(expr.source)
        items = self._items(expr.source)
        match expr:
            case expressions.Count():
                return len(items)
            case expressions.Has(item=item):
                return self.of(item) in items
            case expressions.Extreme(op):
                return _extreme(op, items)
            case expressions.Fold(op, _, local, body):
                values = (self._evaluate_each(local, item, body) for item in items)
                match op:
                    case "any":
                        return any(values)
                    case "all":
                        return all(values)
                    case "sum" | "count":
                        return sum(shapes.number(value) for value in values)
                    case "max" | "min":
                        return _extreme(op, tuple(values))
                    case _:
                        assert_never(op)
            case _:
                assert_never(expr)

    def _evaluate_pick(self, expr: expressions.Pick | expressions.Item) -> Value:
        items = self._items(expr.source)
        if isinstance(expr, expressions.Item):
            at = self._number(expr.index)
            if not 0 <= at < len(items):
                raise NoConstant
            return items[at]
        if expr.op == "only" and len(items) != 1:
            raise NoConstant
        if not items:
            return None
        return items[-1] if expr.op == "last" else items[0]

    def _collection(self, expr: Expr) -> Value:
        items = self._elements(expr)
        if not isinstance(expr.type, types.SetOf):
            return tuple(items)
        if not all(isinstance(item, int) for item in items):  # none or lists stand in another order
            raise NoConstant
        return tuple(sorted({shapes.number(item) for item in items}))

    def _elements(self, expr: Expr) -> list[Value]:
        """Gives the elements of a formula, in order."""
        match expr:
            case expressions.MakeList(items):
                return [self.of(item) for item in items]
            case expressions.Range(low, high):
                return list(range(self._number(low), self._number(high) + 1))
            case expressions.Seats(first, playing) if not playing or self._game.builtins.out is None:
                seats = len(self._game.seats)
                start = 0 if first is None else self._number(first)
                return [(start + i) % seats for i in range(seats)]
            case expressions.Join(left, right):
                return [*self._items(left), *self._items(right)]
            case expressions.Without(left, right):
                gone = self._items(right)
                return [item for item in self._items(left) if item not in gone]
            case expressions.Convert(operand):
                return list(self._items(operand))
            case expressions.Some(op, source, number):
                every, most = self._items(source), max(0, self._number(number))
                return list(every[:most] if op == "first" else every[max(0, len(every) - most) :])
            case expressions.Filter(source, local, condition):
                return self._filter(self._items(source), local, condition)
            case expressions.While(source, local, condition):
                elements: list[Value] = []
                for item in self._items(source):
                    if not self._evaluate_each(local, item, condition):
                        break
                    elements.append(item)
                return elements
            case expressions.MapList(source, local, body):
                return [self._evaluate_each(local, item, body) for item in self._items(source)]
            case expressions.Distinct(source, local, body):
                values = (self._evaluate_each(local, item, body) for item in self._items(source))
                return [value for value in values if value is not None]
            case expressions.FlatMap(source, local, body) if isinstance(types.plain(body.type), _LISTS):
                parts = (self._evaluate_each(local, item, body) for item in self._items(source))
                return [item for part in parts for item in shapes.parts(part)]
            case _:
                raise NoConstant

    def _filter(self, items: tuple[Value, ...], local: LocalId, condition: Expr) -> list[Value]:
        match condition:
            case expressions.Equal(expressions.Local(left), expressions.Local(right)) if items and left != right:
                known = self._values.get(right if left == local else left, _UNKNOWN)
                if local in (left, right) and known is not _UNKNOWN:
                    self._evaluate_each(local, items[0], condition)  # one for all: it would raise for the others, too
                    self._left -= _STEPS_OF_EQUAL * (len(items) - 1)
                    if self._left < 0:
                        raise NoConstant
                    return [item for item in items if item == known]
            case _:
                pass
        return [item for item in items if self._evaluate_each(local, item, condition)]


_UNKNOWN = object()
_STEPS_OF_EQUAL = 3
"""A comparison of two locals, which is made for all elements together: as much work as it is for each."""

_NUMBERS = (
    types.Flag | types.Int | types.Enum | types.Position | types.Player | types.Row | types.Direction | types.Kind | types.Nothing
)  # fmt: skip


def _evaluate_operation(op: str, a: int, b: int) -> int:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "mod" if b >= 1:
            return a % b
        case "div_down" if b:
            return a // b
        case "div_up" if b:
            return -(-a // b)
        case _:
            raise NoConstant


def _extreme(op: str, items: tuple[Value, ...]) -> int:
    numbers = [item for item in items if isinstance(item, int)]
    if not numbers or len(numbers) < len(items):
        raise NoConstant
    return int(max(numbers) if op == "max" else min(numbers))


def every_value(of: types.Type) -> tuple[Value, ...] | None:
    """Gives all values of a small scalar type, none first; None for other types."""
    inner = types.plain(of)
    if not isinstance(inner, types.Int | types.Enum | types.Position | types.Player | types.Row | types.Direction):
        return (False, True) if of == types.FLAG else None
    least, most = span(inner)
    return (*((None,) if inner is not of else ()), *range(least, most + 1))
