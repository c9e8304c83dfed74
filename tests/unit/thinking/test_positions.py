"""The positions from which an agent searches: nothing that its seat does not know is in them."""

from __future__ import annotations

import random

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking.positions import Positions
from games import shipped
from property.hidden import other_truth
from property.walks import match


@pytest.mark.parametrize("name", ["lost_cities", "love_letter"])
def test_what_is_hidden_changes_no_position(name: str) -> None:
    engine = ReferenceEngine(shipped.game(name, shipped.setups(name)[0]))
    dice, seat = random.Random(name), SeatId(0)
    changed = 0
    for state, _ in match(engine, 4, most=12):
        other = other_truth(engine, state, seat, dice)
        changed += other.bytes != state.bytes
        one, same = (Positions(engine, root, seat, 3) for root in (state, other))
        assert [one.at(index).bytes for index in range(5)] == [same.at(index).bytes for index in range(5)]
    assert changed


def test_without_secrets_it_is_the_position_itself() -> None:
    engine = ReferenceEngine(shipped.game("pig", shipped.setups("pig")[0]))
    root = engine.initial(1, 0)
    positions = Positions(engine, root, SeatId(0), 3)
    assert positions.worlds is None
    assert {positions.at(index).bytes for index in range(5)} == {root.bytes}
