"""Arguments of functions, rules and actions: what a parameter promises of a collection is tested at run time where the types do not prove it."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Bag, Int, ListOf, SetOf, Type
from gamedsl.semantics.construction.constants import is_broken, risk
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.problems.values import MayFail, Risk
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def argument(world: World, scope: Scope, node: formulas.Expr, wanted: Type) -> expressions.Expr:
    """Returns the argument for a parameter of this type."""
    value = world.check.coerce(node, scope, wanted)
    if is_broken(value):
        return value
    return _limited(world, scope, _in_range(world, scope, value, wanted, node.span), wanted, node.span)


def _in_range(world: World, scope: Scope, value: expressions.Expr, wanted: Type, span: Span) -> expressions.Expr:
    """Tests the range of each number in a set or bag."""
    match value.type, wanted:
        case (SetOf(of=Int() as found), SetOf(of=Int() as of)) | (Bag(of=Int() as found), Bag(of=Int() as of)):
            if of.low <= found.low and found.high <= of.high:
                return value
        case _:
            return value
    risk(world, scope, MayFail(span, about(Risk.OUTSIDE, of.low, of.high)))
    number = world.local("it", found)
    tested = expressions.Within(number, of, world.site(span, scope.where))
    length = most(world, value.type)
    return expressions.Convert(expressions.MapList(value, number.id, tested, ListOf(of, length)), wanted)


def _limited(world: World, scope: Scope, value: expressions.Expr, wanted: Type, span: Span) -> expressions.Expr:
    """Tests the length of a list or bag."""
    length = most(world, value.type)
    if not isinstance(wanted, ListOf | Bag) or not isinstance(value.type, ListOf | Bag) or length <= wanted.most:
        return value
    risk(world, scope, MayFail(span, about(Risk.OUTSIDE, 0, wanted.most)))
    number = expressions.Count(value, Int(0, length))
    tested = expressions.Within(number, Int(0, wanted.most), world.site(span, scope.where))
    return expressions.Some("first", value, tested, wanted)
