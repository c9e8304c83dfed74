"""A learning agent in numpy: it learns a game by playing against itself, and prints how it does against random play.

    python docs/examples/learner.py games/classics/connect_four.gdl

It is a policy gradient: a linear score for each action from what the seat sees, play in proportion to exp(score), and after each match more of what the
winner did and less of what the loser did. It knows nothing of the game but `gamedsl.action_space`, `observation`, `legal_actions`, `apply` and `returns`.
"""

from __future__ import annotations

import sys
from time import monotonic

import numpy as np
from numpy.typing import NDArray

import gamedsl

RATE = 0.05
"""How far one match moves the scores."""
MATCHES = 250
"""Matches between two lines of the table."""
PAIRS = 150
"""Matches in each seat that a line is measured with."""

Numbers = NDArray[np.float64]
Turn = tuple[int, Numbers, list[int], Numbers, int]
"""What a seat saw, could do, how likely each was, and which it did."""


class Learner:
    """A linear policy for one game, of which all seats learn the same."""

    def __init__(self, game: gamedsl.Game, seed: int) -> None:
        self.engine = gamedsl.engine_for(game)
        self.dice = np.random.default_rng(seed)
        size = gamedsl.observation_space(game).size
        self.weights = np.zeros((gamedsl.action_space(game).size, size))
        self.seats = range(game.humans)
        self.mean = np.zeros(len(game.seats))

    def seen(self, state: gamedsl.State, seat: int) -> Numbers:
        """What a seat sees, with large numbers made small."""
        numbers = np.asarray(gamedsl.observation(self.engine, state, seat), np.float64)
        return np.asarray(np.sign(numbers) * np.log1p(np.abs(numbers)))

    def chances(self, seen: Numbers, legal: list[int]) -> Numbers:
        """How likely each allowed action is."""
        scores = self.weights[legal] @ seen
        worth = np.exp(scores - scores.max())
        return np.asarray(worth / worth.sum())

    def match(self, learning: set[int], seed: int) -> tuple[list[Turn], tuple[float, ...]]:
        """A match in which these seats follow the policy and the others play at random: the turns of these, and the utilities of all."""
        state = self.engine.initial(seed)
        turns: list[Turn] = []
        while not state.is_over:
            seat = self.engine.to_act(state)[0]
            legal = gamedsl.legal_actions(self.engine, state, seat)
            if seat in learning:
                seen = self.seen(state, seat)
                chances = self.chances(seen, legal)
                number = int(self.dice.choice(len(legal), p=chances))
                turns.append((seat, seen, legal, chances, number))
            else:
                number = int(self.dice.integers(len(legal)))
            state = gamedsl.apply(self.engine, state, seat, legal[number])
        return turns, gamedsl.returns(self.engine, state)

    def learn(self, seed: int) -> None:
        """Plays a match against itself, and moves the scores towards what was better than usual."""
        turns, returns = self.match(set(self.seats), seed)
        gain = np.array(returns) - self.mean
        self.mean += 0.02 * gain
        spread = np.abs(gain).max() or 1.0
        for seat, seen, legal, chances, number in turns:
            step = -chances
            step[number] += 1.0
            # Long observations would move the scores further than short ones.
            self.weights[legal] += (
                RATE * gain[seat] / spread / max(1.0, float(seen @ seen) ** 0.5) * np.outer(step, seen)
            )

    def measured(self, seed: int) -> tuple[float, float]:
        """Mean utility in all seats in turn, each against random play, and that of the random players beside it."""
        own: list[float] = []
        others: list[float] = []
        for seat in self.seats:
            for i in range(PAIRS):
                _, returns = self.match({seat}, seed + i)
                own.append(returns[seat])
                others += [returns[other] for other in self.seats if other != seat]
        return float(np.mean(own)), float(np.mean(others or [0.0]))


def main(path: str, seconds: float) -> None:
    learner = Learner(gamedsl.load_rules(path).game(), seed=1)
    print(f"{'seconds':>8}{'matches':>9}{'learner':>10}{'random':>9}")
    began, played = monotonic(), 0
    while True:
        own, others = learner.measured(seed=1_000_000)
        print(f"{monotonic() - began:>8.1f}{played:>9}{own:>10.3f}{others:>9.3f}", flush=True)
        if monotonic() - began > seconds:
            break
        for _ in range(MATCHES):
            learner.learn(played)
            played += 1


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0)
