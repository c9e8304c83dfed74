"""Every shipped game in every setup, the wasm executor against the reference executor: moves in lockstep, then half a million steps of whole matches by both
policies, summed up alike. Setups that the reference executor plays quickly carry more of them. `differential.long_run` plays as many as there is time for."""

from __future__ import annotations

import pytest

from differential.lockstep import compared, pair, same_playouts, shipped
from differential.rules_files import RulesSetup
from gamedsl_interpreter.wasm.playouts import Policy
from games.shipped import LARGE

STEPS = {
    "pig": 12_000, "nim": 16_000, "english_auction": 10_000, "three_mens_morris": 16_000, "leduc_poker": 16_000, "liars_dice": 6_000,
    "minichess": 300, "quoridor": 300, "reversi": 300, "gomoku": 500, "hex": 1_000, "breakthrough": 1_500, "draughts": 1_500, "crazy_eights": 1_500, "ludo": 1_500,
    "chess": 300, "go": 300, "backgammon": 1_000, "amazons": 500, "oware": 1_000, "nine_mens_morris": 1_000, "lines_of_action": 300,
}  # fmt: skip
"""Steps of a game for each setup; of the others:"""
OTHERS = 2_000

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


def test_they_are_half_a_million() -> None:
    assert sum(STEPS.get(game.path.stem, OTHERS) for game in ALL) >= 500_000
