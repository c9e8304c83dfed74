"""Which names hide others."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    ConstSymbol,
    EnumSymbol,
    FieldSymbol,
    LetSymbol,
    OwnBoardSymbol,
    PhaseSymbol,
    PickSymbol,
    RuleSymbol,
    ScoreSymbol,
    ZoneSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import DeclaredTwice
from gamedsl.source import Span
from gamedsl.syntax import tree

VALUES = (FieldSymbol, ZoneSymbol, OwnBoardSymbol, LetSymbol, ScoreSymbol, ConstSymbol)
"""Symbols that have a value of their own: these are hidden by nothing. Types and components may share their names."""


def hides(world: World, scope: Scope, name: tree.Ident) -> Span | None:
    """The place of what a local of this name would hide; it may only share the name of a type or component."""
    if isinstance(world.symbols.get(name.text), EnumSymbol | ClassSymbol | BoardSymbol):
        return name.span if name.text in scope.names else None
    if scope.me is not None and isinstance(world.members.get("player", {}).get(name.text), VALUES):
        return world.spans[f"player.{name.text}"]
    if isinstance(world.symbols.get(name.text), (*VALUES, RuleSymbol, PickSymbol, PhaseSymbol)):
        return world.spans[name.text]
    return name.span if name.text in scope.names else None


def with_variable(world: World, scope: Scope, name: tree.Ident, local: expressions.Expr) -> Scope:
    """The scope in which a formula gives its element a name, which may hide nothing."""
    first = hides(world, scope, name)
    if first is not None:
        world.problem(DeclaredTwice(name.span, name.text, first))
    return scope.with_name(name.text, local)
