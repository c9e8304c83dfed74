"""Collections: what can be gone through, filtered and collected."""

from __future__ import annotations

from math import comb

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    UNKNOWN,
    Bag,
    Int,
    ListOf,
    Pieces,
    Ranking,
    SetOf,
    Type,
    Unknown,
    Zone,
)
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
from gamedsl.semantics.problems.problems import (
    NotACollection,
    TooMany,
)
from gamedsl.syntax import tree

MOST_SUBSETS = 10_000
"""So many parts of a set may a formula go through."""


def collection(w: World, e: tree.Expr, scope: Scope, expected: Type | None = None) -> expressions.Expr:
    """Something to go through: ListOf, SetOf, Bag or Pieces."""
    found = conversions.as_list(w, w.check.formula(e, scope, expected))
    if element_of(found.type) is None or isinstance(found.type, Zone):
        w.problem(NotACollection(e.span, describe(w, found.type)))
        return BROKEN
    return found


def elements(
    w: World, e: tree.Expr, scope: Scope, expected: Type | None = None, name: str = "it"
) -> tuple[expressions.Expr | None, expressions.Local]:
    """A collection and a fresh local for its elements; rankings keep their groups."""
    found = filtered(w, e, scope, expected, name) if isinstance(e, tree.Filter) else w.check.formula(e, scope, expected)
    if not isinstance(found.type, Ranking):
        found = listed(w, found)
    element = element_of(found.type)
    if element is None:
        w.problem(NotACollection(e.span, describe(w, found.type)))
        element = UNKNOWN
    local = w.local(name, element)
    return (
        None if is_broken(found) or (isinstance(element, Unknown) and not isinstance(found.type, ListOf)) else found
    ), local


def listed(w: World, e: expressions.Expr) -> expressions.Expr:
    """Something to go through: zones as their pieces, a row of numbered columns as the list of its cells."""
    return rows.row_as_list(w, e) or conversions.as_list(w, e)


def filtered(w: World, e: tree.Filter, scope: Scope, expected: Type | None, name: str = "it") -> expressions.Expr:
    """`S where C`. The variable of a comprehension (`name`) is bound in its own `where`."""
    source, local = elements(w, e.source, scope, expected)
    if source is None:
        return BROKEN
    inner = named_element(w, scope, local, name, e.name)
    condition = w.check.flag(e.condition, inner)
    if isinstance(condition, expressions.Const) and condition.value is True:
        return source
    return constants.folded(w, expressions.Filter(source, local.id, condition, source.type), source)


def named_element(w: World, scope: Scope, local: expressions.Local, name: str, own: tree.Ident | None) -> Scope:
    """The scope of a condition: the element's own names, its name in `S as x where …`, a comprehension's variable."""
    inner = scope.with_element(local)
    if name != "it":
        inner = inner.with_name(name, local)
    return inner if own is None else hiding.with_variable(w, inner, own, local)


def leading(w: World, e: tree.Leading, scope: Scope, expected: Type | None) -> expressions.Expr:
    source, local = elements(w, e.source, scope, expected)
    if source is None:
        return BROKEN

    source = conversions.as_list(w, source)
    note_order(w, source, e.span, scope.where)
    condition = w.check.flag(e.condition, named_element(w, scope, local, "it", e.name))
    return constants.folded(w, expressions.While(source, local.id, condition, source.type), source)


def gone_through(w: World, c: tree.Comprehension, scope: Scope) -> tuple[expressions.Expr, expressions.Local] | None:
    """What a comprehension goes through, and the local of its variable."""
    source, local = elements(w, c.source, scope, name=c.var.text)
    if source is None:
        return None
    if c.choose is None:
        return conversions.as_list(w, source), local
    parts = subsets(w, c, source, scope)
    if not isinstance(parts.type, ListOf):
        return None
    return parts, w.local(c.var.text, parts.type.of)


def comprehension_list(w: World, c: tree.Comprehension, scope: Scope) -> expressions.Expr:
    found = gone_through(w, c, scope)
    if found is None:
        return BROKEN
    source, local = found
    body = conversions.as_kind(w.check.formula(c.body, hiding.with_variable(w, scope, c.var, local)))
    if isinstance(body.type, Zone):
        body = conversions.as_pieces(w, body) or body
    return constants.folded(
        w, expressions.MapList(source, local.id, body, ListOf(body.type, most(w, source.type))), source
    )


def subsets(w: World, c: tree.Comprehension, source: expressions.Expr, scope: Scope) -> expressions.Expr:
    """`for x in n of S`: x goes through the n-element parts of S."""
    if c.choose is None:
        return source
    number_ = w.check.integer(c.choose, scope)
    pieces = conversions.as_list(w, source)
    element = element_of(pieces.type)
    if isinstance(pieces.type, Pieces | Bag | SetOf) and element is not None:
        pieces = expressions.Convert(pieces, ListOf(element, most(w, pieces.type)))
    if is_broken(number_) or not isinstance(pieces.type, ListOf) or not isinstance(number_.type, Int):
        return BROKEN
    high = max(0, min(number_.type.high, pieces.type.most))
    ways = comb(pieces.type.most, min(high, pieces.type.most // 2) if number_.type.low != high else high)
    if ways > MOST_SUBSETS:
        w.problem(TooMany(c.span, f"{high}-element parts", ways, MOST_SUBSETS))
        return BROKEN
    return constants.folded(
        w, expressions.Subsets(pieces, number_, ListOf(ListOf(pieces.type.of, high), ways)), pieces, number_
    )
