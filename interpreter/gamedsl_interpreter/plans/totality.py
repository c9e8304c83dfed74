"""Finds formulas that cannot fail."""

from __future__ import annotations

from gamedsl.graph.analysis.presence import bare, fails, holds
from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import FunctionId
from gamedsl_interpreter.plans.spans import scale_span


class Totality:
    """Finds the formulas of a Game that cannot fail. Each function is analysed once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._functions: dict[FunctionId, bool] = {}

    def is_total(self, expr: Expr, known: frozenset[Expr] = frozenset()) -> bool:
        """Whether a formula certainly has a value: no part of it can run into a fault. `known` holds formulas that conditions have proven not to be none."""
        match expr:
            case expressions.Need(operand):
                safe = self._is_there(operand, known)
            case expressions.IfElse(condition, yes, no):
                return (
                    self.is_total(condition, known)
                    and self.is_total(yes, known | holds(condition))
                    and self.is_total(no, known | fails(condition))
                )
            case expressions.Pick(op="first" | "last"):
                safe = True
            case expressions.Fold(op="sum" | "all" | "any" | "count"):
                safe = True
            case expressions.Arithmetic(op="+" | "-" | "*"):
                safe = True
            case expressions.Arithmetic(right=right):
                safe = isinstance(right, expressions.Const) and isinstance(right.value, int) and right.value > 0
            case expressions.Lookup(table, index):
                spec = self._game.tables[table]
                safe = all(
                    self._fits(i, first, size) for i, first, size in zip(index, spec.lows, spec.sizes, strict=True)
                )
            case expressions.FieldAt(field, index):
                dimensions = self._game.fields[field].dimensions
                safe = all(self._fits(i, 0, d.size) for i, d in zip(index, dimensions, strict=True))
            case expressions.ZoneAt(zone, index):
                dimensions = self._game.zones[zone].dimensions
                safe = all(self._fits(i, 0, d.size) for i, d in zip(index, dimensions, strict=True))
            case expressions.Call(function):
                if function not in self._functions:
                    self._functions[function] = self.is_total(self._game.functions[function].body)
                safe = self._functions[function]
            case _:
                safe = not hasattr(expr, "site")
        return safe and all(self.is_total(child, known) for child in children(expr))

    def _is_there(self, expr: Expr, known: frozenset[Expr]) -> bool:
        """Whether a formula is proven not to be none: by a condition, or as an attribute of a piece that is not none, if all such kinds have one."""
        if bare(expr) in known:
            return True
        match expr:
            case expressions.Lookup(table, (index,)) if isinstance(index.type, types.Optional) and bare(index) in known:
                kind, values = index.type.of, self._game.tables[table].values
                return isinstance(kind, types.Kind) and all(
                    value is not None
                    for value, known_kind in zip(values, self._game.kinds, strict=False)
                    if known_kind.cls in kind.classes
                )
            case _:
                return False

    def _fits(self, index: Expr, first: int, size: int) -> bool:
        """Whether every value of an index lies within a dimension."""
        of = types.plain(index.type)
        match of:
            case types.Kind():
                return first == 0 and size >= len(self._game.kinds)
            case (
                types.Int()
                | types.Enum()
                | types.Position()
                | types.Player()
                | types.Row()
                | types.Direction()
                | types.Flag()
            ):
                least, count = scale_span(self._game, of)
                return first <= least and least + count <= first + size
            case _:
                return False
