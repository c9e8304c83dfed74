"""Random matches of every setup; the executor tests invariants and conservation of pieces at every stop."""

from __future__ import annotations

import pytest

from gamedsl.graph.compiled import Setup
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import play_match
from games import shipped

MATCHES = 2
_OF_VARIANTS = [
    (name, s)
    for name in shipped.VARIANTS
    for s in dict.fromkeys((*shipped.first_setups(name), shipped.setups(name)[-1]))
]
SETUPS = [*((name, setup) for name in shipped.GAMES for setup in shipped.setups(name)), *_OF_VARIANTS]
"""All setups of games; of variants one for each number of players, and the last one, with all options."""


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=[shipped.label(*both) for both in SETUPS])
def test_random_matches_end(name: str, setup: Setup) -> None:
    engine = shipped.engine(name, setup)
    seats = range(len(engine.game.seats))
    for index in range(MATCHES):
        record = play_match(engine, (RandomSteps(),) * len(seats), seed=7, index=index)
        assert record.outcome is not None
        assert sorted(seat for group in record.outcome.ranking for seat in group) == list(seats)
        assert sum(record.outcome.shares) == 1
        assert record.outcome.totals == tuple(sum(points for _, points in lines) for lines in record.outcome.scores)
        assert record.outcome.reason
