"""Checks the facts of worked examples. A fact that no position can make true is kept as a comparison, so that a report can show both values."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.example_lines import Then
from gamedsl.graph.model.types import FLAG, SiteId
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.rules.program import Program
from gamedsl.syntax.tree import example_lines, formulas


def fact_line(
    program: Program, example: example_lines.Example, line: example_lines.ExampleThen, site: SiteId
) -> Then | None:
    """Returns the line of a fact; None if the fact is wrong."""
    world, scope = program.world, Scope(example.name.text, may_state="data")
    fact = world.check.flag(line.fact, scope)
    if is_broken(fact):
        return None
    kept = _with_values(world, line.fact, scope) if _is_impossible(fact) else None
    return Then(kept or fact, "", site, as_before=line.as_before)


def _is_impossible(fact: expressions.Expr) -> bool:
    """Whether a part of a fact is known never to hold."""
    match fact:
        case expressions.And(left, right):
            return _is_impossible(left) or _is_impossible(right)
        case expressions.Const(value):
            return value is False
        case _:
            return False


def _with_values(world: World, fact: formulas.Expr, scope: Scope) -> expressions.Expr | None:
    """Returns a fact with its comparisons of two values that never hold; None if it has none."""
    match fact:
        case formulas.Binary("and", left, right):
            first, second = _with_values(world, left, scope), _with_values(world, right, scope)
            if first is None and second is None:
                return None
            return expressions.And(
                first or world.check.flag(left, scope), second or world.check.flag(right, scope), FLAG
            )
        case formulas.Binary("is" | "<" | "<=" | ">" | ">=" as op, left, right):
            whole = world.check.flag(fact, scope)
            if not isinstance(whole, expressions.Const) or whole.value is not False:
                return None
            first, second = world.check.formula(left, scope), world.check.formula(right, scope)
            if not isinstance(first, expressions.Const) or not isinstance(second, expressions.Const):
                return None
            if op != "is":
                return expressions.Compare(op, first, second, FLAG)
            return None if first.value == second.value else expressions.Equal(first, second, FLAG)
        case _:
            return None
