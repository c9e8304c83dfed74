"""Finds out which things were on offer: only this tells whether something that nobody chose could have been chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from gamedsl.values import frozen
from gamedsl.workbench.playing.again import sample, sample_matches
from gamedsl.workbench.playing.jobs import Decision, Job, Use
from gamedsl.workbench.playing.watching import uses
from gamedsl_interpreter.engine import Engine, Fault, Forced, State
from gamedsl_interpreter.matches.fastest import fastest

_MOVES = 200
"""At most this many moves are examined in a position, spread evenly over all."""


@frozen
class Offered:
    """The things that were on offer at some position, and how many positions were examined."""

    positions: int
    uses: frozenset[Use]


def find_offers(job: Job, matches: Sequence[Sequence[Decision]], wanted: Collection[Use]) -> Offered:
    """Replays the first matches of a job, whose decisions are `matches`, and looks for moves that use the things in `wanted`. Stops when all are found."""
    engine = cast("Engine[State]", fastest(job.chosen.engine.game, forced=Forced.ASKED).engine)
    missing, positions = set(wanted), 0
    for state, seat in sample(engine, job, sample_matches(matches)):
        if not missing:
            break
        positions += 1
        try:
            moves = engine.moves(state, seat)
        except Fault:  # too many moves to count
            continue
        for number in range(0, len(moves), max(1, -(-len(moves) // _MOVES))):
            missing.difference_update(uses(moves[number].choices))
    return Offered(positions, frozenset(wanted) - missing)
