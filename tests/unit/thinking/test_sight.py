"""What a seat sees, as bytes: it tells positions apart exactly where observations do, and nothing hidden is in it."""

from __future__ import annotations

import random

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.observations import ObservationSpace
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking.sight import Sight
from games import shipped
from property.hidden import other_truth
from property.walks import match


@pytest.mark.parametrize("name", ["lost_cities", "love_letter", "leduc_poker"])
def test_bytes_tell_apart_what_observations_tell_apart(name: str) -> None:
    engine = ReferenceEngine(shipped.game(name, shipped.setups(name)[0]))
    space, dice, seat = ObservationSpace(engine.game), random.Random(name), SeatId(0)
    assert not space.lossy
    sight = Sight(engine, seat)
    by_bytes: dict[bytes, bytes] = {}
    by_numbers: dict[bytes, bytes] = {}
    for state, _ in match(engine, 4, most=40):
        seen = sight.of(state)
        numbers = engine.observe_numbers(state, seat, space).tobytes()
        assert by_bytes.setdefault(seen, numbers) == numbers
        assert by_numbers.setdefault(numbers, seen) == seen
        assert sight.of(other_truth(engine, state, seat, dice)) == seen
    assert len(by_bytes) > 3
