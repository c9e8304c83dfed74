"""Builds the functions of score lines."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension, FunctionSpec
from gamedsl.graph.model.types import UNKNOWN, WORD, FieldId, FunctionId, Int, Type
from gamedsl.semantics.construction import constants, intervals
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.rules import Recursion
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.state.member_heads import add_function
from gamedsl.syntax.tree import formulas


def score_function(world: World, index: int) -> tuple[FunctionId, Type]:
    """Returns the function player -> points of a score line."""
    decl = world.score_decls[index]
    key = ("score", decl.name.text)
    known = world.function_of.get(key)
    if known is not None:
        if world.functions[known.id] is None:
            world.problem(Recursion(decl.name.span, (decl.name.text,), "formulas"))
            return known.id, UNKNOWN
        return known.id, known.type
    world.functions.append(None)
    function = Function(FunctionId(len(world.functions) - 1), world.player, [], False, UNKNOWN, [])
    world.function_of[key] = function
    me = world.local("me", world.player)
    body = number_of(world, decl.value, Scope(decl.name.text, me=me))
    if decl.after is not None:
        points = add_function(world, FunctionSpec(f"{decl.name.text} after {decl.after.text}", (me.id,), body))
        seats = Dimension(world.player, len(world.seats), 0)
        stored = declare_hidden_field(world, decl.name.text, WORD, 0, (seats,))
        world.score_stores[index] = (stored, points, body.type)
        reader = world.local("me", world.player)
        me, body = reader, expressions.FieldAt(stored, (reader,), WORD, world.site(decl.span, decl.name.text))
    function.type = body.type
    world.functions[function.id] = FunctionSpec(decl.name.text, (me.id,), body)
    return function.id, body.type


def number_of(world: World, value: formulas.Expr, scope: Scope) -> expressions.Expr:
    """Returns the formula of a number without a range of its own, such as points or the value of a position."""
    body = world.check.coerce(value, scope, Int(-(2**31), 2**31 - 1))
    return body.operand if isinstance(body, expressions.Within) else body


def score_store(world: World, index: int) -> tuple[FieldId, FunctionId, Type]:
    """For a line `score … after …`, returns the field that keeps it, and the function of the amount added each time."""
    score_function(world, index)
    return world.score_stores[index]


def total_function(world: World) -> FunctionId:
    """Returns the function for the sum of all score lines of a player."""
    key = ("score", "total")
    known = world.function_of.get(key)
    if known is not None:
        return known.id
    world.functions.append(None)
    function = Function(FunctionId(len(world.functions) - 1), world.player, [], False, UNKNOWN, [])
    world.function_of[key] = function
    me = world.local("me", world.player)
    total: expressions.Expr = constants.number(0)
    for i, decl in enumerate(world.score_decls):
        line, type_ = score_function(world, i)
        if isinstance(type_, Int):
            call = expressions.Call(line, (me,), type_)
            total = call if i == 0 else intervals.arithmetic(world, Scope("total"), "+", total, call, decl.span)
    function.type = total.type
    world.functions[function.id] = FunctionSpec("total", (me.id,), total)
    return function.id
