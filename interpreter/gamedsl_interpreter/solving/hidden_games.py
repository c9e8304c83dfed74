"""Solves games that hide something: an equilibrium for two players, the best play for one."""

from __future__ import annotations

from fractions import Fraction

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.aims import Aim, aim_for_solving, endless, payoffs
from gamedsl_interpreter.engine import State
from gamedsl_interpreter.solving.history_tree import HistoryTree, InformationSet
from gamedsl_interpreter.solving.regrets import Regrets
from gamedsl_interpreter.solving.responses import best_response


@frozen
class Mixture:
    """The mixed strategy at an information set: the probability of each of its moves."""

    information: InformationSet
    shares: tuple[float, ...]


@frozen
class HiddenSolution:
    """The solution of a game that hides something, for one or two players.

    `aim` is the goal of players, and `payoff` the expected result of each player if all play as `mixtures` say. `exploitability` is the gain of a best response
    to these strategies, averaged over the players: 0 in an equilibrium, and for one player. `rounds` counts the iterations of CFR+.
    """

    aim: Aim
    histories: int
    payoff: tuple[Fraction | float, ...]
    exploitability: float
    rounds: int
    mixtures: tuple[Mixture, ...]


class HiddenGame:
    """A whole tree of histories for one or two players, and the search for the best strategies."""

    def __init__(self, game: Game, tree: HistoryTree[State], wish: Aim | None) -> None:
        self._tree = tree
        self.aim = aim_for_solving(game, tree.ends.values(), wish)
        found = payoffs(tree.ends, self.aim)
        self._level = float(endless(found.values(), game.humans)[0]) if game.humans == 2 else 0.0
        self._gains = {node: float(payoff[0]) - self._level for node, payoff in found.items()}
        self._players = game.humans
        self.regrets = Regrets(tree, self._gains)

    @property
    def needs_search(self) -> bool:
        """Whether there is an opponent. A single player's best play needs no iterations."""
        return self._players == 2

    def answer(self) -> HiddenSolution:
        """Returns the solution after the iterations so far."""
        return self._equilibrium() if self.needs_search else self._best_play()

    def _equilibrium(self) -> HiddenSolution:
        average, value = self.regrets.average(), self.regrets.value()
        payoff = (self._level + value, self._level - value)
        gap = self.regrets.exploitability()
        pairs = zip(self._tree.information, average, strict=True)
        mixtures = tuple(Mixture(one, tuple(shares)) for one, shares in pairs)
        return HiddenSolution(self.aim, len(self._tree), payoff, gap, self.regrets.rounds, mixtures)

    def _best_play(self) -> HiddenSolution:
        value, chosen = best_response(self._tree, self._gains, [], 0)
        mixtures = tuple(
            Mixture(one, tuple(float(at == chosen[number]) for at in range(len(one.moves))))
            for number, one in enumerate(self._tree.information)
        )
        return HiddenSolution(self.aim, len(self._tree), (value,), 0.0, 0, mixtures)
