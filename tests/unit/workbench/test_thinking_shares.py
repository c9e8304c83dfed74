"""Matches in which one seat thinks more than the others are played for what the study says that players want."""

from __future__ import annotations

import gamedsl
from gamedsl.workbench.tuning.figures import Figure, Sort
from gamedsl.workbench.tuning.measuring import SPARSE, Share, Study, measure

FEWEST_WIN = """game fewest:
    players 2

each player:
    points: 0..9 = 0

rounds up to 1:
    turns

phase turns, each player:
    choose number: one of 0..9
    points = number

score points: points

ranking by lowest points, ties shared
"""
MATCHES = 12


def _won(aim: str | None) -> float:
    """How many matches the seat wins that thinks more."""
    setup = gamedsl.parse_rules(FEWEST_WIN).setups()[0]
    study = Study({}, "random", (Figure("skill", Sort.SKILL),), aim)
    measured = measure(study, Share(FEWEST_WIN, setup, 1, 0, MATCHES * SPARSE), {})
    assert measured.broken is None
    ((sums,),) = measured.sums
    return sums.x / sums.y


def test_who_wants_to_win_wins_and_who_wants_points_does_not() -> None:
    assert _won(None) == _won("victory") > 0.5 > _won("points")
