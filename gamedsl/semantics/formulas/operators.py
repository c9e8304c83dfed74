"""Checks formulas with an operator between two others."""

from __future__ import annotations

from typing import assert_never

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Flag, Int, ListOf, Optional, Type, Unknown, Zone
from gamedsl.semantics.construction import constants, conversions, facts, logic, settled, sure
from gamedsl.semantics.construction.constants import BROKEN, refuse
from gamedsl.semantics.formulas.comparisons import comparison, equal, member
from gamedsl.semantics.formulas.conditionals import leave_out
from gamedsl.semantics.formulas.sums import plus_or_minus
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import MOST_NUMBERS, describe
from gamedsl.semantics.model.world import World

# `names` imports this module only when it is first used, so importing the problems here costs nothing.
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas


def operation(world: World, node: formulas.Binary, scope: Scope, expected: Type | None) -> expressions.Expr:
    match node.op:
        case "and":
            left = world.check.flag(node.left, scope)
            if isinstance(left, expressions.Const) and left.value is False:
                leave_out(world, node.right, scope, FLAG)
                return constants.NO
            world.reached.add(node.right.span)
            return logic.both(left, _right_side(world, node, facts.where(scope, left)))
        case "or":
            left = world.check.flag(node.left, scope)
            if isinstance(left, expressions.Const) and left.value is True:
                leave_out(world, node.right, scope, FLAG)
                return constants.YES
            world.reached.add(node.right.span)
            return logic.either(left, _right_side(world, node, facts.where_not(scope, left)))
        case "is":
            return equal(world, node, scope)
        case "is not":
            return logic.negate(equal(world, node, scope))
        case "in":
            return member(world, node, scope)
        case "not in":
            return logic.negate(member(world, node, scope))
        case "<" | "<=" | ">" | ">=":
            return comparison(world, node, node.op, scope)
        case "..":
            low, high = world.check.integer(node.left, scope), world.check.integer(node.right, scope)
            if not isinstance(low.type, Int) or not isinstance(high.type, Int):
                return BROKEN
            if scope.may_state != "data":
                sure.note_numbers(world, node.span, low.type, high.type)
            type_ = ListOf(
                Int(low.type.low, max(high.type.high, low.type.low)), max(0, high.type.high - low.type.low + 1)
            )
            if type_.most > MOST_NUMBERS:
                return refuse(world, TooMany(node.span, Amount.NUMBERS_IN_RANGE, type_.most, MOST_NUMBERS))
            return constants.fold_if_fixed(world, expressions.Range(low, high, type_), low, high)
        case "+" | "-" | "*":
            return plus_or_minus(world, node, node.op, scope, expected)
        case _:
            assert_never(node.op)


def _right_side(world: World, node: formulas.Binary, scope: Scope) -> expressions.Expr:
    """Checks the right side of `and` and `or`: in `n is 1 or 2` the second comparison lacks its left side."""
    compared = _find_comparison(node.left)
    if compared is None or not isinstance(node.right, formulas.Number | formulas.Name):
        return world.check.flag(node.right, scope)
    found = world.check.formula(node.right, scope, FLAG)
    if isinstance(found.type, Flag | Optional | Unknown):
        condition = conversions.coerce(world, scope, found, FLAG, node.right.span, words(node.right))
        settled.judge_flag(world, node.right, condition, scope)
        return condition
    if isinstance(found.type, Zone):
        return refuse(
            world, Mismatch(node.right.span, describe(world, FLAG), describe(world, found.type), text=words(node.right))
        )
    value = str(node.right.value) if isinstance(node.right, formulas.Number) else node.right.id
    is_element = compared.op in ("in", "not in") and words(compared.right) != "this"
    again = (
        f"{value} {compared.op} {words(compared.right)}"
        if is_element
        else f"{words(compared.left)} {compared.op} {value}"
    )
    return refuse(world, Mismatch(node.right.span, describe(world, FLAG), describe(world, found.type), compared=again))


def _find_comparison(node: formulas.Expr) -> formulas.Binary | None:
    """Returns the last comparison of a condition, if its left side has a name."""
    if isinstance(node, formulas.Binary) and node.op in ("and", "or"):
        return _find_comparison(node.right)
    is_comparison = isinstance(node, formulas.Binary) and node.op in (
        "is",
        "is not",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "not in",
    )
    return node if is_comparison and isinstance(node, formulas.Binary) and words(node.left) != "this" else None
