"""Checks the goals that the rules name for players, as in `players aim at points`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from gamedsl.graph.model.game import AimName, FunctionSpec, JudgedSpec
from gamedsl.semantics.formulas.scores import number_of
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.usage import AimWithoutMeans, UnknownAim
from gamedsl.semantics.state.member_heads import add_function
from gamedsl.syntax.tree import declarations

AIMS: tuple[AimName, ...] = get_args(AimName)
_BY_WORD: dict[str, AimName] = {word: word for word in AIMS}


def aim_of(world: World, decls: Sequence[declarations.Decl]) -> AimName | None:
    """Returns the aim of the players, if the rules name one; None in a setup to which it cannot apply: with one player, nobody is ranked."""
    said = _find_aims(decls)
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


def judgement_of(world: World, decls: Sequence[declarations.Decl], aim: AimName | None) -> JudgedSpec | None:
    """Returns the formula of the rules for how well players stand before the end; None if there is none, or in a setup to which the aim cannot apply,
    because the formula measures that aim."""
    said = _find_aims(decls)
    if said is None or said.judged is None:
        return None
    when = None if said.judged.when is None else world.check.flag(said.judged.when, Scope("players aim"))
    me = world.local("me", world.player)
    value = number_of(world, said.judged.value, Scope("players aim", me=me))
    if aim is None:
        return None
    return JudgedSpec(said.judged.after or 0, when, add_function(world, FunctionSpec("players aim", (me.id,), value)))


def _find_aims(decls: Sequence[declarations.Decl]) -> declarations.Aimed | None:
    return next((decl for decl in decls if isinstance(decl, declarations.Aimed)), None)
