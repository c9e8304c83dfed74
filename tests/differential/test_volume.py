"""Every shipped game in every setup, the wasm executor against the reference executor: moves in lockstep, then a quarter of a million steps of whole
matches by both policies, summed up alike. Setups that the reference executor plays quickly carry more of them. `differential.long_run` plays as many as
there is time for."""

from __future__ import annotations

import pytest

from differential.lockstep import compared, pair, same_playouts, shipped
from differential.rules_files import RulesSetup
from gamedsl_interpreter.wasm.playouts import Policy
from games.shipped import LARGE

STEPS = {
    "pig": 6_000, "nim": 8_000, "english_auction": 5_000, "three_mens_morris": 8_000, "leduc_poker": 8_000, "liars_dice": 3_000,
    "minichess": 150, "quoridor": 150, "reversi": 150, "gomoku": 250, "hex": 500, "breakthrough": 750, "draughts": 750, "crazy_eights": 750, "ludo": 750,
    "chess": 150, "go": 150, "backgammon": 500, "amazons": 250, "oware": 500, "nine_mens_morris": 500, "lines_of_action": 150,
}  # fmt: skip
"""Steps of a game for each setup; of the others:"""
OTHERS = 1_000

ALL = tuple(
    s
    for s in shipped()
    if not any(value in LARGE.get(s.path.stem, {}).get(option, ()) for option, value in s.setup.options)
)


@pytest.mark.parametrize("game", ALL, ids=[game.name for game in ALL])
def test_positions_and_matches_are_alike(game: RulesSetup) -> None:
    both, wanted = pair(game.game()), STEPS.get(game.path.stem, OTHERS)
    for seed in range(2):
        compared(both, seed, 25)
    steps = matches = 0
    while steps < wanted:
        left = 1 + (wanted - steps) * matches // max(1, steps)
        number = min(100, max(1, matches), left)
        for policy in Policy:
            steps += same_playouts(both, policy, 11, matches, number)
        matches += number


def test_they_are_a_quarter_of_a_million() -> None:
    assert sum(STEPS.get(game.path.stem, OTHERS) for game in ALL) >= 250_000
