"""Random matches of every setup; the executor tests invariants and conservation of pieces at every stop."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.reference import ReferenceEngine
from games import shipped
from share import few, less, share

MATCHES = less(2, 1)


@pytest.mark.parametrize("name", few([*shipped.GAMES, *shipped.VARIANTS], 5, 10))
def test_random_matches_end(name: str) -> None:
    """All setups of games; of variants one for each number of players, and the last one, with all options. Everyday runs look at some of most of them."""
    every = shipped.setups(name)
    if name in shipped.VARIANTS:
        chosen = (*share(shipped.first_setups(name), 2), every[-1])
    else:
        chosen = tuple(few(every[1:], 2)) or every
    for setup in dict.fromkeys(chosen):
        _play_matches(shipped.engine(name, setup))


def _play_matches(engine: ReferenceEngine) -> None:
    seats = range(len(engine.game.seats))
    for index in range(MATCHES):
        record = play_match(engine, (RandomSteps(),) * len(seats), seed=7, index=index)
        assert record.outcome is not None
        assert sorted(seat for group in record.outcome.ranking for seat in group) == list(seats)
        won = record.outcome.won
        assert sum(record.outcome.shares) == 1 if won is None else record.outcome.shares == won
        assert record.outcome.totals == tuple(sum(points for _, points in lines) for lines in record.outcome.scores)
        assert record.outcome.reason
