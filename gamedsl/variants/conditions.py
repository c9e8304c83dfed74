"""Conditions of `when` blocks and scripted seats: options, `humans`, `count(players)`, combined with `is`, `not`, `and`, `or`."""

from __future__ import annotations

from gamedsl.semantics.merged import Setup
from gamedsl.syntax import tree as t

Fixed = bool | int | str


class NotDecided(Exception):
    """The condition reads something that the setup does not decide."""


def holds(condition: t.Expr, setup: Setup) -> bool:
    """Whether a condition holds for a setup; what it cannot decide counts as not holding (checking reports it)."""
    try:
        return bool(_value(condition, setup))
    except NotDecided:
        return False


def decidable(condition: t.Expr, setup: Setup) -> bool:
    """Whether the setup alone decides the condition."""
    try:
        _value(condition, setup)
    except NotDecided:
        return False
    return True


def _value(e: t.Expr, setup: Setup) -> Fixed:
    match e:
        case t.FlagLiteral():
            return e.value
        case t.Number():
            return e.value
        case t.Name(id="humans"):
            return setup.players
        case t.Apply(of=t.Name(id="count"), args=(t.Name(id="players"),)):
            return setup.players
        case t.Name():
            return _named(e.id, setup)
        case t.Unary(op="not"):
            return not _value(e.operand, setup)
        case t.Binary():
            return _binary(e, setup)
        case t.ListLiteral():
            raise NotDecided
        case _:
            raise NotDecided


def _named(name: str, setup: Setup) -> Fixed:
    """An option's value, or the name of a value."""
    for option, value in setup.options:
        if option == name:
            if value in ("yes", "no"):
                return value == "yes"
            return int(value) if value.lstrip("-").isdigit() else value
    return name


def _binary(e: t.Binary, setup: Setup) -> Fixed:
    if e.op in ("in", "not in") and isinstance(e.right, t.ListLiteral):
        values = [_value(i, setup) for i in e.right.items if not isinstance(i, t.Named | t.Comprehension)]
        return (_value(e.left, setup) in values) == (e.op == "in")
    left, right = _value(e.left, setup), _value(e.right, setup)
    match e.op:
        case "and":
            return bool(left) and bool(right)
        case "or":
            return bool(left) or bool(right)
        case "is":
            return left == right
        case "is not":
            return left != right
        case "<" | "<=" | ">" | ">=":
            if not isinstance(left, int) or not isinstance(right, int):
                raise NotDecided
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[e.op]
        case _:
            raise NotDecided
