"""Worlds are as likely as they should be: their frequencies against all histories of small games."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

from gamedsl import load_rules
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference import ReferenceEngine
from known.exact_worlds import Known, Set, information_sets
from share import less, picked

_OWN = Path(__file__).with_name("worlds")
_CLASSICS = Path(__file__).parents[2] / "games" / "classics"

_DRAWN = 200
"""Worlds drawn for each information set."""
_SETS = less(40, 12)
"""Information sets that are looked at, evenly out of all."""


def _game(name: str) -> Game:
    file, *options = name.split()
    path = _OWN / f"{file}.gdl"
    values = dict(option.split("=") for option in options)
    return load_rules(path if path.exists() else _CLASSICS / f"{file}.gdl").game(None, None, **values)


_GAMES = (
    ("kuhn_poker", 9),
    ("leduc_poker", 4),
    ("little_tricks", 9),
    ("passing", 5),
    ("passing_copies", 5),
    ("returning", 9),
    ("little_pile", 4),
    ("swapping", 6),
    # What is said, refused or compared restricts worlds.
    ("little_letter", 6),
    ("little_fish", 3),
    ("little_lanterns", 2),
    # What others chose unseen is in fields.
    ("phantom_tic_tac_toe tries=counted", 4),
    ("secret_numbers", 5),
    ("secret_plans", 5),
)
"""Games, and how many choices of a match are looked through."""
_EVERYDAY = (
    "kuhn_poker",
    "passing_copies",
    "little_pile",
    "little_fish",
    "secret_numbers",
)


@pytest.mark.parametrize(("name", "choices"), picked(_GAMES, [one for one in _GAMES if one[0] in _EVERYDAY]))
def test_frequencies_are_those_of_all_histories(name: str, choices: int) -> None:
    engine = ReferenceEngine(_game(name))
    sets = information_sets(engine, choices, (0,))
    known = sorted(sets, key=lambda one: (len(one.view.events), repr(one.view.events)))
    looked_at = known[:: max(1, len(known) // _SETS)]
    chi = freedom = 0.0
    for number, one in enumerate(looked_at):
        more, cells = _compared(engine, one, sets[one], number)
        chi += more
        freedom += cells - 1
    assert freedom > 5
    # The sum of chi-squared numbers is nearly normal: four standard deviations are one chance in 30,000.
    assert abs(chi - freedom) < 4 * sqrt(2 * freedom), (chi, freedom)


def _compared(engine: ReferenceEngine, known: Known, exact: Set, number: int) -> tuple[float, int]:
    """Chi-squared of the drawn worlds, and how many worlds there are. None is outside of the information set. All positions that the seat cannot tell
    apart give the same worlds."""
    worlds = engine.worlds(exact.states[0], known.seat)
    assert worlds.exact
    for state in exact.states[1::7][:5]:
        other = engine.worlds(state, known.seat)
        assert all(
            other.sample(Dice(chance(number, draw))).bytes == worlds.sample(Dice(chance(number, draw))).bytes
            for draw in range(3)
        )
    drawn = Counter(worlds.sample(Dice(chance(number, draw))).bytes for draw in range(_DRAWN))
    assert set(drawn) <= set(exact.weights)
    total = sum(exact.weights.values())
    expected = {world: float(weight / total) * _DRAWN for world, weight in exact.weights.items()}
    return sum((drawn[world] - mean) ** 2 / mean for world, mean in expected.items()), len(expected)
