"""The functions of score lines."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension, FunctionSpec
from gamedsl.graph.model.types import (
    UNKNOWN,
    WORD,
    FieldId,
    FunctionId,
    Int,
    Type,
)
from gamedsl.semantics.construction import constants, intervals
from gamedsl.semantics.data.fields import hidden_field
from gamedsl.semantics.data.member_heads import add_function
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    Recursion,
)
from gamedsl.syntax import tree


def score_function(w: World, index: int) -> tuple[FunctionId, Type]:
    """The function player -> points of a score line."""
    decl = w.score_decls[index]
    key = ("score", decl.name.text)
    known = w.function_of.get(key)
    if known is not None:
        if w.functions[known.id] is None:
            w.problem(Recursion(decl.name.span, (decl.name.text,)))
            return known.id, UNKNOWN
        return known.id, known.type
    w.functions.append(None)
    function = Function(FunctionId(len(w.functions) - 1), w.player, [], False, UNKNOWN, [])
    w.function_of[key] = function
    me = w.local("me", w.player)
    body = _points(w, decl, me)
    if decl.after is not None:
        points = add_function(w, FunctionSpec(f"{decl.name.text} after {decl.after.text}", (me.id,), body))
        seats = Dimension(w.player, len(w.seats), 0)
        stored = hidden_field(w, decl.name.text, WORD, 0, (seats,))
        w.score_stores[index] = (stored, points, body.type)
        reader = w.local("me", w.player)
        me, body = reader, expressions.FieldAt(stored, (reader,), WORD, w.site(decl.span, decl.name.text))
    function.type = body.type
    w.functions[function.id] = FunctionSpec(decl.name.text, (me.id,), body)
    return function.id, body.type


def _points(w: World, decl: tree.Score, me: expressions.Local) -> expressions.Expr:
    body = w.check.typed(decl.value, Scope(decl.name.text, me=me), Int(-(2**31), 2**31 - 1))
    return body.operand if isinstance(body, expressions.Within) else body


def score_store(w: World, index: int) -> tuple[FieldId, FunctionId, Type]:
    """Of a line `score … after …`: where it is kept, and what is added to it each time."""
    score_function(w, index)
    return w.score_stores[index]


def total_function(w: World) -> FunctionId:
    """The sum of all score lines of a player."""
    key = ("score", "total")
    known = w.function_of.get(key)
    if known is not None:
        return known.id
    w.functions.append(None)
    function = Function(FunctionId(len(w.functions) - 1), w.player, [], False, UNKNOWN, [])
    w.function_of[key] = function
    me = w.local("me", w.player)
    total: expressions.Expr = constants.number(0)
    for i, decl in enumerate(w.score_decls):
        line, type_ = score_function(w, i)
        if isinstance(type_, Int):
            call = expressions.Call(line, (me,), type_)
            total = call if i == 0 else intervals.arithmetic(w, Scope("total"), "+", total, call, decl.span)
    function.type = total.type
    w.functions[function.id] = FunctionSpec("total", (me.id,), total)
    return function.id
