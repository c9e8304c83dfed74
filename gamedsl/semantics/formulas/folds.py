"""`sum(… for …)`, `all(… for …)` and the like."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Int, ListOf, Pieces, SetOf, Type
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.formulas.collections import gone_through
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.hiding import with_variable
from gamedsl.semantics.problems.problems import MayFail, NotACollection
from gamedsl.syntax import tree

TESTS: dict[str, Literal["all", "any", "count"]] = {"all": "all", "any": "any", "count": "count"}
FOLDS = ("sum", "max", "min", "all", "any", "count", "join")


def fold_call(
    world: World, name: str, comprehension: tree.Comprehension, node: tree.Apply, scope: Scope
) -> expressions.Expr:
    found = gone_through(world, comprehension, scope)
    if found is None:
        return BROKEN
    source, local = found
    inner = with_variable(world, scope, comprehension.var, local)
    size = most(world, source.type)
    site = world.site(node.span, scope.where)
    test = TESTS.get(name)
    if test is not None:
        body = world.check.flag(comprehension.body, inner)
        return constants.folded(
            world,
            expressions.Fold(test, source, local.id, body, Int(0, size) if name == "count" else FLAG, site),
            source,
        )
    if name == "join":
        return _join(world, source, local, comprehension, inner)
    body = world.check.integer(comprehension.body, inner)
    if is_broken(body):
        return BROKEN
    low, high = (body.type.low, body.type.high) if isinstance(body.type, Int) else (0, 0)
    if name == "sum":
        type_ = Int(min(0, low * size), max(0, high * size))
        return constants.folded(world, expressions.Fold("sum", source, local.id, body, type_, site), source)
    if not facts.nonempty(source, scope.facts):
        constants.risk(
            world,
            scope,
            MayFail(node.span, f"`{name}` of what may be nothing", f"write `{name}([0] + …)` or test `some(…)` first"),
        )
    extreme: Literal["max", "min"] = "max" if name == "max" else "min"
    return constants.folded(world, expressions.Fold(extreme, source, local.id, body, body.type, site), source)


def _join(
    world: World, source: expressions.Expr, local: expressions.Local, comprehension: tree.Comprehension, inner: Scope
) -> expressions.Expr:
    body = conversions.as_list(world, world.check.formula(comprehension.body, inner))
    if is_broken(body):
        return BROKEN
    size = max(1, most(world, source.type))
    match body.type:
        case ListOf():
            type_: Type = ListOf(body.type.of, body.type.most * size)
        case Pieces():
            type_ = Pieces(body.type.classes, min(world.copies_of(body.type.classes), body.type.most * size))
        case SetOf():
            type_ = body.type
        case _:
            world.problem(NotACollection(comprehension.body.span, describe(world, body.type)))
            return BROKEN
    return constants.folded(world, expressions.FlatMap(source, local.id, body, type_), source)
