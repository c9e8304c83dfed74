"""What was on offer: of a thing that nobody chose, only this tells whether anybody could."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from gamedsl.values import frozen
from gamedsl.workbench.playing.again import sample, sampled
from gamedsl.workbench.playing.jobs import Decision, Job, Use
from gamedsl.workbench.playing.watching import uses
from gamedsl_interpreter.engine import Engine, Fault, Forced, State
from gamedsl_interpreter.fastest import fastest

_MOVES = 200
"""Moves that are looked at in a position, evenly among all."""


@frozen
class Offered:
    """What of some things was on offer at so many positions."""

    positions: int
    uses: frozenset[Use]


def offered(job: Job, matches: Sequence[Sequence[Decision]], wanted: Collection[Use]) -> Offered:
    """Goes through the first matches of a job again, whose decisions these are, and looks for moves that choose what is wanted. Ends when each was found."""
    engine = cast("Engine[State]", fastest(job.chosen.engine.game, forced=Forced.ASKED).engine)
    missing, positions = set(wanted), 0
    for state, seat in sample(engine, job, sampled(matches)):
        if not missing:
            break
        positions += 1
        try:
            moves = engine.moves(state, seat)
        except Fault:  # too many to be counted
            continue
        for number in range(0, len(moves), max(1, -(-len(moves) // _MOVES))):
            missing.difference_update(uses(moves[number].choices))
    return Offered(positions, frozenset(wanted) - missing)
