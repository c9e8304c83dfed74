"""Reports how often the worlds (sampled positions) in which players search ignore something that their seat could conclude."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worlds.lost import WorldsError

if TYPE_CHECKING:
    from gamedsl_interpreter.reference import ReferenceEngine

_MATCHES = 2
_DECISIONS = 10
"""The decisions of a match that are looked at."""
_REASONS = 3


def worlds_note(game: Game) -> str:
    """Returns a sentence on the decisions, in some random matches, at which worlds ignore something, with the most frequent reasons; empty if there are
    none. The matches are always the same ones."""
    if not hides(game):
        return ""
    from gamedsl_interpreter.reference import ReferenceEngine

    decisions, reasons = _look_at(ReferenceEngine(game))
    if not reasons:
        return ""
    shares = "; ".join(f"{100 * count / decisions:.0f} %: {text}" for text, count in reasons.most_common(_REASONS))
    return (
        "players that think guess what is hidden, and do not use all that a player could conclude: they may play a little worse than people who do. "
        f"Why, and at how many of {decisions} decisions of random matches: {shares}"
    )


def _look_at(engine: ReferenceEngine) -> tuple[int, Counter[str]]:
    decisions = 0
    reasons: Counter[str] = Counter()
    for match in range(_MATCHES):
        state, dice = engine.initial(match), Dice.seeded(match)
        for _ in range(_DECISIONS):
            acting = engine.to_act(state)
            if state.is_over or not acting:
                break
            try:
                reasons.update(dict.fromkeys([one.text for one in engine.worlds(state, acting[0]).lossy], 1))
            except WorldsError:
                return 0, Counter()  # such a game has no players that think
            decisions += 1
            moves = engine.moves(state, acting[0])
            state = engine.play(state, acting[0], moves[dice.below(len(moves))])
    return decisions, reasons
