"""Finds an equilibrium of a game with imperfect information for two players, by counterfactual regret minimisation (CFR+).

O. Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014): regrets are never negative, the seats are updated in turn, and later strategies
count more in the average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl_interpreter.engine import State
from gamedsl_interpreter.solving.history_tree import CHANCE, END, HistoryTree
from gamedsl_interpreter.solving.responses import best_response

Strategy = Sequence[Sequence[float]]
"""By information set: the probability of each move."""


class Regrets:
    """The state of CFR+ after `rounds` iterations. `gains[i]` is the payoff of the first player at the end i; the second gets the opposite."""

    def __init__(self, tree: HistoryTree[State], gains: dict[int, float]) -> None:
        self._tree = tree
        self._gains = gains
        self._regrets = [[0.0] * len(one.moves) for one in tree.information]
        self._sums = [[0.0] * len(one.moves) for one in tree.information]
        self.rounds = 0

    def round(self) -> None:
        """Updates both seats once."""
        self.rounds += 1
        self._update(0)
        self._update(1)

    def average(self) -> Strategy:
        """Returns the average strategy of all iterations, which converges to an equilibrium."""
        return [shares_of(sums) for sums in self._sums]

    def value(self) -> float:
        """Returns the expected payoff of the first player if both play the average strategy."""
        return expected_payoff(self._tree, self._gains, self.average())

    def exploitability(self) -> float:
        """Returns the gain of a best response to the average strategies, averaged over the two players: 0 in an equilibrium."""
        average = self.average()
        opposite = {node: -gain for node, gain in self._gains.items()}
        first = best_response(self._tree, self._gains, average, 0)[0]
        second = best_response(self._tree, opposite, average, 1)[0]
        return (first + second) / 2

    def _update(self, seat: int) -> None:
        tree, information = self._tree, self._tree.information
        strategy = [shares_of(regrets) for regrets in self._regrets]
        others, own = self._reaches(seat, strategy)
        worth = [0.0] * len(tree)
        sign = 1.0 if seat == 0 else -1.0
        changed: dict[int, list[float]] = {}
        for node in range(len(tree) - 1, -1, -1):
            held, children = tree.sets[node], tree.children[node]
            if held == END:
                worth[node] = sign * self._gains[node]
                continue
            shares = tree.chances[node] if held == CHANCE else strategy[held]
            value = 0.0
            for child, share in zip(children, shares, strict=True):
                value += share * worth[child]
            worth[node] = value
            if held == CHANCE or information[held].seat != seat:
                continue
            row = changed.get(held)
            if row is None:
                row = changed[held] = [0.0] * len(children)
            reach = others[node]
            sums, weight = self._sums[held], self.rounds * own[node]
            for at, child in enumerate(children):
                row[at] += reach * (worth[child] - value)
                sums[at] += weight * shares[at]
        for held, row in changed.items():
            self._regrets[held] = [max(0.0, old + new) for old, new in zip(self._regrets[held], row, strict=True)]

    def _reaches(self, seat: int, strategy: Strategy) -> tuple[list[float], list[float]]:
        """Returns by node the probability that chance and the other seat lead there, and that this seat does."""
        tree = self._tree
        others, own = [1.0] * len(tree), [1.0] * len(tree)
        for node, children in enumerate(tree.children):
            held = tree.sets[node]
            if held == END:
                continue
            is_own = held != CHANCE and tree.information[held].seat == seat
            shares = tree.chances[node] if held == CHANCE else strategy[held]
            theirs, mine = others[node], own[node]
            for child, share in zip(children, shares, strict=True):
                others[child] = theirs if is_own else theirs * share
                own[child] = mine * share if is_own else mine
        return others, own


def expected_payoff(tree: HistoryTree[State], gains: dict[int, float], strategy: Strategy) -> float:
    """Returns the expected payoff of a strategy."""
    worth = [0.0] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        held = tree.sets[node]
        if held == END:
            worth[node] = gains[node]
            continue
        shares = tree.chances[node] if held == CHANCE else strategy[held]
        worth[node] = sum(share * worth[child] for child, share in zip(tree.children[node], shares, strict=True))
    return worth[0]


def search(regrets: Regrets, within: float, most_rounds: int, tick: Callable[[int], object]) -> float:
    """Runs iterations until the exploitability is at most `within`, or `most_rounds` of them; returns the exploitability. It is computed ever more rarely."""
    check = 16
    while True:
        while regrets.rounds < min(check, most_rounds):
            regrets.round()
            tick(1)
        found = regrets.exploitability()
        if found <= within or regrets.rounds >= most_rounds:
            return found
        check += check // 2


def shares_of(numbers: Sequence[float]) -> list[float]:
    """Normalises the numbers to probabilities; all equal if their sum is not positive."""
    total = sum(numbers)
    return [number / total for number in numbers] if total > 0 else [1 / len(numbers)] * len(numbers)
