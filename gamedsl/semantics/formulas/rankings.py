"""Checks collections sorted by keys."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Enum, Flag, Int, Kind, Player, Position, Ranking, Type, Unknown, plain
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.formulas.collections import elements, note_brackets, scope_of_element
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most
from gamedsl.semantics.model.world import World

# `names` imports this module only when it is first used, so importing the problems here costs nothing.
from gamedsl.semantics.problems.certain import SameForAll
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas


def ranking(world: World, node: formulas.Sort, scope: Scope, expected: Type | None = None) -> expressions.Expr:
    source, local = elements(world, node.source, scope, expected)
    if source is None:
        return BROKEN
    note_brackets(world, node)
    if isinstance(source.type, Ranking):
        source = conversions.as_list(world, source)
    inner = scope_of_element(world, scope, local, "it", node.name)
    keys = tuple(expressions.SortKey(k.direction == "highest", sort_key(world, k.value, inner)) for k in node.keys)
    return expressions.Sorted(source, local.id, keys, Ranking(local.type, most(world, source.type)))


def sort_key(world: World, node: formulas.Expr, scope: Scope) -> expressions.Expr:
    """Checks the key of a sort: it should be able to differ between the elements."""
    key = conversions.as_kind(world.check.formula(node, scope))
    if not isinstance(plain(key.type), Int | Flag | Enum | Position | Player | Kind | Unknown):
        return refuse(world, Mismatch(node.span, Thing.ORDERED_VALUE, describe(world, key.type)))
    if isinstance(scope.element, expressions.Local) and not is_broken(key) and scope.element.id not in free_locals(key):
        world.problem(SameForAll(node.span, describe(world, scope.element.type)))
    return key
