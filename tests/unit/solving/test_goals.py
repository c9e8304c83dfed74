"""What players want at an end, and what is known of the victory while positions are still open."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gamedsl_interpreter.aims import Aim, End, aim_for_solving, aim_of, endless, payoffs
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.solving.open_games import OpenGame, victory_bounds
from gamedsl_interpreter.solving.position_graph import PositionGraph
from games import shipped

HALF = Fraction(1, 2)
FIRST = End((Fraction(7), Fraction(3)), (Fraction(1), Fraction(0)), ranks=(Fraction(1), Fraction(0)))
SCRIPTED = End((Fraction(4), Fraction(5)), (Fraction(0), HALF), ranks=(Fraction(0), HALF))
"""A scripted seat has the other half of the victory."""


@pytest.mark.parametrize(
    ("aim", "paid"),
    [
        (Aim.VICTORY, {0: (1, 0), 1: (Fraction(1, 4), Fraction(3, 4))}),
        (Aim.POINTS, {0: (7, 3), 1: (4, 5)}),
        (Aim.LEAD, {0: (4, -4), 1: (-1, 1)}),
        (Aim.RANK, {0: (1, 0), 1: (Fraction(1, 4), Fraction(3, 4))}),
    ],
)
def test_an_end_pays_what_is_wanted(aim: Aim, paid: dict[int, tuple[Fraction, ...]]) -> None:
    assert payoffs({0: FIRST, 1: SCRIPTED}, aim) == paid


def test_points_that_are_not_constant_become_a_lead() -> None:
    points, none = (shipped.game(name, shipped.setups(name)[0]) for name in ("kuhn_poker", "tic_tac_toe"))
    constant = End((Fraction(6), Fraction(4)), FIRST.shares)
    assert aim_for_solving(points, [FIRST, constant], None) is Aim.POINTS
    assert aim_for_solving(points, [FIRST, SCRIPTED], None) is Aim.LEAD
    assert aim_for_solving(points, [FIRST, SCRIPTED], Aim.VICTORY) is Aim.VICTORY
    assert aim_for_solving(none, [FIRST, constant], None) is Aim.VICTORY
    assert endless([(Fraction(7), Fraction(3))], 2) == (5, 5)
    assert endless([], 2) == (HALF, HALF)


@pytest.mark.parametrize(
    ("name", "aim"),
    [
        ("go", Aim.VICTORY),  # the sum of points is constant, and only the victory counts
        ("goofspiel", Aim.VICTORY),
        ("golf_patience", Aim.POINTS),  # who plays alone cannot win
        ("twenty_one", Aim.POINTS),
        ("ember_watch", Aim.VICTORY),  # all win or all lose
        ("leduc_poker", Aim.POINTS),  # the rules say it
        ("chess", Aim.VICTORY),
    ],
)
def test_players_play_for_what_the_game_pays(name: str, aim: Aim) -> None:
    assert {aim_of(shipped.game(name, setup)) for setup in shipped.setups(name)} == {aim}


def test_bounds_close_in_on_the_value() -> None:
    """They hold from the first position on, become no wider while the graph grows, and meet at the value."""
    engine = ReferenceEngine(shipped.game("nim", shipped.setups("nim")[0]))
    graph = PositionGraph(engine)
    low, high = Fraction(0), Fraction(1)
    seen = {(low, high)}
    for most in (1, 30, 60, 90, 120, 10_000):
        graph.grow(most, lambda _: None)
        found = victory_bounds(graph, 2)
        assert found is not None
        assert low <= found[0] <= found[1] <= high
        low, high = Fraction(found[0]), Fraction(found[1])
        seen.add((low, high))
    answer = OpenGame(engine, graph, Aim.VICTORY).answer(1)
    assert low == high == answer.payoff[0]
    assert len(seen) > 1
    assert victory_bounds(graph, 3) is None
