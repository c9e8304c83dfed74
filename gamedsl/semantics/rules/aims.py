"""Checks what the rules say that players play for: `players aim at points`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from gamedsl.graph.model.game import AimName
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.usage import AimWithoutMeans, UnknownAim
from gamedsl.syntax.tree import declarations

AIMS: tuple[AimName, ...] = get_args(AimName)
_BY_WORD: dict[str, AimName] = {word: word for word in AIMS}


def aim_of(world: World, decls: Sequence[declarations.Decl]) -> AimName | None:
    """Returns what players play for, if the rules say it; None in a setup to which it cannot apply: nobody is ranked where one plays alone."""
    said = next((decl for decl in decls if isinstance(decl, declarations.Aimed)), None)
    if said is None:
        return None
    aim = _BY_WORD.get(said.aim.text)
    if aim is None:
        world.problem(UnknownAim(said.aim.span, said.aim.text, AIMS))
        return None
    has_scores = any(isinstance(decl, declarations.Score) for decl in decls)
    has_ranking = any(isinstance(decl, declarations.Ranking) for decl in decls)
    if (aim == "points" and not has_scores) or (aim == "rank" and not has_ranking):
        world.problem(AimWithoutMeans(said.aim.span, aim))
        return None
    return None if aim == "rank" and len(world.seats) == 1 else aim
