"""Every shipped game in every setup, the wasm executor against the reference executor: moves in lockstep, then 60,000 steps of whole
matches by both policies, summed up alike. Setups that the reference executor plays quickly carry more of them. `differential.long_run` plays as many as
there is time for."""

from __future__ import annotations

import pytest

from differential.lockstep import compared, pair, same_playouts, shipped
from differential.rules_files import RulesSetup
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from games.shipped import LARGE

STEPS = {
    "pig": 1_500, "nim": 2_000, "english_auction": 1_250, "three_mens_morris": 2_000, "leduc_poker": 2_000, "liars_dice": 750,
    "minichess": 50, "quoridor": 50, "reversi": 50, "gomoku": 60, "hex": 125, "breakthrough": 190, "draughts": 190, "crazy_eights": 190, "ludo": 190,
    "chess": 50, "go": 50, "backgammon": 125, "amazons": 60, "oware": 125, "nine_mens_morris": 125, "lines_of_action": 50,
}  # fmt: skip
"""Steps of a game for each setup; of the others:"""
OTHERS = 250

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


def test_they_are_many() -> None:
    assert sum(STEPS.get(game.path.stem, OTHERS) for game in ALL) >= 60_000
