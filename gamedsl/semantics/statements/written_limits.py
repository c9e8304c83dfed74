"""Checks limits in the rules: `up to 3`, `at most 12`, and matches that are cut off there."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.graph.model.types import Int
from gamedsl.semantics.construction import constants, sure
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import statements


def limit(
    world: World, node: statements.Limit | None, scope: Scope
) -> tuple[Literal["up_to", "at_most"] | None, expressions.Expr | None]:
    """Returns the form and the number of a limit: passes of a loop with `up to` end normally, reaching `at most` is a fault. None without a limit."""
    if node is None:
        return None, None
    number = world.check.integer(node.number, scope)
    if isinstance(number.type, Int):
        sure.note_limit(world, node.span, number.type, must_end=node.kind == "at_most")
    return node.kind, (constants.number(1) if is_broken(number) else number)


def own_reason(world: World, why: str, verdict: statements.Verdict | None = None) -> int:
    """Returns the index of the reason of a match that ends inside the rules, perhaps with a verdict."""
    for number, known in enumerate(world.cuts):
        if known == why and world.cut_verdicts.get(number) == verdict:
            return world.first_cut + number
    if verdict is not None:
        world.cut_verdicts[len(world.cuts)] = verdict
    world.cuts.append(why)
    return world.first_cut + len(world.cuts) - 1


def cut_reason(world: World, number: expressions.Expr | None, what: str) -> int:
    """Returns the index of a new reason for a match that is cut off after a number of `what` ("turns")."""
    bound = number.value if isinstance(number, expressions.Const) else "so many"
    return own_reason(world, f"{CUT_OFF} {bound} {what}")
