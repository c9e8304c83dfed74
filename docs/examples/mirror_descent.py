"""A policy gradient that is regularised towards an equilibrium, in numpy alone, on the vector environments of Gymnasium.

    python docs/examples/mirror_descent.py kuhn 1500
    python docs/examples/mirror_descent.py gloriana 400 curve.json

In Kuhn poker it plays against itself, and prints what best responses gain against it. In Gloriana it has one seat against random players, and prints its share of
the victory against two players that search. The number is that of updates; the file, if one is named, gets the learning curve.

Each update maximises the policy gradient of a batch, with a bonus for entropy and a penalty for the distance from the policy that has played it. Plain policy
gradients circle around an equilibrium. This is magnetic mirror descent (Sokota and others, "A Unified Approach to Reinforcement Learning, Quantal Response
Equilibria, and Two-Player Zero-Sum Games", ICLR 2023), which approaches it if the bonus falls slowly enough.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import gamedsl
from gamedsl.adapters.gymnasium import agent_env, vector_env

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Plan:
    """How a game is learned. `entropy`, `step` and `rate` are those of the first update; in update t they are divided by the square root of 1 + t / `slow`."""

    length: int
    """Steps of each environment in a batch."""
    width: int
    """Numbers between the two layers of the network."""
    entropy: float
    step: float
    slow: float
    rate: float
    epochs: int
    """How often each batch is gone through."""
    parts: int
    """Parts of a batch, each of which moves the network once."""
    scale: float
    """What a return is divided by."""


KUHN = Plan(length=6, width=64, entropy=0.2, step=0.2, slow=50, rate=2e-3, epochs=4, parts=2, scale=1.0)
GLORIANA = Plan(length=256, width=128, entropy=0.01, step=0.5, slow=1e9, rate=1e-3, epochs=2, parts=8, scale=10.0)


class Network:
    """Two layers: from what is seen to scores of actions and a guess of the return. Trained by Adam."""

    def __init__(self, seen: int, actions: int, width: int, seed: int) -> None:
        dice = np.random.default_rng(seed)
        shapes = {"in": (seen, width), "in0": (width,), "out": (width, actions + 1), "out0": (actions + 1,)}
        sizes = {"in": seen**-0.5, "in0": 0.0, "out": 0.01 * width**-0.5, "out0": 0.0}
        self.weights = {k: (sizes[k] * dice.standard_normal(s)).astype(np.float32) for k, s in shapes.items()}
        self._means = {k: np.zeros_like(w) for k, w in self.weights.items()}
        self._squares = {k: np.zeros_like(w) for k, w in self.weights.items()}
        self._steps = 0

    def look(self, seen: Numbers, mask: NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers]:
        """Returns the inner numbers, the chances of the actions, and the guesses."""
        inner = np.tanh(seen @ self.weights["in"] + self.weights["in0"])
        scores = inner @ self.weights["out"] + self.weights["out0"]
        return inner, softmax(np.where(mask, scores[:, :-1], -np.inf)), scores[:, -1]

    def move(self, seen: Numbers, inner: Numbers, slope: Numbers, rate: float) -> None:
        """Moves the weights against the slope of a loss by scores and guesses."""
        back = (slope @ self.weights["out"].T) * (1 - inner * inner)
        slopes = {"in": seen.T @ back, "in0": back.sum(0), "out": inner.T @ slope, "out0": slope.sum(0)}
        self._steps += 1
        for k, one in slopes.items():
            self._means[k] += 0.1 * (one - self._means[k])
            self._squares[k] += 0.001 * (one * one - self._squares[k])
            mean, square = self._means[k] / (1 - 0.9**self._steps), self._squares[k] / (1 - 0.999**self._steps)
            self.weights[k] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def softmax(scores: Numbers) -> Numbers:
    worth = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(worth / worth.sum(axis=1, keepdims=True), np.float32)


def prepared(seen: NDArray[Any]) -> Numbers:
    """What is seen, with large numbers made small."""
    return np.asarray(np.sign(seen) * np.log1p(np.abs(seen)), np.float32)


def drawn(chances: Numbers, dice: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row of chances."""
    sums = chances.cumsum(axis=1)
    return np.asarray((sums > dice.random((len(chances), 1)) * sums[:, -1:]).argmax(axis=1), np.int64)


