"""Checks `match` and `… if … else …`."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, UNKNOWN, Enum, Flag, Int, Kind, Optional, Player, Type, Unknown, plain
from gamedsl.semantics.construction import constants, conversions, facts, logic
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.construction.exclusions import is_excluded
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World

# `names` imports this module only when it is first used, so importing the problems here costs nothing.
from gamedsl.semantics.problems.certain import Settled
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.semantics.problems.rules import NotExhaustive
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def match_formula(world: World, node: formulas.MatchExpr, scope: Scope, expected: Type | None) -> expressions.Expr:
    """Checks `match s (A: x, B, C: y, else: z)`: the result of the first arm that has the value."""
    subject = conversions.as_kind(world.check.formula(node.subject, scope))
    if is_broken(subject):
        return BROKEN
    seen: dict[object, Span] = {}
    arms: list[tuple[expressions.Expr, expressions.Expr, formulas.Expr]] = []
    for values, outcome in node.arms:
        test = arm_test(world, values, subject, seen, scope)
        arms.append((test, world.check.formula(outcome, scope, expected), outcome))
    if node.otherwise is not None:
        arms.append((constants.YES, world.check.formula(node.otherwise, scope, expected), node.otherwise))
        note_else(world, node.otherwise.span, subject, set(seen), scope)
    else:
        missing = missing_values(world, subject, set(seen), scope)
        if missing:
            return refuse(world, NotExhaustive(node.span, missing))
    type_: Type = UNKNOWN
    for _, result, place in arms:
        joined = conversions.join_types(world, type_, result.type)
        if joined is None:
            return refuse(world, Mismatch(place.span, describe(world, type_), describe(world, result.type)))
        type_ = joined
    if any(is_broken(r) for _, r, _ in arms) or not arms:
        return BROKEN
    results = [r if isinstance(type_, Int) else conversions.coerce(world, scope, r, type_, p.span) for _, r, p in arms]
    tried = [(test, result) for (test, _, _), result in zip(arms[:-1], results[:-1], strict=True)]
    return logic.first_of(tried, results[-1], lambda test, yes, no: _one_of(test, yes, no, type_))


def _one_of(test: expressions.Expr, yes: expressions.Expr, no: expressions.Expr, type_: Type) -> expressions.Expr:
    if isinstance(test, expressions.Const):
        return yes if test.value else no
    return expressions.IfElse(test, yes, no, type_)


def arm_test(
    world: World, values: tuple[formulas.Expr, ...], subject: expressions.Expr, seen: dict[object, Span], scope: Scope
) -> expressions.Expr:
    """Builds the test whether the subject of a `match` is one of the values of an arm. `seen` are the values so far, with their places."""
    tests: list[expressions.Expr] = []
    for value in values:
        wanted = _arm_value(world, value, scope, subject.type)
        if isinstance(wanted, expressions.Const):
            if wanted.value in seen and not is_broken(wanted):
                world.problem(DeclaredTwice(value.span, words(value), seen[wanted.value]))
            seen.setdefault(wanted.value, value.span)
        tests.append(constants.fold_if_fixed(world, expressions.Equal(subject, wanted, FLAG), subject, wanted))
    return logic.any_of(tests)


def _arm_value(world: World, value: formulas.Expr, scope: Scope, subject: Type) -> expressions.Expr:
    """Returns a value of a `match` in the form of its subject."""
    if isinstance(value, formulas.NoneLiteral):
        return world.check.coerce(value, scope, subject)
    return (
        world.check.integer(value, scope)
        if isinstance(plain(subject), Int)
        else world.check.coerce(value, scope, plain(subject))
    )


MOST_IN_MATCH = 64
"""The most numbers of a `match` that are searched for missing ones."""


def note_else(world: World, span: Span, subject: expressions.Expr, seen: set[object], scope: Scope) -> None:
    """Records whether the lines of a `match` leave a value to its `else`."""
    if scope.may_state != "nothing":
        return
    number = plain(subject.type)
    if isinstance(number, Int) and not isinstance(subject.type, Optional):
        few = number.high - number.low < MOST_IN_MATCH
        covered = few and all(
            n in seen or is_excluded(scope.known, subject, n) for n in range(number.low, number.high + 1)
        )
    else:
        covered = not isinstance(number, Int) and not missing_values(world, subject, seen, scope)
    world.judge("settled", span, Settled(span, False, "else") if covered else None)


def missing_values(world: World, subject: expressions.Expr, seen: set[object], scope: Scope) -> tuple[str, ...]:
    """Returns the values that no arm of a `match` names, although the subject can have them."""
    type_ = subject.type
    inner = plain(type_)
    match inner:
        case Enum():
            every: dict[object, str] = dict(enumerate(world.enums[inner.id].values))
        case Kind():
            every = {k: world.kinds[k].name for k in world.kinds_of(inner.classes)}
        case Flag():
            every = {False: "no", True: "yes"}
        case Player():
            every = dict(enumerate(world.seats))
        case _:
            every = {object(): "else"}
    missing = tuple(
        name
        for value, name in every.items()
        if value not in seen and not (isinstance(value, int) and is_excluded(scope.known, subject, value))
    )
    return (*missing, "none") if isinstance(type_, Optional) and None not in seen else missing


def conditional(world: World, node: formulas.Ternary, scope: Scope, expected: Type | None) -> expressions.Expr:
    condition = world.check.flag(node.condition, scope)
    if isinstance(condition, expressions.Const) and not is_broken(condition):
        kept, left_out = (node.yes, node.no) if condition.value else (node.no, node.yes)
        leave_out(world, left_out, scope, expected)
        world.reached.add(kept.span)
        return world.check.formula(kept, scope, expected)
    world.reached.update((node.yes.span, node.no.span))
    yes = world.check.formula(node.yes, facts.where(scope, condition), expected)
    no = world.check.formula(node.no, facts.where_not(scope, condition), expected or yes.type)
    if is_broken(yes) or is_broken(no):
        return BROKEN
    if isinstance(yes.type, Optional) != isinstance(no.type, Optional):
        yes = _drop_none(world, yes, facts.where(scope, condition), node.yes.span)
        no = _drop_none(world, no, facts.where_not(scope, condition), node.no.span)
    type_ = conversions.join_types(world, yes.type, no.type)
    if type_ is None:
        yes, no = conversions.as_kind(yes), conversions.as_kind(no)
        type_ = conversions.join_types(world, yes.type, no.type)
    if type_ is None:
        return refuse(world, Mismatch(node.no.span, describe(world, yes.type), describe(world, no.type)))
    if isinstance(type_, Unknown):
        return BROKEN
    if not isinstance(type_, Int):
        yes, no = (
            conversions.coerce(world, scope, yes, type_, node.yes.span),
            conversions.coerce(world, scope, no, type_, node.no.span),
        )
    return expressions.IfElse(condition, yes, no, type_)


def _drop_none(world: World, side: expressions.Expr, scope: Scope, span: Span) -> expressions.Expr:
    """Removes `or none` from a side that its condition proves present: `noble.icons if noble.symbol is theme else 0` is a number."""
    return facts.need(world, scope, side, span, "") if facts.present(world, side, scope) else side


def leave_out(world: World, node: formulas.Expr, scope: Scope, expected: Type | None) -> None:
    """Skips a branch that this setup never reaches. If no setup reaches it, it is checked later."""
    world.left_out.add(node.span)
    if node.span in world.looked_at:
        world.check.formula(node, scope, expected)
