"""Trees with as many positions as are allowed are searched, and with one more they are not."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Forced
from gamedsl_interpreter.explore import explore
from gamedsl_interpreter.perft import TooManyError, leaves, perft
from gamedsl_interpreter.reference import ReferenceEngine


def _engine(name: str) -> ReferenceEngine:
    return ReferenceEngine(gamedsl.load_rules(name).game(), forced=Forced.ASKED)


@pytest.mark.parametrize(("name", "depth"), [("tic_tac_toe", 3), ("kuhn_poker", None), ("pig", 2)])
def test_exploring_stops_above_the_limit_and_not_at_it(name: str, depth: int | None) -> None:
    engine = _engine(name)
    whole = explore(engine, depth)
    again = explore(engine, depth, most=whole.states)
    assert evolve(again, information_sets=None) == evolve(whole, information_sets=None)
    with pytest.raises(TooManyError, match=f"more than {whole.states - 1} positions"):
        explore(engine, depth, most=whole.states - 1)


def test_counting_stops_above_the_limit_and_not_at_it() -> None:
    engine = _engine("tic_tac_toe")
    levels = list(perft(engine, 3))
    widest = max(level.positions for level in levels)
    assert list(perft(engine, 3, most=widest)) == levels
    assert leaves(engine, 3, most=widest) == levels[3].leaves
    with pytest.raises(TooManyError, match=f"more than {widest - 1} positions"):
        list(perft(engine, 3, most=widest - 1))
