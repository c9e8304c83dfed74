"""OpenSpiel's tree search in C++, with types: `MCTSBot` with random rollouts (`RandomRolloutEvaluator`)."""

from __future__ import annotations

import importlib
from typing import Protocol, cast

FACTOR = 1.4
"""Its exploration factor: that of ours, for values from -1 to 1 instead of 0 to 1."""


class State(Protocol):
    """A history."""

    def legal_actions(self) -> list[int]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def apply_action(self, action: int) -> None: ...


class Game(Protocol):
    """A game."""

    def new_initial_state(self) -> State: ...


class Bot(Protocol):
    """A player."""

    def step(self, state: State) -> int: ...
    def mcts_search(self, state: State) -> object: ...


class _Library(Protocol):
    def load_game(self, text: str) -> Game: ...
    def RandomRolloutEvaluator(self, *, n_rollouts: int, seed: int) -> object: ...
    def MCTSBot(
        self,
        game: Game,
        evaluator: object,
        uct_c: float,
        simulations: int,
        megabytes: int,
        solve: bool,
        seed: int,
        verbose: bool,
        /,
    ) -> Bot: ...


def load(name: str) -> Game:
    """The game that OpenSpiel calls so."""
    return _library().load_game(name)


def bot(game: Game, simulations: int, seed: int, rollouts: int = 1) -> Bot:
    """A new player, with so many rollouts for each evaluation."""
    spiel = _library()
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    return spiel.MCTSBot(game, evaluator, FACTOR, simulations, 1000, False, seed, False)


def _library() -> _Library:
    return cast("_Library", importlib.import_module("pyspiel"))
