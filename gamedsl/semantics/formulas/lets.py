"""The functions of `let`s."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import FunctionSpec
from gamedsl.graph.model.types import (
    FLAG,
    UNKNOWN,
    FunctionId,
)
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.data.parameters import param_type
from gamedsl.semantics.data.type_names import named_type
from gamedsl.semantics.model.expansion_limits import is_too_deep, level, use
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import (
    LetSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    Recursion,
)
from gamedsl.source import Span


def let_function(w: World, name: str, symbol: LetSymbol, span: Span) -> Function | None:
    """The function of a `let`, made at its first use; None after a reported recursion."""
    key = (symbol.owner or "", name)
    known = w.function_of.get(key)
    if known is not None:
        if w.functions[known.id] is None:
            w.problem(Recursion(span, (name,)))
            return None
    else:
        if is_too_deep(w, span):
            return None
        w.used.add(name)
        with level(w) as inside:
            known = _new_function(w, key, name, symbol)
        known.inside = inside
    use(w, known.inside, span)
    return known


def _new_function(w: World, key: tuple[str, str], name: str, symbol: LetSymbol) -> Function:
    w.functions.append(None)
    owner_type = (
        None if symbol.owner is None else (w.player if symbol.owner == "player" else named_type(w, symbol.owner))
    )
    function = Function(FunctionId(len(w.functions) - 1), owner_type, [], False, UNKNOWN, [])
    w.function_of[key] = function
    params: list[expressions.Local] = []
    for param in symbol.decl.params:
        type_ = param_type(w, param)
        params.append(w.local(param.name.text, type_))
        function.params.append((param.name.text, type_))
    owner = w.local("owner", owner_type) if owner_type is not None else None
    me = owner if symbol.owner == "player" else (w.local("me", w.player) if owner is None else None)
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
    body = w.check.formula(symbol.decl.value, scope)
    if owner is not None:
        for seat, decl in symbol.seats:
            own = w.check.formula(decl.value, scope)
            type_joined = conversions.join_types(w, own.type, body.type)
            if type_joined is None:
                own, type_joined = conversions.coerce(w, scope, own, body.type, decl.span), body.type
            body = expressions.IfElse(
                expressions.Equal(owner, expressions.Const(seat, w.player), FLAG), own, body, type_joined
            )
    function.needs_me = uses.me and owner is None
    function.type = body.type
    ids = (
        ([owner.id] if owner is not None else [])
        + ([me.id] if function.needs_me and me is not None else [])
        + [p.id for p in params]
    )
    w.functions[function.id] = FunctionSpec(name, tuple(ids), body)
    return function