class Batch(NamedTuple):
    """Steps of many matches: what was seen and allowed, how likely the actions were, which were taken, and what the match brought to the seat that took them."""

    seen: NDArray[Any]
    mask: NDArray[Any]
    chances: NDArray[Any]
    actions: NDArray[Any]
    worth: NDArray[Any]


class Learner:
    """Plays a vector environment and learns from it."""

    def __init__(self, env: Any, plan: Plan, seed: int) -> None:
        self.env, self.plan, self.updates = env, plan, 0
        self.dice = np.random.default_rng(seed)
        self.network = Network(env.single_observation_space.shape[0], int(env.single_action_space.n), plan.width, seed)
        self._seen, self._infos = env.reset(seed=seed)

    def update(self) -> None:
        """Plays a batch and learns from the matches that end in it."""
        fade = (1 + self.updates / self.plan.slow) ** -0.5
        self.learn(self.batch(), fade)
        self.updates += 1

    def batch(self) -> Batch:
        """Plays, and returns the steps of matches that have ended."""
        rows: list[tuple[Numbers, NDArray[np.bool_], Numbers, NDArray[np.int64], NDArray[np.int64]]] = []
        ends: list[tuple[NDArray[np.bool_], NDArray[np.float64]]] = []
        for _ in range(self.plan.length):
            seen, mask = prepared(self._seen), np.asarray(self._infos["action_mask"], bool)
            _, chances, _ = self.network.look(seen, mask)
            actions = drawn(chances, self.dice)
            rows.append((seen, mask, chances, actions, np.array(self._infos["seat"])))
            self._seen, _, ended, _, self._infos = self.env.step(actions)
            # By match and seat, for the matches that have ended; the others get theirs later.
            ends.append((ended, self._infos["final_info"]["returns"] if ended.any() else np.zeros((1, 1))))
        kept: list[Batch] = []
        known, result = np.zeros(len(ends[0][0]), bool), np.zeros((1, 1))
        for (seen, mask, chances, actions, seats), (ended, brought) in zip(rows[::-1], ends[::-1], strict=True):
            result, known = np.where(ended[:, None], brought, result), known | ended
            worth = np.take_along_axis(result, np.minimum(seats, result.shape[1] - 1)[:, None], axis=1)[:, 0]
            part = Batch(seen, mask, chances, actions, np.asarray(worth / self.plan.scale, np.float32))
            kept.append(Batch(*(column[known] for column in part)))
        return Batch(*(np.concatenate(column) for column in zip(*kept, strict=True)))

    def learn(self, batch: Batch, fade: float) -> None:
        """Moves the network towards what brought more than was guessed."""
        entropy, step = self.plan.entropy * fade, self.plan.step * fade
        gains = batch.worth - self.network.look(batch.seen, batch.mask)[2]
        for _ in range(self.plan.epochs):
            for at in np.array_split(self.dice.permutation(len(gains)), self.plan.parts):
                part, rows = Batch(*(column[at] for column in batch)), np.arange(len(at))
                inner, chances, guesses = self.network.look(part.seen, part.mask)
                before = np.maximum(part.chances, 1e-9)
                logs = np.log(np.maximum(chances, 1e-9))
                # The slope, by each chance, of: ratio * gain + entropy * H(chances) - KL(chances, before) / step
                slope = -entropy * logs - (logs - np.log(before)) / step
                slope[rows, part.actions] += gains[at] / before[rows, part.actions]
                slope = np.where(part.mask, slope, 0.0)
                by_score = chances * (slope - (chances * slope).sum(axis=1, keepdims=True))
                loss = np.column_stack((-by_score, guesses - part.worth)) / len(at)
                self.network.move(part.seen, inner, np.asarray(loss, np.float32), self.plan.rate * fade)


