"""Makes games that stop where a condition that must be possible comes true (decision 54)."""

from __future__ import annotations

from collections.abc import Collection

from gamedsl.graph.model.expressions import Not
from gamedsl.graph.model.game import Game, InvariantSpec
from gamedsl.graph.model.types import Flag, SiteId
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Fault

Key = tuple[str, SiteId]
"""The kind of a trouble: the code of the fault, and the line of the rules."""


def key_of(fault: Fault) -> Key:
    """Returns the key of a fault: faults with equal keys have one cause."""
    return fault.code, SiteId(fault.site)


def probing(game: Game, names: Collection[str]) -> Game:
    """Makes the game whose only invariants are the negated conditions with these names, so that a fault is the witness."""
    opposites = tuple(
        InvariantSpec(one.name, Not(one.condition, Flag()), None, one.site)
        for one in game.possibles
        if one.name in names
    )
    return evolve(game, invariants=opposites, possibles=(), judged=None)
