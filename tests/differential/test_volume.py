"""Every shipped game in every setup, the wasm executor against the reference executor: moves in lockstep, then 60,000 steps of whole matches by both
policies, summed up alike. Setups that the reference executor plays quickly carry more of them. Everyday runs do both in the first setup of some games; of the
others they look at every other one, in turns by moves and by matches. `differential.long_run` plays as many as there is time for."""

from __future__ import annotations

import pytest

from differential.lockstep import Pair, compared, pair, same_playouts
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from games import shipped
from share import IS_WHOLE, few

STEPS = {
    "pig": 1_500, "nim": 2_000, "english_auction": 1_250, "three_mens_morris": 2_000, "leduc_poker": 2_000, "liars_dice": 750,
    "minichess": 50, "quoridor": 50, "reversi": 50, "gomoku": 60, "hex": 125, "breakthrough": 190, "draughts": 190, "crazy_eights": 190, "ludo": 190,
    "chess": 50, "go": 50, "backgammon": 125, "amazons": 60, "oware": 125, "nine_mens_morris": 125, "lines_of_action": 50,
}  # fmt: skip
"""Steps of a game for each setup; of the others:"""
OTHERS = 250


@pytest.mark.parametrize("name", few(shipped.GAMES, 4, 11))
def test_positions_and_matches_are_alike(name: str) -> None:
    for number, setup in enumerate(few(shipped.setups(name), 1)):
        both = pair(shipped.game(name, setup))
        if IS_WHOLE or number == 0 or number % 2 == 1:
            for seed in range(2):
                compared(both, seed, 25)
        if IS_WHOLE or number % 2 == 0:
            _compare_matches(both, STEPS.get(name, OTHERS))


def _compare_matches(both: Pair, wanted: int) -> None:
    steps = matches = 0
    while steps < wanted:
        left = 1 + (wanted - steps) * matches // max(1, steps)
        number = min(100, max(1, matches), left)
        for policy in Policy:
            steps += same_playouts(both, policy, 11, matches, number)
        matches += number


def test_they_are_many() -> None:
    assert sum(STEPS.get(name, OTHERS) * len(shipped.setups(name)) for name in shipped.GAMES) >= 60_000
