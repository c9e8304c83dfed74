"""Estimates how much code formulas and effects become, before anything is emitted, and decides which of them are functions of the module.

The measure counts parts of formulas, those of expanded functions of the Game included. A function of the Game becomes a function of the module if
expanding it at every call would take much room. A part of a formula becomes one if the formula around it is long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from gamedsl.graph.analysis.walk import children, formulas, plans, statements
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.traits import traits_of
from gamedsl.graph.model.types import FunctionId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_scalar

_CALL = 4
"""The size of a call."""
_STATEMENT = 4
_COLLECTION = 6
"""The size of a formula that gives a collection."""
_SEARCH = 40
"""The size of a formula that searches a board."""
_WRITTEN_OUT = 3
"""Loops over at most this many constant elements are unrolled."""
_MOST = 1 << 40
"""The greatest estimate; larger ones are treated alike."""


@frozen
class Grain:
    """The limits for splitting code into functions: `least` is the smallest size of a function, `gain` the least size that a function must save, `long` the
    most code in one function."""

    least: int
    gain: int
    long: int


GRAINS = (Grain(60, 1500, 3000), Grain(20, 100, 600), Grain(8, 16, 120))
"""Tried in order, until all functions are small enough to be compiled."""


class Sizes:
    """The estimates for a Game."""

    def __init__(self, game: Game, grain: Grain) -> None:
        self._game = game
        self.grain = grain
        self._functions: dict[FunctionId, int] = {}
        self._known: dict[int, int] = {}
        self._cut: set[int] = set()
        self._looked_at: set[int] = set()
        self.apart: frozenset[FunctionId] = frozenset()
        """The functions of the Game that are functions of the module."""
        self.apart = self._find_large()
        self._functions.clear()
        self._known.clear()
        for expr in (*_list_outside(game), *(game.functions[f].body for f in self.apart)):
            if self.of(expr) > grain.long:
                self._divide(expr)

    def whole(self) -> int:
        """Estimates everything."""
        statements_of = (*self._game.nodes, *(routine.body for routine in self._game.routines))
        apart = sum(self.of(self._game.functions[function].body) for function in self.apart)
        return apart + sum(map(self.of, _list_outside(self._game))) + sum(_STATEMENT for _ in statements(statements_of))

    def function(self, function: FunctionId) -> int:
        """Estimates the code that replaces an expanded call."""
        if function not in self._functions:
            self._functions[function] = self.of(self._game.functions[function].body)
        return self._functions[function]

    def of(self, expr: Expr) -> int:
        """Estimates a formula."""
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = min(_MOST, self._compute(expr))
        return known

    def effects(self, effects: Iterable[Stmt]) -> int:
        """Estimates effects."""
        body = tuple(effects)
        return sum(_STATEMENT for _ in statements(body)) + sum(self.of(expr) for expr in formulas(body))

    def is_cut(self, expr: Expr) -> bool:
        """Whether a part of a formula is a function of its own, because the formula around it would be too long. Formulas are identified by their Python
        identity: the answer holds only for formulas of the Game, which live as long as this object."""
        return id(expr) in self._cut

    # ------------------------------------------------------------ sizes

    def _compute(self, expr: Expr) -> int:
        inside = sum(self.of(child) for child in children(expr))
        if isinstance(expr, expressions.Call):
            return inside + (_CALL if expr.function in self.apart else self.function(expr.function))
        size = traits_of(expr).size
        match size:
            case "atom":
                return 1
            case "search":
                return inside + _SEARCH
            case "normal":
                own = 2 if is_scalar(expr.type) else _COLLECTION
                return (own + inside) * _copies(expr)
            case _:
                assert_never(size)

    # ------------------------------------------------------------ functions

    def _find_large(self) -> frozenset[FunctionId]:
        """Finds the functions that are expanded often enough, callers first: a function of the module expands its callees only once."""
        large: set[FunctionId] = set()
        uses = dict.fromkeys(range(len(self._game.functions)), 0)
        for expr in _list_outside(self._game):
            for call in _calls(expr):
                uses[call] += 1
        for number in _order_callers_first(self._game):
            spec, times = self._game.functions[number], uses[number]
            size = self.function(number)
            if times > 1 and size >= self.grain.least and size * (times - 1) >= self.grain.gain:
                large.add(number)
                times = 1
            for call in _calls(spec.body):
                uses[call] = min(_MOST, uses[call] + times)
        return frozenset(large)

    # ------------------------------------------------------------ parts

    def _divide(self, expr: Expr) -> int:
        """Estimates a formula without its parts that become functions. The largest parts become functions, until the rest is short enough."""
        if self.of(expr) <= self.grain.long or id(expr) in self._looked_at:
            return self.of(expr)
        self._looked_at.add(id(expr))
        parts = list(children(expr))
        if isinstance(expr, expressions.Call) and expr.function not in self.apart:
            parts.append(self._game.functions[expr.function].body)
        sizes = {i: self._divide(part) for i, part in enumerate(parts)}
        copies = _copies(expr)
        left = (2 + sum(sizes.values())) * copies
        for i in sorted(sizes, key=lambda i: -sizes[i]):
            if left <= self.grain.long or sizes[i] <= 2 * _CALL:
                break
            if is_scalar(parts[i].type):
                self._cut.add(id(parts[i]))
                left -= (sizes[i] - _CALL) * copies
        self._known[id(expr)] = left
        return left


def _copies(expr: Expr) -> int:
    """Gives how many copies of a loop's body are emitted."""
    source = getattr(expr, "source", None)
    if isinstance(source, expressions.Const) and isinstance(source.type, types.ListOf | types.SetOf):
        count = len(source.value) if isinstance(source.value, tuple) else 0
        return count if 1 < count <= _WRITTEN_OUT else 1
    return 1


def _calls(expr: Expr) -> Iterator[FunctionId]:
    """Lists the functions that a formula calls, once for each expansion."""
    todo: list[tuple[Expr, int]] = [(expr, 1)]
    while todo:
        here, copies = todo.pop()
        if isinstance(here, expressions.Call):
            yield from (here.function for _ in range(copies))
        more = min(27, copies * _copies(here))
        todo += [(child, more) for child in children(here)]


def _list_outside(game: Game) -> Iterator[Expr]:
    """Lists the formulas of a Game that are outside of functions."""
    for node in game.nodes:
        yield from formulas(node)
    for question in game.questions:
        for plan in plans(question.plan):
            yield from formulas(plan.parts)
    for routine in game.routines:
        yield from formulas(routine.body)
    yield game.ranking.order
    yield from (game.functions[line.function].body for line in game.scores)
    yield from (game.functions[spec.wins].body for spec in game.verdicts)
    if game.judged is not None:
        yield game.functions[game.judged.function].body
        yield from (() if game.judged.when is None else (game.judged.when,))
    yield from (invariant.condition for invariant in game.invariants)
    yield from (answer.key for script in game.scripts for answer in script.answers if answer.key is not None)


def _order_callers_first(game: Game) -> list[FunctionId]:
    order: list[FunctionId] = []
    seen: set[FunctionId] = set()
    for root in range(len(game.functions)):
        todo: list[tuple[FunctionId, bool]] = [(FunctionId(root), False)]
        while todo:
            number, is_left = todo.pop()
            if is_left:
                order.append(number)
            elif number not in seen:
                seen.add(number)
                todo.append((number, True))
                todo += [(call, False) for call in set(_calls(game.functions[number].body))]
    return order[::-1]
