"""Finds names that hide others."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    ConstSymbol,
    Deed,
    EnumSymbol,
    FieldSymbol,
    LetSymbol,
    OwnBoardSymbol,
    ScoreSymbol,
    ZoneSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.source import Span
from gamedsl.syntax.tree.node import Ident

VALUES = (FieldSymbol, ZoneSymbol, OwnBoardSymbol, LetSymbol, ScoreSymbol, ConstSymbol)
"""Symbols with a value of their own: no name may hide them. Types and components may share their names."""


def hides(world: World, scope: Scope, name: Ident) -> Span | None:
    """Returns the place of the declaration that a local of this name would hide; None if it hides at most a type or component."""
    if isinstance(world.symbols.get(name.text), EnumSymbol | ClassSymbol | BoardSymbol):
        return name.span if name.text in scope.names else None
    if scope.me is not None and isinstance(world.members.get("player", {}).get(name.text), VALUES):
        return world.spans[f"player.{name.text}"]
    if isinstance(world.symbols.get(name.text), (*VALUES, Deed)):
        return world.spans[name.text]
    return name.span if name.text in scope.names else None


def with_variable(world: World, scope: Scope, name: Ident, local: expressions.Expr) -> Scope:
    """Returns the scope with a name for an element. Reports a name that hides another one."""
    first = hides(world, scope, name)
    if first is not None:
        world.problem(DeclaredTwice(name.span, name.text, first))
    return scope.with_name(name.text, local)
