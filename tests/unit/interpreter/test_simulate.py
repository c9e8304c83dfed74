"""Summaries: exact sums that can be added, shares of wins, intervals."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.simulate import Tally, make_empty_summary, simulate, tally, wilson
from unit.interpreter.nim import Nim

AGENTS = (RandomMoves(), RandomMoves())


@given(st.lists(st.integers(-1000, 1000)), st.lists(st.integers(-1000, 1000)))
def test_tallies_add_up(some: list[int], more: list[int]) -> None:
    both = tally(some) + tally(more)
    assert both == tally(some + more)
    if len(some + more) > 1:
        assert both.mean == pytest.approx(mean(some + more))
        assert both.sd == pytest.approx(stdev(some + more))
        assert (both.least, both.most) == (min(some + more), max(some + more))


def test_nothing_has_no_spread() -> None:
    assert (Tally().mean, Tally().sd, tally([4]).sd) == (0, 0, 0)


def test_parts_make_the_whole() -> None:
    whole = simulate(Nim(), AGENTS, 3, range(40))
    parts = simulate(Nim(), AGENTS, 3, range(25)) + simulate(Nim(), AGENTS, 3, range(25, 40))
    assert whole == parts
    assert make_empty_summary(Nim().game, AGENTS, 3) + whole == whole


def test_every_match_has_one_winner_and_one_reason() -> None:
    seen: list[int] = []
    summary = simulate(Nim(), AGENTS, 3, range(30), lambda record: seen.append(record.index))
    assert seen == list(range(30))
    assert summary.matches == 30
    assert sum((seat.wins for seat in summary.seats), Fraction(0)) == 30
    assert [sum(seat.ranks) for seat in summary.seats] == [30, 30]
    assert summary.seats[0].ranks[0] == summary.seats[0].wins
    assert summary.reasons == (("The heap is empty.", 30),)
    assert dict(summary.seats[0].lines)["taken"] == summary.seats[0].total


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_intervals(wins: int, matches: int, low: float, high: float) -> None:
    assert wilson(Fraction(wins), matches) == pytest.approx((low, high), abs=1e-4)
