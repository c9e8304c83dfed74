"""What seats may believe of what is hidden from them: whether it is exact, what is lost, and digests of worlds that they sample in the course of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

import gamedsl
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.worlds.courses import population
from gamedsl_interpreter.worlds.lost import WorldsError
from golden.conftest import Compare
from property.walks import match
from share import IS_WHOLE, less

SMALL = sorted((Path(__file__).parents[1] / "known/worlds").glob("*.gdl"))
GAMES = [
    next((Path(__file__).parents[2] / "games").rglob(f"{name}.gdl"))
    for name in ("gossip", "hamlet", "leduc_poker", "liars_dice", "love_letter", "masked_court")
]
SEA = Path(__file__).parents[2] / "games/classics/sea_battle.gdl"
FOLDER = Path(__file__).parent / "beliefs"
SEEDS = (7, 8)
MOST = 16
"""The most stops of a match that are looked at."""
EACH = 2
"""Stops of which one is shown."""
WORLDS = 3
"""Worlds that are sampled at each stop."""


@pytest.mark.parametrize("path", [*SMALL, *GAMES], ids=lambda path: path.stem)
def test_beliefs(path: Path, golden: Compare) -> None:
    """Everyday runs play one of the two matches."""
    made = list(_lines(path, SEEDS[: less(2, 1)]))
    if IS_WHOLE:
        golden(f"beliefs/{path.stem}.txt", "\n".join(made) + "\n")
    else:
        known = (FOLDER / f"{path.stem}.txt").read_text(encoding="utf-8").splitlines()
        assert made == [line for line in known if line.startswith(f"seed {SEEDS[0]},")]


def test_beliefs_where_three_courses_are_kept(golden: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Courses that no longer explain what was seen are varied, which seldom happens while hundreds are kept."""
    for name in ("_MOST_TRIED", "_MOST_KEPT", "_FEW"):
        monkeypatch.setattr(population, name, 3)
    made = [f"{path.stem}, {line}" for path in (*SMALL, SEA) for line in _lines(path, SEEDS[:1])]
    golden("few_courses.txt", "\n".join(made) + "\n")


def _lines(path: Path, seeds: Sequence[int]) -> Iterator[str]:
    rules = gamedsl.load_rules(path)
    setup = rules.setups()[0]
    engine = ReferenceEngine(rules.game(setup.players, **dict(setup.options)))
    for seed in seeds:
        for number, (state, _) in enumerate(match(engine, seed, most=MOST)):
            if number % EACH == 0:
                for seat, name in enumerate(engine.game.seats):
                    yield f"seed {seed}, step {number}, {name}: {belief_row(engine, state, SeatId(seat))}"


def belief_row(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> str:
    """What a seat may believe at a position, in a line."""
    try:
        worlds = engine.worlds(state, seat)
        dice = Dice.seeded(3)
        found = [sha256(worlds.sample(dice).bytes).hexdigest()[:8] for _ in range(WORLDS)]
    except WorldsError as error:
        return f"refused: {error}"
    lost = "; ".join(str(one) for one in worlds.lossy)
    return f"{'exact' if worlds.exact else 'not exact'} {' '.join(found)}{f' lost: {lost}' if lost else ''}"
