"""Makes the engine that plays a game."""

from __future__ import annotations

from typing import cast

from gamedsl.api.stores import own_store
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import BUDGET, Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import fastest


def engine_for(
    game: Game, checking: Checking = Checking.OFF, budget: int = BUDGET, forced: Forced = Forced.PLAYED
) -> Engine[State]:
    """Returns an engine that plays the game; `Engine` describes its methods. With `Checking.ON`, invariants and conservation are tested at every step.

    The engine is the fast executor if that can play the game (`fastest(game).note` says why not), else the reference executor, with the same results.
    `budget` limits each call, also for rules of strangers: a call that would visit more nodes of searches and passes of loops raises Fault `E_BUDGET`,
    with the decision or rule that it was busy with. No game that people play comes near the default. Raises ArgumentError.
    A decision with one complete move is made without asking, unless it is private; with `Forced.ASKED` play stops there as at every other decision.
    States of one kind of engine cannot be given to the other.
    States are values: keep as many as you like, but give each only to an engine of its own game.
    """
    return cast("Engine[State]", fastest(game, checking, budget, forced, own_store()).engine)
