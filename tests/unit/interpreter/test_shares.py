"""Who has won, in words and as shares."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.shares import result_text, shares_of, win_groups

NAMES = ("Ann", "Bob", "Cat")


def _ranked(*groups: tuple[int, ...], totals: tuple[int, ...] = ()) -> Outcome:
    ranking = tuple(tuple(map(SeatId, group)) for group in groups)
    scores = tuple((("points", total),) for total in totals) or ((),)
    return Outcome(ranking, scores, totals, (), "")


def _won(*won: bool) -> Outcome:
    return Outcome(win_groups(won), ((),), (), (), "", won)


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (_ranked((1,), (0, 2)), "Bob wins"),
        (_ranked((0, 1), (2,)), "Ann and Bob share the victory"),
        (_ranked((0, 1, 2)), "Ann, Bob and Cat share the victory"),
        (_won(False, True, False), "Bob wins"),
        (_won(True, False, True), "Ann and Cat win"),
        (_won(True, True, True), "All players win"),
        (_won(False, False, False), "All players lose"),
        (_ranked((0,), totals=(14,)), "14 points"),
        (_ranked((0,)), "The match is over"),
        (_won(True), "Ann wins"),
        (_won(False), "Ann loses"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_result(outcome: Outcome, text: str) -> None:
    seats = max(len(outcome.won or ()), sum(map(len, outcome.ranking)))
    assert result_text(NAMES[:seats], outcome) == text


def test_shares() -> None:
    half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
    assert shares_of(_ranked((2, 0), (1,)).ranking, None, 3) == (half, none, half)
    assert shares_of((), None, 2) == (none, none)
    assert shares_of(_ranked((0, 1)).ranking, (True, True), 2) == (one, one)
    assert win_groups((False, True, False)) == ((1,), (0, 2))
    assert win_groups((True, True)) == ((0, 1),)