# ---------------------------------------------------------------- Kuhn poker, against itself

LINES = ("check", "bet", "call", "fold")
"""The lines of the menu of Kuhn poker, which are the actions 0 to 3 of the vector environment."""


class KuhnPlayer:
    """What was learned, as an agent that says how likely each of its moves is."""

    name = "mirror descent"

    def __init__(self, network: Network) -> None:
        self.network = network

    def chances(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int) -> Sequence[float]:
        lines = [LINES.index(move.text) for move in engine.moves(state, seat)]
        mask = np.isin(np.arange(len(LINES)), lines)[None]
        seen = prepared(np.asarray(gamedsl.observation(engine, state, seat)))[None]
        chances = self.network.look(seen, mask)[1][0, lines].astype(float)
        return [float(one) for one in chances / chances.sum()]

    def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        chances, draw = self.chances(engine, state, seat), dice.below(1 << 32) / (1 << 32)
        number = int(np.searchsorted(np.cumsum(chances), draw, side="right"))
        return engine.moves(state, seat)[min(number, len(chances) - 1)]


def learn_kuhn(updates: int, every: int = 50, seed: int = 1) -> list[tuple[int, float]]:
    """Returns the number of updates and NashConv, what both players gain together by best responses, in chips."""
    game = gamedsl.load_rules("kuhn_poker").game()
    learner = Learner(vector_env(game, 1024), KUHN, seed)
    curve: list[tuple[int, float]] = []
    for number in range(updates + 1):
        if number % every == 0:
            gained = sum(gamedsl.exploit(game, KuhnPlayer(learner.network)).gains)
            curve.append((number, gained))
            print(f"after {number:>5} updates NashConv {gained:.4f}", flush=True)
        if number < updates:
            learner.update()
    return curve


# ---------------------------------------------------------------- Gloriana, against players that are given


def learn_gloriana(
    updates: int, every: int = 20, measured: int = 60, against: str = "mcts:100", seed: int = 1
) -> list[tuple[int, float, float]]:
    """Returns the number of updates, the share of the victory against two players `against`, and that against two random players, in so many matches."""
    learner = Learner(gloriana_env(16), GLORIANA, seed)
    curve: list[tuple[int, float, float]] = []
    for number in range(updates + 1):
        if number % every == 0:
            won = [share(learner.network, opponents, measured, seed) for opponents in (against, "random")]
            curve.append((number, won[0], won[1]))
            print(f"after {number:>5} updates {won[0]:.2f} against {against}, {won[1]:.2f} against random", flush=True)
        if number < updates:
            learner.update()
    return curve


def gloriana_env(number: int) -> Any:
    """Makes so many matches, in which the agent has each seat in turn against random players, and gets points."""
    told: dict[str, Any] = {"rules": "gloriana", "opponents": "random", "seat": None, "utility": "points"}
    same: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}
    return gymnasium.make_vec("gamedsl/Match-v0", number, vectorization_mode="sync", vector_kwargs=same, **told)


def share(network: Network, opponents: str, matches: int, seed: int) -> float:
    """The mean share of the victory in matches that were not learned from, in all seats in turn."""
    env = agent_env(gamedsl.load_rules("gloriana").game(), opponents, seat=None)
    dice = np.random.default_rng(seed)
    won = 0.0
    seen, info = env.reset(seed=1_000_000 + seed)
    for _ in range(matches):
        ended = False
        while not ended:
            mask = np.asarray(info["action_mask"], bool)[None]
            action = drawn(network.look(prepared(seen)[None], mask)[1], dice)[0]
            seen, _, ended, _, info = env.step(action)
        outcome: gamedsl.Outcome | None = env.engine.outcome(env.state)
        won += 0.0 if outcome is None else float(outcome.shares[env.seat])
        seen, info = env.reset()
    return won / matches


def main(game: str, updates: int, path: str | None) -> None:
    curve = learn_kuhn(updates) if game == "kuhn" else learn_gloriana(updates)
    if path is not None:
        Path(path).write_text(json.dumps(curve), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
