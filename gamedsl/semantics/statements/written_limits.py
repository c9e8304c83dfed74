"""Limits as they are written: `up to 3`, `at most 12`, and matches that are cut off there."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.semantics.construction import constants
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.syntax import tree


def limit(
    world: World, node: tree.Limit | None, scope: Scope
) -> tuple[Literal["up_to", "at_most"] | None, expressions.Expr | None]:
    if node is None:
        return None, None
    number = world.check.integer(node.number, scope)
    return node.kind, (constants.number(1) if is_broken(number) else number)


def cut_reason(world: World, number: expressions.Expr | None, what: str) -> int:
    """The reason of a match that is cut off, as an index."""
    bound = number.value if isinstance(number, expressions.Const) else "so many"
    world.cuts.append(f"{CUT_OFF} {bound} {what}")
    return world.first_cut + len(world.cuts) - 1
