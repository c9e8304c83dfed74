"""Formulas with an operator between two others."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    FLAG,
    Int,
    ListOf,
    Type,
)
from gamedsl.semantics.construction import constants, facts, logic
from gamedsl.semantics.construction.constants import BROKEN
from gamedsl.semantics.formulas.comparisons import comparison, equal, member
from gamedsl.semantics.formulas.conditionals import leave_out
from gamedsl.semantics.formulas.sums import plus_or_minus
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import MOST_NUMBERS
from gamedsl.semantics.model.world import World

# names reads this module in when it is used
from gamedsl.semantics.problems.problems import (
    TooMany,
)
from gamedsl.syntax import tree


def operation(w: World, e: tree.Binary, scope: Scope, expected: Type | None) -> expressions.Expr:
    match e.op:
        case "and":
            left = w.check.flag(e.left, scope)
            if isinstance(left, expressions.Const) and left.value is False:
                leave_out(w, e.right, scope, FLAG)
                return constants.NO
            w.reached.add(e.right.span)
            return logic.both(left, w.check.flag(e.right, scope.with_facts(facts.holds(left))))
        case "or":
            left = w.check.flag(e.left, scope)
            if isinstance(left, expressions.Const) and left.value is True:
                leave_out(w, e.right, scope, FLAG)
                return constants.YES
            w.reached.add(e.right.span)
            return logic.either(left, w.check.flag(e.right, scope.with_facts(facts.fails(left))))
        case "is":
            return equal(w, e, scope)
        case "is not":
            return logic.negated(equal(w, e, scope))
        case "in":
            return member(w, e, scope)
        case "not in":
            return logic.negated(member(w, e, scope))
        case "<" | "<=" | ">" | ">=":
            return comparison(w, e, e.op, scope)
        case "..":
            low, high = w.check.integer(e.left, scope), w.check.integer(e.right, scope)
            if not isinstance(low.type, Int) or not isinstance(high.type, Int):
                return BROKEN
            type_ = ListOf(
                Int(low.type.low, max(high.type.high, low.type.low)), max(0, high.type.high - low.type.low + 1)
            )
            if type_.most > MOST_NUMBERS:
                w.problem(TooMany(e.span, "numbers in this range", type_.most, MOST_NUMBERS))
                return BROKEN
            return constants.folded(w, expressions.Range(low, high, type_), low, high)
        case "+" | "-" | "*":
            return plus_or_minus(w, e, e.op, scope, expected)
        case _:
            assert_never(e.op)
