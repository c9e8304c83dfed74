"""Checks collections: their elements, filters, leading parts, and their order by keys."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.formulas.pile_reads import note_order
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import BoardSymbol, ClassSymbol, EnumSymbol
from gamedsl.semantics.model.types import describe, element_of, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names import hiding, rows
from gamedsl.semantics.problems.certain import SameForAll
from gamedsl.semantics.problems.elements import NotACollection, SameForEach, WhatIsFiltered
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve


def collection(world: World, node: formulas.Expr, scope: Scope, expected: types.Type | None = None) -> expressions.Expr:
    """Returns a collection: ListOf, SetOf, Bag or Pieces."""
    found = conversions.as_list(world, several(world, node, scope, expected))
    if element_of(found.type) is None or isinstance(found.type, types.Zone):
        return refuse(world, NotACollection(node.span, describe(world, found.type)))
    return found


def several(world: World, node: formulas.Expr, scope: Scope, expected: types.Type | None = None) -> expressions.Expr:
    """Checks a formula in the place of a collection: `team` means the type if a field of this name holds a single team. Of a collection that may be none it
    must be proved, or tested in play, that it is there."""
    found = _several(world, node, scope, expected)
    may_be_none = isinstance(found.type, types.Optional) and isinstance(found.type.of, COLLECTIONS)
    return facts.need(world, scope, found, node.span, words(node)) if may_be_none else found


UNRANKED = (types.ListOf, types.SetOf, types.Bag, types.Pieces)
COLLECTIONS = (*UNRANKED, types.Ranking)


def _several(world: World, node: formulas.Expr, scope: Scope, expected: types.Type | None) -> expressions.Expr:
    is_type = isinstance(node, formulas.Name) and isinstance(
        world.symbols.get(node.id), EnumSymbol | BoardSymbol | ClassSymbol
    )
    if isinstance(node, formulas.Name) and is_type and node.id not in scope.names:
        bare = evolve(scope, names={}, me=None, element=None)
        own = world.check.formula(node, evolve(scope, uses=Uses()), expected)
        if element_of(as_collection(world, own).type) is None:
            return world.check.formula(node, bare, expected)
    return world.check.formula(node, scope, expected)


def elements(
    world: World, node: formulas.Expr, scope: Scope, expected: types.Type | None = None, name: str = "it"
) -> tuple[expressions.Expr | None, expressions.Local]:
    """Returns a collection and a fresh local for its elements; rankings keep their groups."""
    found = (
        check_filter(world, node, scope, expected, name)
        if isinstance(node, formulas.Filter)
        else several(world, node, scope, expected)
    )
    if not isinstance(found.type, types.Ranking):
        found = as_collection(world, found)
    element = element_of(found.type)
    if element is None:
        world.problem(NotACollection(node.span, describe(world, found.type)))
        element = types.UNKNOWN
    local = world.local(name, element)
    world.origins[local.id] = (found,)
    return (
        None
        if is_broken(found) or (isinstance(element, types.Unknown) and not isinstance(found.type, types.ListOf))
        else found
    ), local


def as_collection(world: World, expr: expressions.Expr) -> expressions.Expr:
    """Returns the formula as a collection: a zone as its pieces, a row of numbered columns as the list of its cells."""
    return rows.row_as_list(world, expr) or conversions.as_list(world, expr)


def _note_brackets(world: World, node: formulas.Filter | formulas.Leading | formulas.Sort) -> None:
    """Reports a sum without brackets before `where`, `while` or `by`."""
    match node.source:
        case formulas.Binary(op="+" | "-", right=last) | formulas.Ternary(no=last):
            pass
        case _:
            return
    whole = node.source.span
    if node.span.start == whole.start and node.span.end > whole.end:
        word: Literal["where", "while", "by"] = "where" if isinstance(node, formulas.Filter) else "by"
        word = "while" if isinstance(node, formulas.Leading) else word
        world.problem(WhatIsFiltered(whole, word, words(last)))


def check_filter(
    world: World, node: formulas.Filter, scope: Scope, expected: types.Type | None, name: str = "it"
) -> expressions.Expr:
    """Checks `S where C`. The variable of a comprehension (`name`) is bound in its own `where`."""
    source, local = elements(world, node.source, scope, expected)
    if source is None:
        return BROKEN
    _note_brackets(world, node)
    inner = scope_of_element(world, scope, local, name, node.name)
    condition = world.check.flag(node.condition, inner)
    if isinstance(condition, expressions.Const) and condition.value is True:
        return source
    is_same = not isinstance(condition, expressions.Const) and local.id not in free_locals(condition)
    is_same = is_same and _compares_own(node.condition)
    found = SameForEach(node.condition.span, describe(world, local.type))
    world.judge("where", node.condition.span, found if is_same else None)
    return constants.fold_if_fixed(world, expressions.Filter(source, local.id, condition, source.type), source)


def _compares_own(condition: formulas.Expr) -> bool:
    """Whether a condition compares values without naming their owner, so that it keeps all elements or none, as intended in `where knocker.points > 0` and
    `where not passed`."""
    parts = list(walk(condition))
    names_somebody = any(isinstance(part, formulas.Attribute) and isinstance(part.of, formulas.Name) for part in parts)
    return not names_somebody and any(isinstance(part, formulas.Binary) and part.op in _COMPARISONS for part in parts)


_COMPARISONS = frozenset(["<", "<=", ">", ">=", "is", "is not"])


def scope_of_element(world: World, scope: Scope, local: expressions.Local, name: str, own: Ident | None) -> Scope:
    """Returns the scope of a condition: the element's own names, its name in `S as x where …`, a comprehension's variable."""
    inner = scope.with_element(local)
    if name != "it":
        inner = inner.with_name(name, local)
    return inner if own is None else hiding.with_variable(world, inner, own, local)


def leading(world: World, node: formulas.Leading, scope: Scope, expected: types.Type | None) -> expressions.Expr:
    source, local = elements(world, node.source, scope, expected)
    if source is None:
        return BROKEN

    _note_brackets(world, node)
    source = conversions.as_list(world, source)
    note_order(world, source, node.span, scope.where)
    condition = world.check.flag(node.condition, scope_of_element(world, scope, local, "it", node.name))
    return constants.fold_if_fixed(world, expressions.While(source, local.id, condition, source.type), source)


def ranking(world: World, node: formulas.Sort, scope: Scope, expected: types.Type | None = None) -> expressions.Expr:
    source, local = elements(world, node.source, scope, expected)
    if source is None:
        return BROKEN
    _note_brackets(world, node)
    if isinstance(source.type, types.Ranking):
        source = conversions.as_list(world, source)
    inner = scope_of_element(world, scope, local, "it", node.name)
    keys = tuple(expressions.SortKey(k.direction == "highest", sort_key(world, k.value, inner)) for k in node.keys)
    return expressions.Sorted(source, local.id, keys, types.Ranking(local.type, most(world, source.type)))


def sort_key(world: World, node: formulas.Expr, scope: Scope) -> expressions.Expr:
    """Checks the key of a sort: it should be able to differ between the elements."""
    key = conversions.as_kind(world.check.formula(node, scope))
    if not isinstance(
        types.plain(key.type),
        types.Int | types.Flag | types.Enum | types.Position | types.Player | types.Kind | types.Unknown,
    ):
        return refuse(world, Mismatch(node.span, Thing.ORDERED_VALUE, describe(world, key.type)))
    if isinstance(scope.element, expressions.Local) and not is_broken(key) and scope.element.id not in free_locals(key):
        world.problem(SameForAll(node.span, describe(world, scope.element.type)))
    return key
