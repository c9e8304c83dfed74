"""Builds constants, and evaluates formulas before play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.game import FunctionSpec, TableSpec
from gamedsl.semantics.construction.folding import NotFixed, Steps, fold
from gamedsl.semantics.model.effort import FEWEST_FOLDED, MOST_FOLDED
from gamedsl.semantics.model.scope import Risk, Scope
from gamedsl.semantics.model.types import set_of
from gamedsl.semantics.model.world import World

BROKEN = expressions.Const(None, types.UNKNOWN)
"""A formula with a problem that is already reported."""
YES = expressions.Const(True, types.FLAG)
NO = expressions.Const(False, types.FLAG)
NONE = expressions.Const(None, types.NOTHING)


def number(value: int) -> expressions.Const:
    return expressions.Const(value, types.Int(value, value))


def is_broken(expr: expressions.Expr) -> bool:
    return isinstance(expr.type, types.Unknown)


def refuse(world: World, problem: Problem, found: expressions.Expr | None = None) -> expressions.Expr:
    """Reports a problem, unless it only follows from the broken formula `found`; returns a broken formula."""
    if found is None or not is_broken(found):
        world.problem(problem)
    return BROKEN


class _Tables(Mapping[types.TableId, TableSpec]):
    def __init__(self, world: World) -> None:
        self._w = world

    def __getitem__(self, key: types.TableId) -> TableSpec:
        return self._w.tables[key]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(range(len(self._w.tables)))

    def __len__(self) -> int:
        return len(self._w.tables)


class _Functions(Mapping[types.FunctionId, FunctionSpec]):
    """The functions that are finished."""

    def __init__(self, world: World) -> None:
        self._w = world

    def __getitem__(self, key: types.FunctionId) -> FunctionSpec:
        function = self._w.functions[key]
        if function is None:
            raise KeyError(key)
        return function

    def __iter__(self) -> Iterator[types.FunctionId]:
        return (types.FunctionId(i) for i, function in enumerate(self._w.functions) if function is not None)

    def __len__(self) -> int:
        return sum(function is not None for function in self._w.functions)


def fold_value(world: World, expr: expressions.Expr) -> types.Value:
    """Returns the value of a formula that reads no position. Raises NotFixed, also if too few steps are left."""
    allowed = max(FEWEST_FOLDED, min(MOST_FOLDED, world.foldable))
    steps = Steps(allowed)
    try:
        return fold(expr, _Tables(world), _Functions(world), None, steps)
    finally:
        used = allowed - steps.left
        world.foldable -= used
        world.effort.spend(used)


def fold_if_fixed(world: World, expr: expressions.Expr, *operands: expressions.Expr) -> expressions.Expr:
    """Returns the formula, or its constant if all `operands` are constants and it reads no position."""
    if is_broken(expr) or any(not isinstance(o, expressions.Const) for o in operands):
        return expr
    try:
        value = fold_value(world, expr)
    except NotFixed:
        return expr
    world.effort.spend(len(value) // 8 if isinstance(value, tuple) else 0)
    return constant(value, expr.type)


def look_up(
    world: World, table: types.TableId, index: tuple[expressions.Expr, ...], type_: types.Type, site: types.SiteId
) -> expressions.Expr:
    """Returns the entry of a table; a constant if the index is constant."""
    return fold_if_fixed(world, expressions.Lookup(table, index, type_, site), *index)


def constant(value: types.Value, type_: types.Type) -> expressions.Const:
    """Builds a constant; numbers and collections get the narrowest type."""
    if isinstance(types.plain(type_), types.Int) and isinstance(value, int):
        return number(int(value))
    if value is None:
        return expressions.Const(None, type_ if isinstance(type_, types.Optional) else types.NOTHING)
    if isinstance(type_, types.Optional):
        return constant(value, type_.of)
    if isinstance(type_, types.ListOf) and isinstance(value, tuple):
        return expressions.Const(value, types.ListOf(_narrow(type_.of, value), len(value)))
    if isinstance(type_, types.SetOf) and isinstance(value, tuple):
        return expressions.Const(value, set_of(_narrow(type_.of, value), len(value)))
    return expressions.Const(value, type_)


def _narrow(element: types.Type, values: tuple[types.Value, ...]) -> types.Type:
    ints = [int(v) for v in values if isinstance(v, int)]
    if isinstance(element, types.Int) and values and len(ints) == len(values):
        return types.Int(min(ints), max(ints))
    return element


def risk(world: World, scope: Scope, problem: Problem) -> None:
    """Handles a formula that can fail. It is an error where the formula decides which options a player has; inside a function, its callers are informed;
    elsewhere the executors check it."""
    if scope.total:
        world.problem(problem)
    elif scope.risks is not None:
        scope.risks.append(Risk(problem))
