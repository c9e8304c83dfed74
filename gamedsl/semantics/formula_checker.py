"""Checks formulas: takes a tree, returns a typed formula. Works bottom-up, with one expected type passed down."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, FunctionId, Int, Optional, Player, Type
from gamedsl.semantics.builtins.table import builtin_call
from gamedsl.semantics.construction import constants, conversions, facts, intervals, logic, settled
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.collections import check_filter, leading, ranking
from gamedsl.semantics.formulas.conditionals import conditional, match_formula
from gamedsl.semantics.formulas.lets import let_function
from gamedsl.semantics.formulas.lists import list_literal
from gamedsl.semantics.formulas.operators import operation
from gamedsl.semantics.formulas.scores import score_function, total_function
from gamedsl.semantics.model.effort import FORMULA, Effort
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import LetSymbol, Symbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names import kinds, lookup, members, reference_values
from gamedsl.semantics.problems.names import NobodyActs, NoElement, WrongSort
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.walk import split_count
from gamedsl.values import define


def new_world(seats: tuple[str, ...], humans: int, effort: Effort, looked_at: frozenset[Span]) -> World:
    """Returns the empty declarations of one setup, with the checker of their formulas."""
    world = World(seats, humans, effort=effort, looked_at=looked_at)
    world.check = FormulaChecker(world)
    return world


@define(eq=False)
class FormulaChecker:
    """Checks the formulas of one setup; see `Checker`."""

    world: World

    def formula(self, node: formulas.Expr, scope: Scope, expected: Type | None = None) -> expressions.Expr:
        """Returns the typed formula. A formula with a problem is reported and becomes BROKEN."""
        self.world.work(node.span, FORMULA)
        return self.world.record_place(self._formula(node, scope, expected), node.span)

    def _formula(self, node: formulas.Expr, scope: Scope, expected: Type | None) -> expressions.Expr:
        match node:
            case formulas.Number():
                return number(node.value)
            case formulas.FlagLiteral():
                return constants.YES if node.value else constants.NO
            case formulas.NoneLiteral():
                return constants.NONE
            case formulas.Me():
                if scope.me is None:
                    is_it = scope.element is not None and isinstance(scope.element.type, Player)
                    self.world.problem(NobodyActs(node.span, "me", is_it))
                    return BROKEN
                scope.uses.me = True
                return scope.me
            case formulas.It():
                if scope.element is None:
                    self.world.problem(NoElement(node.span, scope.me is not None))
                    return BROKEN
                return scope.element
            case formulas.Attribute() | formulas.Index() if (counted := split_count(node)) is not None:
                return kinds.some_kind(self.world, counted[0], counted[1], scope, expected)
            case formulas.Name() | formulas.Attribute() | formulas.Index() | formulas.Apply():
                return reference_values.as_formula(
                    self.world, lookup.refer(self.world, node, scope, expected), scope, node, expected
                )
            case formulas.Placed():
                self.world.problem(WrongSort(node.span, "this", Thing.PLACED_PIECE, Thing.FORMULA_WITHOUT_FROM))
                return BROKEN
            case formulas.SomeOf():
                return kinds.some_of(self.world, node, scope, expected)
            case formulas.ListLiteral():
                return list_literal(self.world, node, scope, expected)
            case formulas.Filter():
                return check_filter(self.world, node, scope, expected)
            case formulas.Leading():
                return leading(self.world, node, scope, expected)
            case formulas.MatchExpr():
                return match_formula(self.world, node, scope, expected)
            case formulas.Sort():
                return ranking(self.world, node, scope, expected)
            case formulas.Ternary():
                return conditional(self.world, node, scope, expected)
            case formulas.Binary():
                made = operation(self.world, node, scope, expected)
                if node.op in settled.COMPARISONS:
                    settled.judge(self.world, node, made, scope)
                return made
            case formulas.Divide():
                left, right = self.integer(node.left, scope), self.integer(node.right, scope)
                return intervals.arithmetic(
                    self.world, scope, "div_up" if node.rounding == "up" else "div_down", left, right, node.span
                )
            case formulas.Unary():
                if node.op == "not":
                    whole = isinstance(
                        node.operand, formulas.Name | formulas.Attribute | formulas.Index
                    )  # judged together with its `not`
                    operand = self.coerce(node.operand, scope, FLAG) if whole else self.flag(node.operand, scope)
                    return logic.negate(operand)
                return intervals.negative(self.world, self.integer(node.operand, scope), node.span, scope.where)
            case _:
                assert_never(node)

    def coerce(self, node: formulas.Expr, scope: Scope, wanted: Type) -> expressions.Expr:
        return conversions.coerce(self.world, scope, self.formula(node, scope, wanted), wanted, node.span, words(node))

    def flag(self, node: formulas.Expr, scope: Scope) -> expressions.Expr:
        condition = self.coerce(node, scope, FLAG)
        if not isinstance(node, formulas.Binary):
            settled.judge_flag(self.world, node, condition, scope)
        return condition

    def integer(self, node: formulas.Expr, scope: Scope) -> expressions.Expr:
        """Returns a formula for a number of any range; `none` is ruled out."""
        found = self.formula(node, scope, Int(0, 0))
        if is_broken(found):
            return found
        if isinstance(found.type, Optional):
            found = facts.need(self.world, scope, found, node.span, words(node))
        if not isinstance(found.type, Int):
            self.world.problem(Mismatch(node.span, Thing.NUMBER, describe(self.world, found.type)))
            return BROKEN
        return found

    def builtin(self, name: str, node: formulas.Apply, scope: Scope, expected: Type | None) -> expressions.Expr:
        return builtin_call(self.world, name, node, scope, expected)

    def let(self, name: str, symbol: LetSymbol, span: Span) -> Function | None:
        return let_function(self.world, name, symbol, span)

    def score(self, index: int) -> tuple[FunctionId, Type]:
        return score_function(self.world, index)

    def total(self) -> FunctionId:
        return total_function(self.world)

    def value_of(
        self, name: str, symbol: Symbol, element: expressions.Expr, scope: Scope, span: Span
    ) -> expressions.Expr:
        ref = members.of_symbol(self.world, symbol, name, element, scope, span)
        return reference_values.as_formula(self.world, ref, scope, formulas.Name(name), None)
