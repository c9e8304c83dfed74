"""Games whose values are known: exact answers by positions and by CFR+."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from gamedsl_interpreter.aims import Aim
from gamedsl_interpreter.engine import Engine, Forced, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.solving.hidden_games import HiddenGame
from gamedsl_interpreter.solving.history_tree import HistoryTree
from gamedsl_interpreter.solving.open_games import OpenGame
from gamedsl_interpreter.solving.position_graph import PositionGraph
from gamedsl_interpreter.solving.regrets import search
from games import shipped
from share import IS_WHOLE


def _engine(name: str, forced: Forced) -> Engine[State]:
    game = shipped.game(name, shipped.setups(name)[0])
    return cast("Engine[State]", fastest(game, forced=forced).engine)


def _nothing(_: int) -> None:
    pass


def _open(name: str) -> OpenGame[State]:
    engine = _engine(name, Forced.ASKED)
    graph = PositionGraph(engine)
    assert graph.grow(100_000, _nothing)
    return OpenGame(engine, graph, None)


def test_tic_tac_toe_is_a_tie_in_5_478_positions() -> None:
    answer = _open("tic_tac_toe").answer(1)
    assert (answer.positions, answer.payoff, answer.is_exact) == (5478, (Fraction(1, 2), Fraction(1, 2)), True)


def test_three_mens_morris_is_won_from_the_middle_only() -> None:
    """M. Gardner, 1971: who may begin in the middle wins."""
    solved = _open("three_mens_morris")
    answer = solved.answer(1)
    assert [move.move for move in answer.moves if move.payoff[0] == 1] == ["place(spot = b2)"]
    assert len(answer.play) == answer.length


def test_nim_is_decided_by_the_sum_without_carries() -> None:
    """C. L. Bouton, 1901: 1, 3, 5, 7 is lost for who moves, whether the last stick wins or loses."""
    assert _open("nim").answer(1).payoff == (0, 1)


@pytest.mark.parametrize(
    ("name", "within", "value"),
    [("kuhn_poker", 0.001, -1 / 18), ("leduc_poker", 0.006 if IS_WHOLE else 0.1, -0.0856)],
    ids=["kuhn", "leduc"],
)
def test_poker_has_its_value(name: str, within: float, value: float) -> None:
    """H. W. Kuhn, 1950; Southey and others, 2005 (the value of Leduc hold'em is as OpenSpiel and others compute it)."""
    engine = _engine(name, Forced.PLAYED)
    tree = HistoryTree(engine)
    assert tree.grow(100_000, _nothing)
    solved = HiddenGame(engine.game, tree, None)
    assert search(solved.regrets, within, 1000, _nothing) <= within
    answer = solved.answer()
    assert answer.aim is Aim.POINTS
    assert abs(float(answer.payoff[0]) - value) < max(1e-3, within / 6)
    assert sum(map(float, answer.payoff)) == pytest.approx(0)
