"""Ends of the game, score lines and invariants."""

from __future__ import annotations

from gamedsl.graph.model.game import InvariantSpec, ScoreLine
from gamedsl.graph.model.types import FunctionId
from gamedsl.semantics.formulas.scores import score_function, total_function
from gamedsl.semantics.model.checked import GameEnd
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.syntax import tree


def game_ends(world: World, decls: tuple[tree.Decl, ...]) -> tuple[tuple[GameEnd, ...], tuple[str, ...]]:
    reasons = ["all rounds are played"]
    ends: list[GameEnd] = []
    for decl in decls:
        if isinstance(decl, tree.Ends):
            condition = world.check.flag(decl.condition, Scope("game ends"))
            ends.append(
                GameEnd(decl.after_round, condition, len(reasons), world.site(decl.condition.span, "game ends"))
            )
            reasons.append(_sentence(decl.doc) if decl.doc else "")
    return tuple(ends), (*reasons, *world.cuts)


def _sentence(doc: str) -> str:
    """A documentation sentence without its rule numbers."""
    head, _, rest = doc.partition(". ")
    numbers = all(
        part.strip()[:1] in ("R", "E") and part.strip()[1:].replace("-R", "").isdigit() for part in head.split(",")
    )
    return (rest if rest and numbers else doc).strip()


def score_lines(world: World) -> tuple[ScoreLine, ...]:
    made: list[ScoreLine] = []
    for i, decl in enumerate(world.score_decls):
        function, _ = score_function(world, i)
        made.append(ScoreLine(decl.name.text, FunctionId(function), decl.doc))
    if world.score_decls:
        total_function(world)
    return tuple(made)


def invariants_of(world: World, decls: tuple[tree.Decl, ...]) -> tuple[InvariantSpec, ...]:
    made: list[InvariantSpec] = []
    for decl in decls:
        if isinstance(decl, tree.Invariant):
            condition = world.check.flag(decl.condition, Scope(decl.name.text))
            made.append(InvariantSpec(decl.name.text, condition, decl.doc, world.site(decl.span, decl.name.text)))
    return tuple(made)
