"""Builds the functions of `let`s."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import OWNER, FunctionSpec
from gamedsl.graph.model.types import FLAG, UNKNOWN, FunctionId
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.data.type_names import find_type
from gamedsl.semantics.model.expansion_limits import add_expansion, count_expansion, is_too_deep
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import LetSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.rules import Recursion
from gamedsl.semantics.state.parameters import param_type
from gamedsl.source import Span


def let_function(world: World, name: str, symbol: LetSymbol, span: Span) -> Function | None:
    """Returns the function of a `let`, made at its first use; None after a reported recursion."""
    key = (symbol.owner or "", name)
    known = world.function_of.get(key)
    if known is not None:
        if world.functions[known.id] is None:
            world.problem(Recursion(span, (name,), "formulas"))
            return None
    else:
        if is_too_deep(world, span):
            return None
        world.used.add(name)
        with count_expansion(world) as expansion:
            known = _new_function(world, key, name, symbol)
        known.expansion = expansion
    add_expansion(world, known.expansion, span)
    return known


def _new_function(world: World, key: tuple[str, str], name: str, symbol: LetSymbol) -> Function:
    world.functions.append(None)
    owner_type = (
        None if symbol.owner is None else (world.player if symbol.owner == "player" else find_type(world, symbol.owner))
    )
    function = Function(FunctionId(len(world.functions) - 1), owner_type, [], False, UNKNOWN, [])
    world.function_of[key] = function
    params: list[expressions.Local] = []
    for param in symbol.decl.params:
        type_ = param_type(world, param)
        params.append(world.local(param.name.text, type_))
        function.params.append((param.name.text, type_))
    owner = world.local(OWNER, owner_type) if owner_type is not None else None
    me = owner if symbol.owner == "player" else (world.local("me", world.player) if owner is None else None)
    if symbol.owner == "player" and owner is not None:
        world.owners.add(owner.id)
    uses = Uses()
    scope = Scope(
        name,
        {p.name.text: v for p, v in zip(symbol.decl.params, params, strict=True)},
        me=me,
        uses=uses,
        risks=function.risks,
    )
    if owner is not None and symbol.owner != "player":
        scope = scope.with_element(owner)
    body = world.check.formula(symbol.decl.value, scope)
    if owner is not None:
        for seat, decl in symbol.seats:
            own = world.check.formula(decl.value, scope)
            type_joined = conversions.join_types(world, own.type, body.type)
            if type_joined is None:
                own, type_joined = conversions.coerce(world, scope, own, body.type, decl.span), body.type
            body = expressions.IfElse(
                expressions.Equal(owner, expressions.Const(seat, world.player), FLAG), own, body, type_joined
            )
    function.needs_me = uses.me and owner is None
    function.type = body.type
    ids = (
        ([owner.id] if owner is not None else [])
        + ([me.id] if function.needs_me and me is not None else [])
        + [p.id for p in params]
    )
    world.functions[function.id] = FunctionSpec(name, tuple(ids), body)
    return function
