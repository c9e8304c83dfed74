"""Finds conditions with only one possible outcome: because of ranges, of the setup, or of earlier tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.analysis.walk import expressions as parts_of
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Int, ListOf, Nothing, Optional, SetOf
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.construction.exclusions import is_excluded
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import Settled
from gamedsl.syntax.tree import formulas

COMPARISONS = frozenset(["is", "is not", "in", "not in", "<", "<=", ">", ">="])
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def judge(world: World, node: formulas.Expr, condition: expressions.Expr, scope: Scope) -> None:
    """Records whether a condition has two possible outcomes at this place."""
    if is_broken(condition):
        return
    room = tuple(_limits_of_zones(world, condition))
    alone = outcome(condition, room)
    always = alone if alone is not None or not scope.known else outcome(condition, (*scope.known, *room))
    found = None
    if always is not None:
        subject, low, high = _find_ranged_side(world, node, condition)
        before = alone is None
        why: Literal["range", "setup", "before"] = "before" if before else "range" if subject else "setup"
        if scope.may_state != "nothing" and _may_be_stated(
            scope, why if _reads_position(condition) else "setup", always=always
        ):
            return
        found = Settled(node.span, always, why, subject, low, high, None if before else _component_in(world, node))
    if scope.may_state == "nothing":
        world.conditions.append((node.span, condition if found is None else None))
    world.judge("settled", node.span, found)


def _may_be_stated(scope: Scope, why: str, *, always: bool) -> bool:
    """Whether a condition that always or never holds is allowed here anyway."""
    match scope.may_state:
        case "nothing":
            return False
        case "data":
            return why != "range"
        case "ranges":
            return why == "setup" or (always and why != "before")
        case "wish":
            return why == "setup"


def _reads_position(condition: expressions.Expr) -> bool:
    return any(isinstance(part, expressions.FieldAt | expressions.ZoneAt) for part in parts_of(condition))


def judge_flag(world: World, node: formulas.Expr, condition: expressions.Expr, scope: Scope) -> None:
    """Judges conditions that are no comparisons: a written `yes`, a value that the setup decides, a repeated test."""
    match node:
        case formulas.FlagLiteral() | formulas.Apply():
            judge(world, node, condition, scope)
        case (
            formulas.Name()
            | formulas.Attribute()
            | formulas.Index()
            | formulas.Unary(operand=formulas.Name() | formulas.Attribute() | formulas.Index())
        ) if not isinstance(condition, expressions.Const):
            if scope.known:
                judge(world, node, condition, scope)
            elif scope.may_state == "nothing":
                world.conditions.append((node.span, condition))
        case _:
            pass


def outcome(condition: expressions.Expr, known: Iterable[expressions.Expr] = ()) -> bool | None:
    """Returns the outcome of a condition wherever the known conditions hold; None if it is open."""
    match condition:
        case expressions.Const():
            return bool(condition.value)
        case expressions.Not():
            inner = outcome(condition.operand, known)
            return None if inner is None else not inner
        case expressions.And():
            sides = outcome(condition.left, known), outcome(condition.right, known)
            return False if False in sides else None if None in sides else True
        case expressions.Or():
            sides = outcome(condition.left, known), outcome(condition.right, known)
            return True if True in sides else None if None in sides else False
        case expressions.Compare():
            found = _compare(condition.op, _interval(condition.left, known), _interval(condition.right, known))
        case expressions.Equal():
            found = _equal(condition.left, condition.right, known)
        case expressions.Has():
            found = _has(condition, known)
        case _:
            found = None
    return found if found is not None else _recall(condition, known)


# ---------------------------------------------------------------- ranges


def _interval(expr: expressions.Expr, known: Iterable[expressions.Expr]) -> Int | None:
    """Returns the numbers that a formula can have; None for other formulas."""
    type_ = expr.type
    if not isinstance(type_, Int):
        return None
    if isinstance(expr, expressions.Const):
        return type_
    subject = bare(expr)
    low, high = type_.low, type_.high
    for op, number in _bounds(subject, known):
        low, high = _narrow(op, number, low, high)
    return Int(low, high) if low <= high else type_


def find_greatest(world: World, at: expressions.Expr, type_: Int) -> int:
    """Returns the greatest number of a formula. A zone never holds more pieces than its limit: what would put more there is a fault."""
    source = at.source if isinstance(at, expressions.Count) else at
    while isinstance(source, expressions.Filter | expressions.While | expressions.Distinct):
        source = source.source
    while isinstance(source, expressions.Contents | expressions.Convert):
        source = source.zone if isinstance(source, expressions.Contents) else source.operand
    if not isinstance(at, expressions.Count) or not isinstance(source, expressions.ZoneAt):
        return type_.high
    capacity = world.zones[source.zone].capacity
    return type_.high if capacity is None else min(type_.high, capacity)


def _limits_of_zones(world: World, condition: expressions.Expr) -> Iterator[expressions.Expr]:
    """Yields what limits of zones say of the counts in a condition, as conditions that hold."""
    for part in parts_of(condition):
        if isinstance(part, expressions.Count) and isinstance(part.type, Int):
            most = find_greatest(world, part, part.type)
            if most < part.type.high:
                yield expressions.Compare("<=", part, expressions.Const(most, Int(most, most)), FLAG)


def _bounds(subject: expressions.Expr, known: Iterable[expressions.Expr]) -> Iterator[tuple[str, int]]:
    """Yields the bounds that the known conditions give for a number, as comparisons with numbers."""
    for condition in known:
        yield from _bounds_of(subject, condition, holds=True)


def _bounds_of(subject: expressions.Expr, condition: expressions.Expr, *, holds: bool) -> Iterator[tuple[str, int]]:
    match condition:
        case expressions.Not():
            yield from _bounds_of(subject, condition.operand, holds=not holds)
        case expressions.And() if holds:
            yield from _bounds_of(subject, condition.left, holds=True)
            yield from _bounds_of(subject, condition.right, holds=True)
        case expressions.Or() if not holds:
            yield from _bounds_of(subject, condition.left, holds=False)
            yield from _bounds_of(subject, condition.right, holds=False)
        case expressions.Compare(op, left, expressions.Const(int(number))) if bare(left) == subject:
            yield (op if holds else _OPPOSITE[op]), number
        case expressions.Compare(op, expressions.Const(int(number)), right) if bare(right) == subject:
            mirrored = _MIRRORED[op]
            yield (mirrored if holds else _OPPOSITE[mirrored]), number
        case expressions.Equal(expressions.Const(int(number)), other) | expressions.Equal(
            other, expressions.Const(int(number))
        ) if bare(other) == subject:
            yield ("is" if holds else "is not"), number
        case _:
            return


def _narrow(op: str, number: int, low: int, high: int) -> tuple[int, int]:
    match op:
        case "<":
            return low, min(high, number - 1)
        case "<=":
            return low, min(high, number)
        case ">":
            return max(low, number + 1), high
        case ">=":
            return max(low, number), high
        case "is":
            return max(low, number), min(high, number)
        case _:
            return (low + 1 if low == number else low), (high - 1 if high == number else high)


def _compare(op: str, left: Int | None, right: Int | None) -> bool | None:
    if left is None or right is None:
        return None
    if op in (">", ">="):
        left, right, op = right, left, _MIRRORED[op]
    if op == "<":
        return True if left.high < right.low else False if left.low >= right.high else None
    return True if left.high <= right.low else False if left.low > right.high else None


def _equal(left: expressions.Expr, right: expressions.Expr, known: Iterable[expressions.Expr]) -> bool | None:
    a, b = _interval(left, known), _interval(right, known)
    if a is not None and b is not None:
        if a.high < b.low or b.high < a.low:
            return False
        return True if a.low == a.high == b.low == b.high else None
    if not known or (isinstance(left, expressions.Const) and isinstance(right, expressions.Const)):
        return None
    for subject, value in ((left, right), (right, left)):
        if isinstance(subject, expressions.Const):
            continue
        if isinstance(value, expressions.Const) and is_excluded(known, bare(subject), value.value):
            return False
        if any(_says_other(condition, bare(subject), value) for condition in known):
            return False
    return None


def _says_other(condition: expressions.Expr, subject: expressions.Expr, value: expressions.Expr) -> bool:
    """Whether a known condition says that the subject is none while the value is present, or the reverse."""
    match condition:
        case expressions.And():
            return _says_other(condition.left, subject, value) or _says_other(condition.right, subject, value)
        case expressions.Equal():
            for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
                if bare(one) == subject and (
                    (_is_none(other) and _is_there(value)) or (_is_none(value) and _is_there(other))
                ):
                    return True
            return False
        case _:
            return False


def _is_none(expr: expressions.Expr) -> bool:
    return isinstance(expr, expressions.Const) and expr.value is None


def _is_there(expr: expressions.Expr) -> bool:
    return not isinstance(expr.type, Optional | Nothing)


def _has(condition: expressions.Has, known: Iterable[expressions.Expr]) -> bool | None:
    item = _interval(condition.item, known)
    match condition.source:
        case expressions.Const(tuple(values), ListOf() | SetOf()) if item is not None:
            numbers = {v for v in values if isinstance(v, int)}
            if not any(item.low <= v <= item.high for v in numbers):
                return False
            width = item.high - item.low + 1
            return True if width <= len(numbers) and all(n in numbers for n in range(item.low, item.high + 1)) else None
        case expressions.Const(tuple(values), ListOf() | SetOf()) if known:
            excluded = all(is_excluded(known, bare(condition.item), v) for v in values)
            return False if excluded else None
        case expressions.Range(low, high) if item is not None and isinstance(low.type, Int):
            if not isinstance(high.type, Int):
                return None
            return False if item.high < low.type.low or high.type.high < item.low else None
        case _:
            return None


# ---------------------------------------------------------------- what was tested before


def _recall(condition: expressions.Expr, known: Iterable[expressions.Expr]) -> bool | None:
    """Returns the outcome if this very condition, or its opposite, is known."""
    for fact in known:
        found = _judge_by_fact(condition, fact, holds=True)
        if found is not None:
            return found
    return None


def _judge_by_fact(condition: expressions.Expr, fact: expressions.Expr, *, holds: bool) -> bool | None:
    if fact == condition:
        return holds
    match fact:
        case expressions.Not():
            return _judge_by_fact(condition, fact.operand, holds=not holds)
        case expressions.And() if holds:
            left = _judge_by_fact(condition, fact.left, holds=True)
            return left if left is not None else _judge_by_fact(condition, fact.right, holds=True)
        case expressions.Or() if not holds:
            left = _judge_by_fact(condition, fact.left, holds=False)
            return left if left is not None else _judge_by_fact(condition, fact.right, holds=False)
        case _:
            return None


# ---------------------------------------------------------------- what to say of it


def _find_ranged_side(world: World, node: formulas.Expr, condition: expressions.Expr) -> tuple[str, int, int]:
    """Returns the side of a comparison of numbers that is not constant, in words, with its range; an empty text if there is none."""
    while isinstance(condition, expressions.Not):
        condition = condition.operand
    if not isinstance(node, formulas.Binary):
        return "", 0, 0
    match condition:
        case expressions.Compare(left=left, right=right) | expressions.Equal(left=left, right=right):
            sides: tuple[tuple[formulas.Expr, expressions.Expr], ...] = ((node.left, left), (node.right, right))
        case expressions.Has(item=item):
            sides = ((node.left, item),)
        case _:
            return "", 0, 0
    for side, expr in sides:
        if not isinstance(expr, expressions.Const) and isinstance(expr.type, Int) and (text := words(side)) != "this":
            return text, expr.type.low, find_greatest(world, expr, expr.type)
    return "", 0, 0


def _component_in(world: World, node: formulas.Expr) -> str | None:
    """Returns the component whose kinds are counted: `count(card)` never changes."""
    for side in (node.left, node.right) if isinstance(node, formulas.Binary) else (node,):
        match side:
            case formulas.Apply(of=formulas.Name(), args=(formulas.Name(id=name),)) if isinstance(
                world.symbols.get(name), ClassSymbol
            ):
                return name
            case _:
                pass
    return None
