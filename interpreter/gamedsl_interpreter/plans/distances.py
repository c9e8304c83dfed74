"""Computes how far a position is from breaking an invariant, as formulas of the Game: 0 where it is broken, negative otherwise, and lower the farther it is.

These are the branch distances of search-based testing (Korel, "Automated software test data generation", 1990; Tracey, Clark, Mander and McDermid, "An
automated framework for structural test-data generation", 1998): a comparison is as far from the other outcome as its sides are apart, a conjunction as
far as its parts together, a disjunction as far as its nearest part. `all` and `any` are both over a collection.

A distance is evaluated only where the invariant itself can be evaluated, and in the same order, so it causes no fault that the invariant does not cause.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model import expressions as e
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import FieldSpec, FunctionSpec, Game, ZoneSpec
from gamedsl.graph.model.statements import SetField
from gamedsl.graph.model.types import FieldId, FunctionId, SiteId, ZoneId
from gamedsl.values import evolve
from gamedsl_interpreter.plans.spans import scale_span, span
from gamedsl_interpreter.plans.totality import Totality

MOST = 1 << 20
"""The greatest distance: what is farther away counts as this far."""
_MOST_INSTANCES = 64
"""The most instances of a field or zone whose distances to a bound are computed one by one."""
_NOWHERE = SiteId(-1)
_DISTANCE = ".distance"
"""The name of functions that are distances; no name of the rules begins with a dot."""
_FLAG = types.Flag()


def with_distances(game: Game) -> Game:
    """Adds functions to a Game: the distances to the breaks of all invariants, and of all bounds of fields and zones that play may reach."""
    making = _Distances(game)
    goals = [
        *(making.to(one.condition, False) for one in game.invariants),
        *(goal for number, spec in enumerate(game.fields) for goal in making.to_bounds(FieldId(number), spec)),
        *(goal for number, spec in enumerate(game.zones) for goal in making.to_capacity(ZoneId(number), spec)),
    ]
    for goal in goals:
        making.add_function(_DISTANCE, (), goal)
    return evolve(game, functions=tuple(making.functions))


def distances_of(game: Game) -> tuple[FunctionId, ...]:
    """Returns the functions of a Game that are distances to the break of a promise."""
    return tuple(FunctionId(number) for number, spec in enumerate(game.functions) if spec.name == _DISTANCE)


class _Distances:
    def __init__(self, game: Game) -> None:
        self.functions = list(game.functions)
        self._game = game
        self._totality = Totality(game)
        self._known: dict[tuple[FunctionId, bool], FunctionId] = {}
        self._bounded = frozenset(_fields_that_may_leave(game))

    def add_function(self, name: str, params: tuple[types.LocalId, ...], body: Expr) -> FunctionId:
        """Adds a function, and returns its number."""
        self.functions.append(FunctionSpec(name, params, body))
        return FunctionId(len(self.functions) - 1)

    # ------------------------------------------------------------ bounds

    def to_bounds(self, number: FieldId, spec: FieldSpec) -> Iterator[Expr]:
        """Yields the distances of a field to the numbers beyond its range, if effects can lead there."""
        of = types.plain(spec.type)
        if number not in self._bounded or not isinstance(of, types.Int) or isinstance(spec.type, types.Optional):
            return
        places = [e.FieldAt(number, index, of, _NOWHERE) for index in _indices(spec)]
        if places:
            yield _nearest([_difference(_number(of.high + 1), place) for place in places])
            if all(isinstance(value, int) and value > of.low for value in spec.start):
                yield _nearest([_difference(place, _number(of.low - 1)) for place in places])

    def to_capacity(self, number: ZoneId, spec: ZoneSpec) -> Iterator[Expr]:
        """Yields the distance of a zone to more pieces than it holds, if there is no proof that this cannot be."""
        most = spec.capacity
        if most is None or spec.form == "slot" or (spec.room is not None and spec.room <= most):
            return
        pieces = max(most, sum(kind.copies for kind in self._game.kinds))
        zone = types.Zone(spec.classes, spec.form)
        places = [e.Count(e.ZoneAt(number, index, zone, _NOWHERE), types.Int(0, pieces)) for index in _indices(spec)]
        if places:
            yield _nearest([_excess(_number(most + 1), place, 0) for place in places])

    # ------------------------------------------------------------ conditions

    def to(self, condition: Expr, wanted: bool) -> Expr:
        """Returns the distance of a condition to being true, or false."""
        match condition:
            case e.Const(bool(value)):
                return _number(0 if value is wanted else 1)
            case e.Not(operand):
                return self.to(operand, not wanted)
            case e.And(left, right):
                return self._measure_both(left, right, wanted)
            case e.Or(left, right):
                return self._measure_either(left, right, wanted)
            case e.IfElse(test, yes, no):
                return _choice(test, self.to(yes, wanted), self.to(no, wanted))
            case e.Compare() | e.Equal():
                return self._of_comparison(condition, wanted) or _flag(condition, wanted)
            case e.Has(source, item) if _is_int(item) and (bounds := _range_of(source)) is not None:
                low, high = bounds
                first, last = e.Compare("<=", low, item, _FLAG), e.Compare("<=", item, high, _FLAG)
                return self.to(e.And(first, last, _FLAG), wanted)
            case e.Fold("all" | "any", source, local, body):
                is_every = (condition.op == "all") is wanted
                return self._elements(source, local, body, is_every, wanted) or _flag(condition, wanted)
            case e.Call(function, args) if condition.type == _FLAG:
                return self._call(function, args, wanted)
            case _:
                return _flag(condition, wanted)

    def _measure_both(self, left: Expr, right: Expr, wanted: bool) -> Expr:
        if not wanted:
            return _choice(left, _nearest([self.to(left, False), self.to(right, False)]), _number(0))
        if self._totality.is_total(right):
            return _sum(self.to(left, True), self.to(right, True))
        second = self.to(right, True)
        return _choice(left, second, _sum(self.to(left, True), _number(_bound(second) + 1)))

    def _measure_either(self, left: Expr, right: Expr, wanted: bool) -> Expr:
        if wanted:
            return _choice(left, _number(0), _nearest([self.to(left, True), self.to(right, True)]))
        if self._totality.is_total(right):
            return _sum(self.to(left, False), self.to(right, False))
        second = self.to(right, False)
        return _choice(left, _sum(self.to(left, False), _number(_bound(second) + 1)), second)

    def _of_comparison(self, condition: e.Compare | e.Equal, wanted: bool) -> Expr | None:
        """Returns the distance of a comparison of numbers; None of another one. That a filter leaves something is true of one element, or false of all."""
        left, right = condition.left, condition.right
        emptiness = _says_whether_empty(condition)
        if emptiness is not None and isinstance(left, e.Count) and isinstance(left.source, e.Filter):
            found, has_none = left.source, emptiness is wanted
            distance = self._elements(found.source, found.local, found.condition, has_none, not has_none)
            if distance is not None:
                return distance
        if not (_is_int(left) and _is_int(right)):
            return None
        if isinstance(condition, e.Equal):
            if not wanted:
                return _flag(condition, wanted)
            return _choice(e.Compare("<", left, right, _FLAG), _excess(right, left, 0), _excess(left, right, 0))
        match condition.op, wanted:
            case ("<", True) | (">=", False):
                return _excess(left, right, 1)
            case ("<=", True) | (">", False):
                return _excess(left, right, 0)
            case (">", True) | ("<=", False):
                return _excess(right, left, 1)
            case _:
                return _excess(right, left, 0)

    def _elements(self, source: Expr, local: types.LocalId, body: Expr, is_every: bool, wanted: bool) -> Expr | None:
        """Returns the distance to a condition being true, or false, of every element or of some element; None if it may run into a fault."""
        most = self._most_elements(source.type)
        if most is None or not self._totality.is_total(body):
            return None
        inner = self.to(body, wanted)
        if not is_every:
            return _least(source, local, inner)
        capped = _limit(inner, max(1, MOST // max(1, most)))
        return e.Fold("sum", source, local, capped, types.Int(0, _bound(capped) * most), _NOWHERE)

    def _call(self, function: FunctionId, args: tuple[Expr, ...], wanted: bool) -> Expr:
        key = function, wanted
        if key not in self._known:
            spec = self._game.functions[function]
            self._known[key] = self.add_function(f".to {spec.name}", spec.params, self.to(spec.body, wanted))
        number = self._known[key]
        return e.Call(number, args, self.functions[number].body.type)

    def _most_elements(self, of: types.Type) -> int | None:
        match of:
            case types.ListOf(_, most) | types.Bag(_, most) | types.Pieces(_, most):
                return most
            case types.SetOf(inner):
                return scale_span(self._game, inner)[1]
            case _:
                return None


def _fields_that_may_leave(game: Game) -> Iterator[FieldId]:
    """Yields the fields that some effect sets to a number that need not be in their range."""
    for stmt in statements((game.nodes, game.routines)):
        if isinstance(stmt, SetField):
            wanted, given = game.fields[stmt.field].type, stmt.value.type
            if isinstance(wanted, types.Int) and isinstance(given, types.Int):
                (low, high), (first, last) = span(wanted), span(given)
                if first < low or last > high:
                    yield stmt.field


def _indices(spec: FieldSpec | ZoneSpec) -> list[tuple[Expr, ...]]:
    """Lists the indices of all instances; none if they are many."""
    found: list[tuple[Expr, ...]] = [()]
    for dimension in spec.dimensions:
        if len(found) * dimension.size > _MOST_INSTANCES:
            return []
        ordinals = types.Int(0, max(0, dimension.size - 1))
        found = [(*before, e.Const(at, ordinals)) for before in found for at in range(dimension.size)]
    return found


# ---------------------------------------------------------------- formulas of numbers


def _number(value: int) -> Expr:
    return e.Const(value, types.Int(value, value))


def _is_int(expr: Expr) -> bool:
    return isinstance(expr.type, types.Int)


def _range_of(source: Expr) -> tuple[Expr, Expr] | None:
    """Returns the first and the last number of a collection that is a range; None of others."""
    match source:
        case e.Range(low, high) if _is_int(low) and _is_int(high):
            return low, high
        case e.Const(tuple(values), types.ListOf(types.Int()) | types.SetOf(types.Int())) if values:
            numbers = [value for value in values if isinstance(value, int)]
            least, most = min(numbers), max(numbers)
            return (_number(least), _number(most)) if numbers == [*range(least, most + 1)] == [*values] else None
        case _:
            return None


def _bound(expr: Expr) -> int:
    return span(expr.type)[1]


def _flag(condition: Expr, wanted: bool) -> Expr:
    """Returns the distance of a condition that is only known to hold or not."""
    yes, no = (0, 1) if wanted else (1, 0)
    return e.IfElse(condition, _number(yes), _number(no), types.Int(0, 1))


def _choice(test: Expr, yes: Expr, no: Expr) -> Expr:
    low = min(span(yes.type)[0], span(no.type)[0])
    return e.IfElse(test, yes, no, types.Int(low, max(_bound(yes), _bound(no))))


def _sum(left: Expr, right: Expr) -> Expr:
    low = span(left.type)[0] + span(right.type)[0]
    return _limit(e.Arithmetic("+", left, right, types.Int(low, _bound(left) + _bound(right)), _NOWHERE), MOST)


def _difference(left: Expr, right: Expr) -> Expr:
    (low, high), (first, last) = span(left.type), span(right.type)
    return e.Arithmetic("-", left, right, types.Int(low - last, high - first), _NOWHERE)


def _excess(left: Expr, right: Expr, more: int) -> Expr:
    """Returns by how much `left + more` is greater than `right`; 0 if it is not."""
    apart = _difference(left, right)
    if more:
        low, high = span(apart.type)
        apart = e.Arithmetic("+", apart, _number(more), types.Int(low + more, high + more), _NOWHERE)
    return _limit(_at_least_zero(apart), MOST)


def _at_least_zero(expr: Expr) -> Expr:
    low, high = span(expr.type)
    return expr if low >= 0 else _extreme("max", [expr, _number(0)], types.Int(0, max(0, high)))


def _limit(expr: Expr, most: int) -> Expr:
    low, high = span(expr.type)
    return expr if high <= most else _extreme("min", [expr, _number(most)], types.Int(min(low, most), most))


def _nearest(found: list[Expr]) -> Expr:
    if len(found) == 1:
        return _limit(_at_least_zero(found[0]), MOST)
    low, high = min(span(one.type)[0] for one in found), min(_bound(one) for one in found)
    return _limit(_at_least_zero(_extreme("min", found, types.Int(min(low, high), high))), MOST)


def _extreme(op: str, items: list[Expr], of: types.Int) -> Expr:
    low, high = min(span(one.type)[0] for one in items), max(_bound(one) for one in items)
    made = e.MakeList(tuple(items), types.ListOf(types.Int(low, high), len(items)))
    return e.Extreme("max" if op == "max" else "min", made, of, _NOWHERE)


def _least(source: Expr, local: types.LocalId, body: Expr) -> Expr:
    """Returns the least number of the elements; more than all that are possible if there are none."""
    least = e.Fold("min", source, local, body, body.type, _NOWHERE)
    has_any = e.Compare(">", e.Count(source, types.Int(0, MOST)), _number(0), _FLAG)
    return _choice(has_any, least, _number(min(MOST, _bound(body) + 1)))


def _says_whether_empty(condition: e.Compare | e.Equal) -> bool | None:
    """Whether a comparison of a count holds for 0 alone (True), or for all other numbers (False); None for other comparisons."""
    match condition:
        case e.Equal(right=e.Const(0)) | e.Compare("<", right=e.Const(1)) | e.Compare("<=", right=e.Const(0)):
            return True
        case e.Compare(">", right=e.Const(0)) | e.Compare(">=", right=e.Const(1)):
            return False
        case _:
            return None
