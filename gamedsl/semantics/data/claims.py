"""Ensures that a name belongs to one declaration."""

from __future__ import annotations

from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES, TYPE_NAMES
from gamedsl.semantics.model.effort import DECLARATION
from gamedsl.semantics.model.symbols import Symbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.names import DeclaredTwice, ReservedName
from gamedsl.syntax.tree.node import Ident


def claim(world: World, name: Ident, symbol: Symbol) -> bool:
    """Gives a name to a declaration. False, with a problem, if another declaration has it."""
    world.work(name.span, DECLARATION)
    if name.text in SIGNATURES or name.text in BUILTIN_NAMES or name.text in TYPE_NAMES:
        world.problem(ReservedName(name.span, name.text))
    if name.text in world.symbols:
        world.problem(DeclaredTwice(name.span, name.text, world.spans.get(name.text, name.span)))
        return False
    world.symbols[name.text] = symbol
    world.spans[name.text] = name.span
    return True
