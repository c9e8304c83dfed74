"""What programs that learn are given: the layout of observations, and the numbers that each seat is given in the course of a match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.observations import ObservationSpace
from gamedsl_interpreter.reference import ReferenceEngine
from games import shipped
from golden.conftest import Compare
from property.walks import match

FOLDER = Path(__file__).parent / "observations"
NAMES = ("canal_country", "colour_rows", "glory_islands", "holdem", "leduc_poker", "love_letter", "tic_tac_toe")
MOST = 60
EACH = 12
"""Steps of the match of which one is shown."""


@pytest.mark.parametrize("name", NAMES)
def test_observations(name: str, golden: Compare) -> None:
    golden(f"observations/{name}.txt", "\n".join(_lines(name)) + "\n")


def _lines(name: str) -> Iterator[str]:
    engine = ReferenceEngine(shipped.game(name, shipped.setups(name)[-1]))
    space = ObservationSpace(engine.game)
    yield f"{space!r}, model {sha256(json.dumps(model_of(engine.game)).encode()).hexdigest()[:16]}"
    yield f"not shown in full: {', '.join(space.lossy) or 'nothing'}"
    yield from (f"{part.first}: {part.size} of {part.what} {part.name}" for part in space.parts)
    for part in space.field_parts:
        yield f"field {part.instance} at {part.values_at}: {part.values.form}, {part.values.size} numbers"
    for zone in space.zone_parts:
        yield f"zone {zone.instance}: kinds at {zone.kinds_at}, top at {zone.top_at}"
    for number, (state, _) in enumerate(match(engine, 4, most=MOST)):
        if number % EACH == 0:
            for seat in range(len(engine.game.seats)):
                numbers = engine.observe_numbers(state, SeatId(seat), space)
                shown = " ".join(f"{at}:{value}" for at, value in enumerate(numbers) if value)
                yield f"step {number}, seat {seat}: {shown}"


def test_no_other_file_is_left(blessing: bool) -> None:
    expected = {f"{name}.txt" for name in NAMES}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected
