"""Collections: what can be gone through, filtered and collected."""

from __future__ import annotations

from math import comb

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import UNKNOWN, Bag, Int, ListOf, Pieces, Ranking, SetOf, Type, Unknown, Zone
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.formulas.pile_reads import note_order
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names import (
    hiding,
    rows,  # names reads this module in when it is used
)
from gamedsl.semantics.problems.problems import NotACollection, TooMany
from gamedsl.syntax import tree

MOST_SUBSETS = 10_000
"""So many parts of a set may a formula go through."""


def collection(world: World, node: tree.Expr, scope: Scope, expected: Type | None = None) -> expressions.Expr:
    """Something to go through: ListOf, SetOf, Bag or Pieces."""
    found = conversions.as_list(world, world.check.formula(node, scope, expected))
    if element_of(found.type) is None or isinstance(found.type, Zone):
        world.problem(NotACollection(node.span, describe(world, found.type)))
        return BROKEN
    return found


def elements(
    world: World, node: tree.Expr, scope: Scope, expected: Type | None = None, name: str = "it"
) -> tuple[expressions.Expr | None, expressions.Local]:
    """A collection and a fresh local for its elements; rankings keep their groups."""
    found = (
        filtered(world, node, scope, expected, name)
        if isinstance(node, tree.Filter)
        else world.check.formula(node, scope, expected)
    )
    if not isinstance(found.type, Ranking):
        found = listed(world, found)
    element = element_of(found.type)
    if element is None:
        world.problem(NotACollection(node.span, describe(world, found.type)))
        element = UNKNOWN
    local = world.local(name, element)
    return (
        None if is_broken(found) or (isinstance(element, Unknown) and not isinstance(found.type, ListOf)) else found
    ), local


def listed(world: World, expr: expressions.Expr) -> expressions.Expr:
    """Something to go through: zones as their pieces, a row of numbered columns as the list of its cells."""
    return rows.row_as_list(world, expr) or conversions.as_list(world, expr)


def filtered(
    world: World, node: tree.Filter, scope: Scope, expected: Type | None, name: str = "it"
) -> expressions.Expr:
    """`S where C`. The variable of a comprehension (`name`) is bound in its own `where`."""
    source, local = elements(world, node.source, scope, expected)
    if source is None:
        return BROKEN
    inner = named_element(world, scope, local, name, node.name)
    condition = world.check.flag(node.condition, inner)
    if isinstance(condition, expressions.Const) and condition.value is True:
        return source
    return constants.folded(world, expressions.Filter(source, local.id, condition, source.type), source)


def named_element(world: World, scope: Scope, local: expressions.Local, name: str, own: tree.Ident | None) -> Scope:
    """The scope of a condition: the element's own names, its name in `S as x where …`, a comprehension's variable."""
    inner = scope.with_element(local)
    if name != "it":
        inner = inner.with_name(name, local)
    return inner if own is None else hiding.with_variable(world, inner, own, local)


def leading(world: World, node: tree.Leading, scope: Scope, expected: Type | None) -> expressions.Expr:
    source, local = elements(world, node.source, scope, expected)
    if source is None:
        return BROKEN

    source = conversions.as_list(world, source)
    note_order(world, source, node.span, scope.where)
    condition = world.check.flag(node.condition, named_element(world, scope, local, "it", node.name))
    return constants.folded(world, expressions.While(source, local.id, condition, source.type), source)


def gone_through(
    world: World, comprehension: tree.Comprehension, scope: Scope
) -> tuple[expressions.Expr, expressions.Local] | None:
    """What a comprehension goes through, and the local of its variable."""
    source, local = elements(world, comprehension.source, scope, name=comprehension.var.text)
    if source is None:
        return None
    if comprehension.choose is None:
        return conversions.as_list(world, source), local
    parts = subsets(world, comprehension, source, scope)
    if not isinstance(parts.type, ListOf):
        return None
    return parts, world.local(comprehension.var.text, parts.type.of)


def comprehension_list(world: World, comprehension: tree.Comprehension, scope: Scope) -> expressions.Expr:
    found = gone_through(world, comprehension, scope)
    if found is None:
        return BROKEN
    source, local = found
    body = conversions.as_kind(
        world.check.formula(comprehension.body, hiding.with_variable(world, scope, comprehension.var, local))
    )
    if isinstance(body.type, Zone):
        body = conversions.as_pieces(world, body) or body
    return constants.folded(
        world, expressions.MapList(source, local.id, body, ListOf(body.type, most(world, source.type))), source
    )


def subsets(
    world: World, comprehension: tree.Comprehension, source: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """`for x in n of S`: x goes through the n-element parts of S."""
    if comprehension.choose is None:
        return source
    number_ = world.check.integer(comprehension.choose, scope)
    pieces = conversions.as_list(world, source)
    element = element_of(pieces.type)
    if isinstance(pieces.type, Pieces | Bag | SetOf) and element is not None:
        pieces = expressions.Convert(pieces, ListOf(element, most(world, pieces.type)))
    if is_broken(number_) or not isinstance(pieces.type, ListOf) or not isinstance(number_.type, Int):
        return BROKEN
    high = max(0, min(number_.type.high, pieces.type.most))
    ways = comb(pieces.type.most, min(high, pieces.type.most // 2) if number_.type.low != high else high)
    if ways > MOST_SUBSETS:
        world.problem(TooMany(comprehension.span, f"{high}-element parts", ways, MOST_SUBSETS))
        return BROKEN
    return constants.folded(
        world, expressions.Subsets(pieces, number_, ListOf(ListOf(pieces.type.of, high), ways)), pieces, number_
    )
