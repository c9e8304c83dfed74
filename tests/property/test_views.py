"""Laws of views: what a seat has observed decides what it sees and may do. That nothing hidden shows is in `test_hidden_facts`."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Event, View
from games import shipped
from property.walks import match
from share import less


@pytest.mark.parametrize(
    ("name", "matches", "most"),
    [
        ("kuhn_poker", less(60, 20), 9),
        ("goofspiel", less(60, 20), 9),
        ("love_letter", less(80, 25), 5),
        ("hearts", less(3, 2), 9),
    ],
)
def test_equal_observations_give_equal_views_and_moves(name: str, matches: int, most: int) -> None:
    engine = shipped.engine(name, shipped.setups(name)[-1])
    known: dict[tuple[SeatId, tuple[Event, ...]], tuple[View, tuple[str, ...]]] = {}
    met_again = 0
    for seed in range(matches):
        for state, _ in match(engine, seed, most):
            for seat in map(SeatId, range(len(engine.game.seats))):
                view = engine.view(state, seat)
                moves = tuple(m.text for m in engine.moves(state, seat)) if seat in engine.to_act(state) else ()
                before = known.setdefault((seat, tuple(view.events)), (view, moves))
                met_again += before[0] is not view
                assert (view, moves) == before
    assert met_again
