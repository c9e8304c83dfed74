"""Determines who sees a field or zone, and who owns it."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import FunctionSpec, Visibility
from gamedsl.graph.model.types import FLAG, FunctionId, ListOf
from gamedsl.semantics.data.type_names import find_type
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import LetSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.semantics.state.member_heads import add_function
from gamedsl.source import Span
from gamedsl.syntax.tree import fields
from gamedsl.syntax.tree.node import Ident

EVERYONE = Visibility("everyone")
WHO: dict[str, Literal["owner", "others", "nobody"]] = {"owner": "owner", "others": "others", "nobody": "nobody"}


def visibility_of(world: World, member: fields.Field, owner: str | None) -> Visibility:
    who: Literal["everyone", "owner", "others", "nobody", "function"] = "everyone"
    function: FunctionId | None = None
    top = next((a for a in member.attributes if isinstance(a, fields.TopSeen)), None)
    if top is not None and not (isinstance(member.type, fields.ZoneType) and member.type.form == "pile"):
        world.problem(BadData(top.span, about(DataFlaw.TOP_OF_NO_PILE, member.name.text)))
        top = None
    if top is not None:
        who = "nobody"
    for attribute in member.attributes:
        if not isinstance(attribute, fields.SeenBy):
            continue
        text = attribute.who.text
        if text in WHO:
            who = WHO[text]
        elif text == "everyone":
            who = "everyone"
        else:
            who, function = "function", _seers(world, attribute.who, owner)
            if function is None:
                who = "everyone"
        if who in ("owner", "others") and owner is None:
            world.problem(BadData(attribute.span, DataFlaw.NO_OWNER))
            who = "nobody"
    hidden = any(isinstance(a, fields.CountHidden) for a in member.attributes)
    return Visibility(who, function, hidden, top is not None)


def _seers(world: World, name: Ident, owner: str | None) -> FunctionId | None:
    symbol = world.members.get(owner or "", {}).get(name.text) or world.symbols.get(name.text)
    if not isinstance(symbol, LetSymbol):
        world.problem(UnknownName(name.span, name.text, Role.PLAYERS_LET, ("owner", "others", "nobody", "everyone")))
        return None
    function = world.check.let(name.text, symbol, name.span)
    return function.id if function is not None else None


def owners_of(world: World, owner: str | None) -> FunctionId | None:
    """Returns the players that belong to an element of T: those whose field or `let` T is that element."""
    if owner is None or owner == "player":
        return None
    symbol = world.members.get("player", {}).get(owner)
    type_ = find_type(world, owner)
    if symbol is None or type_ is None:
        return None
    element = world.local(owner, type_)
    p = world.local("p", world.player)
    scope = Scope(f"owners of {owner}")
    value = world.check.value_of(owner, symbol, p, scope, world.spans.get(f"player.{owner}", Span("", 0, 0)))
    everybody = expressions.Const(tuple(range(len(world.seats))), ListOf(world.player, len(world.seats)))
    body = expressions.Filter(everybody, p.id, expressions.Equal(value, element, FLAG), everybody.type)
    return add_function(world, FunctionSpec(f"players of {owner}", (element.id,), body))
