"""Who leads before a decision, as reports count it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gamedsl
from gamedsl.workbench.playing.jobs import Decision
from gamedsl.workbench.playing.watching import Watched
from gamedsl.workbench.reporting.courses import leaders_of

RULES = """game ladder:
    players 2

each player:
    steps: 0..99 = 0

rounds up to 4:
    turns

phase turns, each player:
    choose number: one of 1..3
    steps += number

score climbed: steps

ranking by {wanted} total, ties shared
"""


@pytest.mark.parametrize(("wanted", "best"), [("lowest", min), ("highest", max)])
def test_who_leads_has_the_points_that_the_ranking_wants(wanted: str, best: Callable[[list[int]], int]) -> None:
    engine = gamedsl.engine_for(gamedsl.parse_rules(RULES.format(wanted=wanted)).game())
    decisions: list[Decision] = []
    gamedsl.play_match(engine, [Watched(gamedsl.RandomMoves(), decisions)] * 2, 1)
    led = [(leaders_of(one, 2), [sum(lines) for lines in one.points or ()]) for one in decisions]
    unequal = [(leaders, totals) for leaders, totals in led if len(set(totals)) == 2]
    assert unequal
    assert all(leaders == (totals.index(best(totals)),) for leaders, totals in unequal)
