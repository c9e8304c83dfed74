"""Finds strategies of games that hide something by Monte Carlo counterfactual regret minimisation (MCCFR) with external sampling.

M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games" (2009): an iteration of a seat samples chance
and the moves of the others, and tries all moves of its own. Later strategies count more in the average, as in CFR+.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from gamedsl_interpreter.engine import State
from gamedsl_interpreter.solving.history_tree import CHANCE, END, HistoryTree
from gamedsl_interpreter.solving.regrets import Strategy, shares_of


class SampledRegrets:
    """The regrets after `rounds` rounds; in a round each of two players or more has one iteration. `gains[i][seat]` is the payoff at the end i.

    The average strategies of two players with opposite gains converge to an equilibrium. With more players they only leave no regret.
    """

    def __init__(
        self, tree: HistoryTree[State], gains: dict[int, tuple[float, ...]], players: int, seed: int = 0
    ) -> None:
        self._tree, self._gains, self._players = tree, gains, players
        self._random = Random(seed)
        self._seats = [one.seat for one in tree.information]
        self._regrets = [[0.0] * len(one.moves) for one in tree.information]
        self._sums = [[0.0] * len(one.moves) for one in tree.information]
        self.rounds = 0

    def search(self, rounds: int, tick: Callable[[int], object] = abs) -> None:
        """Plays this many more rounds."""
        for _ in range(rounds):
            self.rounds += 1
            for seat in range(self._players):
                self._iterate(0, seat)
            tick(1)

    def average(self) -> Strategy:
        """Returns the average strategies of all rounds."""
        return [shares_of(sums) for sums in self._sums]

    def _iterate(self, node: int, seat: int) -> float:
        """Returns the sampled gain of the seat from a node on, and updates its regrets, and the average strategy of the next seat."""
        tree = self._tree
        while (held := tree.sets[node]) != END:
            children = tree.children[node]
            if held == CHANCE:
                node = children[self._pick(tree.chances[node])]
                continue
            # The strategy that regret matching takes: moves with a positive regret in proportion to it.
            strategy = shares_of([max(0.0, regret) for regret in self._regrets[held]])
            chooser = self._seats[held]
            if chooser == seat:
                return self._try_all(held, children, strategy, seat)
            if chooser == (seat + 1) % self._players:
                sums = self._sums[held]
                for at, share in enumerate(strategy):
                    sums[at] += self.rounds * share
            node = children[self._pick(strategy)]
        return self._gains[node][seat]

    def _try_all(self, held: int, children: Sequence[int], strategy: Sequence[float], seat: int) -> float:
        gains = [self._iterate(child, seat) for child in children]
        value = sum(share * gain for share, gain in zip(strategy, gains, strict=True))
        regrets = self._regrets[held]
        for at, gain in enumerate(gains):
            regrets[at] += gain - value
        return value

    def _pick(self, shares: Sequence[float]) -> int:
        left = self._random.random()
        for at, share in enumerate(shares):
            left -= share
            if left < 0:
                return at
        return max(range(len(shares)), key=shares.__getitem__)  # rounding has left a small remainder
