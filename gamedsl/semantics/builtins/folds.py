"""Builds `sum(… for …)`, `all(… for …)` and similar calls."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Int, ListOf, Pieces, Ranking, SetOf, SiteId, Type
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.formulas.collections import sort_key
from gamedsl.semantics.formulas.comprehensions import Loop, collect_values, loops_of
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most, put_together
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.elements import NotACollection
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import MayFail, Mismatch, Risk
from gamedsl.syntax.tree import formulas

TESTS: dict[str, Literal["all", "any", "count"]] = {"all": "all", "any": "any", "count": "count"}
FOLDS = ("sum", "max", "min", "all", "any", "count", "join", "all_equal")


def fold_call(
    world: World, name: str, comprehension: formulas.Comprehension, node: formulas.Apply, scope: Scope
) -> expressions.Expr:
    """Builds `name(body for x in S)`, with one or several `for`."""
    found = loops_of(world, comprehension, scope)
    if found is None:
        return BROKEN
    loops, taken, inner = found
    outermost = loops[0]
    site = world.site(node.span, scope.where)
    test = TESTS.get(name)
    if (
        test == "count"
        and isinstance(taken, formulas.Name)
        and (element := _as_element(loops, inner, taken.id)) is not None
    ):
        return refuse(world, Mismatch(taken.span, Thing.FLAG, describe(world, element), text=taken.id, is_counted=True))
    if test is not None:
        return _build_test(world, test, loops, world.check.flag(taken, inner), site)
    if name == "join":
        return _join(world, loops, taken, inner)
    if name == "all_equal":
        return _equal_in_all(world, loops, taken, inner)
    body = world.check.integer(taken, inner)
    if is_broken(body):
        return BROKEN
    if name == "sum":
        return _build_sum(world, loops, body, site)
    extreme: Literal["max", "min"] = "max" if name == "max" else "min"
    source = outermost.source if len(loops) == 1 else collect_values(world, loops, body)
    if not facts.nonempty(source, scope.facts):
        constants.risk(world, scope, MayFail(node.span, about(Risk.BEST_OF_NO_PASS, name)))
    if len(loops) > 1:
        return constants.fold_if_fixed(world, expressions.Extreme(extreme, source, body.type, site), source)
    local = outermost.local.id
    return constants.fold_if_fixed(world, expressions.Fold(extreme, source, local, body, body.type, site), source)


def _as_element(loops: tuple[Loop, ...], inner: Scope, name: str) -> Type | None:
    """Returns the type of the element that a name stands for; None if the name is no element, or a yes or no."""
    local = inner.names.get(name)
    is_element = local is not None and any(local == loop.local for loop in loops) and local.type != FLAG
    return local.type if local is not None and is_element else None


def _build_test(
    world: World, test: Literal["all", "any", "count"], loops: tuple[Loop, ...], body: expressions.Expr, site: SiteId
) -> expressions.Expr:
    """Builds `all`, `any`, `count`. Outer loops add up the counts of inner loops."""
    *outer, last = loops
    size = most(world, last.source.type)
    type_: Type = Int(0, size) if test == "count" else FLAG
    made = constants.fold_if_fixed(
        world, expressions.Fold(test, last.source, last.local.id, body, type_, site), last.source
    )
    if test == "count":
        return _build_sum(world, tuple(outer), made, site) if outer else made
    for loop in reversed(outer):
        made = constants.fold_if_fixed(
            world, expressions.Fold(test, loop.source, loop.local.id, made, FLAG, site), loop.source
        )
    return made


def _build_sum(world: World, loops: tuple[Loop, ...], body: expressions.Expr, site: SiteId) -> expressions.Expr:
    low, high = (body.type.low, body.type.high) if isinstance(body.type, Int) else (0, 0)
    for loop in reversed(loops):
        size = most(world, loop.source.type)
        low, high = min(0, low * size), max(0, high * size)
        body = constants.fold_if_fixed(
            world, expressions.Fold("sum", loop.source, loop.local.id, body, Int(low, high), site), loop.source
        )
    return body


def _join(world: World, loops: tuple[Loop, ...], taken: formulas.Expr, inner: Scope) -> expressions.Expr:
    body = conversions.as_list(world, world.check.formula(taken, inner))
    if is_broken(body):
        return BROKEN
    for loop in reversed(loops):
        if not isinstance(body.type, ListOf | Pieces | SetOf):
            return refuse(world, NotACollection(taken.span, describe(world, body.type)))
        type_ = put_together(world, body.type, most(world, loop.source.type))
        body = constants.fold_if_fixed(world, expressions.FlatMap(loop.source, loop.local.id, body, type_), loop.source)
    return body


def _equal_in_all(world: World, loops: tuple[Loop, ...], taken: formulas.Expr, inner: Scope) -> expressions.Expr:
    if len(loops) == 1:
        return _all_equal(world, loops[0], sort_key(world, taken, inner))
    body = conversions.as_kind(world.check.formula(taken, inner))
    if is_broken(body):
        return BROKEN
    element = world.local("it", body.type)
    return _all_equal(world, Loop(collect_values(world, loops, body), element), element)


def _all_equal(world: World, loop: Loop, key: expressions.Expr) -> expressions.Expr:
    """Builds the test that the key is equal in all passes: then all elements share the best place of a sort by it."""
    if is_broken(key):
        return BROKEN
    size = most(world, loop.source.type)
    order = expressions.Sorted(
        loop.source, loop.local.id, (expressions.SortKey(True, key),), Ranking(loop.local.type, size)
    )
    best = expressions.Leaders(order, ListOf(loop.local.type, size))
    return expressions.Equal(expressions.Count(best, Int(0, size)), expressions.Count(loop.source, Int(0, size)), FLAG)
