"""Compiles formulas of a Game to Python closures; computing one is then a call with the frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never, cast

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.reference.formulas import boards, construction, iteration, places, queries, scalars
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values.slots import Formula, Frame, Slots
from gamedsl_interpreter.wording.sentences import sentences


class Formulas:
    """Compiles formulas to closures: see `FormulaCompiler`. Functions of the Game are compiled when first met (they are acyclic)."""

    def __init__(self, game: Game, slots: Slots, meter: Meter) -> None:
        self.analysis = Analysis(game)
        self.game = game
        self.meter = meter
        self.slots = slots
        self.sentences = sentences(game)
        self._bodies: dict[types.FunctionId, Formula] = {}
        self.answer: Callable[[types.RuleId, tuple[types.Value, ...], Frame], bool] = _refuse_to_answer
        """Says whether an action can be chosen, from who acts and the arguments; the machine fills it in when it knows all decisions."""

    def of(self, expr: Expr) -> Formula:
        form = cast("expressions.Form", expr)
        if isinstance(form, expressions.Place):
            return places.compile_formula(self, form)
        if isinstance(form, expressions.Scalar):
            return scalars.compile_formula(self, form)
        if isinstance(form, expressions.Construction):
            return construction.compile_formula(self, form)
        if isinstance(form, expressions.Iteration):
            return iteration.compile_formula(self, form)
        if isinstance(form, expressions.Query):
            return queries.compile_formula(self, form)
        if isinstance(form, expressions.Board):
            return boards.compile_formula(self, form)
        match form:
            case expressions.Const(value):
                return lambda _: value
            case expressions.Local(id):
                at = self.slots.local(id)
                return lambda f: f[at]
            case expressions.Call(function, args):
                return self.call(function, args, self._body(function))
            case expressions.Can(rule, me, args):
                return self._can(rule, self.of(me), self.all(args))
            case expressions.LimitReached(counter, limit):
                at_counter = self.slots.counter(counter)
                return lambda f: f[at_counter] >= limit
            case _:
                assert_never(form)

    def all(self, exprs: tuple[Expr, ...]) -> tuple[Formula, ...]:
        return tuple(self.of(expr) for expr in exprs)

    def function(self, function: types.FunctionId, *values: types.Value) -> Formula:
        return self._compile_call(function, tuple(_constant(value) for value in values), self._body(function))

    def call(self, function: types.FunctionId, args: tuple[Expr, ...], body: Formula) -> Formula:
        return self._compile_call(function, self.all(args), body)

    def _can(self, rule: types.RuleId, me: Formula, args: tuple[Formula, ...]) -> Formula:
        return lambda f: self.answer(rule, (me(f), *[arg(f) for arg in args]), f)

    def _body(self, function: types.FunctionId) -> Formula:
        if function not in self._bodies:
            self._bodies[function] = self.of(self.game.functions[function].body)
        return self._bodies[function]

    def _compile_call(self, function: types.FunctionId, args: tuple[Formula, ...], body: Formula) -> Formula:
        params = tuple(self.slots.local(param) for param in self.game.functions[function].params)
        match args:
            case ():
                return body
            case (arg,):
                return _call_one(body, params[0], arg)
            case (first, second):
                return _call_two(body, params, first, second)
            case _:
                return _call_many(body, params, args)


def _refuse_to_answer(rule: types.RuleId, given: tuple[types.Value, ...], frame: Frame) -> bool:
    raise AssertionError("nothing is asked before all decisions are known")


def _constant(value: types.Value) -> Formula:
    return lambda _: value


def _call_one(body: Formula, param: int, arg: Formula) -> Formula:
    def call(f: Frame) -> types.Value:
        f[param] = arg(f)
        result: types.Value = body(f)
        return result

    return call


def _call_two(body: Formula, params: tuple[int, ...], first: Formula, second: Formula) -> Formula:
    one, other = params

    def call(f: Frame) -> types.Value:
        a, b = first(f), second(f)
        f[one], f[other] = a, b
        result: types.Value = body(f)
        return result

    return call


def _call_many(body: Formula, params: tuple[int, ...], args: tuple[Formula, ...]) -> Formula:
    # All arguments are computed before any is bound: one of them may call the same function.
    def call(f: Frame) -> types.Value:
        values = [arg(f) for arg in args]
        for param, value in zip(params, values, strict=True):
            f[param] = value
        result: types.Value = body(f)
        return result

    return call
